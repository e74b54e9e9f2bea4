"""A board whose answer was lost, and a bot that comes back when Discord has forgotten its nonce."""

from __future__ import annotations

import asyncio

import pytest

from tests.wire import checks
from tests.wire.later import write
from tests.wire.test_faults import POSTS
from tests.wire.troubles import NOTHING_WRONG, begun, left, one_turn
from tests.wire.weeks import Weeks

QUARTER_S = 900


@pytest.mark.timeout(300)
@pytest.mark.parametrize("kind", ["locked", "deleted"])
async def test_b7_a_board_that_fell_back_to_the_channel_is_not_doubled(weeks: Weeks, *, kind: str) -> None:
    """
    Its thread takes nothing any more; the post into the channel takes effect, its answer is lost, the bot is killed and
    comes back a quarter of an hour later: the board stands there once, and nothing is parked.
    """
    control, bot = weeks.control, weeks.bot
    channel = str((await control.create("channel", "parent"))["id"])
    match = await begun(control, bot, ["user1", "user2"], channel="parent")
    thread = match.place
    if kind == "locked":
        await control.fault("archive", thread=thread, locked=True)
    else:
        await control.fault("delete_channel", channel=thread)
    match.place = "parent"
    await control.http_fault("reset", **{**POSTS, "path": f"/channels/{channel}/messages"}, after=True)
    await one_turn(match, channel="parent")
    await struck(weeks)
    bot.kill()
    write(weeks._ahead, QUARTER_S)
    await control.fault("clock", ahead_s=QUARTER_S)
    bot.start()
    await control.until_ready(seconds=60)
    found = await left(match, bot)
    boards = [one for one in await checks.posts(control, match) if one.attachments and "/move" not in one.text]

    assert NOTHING_WRONG == found
    assert 1 == len(boards)


async def struck(weeks: Weeks) -> None:
    """Wait until the fault has hit."""
    for _ in range(300):
        if not (await weeks.control.world("faults"))["faults"]:
            return
        await asyncio.sleep(0.02)
    raise TimeoutError("nothing was posted into the channel")
