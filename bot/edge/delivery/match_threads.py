"""Where matches are played: threads and posts of forums are made, and their players come in."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Any, TypeAlias

import discord
import structlog
from msgspec.structs import replace

from bot.app.lobby.server_settings import ServerSettings
from bot.app.match.records import MatchView, MessageRef
from bot.app.notifications.courier import Notice, Opened
from bot.edge import limits
from bot.edge.delivery.retiring import QUIET
from bot.edge.delivery.retries import PASSING, SOON, repeat
from bot.edge.limits import Code
from bot.edge.messages.card import card, forwarding_card
from bot.edge.messages.formatting import names_of, title
from bot.edge.words import N_, _, translations
from db.ids import ChannelId, MessageId, UserId, is_deleted
from db.records import Status

log = structlog.get_logger(__name__)

Parent: TypeAlias = discord.TextChannel | discord.ForumChannel
"""What can hold threads of matches. A `TextChannel` may be one for announcements, a `ForumChannel` one for media."""

ARCHIVE: Any = limits.ARCHIVE_MINUTES[-1]

SEARCHED = 500
"""Archived threads of a channel that are looked through, at most, for one that may have been made."""
SKEW = timedelta(minutes=5)
"""So far Discord's clock, which dates threads, may be from ours."""

NO_THREAD = frozenset(
    {
        Code.TOO_MANY_THREADS,
        Code.MISSING_PERMISSION,
        Code.MISSING_ACCESS,
        Code.WRONG_CHANNEL_TYPE,
        Code.TAG_REQUIRED,
        Code.NO_USABLE_TAG,
    }
)
"""Where a channel refuses a thread so, the match is played elsewhere: it would refuse the next one, too."""


