"""Who has won an event that is over, in words. Pure."""

from __future__ import annotations

from bot.app.events import bracketing
from bot.app.events.model import Event
from bot.app.events.standings import FINAL, StandRow, standings
from db.event_records import EntrantStatus, Format
from games.core.text import Text, say


def ending_words(event: Event) -> Text:
    """Return what everybody is told at the end: who has won, in which group, or that nobody has."""
    first = [row for row in standings(event).rows if row.place == 1]
    if _without_winner(event, first):
        return say("app.event_no_winner", event=event.record.name)
    groups = list(dict.fromkeys(row.group for row in first))
    if len(groups) > 1 and FINAL not in groups:
        winners = tuple(_in_group(group, first) for group in groups)
        return say("app.event_groups_finished", event=event.record.name, winners=winners)
    names = tuple(row.name for row in first if row.group == groups[0])
    return say("app.event_finished", event=event.record.name, names=names, count=len(names))


def _in_group(group: str, first: list[StandRow]) -> Text:
    return say("app.event_group_winner", group=group, names=tuple(row.name for row in first if row.group == group))


def _without_winner(event: Event, first: list[StandRow]) -> bool:
    """Whether nobody is left in the tree or on the ladder who could win it."""
    if bracketing.nodes(event):
        return not bracketing.champion(event)
    return event.format is Format.LADDER and first[0].status is EntrantStatus.DROPPED
