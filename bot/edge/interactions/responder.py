"""How every interaction is answered: acknowledge, wait for one's place in the queue, do the work, present.

The acknowledgement comes first, so that Discord has it within a few milliseconds whatever the work takes; only that of
a press in a private message waits a moment for the answer, with which it may be one (``acknowledging``). The
place in the queue is taken before it, so that presses of one match are handled in the order in which they arrived. A
picture is drawn outside the queue: what was asked for is stored by then, and the next need not wait for it.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from contextvars import ContextVar, copy_context
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from typing import Any

import discord
import structlog
from msgspec.structs import replace

from bot.app.changes.server_rules import MODERATORS
from bot.app.match.preferences import Display
from bot.app.match.records import Actor, Place
from bot.app.notifications.languages import Reader
from bot.app.runtime.queues import QueuePlace, Queues
from bot.app.runtime.watchdog import RulesTimeout
from bot.app.services import Services
from bot.app.views.targets import Sees
from bot.edge import limits
from bot.edge.emoji import use_in_words
from bot.edge.imaging.drawing import RenderRequest, Scene
from bot.edge.imaging.render_pool import RenderPool
from bot.edge.interactions import Interaction
from bot.edge.interactions.acknowledging import Acknowledgement
from bot.edge.interactions.at_once import refuse_for_now
from bot.edge.interactions.following import Find, Followers, Following, find_answer
from bot.edge.interactions.journal import Result, journal, note_result
from bot.edge.interactions.operator import add_banner, find_halt
from bot.edge.interactions.presenter import Presenter
from bot.edge.interactions.progress import time_answer
from bot.edge.interactions.rate_limits import RateLimits
from bot.edge.messages.builder import WARNING, Post, plain
from bot.edge.messages.custom_ids import revision
from bot.edge.messages.formatting import ask_lines, prose_of, words_for
from bot.edge.messages.places import read_in
from bot.edge.words import _, escape_markdown, set_locale
from db.engine.errors import StoreError
from db.ids import ChannelId, GuildId, Key, MatchId, UserId
from games.core.contract import AnyGame
from games.core.errors import Refusal
from games.core.game import UNMARKED
from games.core.input.visible import strip_invisible
from render.charts.orders import Chart
from render.core.plates import Drawing

log = structlog.get_logger(__name__)

Work = Callable[[], Awaitable[Post]]
MOST_CHANGING = 1000
"""Private messages of which it is remembered which press was the last; a panel lives for 15 minutes."""
MOST_KNOWN = 5000
"""Interactions whose ids are remembered; a second delivery comes within moments."""
LAST_WORD = 1.0
"""Seconds that saying why a request was not finished may take when the bot ends."""
MOST_SAID = 800
"""Characters of a refusal; what a player typed, and it repeats, may be 6,000 long."""


class Underway:
    """One interaction on its way: its places in queues, and which request it is of those that change a message."""

    def __init__(self, place: QueuePlace, acknowledgement: Acknowledgement, message: int | None, number: int) -> None:
        """``message`` is the private message that is changed in place, if one is; ``number`` counts requests."""
        self.places = [place]
        self.acknowledgement = acknowledgement
        self.message = message
        self.number = number
        self.find: Find | None = None
        """What the message goes on with once it was answered."""


_underway: ContextVar[Underway | None] = ContextVar("underway", default=None)
"""The interaction that is being answered."""
_display: ContextVar[Display] = ContextVar("display", default=Display.PICTURES)
"""How boards are shown to whom it answers."""
ENLARGED = frozenset({Scene.BOARD, Scene.PRIVATE, Scene.SINCE, Scene.SEAT, Scene.SYMBOLS})
"""What is shown in parts to who wants large pictures; a panel has no room for them."""


class Sentence(Exception):
    """A request that the edge itself cannot serve; the text is a whole sentence for the player."""


@dataclass(slots=True)
class Responder:
    """What callbacks work with. Holds no match: only services, pictures, and the queues of presses under way."""

    services: Services
    render_pool: RenderPool
    games: Mapping[str, AnyGame]
    queues: Queues = field(default_factory=Queues)
    rates: RateLimits = field(default_factory=lambda: RateLimits(0, 60))
    presenter: Presenter = field(default_factory=Presenter)
    closing: bool = False
    """The bot is about to end: nothing new is begun."""
    followers: Followers = field(default_factory=Followers)
    _answering: set["asyncio.Task[Any]"] = field(default_factory=set)
    _known: dict[int, None] = field(default_factory=dict)
    _covers: dict[tuple[str, Scene], Drawing] = field(default_factory=dict)
    _newest: dict[int, int] = field(default_factory=dict)
    _numbers: "count[int]" = field(default_factory=count)

    async def answer(
        self,
        interaction: Interaction,
        work: Work,
        *,
        match: int | None = None,
        update: bool = False,
        alone: bool = False,
        cost: int = 1,
    ) -> None:
        """Acknowledge at once, then do the work in the queue of ``match`` and show what it returns, in private.

        ``update``: show it in place of the private message that was pressed. Without ``match`` the queue is that of the
        channel; ``alone``: nothing waits for it, since it takes long and changes nothing. ``cost``: what it takes from
        the person's bucket; who has none left is told when to try again, and nothing is done.
        """
        if self._first(interaction):
            with journal(interaction, match):
                await self._answer_within(interaction, work, match=match, update=update, alone=alone, cost=cost)

    async def _answer_within(
        self, interaction: Interaction, work: Work, *, match: int | None, update: bool, alone: bool, cost: int
    ) -> None:
        """Answer within the limits of the person, and as long as the bot begins anything."""
        wait = self.rates.take(interaction.user.id, cost)
        if wait:
            note_result(Result.LIMITED)
            await refuse_for_now(interaction, wait)
            return
        task = asyncio.current_task()
        assert task is not None, "callbacks run in tasks"
        self._answering.add(task)
        try:
            if self.is_halted(interaction):
                await self._answer(interaction, partial(self._refuse, interaction), alone=True)
            else:
                await self._answer(interaction, work, match=match, update=update, alone=alone)
        except asyncio.CancelledError:
            if self.closing:
                await self._say_cut_off(interaction)
            raise
        finally:
            self._answering.discard(task)

    def is_halted(self, interaction: Interaction) -> bool:
        """Return whether nothing is begun for an interaction: the bot ends, or its operator has ordered so."""
        return self.closing or bool(self._find_halt(interaction))

    def _find_halt(self, interaction: Interaction) -> str:
        uow = self.services.uow
        return find_halt(uow.orders, interaction, uow.clock.now())

    async def _refuse(self, interaction: Interaction) -> Post:
        """Say why nothing is begun."""
        restarting = _("Longtable is restarting. Try again in a minute; your matches are saved.")
        raise Sentence(restarting if self.closing else self._find_halt(interaction) or restarting)

    async def _say_cut_off(self, interaction: Interaction) -> None:
        """Say that the bot ends before a request was done: “thinking…” would stay for good."""
        words = _(
            "⚠️ Longtable is restarting and couldn't finish this. Check whether it took effect. "
            "If not, try again in a minute."
        )
        with suppress(TimeoutError):
            async with asyncio.timeout(LAST_WORD):
                if (underway := _underway.get()) is not None:
                    await underway.acknowledgement.finish()
                await self.presenter.show(interaction, plain(words, accent=WARNING))

    async def settle(self, seconds: float) -> None:
        """Wait so long for what is being answered, which nothing is added to anymore."""
        if self._answering:
            await asyncio.wait(self._answering, timeout=seconds)

    async def finish(self, seconds: float) -> None:
        """Refuse what comes from now on with a sentence; wait so long for what is being answered, and end the rest."""
        self.closing = True
        await self.settle(seconds)
        left = tuple(self._answering)
        for task in left:
            task.cancel()
        await asyncio.gather(*left, return_exceptions=True)

    async def _answer(
        self,
        interaction: Interaction,
        work: Work,
        *,
        match: int | None = None,
        update: bool = False,
        alone: bool = False,
    ) -> None:
        if alone or match is None:
            place = self.queues.take(interaction.id if alone else interaction.channel_id or 0)
        else:
            place = self.queue(match, interaction)
        acknowledgement = Acknowledgement(interaction, update=update)
        underway = self._begin(place, acknowledgement, interaction if update else None)
        revision.set(interaction.id)
        set_locale(interaction.locale.value)
        read_in(interaction.guild_id)
        held = update and not alone and acknowledgement.hold()
        try:
            acknowledged = held or await acknowledgement.finish()
        except BaseException:
            place.skip()
            raise
        if not acknowledged:
            note_result(Result.LATE)
            place.skip()
            return
        with time_answer():
            async with place:
                await self.speak(interaction)
                post = await self._do(interaction, work, match=match)
            await self._tell(interaction, underway, post)
        await self._follow(interaction, underway, match or interaction.channel_id or 0)

    def go_on_with(self, find: Find) -> None:
        """Let the private message that is the answer show what ``find`` returns, soon after.

        Nothing comes of it once something was pressed in it. What is found may go on itself.
        """
        underway = _underway.get()
        if underway is not None:
            underway.find = find

    async def _follow(self, interaction: Interaction, underway: Underway, queue: int) -> None:
        """Let the message wait that was answered, if it goes on."""
        find, underway.find = underway.find, None
        if find is None or not await self._know_message(interaction, underway):
            return

        def is_wanted() -> bool:
            return not (self.closing or self._overtaken(underway))

        async def show(post: Post) -> None:
            # In the queue, so that a press meanwhile waits until it is shown, and has the last word.
            async with self.queues.take(queue):
                if is_wanted():
                    await self.presenter.show_once(interaction, post)
            await self._follow(interaction, underway, queue)

        assert underway.message is not None
        self.followers.add(underway.message, Following(find, show, is_wanted, copy_context()))

    async def _know_message(self, interaction: Interaction, underway: Underway) -> bool:
        """Whether it is known which message is the answer: a new one is asked for, to hear of presses in it."""
        if underway.message is None and (message := await find_answer(interaction)) is not None:
            underway.message = message
            self._newest.setdefault(message, underway.number)
        return underway.message is not None

    async def speak(self, interaction: Interaction) -> None:
        """Answer in the language that who acts has chosen, else in that of their Discord; show boards as they chose.

        The role of the server's moderators is looked up here, too: whether who acts has it, is then asked of it often.
        """
        reader = Reader(interaction.locale.value)
        with suppress(StoreError):
            reader = await self.services.languages.of_reader(UserId(interaction.user.id), reader.language)
        set_locale(reader.language)
        _display.set(reader.display)
        use_in_words(reader.display is not Display.TEXT)
        if interaction.guild_id is not None:
            with suppress(StoreError):
                role = await self.services.settings.moderators(GuildId(interaction.guild_id))
                interaction.extras[MODERATORS] = role

    async def _tell(self, interaction: Interaction, underway: Underway, post: Post) -> None:
        """Show an answer, in one request if it was not acknowledged yet; not one that is overtaken."""

        def is_wanted() -> bool:
            return not self._overtaken(underway)

        acknowledgement = underway.acknowledgement
        if not acknowledgement.update:
            post = add_banner(post, self.services.uow.orders, self.services.uow.clock.now())
        if not acknowledgement.begun and is_wanted() and await acknowledgement.answer(post):
            return
        if await acknowledgement.finish() and is_wanted():
            await self.presenter.show(interaction, post, wanted=is_wanted, update=acknowledgement.update)

    def _first(self, interaction: Interaction) -> bool:
        """Whether an interaction is new; Discord may deliver one twice, and the first delivery answers it."""
        if interaction.id in self._known:
            log.info("an interaction was delivered twice", interaction=interaction.id)
            return False
        self._known[interaction.id] = None
        while len(self._known) > MOST_KNOWN:
            del self._known[next(iter(self._known))]
        return True

    def _begin(self, place: QueuePlace, acknowledgement: Acknowledgement, changing: Interaction | None) -> Underway:
        """Note which request is the newest for the message that it changes."""
        message = changing.message.id if changing is not None and changing.message is not None else None
        underway = Underway(place, acknowledgement, message, next(self._numbers))
        if message is not None:
            self._newest.pop(message, None)
            self._newest[message] = underway.number
            while len(self._newest) > MOST_CHANGING:
                del self._newest[next(iter(self._newest))]
        _underway.set(underway)
        return underway

    def _overtaken(self, underway: Underway | None) -> bool:
        """Whether a later press on the same message is answered, or will be: what this one shows is not wanted."""
        if underway is None or underway.message is None:
            return False
        return self._newest.get(underway.message, underway.number) != underway.number

    async def picture(self, render_request: RenderRequest) -> tuple[Drawing, ...]:
        """Draw a board for who alone reads the answer, as they want boards shown: nothing for who wants words.

        Otherwise like ``public_picture``.
        """
        display = _display.get()
        if display is Display.TEXT:
            return ()
        large = display is Display.LARGE and render_request.scene in ENLARGED
        return await self.public_picture(replace(render_request, large=large) if large else render_request)

    async def public_picture(self, render_request: RenderRequest) -> tuple[Drawing, ...]:
        """Draw for the interaction being answered: it is acknowledged, and its places in queues are given up.

        So it comes last in a piece of work, after all that reads or changes the match. Empty if it cannot be drawn, or
        if nobody will see it, since the same private message was pressed again meanwhile.
        """
        underway = _underway.get()
        if underway is not None:
            underway.acknowledgement.begin()
            for each in underway.places:
                each.skip()
        return await self.render_pool.draw(render_request, wanted=lambda: not self._overtaken(underway))

    async def charts(self, orders: Sequence[Chart]) -> tuple[Drawing, ...]:
        """Draw charts for who alone reads the answer: nothing for who wants words."""
        return () if _display.get() is Display.TEXT else await self.render_pool.charts(orders)

    async def cover(self, game: AnyGame, scene: Scene) -> Drawing | None:
        """Return a game's cover, drawn once, for the interaction being answered; None if there is none."""
        known = (game.spec.key, scene)
        if known not in self._covers:
            names = (game.spec.title,)
            drawn = await self.public_picture(
                RenderRequest(game=game.spec.key, scene=scene, view=None, marks=UNMARKED, names=names)
            )
            if not drawn:
                return None
            self._covers[known] = drawn[0]
        return self._covers[known]

    def queue(self, match: int, interaction: Interaction) -> QueuePlace:
        """Take the next place among those who want something of a match; in live play perhaps one in a fair window."""
        window = self.services.windows.take(MatchId(match), UserId(interaction.user.id))
        taken = self.queues.take(match) if window is None else window
        underway = _underway.get()
        if underway is not None:
            underway.places.append(taken)
        return taken

    async def _do(self, interaction: Interaction, work: Work, *, match: int | None) -> Post:
        """Do the work; what goes wrong becomes one sentence. A command may have found out its match meanwhile."""
        try:
            return await work()
        except Sentence as sentence:
            note_result(Result.REFUSED, "SENTENCE")
            return plain(f"⚠️ {sentence}", accent=WARNING)
        except Refusal as refusal:
            note_result(Result.REFUSED, refusal.code)
            about = match or interaction.extras.get("match")
            user = UserId(interaction.user.id)
            return plain(await self.refusal_words(refusal, match=about, user=user), accent=WARNING)
        except StoreError as error:
            note_result(Result.FAILED, type(error).__name__)
            log.warning("the database refused a request", error=str(error))
            return plain(f"⚠️ {error}", accent=WARNING)
        except Exception as error:
            note_result(Result.FAILED, type(error).__name__)
            about = match or interaction.extras.get("match")
            if about and isinstance(error, RulesTimeout):
                self.services.note_failure(MatchId(about), error)
            log.exception("a request failed", match=about)
            words = _("Something went wrong. Anything you confirmed is saved. Please try again.")
            return plain(f"⚠️ {words}", accent=WARNING)

    async def refusal_words(self, refusal: Refusal, *, match: int | None, user: UserId) -> str:
        """Return the sentence of a refusal, and below it what the match waits for now, if it runs."""
        match_view = None
        if match and refusal.code != "NO_MATCH":
            with suppress(Exception):  # the match itself may be what was refused, or what fails
                match_view = await self.services.matches.view(MatchId(match), user)
        if match_view is None:
            return f"⚠️ {limits.cut(words_for(None)(refusal.text), MOST_SAID)}"
        return f"⚠️ {limits.cut(prose_of(match_view)(refusal.text), MOST_SAID)}\n{ask_lines(match_view)}".rstrip()


