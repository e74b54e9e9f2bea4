"""What follows from one turn: the table's moves, default moves of who gave up, orders, forced turns. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from db.ids import OrderId
from games.core.contract import AnyGame
from games.core.game import Ask, Event
from games.core.moves import Move
from games.core.orders import Order, Otherwise
from games.core.running.forced import find_forced_turn
from games.core.running.plans import Tried, play_order
from games.core.running.play import Cause, Entry, Position, Progress, commit, fallback_turn, unseal
from games.core.running.table import restart, settle, table_step
from games.core.seats import TABLE, AskId, Seat
from games.core.text import Text, say

PLATFORM = AskId("match")
"""The ask in log entries of the platform itself; a replay of the rules leaves them out."""

MOST_TURNS = 1_000
"""More turns without anybody deciding than any match takes: beyond that, games ask in circles."""


class StoredPlan(Struct, frozen=True):
    """A stored order, with the view of the time when it was stored; one that is halted is not played."""

    id: OrderId
    seat: Seat
    order: Order
    read: Callable[[], Any]
    """Returns that view; it is read only when the order is tried."""
    halted: bool = False

    @property
    def view(self) -> Any:  # noqa: ANN401
        """The view of the time when it was stored."""
        return self.read()


class LogSegment(Struct, frozen=True):
    """Entries that belong together, and the position they led to, of which a snapshot is kept (None: no new one).

    ``scene``: that position gets a picture of its own, although the table went on. ``quiet``: on the board there is
    nothing of it for others to see.
    """

    entries: tuple[Entry, ...]
    position: Position[Any] | None = None
    scene: bool = False
    quiet: bool = False

    @property
    def shown(self) -> bool:
        """Whether everybody sees that something happened: not while a sealed turn waits for the others."""
        return not self.quiet and any(
            entry.audience is None or any(event.audience is None for event in entry.events) for entry in self.entries
        )


class StoppedPlan(Struct, frozen=True):
    """An order that could not be played: ``kept`` says whether it is halted or gone, ``why`` is for its owner.

    What is gone stays in the list, with the reason, until its owner has seen it.
    """

    filed: StoredPlan
    kept: bool
    why: Text
    said: bool = False
    """The owner has been told: in the answer to what they have just done, or when it was halted."""


@dataclass
class TurnRunner:
    """One request's way through the rules, from a position to the next decision. Holds what is to be written."""

    game: AnyGame
    seed: bytes
    position: Position[Any]
    resigned: frozenset[Seat] = frozenset()
    away: dict[Seat, str] = field(default_factory=dict)
    """Seats whose player is away, and the season for the rest of which that holds."""
    orders: list[StoredPlan] = field(default_factory=list)
    stretches: list[LogSegment] = field(default_factory=list)
    gone: list[OrderId] = field(default_factory=list)
    changed: dict[OrderId, Order] = field(default_factory=dict)
    stops: list[StoppedPlan] = field(default_factory=list)
    held: bool = False
    """The table's own moves and the orders of others wait for the grace time."""
    waiting: dict[OrderId, Text] = field(default_factory=dict)
    """Orders that stay although their seat is asked, and why they were not played."""

    @property
    def over(self) -> bool:
        """Whether nothing is asked any more."""
        return not self.game.asks(self.position.state)

    def asks(self) -> tuple[Ask, ...]:
        """The asks of seats that have not handed in yet."""
        sealed = self.position.sealed
        return tuple(a for a in self.game.asks(self.position.state) if a.seat != TABLE and a.id not in sealed)

    def turn(self, seat: Seat, ask: AskId, moves: Sequence[Move], *, cause: Cause) -> None:
        """Make a whole turn part of the match; raises Refusal. Orders for the next turn only have served."""
        progress = commit(self.game, self.position, seat, ask, moves, cause=cause)
        self._take(progress, quiet=self._unseen(ask, progress.position))
        for filed in [filed for filed in self.orders if filed.seat == seat and not filed.order.keep]:
            if cause is Cause.FALLBACK and not filed.halted:
                self.orders.remove(filed)
                self._stop(filed, kept=False, why=say("app.order_missed"))
            else:
                self._drop(filed)

    def timer(self, ask: Ask) -> None:
        """Run a timed move of the table; raises Refusal if it does not stand any more."""
        self._take(table_step(self.game, self.position, ask, self.seed))

    def expire(self, ask: Ask) -> None:
        """Answer an ask whose time is over: by an order kept for this, else by the game's default move."""
        for filed in self._alive(ask.seat, expired=True):
            if self._try(filed, (ask,)):
                return
        self.turn(ask.seat, ask.id, fallback_turn(self.game, self.position.state, ask), cause=Cause.FALLBACK)

    def force(self, ask: Ask) -> None:
        """Make a turn that is forced and was put off for a while."""
        moves = find_forced_turn(self.game, self.position.state, ask)
        if moves is not None:
            self.turn(ask.seat, ask.id, moves, cause=Cause.FORCED)

    def restart(self) -> None:
        """Run the table's moves that are due when the bot comes up again, and what follows from them at once."""
        self._take(restart(self.game, self.position, self.seed))

    def run_on(self) -> None:
        """Go on until somebody has to decide: the table, then who gave up, orders, what is forced, who is away."""
        for _ in range(MOST_TURNS):
            self._settle()
            if not (
                self._move_for_resigned() or self._play_order() or self._force_next() or self._move_for_unattended()
            ):
                return
        raise AssertionError(f"{self.game.spec.key}: turns without a decision never end")

    def say(self, *texts: Text) -> None:
        """Append a log entry of the platform itself."""
        events = tuple(map(Event, texts))
        entry = Entry(seat=TABLE, ask=PLATFORM, moves=(), line="", cause=Cause.TABLE, events=events)
        self.stretches.append(LogSegment((entry,)))

    def withdraw(self, ask: Ask) -> None:
        """Take back a turn handed in secretly."""
        self.position = unseal(self.position, ask.id)
        audience = (ask.seat,)
        event = Event(say("app.withdrew", seat=ask.seat), audience)
        entry = Entry(
            seat=TABLE, ask=PLATFORM, moves=(), line="", cause=Cause.TABLE, events=(event,), audience=audience
        )
        self.stretches.append(LogSegment((entry,), self.position))

    def _unseen(self, ask: AskId, after: Position[Any]) -> bool:
        """Whether a turn that nobody waits for leaves the board as everybody sees it."""
        waited = all(known.waits for known in self.asks() if known.id == ask)
        views = (self.game.view(state, None) for state in (self.position.state, after.state))
        return not waited and next(views) == next(views)

    def _take(self, progress: Progress[Any], *, quiet: bool = False) -> None:
        self.position = progress.position
        self.stretches.append(LogSegment(progress.entries, progress.position, quiet=quiet))

    def _settle(self) -> None:
        """Run the table's moves; they belong to the turn before."""
        progress = settle(self.game, self.position, self.seed)
        if not progress.entries:
            return
        self.position = progress.position
        entries = (*(self.stretches.pop().entries if self.stretches else ()), *progress.entries)
        told = len(entries) - len(progress.entries)
        done = 0
        for scene in progress.scenes:
            end = told + scene.entries
            self.stretches.append(LogSegment(entries[done:end], scene.position, scene=True))
            done = end
        self.stretches.append(LogSegment(entries[done:], progress.position))

    def _move_for_resigned(self) -> bool:
        for ask in self.asks():
            if ask.seat in self.resigned and ask.waits:
                self.turn(ask.seat, ask.id, fallback_turn(self.game, self.position.state, ask), cause=Cause.FALLBACK)
                return True
        return False

    def find_unattended(self) -> tuple[Ask, ...]:
        """The asks of players who are away for the rest of the season."""
        return tuple(ask for ask in self.asks() if ask.waits and ask.group and self.away.get(ask.seat) == ask.group)

    def _move_for_unattended(self) -> bool:
        for ask in self.find_unattended():
            self.expire(ask)
            return True
        return False

    def _force_next(self) -> bool:
        for ask in self.asks():
            if ask.discreet:
                continue
            moves = find_forced_turn(self.game, self.position.state, ask)
            if moves is not None:
                self.turn(ask.seat, ask.id, moves, cause=Cause.FORCED)
                return True
        return False

    def _play_order(self) -> bool:
        if not self.orders:
            return False
        asks = self.asks()
        for seat in dict.fromkeys(ask.seat for ask in asks):
            own = tuple(ask for ask in asks if ask.seat == seat)
            self._lapse(seat)
            if any(self._try(filed, own) for filed in self._alive(seat, expired=False)):
                return True
        return False

    def _alive(self, seat: Seat, *, expired: bool) -> list[StoredPlan]:
        own = (filed for filed in self.orders if filed.seat == seat and not filed.halted)
        return [filed for filed in own if filed.order.expired == expired]

    def _lapse(self, seat: Seat) -> None:
        """Let go what is halted and out of date, such as a plan for a season that is over."""
        for filed in [filed for filed in self.orders if filed.seat == seat and filed.halted]:
            meaning = self.game.planning.resolve(filed.order, filed.view, self.game.view(self.position.state, seat))
            if meaning.otherwise is Otherwise.DONE:
                self._drop(filed)
            elif meaning.otherwise is Otherwise.DROP and not meaning.tries:
                self.orders.remove(filed)
                self._stop(filed, kept=False, why=meaning.why, said=True)  # they were told when it was halted

    def _try(self, filed: StoredPlan, asks: Iterable[Ask]) -> bool:
        """Play an order if one of its tries fits; else do with it what its game says."""
        tried: Tried | None = None
        for ask in asks:
            tried = play_order(self.game, self.position.state, filed.seat, ask.id, filed.order, filed.view)
            if tried.turn is not None:
                cause = Cause.ORDER if filed.order.told else Cause.PLAN
                self._take(commit(self.game, self.position, ask.seat, ask.id, tried.turn, cause=cause))
                self._keep_rest(filed, tried.rest)
                return True
        assert tried is not None, "only seats that are asked have their orders tried"
        self._unfit(filed, tried)
        return False

    def _keep_rest(self, played: StoredPlan, rest: Order | None) -> None:
        """Keep what its game says is left of the order that was played; others for the same turn only are gone."""
        for filed in [filed for filed in self.orders if filed.seat == played.seat]:
            if filed.id == played.id and rest is not None:
                if rest != filed.order:
                    self.changed[filed.id] = rest
                    self.orders[self.orders.index(filed)] = replace(filed, order=rest)
            elif filed.id == played.id or not filed.order.keep:
                self._drop(filed)

    def _unfit(self, filed: StoredPlan, tried: Tried) -> None:
        if tried.otherwise is Otherwise.KEEP:
            if tried.why is not None:
                self.waiting[filed.id] = tried.why
            return
        if tried.otherwise is Otherwise.DONE:
            self._drop(filed)
            return
        self.orders.remove(filed)
        self._stop(filed, kept=tried.otherwise is Otherwise.ASK, why=tried.why)

    def _stop(self, filed: StoredPlan, *, kept: bool, why: Text | None, said: bool = False) -> None:
        self.stops.append(StoppedPlan(filed, kept, why or say("app.order_unfit"), said))

    def _drop(self, filed: StoredPlan) -> None:
        self.orders.remove(filed)
        self._forget(filed)

    def _forget(self, filed: StoredPlan) -> None:
        self.changed.pop(filed.id, None)
        self.gone.append(filed.id)
