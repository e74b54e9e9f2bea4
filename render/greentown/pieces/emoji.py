"""Tiles, buildings and markers small enough for a line of a menu."""

from functools import partial

from games.greentown.view import KINDS
from render.core.emoji import Pieces
from render.core.ink import even
from render.core.lettering.fonts import DOSIS
from render.core.paths import close_path, round_rectangle
from render.core.surface import Raster, Surface
from render.greentown.inks import CARD, CREAM, FACES, INK
from render.greentown.pieces.cards import NAMES
from render.greentown.pieces.tokens import draw_building, hotel, tree
from render.greentown.terrain.hexagon import R, hexagon, towards

CATEGORIES = "CSM"
CHOSEN = ("B", "T", "BT", "?B", "?T")
"""Markers as they are announced."""
SEAT = 0
"""Whose buildings are plain."""
SIDES = 6
REACH = 60.0
KERB, PAVING = 30.0, 20.0


def pieces() -> Pieces:
    """Tiles by the sides of their streets (`streets_14`), buildings, a hotel, a tree, and markers (`marker_bt`)."""
    tiles = {
        f"streets_{sides}": partial(_tile, sides, kind.symbol.value)
        for kind in KINDS.values()
        for sides in {_turn_streets(kind.streets, turn) for turn in range(SIDES)}
    }
    return {
        **dict(sorted(tiles.items())),
        **{f"building_{kind.lower()}": partial(draw_building, kind, SEAT, 50.0) for kind in CATEGORIES},
        **{f"marker_{_word(kind)}": partial(_marker, words) for kind, words in NAMES.items() if kind in CHOSEN},
        "hotel": partial(hotel, 150),
        "tree": _tree,
    }


def _word(marker: str) -> str:
    return marker.lower().replace("?", "any_")


def _turn_streets(streets: str, turn: int) -> str:
    return "".join(sorted(str((int(side) - 1 + turn) % SIDES + 1) for side in streets))


def _tile(sides: str, symbol: str) -> Raster:
    """A tile with streets as broad as can be, since they are what counts."""
    plate = Surface(f"tile{sides}", (-60, -60, 60, 60), 1.1, flat=True)
    pen = plate.pen(share=56 / R)
    pen.shape(hexagon(R), INK, shake=0)
    pen.shape(hexagon(R - 6), FACES[symbol], shake=0)
    pen = plate.pen()
    for wide, colour in ((KERB, INK), (PAVING, CREAM)):
        for side in sides:
            pen.line([(0, 0), towards(int(side), REACH)], even(wide, colour))
    mask = plate.layer()
    mask.pen(share=56 / R).shape(hexagon(R), INK, shake=0)
    plate.clip(mask)
    plate.pen(share=56 / R).line(close_path(hexagon(R - 3)), even(6, INK))
    return plate.raster()


def _tree() -> Raster:
    plate = Surface("tree", (-30, -40, 30, 38), 1.8)
    tree(plate.pen(share=0.84), shadow=False)
    return plate.raster()


def _marker(words: str) -> Raster:
    plate = Surface("marker", (0, 0, 100, 76), 1.2, flat=True)
    pen = plate.pen()
    body = round_rectangle(3, 3, 97, 73, radius=13)
    pen.shape(body, CARD, shake=0)
    pen.line(close_path(body), even(6, INK))
    plate.text(words, (50, 38), (DOSIS, 58 if len(words) < 3 else 47, INK))
    return plate.raster()
