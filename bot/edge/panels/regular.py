"""Regular tables: how often a match is repeated, when next, and the ones that somebody has repeated."""

from collections.abc import Sequence

from bot.edge.messages.builder import Button, MessageBuilder, Post, Style
from bot.edge.messages.custom_ids import ButtonAction, Press
from bot.edge.messages.formatting import moment
from bot.edge.messages.gallery import WELCOME
from bot.edge.words import N_, _
from db.ids import MatchId
from db.seeking.records import Every, RegularRecord

STOP = "stop"
"""What is pressed to repeat a match no more."""
LABELS = {Every.WEEK: N_("Every week"), Every.FORTNIGHT: N_("Every 2 weeks"), Every.MONTH: N_("Every month")}


def repeat_post(match: MatchId, title: str, record: RegularRecord | None) -> Post:
    """Return how a match is repeated, and what changes it."""
    builder = MessageBuilder(WELCOME).say(_("### Repeat {title}", title=title))
    if record is None:
        builder.say(
            _(
                "The bot opens this match again and again, with the same options and pace, and keeps a seat for each "
                "player. A match is skipped while the last one isn't over."
            )
        )
    else:
        builder.say(_describe(record))
    buttons = [
        Button(
            Press(verb=ButtonAction.REPEAT, match=match, value=every),
            _(label),
            Style.MAIN if record is None or record.every is not every else Style.GOOD,
            disabled=record is not None and record.every is every,
        )
        for every, label in LABELS.items()
    ]
    return builder.buttons([*buttons, *([] if record is None else [_stop_button(record)])]).post()


def list_regular(found: Sequence[tuple[str, RegularRecord]], *, note: str = "") -> Post:
    """Return the matches that a person has repeated, by the titles of the games, with a button to stop each.

    ``note``: what was just done.
    """
    if not found:
        return (
            MessageBuilder()
            .say(note)
            .say(_("You have no regular matches. Press *Details*, then *Repeat*, on a finished match you hosted."))
            .post()
        )
    builder = MessageBuilder(WELCOME).say(_("### Your regular matches")).say(note)
    for title, record in found:
        builder.say_beside(f"**{title} #{record.latest}**\n{_describe(record)}", _stop_button(record))
    return builder.post()


def _describe(record: RegularRecord) -> str:
    return _("{often}. The next match opens {when}.", often=_(LABELS[record.every]), when=moment(record.due, "F"))


def _stop_button(record: RegularRecord) -> Button:
    return Button(Press(verb=ButtonAction.REPEAT, match=record.match, value=STOP), _("Stop repeating"))
