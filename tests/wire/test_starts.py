"""A start that passes without all players, and a rematch that two ask for, as everybody reads it over a whole bot."""

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


@pytest.mark.timeout(180)
async def test_a_start_that_passes_is_decided_by_its_host(weeks: Weeks) -> None:
    """
    The bot is killed before the time comes. Host and players are called once; a guest, and a button of before, get a
    sentence; a later time is told; then the host starts without the seat nobody took, and resigns. Both press *Rematch*
    at the same moment and are in one match.
    """
    control, host, guest = weeks.control, weeks.host, weeks.other
    await weeks.said(host, "tables", "/match new game:greentown seats:3", starts="2h")
    card = await read(weeks, "tables", "Begins")
    await said(weeks, guest, card, "Join")
    await weeks.pass_by(2 * HOUR - 10 * MINUTE)
    await read(weeks, "tables", "begins in 15 minutes")
    await said(weeks, host, card, "Ready")
    await weeks.kill()
    await weeks.pass_by(11 * MINUTE)
    first = await read(weeks, "tables", "was to begin now")
    card = await read(weeks, "tables", "It was due to begin")
    not_host = await said(weeks, guest, first, "Later")
    form = await control.press(host, first, label="Later", wait_s=20)
    assert form.modal is not None
    later = (await control.submit(host, {"when": "30 minutes"}, wait_s=20)).message.text
    moved = await read(weeks, "tables", "now begins")
    stale = await said(weeks, host, first, "Cancel")
    await weeks.pass_by(20 * MINUTE)
    for user in (host, guest):
        await said(weeks, user, card, "Ready")
    await weeks.pass_by(11 * MINUTE)
    second = await read(weeks, "tables", "was to begin now", floor=moved.id)
    started = await said(weeks, host, second, "Start without")
    begun = (await weeks.table(1)).match
    over = await said(weeks, host, second, "Later")
    outcome = await control.interact(host, "tables", "/match resign match:1", wait_s=20)
    await control.press(host, outcome.message, label="Resign", wait_s=20)
    place = str(begun.thread or (await weeks.table(1)).match.thread or "tables")
    board = await control.until(place, lambda message: bool(held(message, "rematch")), user=host, seconds=20)
    both = await asyncio.gather(*(said(weeks, user, board, "Rematch") for user in (host, guest)))

    assert [host] == first.pinged[:1]
    assert sorted((host, guest)) == sorted(first.pinged)
    assert "but 1 seat is free, and" in first.text
    assert "isn't ready" in first.text
    assert ["Later", "Cancel"] == [part["label"] for part in first.controls], "the game takes no single player"
    assert "Begins" not in card.text
    assert "Only the host of match #1 can do that" in not_host
    assert "The start is announced" in later
    assert [guest] == moved.pinged
    assert "earlier start of match #1" in stale
    assert ["Start without", "Later", "Cancel"] == [part["label"] for part in second.controls]
    assert "Match #1 has started." in started
    assert (Status.RUNNING, 2) == (begun.status, begun.seats)
    assert "has started" in over
    assert 1 == sum("already opened the rematch as match #2, so you joined" in text for text in both), both
    assert Status.RUNNING is (await weeks.table(2)).match.status
    assert 2 == sum("was to begin now" in message.text for message in await control.messages("tables", public=True))
    assert [] == await checks.wrong_requests(control)
