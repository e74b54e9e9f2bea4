"""A start that passes without all players, and a rematch that two ask for at once, over a whole bot."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest

from db.records import Status
from tests.standin.client import Seen
from tests.wire import checks
from tests.wire.players import held
from tests.wire.weeks import Weeks

HOUR = timedelta(hours=1)
MINUTE = timedelta(minutes=1)


async def read(weeks: Weeks, place: str, *words: str, floor: str = "0") -> Seen:
    """The newest message for everybody, later than another, that has some words."""

    def fits(message: Seen) -> bool:
        return int(message.id) > int(floor) and all(word in message.text for word in words)

    return await weeks.control.until(place, fits, public=True, seconds=20)


async def said(weeks: Weeks, user: str, message: Seen, label: str) -> str:
    """What a press on a button is answered with."""
    return (await weeks.control.press(user, message, label=label, wait_s=20)).message.text


async def missed(weeks: Weeks) -> tuple[Seen, Seen]:
    """Open a match for three, let one join and the announced time pass; what is said then, and the card."""
    await weeks.said(weeks.host, "tables", "/match new game:greentown seats:3", starts="2h")
    card = await read(weeks, "tables", "Starts <t:")
    await said(weeks, weeks.other, card, "Join")
    await weeks.pass_by(2 * HOUR - 10 * MINUTE)
    await read(weeks, "tables", "begins in 15 minutes")
    await said(weeks, weeks.host, card, "Ready")
    await weeks.pass_by(11 * MINUTE)
    told = await read(weeks, "tables", "was due to begin now")
    return told, await read(weeks, "tables", "It was due to start")


async def rematch(weeks: Weeks) -> tuple[str, ...]:
    """Let the host resign, and both press *Rematch* at the same moment; what they are answered."""
    asked = await weeks.control.interact(weeks.host, "tables", "/match resign match:1", wait_s=20)
    await said(weeks, weeks.host, asked.message, "Resign")
    async with asyncio.timeout(30):  # the thread may be opened only now: the match has just begun
        while (place := (await weeks.table(1)).match.thread) is None:
            await asyncio.sleep(0.05)
    board = await weeks.control.until(str(place), lambda message: bool(held(message, "rematch")), seconds=20)
    return tuple(await asyncio.gather(*(said(weeks, user, board, "Rematch") for user in (weeks.host, weeks.other))))


@pytest.mark.timeout(180)
async def test_a_start_that_passes_is_decided_by_its_host(weeks: Weeks) -> None:
    """
    Host and players are called once; another player, and a button of before, get a sentence; a later time is told; then
    the host starts without the seat nobody took.
    """
    control, host, guest = weeks.control, weeks.host, weeks.other
    first, card = await missed(weeks)
    not_host = await said(weeks, guest, first, "Later")
    form = await control.press(host, first, label="Later", wait_s=20)
    assert form.modal is not None
    later = (await control.submit(host, {"when": "10 minutes"}, wait_s=20)).message.text
    moved = await read(weeks, "tables", "now begins")
    stale = await said(weeks, host, first, "Cancel")
    for user in (host, guest):
        await said(weeks, user, card, "Ready")
    await weeks.pass_by(11 * MINUTE)
    second = await read(weeks, "tables", "was due to begin now", floor=moved.id)
    started = await said(weeks, host, second, "Start without them")
    over = await said(weeks, host, second, "Later")
    both = await rematch(weeks)
    public = [message.text for message in await control.messages("tables", public=True)]

    assert sorted((host, guest)) == sorted(first.pinged)
    assert "but 1 seat is free, and" in first.text
    assert ["Later", "Cancel"] == [part["label"] for part in first.controls], "the game takes no single player"
    assert "Starts <t:" not in card.text
    assert "the host of match #1, can do that" in not_host
    assert "The start is announced" in later
    assert [guest] == moved.pinged
    assert "earlier start of match #1" in stale
    assert ["Start without them", "Later", "Cancel"] == [part["label"] for part in second.controls]
    assert "Match #1 has started." in started
    assert "has already started" in over
    assert 2 == sum("was due to begin now" in text for text in public)
    assert 1 == sum("already opened the rematch as match #2, so you joined" in text for text in both), both
    assert (Status.RUNNING, 2) == ((match := (await weeks.table(2)).match).status, match.seats)
    assert [] == await checks.wrong_requests(control)
