"""Deliveries: notices become messages, and Discord's refusals become what the relay decides by."""

from collections.abc import Awaitable, Callable, Iterator
from datetime import datetime, timedelta
from functools import partial

import discord
import structlog
from discord.abc import Messageable
from msgspec.structs import replace

from bot.app.changes.outbox import Kind
from bot.app.lobby.server_settings import ServerSettings
from bot.app.match.preferences import Display
from bot.app.match.records import MatchView, MessageRef
from bot.app.notifications.courier import (
    Doubtful,
    Elsewhere,
    EventNotice,
    Message,
    Notice,
    Opened,
    OwnRoleNotice,
    Permanent,
    PersonNotice,
    PuzzleNotice,
    Refused,
    RoleNotice,
    ServerNotice,
    TournamentNotice,
    Transient,
)
from bot.app.notifications.languages import Languages
from bot.app.puzzles.posting import Solved
from bot.edge import limits
from bot.edge.delivery.errands import Errands
from bot.edge.delivery.fallbacks import Fallback
from bot.edge.delivery.followers import expect_seeing
from bot.edge.delivery.match_threads import MatchThreads, has_begun, without_names, without_own_thread
from bot.edge.delivery.openings import name_servers, select_shown, take_away
from bot.edge.delivery.private import CLOSED, person_post
from bot.edge.delivery.retiring import QUIET, Boards, take_buttons_off
from bot.edge.delivery.retries import SOON, repeat
from bot.edge.delivery.sentences import sentence_post
from bot.edge.delivery.speaking import Speaker
from bot.edge.delivery.verdicts import translate_errors
from bot.edge.imaging.drawing import Scene
from bot.edge.imaging.render_pool import RenderPool
from bot.edge.limits import Code
from bot.edge.messages.board import board_post, render_request, scene_post
from bot.edge.messages.builder import Post, plain
from bot.edge.messages.calls import CALLS, call_post
from bot.edge.messages.card import BOARD_NEWS, card, end_words, result_post
from bot.edge.messages.formatting import prose_of, title
from bot.edge.messages.openings import openings_post
from bot.edge.messages.places import name_place
from bot.edge.messages.proposals import BALLOTS, ballot_post
from bot.edge.messages.reports import report_post
from bot.edge.messages.watching import followed_post
from bot.edge.panels.puzzles import puzzle_post, solution_post
from bot.edge.tournaments.delivery import tournament_post
from bot.edge.words import _
from db.ids import ChannelId, MessageId, UserId
from db.records import Status
from render.core.plates import Drawing

log = structlog.get_logger(__name__)

MARKER_BASE = 1_000_000
"""Added to a notice's number to make the id of its message's outermost component; Discord numbers others from 1."""
SEARCHED = 500
"""Messages of a place that are looked through, at most, for one that may have been sent."""
SKEW = timedelta(minutes=5)
"""So far Discord's clock, which dates messages, may be from ours."""


