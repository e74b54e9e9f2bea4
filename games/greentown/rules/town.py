"""The town as a net of streets, and what may be laid and developed in it (R1.5, R6, R7).

Each ``…_fault`` returns the first objection of section 6 to an operation, or None; what is offered is what has none.
"""

from __future__ import annotations

from collections.abc import Iterator

from games.core.errors import IllegalMove
from games.core.search.kept import cached_by_identity
from games.core.search.proofs import proof
from games.greentown.components import KIND_OF, KINDS, MOST_STREETS, ORIENTATIONS
from games.greentown.grid import (
    DIGITS,
    HEXAGON,
    NEIGHBOURS,
    OPPOSITE,
    SIDES,
    SIDES_IN,
    Sides,
    in_frame,
    order,
    side_towards,
)
from games.greentown.state import Site, Table, Tile, Town
from games.greentown.words.names import kind_name, refusal, side_names, spaces_text

TOWNS = 64
"""Of so many towns is kept what was worked out: those of the matches that are played just now."""


def sides_at(town: Town, space: str) -> Sides:
    """Return the streets of the tile on a space, 0 where there is none."""
    tile = town.get(space)
    return 0 if tile is None else DIGITS[tile.streets]


def find_incoming_sides(town: Town, space: str) -> Sides:
    """Return the sides of a space at which a neighbour's street ends."""
    sides = 0
    for side, other in enumerate(NEIGHBOURS[space]):
        if other is not None and sides_at(town, other) >> OPPOSITE[side] & 1:
            sides |= 1 << side
    return sides


def find_linked_spaces(town: Town, space: str) -> Iterator[str]:
    """Yield the spaces that a stretch of road joins to this one, by side (R1.5)."""
    around = NEIGHBOURS.get(space, ())
    for side in SIDES_IN[sides_at(town, space)]:
        other = around[side]
        if other is not None and sides_at(town, other) >> OPPOSITE[side] & 1:
            yield other


def are_joined(town: Town, space: str, other: str) -> bool:
    """Return whether a stretch of road joins two spaces (R1.5)."""
    side = side_towards(space, other)
    if side is None:
        return False
    return bool(sides_at(town, space) >> side - 1 & 1 and sides_at(town, other) >> OPPOSITE[side - 1] & 1)


def cut_off(town: Town, space: str) -> tuple[str, ...]:
    """Return the spaces that cannot be reached from this one, in reading order (R7.3)."""
    sides = {at: DIGITS[tile.streets] for at, tile in town.items()}
    reached = {space}
    ahead = [space]
    while ahead:
        at = ahead.pop()
        around = NEIGHBOURS[at]
        for side in SIDES_IN[sides[at]]:
            other = around[side]
            if other not in reached and other is not None and sides.get(other, 0) >> OPPOSITE[side] & 1:
                reached.add(other)
                ahead.append(other)
    return tuple(sorted(town.keys() - reached, key=order))


@cached_by_identity(TOWNS)
def is_connected(town: Town) -> bool:
    """Return whether every tile can be reached from every other (R7.3)."""
    return not cut_off(town, next(iter(town)))


def spaces_with(town: Town, *sites: Site) -> tuple[str, ...]:
    """Return the spaces whose site is one of these, in reading order."""
    return tuple(sorted((space for space, tile in town.items() if tile.site in sites), key=order))


@cached_by_identity(TOWNS)
def open_spaces(town: Town) -> tuple[str, ...]:
    """Return the empty spaces that a street points at, in reading order (R1.5): there a tile can be laid."""
    found = set()
    for space, tile in town.items():
        around = NEIGHBOURS[space]
        for side in SIDES_IN[DIGITS[tile.streets]]:
            other = around[side]
            if other is not None and other not in town:
                found.add(other)
    return tuple(sorted(found, key=order))


def fewest(supply: dict[str, int]) -> int | None:
    """Return the fewest streets of a tile in the supply (R6.2), None if it is empty."""
    return min((KINDS[kind].number for kind, count in supply.items() if count), default=None)


def lay_fault(table: Table, at: str, streets: str) -> IllegalMove | None:
    """Return the objection to laying a tile (R6)."""
    if not in_frame(at):
        return refusal("OFF_FRAME", "R6.5", space=at)
    if at in table.town:
        return refusal("LAY_OCCUPIED", "R6.1", space=at)
    sides = DIGITS.get(streets, 0)
    kind = KIND_OF.get(sides)
    if kind is None:
        return refusal("NO_SUCH_TILE", "R1.6", streets=streets)
    least = fewest(table.supply)
    if least is None:
        return refusal("SUPPLY_EMPTY", "R6.2")
    if KINDS[kind].number != least:
        return refusal("LAY_NOT_FEWEST", "R6.2", count=least)
    if not table.supply[kind]:
        return refusal("TYPE_OUT", "R6.2", kind=kind_name(kind))
    if not sides & find_incoming_sides(table.town, at):
        return refusal("LAY_NOT_CONNECTED", "R6.3")
    return None