def actor(interaction: Interaction) -> Actor:
    """Return who acts."""
    return _name_actor(interaction.user)


def person(user: discord.User | discord.Member) -> Actor:
    """Return who is named by an option; raises Sentence for an app, which can neither answer nor play."""
    if user.bot:
        raise Sentence(
            _(
                "{name} is an app, not a person. Choose a person, or add a computer player with "
                "`/match seat computer`.",
                name=escape_markdown(user.display_name),
            )
        )
    return _name_actor(user)


def _name_actor(user: discord.User | discord.Member) -> Actor:
    """Return a user with the names to show: the nickname on a server with the bot, else that of the account.

    Names that cannot be seen are left out.
    """
    account = _first_visible(user.global_name, user.name)
    # Of a server without the bot an interaction tells little, not its owner; discord.py doesn't call it unavailable.
    if not isinstance(user, discord.Member) or user.guild.owner_id is None:
        return Actor(UserId(user.id), account)
    return Actor(UserId(user.id), _first_visible(user.nick, account), GuildId(user.guild.id), account)


def _first_visible(*names: str | None) -> str:
    """Return the first name of which something can be seen."""
    plain = (" ".join(strip_invisible(name or "").split()) for name in names)
    return next(filter(None, plain), "?")


def key(interaction: Interaction) -> Key:
    """Return the name of this request: a repeated delivery carries the same."""
    return Key(str(interaction.id))


