"""What players are asked to decide together, with a button for each answer: a pause, the end, a seat whose time is up.

Who pressed is told privately what came of it. Every button names what it is about, so that one of an earlier question
decides nothing.
"""

from collections.abc import Sequence

from bot.app import hosting, overtime, pauses
from bot.app.records import Look
from bot.app.timekeeping import Choice
from bot.edge.ids import Press, Verb
from bot.edge.sheet import Button, Post, Sheet, Style
from bot.edge.voice import words_of
from bot.edge.words import N_, _
from games.core.text import Text

BALLOTS = frozenset({pauses.ASKED, overtime.ASKED, hosting.ASKED})
"""The sentences that ask."""

YES, NO = "yes", "no"
"""Values of the buttons where all must agree."""

CHOICES: dict[Choice, str] = {
    Choice.WAIT: N_("wait longer"),
    Choice.MOVE: N_("the default move"),
    Choice.OPEN: N_("open the seat for a replacement"),
    Choice.COMPUTER: N_("a computer player sits in"),
}
"""What the others can decide about a player whose time is up."""


def ballot_post(look: Look, text: Text, *, mention: Sequence[int] = (), marker: int | None = None) -> Post:
    """Return the post that asks, in words and with buttons."""
    called = " ".join(f"<@{user}>" for user in mention)
    sheet = Sheet(marker=marker).say(f"{called} {words_of(look)(text)}".strip())
    if text.id == overtime.ASKED:
        return sheet.buttons(_of_seat(look, text)).post()
    return sheet.buttons(_yes_or_no(look, text, Verb.PAUSE if text.id == pauses.ASKED else Verb.END)).post()


def _yes_or_no(look: Look, text: Text, verb: Verb) -> list[Button]:
    at = int(str(text.args["stamp"]))
    match = look.match.id
    return [
        Button(Press(verb=verb, match=match, at=at, value=YES), _("Agree"), Style.MAIN),
        Button(Press(verb=verb, match=match, at=at, value=NO), _("Refuse")),
    ]


def _of_seat(look: Look, text: Text) -> list[Button]:
    ask, seat = str(text.args["ask"]), int(str(text.args["seat"]))
    offered = [choice for choice in CHOICES if choice is not Choice.COMPUTER or look.game.players()]
    return [
        Button(
            Press(verb=Verb.VOTE, match=look.match.id, ask=ask, at=seat, value=choice),
            label[:1].upper() + label[1:],
            Style.MAIN if choice is Choice.WAIT else Style.PLAIN,
        )
        for choice in offered
        if (label := _(CHOICES[choice]))
    ]