def lays_at(table: Table, at: str) -> tuple[str, ...]:
    """Return the sets of streets that may be laid on a space, as text in order (R6)."""
    least = fewest(table.supply)
    if not in_frame(at) or at in table.town or least is None:
        return ()
    ends = find_incoming_sides(table.town, at)
    kinds = (kind for kind, count in table.supply.items() if count and KINDS[kind].number == least)
    return tuple(sorted(SIDES[sides] for kind in kinds for sides in ORIENTATIONS[kind] if sides & ends))


def develop_fault(table: Table, at: str, streets: str) -> IllegalMove | None:
    """Return the objection to developing a tile (R7); that no tile is developed twice is the build's affair (R5.3)."""
    tile = table.town.get(at)
    if tile is None:
        return refusal("DEV_NO_TILE", "R7.1", space=at)
    if tile.site is Site.HOTEL:
        return refusal("DEV_HOTEL", "R7.5")
    sides = DIGITS.get(streets, 0)
    kind = KIND_OF.get(sides)
    if kind is None:
        return refusal("NO_SUCH_TILE", "R1.6", streets=streets)
    if len(tile.streets) >= MOST_STREETS:
        return refusal("DEV_MAX", "R7.2")
    if len(streets) != len(tile.streets) + 1:
        return refusal("DEV_NOT_ONE_MORE", "R7.2", count=len(tile.streets) + 1)
    if not table.supply[kind]:
        return refusal("TYPE_OUT", "R7.2", kind=kind_name(kind))
    return _find_closing_fault(table, at, tile, sides)


def _find_closing_fault(table: Table, at: str, tile: Tile, sides: Sides) -> IllegalMove | None:
    closed = DIGITS[tile.streets] & ~sides
    if closed and tile.owner is not None and tile.owner != table.current:
        return refusal("DEV_OPPONENT", "R7.4", seat=tile.owner, sides=side_names(SIDES[closed]))
    if closed.bit_count() > 1:
        return refusal("DEV_LOSES_TWO", "R7.3", sides=side_names(SIDES[closed]))
    lost = cut_off(with_streets(table.town, at, SIDES[sides]), at)
    return refusal("DEV_DISCONNECTS", "R7.3", spaces=spaces_text(lost)) if lost else None


def develops_at(table: Table, at: str) -> tuple[str, ...]:
    """Return the sets of streets that the tile on a space may be developed to, as text in order (R7)."""
    return tuple(sorted(_developments(table, at, whole=is_connected(table.town))))


def _developments(table: Table, at: str, *, whole: bool) -> Iterator[str]:
    """Yield the legal sets of streets; ``whole`` says that the town is connected as it stands."""
    tile = table.town.get(at)
    if tile is None or tile.site is Site.HOTEL or len(tile.streets) >= MOST_STREETS:
        return
    closable = 0 if tile.owner is not None and tile.owner != table.current else 1
    old, number = DIGITS[tile.streets], len(tile.streets) + 1
    stretches = old & find_incoming_sides(table.town, at)
    for kind, count in table.supply.items():
        if not count or KINDS[kind].number != number:
            continue
        for sides in ORIENTATIONS[kind]:
            if (old & ~sides).bit_count() > closable:
                continue
            unharmed = whole and not stretches & ~sides
            if unharmed or not cut_off(with_streets(table.town, at, SIDES[sides]), at):
                yield SIDES[sides]


def with_streets(town: Town, at: str, streets: str) -> Town:
    """Return the town with other streets on a space; what stands there stays (R7.1)."""
    old = town.get(at)
    return {**town, at: Tile(streets) if old is None else Tile(streets, old.site, old.owner)}


def developable(table: Table, *, barred: str = "") -> Iterator[str]:
    """Yield the spaces whose tile may be developed, in reading order, save the ``barred`` one (R5.3)."""
    whole = is_connected(table.town)
    for space in sorted(table.town, key=order):
        if space != barred and next(_developments(table, space, whole=whole), None) is not None:
            yield space


@proof
@cached_by_identity(TOWNS)
def can_build(table: Table, barred: str = "") -> bool:
    """Return whether an operation is legal (R5.2): a lay (any open space will do), or a development."""
    if fewest(table.supply) is not None and open_spaces(table.town):
        return True
    return next(developable(table, barred=barred), None) is not None


def dead_ends(town: Town, space: str) -> tuple[int, ...]:
    """Return the sides (1 to 6) whose street faces a tile's blank side (R1.5)."""
    return _ends(town, space, occupied=True)


def open_ends(town: Town, space: str) -> tuple[int, ...]:
    """Return the sides (1 to 6) whose street faces an empty space (R1.5)."""
    return _ends(town, space, occupied=False)


def _ends(town: Town, space: str, *, occupied: bool) -> tuple[int, ...]:
    sides = sides_at(town, space)
    around = NEIGHBOURS[space]
    return tuple(
        side + 1
        for side in range(HEXAGON)
        if sides >> side & 1
        and (around[side] in town) is occupied
        and not (occupied and are_joined(town, space, around[side] or ""))
    )
