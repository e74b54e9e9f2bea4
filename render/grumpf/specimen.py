"""A sheet of all that is drawn, in true colour; `python -m render.core.mixing grumpf` makes the palette of it."""

from PIL import Image

from render.core.colour import RGB
from render.core.lettering.fonts import CHERRY
from render.core.lettering.letters import lettering
from render.core.surface import Raster
from render.grumpf.inks import (
    BOARDS,
    CAVE,
    CLANS,
    CREAM,
    GLOW,
    HOLLOWS,
    INK,
    LETTERS,
    NAMED,
    RED,
    RESTING,
    STONES,
    TORCH,
    WAITING,
)
from render.grumpf.pieces import cells, signs
from render.grumpf.pieces.grumpfs import grumpf, mark, scowl
from render.grumpf.pieces.pictograms import pictogram
from render.grumpf.plates import card
from render.grumpf.terrain.blank import blank
from render.grumpf.terrain.slab import slab

INKS: tuple[RGB, ...] = NAMED
STEP = 116
COLUMNS = 14


def _words(size: int, colour: RGB) -> Raster:
    return lettering("Bg205", CHERRY, size, colour)


def _rows() -> list[tuple[RGB, list[Raster]]]:
    """Drawings by the ground they lie on."""
    rows: list[tuple[RGB, list[Raster]]] = []
    for i, board in enumerate(BOARDS):
        clans = [clan for clan in CLANS if clan != "Ne"]
        cellar = [cells.draw_standing(board, clan, "5", sheltered=False) for clan in (*clans[i % 2 :: 2], "Ne")]
        cellar += [cells.draw_standing(cells.FRESH, clan, "4", sheltered=False) for clan in clans[:2]]
        cellar += [cells.draw_knocked_out(cells.FRESH, clan, "Vi") for clan in clans[i::3]]
        cellar += [cells.draw_knocked_out(board, clans[i], "Or"), cells.draw_planned(board, clans[i], "3"), cells.aim()]
        rows.append((STONES[board], cellar))
        rows.append((BOARDS[board], [pictogram(board, 50, LETTERS[board]), _words(40, LETTERS[board])]))
    on_stone = [signs.state_plate("24", met=True), signs.state_plate("8", met=False), signs.podium((2, 1, 1))]
    on_stone += [
        signs.spiral_tile(42),
        signs.swap(33),
        signs.prize_plate(110),
        cells.flag("5"),
        cells.roof(),
        cells.draw_counted_bar(),
    ]
    on_stone += [signs.took_plate("+2"), _words(34, INK), _words(28, RED)]
    rows.append((STONES["R"], on_stone + [mark(clan, 30) for clan in CLANS]))
    on_cave = [signs.tent("Bl", "free"), signs.tent("", "free"), cells.drumhead("7"), cells.flag("4"), signs.knot()]
    on_cave += [_words(66, CREAM), _words(36, TORCH), cells.drumhead("8", pale=True), cells.tag("B")]
    rows.append((CAVE, on_cave))
    for ground in (WAITING, RESTING):
        drawings = [mark(clan, 54) for clan in CLANS] + [scowl(clan, 40) for clan in CLANS]
        drawings += [signs.club_icon(40), signs.joker(40), signs.roof_icon(54), signs.badge("in", 48)]
        drawings += [
            signs.badge("owed", 40),
            pictogram("M", 40, INK),
            pictogram("B", 40, card.pale(ground)),
            _words(44, INK),
        ]
        rows.append((ground, drawings))
    rows.append((GLOW, [cells.space_tab(3), _words(26, INK), grumpf("Vi", "1", size=110), grumpf("Pi", "2", size=110)]))
    rows.append((HOLLOWS["F"], [cells.space_tab(4), _words(26, INK)]))
    return rows


def specimen() -> Image.Image:
    """The sheet."""
    rows = _rows()
    wide = [slab(board) for board in BOARDS]
    wide += [blank((540, 226), 0, lit=True), blank((540, 226), 1, lit=False)]
    heights = [(len(drawings) + COLUMNS - 1) // COLUMNS * STEP for _, drawings in rows]
    image = Image.new("RGBA", (COLUMNS * STEP + 60, sum(heights) + 320 * ((len(wide) + 2) // 3)), CAVE)
    top = 0
    for (colour, drawings), height in zip(rows, heights, strict=True):
        image.paste(colour, (0, top, image.width, top + height))
        for i, drawing in enumerate(drawings):
            image.alpha_composite(drawing.image, (6 + i % COLUMNS * STEP, top + 2 + i // COLUMNS * STEP))
        top += height
    for i, drawing in enumerate(wide):
        image.alpha_composite(drawing.image, (i % 3 * 555, top + i // 3 * 320))
    return image.convert("RGB")
