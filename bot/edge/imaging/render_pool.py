"""Pictures, drawn off the event loop in processes of their own.

A picture never decides over a turn: when it cannot be drawn, the caller shows the board in words instead.
"""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from enum import StrEnum
from time import perf_counter
from typing import Any, TypeVar

import structlog
from msgspec import Struct

from bot.app.runtime.process_pools import PriorityLimiter, call, end, pool
from bot.metrics import DRAWING
from games.core.game import Marks, Outcome
from games.core.seats import Seat
from render.charts.drawing import draw as draw_chart
from render.charts.orders import Chart
from render.charts.symbols import symbol_plates
from render.core.guide import add_discs
from render.core.parts import enlarge
from render.core.picture import Picture
from render.core.plates import Drawing, Plates, encode_plate, halve
from render.core.registry import NoPictures, picture
from render.core.registry import theme as theme_in

A = TypeVar("A")
R = TypeVar("R")

log = structlog.get_logger(__name__)

FIRST, SECOND, LAST = 0, 1, 2
"""Boards for everybody, private pictures, preparations."""
DRAWING_BEHIND = 1
"""How far drawing stands back behind answering, where both want the same core (`nice`)."""
PIECE_SECONDS = 0.03
"""What is prepared in one go, before somebody's picture may go first."""
READY_AHEAD = 1
"""Drawings that lie ready at the processes, so that these do not pause while the event loop is busy."""
PATIENCE_SECONDS = 20.0
"""A drawing that takes longer is given up; the board is shown in words."""


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
    return any(perf_counter() > until for _ in _warming[game])


def _ready() -> None:
    """Do nothing: that it can be done shows that the process has loaded what draws."""


class RenderPool:
    """Draws pictures in ``processes`` processes; with 0 in a thread of this one (tests, small machines)."""

    def __init__(self, processes: int) -> None:
        """Start no process yet: ``begin`` or the first drawing does."""
        self._processes = processes
        self._pool: ProcessPoolExecutor | None = None
        self._limiter = PriorityLimiter(processes + READY_AHEAD if processes else 1)

    @property
    def waiting(self) -> int:
        """How many pictures wait to be drawn."""
        return self._limiter.waiting

    def begin(self) -> None:
        """Start a process now, while the bot still connects, so that the first board does not wait for it."""
        if self._processes:
            self._executor().submit(_ready)

    async def draw(
        self, render_request: RenderRequest, *, wanted: Callable[[], bool] = lambda: True
    ) -> tuple[Drawing, ...]:
        """Return the plates from top to bottom, none where the game has none or drawing failed (which is logged).

        What everybody waits for is drawn first; what is not ``wanted`` any more when it comes to its turn, not at all.
        """
        rank = FIRST if render_request.scene in (Scene.BOARD, Scene.FINAL) else SECOND
        async with self._limiter.enter(rank):
            if not wanted():
                return ()
            with DRAWING.time():
                return await self._try(draw, render_request, game=render_request.game, scene=render_request.scene) or ()

    async def charts(self, orders: Sequence[Chart], *, awaited: bool = False) -> tuple[Drawing, ...]:
        """Return charts, those left out whose drawing failed (which is logged); all but the first may be left out.

        Boards are drawn first, unless everybody waits for the charts too (``awaited``).
        """
        made = [await self._chart(order, awaited=awaited) for order in orders]
        drawn = [drawing for drawing in made if drawing is not None]
        return tuple(replace(drawing, extra=number > 0) for number, drawing in enumerate(drawn))

    async def _chart(self, order: Chart, *, awaited: bool) -> Drawing | None:
        async with self._limiter.enter(FIRST if awaited else SECOND):
            return await self._try(draw_chart, order, chart=type(order).__name__)

    async def work(self, work: Callable[[A], R], argument: A, *, patience: float = PATIENCE_SECONDS) -> R | None:
        """Return what ``work`` makes of its argument, or None if it failed (which is logged); all pictures go first.

        After ``patience`` seconds it is given up.
        """
        async with self._limiter.enter(LAST):
            return await self._try(work, argument, patience=patience, piece=work.__name__)

    async def _try(
        self, work: Callable[[A], R], argument: A, *, patience: float = PATIENCE_SECONDS, **about: str
    ) -> R | None:
        """Return what ``work`` makes of its argument.

        None if there is nothing to draw by, or if it failed or took too long, which is logged with ``about``.
        """
        try:
            return await asyncio.wait_for(self._run(work, argument), patience)
        except NoPictures:
            return None
        except BrokenProcessPool:
            log.warning("a drawing process died", **about)
            self._drop_pool()
        except TimeoutError:
            log.warning("a drawing took too long", **about)
            self._drop_pool()
        except Exception:
            log.exception("a drawing failed", **about)
        return None

    async def warm(self, games: tuple[str, ...]) -> None:
        """Have what every picture needs drawn while nothing else is to be, so that the first board is not slow."""
        for game in games:
            try:
                while await self._warm_up(game):
                    pass
            except Exception:
                log.exception("drawing ahead failed", game=game)
        log.info("the pictures are ready", games=len(games))

    async def _warm_up(self, game: str) -> bool:
        """Have a piece drawn; a picture that is wanted meanwhile waits no longer than that takes."""
        async with self._limiter.enter(LAST):
            return await self._run(warm, game)

    async def _run(self, work: Callable[[A], R], argument: A) -> R:
        """Do the work in a process; if that dies, perhaps for another picture's fault, once more."""
        if self._processes == 0:
            return await asyncio.to_thread(call, work, argument)
        loop, executor = asyncio.get_running_loop(), self._executor()
        try:
            return await loop.run_in_executor(executor, call, work, argument)
        except BrokenProcessPool:
            self._drop_pool(executor)
        return await loop.run_in_executor(self._executor(), call, work, argument)

    def _executor(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = pool(self._processes, behind=DRAWING_BEHIND)
        return self._pool

    def _drop_pool(self, dropped: ProcessPoolExecutor | None = None) -> None:
        """End the processes; with ``dropped`` only if these have not been replaced already."""
        if self._pool is not None and dropped in (None, self._pool):
            end(self._pool)
            self._pool = None

    def close(self) -> None:
        """End the processes."""
        self._drop_pool()
