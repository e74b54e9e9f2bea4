"""Pictures, drawn off the event loop in processes of their own.

A picture never decides over a turn: when it cannot be drawn, the caller shows the board in words instead.
"""

from collections.abc import Callable, Sequence
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from typing import TypeVar

import structlog

from bot.app.runtime.queues import PriorityLimiter
from bot.edge.imaging.drawing import MB, RenderRequest, Scene, draw, warm
from bot.edge.imaging.processes import DrawingProcesses
from bot.metrics import DRAWING
from render.charts.drawing import draw as draw_chart
from render.charts.orders import Chart
from render.core.memory.cache import USUAL_BUDGET
from render.core.plates import Drawing
from render.core.registry import NoPictures

A = TypeVar("A")
R = TypeVar("R")

log = structlog.get_logger(__name__)

FIRST, SECOND, LAST = 0, 1, 2
"""Boards for everybody, private pictures, preparations."""
READY_AHEAD = 1
"""Drawings that lie ready at the processes, so that these do not pause while the event loop is busy."""
PATIENCE_SECONDS = 20.0
"""A drawing that takes longer is given up; the board is shown in words."""
CHARTS = "charts"
"""The topic of what is of no game."""


class RenderPool:
    """Draws pictures in ``processes`` processes; with 0 in a thread of this one (tests, small machines)."""

    def __init__(self, processes: int, memory: int | None = None) -> None:
        """Start no process yet: ``begin`` or the first drawing does.

        Each keeps ``memory`` MB of what it has drawn, or as much as is usual.
        """
        self._processes = DrawingProcesses(processes, USUAL_BUDGET // MB if memory is None else memory)
        self._limiter = PriorityLimiter(processes + READY_AHEAD if processes else 1)

    @property
    def waiting(self) -> int:
        """How many pictures wait to be drawn."""
        return self._limiter.waiting

    def begin(self) -> None:
        """Start a process now, while the bot still connects, so that the first board does not wait for it."""
        self._processes.begin()

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
                game = render_request.game
                return await self._try(draw, render_request, topic=game, game=game, scene=render_request.scene) or ()

    async def charts(self, orders: Sequence[Chart], *, awaited: bool = False) -> tuple[Drawing, ...]:
        """Return charts, those left out whose drawing failed (which is logged); all but the first may be left out.

        Boards are drawn first, unless everybody waits for the charts too (``awaited``).
        """
        made = [await self._chart(order, awaited=awaited) for order in orders]
        drawn = [drawing for drawing in made if drawing is not None]
        return tuple(replace(drawing, extra=number > 0) for number, drawing in enumerate(drawn))

    async def _chart(self, order: Chart, *, awaited: bool) -> Drawing | None:
        async with self._limiter.enter(FIRST if awaited else SECOND):
            return await self._try(draw_chart, order, topic=CHARTS, chart=type(order).__name__)

    async def work(
        self, work: Callable[[A], R], argument: A, *, game: str, patience: float = PATIENCE_SECONDS
    ) -> R | None:
        """Return what ``work`` makes of its argument, or None if it failed (which is logged); all pictures go first.

        After ``patience`` seconds it is given up.
        """
        async with self._limiter.enter(LAST):
            return await self._try(work, argument, topic=game, patience=patience, piece=work.__name__)

    async def _try(
        self, work: Callable[[A], R], argument: A, *, topic: str, patience: float = PATIENCE_SECONDS, **about: str
    ) -> R | None:
        """Return what ``work`` makes of its argument.

        None if there is nothing to draw by, or if it failed or took too long, which is logged with ``about``.
        """
        try:
            return await self._processes.run(work, argument, topic=topic, patience=patience)
        except NoPictures:
            return None
        except BrokenProcessPool:
            log.warning("a drawing process died", **about)
        except TimeoutError:
            log.warning("a drawing took too long", **about)
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
            return await self._processes.run(warm, game, topic=game, patience=PATIENCE_SECONDS)

    def close(self) -> None:
        """End the processes."""
        self._processes.close()
