"""A sheet of all that is drawn, in true colour: `python -m render.core.mixing walnut_grove` chooses the palette."""

from PIL import Image

from games.walnut_grove.view import GOODS, RING
from render.core.colour import RGB
from render.core.surface import Raster
from render.walnut_grove.inks import CREAM, FOREST, INK, NAMED, PAPER, PAPER2, PAWNS, ROAD
from render.walnut_grove.pieces import houses, slips, things, tokens, wheel
from render.walnut_grove.plates import walnut
from render.walnut_grove.terrain import patterns, plan, street

INKS: tuple[RGB, ...] = NAMED
STEP = 170
COLUMNS = 10
SEATS = range(4)


def _rows() -> list[tuple[RGB, list[Raster]]]:
    """Drawings by the ground they lie on."""
    squares = [patterns.tile((good,) * 4, 0.8) for good in GOODS]
    mixed = [
        patterns.tile((a, b, c, a), 0.8)
        for a, b, c in zip(GOODS, GOODS[1:] + GOODS[:1], GOODS[2:] + GOODS[:2], strict=True)
    ]
    land = squares + mixed + [patterns.fences((0, 1, 2, 3), 0.8), patterns.tile(("m", "m", "g", "g"), 0.4)]
    pieces = [tokens.cube(good, 50.0, shadow=True) for good in GOODS] + [tokens.square(good) for good in GOODS]
    pieces += [tokens.pawn(colour, 50.0, halo=True) for colour in PAWNS]
    cream = [tokens.coin(kind, 20.0) for kind in tokens.COINS] + [things.thing(kind, 0.8) for kind in things.THINGS]
    cream += [tokens.cube(good, 40.0) for good in GOODS] + [tokens.flame(34.0), tokens.tick(), tokens.short(2)]
    pale = [things.house(0.6), things.wagon(0.7)] + [tokens.pawn(colour, 52.0) for colour in PAWNS]
    pale += [tokens.any_good(42.0), tokens.draw_joining_disc(0.8)]
    on_road = [tokens.figure(seat, 20.0, 32.0) for seat in SEATS] + [tokens.ring(34.0), tokens.halo(36.0)]
    on_road += [street.spot(street.PLACE), street.goal(7)]
    on_paper = [tokens.figure(seat, 23.0) for seat in SEATS] + [plan.tree(0.7), plan.windpump(0.7)]
    on_paper += [houses.town_hall(), houses.bazaar(), houses.gate(), wheel.next_disc("B"), street.number(7)]
    on_paper += [
        slips.sprig(left=True),
        tokens.draw_change_frame(150, 140),
        tokens.choosable(150, 140),
        tokens.letter_tag("A"),
    ]
    wood = [walnut.space(120, 100, kind) for kind in ("paper", "pale", "dull", "site", "place")]
    wood += [tokens.needs_strip(120, 44)]
    grounds = (INK, PAPER2, CREAM, PAPER2, ROAD, PAPER, FOREST)
    return list(zip(grounds, (land, pieces, cream, pale, on_road, on_paper, wood), strict=True))


def specimen() -> Image.Image:
    """The sheet."""
    rows = _rows()
    fronts = [houses.front(stop.id, stop.kind, float(street.box(stop.pos)[2])) for stop in RING]
    tall = [*fronts, wheel.face("autumn"), wheel.face(""), slips.slip(300, 92, first=True), slips.slip(300, 92)]
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
