"""Moves that are often chosen together: tours by what they pay at once, builds by the streets that they join."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import islice
from typing import TypeAlias

from msgspec import Struct

from games.core.moves import Combination, Move
from games.core.search.budget import BudgetSpent, check_budget
from games.core.text import Text, raw, say
from games.greentown.components import BUILDINGS, CARDS, CATEGORIES, Category
from games.greentown.grid import DIGITS, FULL, NEIGHBOURS, SIDES_IN, Sides, order
from games.greentown.moves import Announce, Develop, Erect, Lay, Tour
from games.greentown.rules.building import find_barred_space, still_to_build
from games.greentown.rules.markers import announceable, playable, tour_exists
from games.greentown.rules.playing import play
from games.greentown.rules.town import (
    developable,
    develops_at,
    find_incoming_sides,
    find_linked_spaces,
    lays_at,
    open_spaces,
    sides_at,
    spaces_with,
)
from games.greentown.state import Pay, Site, Table
from games.greentown.tours.finding import Group
from games.greentown.tours.listing import list_tours, name_missed_categories
from games.greentown.words.names import category_name, side_names

TOURS = 3
"""Offered at once."""
BUILDS = 2
"""Offered beside them."""
LAYS, DEVELOPMENTS = 3, 2
"""Offered at once where the build is under way."""
FIRST = 4
"""So many ways to lay the first tile are tried."""


Rated: TypeAlias = tuple[tuple[int, int], Combination]
"""A combination and the sort key of its tour's result."""


class Step(Struct, frozen=True):
    """An operation, how many more streets it joins, how many more are dead ends, and how many tiles lie around."""

    move: Lay | Develop
    joined: int
    dead: int
    around: int

    @property
    def key(self) -> tuple[int, int, int, tuple[str, int], str]:
        """The sort key: most streets joined, fewest dead ends, in the midst of the town, reading order."""
        return -self.joined, self.dead, -self.around, order(self.move.at), self.move.streets


def combinations(table: Table) -> Iterator[Combination]:
    """Yield what the player to move may choose at one press, the best first."""
    doing = table.doing
    if table.over or table.deciding or table.turn_up:
        return
    if doing is None:
        yield from _turns(table)
    elif still_to_build(table):
        yield from _steps(table)
    elif not doing.lapses and not doing.tour:
        yield from _ends(table)


def _turns(table: Table) -> Iterator[Combination]:
    """Yield whole turns: those with a tour by its result, then builds by the tour that is possible after them."""
    words = announceable(table)
    if not playable(table, words[0]):
        return
    helped = table.options.tour_help == "list"
    builds = next((word for word in ("B", "?B") if word in words), "")
    word = builds or ("BT" if "BT" in words and helped else "")
    made = _rate_builds(table, word) if word else []
    paid = list(_plain_tours(table, words)) if helped else []
    if "BT" in words and helped:
        paid += [_combine_with_tour(table, moves, group) for moves, group in made if group is not None]
    for _, combination in sorted(paid, key=lambda each: each[0])[:TOURS]:
        yield combination
    for moves, _ in made[:BUILDS] if builds else ():
        yield Combination(moves=(Announce(builds), *moves), label=_build_label("greentown.choice.build", moves))


def _rate_builds(table: Table, word: str) -> list[tuple[tuple[Move, ...], Group | None]]:
    """Return builds with the best tour after each if there is help with tours, the best first."""
    found: dict[tuple[str, ...], tuple[tuple[Move, ...], Group | None]] = {}
    with suppress(BudgetSpent):
        for moves, after in _builds(table, word):
            check_budget()
            group = next(_tours(after), None) if table.options.tour_help == "list" else None
            named = tuple(sorted(move.at for move in moves if isinstance(move, Lay | Develop)))
            found.setdefault(named, (moves, group))

    def key(build: tuple[tuple[Move, ...], Group | None]) -> tuple[int, int]:
        return (0, 0) if build[1] is None else _key(table, build[1].pay)

    return sorted(found.values(), key=key)


def _plain_tours(table: Table, words: Sequence[str]) -> Iterator[Rated]:
    """Yield tours without a build."""
    word = next((word for word in ("T", "?T") if word in words), "")
    for group in _tours(table) if word and tour_exists(table) else ():
        yield _key(table, group.pay), _tour(table, group, Announce(word))


def _combine_with_tour(table: Table, moves: tuple[Move, ...], group: Group) -> Rated:
    """Return a build with the tour after it."""
    label = _build_label("greentown.choice.build_tour", moves)
    chosen = (Announce("BT"), *moves, Tour(group.path))
    return _key(table, group.pay), Combination(moves=chosen, label=label, worth=_tell_pay(table, group.pay))


def _key(table: Table, pay: Pay) -> tuple[int, int]:
    """Return the sort key of a result: what the leader gains over the others first, then what the leader gains."""
    own, others = _numbers(table, pay)
    return others - own, -own


def _tours(table: Table) -> Iterator[Group]:
    """Yield the best tours that pay their leader, no two with the same numbers."""
    seen = set()
    for group in list_tours(table, CARDS[table.mover.card or ""], 2 * TOURS):
        numbers = _numbers(table, group.pay)
        if numbers[0] and numbers not in seen:
            seen.add(numbers)
            yield group


def _numbers(table: Table, pay: Pay) -> tuple[int, int]:
    """Return what a tour pays its leader, and all others together."""
    own = pay.pays[table.current]
    return own, sum(pay.pays) - own


def _tour(table: Table, group: Group, *before: Move) -> Combination:
    """Return a tour by what it pays, and by the wishes that it misses."""
    own, others = _numbers(table, group.pay)
    said = "greentown.choice.tour_others" if others else "greentown.choice.tour"
    missed = name_missed_categories(group.pay)
    worth = say("greentown.describe.tour.missed", missed=missed) if missed else None
    return Combination(moves=(*before, Tour(group.path)), label=say(said, count=own, others=others), worth=worth)