class MatchThreads:
    """Makes the threads of matches. ``threads`` False: all are played in the channel itself."""

    def __init__(self, client: discord.Client, settings: ServerSettings, *, threads: bool) -> None:
        """Use the client once it is logged in."""
        self._client = client
        self._settings = settings
        self._threads = threads

    async def open(self, notice: Notice) -> Opened | None:
        """Make the thread of a match, in the server's forum if it has named one; None: play in the channel itself.

        A private match has its thread where it was opened: a forum lists its posts to everybody who sees it.
        A match that waits for players has a post in a forum, or nothing until it starts. A repeat finds the thread that
        is there, and so does the start of a match with a post. Raises HTTPException for what may be otherwise at the
        next attempt.
        """
        known = await self._fetch_known(notice)
        if known is not None:
            return await self._resume(known, notice)
        settings = await self._settings.server(notice.place)
        wanted = notice.thread or settings.get("threads", True)
        if not self._threads or notice.place.guild is None or not wanted:
            return None
        forum = 0 if notice.match_view.match.private else int(settings.get("forum", 0))
        async for parent in self._parents(notice, forum=forum):
            if not has_begun(notice.match_view) and not isinstance(parent, discord.ForumChannel):
                return None
            made = await self._open_in(parent, notice)
            if made is not None:
                return made
        return None

    async def _parents(self, notice: Notice, *, forum: int) -> AsyncIterator[Parent]:
        """Where the thread may be, the best place first: the server's forum, then the channel of the match."""
        for number in filter(None, (forum, notice.place.channel)):
            try:
                channel = await self._client.fetch_channel(number)
            except discord.HTTPException as error:
                if number != forum or error.code not in {Code.UNKNOWN_CHANNEL, Code.MISSING_ACCESS}:
                    raise
                log.warning("the forum of a server can't be used", guild=notice.place.guild, code=error.code)
                continue
            if isinstance(channel, discord.TextChannel | discord.ForumChannel):
                yield channel

    async def _fetch_known(self, notice: Notice) -> discord.Thread | None:
        """The thread that the match has already, archived or not; None if it has none any more."""
        if notice.match_view.match.thread is None:
            return None
        try:
            place = await self._client.fetch_channel(notice.match_view.match.thread)
        except discord.HTTPException as error:
            if error.code not in {Code.UNKNOWN_CHANNEL, Code.MISSING_ACCESS}:
                raise
            return None
        return place if isinstance(place, discord.Thread) else None

    async def _resume(self, thread: discord.Thread, notice: Notice) -> Opened:
        """Let a match be played in the post in which it waited for players: it gets their names, and they come in."""
        name = thread_names(notice.match_view)[0]
        async with _leniently("a post couldn't be renamed", thread=thread.id):
            if not thread.locked and (thread.archived or thread.name != name):
                await thread.edit(archived=False, name=name)
        if has_begun(notice.match_view) and not await self._are_in(thread, notice):
            await self.bring_in(ChannelId(thread.id), notice)
        return Opened(ChannelId(thread.id))

    async def _are_in(self, thread: discord.Thread, notice: Notice) -> bool:
        """Whether the players have been brought into a thread: a message of the bot's own names them all."""
        own, wanted = self._client.user, set(players(notice.match_view))
        async with _leniently("a thread's messages couldn't be read", thread=thread.id):
            async for message in thread.history(limit=SEARCHED):
                if own is not None and message.author.id == own.id and wanted <= set(message.raw_mentions):
                    return True
        return False

    async def _open_in(self, parent: Parent, notice: Notice) -> Opened | None:
        known = await self._thread_of(parent, notice)
        if known is None and notice.match_view.match.status is Status.CANCELLED:
            return None
        try:
            made = await _make(parent, notice) if known is None else await _reopen(known, parent)
        except discord.HTTPException as error:
            if error.code not in NO_THREAD | limits.BLOCKED:
                raise
            log.warning("no thread could be made; the match is played elsewhere", parent=parent.id, code=error.code)
            return None
        begun = has_begun(notice.match_view)
        if begun and (known is None or (known.member_count or 0) <= len(players(notice.match_view))):
            await self.bring_in(ChannelId(made.thread), notice)
        if made.card is not None and notice.card is not None:
            await self._point(notice.card, notice.match_view, made.thread)
        return made

    async def _thread_of(self, parent: Parent, notice: Notice) -> discord.Thread | None:
        """The thread made for the match before, if this is a repeat; one that was archived meanwhile, too."""
        for thread in await parent.guild.active_threads():
            if self._is_of(thread, parent, notice):
                return thread
        if notice.since is not None:
            async for thread in parent.archived_threads(limit=SEARCHED):  # the one archived last comes first
                if thread.archive_timestamp < notice.since - SKEW:
                    break
                if self._is_of(thread, parent, notice):
                    return thread
        return None

    def _is_of(self, thread: discord.Thread, parent: Parent, notice: Notice) -> bool:
        own, called = self._client.user, title(notice.match_view)
        same = thread.parent_id == parent.id and own is not None and thread.owner_id == own.id
        return same and (thread.name == called or thread.name.startswith(f"{called}:"))

    async def _point(self, old: MessageRef, match_view: MatchView, thread: ChannelId) -> None:
        """Let the card in the channel lead to the post that shows the match from now on."""
        message = self._client.get_partial_messageable(old.channel).get_partial_message(old.message)
        async with _leniently("a card couldn't be linked to its post", thread=thread):
            await message.edit(view=forwarding_card(match_view, thread).view, allowed_mentions=QUIET)

    async def bring_in(self, thread: ChannelId, notice: Notice) -> None:
        """Make the players members of a thread without notifying them, also those who want no mention.

        An edit that mentions somebody does that; adding them by the API leaves a line that notifies. Discord passes
        over those who have left the server. The nonce makes a repeat write no second line.
        """
        users = players(notice.match_view)
        allowed = discord.AllowedMentions(everyone=False, roles=False, users=[discord.Object(user) for user in users])
        words = _("-# Players: {players}", players=" ".join(f"<@{user}>" for user in users))
        async with _leniently("players couldn't be added to a thread", thread=thread):
            if users:
                place = self._client.get_partial_messageable(thread)
                line = _("-# Players: {players}", players="…")
                sent = await place.send(line, nonce=f"{notice.nonce}p", silent=True, allowed_mentions=QUIET)
                await repeat(lambda: sent.edit(content=words, allowed_mentions=allowed), pauses=SOON)

    async def tag(self, post: ChannelId, match_view: MatchView) -> None:
        """Let the tags of a forum's post say what its match is doing; those that people have set stay.

        Where they do already, nothing is sent. A thread in a channel has none.
        """
        async with _leniently("a post's tags couldn't be changed", thread=post):
            # An archived one isn't in the client's cache, and after a restart it stays out until it's opened again.
            known = self._client.get_channel(post) or await self._client.fetch_channel(post)
            forum = known.parent if isinstance(known, discord.Thread) else None
            if not isinstance(known, discord.Thread) or not isinstance(forum, discord.ForumChannel):
                return
            tags = tags_for(forum, match_view, known.applied_tags)
            if {tag.id for tag in tags} == {tag.id for tag in known.applied_tags}:
                return
            if known.archived:
                await known.edit(archived=False, applied_tags=tags)
            else:
                await known.edit(applied_tags=tags)

    async def see_off(self, thread: ChannelId, user: UserId) -> None:
        """Take somebody who plays no longer out of a thread; where the right is lacking, the log says so."""
        async with _leniently(
            "a replaced player couldn't be removed from a thread; it takes “Manage Threads”", thread=thread
        ):
            place = await self._client.fetch_channel(thread)
            if isinstance(place, discord.Thread):
                await place.remove_user(discord.Object(user))