def is_outside(interaction: Interaction) -> bool:
    """Return whether the bot is no member where it is used."""
    if interaction.guild_id is not None:
        return interaction.client.get_guild(interaction.guild_id) is None
    return interaction.context.private_channel


def place(interaction: Interaction) -> Place:
    """Return where it happens. A server without the bot counts as none: nothing is known or kept of it."""
    guild = None if is_outside(interaction) or interaction.guild_id is None else GuildId(interaction.guild_id)
    return Place(guild, ChannelId(interaction.channel_id or 0))


def is_manager(interaction: Interaction) -> bool:
    """Return whether who acts may manage the server they are in, and so change its settings."""
    return interaction.guild_id is not None and interaction.permissions.manage_guild


def moderators_of(interaction: Interaction) -> int:
    """Return the role of the server's moderators, which `Responder.speak` has looked up; 0: none."""
    return int(interaction.extras.get(MODERATORS, 0))


def roles_of(interaction: Interaction) -> tuple[int, ...]:
    """Return the roles of who acts."""
    return tuple(role.id for role in getattr(interaction.user, "roles", ()))


def staff_of(interaction: Interaction) -> GuildId | None:
    """Return the server whose matches who acts may look after, if it is the one they are in; a match may be another's.

    They may manage it, or have the role of its moderators.
    """
    is_staff = is_manager(interaction) or moderators_of(interaction) in roles_of(interaction)
    return place(interaction).guild if is_staff else None


def make_sees(interaction: Interaction) -> Sees:
    """Return whether who acts sees a channel of the server they are in."""
    guild, member = interaction.guild, interaction.user

    def sees(channel: ChannelId) -> bool:
        if guild is None or not isinstance(member, discord.Member):
            return False
        found = guild.get_channel_or_thread(channel)
        return found is not None and found.permissions_for(member).view_channel

    return sees