class DiscordCourier:
    """Posts, edits and finds messages. ``threads`` False: matches are always played in the channel itself."""

    def __init__(
        self,
        client: discord.Client,
        render_pool: RenderPool,
        settings: ServerSettings,
        languages: Languages | None = None,
        *,
        threads: bool = True,
    ) -> None:
        """Use the client once it is logged in."""
        self._client = client
        self._render_pool = render_pool
        self._speaker = Speaker(client, languages)
        self._threads = MatchThreads(client, settings, threads=threads)
        self._errands = Errands(client, self._speaker)
        self._boards = Boards()

    async def post(self, notice: Notice) -> MessageRef:
        """Post a message; a repeat with the same nonce returns the first."""
        return await _tell_unblocked(self._post, notice)

    async def _post(self, notice: Notice) -> MessageRef:
        if notice.kind is Kind.WORD and notice.user is not None:
            await self._speaker.to_person(notice.user)
            return await self._whisper(notice)
        post = await self._make(notice)
        if notice.kind is Kind.WATCH:
            return await self._show_follower(notice, post)
        async with translate_errors():
            sent = await self._send(notice, post)
        if notice.joins is not None and notice.match_view.match.thread is not None:
            await self._change_members(notice.match_view.match.thread, notice)
        return sent

    async def _show_follower(self, notice: Notice, post: Post) -> MessageRef:
        """Send a board to who follows the match: to a channel, or to a person who still sees where it is played."""
        if notice.user is not None:
            async with translate_errors():
                await expect_seeing(self._client, notice.match_view.match, notice.user)
            return await self._privately(notice.user, notice.nonce, post)
        async with translate_errors():
            return await self._send_to(notice.place.channel, notice, post)

    async def _change_members(self, thread: ChannelId, notice: Notice) -> None:
        """Let a newcomer into a thread, whom a mention has not brought there, and see off who left."""
        if notice.joins is not None and notice.joins not in notice.mention:
            await self._threads.bring_in(thread, notice)
        if notice.leaves is not None:
            await self._threads.see_off(thread, notice.leaves)

    async def edit(self, notice: Notice, ref: MessageRef) -> MessageRef:
        """Replace a message; one that is gone, or too old to be edited, is posted anew."""
        return await _tell_unblocked(lambda each: self._edit(each, ref), notice)

    async def _edit(self, notice: Notice, ref: MessageRef) -> MessageRef:
        inside = notice.kind is Kind.CARD and ref.channel == notice.match_view.match.thread
        view = without_own_thread(notice.match_view) if inside else notice.match_view
        post = await self._make(replace(notice, match_view=view))
        pinned = notice.kind is Kind.CARD and notice.match_view.match.thread is None
        async with translate_errors():
            try:
                await self._rewrite_awake(ref, post)
            except discord.HTTPException as error:
                if error.code not in {*limits.GONE, Code.THREAD_ARCHIVED, Code.TOO_MANY_OLD_EDITS}:
                    raise
                sent = await self._send(notice, post)
                if pinned and notice.match_view.match.status is Status.RUNNING:
                    await self._pin(sent, pinned=True)
                    if error.code not in limits.GONE:
                        await self._pin(ref, pinned=False)
                return sent
        if pinned and is_over(notice.match_view):
            await self._pin(ref, pinned=False)
        if inside:
            await self._threads.tag(ref.channel, notice.match_view)
        return ref

    async def _rewrite_awake(self, ref: MessageRef, post: Post) -> None:
        """Edit a message; an archived thread is opened for it."""
        self._boards.forget(ref.message)
        message = self._place(ref.channel).get_partial_message(ref.message)
        try:
            await _rewrite(message, post)
        except discord.HTTPException as error:
            if error.code != Code.THREAD_ARCHIVED or not await self._unarchive(ref.channel):
                raise
            await _rewrite(message, post)

    async def open(self, notice: Notice) -> Opened | None:
        """Make the thread of a match; None where it is played in the channel itself, its card pinned there."""
        await self._speaker.in_server(notice.place.guild, notice.match_view.match.host)
        async with translate_errors():
            made = await self._threads.open(notice)
        if made is None and notice.card is not None and has_begun(notice.match_view):
            await self._pin(notice.card, pinned=True)
        return made

    async def retire(self, notice: Notice, ref: MessageRef) -> None:
        """Take the buttons off the board before."""
        async with translate_errors():
            try:
                await repeat(lambda: self._take_buttons_off(ref), pauses=SOON)
            except discord.HTTPException as error:
                if error.code not in {*limits.GONE, Code.THREAD_ARCHIVED, Code.TOO_MANY_OLD_EDITS, Code.MISSING_ACCESS}:
                    raise

    async def _take_buttons_off(self, ref: MessageRef) -> None:
        """Edit a board by what is known of it; one of before the start, or whose files Discord wants anew, is read."""
        place, known = self._place(ref.channel), self._boards.find(ref.message)
        if known is not None:
            self._boards.forget(ref.message)
            try:
                await place.get_partial_message(ref.message).edit(view=known, allowed_mentions=QUIET)
            except discord.HTTPException as error:
                if error.code != Code.INVALID_BODY:
                    raise
            else:
                return
        await take_buttons_off(await place.fetch_message(ref.message), self._client.http.get_from_cdn)

    async def tell(self, notice: TournamentNotice, ref: MessageRef | None) -> MessageRef:
        """Post something of a tournament, or show it in place of an earlier message; its card is pinned."""
        if notice.user is None:
            await self._speaker.in_server(notice.place.guild)
        else:
            await self._speaker.to_person(notice.user)
        post = await tournament_post(self._render_pool, notice, marker=marker_of(notice))
        if notice.user is not None:
            return await self._whisper_of_tournament(notice, post)
        async with translate_errors():
            if ref is not None and await self._replace(ref, post):
                return ref
            sent = await self._send_to(notice.place.channel, notice, post)
        if notice.kind is Kind.TOURNAMENT:
            await self._pin(sent, pinned=True)
        return sent

    async def _replace(self, ref: MessageRef, post: Post) -> bool:
        """Edit a message; False if it is gone or too old to be edited."""
        message = self._place(ref.channel).get_partial_message(ref.message)
        try:
            await _rewrite(message, post)
        except discord.HTTPException as error:
            if error.code not in {Code.UNKNOWN_MESSAGE, Code.TOO_MANY_OLD_EDITS}:
                raise
            return False
        return True

    async def reach(self, notice: PersonNotice) -> MessageRef:
        """Tell a person something beside any match."""
        if notice.place is None:
            await self._speaker.to_person(notice.user)
        else:
            await self._speaker.in_server(notice.place.guild, notice.user)
        server = None if notice.bar is None else self._client.get_guild(notice.bar.guild)
        post = person_post(notice, server, marker=marker_of(notice))
        if notice.place is None:
            return await self._privately(notice.user, notice.nonce, post)
        async with translate_errors():
            return await self._send_to(notice.place.channel, notice, post)

    async def list_open(self, notice: ServerNotice) -> MessageRef | None:
        """List the open matches of a server in its one message, which is pinned, or take that away."""
        await self._speaker.in_server(notice.place.guild)
        async with translate_errors():
            if notice.matches is None and notice.before is not None:
                await take_away(self._place(notice.place.channel).get_partial_message(notice.before.message))
                return None
            shown, names = select_shown(self._client, notice), name_servers(self._client, notice)
            post = openings_post(shown, marker=marker_of(notice), names=names)
            if notice.before is not None and await self._replace(notice.before, post):
                return notice.before
            sent = await self._send_to(notice.place.channel, notice, post)
        await self._pin(sent, pinned=True)
        return sent

    async def pose(self, notice: PuzzleNotice) -> MessageRef:
        """Post the puzzle of the day, or a solution."""
        await self._speaker.in_server(notice.place.guild)
        posed, marker = notice.posed, marker_of(notice)
        if isinstance(posed, Solved):
            post = solution_post(posed, marker=marker)
        else:
            post = puzzle_post(posed, await self._draw(posed.match_view, Scene.BOARD), marker=marker)
        async with translate_errors():
            return await self._send_to(notice.place.channel, notice, post)

    async def change_role(self, notice: RoleNotice) -> None:
        """Give a member a role, or take it."""
        async with translate_errors():
            await self._errands.change_role(notice)

    async def keep_role(self, notice: OwnRoleNotice) -> int:
        """Make or delete the role of a tournament."""
        async with translate_errors():
            return await self._errands.keep_role(notice)

    async def plan_event(self, notice: EventNotice) -> MessageRef | None:
        """Make, move, begin or end a scheduled event."""
        async with translate_errors():
            return await self._errands.plan_event(notice)

    async def _whisper_of_tournament(self, notice: TournamentNotice, post: Post) -> MessageRef:
        """Tell one user in a direct message; who takes none is called in the tournament's channel."""
        assert notice.user is not None, "a private word has a reader"
        try:
            return await self._privately(notice.user, notice.nonce, post)
        except Refused:
            if notice.discreet:
                raise
            await self._speaker.in_server(notice.place.guild)
            words = _("<@{user}>: you have something to decide. See `/tournament organize`.", user=notice.user)
            async with translate_errors():
                call = plain(words, marker=marker_of(notice))
                return await self._send_to(notice.place.channel, replace(notice, mention=(notice.user,)), call)

    async def _privately(self, user: UserId, nonce: str, post: Post) -> MessageRef:
        """Send a direct message; raises Refused where none is taken."""
        async with translate_errors():
            try:
                person = await self._client.fetch_user(user)
                message = await _deliver(person, post, nonce=nonce, allowed=QUIET)
            except discord.HTTPException as error:
                if error.code not in CLOSED:
                    raise
                raise Refused(error.code, CLOSED[error.code]) from error
        return MessageRef(ChannelId(message.channel.id), MessageId(message.id))

    async def find(self, notice: Message, since: datetime) -> MessageRef | None:
        """Look for the notice's message among the newest of each place to which it may have been sent.

        A place that is gone or closed to the bot holds nothing that could be found.
        """
        async with translate_errors():
            for reach in self._places(notice):
                try:
                    found = await self._find_in(await reach(), marker_of(notice), since - SKEW)
                except discord.HTTPException as error:
                    if error.code not in {*limits.GONE, *CLOSED, Code.MISSING_ACCESS}:
                        raise
                else:
                    if found is not None:
                        return found
        return None

    def _places(self, notice: Message) -> Iterator[Callable[[], Awaitable[Messageable]]]:
        """The places to which a notice may have been sent: in private, and where a person is called instead."""

        async def privately() -> Messageable:
            assert notice.user is not None, "a private word has a reader"
            return await (await self._client.fetch_user(notice.user)).create_dm()

        async def publicly(channel: ChannelId) -> Messageable:
            return self._place(channel)

        if notice.user is not None and not (isinstance(notice, PersonNotice) and notice.place is not None):
            yield privately
        if isinstance(notice, Notice):
            channels = () if notice.user is not None else notice.tried or (notice.place.channel,)
            yield from (partial(publicly, channel) for channel in channels)
        elif notice.place is not None:
            yield partial(publicly, notice.place.channel)

    async def _find_in(self, place: Messageable, marker: int, since: datetime) -> MessageRef | None:
        own = self._client.user
        async for message in place.history(limit=SEARCHED, oldest_first=False):
            if message.created_at < since:
                break
            mine = own is not None and message.author.id == own.id
            if mine and any(getattr(part, "id", None) == marker for part in message.components):
                return MessageRef(ChannelId(message.channel.id), MessageId(message.id))
        return None

    # --- Making and sending ------------------------------------------------------------------------------

    async def _make(self, notice: Notice) -> Post:
        """The message of a notice, its picture drawn."""
        if notice.kind is Kind.WATCH and notice.user is not None:
            await self._speaker.to_person(notice.user)
        else:
            await self._speaker.in_server(notice.place.guild, notice.match_view.match.host)
        match_view, marker = notice.match_view, marker_of(notice)
        match notice.kind:
            case Kind.SCENE:
                return scene_post(match_view, await self._draw(match_view, Scene.BOARD), notice.lines, marker=marker)
            case Kind.BOARD:
                over = match_view.match.status is Status.FINISHED and match_view.outcome is not None
                drawings = await self._draw(match_view, Scene.FINAL if over else Scene.BOARD)
                return board_post(match_view, drawings, lines=notice.lines, mention=notice.mention, marker=marker)
            case Kind.REPORT:
                assert notice.report is not None, "reports are never deleted"
                return report_post(match_view, notice.report, await self._draw(match_view, Scene.BOARD), marker=marker)
            case Kind.CARD | Kind.OPEN:
                return card(match_view, marker=marker, mention=notice.mention)
            case Kind.RESULT:
                return result_post(match_view, marker=marker)
            case Kind.WORD:
                return sentence_post(notice, marker=marker)
            case Kind.WATCH:
                over = is_over(match_view) and match_view.outcome is not None
                scene = Scene.FINAL if over else Scene.BOARD
                return followed_post(notice, await self._draw_for(notice, scene), marker=marker)
            case _:
                raise AssertionError("only what is told of a match is made here")

    async def _draw_for(self, notice: Notice, scene: Scene) -> tuple[Drawing, ...]:
        """The plates for who follows a match, unless they want boards in words."""
        in_words = notice.watch is not None and notice.watch.display is Display.TEXT
        return () if in_words else await self._draw(notice.match_view, scene)

    async def _draw(self, match_view: MatchView, scene: Scene) -> tuple[Drawing, ...]:
        """The plates of a picture; none if it cannot be drawn, or if the game's code fails."""
        return () if match_view.view is None else await self._render_pool.draw(render_request(match_view, scene))

    async def _send(self, notice: Notice, post: Post) -> MessageRef:
        """Post at the notice's place; raises Elsewhere where that takes nothing any more."""
        channel = notice.place.channel
        try:
            return await self._send_to(channel, notice, post)
        except discord.HTTPException as error:
            if error.code == Code.THREAD_ARCHIVED and await self._unarchive(channel):
                return await self._send_to(channel, notice, post)
            away = {*limits.THREAD_OVER, Code.UNKNOWN_CHANNEL}
            elsewhere = notice.kind in (Kind.RESULT, Kind.REPORT)  # in a channel of the server's own choice
            if error.code in away and not elsewhere and channel != notice.match_view.match.channel:
                raise Elsewhere(notice.match_view.match.channel) from error
            raise

    async def _send_to(self, channel: ChannelId, notice: Message, post: Post) -> MessageRef:
        users = [discord.Object(user) for user in notice.mention]
        allowed = discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=users)
        message = await _deliver(self._place(channel), post, nonce=notice.nonce, allowed=allowed)
        if isinstance(notice, Notice) and notice.kind is Kind.BOARD and not is_over(notice.match_view):
            self._boards.keep(message)
        return MessageRef(ChannelId(message.channel.id), MessageId(message.id))

    async def _whisper(self, notice: Notice) -> MessageRef:
        """Tell one user in a direct message, with the way to the match; raises Refused where none is taken."""
        assert notice.user is not None, "a private word has a reader"
        assert notice.text is not None, "a private word has a sentence"
        if notice.text.id in CALLS:
            called = call_post(notice, notice.text, marker=marker_of(notice))
            return await self._privately(notice.user, notice.nonce, called)
        name, seats = title(notice.match_view), notice.match_view.seats
        is_guest = any(seat.guest and seat.user == notice.user for seat in seats)
        head = f"**{name}**" if is_guest else name_place(name, notice.place)
        if notice.text.id in BALLOTS:
            asked = ballot_post(notice.match_view, notice.text, marker=marker_of(notice), head=head)
            return await self._privately(notice.user, notice.nonce, asked)
        end = end_words(notice.match_view) if notice.text.id == BOARD_NEWS else ""
        words = end or prose_of(notice.match_view)(notice.text)
        return await self._privately(notice.user, notice.nonce, plain(f"{head}\n{words}", marker=marker_of(notice)))

    async def _pin(self, card: MessageRef, *, pinned: bool) -> None:
        """Pin a card or take its pin off. Where that does not work the match goes on without; the log says why."""
        message = self._place(card.channel).get_partial_message(card.message)
        try:
            async with translate_errors():
                await (message.pin() if pinned else message.unpin())
        except Permanent as error:
            log.warning(
                "a card's pin couldn't be changed; it takes “Pin Messages” and room for a pin",
                code=error.code,
                pin=pinned,
            )
        except (Transient, Doubtful) as error:
            log.warning("a card's pin couldn't be changed", why=str(error), pin=pinned)

    def _place(self, channel: ChannelId) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(channel)

    async def _unarchive(self, channel: ChannelId) -> bool:
        """Open an archived thread again; False if it is no thread or is locked against us."""
        thread = await self._client.fetch_channel(channel)
        if not isinstance(thread, discord.Thread) or thread.locked:
            return False
        await thread.edit(archived=False)
        return True


