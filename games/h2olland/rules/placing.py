"""Where things may be placed (R2.4–R2.7, R4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from games.core.seats import Seat
from games.core.text import Text
from games.h2olland.board import Square, share_edge, spot
from games.h2olland.components import BUILDINGS, PRODUCE, TULIPS, Item, kind_of
from games.h2olland.state import RULES, Building, Planted, Table, cached_on_ground
from games.h2olland.words.refusals import Trouble, item_text, trouble, words

Place: TypeAlias = tuple[Square, ...]
"""Squares that one item covers, left or upper first."""


@cached_on_ground
def links(table: Table, seat: Seat, kind: str) -> frozenset[Square]:
    """Return the squares of which a thing of the kind must cover one to be connected (R4.9-R4.12); not for farms."""
    return frozenset(_links(table, seat, kind))


def _links(table: Table, seat: Seat, kind: str) -> Iterator[Square]:
    if kind == Item.COW:
        yield from _beside_farms(table, seat)
        return
    yield from beside_own(table, seat)
    if kind != "crop":
        yield from _beside_produce(table, seat)
    if kind == Item.MILL:
        for field in table.fields.values():
            if field.worker == seat and field.item in TULIPS:
                yield from table.board.around[field.at]


@cached_on_ground
def beside_own(table: Table, seat: Seat) -> frozenset[Square]:
    """Return the squares next to the player's farms and mills."""
    own = (square for square, building in table.buildings.items() if building.seat == seat)
    return frozenset(beside for square in own for beside in table.board.near[square])


def _beside_produce(table: Table, seat: Seat) -> Iterator[Square]:
    """Yield the squares next to a produce field that is itself next to an own farm or mill."""
    own = beside_own(table, seat)
    for field in table.fields.values():
        if field.item in PRODUCE and (field.at[0] in own or field.at[1] in own):
            yield from table.board.around[field.at]


def _beside_farms(table: Table, seat: Seat) -> Iterator[Square]:
    """Yield the squares next to an own farm that no pasture touches (R4.11)."""
    for square in _farms(table, seat):
        if not has_pasture(table, square):
            yield from table.board.near[square]


def _farms(table: Table, seat: Seat) -> Iterator[Square]:
    mine = Building(Item.FARM, seat)
    return (square for square, building in table.buildings.items() if building == mine)


def has_pasture(table: Table, farm: Square) -> bool:
    """Return whether a pasture touches the square of a farm, whoever placed it (R4.11)."""
    things = map(table.on.get, table.board.near[farm])
    return any(isinstance(thing, Planted) and thing.item == Item.COW for thing in things)


def problem(table: Table, seat: Seat, item: str, at: Place) -> Trouble | None:
    """Return why the item cannot be placed there by the player, or None; in the order of section F."""
    return _shape(table, item, at) or _ground(table, at) or _rule(table, seat, item, at)


def _shape(table: Table, item: str, at: Place) -> Trouble | None:
    if item in BUILDINGS:
        fits = len(at) == 1
    else:
        fits = len(at) == 2 and share_edge(*at) and (at not in table.board.bridges or table.rules < RULES)
    if fits:
        return None
    if item in BUILDINGS:
        return trouble("bad_shape", "R4.3", "building", item=item_text(item))
    return trouble("bad_shape", "R4.3" if len(at) != 2 else "R4.4", "field", item=item_text(item))


def _ground(table: Table, at: Place) -> Trouble | None:
    for square in at:
        if square not in table.board.near:
            return trouble("off_board", "R4.2", square=square)
    for square in at:
        if not table.is_land(square):
            return trouble("water", "R4.2", square=square)
    for square in at:
        thing = table.on.get(square)
        if thing is not None:
            return trouble("occupied", "R4.2", square=square, thing=thing_text(thing))
    return None


def thing_text(thing: Building | Planted) -> Text:
    """Name what lies on a square: "white's mill", "corn"."""
    if isinstance(thing, Building):
        return words(f"name.thing.{thing.kind}", seat=thing.seat)
    return item_text(thing.item)


def _rule(table: Table, seat: Seat, item: str, at: Place) -> Trouble | None:
    match kind_of(item):
        case Item.FARM:
            return _zone(table, seat, at[0]) or _farm(table, seat, at[0])
        case Item.MILL:
            return _zone(table, seat, at[0]) or _mill(table, seat, at[0])
        case kind:
            return _barren(table, at) or _field(table, seat, kind, at)


