"""What changed between two views: ``C4`` a square, ``t12`` a tile, ``12-13`` a border."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.core.game import Marks
from games.core.moves import Move, values_of
from games.core.seats import Seat
from games.h2olland.components import (
    CODES,
    find_item,
)
from games.h2olland.moves import Face, Reward, Trade
from games.h2olland.state import NOBODY, Phase, Table
from games.h2olland.view import TAKEN, TRADED, View, faces


def marks(before: View, after: View) -> Marks:
    """Return what changed on the board: squares, tiles and borders."""
    old, new = before.table, after.table
    squares = [square for square in new.board.squares if old.on.get(square) != new.on.get(square)]
    if old.phase is not Phase.RACE and new.phase is Phase.RACE:
        squares = [square for square in squares if (square in old.on) != (square in new.on)]
    seen_before, seen_now = faces(before), faces(after)
    tiles = [f"t{tile}" for tile in new.board.tiles if seen_before.get(tile) != seen_now.get(tile)]
    dikes = [border for border in new.board.borders if (border in old.dikes) != (border in new.dikes)]
    return Marks((*tiles, *dikes, *squares), _last(old, new))


def _last(old: Table, new: Table) -> Seat | None:
    return old.turn if old.turn != NOBODY and old.count != new.count else None


def sketch(view: View, verb: type[Move], filled: Mapping[str, Any]) -> Marks:
    """Return the tile whose facing is being chosen, or the trades or the tulips chosen so far."""
    if verb is Trade:
        codes = enumerate(values_of(filled, "trades"), 1)
        return Marks(tuple(f"{TRADED}:{number}:{code}" for number, code in codes), view.seat)
    if verb is Reward:
        items = (find_item(name) or name for name in values_of(filled, "colours"))
        return Marks(tuple(f"{TAKEN}:{n}:{CODES.get(item, item)}" for n, item in enumerate(items, 1)), view.seat)
    chosen = verb is Face and "tile" in filled
    return Marks((f"t{filled['tile']}",), view.seat) if chosen else Marks()
