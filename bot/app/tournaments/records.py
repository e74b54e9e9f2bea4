"""What the edge hands in and gets back about tournaments."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum

from msgspec import Struct

from bot.app.match.records import Actor
from bot.app.tournaments.formats.standings import Standings
from bot.app.tournaments.settings import TournamentSettings
from db.ids import ChannelId, MatchId, TournamentId, UserId
from db.ratings.records import AppealRecord
from db.tournaments.records import EntrantStatus, Format, NodeKey, PairingStatus, TournamentRecord
from games.core.game import Options
from games.core.text import Text


class TournamentWish(Struct, frozen=True, kw_only=True):
    """What an organizer asks for; ``starts`` None: when it is full, or by command."""

    name: str
    game: str
    format: Format
    settings: TournamentSettings
    starts: datetime | None = None


class TournamentChange(Struct, frozen=True, kw_only=True):
    """What an organizer changes before the start: of ``settings`` those fields that are named, by name."""

    name: str | None = None
    starts: datetime | None = None
    format: Format | None = None
    settings: Mapping[str, object] = {}


class Start(StrEnum):
    """What becomes of those who have not checked in when a tournament is started by command."""

    ASK = "ask"
    """It is not started while somebody is missing."""
    WITHOUT = "without"
    """They don't take part."""
    EVERYONE = "everyone"
    """They do: the check-in is canceled."""


class Replacement(Struct, frozen=True, kw_only=True):
    """Who plays on for an entrant, at a board of a team (from 0); ``roles`` are those that the newcomer has."""

    entrant: int
    into: Actor
    board: int = 0
    roles: tuple[int, ...] = ()


class TournamentReceipt(Struct, frozen=True, kw_only=True):
    """What a request came to; a repeated request gets the first receipt again."""

    tournament: TournamentId
    told: tuple[Text, ...] = ()


class EntrantView(Struct, frozen=True, kw_only=True):
    """One who takes part, as everybody sees it. ``users`` play for it now.

    ``points`` are its rating at sign-up as shown, give or take ``margin`` (None: not noted then). ``seed`` is its place
    by strength from 1; 0: not settled yet, or of no weight in this format.
    """

    number: int
    name: str
    status: EntrantStatus
    points: int
    margin: int | None
    provisional: bool
    users: tuple[UserId, ...]
    members: tuple[str, ...]
    seed: int = 0


class PairingView(Struct, frozen=True, kw_only=True):
    """One pairing as everybody sees it.

    ``group``: that of a round robin ("": none); ``node``: the place in a tree (None: none). ``names`` are by seat.
    While it is played, ``waiting`` are those it waits for, since when, and until when; ``thread`` is where. ``due`` is
    when it is adjudicated. ``game``: which one of its match, where that has several. ``through``: who goes on from its
    place in a tree, 0 if nobody does yet; None: it has none. ``in_round``: the places in its round of a tree where that
    has a name (1: the final, 2: the semifinals, 4: the quarterfinals, …), else 0.
    """

    number: int
    board: int
    round: int
    group: str
    node: NodeKey | None
    entrants: tuple[int, ...]
    names: tuple[str, ...]
    status: PairingStatus
    match: MatchId | None
    places: tuple[int, ...] | None
    totals: tuple[int, ...] | None
    ended: str
    due: datetime | None
    waiting: tuple[str, ...] = ()
    since: datetime | None = None
    until: datetime | None = None
    thread: ChannelId | None = None
    game: int = 0
    through: int | None = None
    in_round: int = 0


class TournamentView(Struct, frozen=True, kw_only=True):
    """All a presenter needs to show a tournament.

    ``log`` are its newest lines, the newest first; ``open_late``: one may still enter while it runs. ``coming`` are
    the matches of a knockout that nobody is paired for yet, with "?" for who is not known. ``byes``: those of half a
    point can be asked for. ``options``: those of the rules; None where the game is not installed, or does not know them
    any more. ``organizers``: their names, who opened it first. ``end``: who has won, once it is
    finished, or why it was canceled.
    """

    record: TournamentRecord
    settings: TournamentSettings
    title: str
    entrants: tuple[EntrantView, ...]
    pairings: tuple[PairingView, ...]
    standings: Standings
    log: tuple[tuple[datetime, Text], ...] = ()
    appeals: tuple[AppealRecord, ...] = ()
    open_late: bool = False
    byes: bool = False
    coming: tuple[PairingView, ...] = ()
    options: Options | None = None
    organizers: tuple[str, ...] = ()
    end: Text | None = None

    @property
    def newest(self) -> tuple[PairingView, ...]:
        """The pairings of the newest round, and older ones that are not over."""
        open_ones = (PairingStatus.WAITING, PairingStatus.PLAYING)
        return tuple(p for p in self.pairings if p.round == self.record.round or p.status in open_ones)

    @property
    def holding_up(self) -> tuple[PairingView, ...]:
        """The pairings that are being played, those that wait longest first."""
        playing = [pairing for pairing in self.pairings if pairing.status is PairingStatus.PLAYING]
        return tuple(sorted(playing, key=lambda each: (each.since is None, each.since or self.record.created)))


class TournamentLine(Struct, frozen=True, kw_only=True):
    """A tournament in a list or in completion."""

    tournament: TournamentId
    name: str
    game: str
    format: Format
    status: str
    entrants: int
    channel: ChannelId
