"""Looking members up: only Discord's word that there is no such member counts."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.edge.platform import members as module
from bot.edge.platform.members import DiscordMembers
from db.ids import GuildId, UserId


def not_found(code: int) -> discord.NotFound:
    """Return Discord's answer that there is no such thing."""
    response: Any = SimpleNamespace(status=404, reason="Not Found")
    return discord.NotFound(response, {"code": code, "message": "no"})


def refused(status: int) -> discord.HTTPException:
    """Return another answer."""
    response: Any = SimpleNamespace(status=status, reason="no")
    return discord.HTTPException(response, {"code": 0, "message": "no"})


def asking(answer: BaseException | None, *, known: bool = True, unavailable: bool = False) -> DiscordMembers:
    """Return what asks a server that answers so; ``known``: with the bot."""

    async def fetch_member(user: int) -> None:
        if isinstance(answer, TimeoutError):
            await asyncio.Event().wait()
        if answer is not None:
            raise answer

    guild = SimpleNamespace(fetch_member=fetch_member, unavailable=unavailable)
    client: Any = SimpleNamespace(get_guild=lambda number: guild if known else None)
    return DiscordMembers(client)


@pytest.mark.parametrize(
    ("answer", "left"),
    [
        (None, False),
        (not_found(10007), True),
        (not_found(10013), True),
        (not_found(10004), None),
        (refused(500), None),
        (discord.RateLimited(60), None),
        (OSError(), None),
        (TimeoutError(), None),
    ],
)
async def test_what_an_answer_means(
    answer: Exception | None, left: bool | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    Unknown members and users have left; whatever else goes wrong, or takes long, says nothing.
    """
    monkeypatch.setattr(module, "PATIENCE", 0.01)

    assert left is await asking(answer).has_left(GuildId(1), UserId(2))


@pytest.mark.parametrize("server", [{"known": False}, {"unavailable": True}])
async def test_servers_that_cannot_be_asked_are_not(server: dict[str, bool]) -> None:
    """
    Without the bot in it, or while Discord can't serve it, nobody of a server counts as gone.
    """
    members = asking(not_found(10007), **server)

    assert not await members.has_left(GuildId(1), UserId(2))
