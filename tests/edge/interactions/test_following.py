"""Private messages that go on by themselves, and what is pressed in them meanwhile."""

import asyncio
from time import monotonic
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.app.workers.computer_players import THERE
from bot.edge.interactions import following
from bot.edge.interactions.following import Find
from bot.edge.interactions.responder import Responder
from bot.edge.messages.builder import Post, plain
from tests.edge.interactions.pressed import Pressed, Slow, desk_of, pressing, settled


def wait_on(responder: Responder, pressed: Pressed, find: Find) -> "asyncio.Task[None]":
    """Answer a press in a message that goes on with what is found."""

    async def work() -> Post:
        responder.go_on_with(find)
        return plain("waiting")

    return asyncio.create_task(responder.answer(cast("Any", pressed), work, match=1, update=True))


async def test_a_message_goes_on_once_there_is_something_new() -> None:
    """
    It is looked for again until then, and shown once, in one more request.
    """
    responder, pressed = desk_of(Slow()), Pressed(1, SimpleNamespace(id=77))
    found: list[Post | None] = [None, plain("next"), plain("once more")]

    async def find() -> Post | None:
        return found.pop(0)

    await wait_on(responder, pressed, find)
    for _ in range(3):
        await responder.followers.look()

    assert ["waiting", "next"] == pressed.shown
    assert ["answer", "edit"] == pressed.sent


async def test_what_a_message_went_on_with_may_go_on() -> None:
    """
    Such as the panel after a computer player's turn, when a better suggestion is found; not once it was pressed.
    """
    responder, pressed = desk_of(Slow()), Pressed(1, SimpleNamespace(id=77))

    async def suggest() -> Post | None:
        return plain("suggested")

    async def find() -> Post | None:
        responder.go_on_with(suggest)
        return plain("next")

    await wait_on(responder, pressed, find)
    for _ in range(3):
        await responder.followers.look()

    assert ["waiting", "next", "suggested"] == pressed.shown


async def test_a_message_that_was_pressed_meanwhile_does_not_go_on() -> None:
    """
    Neither if it was pressed before something new was there, nor while that was drawn.
    """
    responder, drawn = desk_of(Slow()), asyncio.Event()
    presses = [Pressed(number, SimpleNamespace(id=number)) for number in (1, 2)]

    async def find() -> Post | None:
        await drawn.wait()
        return plain("next")

    for pressed in presses:
        await wait_on(responder, pressed, find)
    pressing(responder, 3, [], message=1, draws=False)
    await settled()
    looking = asyncio.create_task(responder.followers.look())
    await settled()
    pressing(responder, 4, [], message=2, draws=False)
    drawn.set()
    await looking

    assert [["waiting"], ["waiting"]] == [pressed.shown for pressed in presses]


async def test_a_press_waits_for_what_is_being_shown() -> None:
    """
    So the answer to the press, not what the message went on with, stands there in the end.
    """
    responder, pressed, edited = desk_of(Slow()), Pressed(1, SimpleNamespace(id=77)), asyncio.Event()

    async def find() -> Post | None:
        return plain("next")

    await wait_on(responder, pressed, find)
    pressed.slow = edited
    looking = asyncio.create_task(responder.followers.look())
    await settled()
    later = pressing(responder, 2, [], message=77, draws=False)
    await settled()
    before = list(later.shown)
    edited.set()
    await looking
    await settled()

    assert ([], ["answer 2"]) == (before, later.shown)


async def test_a_message_waits_for_as_long_as_its_person_is_not_called(monkeypatch: pytest.MonkeyPatch) -> None:
    """
    Slow computer players answer in up to a minute: nobody is mentioned then, so the message has to go on.
    """
    responder, pressed = desk_of(Slow()), Pressed(1, SimpleNamespace(id=1))

    async def find() -> Post | None:
        return plain("next")

    await wait_on(responder, pressed, find)
    later = monotonic() + THERE.total_seconds()
    monkeypatch.setattr("bot.edge.interactions.following.monotonic", lambda: later)
    await responder.followers.look()

    assert ["waiting", "next"] == pressed.shown


async def test_a_message_does_not_go_on_after_a_while_nor_after_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    """
    The button in it leads on.
    """
    responder, tried = desk_of(Slow()), []
    presses = [Pressed(number, SimpleNamespace(id=number)) for number in (1, 2)]

    async def fail() -> Post | None:
        tried.append("failed")
        raise ValueError

    async def find() -> Post | None:
        tried.append("found")
        return plain("next")

    await wait_on(responder, presses[0], fail)
    await responder.followers.look()
    await wait_on(responder, presses[1], find)
    monkeypatch.setattr(following, "PATIENCE", -1)
    await responder.followers.look()

    assert ["failed"] == tried
    assert [["waiting"], ["waiting"]] == [pressed.shown for pressed in presses]


async def test_messages_go_on_while_the_bot_runs() -> None:
    """
    As soon as one waits, and at each change.
    """
    responder, pressed = desk_of(Slow()), Pressed(1, SimpleNamespace(id=77))

    async def find() -> Post | None:
        return plain("next")

    worker = asyncio.create_task(responder.followers.run())
    await wait_on(responder, pressed, find)
    await settled()
    worker.cancel()

    assert ["waiting", "next"] == pressed.shown
