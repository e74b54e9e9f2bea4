"""The queue of a match, and pictures beside it."""

import asyncio
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any, cast

from bot.app.services import Services
from bot.edge.desk import Desk
from bot.edge.sheet import Post, plain
from bot.edge.studio import Scene, Shot, Studio
from games.core.game import Marks
from render.core.picture import Drawing

SHOT = Shot(game="none", scene=Scene.PREVIEW, view=None, marks=Marks(), names=(), alt="")


class Slow(Studio):
    """A studio whose pictures are ready when the test says so."""

    def __init__(self) -> None:
        """Start with closed doors."""
        super().__init__(0)
        self.ready = asyncio.Event()
        self.begun = 0

    async def _draw(self, shot: Shot) -> Drawing | None:
        self.begun += 1
        await self.ready.wait()
        return Drawing(b"", 1, 1, shot.alt)


@dataclass
class Pressed:
    """As much of an interaction as answering one takes."""

    id: int
    message: SimpleNamespace | None
    shown: list[str] = field(default_factory=list)
    answering: "asyncio.Task[None] | None" = None
    channel_id: int = 1
    locale: SimpleNamespace = field(default_factory=lambda: SimpleNamespace(value="en-GB"))
    user: SimpleNamespace = field(default_factory=lambda: SimpleNamespace(id=5))

    @property
    def response(self) -> "Pressed":
        """The part that acknowledges."""
        return self

    async def defer(self, **_: object) -> None:
        """Acknowledge."""

    async def edit_original_response(self, *, view: Any, **_: object) -> None:  # noqa: ANN401  # discord.py's
        """Show the answer."""
        self.shown.append(view.children[0].children[0].content)


def desk_of(studio: Studio) -> Desk:
    """A desk without matches: the work brings its own."""
    windows = SimpleNamespace(take=lambda match, user: None)
    return Desk(cast("Services", SimpleNamespace(windows=windows)), studio, {})


def pressing(desk: Desk, number: int, done: list[str], *, message: int | None, draws: bool = True) -> Pressed:
    """Begin to answer a press that stores something, draws, and shows its number."""
    pressed = Pressed(number, SimpleNamespace(id=message) if message is not None else None)

    async def work() -> Post:
        done.append(f"stored {number}")
        if draws:
            await desk.picture(SHOT)
        return plain(f"answer {number}")

    pressed.answering = asyncio.create_task(
        desk.answer(cast("Any", pressed), work, match=1, update=message is not None)
    )
    return pressed


async def settled() -> None:
    """Let everything run that need not wait."""
    for _ in range(50):
        await asyncio.sleep(0)


async def test_a_picture_being_drawn_holds_nobody_up() -> None:
    """A press is done while the private picture of the one before in the same match is still being drawn."""
    desk = desk_of(studio := Slow())
    done: list[str] = []

    first = pressing(desk, 1, done, message=None)
    second = pressing(desk, 2, done, message=None, draws=False)
    await settled()

    assert ["stored 1", "stored 2"] == done
    assert ([], ["answer 2"]) == (first.shown, second.shown)
    studio.ready.set()
    await settled()
    assert ["answer 1"] == first.shown, "a message of its own is answered all the same"


async def test_a_picture_overtaken_on_its_message_is_neither_drawn_nor_shown() -> None:
    """Of three presses on one private message that come in while the first is drawn, the last one is shown, once."""
    desk = desk_of(studio := Slow())
    done: list[str] = []

    presses = [pressing(desk, number, done, message=77) for number in (1, 2, 3)]
    await settled()
    studio.ready.set()
    await settled()

    assert ["stored 1", "stored 2", "stored 3"] == done
    assert [[], [], ["answer 3"]] == [pressed.shown for pressed in presses]
    assert 2 == studio.begun, "the one in the middle was not drawn"


async def test_presses_on_different_messages_are_all_shown() -> None:
    """The panel of one player does not overtake that of another in the same match."""
    desk = desk_of(studio := Slow())

    presses = [pressing(desk, number, [], message=number) for number in (1, 2)]
    await settled()
    studio.ready.set()
    await settled()

    assert [["answer 1"], ["answer 2"]] == [pressed.shown for pressed in presses]
