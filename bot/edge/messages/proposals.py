"""What players are asked to decide, with a button for each answer: a pause, the end, a seat whose time is up.

And what the host decides after an announced start has passed without all players.

Who pressed is told privately what came of it. Every button names what it is about, so that one of an earlier question
decides nothing.
"""

from collections.abc import Sequence

from bot.app.clock import hosting, pauses
from bot.app.lobby import missed_starts
from bot.app.match.records import MatchView
from bot.app.timing import timeouts
from bot.app.timing.timekeeping import Choice
from bot.edge.messages.builder import Button, MessageBuilder, Post, Style
from bot.edge.messages.custom_ids import ButtonAction, Press
from bot.edge.messages.formatting import words_of
from bot.edge.words import N_, _, capitalize
from games.core.text import Text

BALLOTS = frozenset({pauses.ASKED, timeouts.ASKED, hosting.ASKED, missed_starts.ASKED})
"""The sentences that ask."""

YES, NO = "yes", "no"
"""Values of the buttons where all must agree."""

CHOICES: dict[Choice, str] = {
    Choice.WAIT: N_("wait longer"),
    Choice.MOVE: N_("make the default move"),
    Choice.OPEN: N_("open the seat for a replacement"),
    Choice.COMPUTER: N_("let a computer player fill in"),
}
"""What the others can decide about a player whose time is up."""


def ballot_post(
    match_view: MatchView, text: Text, *, mention: Sequence[int] = (), marker: int | None = None, head: str = ""
) -> Post:
    """Return the post that asks, in words and with buttons; in a direct message below a ``head``."""
    called = " ".join(f"<@{user}>" for user in mention)
    builder = MessageBuilder(marker=marker).say(f"{head}\n{called} {words_of(match_view)(text)}".strip())
    if text.id == timeouts.ASKED:
        return builder.buttons(_of_seat(match_view, text)).post()
    if text.id == missed_starts.ASKED:
        return builder.buttons(_of_start(match_view, text)).post()
    return builder.buttons(
        _yes_or_no(match_view, text, ButtonAction.PAUSE if text.id == pauses.ASKED else ButtonAction.END)
    ).post()


def _yes_or_no(match_view: MatchView, text: Text, verb: ButtonAction) -> list[Button]:
    at = int(str(text.args["stamp"]))
    match = match_view.match.id
    return [
        Button(Press(verb=verb, match=match, at=at, value=YES), _("Agree"), Style.MAIN),
        Button(Press(verb=verb, match=match, at=at, value=NO), _("Refuse")),
    ]


def _of_seat(match_view: MatchView, text: Text) -> list[Button]:
    ask, seat = str(text.args["ask"]), int(str(text.args["seat"]))
    offered = [choice for choice in CHOICES if choice is not Choice.COMPUTER or match_view.game.bots.players()]
    return [
        Button(
            Press(verb=ButtonAction.VOTE, match=match_view.match.id, ask=ask, at=seat, value=choice),
            capitalize(label),
            Style.MAIN if choice is Choice.WAIT else Style.PLAIN,
        )
        for choice in offered
        if (label := _(CHOICES[choice]))
    ]


def _of_start(match_view: MatchView, text: Text) -> list[Button]:
    """What a host can do about a missed start; starting only where the game can be played by who is there."""
    at, match, missed = int(str(text.args["stamp"])), match_view.match.id, match_view.missed
    buttons = [
        Button(Press(verb=ButtonAction.LATER, match=match, at=at), _("Later")),
        Button(Press(verb=ButtonAction.CANCEL, match=match, at=at), _("Cancel"), Style.BAD),
    ]
    if missed is not None and missed.present in match_view.game.spec.seats:
        buttons.insert(
            0, Button(Press(verb=ButtonAction.WITHOUT, match=match, at=at), _("Start without them"), Style.MAIN)
        )
    return buttons
