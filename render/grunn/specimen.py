"""A sheet of all that is drawn, in true colour: `python -m render.core.mixing grunn` chooses the palette from it."""

from PIL import Image

from render.core.colour import RGB
from render.core.lettering.badge import badge
from render.core.lettering.fonts import KAFFEESATZ
from render.core.surface import Raster
from render.grunn.inks import CREAM, GOLD, INK, NAMED, PAPER, PAPER2, SEA
from render.grunn.pieces import signs
from render.grunn.pieces.canals import canal, canal_icon
from render.grunn.pieces.cards import DARK_TILE, LIGHT_TILE, card
from render.grunn.pieces.cells import draw_ring, free_cell, offer_ring
from render.grunn.pieces.tiles import Tile, tile
from render.grunn.pieces.tilled import BARK, EAR, WOOD
from render.grunn.pieces.wild import LEAF, MOSS, OCHRE, POOL, REED, RIM, THIN
from render.grunn.plates.pool import FADED, TILE
from render.grunn.terrain import ground
from render.grunn.terrain.layout import CELL

LANDS = ("wadden", "dollard", "bog", "forest", "marsh")
RIDGES = ("N", "E", "S", "W", "NE", "ES", "SW", "NW")
STEP = 176
COLOURS = 100  # the mixtures beyond these make the files larger, not the pictures better

INKS: tuple[RGB, ...] = (*NAMED, LEAF, RIM, THIN, REED, MOSS, POOL, LIGHT_TILE, DARK_TILE, OCHRE, WOOD, BARK, EAR)


def tiles() -> list[Tile]:
    """Every tile in every state."""
    looks = [Tile(kind, developed=False, number=4) for kind in LANDS]
    looks += [Tile(kind, developed=True, number=5) for kind in LANDS]
    looks += [Tile(kind, developed=True, built=True, number=4) for kind in LANDS if kind != "forest"]
    for built in (False, True):
        looks += [Tile("ridge", True, built, 7, arrows, 4 if len(arrows) == 1 else 3) for arrows in RIDGES]
    return looks


def _rows() -> list[tuple[RGB, list[Raster]]]:
    """Drawings by the ground they lie on."""
    looks = tiles()
    kinds = [f"develop_{kind}" for kind in (*LANDS, "any")]
    size = (CELL, CELL)
    on_sea = [tile(each, CELL) for each in looks]
    on_sea += [free_cell(size, legal=True), free_cell(size, legal=False), draw_ring(size, (13.5, 7.0), 20.0)]
    on_sea += [offer_ring(size), badge("E5", KAFFEESATZ, 46, INK, CREAM, GOLD)]
    on_sea += [canal("ink", 144, 0.9, level=True, scoring=True)]
    on_sea += [canal("water", 144, 0.9, level=True, scoring=scores) for scores in (True, False)]
    on_sea += [signs.small_tile(each, 64) for each in looks]
    on_paper = [tile(each, TILE) for each in looks[:5] + looks[-8:]]
    on_paper += [card(kind, 4) for kind in (*kinds, "relocate", "exchange", "clover")]
    on_paper += [signs.coin(30, "12", shade=True), signs.shield(25, "53"), canal_icon(56)]
    on_paper += [signs.house(kind, 44) for kind in ("milk_factory", "turf_hut", "farm", "esdorp", "church")]
    on_paper += [each.fade(PAPER, FADED) for each in on_paper[:5] + on_paper[13:18]]
    on_strip = [signs.house(kind, 52) for kind in ("milk_factory", "turf_hut", "farm", "esdorp", "church")]
    on_strip += [signs.low_disc(23, "3"), signs.coin(22, "7"), signs.chip("wadden", 58), signs.clock(16)]
    return [(SEA, on_sea), (PAPER, on_paper), (PAPER2, on_strip)]


def specimen() -> Image.Image:
    """The sheet."""
    rows = _rows()
    columns = 12
    heights = [(len(drawings) + columns - 1) // columns * STEP for _, drawings in rows]
    image = Image.new("RGBA", (columns * STEP + 60, sum(heights) + ground.HEADER), PAPER)
    top = 0
    for (colour, drawings), height in zip(rows, heights, strict=True):
        image.paste(colour, (0, top, image.width, top + height))
        for i, drawing in enumerate(drawings):
            x, y = 20 + i % columns * STEP, top + 16 + i // columns * STEP
            image.alpha_composite(drawing.image, (x, y))
        top += height
    image.alpha_composite(ground.header().image, (0, top))
    return image.convert("RGB")
