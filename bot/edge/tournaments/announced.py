"""What is announced about who plays whom, in words."""

from collections.abc import Mapping, Sequence
from typing import Any

from bot.app.tournaments.formats.format_rules import FITTING
from bot.app.tournaments.pairing.acceleration import count_accelerated
from bot.app.tournaments.records import TournamentView
from bot.app.tournaments.settings import Seeding
from bot.edge.tournaments.names import entrant_name
from bot.edge.words import N_, _, join_list
from db.tournaments.records import Format

MOST_NAMED = 5
"""Of those who are kept apart, so many pairs are named."""

SEEDINGS: dict[Seeding, str] = {
    Seeding.RATING: N_("by rating, equal ratings at random"),
    Seeding.RANDOM: N_("at random"),
    Seeding.HAND: N_("set by the organizer, the others by rating"),
}
THIRDS: dict[bool, str] = {
    False: N_("no match for third place"),
    True: N_("a match for third place"),
}
GAMES: dict[int, str] = {
    1: N_("one game per match"),
    3: N_("up to three games per match, alternating who starts"),
}
HALF_BYES: dict[int, str] = {
    0: N_("no half-point byes"),
    1: N_("one half-point bye each, on request"),
    2: N_("two half-point byes each, on request"),
    3: N_("three half-point byes each, on request"),
}
ACCELERATED: dict[bool, str] = {
    False: N_("no accelerated rounds"),
    True: N_("the first rounds are accelerated"),
}

CHOICES: Sequence[tuple[str, str, Mapping[Any, str]]] = (
    ("seeding", "seeding", SEEDINGS),
    ("thirdplace", "third", THIRDS),
    ("bestof", "best_of", GAMES),
    ("halfbyes", "half_byes", HALF_BYES),
    ("accelerated", "accelerated", ACCELERATED),
)
"""Choices of a few values each: how commands name it, its field, and what each value means."""

OF_TREES = frozenset({"third", "best_of"})
"""Choices about a knockout: those of the final knockout of a round robin are no choice before there is one."""


def write_value(value: object) -> str:
    """Return a value of a choice as it is typed and stands in selects."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def pairing_facts(view: TournamentView) -> list[str]:
    """Return what was announced about pairing, a line each."""
    settings = view.settings
    lines = []
    if view.record.format is Format.TABLES:
        lines.append(_("Tables of up to {seats}, as even as possible", seats=settings.seats))
    if view.record.format in FITTING["seeding"]:
        lines.append(_("Seeds: {how}", how=_(SEEDINGS[settings.seeding])))
    if settings.best_of > 1:
        lines.append(_("Up to {n} games in a knockout match, until it's clear who advances", n=settings.best_of))
        lines.append(_("The two players alternate who starts a game"))
    if settings.third:
        lines.append(_("The losers of the semifinals play for third place"))
    if settings.half_byes:
        lines.append(
            _(
                "{n, plural, one {# half-point bye} other {# half-point byes}} each: request with `/tournament "
                "bye` before a round is paired; not in the last round",
                n=settings.half_byes,
            )
        )
    if settings.accelerated:
        lines.append(
            _(
                "In the first {n, plural, one {# round} other {# rounds}}, the top half is paired as if it had more "
                "points; standings don't count them",
                n=count_accelerated(settings.rounds),
            )
        )
    return lines + _apart(view)


def _apart(view: TournamentView) -> list[str]:
    """Who is kept apart, by name; of many the first."""
    names = {entrant.number: entrant_name(entrant.name) for entrant in view.entrants}
    pairs = [f"{names[one]} – {names[other]}" for one, other in view.settings.arranged.apart]
    if not pairs:
        return []
    more = _("{n} more", n=len(pairs) - MOST_NAMED) if len(pairs) > MOST_NAMED else ""
    named = join_list([*pairs[:MOST_NAMED], *filter(None, [more])])
    return [_("Kept apart unless there's no other way: {pairs}", pairs=named)]
