"""Dikes, areas and who may turn which tile (R5.1–R5.13)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from string import ascii_lowercase
from typing import TypeAlias

from msgspec.structs import replace

from games.core.search.proofs import proof
from games.core.seats import Seat
from games.h2olland.board import Border, Point, Square, Tile, border_of
from games.h2olland.components import MAX_AREA, Item
from games.h2olland.state import Table, cached_on_table
from games.h2olland.words.refusals import Trouble, trouble

Area: TypeAlias = tuple[Tile, ...]
"""Tiles that hang together, ascending (R5.6)."""


def dike_problem(table: Table, border: Border) -> Trouble | None:
    """Return why no dike can be laid on the border (``3-4``, lower number first), or None (R5.2–R5.4)."""
    if border not in table.board.borders:
        low, _, high = border.partition("-")
        return trouble("bad_edge", "R5.2", a=low, b=high)
    for tile in table.board.sides[border]:
        if tile in table.land:
            return trouble("not_water", "R5.2", tile=tile)
    if border in table.dikes:
        return trouble("dike_exists", "R5.4", border=border)
    if _anchors(table).isdisjoint(table.board.borders[border]):
        return trouble("no_anchor", "R5.3")
    return None


@cached_on_table
def _anchors(table: Table) -> frozenset[Point]:
    """Return the points that touch land or the end of a dike: a dike needs one of them at an end (R5.3)."""
    return table.ground.lake.points.union(*(table.board.borders[dike] for dike in table.dikes))


@cached_on_table
def dike_borders(table: Table) -> tuple[Border, ...]:
    """Return every border that can take a dike."""
    return tuple(_dikeable(table))


def can_lay_dike(table: Table) -> bool:
    """Return whether there is any such border."""
    return next(_dikeable(table), None) is not None


def _dikeable(table: Table) -> Iterator[Border]:
    """Yield the borders between water that have no dike yet and are anchored: those without a problem."""
    anchors, borders = _anchors(table), table.board.borders
    for border, (low, high) in table.board.sides.items():
        if not (
            low in table.land or high in table.land or border in table.dikes or anchors.isdisjoint(borders[border])
        ):
            yield border


@cached_on_table
def areas(table: Table) -> tuple[Area, ...]:
    """Return the areas of the lake, by lowest tile (R5.6)."""
    return split(table, table.dikes)


def split(table: Table, dikes: Collection[Border]) -> tuple[Area, ...]:
    """Return the areas that the lake would fall into with these dikes."""
    found: list[Area] = []
    seen: set[Tile] = set()
    for tile in table.water:
        if tile in seen:
            continue
        todo, members = [tile], {tile}
        while todo:
            at = todo.pop()
            for other in table.board.neighbours[at]:
                if other not in members and other not in table.land and border_of(at, other) not in dikes:
                    members.add(other)
                    todo.append(other)
        seen |= members
        found.append(tuple(sorted(members)))
    return tuple(found)


def area_with(table: Table, tile: Tile) -> Area:
    """Return the area that the water tile belongs to; () for a land tile."""
    return next((area for area in areas(table) if tile in area), ())


def free_mills(table: Table, tiles: Collection[Tile]) -> tuple[Square, ...]:
    """Return the unused mills of all players next to any of the tiles (R5.7, R5.8)."""
    pumps = table.board.pumps
    return tuple(
        square
        for square, building in table.buildings.items()
        if building.kind == Item.MILL and square not in table.used and not set(tiles).isdisjoint(pumps[square])
    )


def match(wishes: Mapping[Tile, Sequence[Square]]) -> dict[Tile, Square]:
    """Give as many tiles as possible a mill of their own (augmenting paths); tiles left out got none."""
    taken: dict[Square, Tile] = {}

    def find(tile: Tile, seen: set[Square]) -> bool:
        for mill in wishes[tile]:
            if mill not in seen:
                seen.add(mill)
                if mill not in taken or find(taken[mill], seen):
                    taken[mill] = tile
                    return True
        return False

    for tile in wishes:
        find(tile, set())
    return {tile: mill for mill, tile in taken.items()}


def _wishes(table: Table, area: Area, turned: Mapping[Tile, Seat]) -> dict[Tile, list[Square]]:
    pumps, buildings = table.board.pumps, table.buildings
    mills = free_mills(table, area)
    return {
        tile: [
            mill
            for mill in mills
            if tile in pumps[mill] and (tile not in turned or buildings[mill].seat == turned[tile])
        ]
        for tile in area
    }


def ready_problem(table: Table, area: Area) -> Trouble | None:
    """Return why an area cannot be drained, or None (R5.7)."""
    if len(area) > MAX_AREA:
        return trouble("area_too_big", "R5.7", count=len(area), most=MAX_AREA)
    wishes = _wishes(table, area, {})
    for tile, mills in wishes.items():
        if not mills:
            return trouble("tile_without_mill", "R5.7", tile=tile)
    able = len(match(wishes))
    if able < len(area):
        return trouble("not_enough_mills", "R5.7", count=len(area), able=able)
    return None


@cached_on_table
def ready_areas(table: Table) -> tuple[Area, ...]:
    """Return the areas that are ready, by lowest tile."""
    return tuple(area for area in areas(table) if ready_problem(table, area) is None)


def mills_gained(table: Table, seat: Seat, border: Border) -> int:
    """Return how many mills of the seat can help to drain once a dike lies on the border, that cannot before."""
    return _count_helping_mills(replace(table, dikes={**table.dikes, border: seat}), seat) - _count_helping_mills(
        table, seat
    )


def _count_helping_mills(table: Table, seat: Seat) -> int:
    return sum(table.buildings[mill].seat == seat for area in ready_areas(table) for mill in free_mills(table, area))


def letter_areas(table: Table) -> Mapping[Area, str]:
    """Return the areas that are ready with the letters by which picture and menus call them (section I)."""
    return dict(zip(ready_areas(table), ascii_lowercase, strict=False))


def stands_by(table: Table, seat: Seat, tiles: Collection[Tile]) -> bool:
    """Return whether an unused mill of the player stands next to one of the tiles (R5.9, R5.11)."""
    return any(table.buildings[mill].seat == seat for mill in free_mills(table, tiles))


@proof
def areas_for(table: Table, seat: Seat) -> tuple[Area, ...]:
    """Return the ready areas that the player may choose (R5.9)."""
    return tuple(area for area in ready_areas(table) if stands_by(table, seat, area))


def area_problem(table: Table, seat: Seat, tile: Tile) -> Trouble | None:
    """Return why the player cannot choose the area with this tile, or None (R5.7, R5.9)."""
    if tile not in table.board.tiles:
        return trouble("unknown_tile", "E.1", tile=tile)
    if tile in table.land:
        return trouble("not_water", "R5.9", tile=tile)
    area = area_with(table, tile)
    unready = ready_problem(table, area)
    if unready is not None:
        return unready
    if not stands_by(table, seat, area):
        return trouble("no_own_mill", "R5.9", "area", tiles=tuple(area))
    return None


def _find_stranded_tile(table: Table, seat: Seat, tile: Tile) -> Tile | None:
    """Return a tile of the area that would be left without a mill if the player turned this one (R5.12)."""
    turned = {done: by.seat for done, by in table.flipped.items()} | {tile: seat}
    wishes = _wishes(table, table.area, turned)
    fixed_first = sorted(wishes, key=lambda each: each not in turned)
    matched = match({each: wishes[each] for each in fixed_first})
    return next((each for each in reversed(fixed_first) if each not in matched), None)


def flip_problem(table: Table, seat: Seat, tile: Tile) -> Trouble | None:
    """Return why the player cannot turn this tile of the area being drained, or None (R5.11, R5.12)."""
    if tile not in table.area:
        return trouble("not_in_area", "R5.11", tile=tile, tiles=tuple(table.area))
    if tile in table.flipped:
        return trouble("already_flipped", "R5.11", tile=tile)
    if not stands_by(table, seat, (tile,)):
        return trouble("no_own_mill", "R5.11", "tile", tile=tile)
    left = _find_stranded_tile(table, seat, tile)
    if left is not None:
        return trouble("would_block", "R5.12", tile=tile, left=left, tiles=flips(table, seat))
    return None


@proof
@cached_on_table
def flips(table: Table, seat: Seat) -> tuple[Tile, ...]:
    """Return the tiles of the area being drained that the player may turn."""
    return tuple(
        tile
        for tile in table.area
        if tile not in table.flipped
        and stands_by(table, seat, (tile,))
        and _find_stranded_tile(table, seat, tile) is None
    )
