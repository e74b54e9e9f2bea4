"""A match as read from the database: all that is needed to decide something about it."""

from __future__ import annotations

import zlib
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager, nullcontext
from functools import cache, partial
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from bot.app.match.effective_log import is_unrated
from bot.app.match.paces import Pace
from bot.app.match.preferences import for_match
from bot.app.match.records import Actor
from bot.app.match.stopped_plans import read_stopping
from bot.app.match.turn_runner import StoredPlan
from bot.app.runtime.failures import Failures, RulesFault
from bot.app.runtime.library import Library
from bot.app.runtime.refusals import read_text, refuse
from db.clocks.records import FOREVER, STOPPED, ClockRecord, ClockStopRecord, ProposalRecord, StopReason
from db.ids import MatchId, UserId, is_deleted
from db.notifications.records import EVENT_KIND
from db.records import (
    DraftRecord,
    InviteRecord,
    MatchRecord,
    OrderRecord,
    PendingKind,
    PendingRecord,
    PersonRecord,
    SeatRecord,
    Status,
)
from db.tx import Tx
from games.core.contract import AnyGame
from games.core.errors import Refusal
from games.core.game import Ask, Options
from games.core.running.codec import Codec
from games.core.running.play import Position
from games.core.seats import TABLE, Seat
from games.core.text import Text, say, say_name

CACHED = 128
"""Positions kept decoded; a few kilobytes each."""

_paces: msgspec.json.Decoder[Pace] = msgspec.json.Decoder(Pace)


class Aside(Struct, frozen=True, kw_only=True):
    """What a view shows beside the match itself.

    What its user has written down, the name of its tournament ("": none), and what could not be delivered.
    """

    note: str = ""
    tournament: str = ""
    undelivered: tuple[Text, ...] = ()


