"""Absence, pauses, replacement and staff, as the edge sees them."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Protocol

from bot.app.match.timekeeping import Choice
from bot.app.moderation.stuck import Stuck
from bot.app.records import (
    Actor,
    AuditEntry,
    MatchLine,
    Place,
    Receipt,
)
from bot.app.views.targets import Sees, everywhere
from db.clocks.records import ClockStopRecord
from db.ids import Key, MatchId, UserId
from games.core.seats import AskId, Seat
from games.core.text import Text


class AwayService(Protocol):
    """Declared absences."""

    async def moment(self, user: UserId, typed: str, *, after: datetime | None = None) -> datetime:
        """Read a time in the user's zone, lengths from now (or from ``after``); "" is now."""
        ...

    async def declared(self, user: UserId) -> tuple[ClockStopRecord, ...]:
        """Return a person's absences that are not over, in order."""
        ...

    async def stops(self, match: MatchId) -> tuple[Text, ...]:
        """Return in sentences which pause and absences of its players stop the clocks of a match, now or later."""
        ...

    async def left(self, user: UserId) -> timedelta:
        """Return how much absence a person may still declare for now."""
        ...

    async def declare(self, actor: Actor, *, begin: datetime, until: datetime) -> None:
        """Stop the actor's clocks between two times; raises Refusal for the past and beyond the allowance."""
        ...

    async def back(self, actor: Actor) -> None:
        """End the absence that runs, and forget those to come."""
        ...


class PauseService(Protocol):
    """Pauses of one match."""

    async def propose(self, key: Key, actor: Actor, *, match: MatchId, until: datetime) -> Receipt:
        """Propose a pause (players only); it begins at once if nobody else plays."""
        ...

    async def agree(self, key: Key, actor: Actor, *, match: MatchId, proposed: int | None = None) -> Receipt:
        """Agree to the pause that is proposed; with the last player's word it begins.

        ``proposed``: only to the one until then (seconds since 1970); None: to whichever stands.
        """
        ...

    async def refuse(self, key: Key, actor: Actor, *, match: MatchId, proposed: int | None = None) -> Receipt:
        """Refuse the pause that is proposed, or (who proposed it) withdraw it."""
        ...

    async def resume(self, key: Key, actor: Actor, *, match: MatchId) -> Receipt:
        """End a pause early (any player)."""
        ...


class ReplacingService(Protocol):
    """Seats that are put up, and who takes them over."""

    async def offer(self, key: Key, actor: Actor, *, match: MatchId, seat: Seat | None = None) -> Receipt:
        """Put up one's own seat, or (the host) one whose player has resigned; twice takes it back."""
        ...

    async def take(self, key: Key, actor: Actor, *, match: MatchId, seat: Seat | None = None) -> Receipt:
        """Take over a seat that was put up: the first, if none is named; in a private match by invitation only."""
        ...

    async def listing(
        self, place: Place, user: UserId | None = None, *, sees: Sees = everywhere
    ) -> tuple[MatchLine, ...]:
        """Return the matches of a server in which a seat is put up, those waiting longest first.

        Those of channels that one sees, and private ones only to a ``user`` who is invited to the seat.
        """
        ...


class LateService(Protocol):
    """What players do about a seat whose time is up."""

    async def vote(
        self,
        key: Key,
        actor: Actor,
        *,
        match: MatchId,
        choice: Choice,
        seat: Seat | None = None,
        ask: AskId | None = None,
    ) -> Receipt:
        """Say what is to become of a seat whose time is up: the only one there is, if none is named.

        ``ask``: only if the vote is about this turn (a button of an earlier vote decides nothing).
        """
        ...

    async def back(self, key: Key, actor: Actor, *, match: MatchId) -> Receipt:
        """Play again: the computer player that sits in goes, default moves end, a seat that was put up is kept."""
        ...


class StaffService(Protocol):
    """What the staff of a server may do with its running matches; each deed stands in the log."""

    async def pause(self, key: Key, actor: Actor, *, place: Place, match: MatchId, until: datetime) -> Receipt:
        """Stop all clocks of a match."""
        ...

    async def resume(self, key: Key, actor: Actor, *, place: Place, match: MatchId) -> Receipt:
        """End a pause."""
        ...

    async def extend(self, key: Key, actor: Actor, *, place: Place, match: MatchId, seat: Seat, hours: int) -> Receipt:
        """Give time to a seat, beyond the cap if need be."""
        ...

    async def end(self, key: Key, actor: Actor, *, place: Place, match: MatchId) -> Receipt:
        """End a match by the score as it stands."""
        ...

    async def hand_over(self, key: Key, actor: Actor, *, place: Place, match: MatchId, to: UserId) -> Receipt:
        """Make one of the players the host."""
        ...

    async def invite(self, key: Key, actor: Actor, *, place: Place, match: MatchId, guest: Actor) -> Receipt:
        """Invite somebody to an open seat, also of a private match."""
        ...

    async def remove(self, key: Key, actor: Actor, *, place: Place, match: MatchId, guest: Actor) -> Receipt:
        """Cancel somebody's invitation, or take a player out of an open match."""
        ...

    async def open_seat(self, key: Key, actor: Actor, *, place: Place, match: MatchId, seat: Seat) -> Receipt:
        """Put up the seat of a player for a replacement, until the player does something."""
        ...

    async def hold(self, key: Key, actor: Actor, *, place: Place, match: MatchId) -> Receipt:
        """Hold a match: no clock runs and nothing is played until it is released."""
        ...

    async def release(self, key: Key, actor: Actor, *, place: Place, match: MatchId) -> Receipt:
        """Let a match that was held go on."""
        ...

    async def repair(self, key: Key, actor: Actor, *, place: Place, match: MatchId, turn: int) -> Receipt:
        """Let a match go on from a turn by its number in the history; everybody who plays is told."""
        ...

    async def stuck(self, place: Place) -> tuple[Stuck, ...]:
        """Return the matches of this server that cannot go on, or do not, each with the reasons."""
        ...

    async def log(self, place: Place) -> tuple[AuditEntry, ...]:
        """Return what staff has done here, the newest first."""
        ...
