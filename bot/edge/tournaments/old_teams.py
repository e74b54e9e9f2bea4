"""Messages about teams of earlier tournaments: what is offered at sign-up, and the button of who is called back."""

from bot.app.tournaments.old_teams import BACK, TeamOffer
from bot.edge import limits
from bot.edge.messages.builder import Button, MessageBuilder, Post, Style
from bot.edge.messages.custom_ids import ButtonAction, Press
from bot.edge.words import _, escape_markdown
from db.ids import TournamentId
from games.core.text import Text

WIDTH = 34
"""Characters of a button that phones show whole."""


def offer_post(tournament: TournamentId, offer: TeamOffer) -> Post | None:
    """Return the message that asks about a team of an earlier tournament; None: there is nothing to ask."""
    if offer.kept:
        words = _(
            "Boards of {team} are kept for its earlier players until check-in opens or the tournament starts.",
            team=escape_markdown(offer.kept),
        )
        free = Button(_press(tournament, "free"), _("Open them to anyone"))
        return MessageBuilder().say(words).buttons([free]).post()
    buttons = []
    if offer.join is not None:
        buttons.append(join_button(tournament, *offer.join))
    if offer.again:
        label = limits.cut(_("Sign up again: {team}", team=offer.again), WIDTH)
        buttons.append(Button(_press(tournament, "again"), label, Style.GOOD))
    if not buttons:
        return None
    other = Press(verb=ButtonAction.TEAM, at=tournament, value="other")
    words = _("You played for a team here before. Sign up with it, or with another one.")
    return MessageBuilder().say(words).buttons([*buttons, Button(other, _("Another team"))]).post()


def join_button(tournament: TournamentId, number: int, team: str) -> Button:
    """Return the button that joins one's old team."""
    label = limits.cut(_("Join {team}", team=team), WIDTH)
    return Button(_press(tournament, f"join:{number}"), label, Style.GOOD)


def buttons_of(tournament: TournamentId, text: Text) -> list[Button]:
    """Return the buttons below a private notice of a tournament."""
    if text.id != BACK:
        return []
    return [join_button(tournament, int(str(text.args["number"])), str(text.args["team"]))]


def _press(tournament: TournamentId, action: str) -> Press:
    return Press(verb=ButtonAction.OLD_TEAM, at=tournament, value=action)
