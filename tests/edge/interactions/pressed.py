"""Interactions and render pools as far as answering a press takes them, with what goes wrong."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any, cast

import discord

from bot.app.services import Services
from bot.edge.imaging.drawing import RenderRequest, Scene
from bot.edge.imaging.render_pool import RenderPool
from bot.edge.interactions.responder import Responder
from bot.edge.limits import Code
from bot.edge.messages.builder import Post, plain
from games.core.game import Marks
from render.core.plates import Drawing
from tests.edge.readers import LANGUAGES, NO_UOW

SHOT = RenderRequest(game="none", scene=Scene.PREVIEW, view=None, marks=Marks(), names=())


class Slow(RenderPool):
    """A render pool whose pictures are ready when the test says so."""

    def __init__(self) -> None:
        """Start with closed doors."""
        super().__init__(0)
        self.ready = asyncio.Event()
        self.begun = 0

    async def _try(self, work: object, argument: object, **_: object) -> Any:  # noqa: ANN401  # what the work makes
        self.begun += 1
        await self.ready.wait()
        return (Drawing(b"", 1, 1),)


@dataclass
class Pressed:
    """As much of an interaction as answering one takes."""

    id: int
    message: SimpleNamespace | None
    shown: list[str] = field(default_factory=list)
    answering: "asyncio.Task[None] | None" = None
    channel_id: int = 1
    guild_id: int | None = None
    type: discord.InteractionType = discord.InteractionType.component
    data: dict[str, str] = field(default_factory=dict)
    extras: dict[object, object] = field(default_factory=dict)
    locale: SimpleNamespace = field(default_factory=lambda: SimpleNamespace(value="en-GB"))
    user: SimpleNamespace = field(default_factory=lambda: SimpleNamespace(id=5))
    deferring: list[Exception] = field(default_factory=list)
    """What goes wrong with the acknowledgement, one after the other."""
    showing: list[Exception] = field(default_factory=list)
    """The same with the answer."""
    answering_at_once: list[Exception] = field(default_factory=list)
    """The same with an answer that is the acknowledgement too."""
    slow: asyncio.Event | None = None
    """Until when the answer's request takes."""
    hangs: bool = False
    """Whether an acknowledgement is never answered."""
    created_at: datetime = field(default_factory=lambda: datetime.now(UTC))
    sent: list[str] = field(default_factory=list)
    """The requests made, those that went wrong too."""

    @property
    def response(self) -> "Pressed":
        """The part that acknowledges."""
        return self

    async def defer(self, **_: object) -> None:
        """Acknowledge."""
        self.sent.append("defer")
        if self.hangs:
            await asyncio.Event().wait()
        if self.deferring:
            raise self.deferring.pop(0)

    async def delete_original_response(self) -> None:
        """Take the answer away."""
        raise refused(404, Code.UNKNOWN_WEBHOOK)

    async def edit_original_response(self, *, view: Any, **_: object) -> None:  # noqa: ANN401  # discord.py's
        """Show the answer."""
        self.sent.append("edit")
        if self.showing:
            raise self.showing.pop(0)
        if self.slow is not None:
            await self.slow.wait()
        self.shown.append(view.children[0].children[0].content)

    async def edit_message(self, *, view: Any, **_: object) -> None:  # noqa: ANN401  # discord.py's
        """Acknowledge by the answer."""
        self.sent.append("answer")
        if self.answering_at_once:
            raise self.answering_at_once.pop(0)
        self.shown.append(view.children[0].children[0].content)


def desk_of(render_pool: RenderPool) -> Responder:
    """A responder without matches: the work brings its own."""
    windows = SimpleNamespace(take=lambda match, user: None)
    services = SimpleNamespace(windows=windows, languages=LANGUAGES, uow=NO_UOW)
    return Responder(cast("Services", services), render_pool, {})


@dataclass(frozen=True)
class Failing:
    """What fails, one after the other: acknowledging, and showing the answer."""

    deferring: Sequence[Exception] = ()
    showing: Sequence[Exception] = ()


NOTHING_FAILS = Failing()


def pressing(
    responder: Responder,
    number: int,
    done: list[str],
    *,
    message: int | None,
    draws: bool = True,
    failing: Failing = NOTHING_FAILS,
) -> Pressed:
    """Begin to answer a press that stores something, draws, and shows its number."""
    where = SimpleNamespace(id=message) if message is not None else None
    pressed = Pressed(number, where, deferring=list(failing.deferring), showing=list(failing.showing))

    async def work() -> Post:
        done.append(f"stored {number}")
        if draws:
            await responder.picture(SHOT)
        return plain(f"answer {number}")

    pressed.answering = asyncio.create_task(
        responder.answer(cast("Any", pressed), work, match=1, update=message is not None)
    )
    return pressed


def refused(status: int, code: int = 0) -> discord.HTTPException:
    """What Discord answers."""
    kind = discord.DiscordServerError if status >= 500 else discord.HTTPException
    return kind(cast("Any", SimpleNamespace(status=status, reason="")), {"code": code, "message": "refused"})


async def settled() -> None:
    """Let everything run that need not wait."""
    for _ in range(50):
        await asyncio.sleep(0)
