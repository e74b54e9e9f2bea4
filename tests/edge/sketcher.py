"""Pictures of one pixel, and searches that find nothing, for tests in which nobody looks at them."""

from __future__ import annotations

from collections.abc import Callable

from bot.edge.application import Application
from bot.edge.imaging.drawing import RenderRequest
from bot.edge.imaging.render_pool import RenderPool
from render.core.plates import Drawing

PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d49444154789c6360606060000000050001a5f645400000"
    "000049454e44ae426082"
)


class Sketcher(RenderPool):
    """A render pool of two one-pixel plates a board, with nothing to warm; it keeps what it was to draw."""

    def __init__(self, processes: int = 0) -> None:
        """Start without pictures."""
        super().__init__(processes)
        self.shots: list[RenderRequest] = []

    async def draw(
        self, render_request: RenderRequest, *, wanted: Callable[[], bool] = lambda: True
    ) -> tuple[Drawing, ...]:
        """Return the plates."""
        self.shots.append(render_request)
        return (Drawing(PIXEL, 1, 1), Drawing(PIXEL, 1, 1, extra=True))

    async def warm(self, games: tuple[str, ...]) -> None:
        """Do nothing."""


def simplify(application: Application) -> None:
    """Let the bot draw one pixel in place of each picture, and find no suggestion in practice matches."""
    responder = application.client.responder
    assert responder is not None, "the application has furnished the client"
    application.render_pool = responder.render_pool = application.courier._render_pool = Sketcher()
    application.services.suggestions._search = _find_nothing


async def _find_nothing(*_: object) -> None:
    """Find no turn to be sure of."""
