"""The cover: Grumpfs of all clans before the cave wall, and the animals that they hunt."""

from PIL import Image

from render.core.cover import title_size
from render.core.lettering.fonts import CHERRY
from render.core.plates import HIGH, WIDE
from render.core.surface import Raster, Surface
from render.grumpf.inks import BOARDS, CAVE, CREAM
from render.grumpf.paint import Painter
from render.grumpf.pieces.cells import club_shape
from render.grumpf.pieces.grumpfs import grumpf
from render.grumpf.pieces.pictograms import pictogram
from render.grumpf.terrain.stone import wall

TITLE = 110
BACK, FRONT = 225, 285
ANIMAL = 100
ANIMALS = ((18, 20), (134, 14), (22, 136), (866, 14), (982, 20), (978, 136))
"""Where each of the six is."""
CROWD = (
    ("Gr", "", BACK, 44, 246), ("Pi", "", BACK, 310, 236), ("Ye", "", BACK, 574, 242), ("Bl", "", BACK, 838, 238),
    ("Vi", "", FRONT, 150, 380), ("Ne", "", FRONT, 660, 380), ("Or", "", FRONT + 20, 392, 362),
)  # fmt: skip
"""Clan, number, width and place of each Grumpf, those behind first."""


def club(wide: int) -> Raster:
    """A club; (0, 0) is its upper left corner."""
    plate = Surface("coverclub", (-8, -8, wide + 8, wide // 2 + 8), 1.0, flat=True)
    club_shape(plate, (0, 0), wide)
    return plate.raster()


def draw(title: str) -> Image.Image:
    """The cover with the game's title."""
    painter = Painter(wall(HIGH), CAVE)
    painter.word(title, (WIDE / 2, TITLE), title_size(title, CHERRY), side="middle", colour=CREAM)
    for board, at in zip(BOARDS, ANIMALS, strict=True):
        painter.put(pictogram, at, board, ANIMAL, BOARDS[board])
    for clan, value, size, x, y in CROWD:
        painter.put(grumpf, (x, y), clan, value, size=size)
    painter.put(club, (846, 574), 230)
    return painter.image
