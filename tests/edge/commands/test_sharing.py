"""``/match share`` and *Share*: the summary of a finished match, once in a channel."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, cast

import discord
import pytest

from bot.app.views.sharing import Moment, _moments
from bot.edge.limits import Code
from games.core.seats import Seat
from tests.edge.arrivals import arrival
from tests.edge.table import Table, asked, button, line_of, said, sit_down, thought, words_in


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    """A match of Grunn that has begun."""
    async with sit_down(tmp_path) as table:
        await table.slash(0, "match new", game="grunn", seats=2)
        await table.press(1, "join")
        yield table
        table.clean()


async def play_turns(table: Table, count: int) -> None:
    """Play so many turns."""
    for _ in range(count):
        state = await table.match()
        ask = asked(state)[0]
        await table.slash(ask.seat, "move", line=line_of(state, ask, thought(state, ask)), match="1")


async def test_a_match_is_shared_once_in_a_channel(table: Table) -> None:
    """
    By its players, after the end: by the button where it was opened, by the command in other channels.
    """
    await play_turns(table, 9)
    early = await table.slash(0, "match share", match="1")
    await table.resign(0)
    stranger = await table.slash(5, "match share", match="1")
    shared = said(await table.press(0, "share"))
    summary = table.messages()[-1]
    again = await table.slash(1, "match share", match="1")
    elsewhere = table.guild.create_text_channel("elsewhere")
    await table.members[1].slash(elsewhere, "match share", match="1")
    told = words_in(summary)

    assert "isn't over yet" in early
    assert "You have no seat" in stranger
    assert shared == f"Shared in <#{table.channel.id}>."
    assert told.startswith("### Grunn #1\nFinished after 8 turns.")
    assert "1\\. **Bram**" in told
    assert "**Decisive turns**" in told
    assert button(summary, "history") is not None
    assert "has already been shared here" in again
    assert [told] == [words_in(message) for message in elsewhere.history()]


async def test_two_at_once_share_a_match_once(table: Table) -> None:
    """
    Who comes second is told so.
    """
    await table.resign(0)
    data = {"custom_id": button(table.newest("share"), "share"), "component_type": 2}
    before = len(table.messages())
    pressed = [arrival(table, discord.InteractionType.component, data, seat=seat) for seat in (0, 1)]
    await asyncio.gather(*(table.application.client.on_interaction(cast("Any", each)) for each in pressed))
    told = sorted("has already been shared" in answer for each in pressed for answer in each.answers)

    assert [False, True] == told
    assert 1 == len(table.messages()) - before


async def test_what_could_not_be_posted_can_be_shared_later(table: Table) -> None:
    """
    In the same channel, once the bot may write there.
    """
    await table.resign(0)
    elsewhere = table.guild.create_text_channel("elsewhere")
    table.env.inject_error("POST", "/channels/*/messages", status=403, code=Code.MISSING_PERMISSION)
    refused = said(await table.members[1].slash(elsewhere, "match share", match="1"))
    shared = said(await table.members[1].slash(elsewhere, "match share", match="1"))

    assert "couldn't post" in refused
    assert shared == f"Shared in <#{elsewhere.id}>."


def test_the_turns_that_decide() -> None:
    """
    The last change of the lead, and the largest gains, in order; equal points are no lead.
    """
    scores = [(0, 0), (2, 0), (2, 2), (2, 3), (4, 3), (9, 3), (9, 3), (9, 7)]
    told = _moments(scores, 0)

    assert [4, 5, 7] == [moment.turn for moment in told]
    assert told[0] == Moment(turn=4, seat=Seat(0), gain=2, leader=Seat(0), totals=(4, 3))
    assert [0, 1] == [moment.seat for moment in told[1:]]
    assert [None, None] == [moment.leader for moment in told[1:]]
