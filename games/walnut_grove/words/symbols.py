"""The pieces by their looks, with their names."""

from __future__ import annotations

from games.core.game import Piece, Symbols
from games.core.text import say
from games.walnut_grove.components import BARN, COINS, COLOURS, GOODS, HUT, IMPROVEMENTS, ITEM_NAMES, UNKNOWN
from games.walnut_grove.words.names import KEY, item_piece, item_text


def _piece(item: str) -> Piece:
    counted = f"{KEY}.name.counted.{ITEM_NAMES.get(item, item)}"
    logged = [f"hires.{item}"] if item in COLOURS else [f"builds.{item}", f"buys.{item}"]
    return Piece(item_piece(item), item_text(item), (counted, *(f"{KEY}.log.{each}" for each in logged)))


SYMBOLS = (
    Symbols("goods", (*map(_piece, GOODS), Piece("good_any", say(f"{KEY}.name.any_good")))),
    Symbols("coins", (*map(_piece, COINS), Piece("coin_any", item_text(UNKNOWN), (f"{KEY}.name.counted.coin",)))),
    Symbols("laborers", tuple(map(_piece, COLOURS))),
    Symbols("things", tuple(map(_piece, (HUT, BARN, *IMPROVEMENTS)))),
)
