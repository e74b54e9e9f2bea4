"""The way to Discord and the first connection."""

from __future__ import annotations

import aiohttp
import discord
import pytest

from bot.edge import serve

NO_GATEWAY = discord.GatewayNotFound()  # type: ignore[no-untyped-call]  # discord.py's


@pytest.mark.parametrize("error", [aiohttp.ClientOSError(104, "reset"), OSError("gone"), NO_GATEWAY])
async def test_discord_may_be_lost_before_the_first_connection(
    error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    What fails because Discord cannot be reached, or does not name its gateway, is tried again.
    """
    monkeypatch.setattr("bot.edge.serve.asyncio.sleep", _at_once)
    answers: list[Exception | None] = [error, error, None]

    async def reach() -> None:
        answer = answers.pop(0)
        if answer is not None:
            raise answer

    await serve._patiently(reach, over=lambda: False)

    assert [] == answers


async def test_a_client_that_was_closed_is_not_connected_again() -> None:
    """
    After the client has closed itself, the error is the operator's to see.
    """

    async def reach() -> None:
        raise OSError("gone")

    with pytest.raises(OSError, match="gone"):
        await serve._patiently(reach, over=lambda: True)


async def _at_once(_: float) -> None:
    pass