def _tell_pay(table: Table, pay: Pay) -> Text:
    return say("greentown.choice.worth", count=pay.pays[table.current])


def _builds(table: Table, word: str) -> Iterator[tuple[tuple[Move, ...], Table]]:
    """Yield builds: one of the best steps, then lay or develop another tile; and a building on a laid tile."""
    table = play(table, Announce(word)).table
    if not still_to_build(table):
        return
    for first in (*_lays(table)[:FIRST], *_developments(table)[:1]):
        after = play(table, first.move).table
        if not still_to_build(after):
            yield _with_building((first.move,), after)
            continue
        for steps in (_lays(after), _developments(after, but=first.move.at)):
            for second in steps[:1]:
                yield _with_building((first.move, second.move), play(after, second.move).table)


def _with_building(moves: tuple[Move, ...], table: Table) -> tuple[tuple[Move, ...], Table]:
    """Return a build with a building, if one can be erected."""
    for erect in islice(_buildings(table), 1):
        return (*moves, erect), play(table, erect).table
    return moves, table


def _lays(table: Table) -> list[Step]:
    """Return the best way to lay a tile on each open space, the best space first."""
    found = []
    for at in open_spaces(table.town):
        ends = find_incoming_sides(table.town, at)
        steps = [_step(table, Lay(at, streets), 0, ends) for streets in lays_at(table, at)]
        found += [min(steps, key=lambda step: step.key)] if steps else []
    return sorted(found, key=lambda step: step.key)


def _developments(table: Table, *, but: str = "") -> list[Step]:
    """Return the best way to develop each tile but one, the best first; only those that join streets."""
    assert table.doing is not None
    found = []
    for at in developable(table, barred=find_barred_space(table.doing)):
        check_budget()
        old, ends = sides_at(table.town, at), find_incoming_sides(table.town, at)
        steps = [_step(table, Develop(at, streets), old, ends) for streets in develops_at(table, at)]
        best = min(steps, key=lambda step: step.key)
        found += [best] if best.joined > 0 and at != but else []
    return sorted(found, key=lambda step: step.key)


def _step(table: Table, move: Lay | Develop, old: Sides, ends: Sides) -> Step:
    """Return an operation with what it does; ``ends`` are the sides at which neighbours' streets end."""
    new = DIGITS[move.streets]
    joined = (new & ends).bit_count() - (old & ends).bit_count()
    dead = _beside(table, move.at, new & ~ends) - _beside(table, move.at, old & ~ends)
    return Step(move, joined, dead, _beside(table, move.at, FULL))


def _beside(table: Table, at: str, sides: Sides) -> int:
    """Return on how many of these sides a tile lies."""
    return sum(NEIGHBOURS[at][side] in table.town for side in SIDES_IN[sides])


def _steps(table: Table) -> Iterator[Combination]:
    """Yield single operations."""
    assert table.doing is not None
    for step in sorted((*_lays(table)[:LAYS], *_developments(table)[:DEVELOPMENTS]), key=lambda step: step.key):
        said = "greentown.choice.lay" if isinstance(step.move, Lay) else "greentown.choice.develop"
        label = say(said, space=step.move.at, sides=side_names(step.move.streets))
        yield Combination(moves=(step.move,), label=label, worth=say("greentown.choice.joins", count=step.joined))


def _buildings(table: Table) -> Iterator[Erect]:
    """Yield buildings on the vacant site among those just laid where most streets meet; what the card wants first."""
    doing, stock = table.doing, table.mover.stock
    assert doing is not None
    vacant = [at for at in doing.laid if at in spaces_with(table.town, Site.VACANT)]
    if not vacant:
        return
    at = max(reversed(vacant), key=lambda space: len(tuple(find_linked_spaces(table.town, space))))
    wishes = dict(zip(CATEGORIES, CARDS[table.mover.card or ""].wishes, strict=True))
    for kind in sorted(BUILDINGS, key=lambda kind: (-wishes[kind].least, -wishes[kind].most)):
        if stock[kind]:
            yield Erect(kind.value, at)


def _ends(table: Table) -> Iterator[Combination]:
    """Yield buildings, each with the best tour after it if the marker includes one, then tours alone."""
    doing = table.doing
    assert doing is not None
    tours = doing.tours and table.options.tour_help == "list"
    for erect in _buildings(table) if doing.laid and not doing.building else ():
        check_budget()
        kind = Category(erect.kind).name.lower()
        group = next(_tours(play(table, erect).table), None) if tours else None
        if group is None:
            yield Combination(moves=(erect,), label=say(f"greentown.choice.erect.{kind}", space=erect.at))
        else:
            label, worth = say(f"greentown.choice.erect_tour.{kind}", space=erect.at), _tell_pay(table, group.pay)
            yield Combination(moves=(erect, Tour(group.path)), label=label, worth=worth)
    for group in _tours(table) if tours else ():
        yield _tour(table, group)


def _build_label(said: str, moves: tuple[Move, ...]) -> Text:
    """Return a build by its building and the other spaces: "Build: culture L15, L14"."""
    erect = next((move for move in moves if isinstance(move, Erect)), None)
    others = [move.at for move in moves if isinstance(move, Lay | Develop) and (erect is None or move.at != erect.at)]
    told = raw(", ".join(others))
    if erect is not None:
        site = say("greentown.choice.site", building=category_name(erect.kind), space=erect.at)
        told = say("greentown.choice.beside", site=site, spaces=told) if others else site
    return say(said, what=told)
