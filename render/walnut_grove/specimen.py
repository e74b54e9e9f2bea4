"""A sheet of all that is drawn, in true colour: `python -m render.core.mixing walnut_grove` chooses the palette."""

from PIL import Image

from games.walnut_grove.view import GOODS, RING
from render.core.colour import RGB
from render.core.surface import Raster
from render.walnut_grove import houses, patterns, plan, slips, street, things, tokens, wheel
from render.walnut_grove.inks import CREAM, FOREST, INK, NAMED, PAPER, PAPER2, PAWNS, ROAD

INKS: tuple[RGB, ...] = NAMED
STEP = 170
COLUMNS = 10
SEATS = range(4)


def _rows() -> list[tuple[RGB, list[Raster]]]:
    """Drawings by the ground they lie on."""
    squares = [patterns.tile((good,) * 4, 1.0) for good in GOODS]
    mixed = [
        patterns.tile((a, b, c, a), 1.0)
        for a, b, c in zip(GOODS, GOODS[1:] + GOODS[:1], GOODS[2:] + GOODS[:2], strict=True)
    ]
    land = squares + mixed + [patterns.fences((0, 1, 2, 3), 1.0), patterns.tile(("m", "m", "g", "g"), 0.65)]
    pieces = [tokens.cube(good, 50.0, shadow=True) for good in GOODS] + [tokens.square(good) for good in GOODS]
    pieces += [tokens.pawn(colour, 50.0, halo=True) for colour in PAWNS]
    cream = [tokens.coin(kind, 33.0) for kind in tokens.COINS] + [things.thing(kind) for kind in things.THINGS]
    cream += [tokens.cube(good, 42.0) for good in GOODS] + [tokens.flame(40.0), tokens.tick(), tokens.short(2)]
    pale = [things.house(), things.wagon()] + [tokens.pawn(colour, 64.0) for colour in PAWNS] + [tokens.any_good(42.0)]
    on_road = [tokens.figure(seat, 22.0, 36.0) for seat in SEATS] + [tokens.ring(37.0), street.spot(32.0)]
    on_paper = [tokens.figure(seat, 25.0) for seat in SEATS] + [plan.tree(1.0), plan.windpump(1.0)]
    on_paper += [houses.town_hall(), houses.bazaar(), houses.gate(), wheel.next_disc("B")]
    on_paper += [wheel.sprig(left=True), tokens.changed(160, 150), tokens.legal(160, 150), tokens.help_tag("HELP")]
    board = [plan.space(120, 150, kind) for kind in ("paper", "pale", "dull", "site", "place")]
    grounds = (INK, PAPER2, CREAM, PAPER2, ROAD, PAPER, FOREST)
    return list(zip(grounds, (land, pieces, cream, pale, on_road, on_paper, board), strict=True))


def specimen() -> Image.Image:
    """The sheet."""
    rows = _rows()
    fronts = [houses.front(stop.id, stop.kind, 187.0) for stop in RING]
    tall = [*fronts, wheel.face("autumn"), wheel.face(""), slips.slot(300, "first"), slips.slot(300, "done")]
    heights = [(len(drawings) + COLUMNS - 1) // COLUMNS * STEP for _, drawings in rows]
    image = Image.new("RGBA", (COLUMNS * STEP, sum(heights) + 340 * ((len(tall) + 4) // 5)), PAPER)
    top = 0
    for (colour, drawings), height in zip(rows, heights, strict=True):
        image.paste(colour, (0, top, image.width, top + height))
        for i, drawing in enumerate(drawings):
            image.alpha_composite(drawing.image, (i % COLUMNS * STEP, top + i // COLUMNS * STEP))
        top += height
    for i, drawing in enumerate(tall):
        image.alpha_composite(drawing.image, (i % 5 * 336, top + i // 5 * 336))
    return image.convert("RGB")
