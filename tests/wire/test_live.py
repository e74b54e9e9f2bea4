"""A live hunt over the wire: in order, nothing lost or doubled, one request a press, never over Discord's limits."""

from __future__ import annotations

import pytest

from tests.standin.client import Control
from tests.wire import checks
from tests.wire.bot import Bot
from tests.wire.live import storm

TOKEN_EDIT = "/webhooks/{webhook_id}/{webhook_token}/messages/@original"
BEGINNING = 20
"""Commands and buttons with which the match is begun, at most: each shows its answer by an edit."""


@pytest.mark.timeout(300)
async def test_rapid_presses_of_a_live_hunt(control: Control, bot: Bot) -> None:
    """
    L2.1, L5.1: four players press three times a second at once. Each press counts once, in the order in which Discord
    gave them to the bot, and is answered in one request, so that it does not matter whether edits through tokens are
    limited by channel; the board is one message, edited every two seconds at most; no limit of rate is met.
    """
    await control.settings(rates="discord", webhook_edits=True)
    try:
        made = await storm(control, bot, ["user1", "user2", "user3", "user4"], seconds=6, rate=3)
    finally:
        await control.settings(rates="loose", webhook_edits=False)
    edits = await control.requests(route=TOKEN_EDIT, limit=100_000)

    assert [] == made.refused
    assert made.sent == made.played
    assert sorted(made.typed) == sorted(made.placed)
    assert 0 == made.limited
    assert len(edits) <= len(made.typed) + len(made.match.users) + BEGINNING
    assert 1 <= made.edits <= (made.seconds + 3) / 2
    assert [] == await checks.wrong_requests(control)