@asynccontextmanager
async def _leniently(what: str, **facts: object) -> AsyncIterator[None]:
    """Let Discord refuse what no match depends on: the log says so."""
    try:
        yield
    except (discord.HTTPException, discord.RateLimited, *PASSING) as error:
        log.warning(what, why=str(error), **facts)


def has_begun(match_view: MatchView) -> bool:
    """Return whether a match is played, or was: one that was canceled before its start never is."""
    return match_view.match.status not in (Status.LOBBY, Status.CANCELLED)


def without_own_thread(match_view: MatchView) -> MatchView:
    """Return the view for a card that stands in the match's own thread: it needs no link to where it is."""
    return replace(match_view, match=replace(match_view.match, thread=None))


def players(match_view: MatchView) -> tuple[UserId, ...]:
    """Return the people who play, by seat; nobody who has resigned, was deleted, or plays from another server."""
    users = (seat.user for seat in match_view.seats if not (seat.resigned or seat.guest))
    return tuple(dict.fromkeys(user for user in users if user is not None and not is_deleted(user)))


def without_names(match_view: MatchView) -> MatchView:
    """Return the view with numbers in place of what people call themselves: AutoMod may block that."""
    seats = (
        seat if seat.user is None else replace(seat, name=_("Player {number}", number=seat.seat + 1))
        for seat in match_view.seats
    )
    return replace(match_view, seats=tuple(seats))


def thread_names(match_view: MatchView) -> tuple[str, str]:
    """Return what the thread of a match may be called: with its players, or by what nobody has written."""
    names = ", ".join(" ".join(name.split()) for name in names_of(match_view))
    return limits.cut(f"{title(match_view)}: {names}", limits.THREAD_NAME), limits.cut(
        title(match_view), limits.THREAD_NAME
    )


def usable_tags(forum: discord.ForumChannel) -> list[discord.ForumTag]:
    """Return the tags that the bot may set in a forum: moderated ones take “Manage Threads”."""
    me: discord.Member | None = forum.guild.me
    manages = me is not None and forum.permissions_for(me).manage_threads
    return [tag for tag in forum.available_tags if manages or not tag.moderated]