class MatchState(Struct, frozen=True, kw_only=True):
    """One match with everything around it.

    ``position`` is None in the lobby; ``seed`` is read for decisions, and when it is open to all: at the end.
    """

    match: MatchRecord
    game: AnyGame
    codec: Codec[Any, Any]
    options: Options
    pace: Pace
    seats: tuple[SeatRecord, ...]
    people: Mapping[UserId, PersonRecord]
    seed: bytes = b""
    position: Position[Any] | None = None
    fault: RulesFault | None = None
    """Why a match that was started has no position: it cannot be read, or its game's code is not to be run now."""
    guard: Callable[[], AbstractContextManager[None]] = nullcontext
    """In it code of the game is run: what it raises unforeseen is noted and becomes a RulesFault."""
    pending: tuple[PendingRecord, ...] = ()
    orders: tuple[OrderRecord, ...] = ()
    drafts: tuple[DraftRecord, ...] = ()
    invites: tuple[InviteRecord, ...] = ()
    clocks: tuple[ClockRecord, ...] = ()
    clock_stops: tuple[ClockStopRecord, ...] = ()
    """What has stopped clocks since the oldest ask that stands, and what will."""
    proposals: tuple[ProposalRecord, ...] = ()
    aside: Aside = Aside()
    """Read only where a view is made of the match."""
    here: UserId | None = None
    """Who is deciding something just now, and so is not away."""
    entrants: tuple[int, ...] = ()
    """In a match of a tournament with computer players: the numbers of the entrants by seat, for their names."""
    with_undo: bool = False
    """A solo match that runs, in which turns were taken back past what had come to light."""

    @property
    def free(self) -> int:
        """How many seats nobody has taken."""
        return self.match.seats - len(self.seats)

    @property
    def knows_everybody(self) -> bool:
        """Whether the names of all players are known here."""
        return all(seat.user is None or seat.user in self.people for seat in self.seats)

    @property
    def resigned(self) -> frozenset[Seat]:
        """The seats that gave up."""
        return frozenset(Seat(seat.seat) for seat in self.seats if seat.resigned is not None)

    @property
    def computers(self) -> frozenset[Seat]:
        """The seats for which a computer player thinks, those it only looks after included."""
        own = {Seat(seat.seat) for seat in self.seats if seat.level is not None}
        return frozenset(own | {Seat(clock.seat) for clock in self.clocks if clock.stand_in is not None})

    @property
    def away(self) -> dict[Seat, str]:
        """The seats whose player has missed a turn of a season, and which: the rest of it goes by default moves."""
        here = self.seats_of(self.here)
        return {Seat(clock.seat): clock.season for clock in self.clocks if clock.away and clock.seat not in here}

    def stop(self, why: StopReason) -> ClockStopRecord | None:
        """Return what stops the match for a reason until somebody does something about it."""
        return next((stop for stop in self.clock_stops if stop.why is why and stop.ends == FOREVER), None)

    @property
    def on_hold(self) -> bool:
        """Whether the match is stopped: no clock runs and nothing is played."""
        return any(self.stop(why) is not None for why in STOPPED)

    def expect_going(self) -> None:
        """Raise Refusal that says why, if the match is stopped."""
        self.expect_member()
        if self.on_hold:
            raise refuse("ON_HOLD", "on_hold", match=self.match.id)

    def expect_member(self) -> None:
        """Raise Refusal if the match is stopped since the bot is no member of its server."""
        if self.stop(StopReason.REMOVED) is not None:
            raise refuse("ON_HOLD", "bot_removed", match=self.match.id)

    def level_of(self, seat: Seat) -> str | None:
        """Return the level of the computer player that thinks for a seat, if one does."""
        own = next((row.level for row in self.seats if row.seat == seat), None)
        clock = self.clock_of(seat)
        return own or (None if clock is None else clock.stand_in)

    @property
    def held(self) -> bool:
        """Whether the table and the orders of others are held back for the grace time."""
        return any(row.kind is PendingKind.GRACE for row in self.pending)

    def clock_of(self, seat: int) -> ClockRecord | None:
        """Return the clock of a seat; None before the start, and of seats that have none."""
        return next((clock for clock in self.clocks if clock.seat == seat), None)

    def draft_of(self, seat: int) -> DraftRecord | None:
        """Return the draft that is stored for a seat."""
        return next((draft for draft in self.drafts if draft.seat == seat), None)

    def seats_of(self, user: UserId | None) -> tuple[Seat, ...]:
        """Return the seats of a user: in practice matches there may be several."""
        return tuple(Seat(seat.seat) for seat in self.seats if user is not None and seat.user == user)

    @property
    def guests(self) -> frozenset[UserId]:
        """Players who have joined from another server."""
        return frozenset(seat.user for seat in self.seats if seat.guest is not None and seat.user is not None)

    def users_of(self, seats: Iterable[Seat]) -> tuple[UserId, ...]:
        """Return the people who sit in seats, each once, in the order of the match; nobody who was deleted."""
        wanted = frozenset(seats)
        users = (row.user for row in self.seats if row.seat in wanted)
        return tuple(dict.fromkeys(user for user in users if user is not None and not is_deleted(user)))

    def person(self, user: UserId | None) -> Text:
        """Return what to call a person who may have no seat."""
        if user is not None and is_deleted(user):
            return say("app.deleted_player", number=-user)
        known = None if user is None else self.people.get(user)
        return say_name(known.name) if known is not None else say("app.somebody")

    def name_actor(self, actor: Actor) -> Text:
        """Return what to call who acts: by the name on the match's server, wherever they act from."""
        known = self.people.get(actor.user)
        if known is None or actor.guild == self.match.guild:
            return say_name(actor.name if actor.guild == self.match.guild else actor.usual_name)
        return say_name(known.name)

    def require_position(self) -> Position[Any]:
        """Return the position; raises Refusal if the match does not run, RulesFault if it cannot be read."""
        self.expect_running()
        if self.position is None:
            raise self.fault or self.not_running()
        return self.position

    def expect_running(self) -> None:
        """Raise Refusal if the match does not run."""
        if self.match.status is not Status.RUNNING:
            raise self.not_running()

    def not_running(self) -> Refusal:
        """Return the refusal that says why nothing can be played."""
        match self.match.status:
            case Status.LOBBY:
                return refuse("NOT_STARTED", "not_started", match=self.match.id)
            case Status.CANCELLED:
                return refuse("CANCELLED", "is_cancelled", match=self.match.id)
            case _:
                return refuse("GAME_OVER", "is_over", match=self.match.id)

    def seat_asks(self) -> tuple[Ask, ...]:
        """Return the asks of seats, those that have handed in included, in order; () unless the match runs."""
        if self.match.status is not Status.RUNNING or self.position is None:
            return ()
        with self.guard():
            return tuple(ask for ask in self.game.asks(self.position.state) if ask.seat != TABLE)

    def open_asks(self) -> tuple[Ask, ...]:
        """Return the asks of seats that have not handed in, in order; () unless the match runs."""
        sealed = () if self.position is None else self.position.sealed
        return tuple(ask for ask in self.seat_asks() if ask.id not in sealed)

    def seats_to_name(self, *seats: Seat) -> tuple[Seat, ...]:
        """Return those of seats whose player has several: there it has to be said which is meant."""
        owners = [row.user for row in self.seats]
        return tuple(seat for seat in seats if owners[seat] is not None and owners.count(owners[seat]) > 1)

    def viewer(self, user: UserId | None) -> Seat | None:
        """Return the seat through which a user sees the match: of several the one that is asked."""
        own = self.seats_of(user)
        if len(own) > 1:
            asked = [ask.seat for ask in self.open_asks() if ask.seat in own and ask.waits]
            return asked[0] if asked else own[0]
        return own[0] if own else None

    def seat_for(self, user: UserId) -> Seat:
        """Return the seat for which a user acts; raises Refusal if there is none."""
        seat = self.viewer(user)
        if seat is None:
            raise refuse("NOT_A_PLAYER", "not_a_player", match=self.match.id)
        return seat

    def list_plans(self) -> list[StoredPlan]:
        """Return the orders that are alive or halted, without those that are gone and only kept for their reason."""
        stopped = {record.id: read_stopping(record) for record in self.orders}
        return [
            StoredPlan(
                record.id,
                Seat(record.seat),
                self.codec.read_order(record.data),
                cache(partial(_read_view, self.codec, record.filed)),
                halted=why is not None,
            )
            for record in self.orders
            if (why := stopped[record.id]) is None or not why.gone
        ]


