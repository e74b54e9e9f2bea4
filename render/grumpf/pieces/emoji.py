"""Boards, clans and Grumpfs small enough for a line of a menu."""

from functools import partial

from render.core.emoji import Pieces
from render.core.ink import even
from render.core.paths import round_rectangle
from render.core.surface import Raster, Surface
from render.grumpf.inks import BOARDS, CLANS, INK, LETTERS
from render.grumpf.pieces.grumpfs import grumpf, mark
from render.grumpf.pieces.pictograms import pictogram
from render.grumpf.pieces.signs import club_icon, tent

SIDE = 118
VALUES = "12345"
ANYBODY = "Ne"
"""The clan whose Grumpfs are grey."""


def pieces() -> Pieces:
    """Boards (`board_b`), clans (`clan_vi`), Grumpfs by their value (`value_5`), a club and a hut."""
    return {
        **{f"board_{code.lower()}": partial(_board, code) for code in BOARDS},
        **{f"clan_{code.lower()}": partial(mark, code, SIDE) for code in CLANS},
        **{f"value_{value}": partial(grumpf, ANYBODY, value, size=SIDE) for value in VALUES},
        "club": partial(club_icon, SIDE),
        "hut": partial(tent, ANYBODY, ""),
    }


def _board(code: str) -> Raster:
    """The animal on its board's pigment."""
    plate = Surface(f"board{code}", (0, 0, SIDE, SIDE), 1.0, flat=True)
    plate.pen().shape(round_rectangle(3, 3, SIDE - 3, SIDE - 3, radius=18), BOARDS[code], edge=even(6, INK), shake=0)
    inside = 14
    return pictogram(code, SIDE - 2 * inside, LETTERS[code]).over(plate.raster(), inside, inside)
