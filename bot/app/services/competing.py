"""Results, ratings and tournaments, as the edge sees them."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Protocol

from bot.app.ratings.exports import File, Form
from bot.app.ratings.views import BoardView, ProfileView, RecordView, VersusView
from bot.app.records import Actor, Place, Receipt
from bot.app.tournaments.records import (
    Start,
    TournamentChange,
    TournamentLine,
    TournamentReceipt,
    TournamentView,
    TournamentWish,
)
from db.ids import AppealId, GuildId, Key, MatchId, TournamentId, UserId
from db.ratings.records import AppealRecord


class RatingService(Protocol):
    """Results, ratings, profiles and boards."""

    async def profile(self, viewer: Actor, *, place: Place, user: UserId, game: str | None = None) -> ProfileView:
        """Return a player's profile as the viewer may see it in this place."""
        ...

    async def leaderboard(
        self, viewer: Actor, *, place: Place, game: str | None = None, everywhere: bool = False
    ) -> BoardView:
        """Return the leaderboard of a game (None: over all games) of this server, or across servers."""
        ...

    async def records(
        self, *, place: Place, game: str | None = None, everywhere: bool = False
    ) -> tuple[RecordView, ...]:
        """Return the highest totals by game and number of seats."""
        ...

    async def versus(self, viewer: Actor, *, place: Place, first: UserId, second: UserId) -> VersusView:
        """Return what came of the matches of two players, as the viewer may see it in this place."""
        ...

    async def set_consent(self, actor: Actor, *, agrees: bool) -> None:
        """Note whether a player's results may be shown across servers."""
        ...

    async def set_block(self, actor: Actor, *, other: UserId, blocked: bool) -> bool:
        """Note whether a player wants to meet another; return whether that changed anything."""
        ...

    async def blocked(self, actor: Actor) -> tuple[UserId, ...]:
        """Return whom a player does not want to meet."""
        ...

    async def export(self, *, place: Place, form: Form) -> File:
        """Return all results of a server as a file."""
        ...


class TournamentService(Protocol):
    """Tournaments. ``staff``: the server that the actor may manage, which need not be that of the event."""

    async def look(self, event: TournamentId) -> TournamentView:
        """Return an event as everybody sees it."""
        ...

    async def find(self, place: Place, *, typed: str = "") -> tuple[TournamentLine, ...]:
        """Return up to 25 events of a server for completion, those of this channel and those under way first."""
        ...

    async def here(self, place: Place) -> TournamentId | None:
        """Return the only event of a channel that is not over; where all are, the newest."""
        ...

    async def export(self, event: TournamentId, *, form: Form) -> File:
        """Return an event as a file."""
        ...

    async def create(
        self,
        key: Key,
        actor: Actor,
        *,
        place: Place,
        wish: TournamentWish,
        roles: Collection[int] = (),
        staff: bool = False,
    ) -> TournamentReceipt:
        """Open an event for registration; its card is posted in the channel and pinned.

        ``staff``: the actor may manage the server or its events; others may where the server's settings say so.
        """
        ...

    async def change(
        self, key: Key, actor: Actor, *, event: TournamentId, change: TournamentChange, staff: GuildId | None = None
    ) -> TournamentReceipt:
        """Change what was announced, before the start (organiser or staff); everybody is told."""
        ...

    async def join(
        self, key: Key, actor: Actor, *, event: TournamentId, roles: Collection[int] = (), team: str = ""
    ) -> TournamentReceipt:
        """Sign up, or check in when that is open; late entry if the event allows it."""
        ...

    async def add_computer(
        self, key: Key, actor: Actor, *, event: TournamentId, level: str, staff: GuildId | None = None
    ) -> TournamentReceipt:
        """Sign a computer player up (organiser or staff)."""
        ...

    async def leave(self, key: Key, actor: Actor, *, event: TournamentId) -> TournamentReceipt:
        """Sign off before the start, or leave a running event."""
        ...

    async def start(
        self, key: Key, actor: Actor, *, event: TournamentId, how: Start = Start.ASK, staff: GuildId | None = None
    ) -> TournamentReceipt:
        """Start now with those who have signed up (organiser or staff); during a check-in ``how`` says with whom."""
        ...

    async def drop(
        self, key: Key, actor: Actor, *, event: TournamentId, entrant: int, staff: GuildId | None = None
    ) -> TournamentReceipt:
        """Take an entrant out (organiser or staff)."""
        ...

    async def substitute(
        self,
        key: Key,
        actor: Actor,
        *,
        event: TournamentId,
        entrant: int,
        into: Actor,
        board: int = 0,
        roles: Collection[int] = (),
        staff: GuildId | None = None,
    ) -> TournamentReceipt:
        """Let somebody else play on for an entrant (organiser or staff)."""
        ...

    async def cancel(
        self, key: Key, actor: Actor, *, event: TournamentId, staff: GuildId | None = None
    ) -> TournamentReceipt:
        """Call an event off (organiser or staff)."""
        ...


