"""What changed between two views, for outlines: ``0:N1`` a cell of a farm, ``0:barn``, ``town:lodge`` a stop."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from games.core.game import Marks
from games.core.moves import Move, values_of
from games.core.seats import Seat
from games.walnut_grove.components import PRINTED
from games.walnut_grove.moves import Lay, Renounce, Work
from games.walnut_grove.rules.farm import Farm
from games.walnut_grove.state import Table


def marks(before: Table, after: Table) -> Marks:
    """Return cells with new tiles or other goods, changed parts of farms, and stops where something changed."""
    spots: list[str] = []
    for seat in after.players:
        spots += [f"{seat}:{part}" for part in _farm_changes(before.farms[seat], after.farms[seat])]
    changed = {stop for stop, lying in after.stock.items() if before.stock.get(stop) != lying}
    changed |= {place for old, place in zip(before.places, after.places, strict=True) if old != place}
    if before.walk != after.walk and after.walk is not None:
        changed.add(after.walk.end)
    spots += [f"town:{place}" for place in sorted(changed)]
    return Marks(tuple(spots), _mover(before, after))


def sketch(seat: Seat | None, verb: type[Move], filled: Mapping[str, Any]) -> Marks:
    """Return the cells chosen so far of an unfinished move: where a tile goes, which areas are worked or given up."""
    if seat is None:
        return Marks()
    if verb is Lay:
        cells = tuple(str(filled[name]) for name in ("at",) if name in filled)
    elif verb in (Work, Renounce):
        named = values_of(filled, "areas" if verb is Work else "goods")
        cells = tuple(str(name).partition(".")[0] for name in named)
    else:
        cells = ()
    return Marks(tuple(f"{seat}:{cell}" for cell in dict.fromkeys(cells)), seat if cells else None)


def _mover(before: Table, after: Table) -> Seat | None:
    if before.walk != after.walk and after.walk is not None:
        return after.walk.seat
    moved = [seat for seat in after.players if before.places[seat] != after.places[seat]]
    return moved[0] if len(moved) == 1 else None


def _farm_changes(before: Farm, after: Farm) -> Iterator[str]:
    old = {laid.at for laid in before.tiles}
    cells = [*PRINTED, *(laid.at for laid in after.tiles)]
    regions = {*before.squares, *after.squares}
    full = {region.partition(".")[0] for region in regions if before.squares.get(region) != after.squares.get(region)}
    yield from (cell for cell in cells if (cell not in PRINTED and cell not in old) or cell in full)
    if before.barn != after.barn or before.barns != after.barns:
        yield "barn"
    if (before.labourers, before.hired, before.huts) != (after.labourers, after.hired, after.huts):
        yield "wagons"
    if before.improvements != after.improvements:
        yield "improvements"
    if (before.open, before.flipped) != (after.open, after.flipped):
        yield "help"
