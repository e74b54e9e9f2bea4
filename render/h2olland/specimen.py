"""A sheet of all that is drawn, in true colour: `python -m render.core.mixing h2olland` chooses the palette from it."""

from PIL import Image

from render.core.colour import RGB
from render.core.surface import Raster
from render.h2olland.inks import BARREN, CODES, GRASS, NAMED, PANEL, PAPER, SAND, TULIPS, WATER
from render.h2olland.pieces import buildings, signs, tokens
from render.h2olland.pieces.fields import field
from render.h2olland.pieces.signs import Weather
from render.h2olland.plates import panels
from render.h2olland.terrain import lake, shore

INKS: tuple[RGB, ...] = NAMED
SEATS = range(4)
STEP = 184
COLUMNS = 12


def _rows() -> list[tuple[RGB, list[Raster]]]:
    """Drawings by the ground they lie on."""
    kinds = (*CODES, *TULIPS)
    on_sand = [field(kind, 1.0, SAND, lying=True) for kind in kinds]
    on_sand += [field(kind, 1.0, SAND, lying=False, seat=i % 4) for i, kind in enumerate(kinds)]
    on_sand += [make(seat, 1.0, SAND) for seat in SEATS for make in (buildings.farm, buildings.mill)]
    on_sand += [shore.sand(which, 1.0) for which in (0, 1)] + [shore.river((1, 1), 1.0), shore.corner_deck((1, 1), 1.0)]
    on_sand += [shore.deck(1.0), shore.stream(1.0)]
    on_sand += [lake.water("N W", 1.0), lake.water("E S", 1.0), lake.water("NE SW", 1.0)]
    on_grass = [lake.land(barren, 1.0) for barren in ((), (0,), (1, 3))]
    on_grass += [field(kind, 1.0, GRASS, lying=True, seat=i % 4) for i, kind in enumerate(kinds)]
    on_grass += [make(seat, 1.0, GRASS) for seat in SEATS for make in (buildings.farm, buildings.mill)]
    on_grass += [
        tokens.turn_sign(GRASS),
        buildings.legal(80, 80, 1.0),
        buildings.draw_change_frame(80, 80, 1.0, 5.0, 12.0),
    ]
    on_barren = [buildings.mill(seat, 1.0, BARREN, used=seat > 1) for seat in SEATS] + [lake.stones(1.0)]
    on_water = [buildings.dike(1.0, lying=True), tokens.badge(0, 26.0), tokens.badge(3, 26.0)]
    cards = [None, Weather("flood", "corn", "Po", ""), Weather("rot", "bean", "", "Co")]
    cards += [Weather("drought", "", "", "BeCa"), Weather("", "", "CoCa", "BePo")]
    on_paper = [signs.weather_card(card) for card in cards]
    on_paper += [signs.season(mark, present=lit) for mark in signs.SEASON_SIGNS for lit in (True, False)]
    on_panel = [tokens.goods(kind) for kind in (*kinds, "dike")] + [tokens.bulb(TULIPS[0], pale=PANEL)]
    on_panel += [sign(state) for sign in (tokens.mill_sign, tokens.farm_sign) for state in tokens.PIPS]
    on_panel += [tokens.badge(seat, 32.0) for seat in SEATS] + [tokens.clog()]
    grounds = (SAND, GRASS, BARREN, WATER, PAPER, PANEL)
    return list(zip(grounds, (on_sand, on_grass, on_barren, on_water, on_paper, on_panel), strict=True))


def specimen() -> Image.Image:
    """The sheet."""
    rows = _rows()
    wide = [signs.wordmark(60), *(signs.turn_plate(seat, 540, 86) for seat in (-1, *SEATS))]
    wide += [panels.plaque(seat, active=seat == 2, size=(555, 140)) for seat in SEATS]
    heights = [(len(drawings) + COLUMNS - 1) // COLUMNS * STEP for _, drawings in rows]
    image = Image.new("RGBA", (COLUMNS * STEP + 60, sum(heights) + 170 * ((len(wide) + 3) // 4)), PAPER)
    top = 0
    for (colour, drawings), height in zip(rows, heights, strict=True):
        image.paste(colour, (0, top, image.width, top + height))
        for i, drawing in enumerate(drawings):
            image.alpha_composite(drawing.image, (10 + i % COLUMNS * STEP, top + 4 + i // COLUMNS * STEP))
        top += height
    for i, drawing in enumerate(wide):
        image.alpha_composite(drawing.image, (i % 4 * 566, top + i // 4 * 170))
    return image.convert("RGB")
