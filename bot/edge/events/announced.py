"""What is announced about who plays whom, in words."""

from collections.abc import Mapping, Sequence
from typing import Any

from bot.app.events.format_rules import FITTING
from bot.app.events.settings import EventSettings, Seeding
from bot.edge.words import N_, _
from db.event_records import Format

SEEDINGS: dict[Seeding, str] = {
    Seeding.RATING: N_("by rating, equal ratings by lot"),
    Seeding.RANDOM: N_("by lot"),
    Seeding.HAND: N_("set by the organizer, the others by rating"),
}

CHOICES: Sequence[tuple[str, str, Mapping[Any, str]]] = (("seeding", "seeding", SEEDINGS),)
"""Choices of a few values each: how commands name it, its field, and what each value means."""


def written(value: object) -> str:
    """Return a value of a choice as it is typed and stands in selects."""
    return str(int(value) if isinstance(value, bool) else value)


def pairing_facts(format: Format, settings: EventSettings) -> list[str]:
    """Return what was announced about pairing, a line each."""
    lines = []
    if format in FITTING["seeding"]:
        lines.append(_("Seeds: {how}", how=_(SEEDINGS[settings.seeding])))
    return lines