def list_aside(tx: Tx, match: MatchId, user: UserId | None) -> tuple[Callable[[], object], ...]:
    """Return what ``with_aside`` reads, to be asked ahead."""
    return (
        lambda: tx.tournaments.find_name(match),
        lambda: tx.outbox.find_parked(match),
        lambda: None if user is None else tx.notes.get(match, user),
    )


def with_aside(tx: Tx, table: MatchState, user: UserId | None) -> MatchState:
    """Return a match with what a user's view shows beside it; without a seat there is no note."""
    note = tx.notes.get(table.match.id, user) if user is not None and table.seats_of(user) else None
    parked = (row for row in tx.outbox.find_parked(table.match.id) if row.kind != EVENT_KIND)
    reasons = dict.fromkeys(row.reason for row in parked if row.reason)
    aside = Aside(
        note="" if note is None else note.text,
        tournament=tx.tournaments.find_name(table.match.id),
        undelivered=tuple(map(read_text, reasons)),
    )
    return replace(table, aside=aside)


def read_pace(record: MatchRecord) -> Pace:
    """Return the pace of a match."""
    return _paces.decode(record.pace)


class MatchReader:
    """Reads matches; keeps the newest positions decoded (a position never changes under one match and version)."""

    def __init__(self, library: Library, failures: Failures) -> None:
        """Start empty. ``failures``: where matches are noted whose games' code fails."""
        self.library = library
        self.failures = failures
        self._positions: OrderedDict[tuple[MatchId, int], Position[Any]] = OrderedDict()
        self._newest: OrderedDict[MatchId, MatchRecord] = OrderedDict()
        self._by_ply: OrderedDict[tuple[MatchId, int], Position[Any]] = OrderedDict()

    def read_ahead(self, tx: Tx, match: MatchId, *more: Callable[[], object]) -> None:
        """Ask at once all that ``find`` reads of a match, and what ``more`` reads."""
        known = match in self._newest
        tx.read_ahead(
            lambda: tx.matches.get(match),
            lambda: tx.matches.seats(match),
            lambda: tx.tournaments.find_pairing(match),
            lambda: tx.people.of_match(match),
            lambda: tx.pending.of_match(match),
            lambda: tx.clocks.of_match(match),
            lambda: tx.clocks.stops_of_match(match, guild=None),
            lambda: tx.proposals.of_match(match),
            lambda: tx.orders.of_match(match),
            lambda: tx.drafts.of_match(match),
            lambda: tx.matches.invites(match),
            lambda: None if known else tx.log.present(match),
            *more,
        )

    def find(self, tx: Tx, match: MatchId, *, seed: bool = False) -> MatchState | None:
        """Read a match with everything around it, its seed only where chance may be drawn."""
        self.read_ahead(tx, match)
        record = tx.matches.get(match)
        if record is None:
            return None
        table, (position, fault) = self.find_around(tx, record, seed=seed), self._readable(tx, record)
        guard = partial(self.failures.rules_of, match) if fault is None else nullcontext
        return replace(table, position=position, fault=fault, guard=guard)

    def find_around(self, tx: Tx, record: MatchRecord, *, seed: bool = False) -> MatchState:
        """Read everything around a match, without its position."""
        match = record.id
        seats = tx.matches.seats(match)
        paired = tx.tournaments.find_pairing(match) if any(seat.level is not None for seat in seats) else None
        running, over = record.status is Status.RUNNING, record.status is Status.FINISHED
        lobby = record.status is Status.LOBBY
        codec = self.library.codec(record.game)
        pending = () if over else tx.pending.of_match(match)
        return MatchState(
            match=record,
            game=self.library.game(record.game),
            codec=codec,
            options=codec.read_options(record.options),
            pace=read_pace(record),
            seats=seats,
            people={user: for_match(each, match, record.guild) for user, each in tx.people.of_match(match).items()},
            seed=tx.matches.seed(match) if seed or over else b"",
            position=None,
            pending=pending,
            clocks=tx.clocks.of_match(match) if running else (),
            clock_stops=tx.clocks.stops_of_match(match, guild=record.guild) if running else (),
            proposals=tx.proposals.of_match(match) if running else (),
            entrants=() if paired is None else paired.entrants,
            with_undo=running and record.seats == 1 and _went_back(tx, codec, match),
            orders=tx.orders.of_match(match) if running else (),
            drafts=tx.drafts.of_match(match) if running else (),
            invites=tx.matches.invites(match) if lobby or (running and record.private) else (),
        )

    def read(self, tx: Tx, match: MatchId, *, seed: bool = False) -> MatchState:
        """Read a match; raises Refusal if there is none of that number."""
        table = self.find(tx, match, seed=seed)
        if table is None:
            raise refuse("NO_MATCH", "no_match", match=match)
        return table

    def _readable(self, tx: Tx, record: MatchRecord) -> tuple[Position[Any] | None, RulesFault | None]:
        """The present position (None before the start), or why there is none."""
        try:
            self.failures.expect_runnable(record.id)
            return self.position(tx, record) if record.ply else None, None
        except RulesFault as fault:
            return None, fault

    def position(self, tx: Tx, record: MatchRecord) -> Position[Any]:
        """Return the present position of a match that was started."""
        key = (record.id, record.version)
        known = self._positions.get(key)
        if known is None:
            known = self._read_present(tx, record)
            self.keep(record, known)
        return known

    def _read_present(self, tx: Tx, record: MatchRecord) -> Position[Any]:
        stored = tx.log.present(record.id)
        if stored is None or stored[0] > record.ply:
            return self.position_at(tx, record, record.ply)[1]  # somebody has moved since the match was read
        return self._unpack(record, stored[1])

    def _unpack(self, record: MatchRecord, data: bytes) -> Position[Any]:
        with self.failures.rules_of(record.id):  # a stored state may have to be lifted
            return self.library.codec(record.game).read_position(zlib.decompress(data))

    def position_before(self, tx: Tx, record: MatchRecord, ply: int) -> Position[Any]:
        """Return the same position to compare the present with: one that this process has seen isn't read again."""
        kept = self._by_ply.get((record.id, ply))
        return self.position_at(tx, record, ply)[1] if kept is None else kept

    def position_at(self, tx: Tx, record: MatchRecord, ply: int) -> tuple[int, Position[Any]]:
        """Return the newest position that is not after ``ply``, with its own ply (the first one if it is earlier)."""
        stored = tx.log.snapshot(record.id, ply=ply)
        if stored is None:
            first = tx.log.beside(record.id, ply=0)[1]
            assert first is not None, "a started match has a snapshot"
            return self.position_at(tx, record, first)
        at, data = stored
        return at, self._unpack(record, data)

    def newest(self, match: MatchId) -> tuple[AnyGame, Position[Any]] | None:
        """Return the newest position of a match that this process knows, without reading; None: it knows none."""
        record = self._newest.get(match)
        position = None if record is None else self._positions.get((match, record.version))
        return None if record is None or position is None else (self.library.game(record.game), position)

    def has_ended(self, match: MatchId) -> bool:
        """Return whether this process knows that a match is over."""
        record = self._newest.get(match)
        return record is not None and record.status in (Status.FINISHED, Status.CANCELLED)

    def keep(self, record: MatchRecord, position: Position[Any]) -> None:
        """Remember the position of a match at its version."""
        self._positions[record.id, record.version] = self._by_ply[record.id, record.ply] = position
        self.note(record)
        while len(self._positions) > CACHED:
            self._positions.popitem(last=False)
        while len(self._by_ply) > CACHED:
            self._by_ply.popitem(last=False)

    def note(self, record: MatchRecord) -> None:
        """Remember how a match stands, without its position."""
        known = self._newest.get(record.id)
        if known is None or record.version >= known.version:
            self._newest.pop(record.id, None)  # several threads read: nothing is taken to be still there
            self._newest[record.id] = record
        while len(self._newest) > CACHED:
            self._newest.popitem(last=False)


def _went_back(tx: Tx, codec: Codec[Any, Any], match: MatchId) -> bool:
    """Whether the log of a match says that somebody alone went back past what had come to light."""
    rows = [row for each in tx.log.rewinds(match) for row in tx.log.entries(match, first=each.ply, last=each.ply)]
    return any(map(is_unrated, codec.read_entries(b"[" + b",".join(row.data for row in rows) + b"]")))


def _read_view(codec: Codec[Any, Any], data: bytes) -> object:
    return codec.read_view(zlib.decompress(data))


def pack(data: bytes) -> bytes:
    """Compress a position or a view for storing."""
    return zlib.compress(data, 1)