def tags_for(
    forum: discord.ForumChannel, match_view: MatchView, kept: Sequence[discord.ForumTag] = ()
) -> list[discord.ForumTag]:
    """Return the tags of a post: those called like the game and like what the match is doing, behind those of people.

    ``kept``: the tags that it has. Where a tag is required and none is called so, the first usable one.
    """
    usable = usable_tags(forum)
    state = state_of(match_view)
    own = {_plain(word) for each in STATES for word in translations(each)}
    wanted = {_plain(match_view.game.spec.title), *map(_plain, translations(state))}
    named = [tag for tag in usable if _plain(tag.name) in wanted]
    others = [tag for tag in kept if _plain(tag.name) not in own and tag not in named]
    first = usable[:1] if forum.flags.require_tag else []
    return ([*others[: limits.POST_TAGS - len(named)], *named] or first)[: limits.POST_TAGS]


OPEN, RUNNING, FINISHED = N_("Open"), N_("Running"), N_("Finished")
STATES = (OPEN, RUNNING, FINISHED)
"""What the post of a match is tagged with, beside its game."""


def state_of(match_view: MatchView) -> str:
    """Return which of them fits: open, if somebody can take a seat."""
    match match_view.match.status:
        case Status.LOBBY:
            return OPEN
        case Status.RUNNING:
            return OPEN if any(seat.open for seat in match_view.seats) else RUNNING
        case Status.FINISHED | Status.CANCELLED:
            return FINISHED


def _plain(name: str) -> str:
    return "".join(filter(str.isalnum, name.casefold()))


async def _make(parent: Parent, notice: Notice) -> Opened:
    """Make a thread; where AutoMod blocks it, once more without what persons have written."""
    full, bare = thread_names(notice.match_view)
    for name, match_view in ((full, notice.match_view), (bare, without_names(notice.match_view))):
        try:
            if isinstance(parent, discord.ForumChannel):
                return await _new_post(parent, match_view, name=name)
            return Opened(await _new_thread(parent, notice, name=name))
        except discord.HTTPException as error:
            if error.code not in limits.BLOCKED or name == bare:
                raise
    raise AssertionError("the last attempt returns or raises")


async def _new_post(forum: discord.ForumChannel, match_view: MatchView, *, name: str) -> Opened:
    """Make a post whose first message is the card of the match."""
    match_view = without_own_thread(match_view)
    made = await forum.create_thread(
        name=name,
        auto_archive_duration=ARCHIVE,
        view=card(match_view).view,
        applied_tags=tags_for(forum, match_view),
        allowed_mentions=QUIET,
    )
    return _as_opened(made.thread, forum)


async def _new_thread(channel: discord.TextChannel, notice: Notice, *, name: str) -> ChannelId:
    """Make a thread at the match's card, which then stands at its head, or by itself if the card is gone."""
    if notice.card is not None and notice.card.channel == channel.id:
        known = await _thread_under(channel, notice.card, name=name)
        if known is not None:
            return known
    kind = discord.ChannelType.news_thread if channel.is_news() else discord.ChannelType.public_thread
    thread = await channel.create_thread(name=name, type=kind, auto_archive_duration=ARCHIVE)
    return ChannelId(thread.id)


async def _thread_under(channel: discord.TextChannel, head: MessageRef, *, name: str) -> ChannelId | None:
    """Make a thread at a message; None if that is gone."""
    try:
        thread = await channel.get_partial_message(head.message).create_thread(name=name, auto_archive_duration=ARCHIVE)
    except discord.HTTPException as error:
        if error.code == Code.HAS_THREAD_ALREADY:
            return ChannelId(head.message)  # a thread at a message has the message's own id
        if error.code == Code.UNKNOWN_MESSAGE:
            return None
        raise
    return ChannelId(thread.id)


async def _reopen(thread: discord.Thread, parent: Parent) -> Opened:
    """The place that a thread of an attempt before is; one that is archived is opened again, unless it is locked."""
    if thread.archived and not thread.locked:
        await thread.edit(archived=False)
    return _as_opened(thread, parent)


def _as_opened(thread: discord.Thread, parent: Parent) -> Opened:
    """The place that a thread is; the first message of a post has the post's own id."""
    number = ChannelId(thread.id)
    return Opened(
        number, MessageRef(number, MessageId(thread.id)) if isinstance(parent, discord.ForumChannel) else None
    )
