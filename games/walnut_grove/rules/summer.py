"""Laying tiles (R4) and the harvest (R5): a farm order worked out on the farm it begins with."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from msgspec.structs import replace

from games.core.errors import IllegalMove
from games.walnut_grove.components import ITEMS, TILES, Disc
from games.walnut_grove.moves import Lay
from games.walnut_grove.rules.farm import Farm, drop, pay_back, put_in_barn, put_on_squares, room_in, unknown_area
from games.walnut_grove.rules.land import QUARTERS, Area, Laid, split_cell, spots
from games.walnut_grove.state import Summer, Worked
from games.walnut_grove.words.names import raws, refuse, tally


def check_lay(farm: Farm, drawn: Sequence[str], keep: int, laid: int, move: Lay) -> None:
    """Raise the first refusal of section 6 that stands against laying a tile."""
    if move.tile not in drawn:
        raise refuse("TILE_NOT_DRAWN", "R4.2", tile=move.tile or "?", tiles=raws(drawn))
    if any(tile.tile == move.tile for tile in farm.tiles):
        raise refuse("TILE_TWICE", "R4.3")
    if laid >= keep:
        raise refuse("KEEP_NUMBER", "R4.3", count=keep)
    check_spot(farm, move.at, move.turn)


def check_spot(farm: Farm, cell: str, turn: int) -> None:
    """Raise the first refusal that stands against a tile on a cell: BELOW_BOARD_EDGE, SPOT_TAKEN and so on."""
    place = split_cell(cell)
    if place is not None and place[1] < 1:
        raise refuse("BELOW_BOARD_EDGE", "R4.4")
    if any(tile.at == cell for tile in farm.tiles):
        raise refuse("SPOT_TAKEN", "R4.4", cell=cell)
    free = spots(farm.tiles)
    if cell not in free:
        raise refuse("NOT_ADJACENT", "R4.4", cell=cell or "?", cells=raws(free))
    if turn not in range(QUARTERS):
        raise refuse("BAD_ROTATION", "R4.5")


def lay(farm: Farm, laid: Laid) -> Farm:
    """Lay a tile; goods on squares stay where they are (R4.7)."""
    assert laid.tile in TILES, laid.tile
    return replace(farm, tiles=(*farm.tiles, laid))


def area_of(farm: Farm, name: str) -> Area:
    """Return the area that a region belongs to; raises UNKNOWN_AREA."""
    area = farm.land.of.get(name)
    if area is None:
        raise unknown_area(farm, name or "?")
    return area


def yield_of(area: Area, disc: Disc) -> int:
    """Return how many goods a figure brings from an area (R5.3)."""
    return area.size + (area.good == disc.summer)


def areas_named(farm: Farm, names: Sequence[str], *, whole: bool = True) -> tuple[Area, ...]:
    """Return the areas to be worked; raises UNKNOWN_AREA, AREA_TWICE, ALL_FIGURES (R5.2)."""
    areas = tuple([area_of(farm, name) for name in names])
    if len({area.name for area in areas}) < len(areas):
        at = next(at for at, area in enumerate(areas) if area in areas[:at])
        raise refuse("AREA_TWICE", "R5.2", one=names[areas.index(areas[at])], other=names[at])
    if len(areas) > farm.figures or (whole and len(areas) < farm.figures):
        raise refuse("ALL_FIGURES", "R5.2", count=farm.figures)
    return areas


def split_renounce(entry: str) -> tuple[str, int]:
    """Return area and number of ``J0.g-1``; a number that is none is 0."""
    name, _, number = entry.rpartition("-")
    return name, int(number) if number.isdecimal() and len(number) < 3 else 0


def harvest(farm: Farm, order: Summer, disc: Disc, *, whole: bool = True) -> tuple[Farm, tuple[Worked, ...]]:
    """Carry out drops, harvest and repayments of a farm order; raises the first refusal that stands against it.

    The tiles are on the farm already, help paid back before the spring is too. Nothing is
    harvested while no area is named; with ``whole`` false not every figure need have its area yet.
    """
    areas = areas_named(farm, order.areas, whole=whole) if order.areas else ()
    worked_at = {area.name for area in areas}
    renounced: dict[str, int] = {}
    for entry in order.renounce:
        name, number = split_renounce(entry)
        area = _work(farm, name, worked_at)
        renounced[area.name] = renounced.get(area.name, 0) + number
        if number < 1:
            raise refuse("BAD_RENOUNCE", "R5.5", "number", name=area.name)
    pause = _work(farm, order.mid_after, worked_at).name if order.mid_goods else ""
    farm = drop(farm, order.drop)
    worked = []
    for area in areas:
        farm, done = _harvest(farm, area, disc, renounced.get(area.name, 0))
        if area.name == pause:
            farm = pay_back(farm, order.mid_goods)
            done = replace(done, repaid=order.mid_goods)
        worked.append(done)
    if order.repay_after:
        farm = pay_back(farm, order.repay_after)
    return farm, tuple(worked)


def harvest_order(farm: Farm, order: Summer, disc: Disc) -> tuple[Farm, tuple[Worked, ...]]:
    """Return what ``harvest`` makes of a whole order; worked out once for a farm, since it is checked and then played.

    What is refused is refused anew each time.
    """
    key = ("harvested", replace(order, worked=()), disc.id)
    found: tuple[Farm, tuple[Worked, ...]] | None = farm.notes.get(key)
    if found is None:
        found = farm.notes[key] = harvest(farm, order, disc)
    return found


def harvest_so_far(farm: Farm, order: Summer, disc: Disc) -> tuple[Farm, tuple[Worked, ...]]:
    """Return ``harvest_order`` of an order that may need something dropped: help waits as long (``awaits_drop``)."""
    try:
        return harvest_order(farm, order, disc)
    except IllegalMove:
        return harvest_order(farm, replace(order, mid_after="", mid_goods=()), disc)


def awaits_drop(order: Summer) -> bool:
    """Whether help is to be paid back between two areas with goods that find no space unless something is dropped."""
    return bool(order.mid_goods) and not any(worked.repaid for worked in order.worked)


def droppings(farm: Farm, order: Summer, disc: Disc) -> Iterator[tuple[str, ...]]:
    """Yield what can be dropped on top for the order to be carried out (R5.5), the least first.

    Only help paid back between two areas can ask for it: with goods that would find no space before. All that help is
    not paid back with makes the same room, so that one way to drop so much of it stands for all.
    """
    left = tally(order.drop)
    things = [item for item in ITEMS for _ in range(farm.barn.get(item, 0) - left.get(item, 0))]
    given = [item for item in things if item in order.mid_goods]
    others = tuple(item for item in things if item not in order.mid_goods)
    most = len(things) if _loses(farm, order, disc) else 0
    for number in range(most + 1):
        for less in range(max(0, number - len(others)), min(number, len(given)) + 1):
            for some in dict.fromkeys(combinations(given, less)):
                more = (*others[: number - less], *some)
                if _goes(farm, replace(order, drop=(*order.drop, *more)), disc):
                    yield more


def _goes(farm: Farm, order: Summer, disc: Disc) -> bool:
    try:
        harvest(farm, order, disc)
    except IllegalMove:
        return False
    return True


def _loses(farm: Farm, order: Summer, disc: Disc) -> bool:
    """Whether goods find no space up to the area after which help is to be paid back."""
    if not order.mid_goods:
        return False
    try:
        worked = harvest(farm, replace(order, mid_after="", mid_goods=(), repay_after=()), disc)[1]
        pause = area_of(farm, order.mid_after).name
    except IllegalMove:
        return False
    names = [done.area for done in worked]
    return pause in names and any(done.lost for done in worked[: names.index(pause) + 1])


def _work(farm: Farm, name: str, worked: set[str]) -> Area:
    area = area_of(farm, name)
    if area.name not in worked:
        raise refuse("NOT_WORKED", "R5.5", name=name)
    return area


def _harvest(farm: Farm, area: Area, disc: Disc, renounced: int) -> tuple[Farm, Worked]:
    number = yield_of(area, disc)
    over = max(0, number - room_in(farm, area))
    if renounced > over:
        raise refuse("BAD_RENOUNCE", "R5.5", name=area.name, count=over)
    farm, left = put_on_squares(farm, area, number)
    farm, lost = put_in_barn(farm, area.good, left - renounced)
    done = Worked(
        area=area.name, good=area.good, harvest=number, barn=left - renounced - lost, renounced=renounced, lost=lost
    )
    return farm, done