async def _tell_unblocked(tell: Callable[[Notice], Awaitable[MessageRef]], notice: Notice) -> MessageRef:
    """Tell a notice; where AutoMod blocks it, once more without the names that people have given themselves."""
    try:
        return await tell(notice)
    except Permanent as error:
        nameless = without_names(notice.match_view)
        if error.code not in limits.BLOCKED or nameless == notice.match_view:
            raise
    log.warning("AutoMod blocked a message; sending it without names", match=notice.match, kind=notice.kind)
    return await tell(replace(notice, match_view=nameless))


async def _deliver(place: Messageable, post: Post, *, nonce: str, allowed: discord.AllowedMentions) -> discord.Message:
    """Send a message, with less detail where Discord refuses what it holds."""

    async def send(shown: Post) -> discord.Message:
        return await place.send(view=shown.view, files=shown.files(), nonce=nonce, allowed_mentions=allowed)

    return await Fallback(post).send(send)


async def _rewrite(message: discord.PartialMessage, post: Post) -> None:
    """Edit a message, with less detail where Discord refuses what it holds."""

    async def edit(shown: Post) -> None:
        await message.edit(view=shown.view, attachments=shown.files(), allowed_mentions=QUIET)

    await Fallback(post).send(edit)


def is_over(match_view: MatchView) -> bool:
    """Return whether the match is over."""
    return match_view.match.status is Status.FINISHED


def marker_of(notice: Message) -> int:
    """Return the id of the outermost component of a notice's message."""
    return MARKER_BASE + notice.id
