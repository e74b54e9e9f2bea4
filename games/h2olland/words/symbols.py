"""The pieces by their looks, with their names."""

from __future__ import annotations

from games.core.game import Piece, Symbols
from games.core.text import say
from games.h2olland.components import BUILDINGS, TULIPS, Item

_CROPS = (Item.CORN, Item.BEAN, Item.CARROT, Item.POTATO, Item.COW)


def _piece(item: str) -> Piece:
    ids = [f"name.{how}.{item}" for how in ("items", "count", "brief", "one")]
    ids += [f"{what}.dike" if item == Item.DIKE else f"{what}.placed.{item}" for what in ("move", "log")]
    return Piece(item.replace("-", "_"), say(f"h2olland.name.item.{item}"), tuple(f"h2olland.{id}" for id in ids))


SYMBOLS = (
    Symbols("crops", tuple(map(_piece, _CROPS))),
    Symbols("tulips", tuple(map(_piece, TULIPS))),
    Symbols("buildings", tuple(map(_piece, (*BUILDINGS, Item.DIKE)))),
)