class ArrangementService(Protocol):
    """What is settled about who plays whom in a tournament."""

    async def seed(
        self, key: Key, actor: Actor, *, event: TournamentId, order: tuple[int, ...], staff: GuildId | None = None
    ) -> TournamentReceipt:
        """Set the seeds of entrants by hand, the strongest first, before the start (organiser or staff)."""
        ...

    async def bye(
        self, key: Key, actor: Actor, *, event: TournamentId, round: int | None = None, back: bool = False
    ) -> TournamentReceipt:
        """Ask for a half-point bye in a round that is not paired yet (None: the next), or take it ``back``."""
        ...

    async def keep_apart(
        self,
        key: Key,
        actor: Actor,
        *,
        event: TournamentId,
        entrants: tuple[int, int],
        back: bool = False,
        staff: GuildId | None = None,
    ) -> TournamentReceipt:
        """Keep two entrants apart in what is paired from now on, or no longer (organiser or staff)."""
        ...


class CoOrganizerService(Protocol):
    """Others whom the organizer of an event lets do what the organizer may."""

    async def name(
        self, key: Key, actor: Actor, *, event: TournamentId, player: Actor, staff: GuildId | None = None
    ) -> TournamentReceipt:
        """Let a person organize an event, too (those who do, or staff)."""
        ...

    async def remove(
        self, key: Key, actor: Actor, *, event: TournamentId, player: Actor, staff: GuildId | None = None
    ) -> TournamentReceipt:
        """Take the right back from a person (those who organize it, or staff); the organizer keeps it."""
        ...


class TournamentPauseService(Protocol):
    """Pauses of a whole event."""

    async def pause(
        self,
        key: Key,
        actor: Actor,
        *,
        event: TournamentId,
        until: datetime | None = None,
        staff: GuildId | None = None,
    ) -> TournamentReceipt:
        """Pause an event until a time, or until it is resumed (organiser or staff); again: until another time."""
        ...

    async def resume(
        self, key: Key, actor: Actor, *, event: TournamentId, staff: GuildId | None = None
    ) -> TournamentReceipt:
        """Let an event go on before the time named (organiser or staff)."""
        ...


class DisputeService(Protocol):
    """Nudges, rulings, appeals. ``places`` are by seat; () annuls a result."""

    async def nudge(
        self, key: Key, actor: Actor, *, event: TournamentId, staff: GuildId | None = None
    ) -> TournamentReceipt:
        """Mention those for whom matches wait (organiser or staff), at most once a day each."""
        ...

    async def extend(
        self, key: Key, actor: Actor, *, match: MatchId, days: int, staff: GuildId | None = None
    ) -> TournamentReceipt:
        """Give one match more days until it is decided (organiser of its event, or staff)."""
        ...

    async def rule(
        self, key: Key, actor: Actor, *, match: MatchId, places: tuple[int, ...], why: str, staff: GuildId | None
    ) -> Receipt:
        """Set the places of a match, or annul it (organiser of its event, or staff)."""
        ...

    async def appeals(self, place: Place) -> tuple[AppealRecord, ...]:
        """Return the open appeals of a server."""
        ...

    async def appeal(self, key: Key, actor: Actor, *, match: MatchId, words: str) -> Receipt:
        """Object to a result (those who played)."""
        ...

    async def answer(
        self,
        key: Key,
        actor: Actor,
        *,
        appeal: AppealId,
        words: str,
        places: tuple[int, ...] | None = None,
        staff: GuildId | None,
    ) -> Receipt:
        """Answer an appeal: reject it (``places`` None), or uphold it with a ruling."""
        ...
