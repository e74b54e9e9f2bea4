"""A sheet of all that is drawn, in true colour; `python -m render.core.mixing greentown` makes the palette of it."""

from PIL import Image

from games.greentown.view import CARDS, KINDS
from render.core.colour import RGB, mix
from render.core.surface import Raster
from render.greentown.inks import BAND, CREAM, FOOT, INK, LANDS, NAMED, OPEN, PAPER, PASTURE, SAND, SHADES
from render.greentown.pieces import cards, signs, tokens
from render.greentown.pieces.tiles import Look, tile
from render.greentown.plates import bands, lines, players
from render.greentown.terrain.land import LAND, cow, fields
from render.greentown.terrain.tour import through

STEP = 176
INKS: tuple[RGB, ...] = NAMED


def looks() -> list[Look]:
    """Tiles of every face, with and without marks."""
    found = [
        Look(symbol, streets, vacant, mark)
        for symbol, streets in (("cow", "14"), ("tree", "124"), ("flower", "125"))
        for vacant, mark in ((False, ""), (True, ""), (False, "laid"), (True, "developed"))
    ]
    return [*found, Look("hotel", "123456", vacant=False), Look("cow", "12345", vacant=False, mark="laid", draft=True)]


def _rows() -> list[tuple[RGB, list[Raster]]]:
    """Drawings by the ground they lie on."""
    blocks = [tokens.draw_building(kind, seat, 27.0, number=34) for kind in "CSM" for seat in range(4)]
    on_site = [*blocks, tokens.tree_piece(1.0), tokens.hotel(128), tokens.vacant(1.0)]
    on_site += [through(2, 5, "site", 1.0), through(1, 3, "vacant", 1.0), through(2, 4, "site", 1.0, draft=True)]
    on_site += [signs.stop(3, 18.5, 30), signs.stop(3, 18.5, 30, draft=True), signs.pennant(1.0)]
    on_green = [
        signs.dart(2, 1.0),
        signs.dart(3, 1.0),
        signs.bar(1, 1.0),
        signs.bar(2, 1.0),
        signs.plaque(60, 28),
    ]
    on_green += [signs.fresh(19.0), signs.fresh(17.0, hollow=True), signs.tag("M13", 43)]
    on_land = [
        signs.open_space(126, 0),
        signs.open_space(126, 42),
        signs.open_space(126, 24, offered=True),
        cow(0),
        cow(1),
        signs.compass(76),
    ]
    on_sand = [cards.marker(kind, up=up) for kind in ("B", "BOT") for up in (True, False)]
    on_sand += [cards.visitors(card) for card in list(CARDS.values())[::5]]
    on_sand += [tokens.draw_building(kind, seat, 15.5) for kind in "CSM" for seat in range(4)]
    on_sand += [tokens.chip(seat, 20) for seat in range(4)]
    on_sand += [players.disc("+4", "pay"), players.disc("12", "greenies"), cards.token("×2")]
    on_paper = [lines.sign(kind) for kind in ("laid", "developed", "tour")]
    on_foot = [cards.stack(kind, count) for kind in list(KINDS.values())[::2] for count in (0, 3)]
    on_foot += [cards.count_disc(count) for count in (0, 3)]
    return [
        (PASTURE, [tile(look, 1.0) for look in looks()]), (CREAM, on_site), (PASTURE, on_green), (OPEN, on_land),
        (SAND, on_sand), (PAPER, on_paper), (FOOT, on_foot), (BAND, [bands.logo(), bands.title()]),
    ]  # fmt: skip


def _paint_shades(image: Image.Image, top: int) -> None:
    """Land, open spaces and water in the shadow of the town."""
    x = 0
    for land in (*LANDS, OPEN):
        for share in (0.0, *SHADES):
            image.paste(mix(INK, land, share), (x, top, x + 60, top + STEP))
            x += 60


def specimen() -> Image.Image:
    """The sheet."""
    rows = _rows()
    columns = 12
    heights = [(len(drawings) + columns - 1) // columns * STEP for _, drawings in rows]
    image = Image.new("RGBA", (columns * STEP + 60, sum(heights) + STEP * 4), PAPER)
    top = 0
    for (colour, drawings), height in zip(rows, heights, strict=True):
        image.paste(colour, (0, top, image.width, top + height))
        for i, drawing in enumerate(drawings):
            x, y = 20 + i % columns * STEP, top + 8 + i // columns * STEP
            image.alpha_composite(drawing.image, (x, y))
        top += height
    _paint_shades(image, top)
    image.paste(fields(*LAND).crop((0, 60, LAND[0], 60 + STEP * 3)), (0, top + STEP))
    return image.convert("RGB")
