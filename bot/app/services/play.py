"""Lobby, matches, drafts, orders and settings, as the edge sees them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import datetime
from types import TracebackType
from typing import Protocol, TypeVar

from bot.app.play.resigning import Resigning
from bot.app.records import (
    Actor,
    LogPage,
    MatchLine,
    MatchRequest,
    MatchView,
    OrdersPanel,
    Panel,
    Place,
    ReadOrder,
    Receipt,
    Suggestions,
)
from bot.app.views.targets import Candidate, Sees, Target, everywhere
from db.ids import Key, MatchId, OrderId, UserId
from db.records import Status
from games.core.moves import Value
from games.core.orders import Order
from games.core.seats import AskId, Seat

T = TypeVar("T")


class CompletionService(Protocol):
    """What is offered while a person types."""

    async def newest(self, user: int, work: Callable[[], Awaitable[T]]) -> T:
        """Do the work of a completion when the person's one before is done; raises Overtaken if a newer one came."""
        ...


class LobbyService(Protocol):
    """From the wish for a match to its start."""

    async def create(self, key: Key, actor: Actor, *, place: Place, wish: MatchRequest) -> Receipt:
        """Open a match; it starts at once if all seats are taken."""
        ...

    async def opening_place(self, place: Place) -> Place:
        """Return where something new is opened: of the thread of a match the channel that match was opened in."""
        ...

    async def join(self, key: Key, actor: Actor, *, match: MatchId) -> Receipt:
        """Take a free seat; the match starts when the last is taken."""
        ...

    async def leave(self, key: Key, actor: Actor, *, match: MatchId) -> Receipt:
        """Give a seat back before the start; a host who leaves hands over to the next player, or ends the match."""
        ...

    async def add_computer(self, key: Key, actor: Actor, *, match: MatchId, level: str) -> Receipt:
        """Seat a computer player (host only)."""
        ...

    async def remove_computer(self, key: Key, actor: Actor, *, match: MatchId) -> Receipt:
        """Take the computer player who came last off its seat (host only)."""
        ...

    async def remove(self, key: Key, actor: Actor, *, match: MatchId, guest: Actor) -> Receipt:
        """Cancel somebody's invitation, or take a player out of an open match (host only)."""
        ...

    async def invite(self, key: Key, actor: Actor, *, match: MatchId, users: Sequence[Actor], keep: bool) -> Receipt:
        """Ask users to join, each with a kept seat if ``keep`` (host only)."""
        ...

    async def decline(self, key: Key, actor: Actor, *, match: MatchId) -> Receipt:
        """Turn an invitation down: the kept seat is free again."""
        ...

    async def hand_over(self, key: Key, actor: Actor, *, match: MatchId, to: UserId) -> Receipt:
        """Make another player the host (host only)."""
        ...

    async def setup(self, actor: Actor, *, match: MatchId, missed: int | None = None) -> MatchView:
        """Return the match for who may set it up before the start (host only); ``missed`` as in ``announce``."""
        ...

    async def set_options(self, key: Key, actor: Actor, *, match: MatchId, options: Mapping[str, Value]) -> Receipt:
        """Change rule options before the start (host only)."""
        ...

    async def start(self, key: Key, actor: Actor, *, match: MatchId, first: Seat | None = None) -> Receipt:
        """Start with the seats taken, if the game can be played by so many (host only)."""
        ...

    async def start_without(self, key: Key, actor: Actor, *, match: MatchId, missed: int) -> Receipt:
        """Start after a missed start without free seats and players who aren't ready (host only)."""
        ...

    async def announce(
        self, key: Key, actor: Actor, *, match: MatchId, starts: datetime | None, missed: int | None = None
    ) -> Receipt:
        """Announce for when the match starts, or take that back (host only).

        ``missed``: it is done by a button about a missed start, that of this stamp, which must not be overtaken.
        """
        ...

    async def ready(self, key: Key, actor: Actor, *, match: MatchId) -> Receipt:
        """Say that one is ready for the announced start, or (again) is not; the match starts when all are."""
        ...

    async def cancel(self, key: Key, actor: Actor, *, match: MatchId, missed: int | None = None) -> Receipt:
        """Call the match off before the start (host only); ``missed`` as in ``announce``."""
        ...

    async def rematch(self, key: Key, actor: Actor, *, match: MatchId) -> Receipt:
        """Open the same again with seats kept for the other players (only those who played).

        Where one of them has opened it already, who comes after joins that match.
        """
        ...

    async def practice(self, key: Key, actor: Actor, *, place: Place, game: str, level: str) -> Receipt:
        """Start a practice match against one computer player at once."""
        ...


