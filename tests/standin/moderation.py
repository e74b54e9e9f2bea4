"""What a server's own rules stop: words that AutoMod blocks, and slow mode."""

from __future__ import annotations

import re
from collections.abc import Iterable

from tests.standin import components
from tests.standin.errors import ApiError, Code
from tests.standin.model import Channel
from tests.standin.permissions import Right
from tests.standin.stand import Stand
from tests.standin.wire import Obj, Snowflake
from tests.standin.world import BOT, World


def _matches(keyword: str, text: str) -> bool:
    """Whether a keyword stands in a text: a whole word or phrase, or by ``*`` at its ends also part of a longer one."""
    start = "" if keyword.startswith("*") else r"(?<!\w)"
    end = "" if keyword.endswith("*") else r"(?!\w)"
    return re.search(f"{start}{re.escape(keyword.strip('*'))}{end}", text, re.IGNORECASE) is not None


def _refuse_words(world: World, channel: Channel, *, author: Snowflake, texts: Iterable[str], code: Code) -> None:
    guild = world.guilds[channel.guild] if channel.guild is not None else None
    if guild is None or not guild.blocked or world.rights(author, channel) & Right.MANAGE_GUILD:
        return
    if any(_matches(keyword, text) for text in texts for keyword in guild.blocked):
        raise ApiError(code)


def check_message(world: World, channel: Channel, *, author: Snowflake, body: Obj) -> None:
    """
    AutoMod reads what everybody will see, bots' words too, but not those of members who manage the server.

    Raises:
        ApiError: 200000
    """
    embeds = body.get("embeds") or []
    texts = [body.get("content") or "", *(str(value) for embed in embeds for value in embed.values())]
    texts += components.texts(body.get("components") or [])
    _refuse_words(world, channel, author=author, texts=texts, code=Code.BLOCKED_MESSAGE)


def check_title(world: World, parent: Channel, *, author: Snowflake, title: str) -> None:
    """
    The same for the name of a thread.

    Raises:
        ApiError: 200001
    """
    _refuse_words(world, parent, author=author, texts=[title], code=Code.BLOCKED_TITLE)


def check_slow(stand: Stand, channel: Channel, *, author: Snowflake, what: str = "message") -> None:
    """
    Slow mode: one message, and one new thread (``what``), in so many seconds; not for who may bypass it.

    Raises:
        ApiError: 20016 with the seconds to wait
    """
    if not channel.slow or stand.world.rights(author, channel) & Right.BYPASS_SLOWMODE:
        return
    if author == BOT and not stand.world.settings.slow_bots:
        return
    stand.rates.slow(what, channel.id, user=author, seconds=channel.slow)
