"""What runs in the processes that draw: from an order for a picture to its plates.

It imports what draws and nothing else of the bot, since each of those processes holds a copy of all that it imports.
"""

from collections.abc import Iterator
from enum import StrEnum
from itertools import count
from time import perf_counter
from typing import Any

from msgspec import Struct

from games.core.game import Marks, Outcome
from games.core.seats import Seat
from render.charts.symbols import symbol_plates
from render.core.guide import add_discs
from render.core.memory.cache import DRAWN
from render.core.memory.trimming import give_back_early, trim
from render.core.parts import enlarge
from render.core.picture import Picture
from render.core.plates import Drawing, Plates, encode_plate, halve
from render.core.registry import NoPictures, picture
from render.core.registry import theme as theme_in

PIECE_SECONDS = 0.03
"""What is prepared in one go, before somebody's picture may go first."""
TRIM_EVERY = 50
"""Pictures after which the memory is given back that was only needed while they were drawn."""
MB = 2**20

_numbers = count(1)


class Scene(StrEnum):
    """Which of a game's pictures."""

    BOARD = "board"
    PRIVATE = "private"
    SINCE = "since"
    PREVIEW = "preview"
    SEAT = "seat"
    FINAL = "final"
    GUIDE = "guide"
    COVER = "cover"
    SMALL_COVER = "small-cover"
    SYMBOLS = "symbols"


class RenderRequest(Struct, frozen=True, kw_only=True):
    """An order for the plates of one board: all that it depends on.

    ``names`` are the players' names by seat as they stand on the picture; of a cover, which needs no view, only the
    game's title; of ``Scene.SYMBOLS``, whose ``view`` is the pieces group by group, what these are called.
    ``subject`` is the seat shown by ``Scene.SEAT``, ``outcome`` the result shown by ``Scene.FINAL``.
    """

    game: str
    scene: Scene
    view: Any
    marks: Marks
    names: tuple[str, ...]
    subject: Seat | None = None
    outcome: Outcome | None = None
    language: str = "en"
    large: bool = False
    """Twice as large, in parts (``render.core.parts``)."""


def draw(render_request: RenderRequest) -> tuple[Drawing, ...]:
    """Draw in this process; nothing if the game has no pictures."""
    if next(_numbers) % TRIM_EVERY == 0:
        trim()
    try:
        pictures = picture(render_request.game)
    except NoPictures:
        return ()
    if render_request.scene is Scene.SMALL_COVER:
        return tuple(halve(encode_plate(each)) for each in pictures.cover(*render_request.names))
    plates = _lay_out(pictures, render_request)
    if render_request.large:
        return enlarge(plates)
    return tuple(encode_plate(each) for each in plates)


def _lay_out(pictures: Picture[Any], render_request: RenderRequest) -> Plates:
    """Return the plates of a scene."""
    theme = theme_in(render_request.game, render_request.language)
    plates: Plates = ()
    match render_request.scene:
        case Scene.BOARD:
            plates = pictures.board(render_request.view, render_request.marks, names=render_request.names, theme=theme)
        case Scene.PRIVATE:
            plates = pictures.private(
                render_request.view, render_request.marks, names=render_request.names, theme=theme
            )
        case Scene.SINCE:
            plates = pictures.since(render_request.view, render_request.marks, names=render_request.names, theme=theme)
        case Scene.PREVIEW:
            plates = pictures.preview(
                render_request.view, render_request.marks, names=render_request.names, theme=theme
            )
        case Scene.SEAT:
            assert render_request.subject is not None, "a picture of one seat names the seat"
            plates = pictures.seat(
                render_request.view,
                render_request.subject,
                marks=render_request.marks,
                names=render_request.names,
                theme=theme,
            )
        case Scene.FINAL:
            assert render_request.outcome is not None, "a picture of the result has one"
            plates = pictures.final(
                render_request.view, render_request.outcome, names=render_request.names, theme=theme
            )
        case Scene.GUIDE:
            plates = add_discs(pictures.guide(render_request.view, names=render_request.names, theme=theme))
        case Scene.COVER:
            plates = pictures.cover(*render_request.names)
        case Scene.SYMBOLS:
            plates = symbol_plates(render_request.game, render_request.view, render_request.names)
    return plates


_warming: dict[str, Iterator[None]] = {}
"""What is left to draw of that which every picture of a game needs, in this process."""


def warm(game: str) -> bool:
    """Draw for a moment of what every picture of the game needs, in this process; True if more is left."""
    if game not in _warming:
        try:
            _warming[game] = picture(game).warm()
        except NoPictures:
            return False
    until = perf_counter() + PIECE_SECONDS
    more = any(perf_counter() > until for _ in _warming[game])
    if not more:
        trim()
    return more


def keep_within(memory: int) -> None:
    """Keep at most so many MB of drawings in this process, and little else."""
    give_back_early()
    DRAWN.resize(memory * MB)


def ready() -> None:
    """Do nothing: that it can be done shows that the process has loaded what draws."""