class MatchService(Protocol):
    """Running and finished matches."""

    async def look(self, match: MatchId, user: UserId | None, *, own: bool = False) -> MatchView:
        """Return what the user may see now (None: a spectator).

        Marks are against the board of the turn before; ``own``: against the user's own last turn.
        """
        ...

    async def look_at(self, match: MatchId, user: UserId | None, *, ply: int) -> MatchView:
        """Return the board as it stood at the newest turn not after ``ply``."""
        ...

    async def candidates(self, place: Place, user: UserId, target: Target, *, sees: Sees) -> tuple[Candidate, ...]:
        """Return the matches that a command may be about, for ``targets.resolve``.

        Those that the user has nothing to do with only of channels that they see, and private ones only in the channel
        they are played in, or to staff.
        """
        ...

    async def expect_near(self, match: MatchId, user: UserId, *, place: Place, sees: Sees, staff: bool = False) -> None:
        """Raise Refusal, as for a match there is not, unless the user may name the match in this place.

        That may who plays in it, leads it or is invited to it, and on its server anybody who sees its channel; of a
        private match only in the channel it is played in, or ``staff``: who may manage the server of ``place``.
        """
        ...

    async def listing(
        self, place: Place, *, status: Status | None = None, sees: Sees = everywhere
    ) -> tuple[MatchLine, ...]:
        """Return the matches of a server in channels that one sees (newest first, at most 50), without private ones."""
        ...

    async def mine(self, user: UserId) -> tuple[MatchLine, ...]:
        """Return the user's open and running matches, those waiting for the user first, by time left."""
        ...

    async def next_for(self, user: UserId) -> MatchId | None:
        """Return the match that waits longest for the user."""
        ...

    async def log(self, match: MatchId, user: UserId | None, *, page: int = 0) -> LogPage:
        """Return a page of the log as the user may read it."""
        ...

    async def play_line(self, key: Key, actor: Actor, *, match: MatchId, line: str) -> Receipt:
        """Play a whole turn written in the game's notation."""
        ...

    async def play_parts(
        self, key: Key, actor: Actor, *, match: MatchId, form: str, words: Mapping[str, str]
    ) -> Receipt:
        """Play a whole turn given by the options of ``/<game> <form>`` (names of parts, and ``order``)."""
        ...

    async def complete_line(self, match: MatchId, user: UserId, *, typed: str) -> Suggestions:
        """Complete the next word of a line."""
        ...

    async def complete_parts(
        self, match: MatchId, user: UserId, *, form: str, words: Mapping[str, str], focused: str, typed: str
    ) -> Suggestions:
        """Complete one option of ``/<game> <form>`` given the others."""
        ...

    async def withdraw(self, key: Key, actor: Actor, *, match: MatchId) -> Receipt:
        """Take back a turn handed in secretly; it becomes a draft."""
        ...

    async def resigning(self, user: UserId, *, match: MatchId) -> Resigning:
        """Return what giving up would mean, and change nothing; raises Refusal where the user cannot."""
        ...

    async def resign(self, key: Key, actor: Actor, *, match: MatchId) -> Receipt:
        """Give up: with three or more seats the seat plays the default moves and ranks last, else the match ends."""
        ...


