"""What changed between two views, and what an unfinished move is about: ``0:E5`` a cell, ``0:E5n`` a canal, by seat."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.core.game import Marks
from games.core.moves import Move, values_of
from games.core.seats import Seat
from games.grunn.moves import Arrange
from games.grunn.view import View


def marks(before: View, after: View) -> Marks:
    """Return changed cells and new canals as ``seat:cell`` and ``seat:edge``."""
    spots = []
    for seat, (old, new) in enumerate(zip(before.state.players, after.state.players, strict=True)):
        cells = dict.fromkeys((*new.tiles, *old.tiles))
        spots += [f"{seat}:{cell}" for cell in cells if old.tiles.get(cell) != new.tiles.get(cell)]
        spots += [f"{seat}:{edge}" for edge in new.canals if edge not in old.canals]
    seats = {int(spot.partition(":")[0]) for spot in spots}
    last = after.state.last
    alone = Seat(seats.pop()) if len(seats) == 1 else None
    return Marks(tuple(spots), last.seat if last is not None and last.seat in seats else alone)


def sketch(view: View, verb: type[Move], filled: Mapping[str, Any]) -> Marks:
    """Return the cells chosen so far as ``seat:cell``: of an arrangement, of a tile to relocate or exchange."""
    seat = view.state.mover if view.seat is None else view.seat
    if verb is Arrange:
        cells = values_of(filled, "cells")
    else:
        cells = tuple(filled[name] for name in ("source", "first") if name in filled)
    return Marks(tuple(f"{seat}:{cell}" for cell in cells), seat if cells else None)