def _zone(table: Table, seat: Seat, square: Square) -> Trouble | None:
    owner = table.zone_owner(square)
    if owner is None or owner == seat:
        return None
    return trouble("safe_zone", "R4.6", square=square, seat=owner)


def _farm(table: Table, seat: Seat, square: Square) -> Trouble | None:
    for beside in table.board.near[square]:
        thing = table.on.get(beside)
        if isinstance(thing, Building) and thing.kind == Item.FARM:
            return trouble("farm_next_to_farm", "R4.7", square=square, other=beside)
    if square in table.board.island_squares and not walks_to_island(table, seat):
        return trouble("island_not_connected", "R4.8")
    return None


@cached_on_ground
def walks_to_island(table: Table, seat: Seat) -> bool:
    """Return whether a dry way without bridges leads from an own building to the island (R4.8)."""
    todo = [square for square, building in table.buildings.items() if building.seat == seat]
    seen = set(todo)
    while todo:
        square = todo.pop()
        if square in table.board.island_squares:
            return True
        for beside in table.board.edges[square]:
            if beside not in seen and table.is_land(beside):
                seen.add(beside)
                todo.append(beside)
    return False


def _mill(table: Table, seat: Seat, square: Square) -> Trouble | None:
    return None if square in links(table, seat, Item.MILL) else trouble("not_connected", "R4.9", "mill")


def _barren(table: Table, at: Place) -> Trouble | None:
    for square in at:
        if square in table.barren:
            return trouble("barren", "R4.5", square=square)
    return None


def _field(table: Table, seat: Seat, kind: str, at: Place) -> Trouble | None:
    if not links(table, seat, kind).isdisjoint(at):
        return None
    if kind == Item.COW:
        return _no_pasture(table, seat, at)
    return trouble("not_connected", "R4.12" if kind == "tulip" else "R4.10", kind)


def _no_pasture(table: Table, seat: Seat, at: Place) -> Trouble:
    """Say why no farm is there for a pasture."""
    taken = [farm for farm in _farms(table, seat) if not set(table.board.near[farm]).isdisjoint(at)]
    if not taken:
        return trouble("cow_needs_farm", "R4.11")
    return trouble("farm_has_cow", "R4.11", square=taken[0])


def places(table: Table, seat: Seat, item: str) -> tuple[Place, ...]:
    """Return every place where the player may put the item, in reading order."""
    return _places(table, seat, kind_of(item), table.zones)


@cached_on_ground
def _places(table: Table, seat: Seat, kind: str, zones: str) -> tuple[Place, ...]:
    found = {at for at in _shapes(table, seat, kind) if problem(table, seat, kind, at) is None}
    return tuple(sorted(found, key=lambda at: tuple(map(spot, at))))


def can_place(table: Table, seat: Seat, item: str) -> bool:
    """Return whether there is any such place."""
    return _can_place(table, seat, kind_of(item), table.zones)


@cached_on_ground
def _can_place(table: Table, seat: Seat, kind: str, zones: str) -> bool:
    return any(problem(table, seat, kind, at) is None for at in _shapes(table, seat, kind))


def _shapes(table: Table, seat: Seat, kind: str) -> Iterator[Place]:
    """Yield what may be places: all that are connected, on free squares."""
    free = table.free
    if kind == Item.FARM:
        return ((square,) for square in table.board.squares if square in free)
    near = (square for square in links(table, seat, kind) if square in free)
    if kind == Item.MILL:
        return ((square,) for square in near)
    return (pair for square in near for pair in table.board.pairs_with[square] if free.issuperset(pair))


def around(table: Table, at: Place) -> tuple[Square, ...]:
    """Return the squares adjacent to a place."""
    return table.board.near[at[0]] if len(at) == 1 else table.board.around[at[0], at[1]]


def buildings_near(table: Table, at: Place, kind: str | None = None) -> tuple[Building, ...]:
    """Return the buildings (of one kind) adjacent to a place."""
    things = map(table.on.get, around(table, at))
    return tuple(thing for thing in things if isinstance(thing, Building) and (kind is None or thing.kind == kind))
