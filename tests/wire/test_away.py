"""Discord away for a while: nobody loses a turn, and what waits is told as soon as it is back."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest

from games.core.running.play import Cause
from tests.wire import checks
from tests.wire.matches import Match
from tests.wire.weeks import Weeks

MINUTE = timedelta(minutes=1)


@pytest.mark.timeout(180)
async def test_ten_minutes_without_discord(weeks: Weeks) -> None:
    """
    Neither gateway nor REST, over a deadline: no default move is made, the deadline moves by as much, one message says
    so, and the board that was waiting is there within seconds, once.
    """
    number = await weeks.open("grunn", "pace:easy")
    await weeks.move(number, only=weeks.host)
    if await weeks.due_of_other(number) is None:
        await weeks.move(number, turns=4)
    due = await weeks.due_of_other(number)
    assert due is not None
    await weeks.push_to(due - 5 * MINUTE)
    await weeks.control.fault("http", fault={"do": "reset", "times": 10**6})
    await weeks.control.fault("deaf", seconds=600)
    await weeks.control.fault("drop")

    async def is_gone() -> bool:
        return not any(session["connected"] for session in (await weeks.control.world("sessions"))["sessions"])

    await weeks.until(is_gone)
    await asyncio.sleep(1)
    await weeks.pass_by(10 * MINUTE)
    await asyncio.sleep(1)
    away = await weeks.due_of_other(number)
    await weeks.control.fault("clear")
    began = asyncio.get_running_loop().time()

    async def is_told() -> bool:
        return "couldn't reach Discord for 10 minutes" in await weeks.words(number)

    await weeks.until(is_told)
    took = asyncio.get_running_loop().time() - began
    await weeks.settled()
    match = Match(weeks.control, number, game="", users=(weeks.host, weeks.other), place=weeks.places[number])
    entries = (await checks.stored(weeks.bot.database, match)).entries
    moved = await weeks.due_of_other(number)

    assert due == away
    assert moved is not None
    assert timedelta(0) <= moved - due - 10 * MINUTE < MINUTE
    assert Cause.FALLBACK not in {entry.cause for entry in entries}
    assert 1 == (await weeks.words(number)).count("couldn't reach Discord")
    assert [] == checks.doubled(await checks.posts(weeks.control, match))
    assert took < 40, f"{took:.0f} s after Discord was back"
