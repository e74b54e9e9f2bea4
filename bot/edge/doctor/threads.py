"""Checks of threads: opened at a card, members, archived and locked ones, posts of a forum."""

from typing import Any, Literal

import discord
from discord import http

from bot.edge.delivery.match_threads import usable_tags
from bot.edge.delivery.retiring import QUIET
from bot.edge.doctor.checks import Check
from bot.edge.doctor.report import Outcome, Result, Skip
from bot.edge.doctor.session import Obj, Session
from bot.edge.limits import Code

HOUR: Literal[60] = 60
"""Minutes after which the test's threads archive themselves, the least there is."""


def _thread(session: Session) -> int:
    if session.thread is None:
        raise Skip("No thread could be opened.")
    return session.thread


async def check_opening(session: Session) -> Outcome:
    """A thread at a message, as each match has at its card."""
    place = session.place()
    card = await session.post(place.id, session.words("A test of threads. This message will be deleted."))
    made: Any = await session.client.http.start_thread_with_message(
        place.id, int(card["id"]), name=session.name, auto_archive_duration=HOUR
    )
    session.thread = int(made["id"])
    session.note_thread(session.thread)
    await session.post(session.thread, session.words("A message in the thread."))
    kind = discord.ChannelType(made["type"]).name.replace("_", " ") if made["type"] in _KINDS else str(made["type"])
    return Outcome(Result.WORKS, f"Opened as a {kind}, with a message in it.")


_KINDS = {kind.value for kind in discord.ChannelType}


async def check_members(session: Session) -> Outcome:
    """A person comes into the thread by being mentioned in an edit, as players of a match do, without a notice."""
    thread = _thread(session)
    if session.user is None:
        raise Skip("Name a person with --user.")
    place = session.client.get_partial_messageable(thread)
    sent = await place.send("-# Players: …", silent=True, allowed_mentions=QUIET)
    session.note_message(thread, sent.id)
    allowed = discord.AllowedMentions(everyone=False, roles=False, users=[discord.Object(session.user)])
    await sent.edit(content=f"-# Players: <@{session.user}>", allowed_mentions=allowed)
    if not await _is_member(session, thread, session.user):
        await session.client.http.add_user_to_thread(thread, session.user)
        added = await _is_member(session, thread, session.user)
        words = "An edit that mentions the person didn't make them a member"
        return Outcome(Result.FAILS, f"{words}; adding them {'did' if added else 'didn’t, either'}.")
    lines = [
        line for line in await session.history(thread, 0) if line["type"] == discord.MessageType.recipient_add.value
    ]
    if lines:
        return Outcome(Result.DIFFERS, "The person is a member, but Discord wrote a line about it, which notifies.")
    return Outcome(Result.WORKS, "An edit that mentions the person made them a member, without a line about it.")


async def _is_member(session: Session, thread: int, user: int) -> bool:
    """Return whether somebody is in a thread; the list of all members would take a privileged intent."""
    try:
        await session.client.http.get_thread_member(thread, user)
    except discord.NotFound:
        return False
    return True


async def check_archived(session: Session) -> Outcome:
    """An archived thread refuses edits by the code that the bot knows, and opens again."""
    thread = _thread(session)
    message = await session.post(thread, session.words("A message of an archived thread."))
    await _change(session, thread, archived=True)
    try:
        await session.edit(message, session.words("Edited."))
        code = 0
    except discord.HTTPException as error:
        code = error.code
    await _change(session, thread, archived=False)
    await session.edit(message, session.words("Edited after the thread was opened again."))
    if code != Code.THREAD_ARCHIVED:
        words = f"code {code}" if code else "no refusal"
        return Outcome(
            Result.DIFFERS,
            f"An edit in the archived thread gave {words}. Once the thread was open again, the edit worked.",
        )
    return Outcome(
        Result.WORKS, f"An edit was refused with code {code}. Once the thread was open again, the edit worked."
    )


async def check_locked(session: Session) -> Outcome:
    """The bot may write in a locked thread, since it manages threads."""
    thread = _thread(session)
    await _change(session, thread, locked=True)
    try:
        await session.post(thread, session.words("A message in a locked thread."))
        outcome = Outcome(Result.WORKS, "The bot could post in the locked thread.")
    except discord.HTTPException as error:
        if error.code not in {Code.THREAD_LOCKED, Code.THREAD_ARCHIVED}:
            raise
        outcome = Outcome(Result.DIFFERS, f"A post in the locked thread was refused with code {error.code}.")
    await _change(session, thread, locked=False)
    return outcome


async def _change(session: Session, thread: int, **changes: bool) -> None:
    await session.client.http.request(http.Route("PATCH", "/channels/{channel_id}", channel_id=thread), json=changes)


async def check_forum(session: Session) -> Outcome:
    """A post in the forum named, with as many of its tags as it requires."""
    if session.forum is None:
        raise Skip("Name a forum with --forum.")
    forum = await session.client.fetch_channel(session.forum)
    if not isinstance(forum, discord.ForumChannel):
        raise Skip(f"{session.forum} isn't a forum.")
    tags = [tag.id for tag in usable_tags(forum)[:1] if forum.flags.require_tag]
    body: Obj = {"name": session.name, "auto_archive_duration": HOUR}
    if tags:
        body["applied_tags"] = tags
    view = session.words("A test of `longtable doctor`. This post will be deleted.")
    with http.handle_message_parameters(view=view, allowed_mentions=QUIET, channel_payload=body) as params:
        made: Any = await session.client.http.start_thread_in_forum(forum.id, params=params)
    session.note_thread(int(made["id"]))
    return Outcome(Result.WORKS, f"Posted in #{forum.name}, with {len(tags)} of {len(forum.available_tags)} tags.")


CHECKS = (
    Check(
        "A thread",
        "Post a card, open a thread at it, and post in that.",
        "Matches are played in the channel itself. Check “Create Public Threads” and “Send Messages in Threads”.",
        check_opening,
    ),
    Check(
        "Members of a thread",
        "Post in the thread, mention the person named with --user in an edit, and see whether that made them a member.",
        "Players join a match's thread when they are mentioned at their first turn, or through `/my matches`.",
        check_members,
    ),
    Check(
        "An archived thread",
        "Archive the thread, edit a message in it, open the thread again, edit again.",
        "Old boards may keep their buttons in matches that were idle for a week. Check “Manage Threads”.",
        check_archived,
    ),
    Check(
        "A locked thread",
        "Lock the thread, post in it, unlock it.",
        "A match whose thread is locked goes on in the channel. Check “Manage Threads”.",
        check_locked,
    ),
    Check(
        "A forum",
        "Post in the forum named with --forum.",
        "Check “Send Messages” and “Attach Files” in the forum, and its required tags.",
        check_forum,
    ),
)
