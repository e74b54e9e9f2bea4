"""Computer players (section 11): one turn deep, with a handful of random builds, each with its best tour."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from heapq import nlargest

from msgspec import Struct

from games.core.capabilities import Brain
from games.core.game import Ask
from games.core.moves import Move
from games.core.rng import Rng
from games.core.search.kept import cached_by_identity
from games.greentown.bots.worth import Leader, rank
from games.greentown.components import BUILDINGS, CARDS
from games.greentown.moves import Announce, Develop, Done, Double, Erect, Lay, Tour
from games.greentown.rules.building import erect_sites, find_barred_space, still_to_build
from games.greentown.rules.checks import USE
from games.greentown.rules.markers import BUILDING, TOURING, announceable
from games.greentown.rules.playing import play
from games.greentown.rules.town import developable, develops_at, lays_at, open_spaces, spaces_with
from games.greentown.state import Pay, Site, State, Table
from games.greentown.tours.finding import best
from games.greentown.view import View

STREAM = "brain"

OTHERS = 0.5
"""What a Greenie of the richest opponent counts against an own one."""

AVERAGE = 0.6
"""Pay of an average tour for each stop before the last: touring below that should wait."""

NEXT = 0.8
"""What a tour prepared for the next turn counts."""

SITE = 0.4
"""What a new own site counts."""

KEEP_BOTH = 0.5
"""Build and Tour is worth keeping for the turn in which both fit together."""


KEPT = 16
"""Of so many tables the turn is kept that was advised: a panel asks again at each press."""

SEED = 32
"""Bytes of the chance by which builds to be advised are tried."""


class Option(Struct, frozen=True):
    """A turn that was thought of: its moves and what it is worth."""

    moves: tuple[Move, ...]
    worth: float


class Planner:
    """Tries so many random builds in a turn, minding the opponents' pay or not."""

    def __init__(self, *, builds: int, minds_others: bool) -> None:
        """Take the strength."""
        self._builds = builds
        self._others = OTHERS if minds_others else 0.0

    def think(self, view: View, ask: Ask, worlds: Iterator[State], rng: Rng) -> Sequence[Move]:
        """Return the best turn found."""
        return self.turn(view.table, rng)

    def turn(self, table: Table, rng: Rng) -> tuple[Move, ...]:
        """Return the best turn found for the player to move; all that it looks at lies open."""
        if table.deciding:
            return (Double(USE),)
        words = announceable(table)
        return max(self.options(table, words, rng), key=lambda option: option.worth).moves

    def options(self, table: Table, words: Sequence[str], rng: Rng) -> Iterator[Option]:
        """Yield what can be done under the markers: nothing built, and so many random builds, each with its tour."""
        for word in words:
            yield from self._without_build(table, word)
        builders = [word for word in words if word in BUILDING]
        for _ in range(self._builds if builders else 0):
            yield from self._with_build(table, builders, rng)

    def _without_build(self, table: Table, word: str) -> Iterator[Option]:
        after = play(table, Announce(word)).table
        assert after.doing is not None
        if after.doing.lapses:
            yield Option((Announce(word), Done()), 0.0)
        elif word in TOURING and not still_to_build(after):
            tour, worth = self._tour(after)
            if tour is not None:
                yield Option((Announce(word), tour, Done()), worth)
            else:
                yield Option((Announce(word), Done()), worth)

    def _with_build(self, table: Table, words: Sequence[str], rng: Rng) -> Iterator[Option]:
        """Yield one random build under each marker that includes building."""
        moves, after = _random_build(play(table, Announce(words[0])).table, rng)
        if not moves:
            return
        tour, worth = self._tour(after)
        site = SITE * any(isinstance(move, Erect) for move in moves)
        for word in words:
            if word not in TOURING:
                yield Option((Announce(word), *moves, Done()), NEXT * worth + site)
            elif tour is not None:
                yield Option((Announce(word), *moves, tour, Done()), worth + site - KEEP_BOTH)
            else:
                yield Option((Announce(word), *moves, Done()), worth + site - KEEP_BOTH)

    def _tour(self, table: Table) -> tuple[Tour | None, float]:
        """Return the best tour and what it is worth beyond an average one."""
        card = CARDS[table.mover.card or ""]
        seat = table.current
        leader = Leader(seat, card, len(table.players))
        found = best(table.town, leader, by=lambda pay: (-self._value(pay, seat), *rank(pay, seat)))
        average = AVERAGE * (card.stops - 1)
        if found is None:
            return None, -average
        return Tour(found.path), self._value(found.pay, seat) - average

    def _value(self, pay: Pay, seat: int) -> float:
        others = max(received for other, received in enumerate(pay.pays) if other != seat)
        return pay.pays[seat] - self._others * others


def _random_build(table: Table, rng: Rng) -> tuple[tuple[Move, ...], Table]:
    """Return two random operations, as far as possible, and a random building; and the table after them."""
    moves: list[Move] = []
    while still_to_build(table):
        move = _random_operation(table, rng)
        moves.append(move)
        table = play(table, move).table
    if any(isinstance(move, Lay) for move in moves):
        building = _random_building(table, rng)
        if building is not None:
            moves.append(building)
            table = play(table, building).table
    return tuple(moves), table


def _random_operation(table: Table, rng: Rng) -> Move:
    assert table.doing is not None
    spots = [space for space in open_spaces(table.town) if lays_at(table, space)]
    if spots and rng.below(STREAM, 3):
        at = rng.pick(STREAM, spots)
        return Lay(at, rng.pick(STREAM, lays_at(table, at)))
    old = tuple(developable(table, barred=find_barred_space(table.doing)))
    if not old:
        at = rng.pick(STREAM, spots)
        return Lay(at, rng.pick(STREAM, lays_at(table, at)))
    at = rng.pick(STREAM, old)
    return Develop(at, rng.pick(STREAM, develops_at(table, at)))


def _random_building(table: Table, rng: Rng) -> Erect | None:
    kinds = [kind for kind in BUILDINGS if table.mover.stock[kind]]
    sites = erect_sites(table)
    if not kinds or not sites:
        return None
    at = rng.pick(STREAM, sites)
    tree = table.town[at].site is Site.TREE
    target = rng.pick(STREAM, spaces_with(table.town, Site.VACANT)) if tree else ""
    return Erect(rng.pick(STREAM, kinds), at, target)


STEADY = Planner(builds=12, minds_others=True)
"""The best of those that look one turn ahead."""

QUICK: Sequence[Brain[State, View]] = (Planner(builds=1, minds_others=True), Planner(builds=2, minds_others=False))
"""Those who play on in a search."""

SEARCH = Planner(builds=40, minds_others=True)
"""Who thinks of the turns that are tried."""

BRAINS: Mapping[str, Brain[State, View]] = {"easy": Planner(builds=2, minds_others=False), "steady": STEADY}
"""The computer players by level."""


def steady_turn(view: View) -> tuple[Move, ...]:
    """Return a turn of the steady player, the same each time for the same table."""
    return _find_steady_turn(view.table)


@cached_by_identity(KEPT)
def _find_steady_turn(table: Table) -> tuple[Move, ...]:
    return STEADY.turn(table, Rng(table.clock.to_bytes(SEED, "big")))


def propose(view: View, most: int, rng: Rng) -> Sequence[tuple[Move, ...]]:
    """Return the best of the turns that come of many random builds; () where a double turn is all that is asked."""
    table = view.table
    if table.deciding:
        return ()
    found = {option.moves: option.worth for option in SEARCH.options(table, announceable(table), rng)}
    return nlargest(most, found, key=lambda moves: found[moves])