class DraftService(Protocol):
    """Private panels. A press that came twice or too late changes nothing and returns the panel as it is (stale)."""

    async def open(self, actor: Actor, *, match: MatchId, ask: AskId | None = None) -> Panel:
        """Open the panel of the turn asked of the actor (``ask``: of that one if several stand)."""
        ...

    async def press(
        self, key: Key, actor: Actor, *, match: MatchId, ask: AskId, length: int, verb: str, value: str | None = None
    ) -> Panel | Receipt:
        """Add a choice: a value of the verb's next field as text, or a bare verb (None).

        A verb marked instant is played at once: a Receipt if that ended the turn, else the panel as it stands then.
        """
        ...

    async def act(self, key: Key, actor: Actor, *, match: MatchId, ask: AskId, move: str) -> Panel | Receipt:
        """Play an instant move at once, as a key carries it (``games.core.panel.write_partial``)."""
        ...

    async def undo_step(self, key: Key, actor: Actor, *, match: MatchId, ask: AskId, length: int) -> Panel:
        """Take the last choice back."""
        ...

    async def start_over(self, key: Key, actor: Actor, *, match: MatchId, ask: AskId, length: int) -> Panel:
        """Empty the draft."""
        ...

    async def confirm(
        self,
        key: Key,
        actor: Actor,
        *,
        match: MatchId,
        ask: AskId,
        length: int,
        presses: Sequence[tuple[str, str | None]] = (),
    ) -> Receipt:
        """Make the draft part of the match, after these last choices (verb, and value as text or None)."""
        ...


class WindowPlace(Protocol):
    """The place of one press in a window: ``async with`` waits until it is its turn."""

    async def __aenter__(self) -> None:
        """Wait for those that count before."""
        ...

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Let the next one pass."""
        ...

    def skip(self) -> None:
        """Give the place up."""
        ...


class WindowService(Protocol):
    """Fair windows of live play."""

    def take(self, match: MatchId, user: UserId) -> WindowPlace | None:
        """Take a place in the window of a match; None where presses count as they come."""
        ...


class OrderService(Protocol):
    """What players store ahead."""

    async def show(self, actor: Actor, *, match: MatchId) -> OrdersPanel:
        """Return the actor's orders of a match."""
        ...

    async def everywhere(self, user: UserId) -> tuple[OrdersPanel, ...]:
        """Return the user's orders in all running matches."""
        ...

    async def read(
        self, actor: Actor, *, match: MatchId, kind: str, values: Mapping[str, Value], seat: Seat | None = None
    ) -> ReadOrder:
        """Read an order as typed, for the first step of the confirmation; nothing is stored."""
        ...

    async def add(
        self,
        key: Key,
        actor: Actor,
        *,
        match: MatchId,
        order: Order,
        instead: OrderId | None = None,
        seat: Seat | None = None,
    ) -> Receipt:
        """Store an order (second step), perhaps instead of another; played at once if its seat is asked and it fits."""
        ...

    async def clear(self, key: Key, actor: Actor, *, match: MatchId, order: OrderId | None = None) -> Receipt:
        """Remove one order, or all."""
        ...

    async def move(self, key: Key, actor: Actor, *, match: MatchId, order: OrderId, rank: int) -> Receipt:
        """Put an order at a place in the row (0: tried first)."""
        ...

    async def resume(self, key: Key, actor: Actor, *, match: MatchId, order: OrderId) -> Receipt:
        """Set a halted order going again."""
        ...


class SettingService(Protocol):
    """Settings of servers and of persons; values are JSON-like."""

    async def server(self, place: Place) -> Mapping[str, Value]:
        """Return a server's settings."""
        ...

    async def set_server(self, place: Place, values: Mapping[str, Value]) -> None:
        """Change settings of a server."""
        ...

    async def person(self, user: UserId) -> Mapping[str, Value]:
        """Return a user's preferences; ``zone`` is the IANA name."""
        ...

    async def set_person(self, actor: Actor, values: Mapping[str, Value]) -> None:
        """Change a user's preferences."""
        ...

    async def in_match(self, user: UserId, match: MatchId) -> Mapping[str, Value]:
        """Return a user's preferences as they are in one match."""
        ...

    async def set_in_match(self, actor: Actor, match: MatchId, values: Mapping[str, Value]) -> None:
        """Change some preferences for one match alone; without values they are as everywhere again."""
        ...
