"""Removing all that a run made, also what was made while the answer to it was lost."""

import asyncio
from collections.abc import Sequence

import aiohttp
import discord

from bot.edge.doctor.checks import refusal
from bot.edge.doctor.report import Finding, Result
from bot.edge.doctor.session import Obj, Removal, Session, has_marker
from bot.edge.limits import Code

LONGEST = 30.0
"""Seconds that one removal may take."""
GONE = {Code.UNKNOWN_CHANNEL, Code.UNKNOWN_MESSAGE, Code.UNKNOWN_WEBHOOK}
UNREACHABLE = (discord.DiscordException, aiohttp.ClientError, OSError, TimeoutError)
SYSTEM_LINES = (discord.MessageType.pins_add.value, discord.MessageType.thread_created.value)


async def clean_up(session: Session) -> Finding:
    """Remove what was noted, then what carries the marker of this run all the same."""
    noted = sorted(session.removals, key=lambda removal: not removal.holds)
    left = await _remove_all(noted)
    found = await _find(session)
    left += [problem for problem in await _remove_all(found) if problem not in left]
    words = f"{len(noted) + len(found) - len(left)} messages, threads and answers were deleted."
    result, follows = Result.WORKS, ""
    if left:
        result = Result.FAILS
        words += " These are still there:"
        follows = "Delete these by hand. To delete a thread you need the permission “Manage Threads”."
    return Finding(
        "Nothing is left behind", "Delete everything that this run made.", result, words, follows, tuple(left)
    )


async def _remove_all(removals: Sequence[Removal]) -> list[str]:
    """Remove these, one after the other; return a line for each that is still there."""
    problems = [(removal, await _remove(removal)) for removal in removals]
    return [f"{removal.what} ({problem})" for removal, problem in problems if problem is not None]


async def _remove(removal: Removal) -> str | None:
    """Remove one thing; return why that failed, None if it is gone."""
    try:
        async with asyncio.timeout(LONGEST):
            await removal.remove()
    except discord.HTTPException as error:
        return None if error.code in GONE else refusal(error)
    except UNREACHABLE as error:
        return f"no answer: {type(error).__name__}"
    return None


async def _find(session: Session) -> list[Removal]:
    """Return what of this run still stands in the test channel, with the lines that Discord added for it."""
    if session.channel is None:
        return []
    try:
        async with asyncio.timeout(LONGEST):
            threads = await session.channel.guild.active_threads()
            messages = await session.history(session.channel.id, session.since)
    except UNREACHABLE:
        return []
    before, session.removals = session.removals, []
    for thread in threads:
        if thread.name == session.name:
            session.note_thread(thread.id)
    for message in messages:
        if int(message["author"]["id"]) == session.own and _is_ours(session, message):
            session.note_message(session.channel.id, int(message["id"]))
    found, session.removals = session.removals, before
    return found


def _is_ours(session: Session, message: Obj) -> bool:
    """Return whether a message of the bot's belongs to this run: by its marker, or by what it is a notice of."""
    if message["type"] in SYSTEM_LINES:
        about = message.get("message_reference") or {}
        return not session.made.isdisjoint(int(about.get(key) or 0) for key in ("message_id", "channel_id"))
    return has_marker(message, session.marker)
