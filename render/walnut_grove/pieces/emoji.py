"""Goods, coins, landscapes and things small enough for a line of a menu."""

from functools import partial

from games.walnut_grove.view import COINS, COLOURS, GOODS, TILES
from render.core.emoji import Pieces
from render.walnut_grove.pieces.things import THINGS, thing
from render.walnut_grove.pieces.tokens import any_good, coin, cube, pawn
from render.walnut_grove.terrain.patterns import tile

CUBE = 112.0
COIN = 56.0


def pieces() -> Pieces:
    """Goods (`good_g`), coins, tiles by the landscapes of their sides (`land_gfgm`), labourers, things."""
    return {
        **{f"good_{good}": partial(cube, good, CUBE) for good in GOODS},
        **{f"coin_{kind.lower()}": partial(coin, kind, COIN) for kind in COINS},
        **{f"land_{sides}": partial(tile, tuple(sides), 0.8) for sides in sorted(_list_turned_tiles())},
        **{colour: partial(pawn, colour, 112.0) for colour in COLOURS},
        **{kind: partial(thing, kind, 1.7) for kind in THINGS if kind != "campfire"},
        "good_any": partial(any_good, CUBE),
        "coin_any": partial(coin, "tax", COIN),
    }


def _list_turned_tiles() -> set[str]:
    """Every tile as it can lie, N, E, S, W."""
    return {each.sides[turn:] + each.sides[:turn] for each in TILES.values() for turn in range(4)}
