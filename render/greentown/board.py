"""The whole table, 1200 x 1420: head, last turn, map, players, supply."""

from functools import lru_cache

from PIL import Image

from games.greentown.view import Board
from render.core.picture import Theme
from render.greentown import bands, lines, players, town
from render.greentown.inks import BAND, FOOT, PAPER, palette
from render.greentown.land import frame, polder
from render.greentown.paint import Painter
from render.greentown.sights import Changes

Box = tuple[int, int, int, int]
SIZE = (bands.WIDTH, bands.HEIGHT)
MAP = (16, 122, 1184, 1064)
FOOT_TOP = 1302


@lru_cache(maxsize=8)
def sheet(size: tuple[int, int], box: Box | None = None) -> Image.Image:
    """Paper under the head, with bare land in a box of it."""
    painter = Painter(palette().bring(bands.margin(*size)))
    painter.put(bands.band, (0, 0), bands.WIDTH, bands.HEAD, BAND)
    painter.ground = BAND
    painter.put(bands.logo, (50, 35))
    painter.put(bands.title, (94, 0))
    if box is not None:
        left, top, right, bottom = box
        painter.image.paste(polder(right - left, bottom - top), (left, top))
        painter.ground = PAPER
        painter.put(frame, (left, top), right - left, bottom - top)
    return painter.image


@lru_cache(maxsize=4)
def base(seats: int) -> Image.Image:
    """What every table for so many players shares."""
    painter = Painter(sheet(SIZE, MAP))
    painter.ground = PAPER
    size = (players.panel_width(seats), bands.PANEL[1])
    for seat in range(seats):
        painter.put(bands.panel, players.corner(seat, seats), active=False, size=size)
    painter.put(bands.band, (0, FOOT_TOP), bands.WIDTH, bands.HEIGHT - FOOT_TOP, FOOT)
    return painter.image


def draw(
    board: Board, changes: Changes, names: tuple[str, ...], theme: Theme, *, within: Board | None = None
) -> Image.Image:
    """The table; a draft is shown in the place of the last turn. `within`: the map is that of a later board."""
    painter = Painter(base(len(board.players)))
    lines.head(painter, board, names, theme)
    lines.last_line(painter, board, names, theme, draft=changes.draft)
    town.draw(painter, board, changes, MAP, within=within)
    players.panels(painter, board, names, theme, draft=changes.draft)
    players.supply(painter, board, theme)
    return painter.image
