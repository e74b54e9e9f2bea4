"""Where things may be placed (R2.4–R2.7, R4)."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from games.core.seats import Seat
from games.core.text import Text
from games.h2olland.board import Square, share_edge
from games.h2olland.items import BUILDINGS, PRODUCE, TULIPS, Item, kind_of
from games.h2olland.state import Building, Planted, Table
from games.h2olland.trouble import Trouble, item_text, trouble, words

Place: TypeAlias = tuple[Square, ...]
"""Squares that one item covers, left or upper first."""


class Reach(Struct, frozen=True):
    """Squares next to what a player has on the board; everything on them is connected accordingly."""

    own: frozenset[Square]
    """Next to an own farm or mill."""
    fed: frozenset[Square]
    """Next to a produce field that is itself next to an own farm or mill."""
    tended: frozenset[Square]
    """Next to a tulip field with an own worker."""
    farms: frozenset[Square]
    """Next to an own farm."""
    open_farms: frozenset[Square]
    """Next to an own farm that no pasture touches (R4.11)."""


def reach(table: Table, seat: Seat) -> Reach:
    """Return what the player's things on the board reach."""
    key = ("reach", seat)
    if key not in table.notes:
        table.notes[key] = _reach(table, seat)
    found: Reach = table.notes[key]
    return found


def _reach(table: Table, seat: Seat) -> Reach:
    near, around = table.board.near, table.board.around
    own = [square for square, building in table.buildings.items() if building.seat == seat]
    farms = [square for square in own if table.buildings[square].kind == Item.FARM]
    by_own = frozenset(beside for square in own for beside in near[square])
    fed = [
        field
        for field in table.fields.values()
        if field.item in PRODUCE and (field.at[0] in by_own or field.at[1] in by_own)
    ]
    tended = [field for field in table.fields.values() if field.item in TULIPS and field.worker == seat]
    return Reach(
        own=by_own,
        fed=frozenset(square for field in fed for square in around[field.at]),
        tended=frozenset(square for field in tended for square in around[field.at]),
        farms=frozenset(beside for square in farms for beside in near[square]),
        open_farms=frozenset(beside for square in farms if not has_pasture(table, square) for beside in near[square]),
    )


def has_pasture(table: Table, farm: Square) -> bool:
    """Return whether a pasture touches the square of a farm, whoever placed it (R4.11)."""
    things = map(table.on.get, table.board.near[farm])
    return any(isinstance(thing, Planted) and thing.item == Item.COW for thing in things)


def problem(table: Table, seat: Seat, item: str, at: Place) -> Trouble | None:
    """Return why the item cannot be placed there by the player, or None; in the order of section F."""
    return _shape(item, at) or _ground(table, at) or _rule(table, seat, item, at)


def _shape(item: str, at: Place) -> Trouble | None:
    if item in BUILDINGS:
        fits = len(at) == 1
    else:
        fits = len(at) == 2 and share_edge(*at)
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
        return words(f"thing.{thing.kind}", seat=thing.seat)
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


def walks_to_island(table: Table, seat: Seat) -> bool:
    """Return whether a dry way without bridges leads from an own building to the island (R4.8)."""
    key = ("walk", seat)
    if key not in table.notes:
        table.notes[key] = _walks(table, seat)
    return bool(table.notes[key])


def _walks(table: Table, seat: Seat) -> bool:
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
    links = reach(table, seat)
    if square in links.own or square in links.fed or square in links.tended:
        return None
    return trouble("not_connected", "R4.9", "mill")


def _barren(table: Table, at: Place) -> Trouble | None:
    for square in at:
        if square in table.barren:
            return trouble("barren", "R4.5", square=square)
    return None


def _field(table: Table, seat: Seat, kind: str, at: Place) -> Trouble | None:
    links = reach(table, seat)
    if kind == Item.COW:
        return _pasture(table, seat, links, at)
    if not links.own.isdisjoint(at) or (kind == "tulip" and not links.fed.isdisjoint(at)):
        return None
    return trouble("not_connected", "R4.12" if kind == "tulip" else "R4.10", kind)


def _pasture(table: Table, seat: Seat, links: Reach, at: Place) -> Trouble | None:
    if not links.open_farms.isdisjoint(at):
        return None
    if links.farms.isdisjoint(at):
        return trouble("cow_needs_farm", "R4.11")
    mine = Building(Item.FARM, seat)
    touched = [beside for square in at for beside in table.board.near[square] if table.on.get(beside) == mine]
    return trouble("farm_has_cow", "R4.11", square=touched[0])


def places(table: Table, seat: Seat, item: str) -> tuple[Place, ...]:
    """Return every place where the player may put the item, in reading order."""
    kind = kind_of(item)
    key = ("places", seat, kind)
    if key not in table.notes:
        free = table.free
        candidates: list[Place]
        if item in BUILDINGS:
            candidates = [(square,) for square in table.board.squares if square in free]
        else:
            candidates = [pair for pair in table.board.pairs if pair[0] in free and pair[1] in free]
        table.notes[key] = tuple(at for at in candidates if problem(table, seat, item, at) is None)
    found: tuple[Place, ...] = table.notes[key]
    return found


def around(table: Table, at: Place) -> tuple[Square, ...]:
    """Return the squares adjacent to a place."""
    return table.board.near[at[0]] if len(at) == 1 else table.board.around[at[0], at[1]]


def buildings_near(table: Table, at: Place, kind: str | None = None) -> tuple[Building, ...]:
    """Return the buildings (of one kind) adjacent to a place."""
    things = map(table.on.get, around(table, at))
    return tuple(thing for thing in things if isinstance(thing, Building) and (kind is None or thing.kind == kind))
