"""A bot without Discord: services over a real database, a manual clock, a courier that records."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import TypedDict, Unpack

from bot.app.changes.outbox import Kind
from bot.app.changes.unit_of_work import UnitOfWork
from bot.app.match.paces import NoPace, Pace
from bot.app.match.records import Actor, MatchRequest, MessageRef, Panel, Place, Receipt
from bot.app.notifications.courier import (
    Doubtful,
    EventNotice,
    Message,
    Notice,
    Opened,
    OwnRoleNotice,
    Permanent,
    PersonNotice,
    PuzzleNotice,
    RoleNotice,
    ServerNotice,
    TournamentNotice,
    Transient,
)
from bot.app.notifications.relay import Relay
from bot.app.runtime.library import Library
from bot.app.runtime.refusals import WORDS
from bot.app.runtime.time_source import ManualClock
from bot.app.services import Services
from db.ids import ChannelId, GuildId, Key, MatchId, MessageId, UserId
from db.stores.store import Store
from games.core.contract import AnyGame
from games.core.seats import Seat
from games.core.text import Text
from games.core.words import Words
from tests.app.brainy import BRAINY
from tests.games.tiny import TINY
from tests.stores import NOW

ANN, BEN, CLEO, DORA = (Actor(UserId(number), name) for number, name in enumerate(("Ann", "Ben", "Cleo", "Dora"), 101))
PLACE = Place(GuildId(9), ChannelId(77))
THREAD = 5000
OWN_ROLE = 6000
GAMES: Mapping[str, AnyGame] = {**TINY, BRAINY.spec.key: BRAINY}


class RecordingCourier:
    """Keeps what it was told to do.

    Faults are raised one by one, ``before`` or ``after`` taking effect; ``closed`` by each direct message.
    """

    def __init__(self) -> None:
        """Start with an empty channel; each match gets a thread unless ``threads`` is off, in a forum if that is on."""
        self.threads = True
        self.forum = False
        self.posts: list[Notice] = []
        self.edits: list[tuple[Notice, MessageRef]] = []
        self.retired: list[MessageRef] = []
        self.told: list[tuple[TournamentNotice, MessageRef | None]] = []
        self.reached: list[PersonNotice] = []
        self.listed: list[ServerNotice] = []
        self.posed: list[PuzzleNotice] = []
        self.own_roles: dict[int, int] = {}
        self.roles: list[tuple[int, UserId, bool]] = []
        self.events: list[EventNotice] = []
        self.sought: list[tuple[str, datetime]] = []
        self.messages: dict[str, MessageRef] = {}
        self.before: list[Exception] = []
        self.closed: Exception | None = None
        self.after: list[Exception] = []
        self._ids = itertools.count(1)

    async def post(self, notice: Notice) -> MessageRef:
        """Post once per nonce and channel."""
        if notice.user is not None and self.closed is not None:
            raise self.closed
        self._fail(self.before)
        known = self.messages.get(notice.nonce)
        if known is None or known.channel != notice.place.channel:
            self.posts.append(notice)
            self.messages[notice.nonce] = MessageRef(notice.place.channel, MessageId(next(self._ids)))
        self._fail(self.after)
        return self.messages[notice.nonce]

    async def edit(self, notice: Notice, ref: MessageRef) -> MessageRef:
        """Edit in place."""
        self._fail(self.before)
        self.edits.append((notice, ref))
        return ref

    async def tell(self, notice: TournamentNotice, ref: MessageRef | None) -> MessageRef:
        """Tell of a tournament once per nonce, or in place of a message."""
        self._fail(self.before)
        if ref is not None or notice.nonce not in self.messages:
            self.told.append((notice, ref))
            self.messages[notice.nonce] = ref or MessageRef(notice.place.channel, MessageId(next(self._ids)))
        self._fail(self.after)
        return self.messages[notice.nonce]

    async def reach(self, notice: PersonNotice) -> MessageRef:
        """Tell a person once per nonce."""
        if notice.place is None and self.closed is not None:
            raise self.closed
        self._fail(self.before)
        if notice.nonce not in self.messages:
            self.reached.append(notice)
            channel = notice.place.channel if notice.place else ChannelId(notice.user)
            self.messages[notice.nonce] = MessageRef(channel, MessageId(next(self._ids)))
        self._fail(self.after)
        return self.messages[notice.nonce]

    async def list_open(self, notice: ServerNotice) -> MessageRef | None:
        """List open matches, in the message before if there is one."""
        self._fail(self.before)
        self.listed.append(notice)
        if notice.matches is None:
            return None
        return notice.before or MessageRef(notice.place.channel, MessageId(next(self._ids)))

    async def pose(self, notice: PuzzleNotice) -> MessageRef:
        """Post a puzzle once per nonce."""
        self._fail(self.before)
        if notice.nonce not in self.messages:
            self.posed.append(notice)
            self.messages[notice.nonce] = MessageRef(notice.place.channel, MessageId(next(self._ids)))
        self._fail(self.after)
        return self.messages[notice.nonce]

    async def open(self, notice: Notice) -> Opened | None:
        """Give each match a thread of its own, with its card in it where there is a forum."""
        self._fail(self.before)
        thread = ChannelId(THREAD + notice.match)
        card = MessageRef(thread, MessageId(thread)) if self.forum else None
        return Opened(thread, card) if self.threads else None

    async def retire(self, notice: Notice, ref: MessageRef) -> None:
        """Note whose buttons went."""
        self.retired.append(ref)

    async def change_role(self, notice: RoleNotice) -> None:
        """Keep who is to have which role; once, whatever is repeated."""
        self._fail(self.before)
        self.roles.append((notice.role, notice.user, notice.held))
        self._fail(self.after)

    async def keep_role(self, notice: OwnRoleNotice) -> int:
        """Keep which tournament has which role; once, whatever is repeated."""
        self._fail(self.before)
        if notice.wanted:
            self.own_roles[notice.tournament] = notice.known or OWN_ROLE + notice.tournament
        role = self.own_roles.get(notice.tournament, 0) if notice.wanted else self.own_roles.pop(notice.tournament, 0)
        self._fail(self.after)
        return role

    async def plan_event(self, notice: EventNotice) -> MessageRef | None:
        """Keep what is planned; each match and tournament has one event."""
        self._fail(self.before)
        self.events.append(notice)
        known = notice.known or self.messages.setdefault(
            notice.marker, MessageRef(notice.place.channel, MessageId(next(self._ids)))
        )
        self._fail(self.after)
        return known

    async def find(self, notice: Message, since: datetime) -> MessageRef | None:
        """Look among what was posted, where it was sent to."""
        self.sought.append((notice.nonce, since))
        found = self.messages.get(notice.nonce)
        if (
            found is not None
            and isinstance(notice, Notice)
            and notice.user is None
            and found.channel not in notice.tried
        ):
            return None
        return found

    def of(self, kind: Kind) -> list[Notice]:
        """Return the posts of a kind."""
        return [notice for notice in self.posts if notice.kind is kind]

    @staticmethod
    def _fail(faults: list[Exception]) -> None:
        if faults:
            raise faults.pop(0)


def bare(receipt: Receipt) -> Receipt:
    """Return a receipt as it is stored, without the match after it."""
    return Receipt(**{name: getattr(receipt, name) for name in Receipt.__struct_fields__})


class Wishes(TypedDict, total=False):
    """What a match may be asked to be like."""

    pace: Pace
    options: dict[str, str | int | bool]
    practice: bool
    private: bool
    invite: tuple[Actor, ...]
    computers: tuple[str, ...]


class Scene:
    """Everything a test needs, with short names for what tests do all the time."""

    def __init__(self, store: Store, games: Mapping[str, AnyGame] = GAMES) -> None:
        """Wire the services."""
        self.store = store
        self.clock = ManualClock(NOW)
        seeds = itertools.count(1)
        uow = UnitOfWork(store, Library(games), self.clock)
        self.app = Services(uow, new_seed=lambda: next(seeds).to_bytes(32, "big"), sweep=0.05)
        self.courier = RecordingCourier()
        self.relay = Relay(self.app.uow, self.courier, holder="test", pause=0)
        self._keys = itertools.count(1)

    def keys_from(self, number: int) -> None:
        """Begin interactions with another number, such as over a database that knows others."""
        self._keys = itertools.count(number)

    def key(self) -> Key:
        """Return a new interaction id."""
        return Key(f"i{next(self._keys)}")

    async def open(
        self,
        game: str = "season",
        *,
        seats: int = 2,
        host: Actor = ANN,
        place: Place = PLACE,
        **wishes: Unpack[Wishes],
    ) -> MatchId:
        """Open a match."""
        wish = MatchRequest(game=game, seats=seats, **wishes)
        return (await self.app.lobby.create(self.key(), host, place=place, wish=wish)).match

    async def match(
        self,
        game: str = "season",
        players: Iterable[Actor] = (ANN, BEN),
        *,
        pace: Pace = NoPace(),  # noqa: B008 - frozen
        options: Mapping[str, str | int | bool] | None = None,
        computers: tuple[str, ...] = (),
        place: Place = PLACE,
    ) -> MatchId:
        """Start a match in which the first player begins (where a seat more would be possible)."""
        host, *others = players
        # Not all seats are taken, so that the host starts it and can name who begins.
        most = max(self.app.uow.library.games[game].spec.seats)
        number = await self.open(
            game, seats=most, host=host, place=place, pace=pace, options=dict(options or {}), computers=computers
        )
        for player in others:
            await self.app.lobby.join(self.key(), player, match=number)
        if 1 + len(others) + len(computers) < most:
            await self.app.lobby.start(self.key(), host, match=number, first=Seat(0))
        return number

    async def play(self, match: MatchId, actor: Actor, line: str) -> Receipt:
        """Play a line."""
        return await self.app.matches.play_line(self.key(), actor, match=match, line=line)

    async def press(self, panel: Panel, actor: Actor, verb: str, value: str | None = None) -> Panel:
        """Press on a panel."""
        pressed = await self.app.drafts.press(
            self.key(),
            actor,
            match=panel.match_view.match.id,
            ask=panel.ask.id,
            length=panel.length,
            choice=(verb, value),
        )
        assert isinstance(pressed, Panel)
        return pressed

    async def confirm(self, panel: Panel, actor: Actor) -> Receipt:
        """Press Confirm."""
        return await self.app.drafts.confirm(
            self.key(), actor, match=panel.match_view.match.id, ask=panel.ask.id, length=panel.length
        )

    async def log(self, match: MatchId, user: Actor | None = None) -> list[str]:
        """Return the newest page of the log in words."""
        view = await self.app.matches.view(match, None)
        names = [seat.name for seat in view.seats]
        words = Words({**WORDS, **view.game.words}, names, strict=True)
        page = await self.app.matches.log(match, user.user if user else None)
        return [words(event.text) for line in page.lines for event in line.entry.events]

    def words(self, text: Text) -> str:
        """Put a sentence of the services into words."""
        games = {key: words for game in self.app.uow.library.games.values() for key, words in game.words.items()}
        return Words({**WORDS, **games}, ("Ann", "Ben", "Cleo"), strict=True)(text)


__all__ = ["ANN", "BEN", "CLEO", "DORA", "PLACE", "Doubtful", "Permanent", "RecordingCourier", "Scene", "Transient"]
