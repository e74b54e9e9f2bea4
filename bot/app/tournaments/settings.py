"""What an organizer decides about a tournament beforehand.

Told to everybody on its card, and unchanged once it runs.
"""

from __future__ import annotations

from enum import StrEnum

import msgspec
from msgspec import Struct

from bot.app.match.paces import Late, Pace, PerMove
from db.tournaments.records import Format
from games.core.moves import Value

DAY = 24 * 60 * 60
HOUR = 60 * 60


class TieBreak(StrEnum):
    """What decides between entrants with the same points."""

    HEAD_TO_HEAD = "head-to-head"
    """Points from the matches among those who are even, if all of them have met."""
    BUCHHOLZ = "buchholz"
    """The sum of the opponents' points."""
    SONNEBORN_BERGER = "sonneborn-berger"
    """The points of the opponents, each by the share won against them."""
    DIFFERENCE = "difference"
    """Own totals less the mean of the others' at the same table, added up."""
    WINS = "wins"
    """Matches won alone."""
    BOARDS = "boards"
    """Points of the single boards, for teams."""


class Overrun(StrEnum):
    """How a match that takes too long is decided."""

    SCORE = "score"
    """By the score as it stands; where the game hides it, a draw."""
    MOVER = "mover"
    """Those for whom it waits rank last, the others as they stand."""
    DRAW = "draw"


class Seeding(StrEnum):
    """How entrants are put in order, the strongest first."""

    RATING = "rating"
    """By rating, equal ratings by lot."""
    RANDOM = "random"
    """By lot."""
    HAND = "hand"
    """As the organizer says; the others follow by rating."""


TIME_UP = (Late.TWICE, Late.MOVE, Late.COMPUTER, Late.FORFEIT)
"""What may happen in a tournament when a player's time is up, the usual first.

Neither opponents nor strangers decide about a seat: no vote, no open seat.
"""

DEFAULT_BREAKS: dict[Format, tuple[TieBreak, ...]] = {
    Format.ROUND_ROBIN: (TieBreak.HEAD_TO_HEAD, TieBreak.SONNEBORN_BERGER, TieBreak.DIFFERENCE, TieBreak.WINS),
    Format.SWISS: (TieBreak.BUCHHOLZ, TieBreak.HEAD_TO_HEAD, TieBreak.SONNEBORN_BERGER, TieBreak.DIFFERENCE),
    Format.FREE_SWISS: (TieBreak.BUCHHOLZ, TieBreak.HEAD_TO_HEAD, TieBreak.SONNEBORN_BERGER, TieBreak.DIFFERENCE),
    Format.TABLES: (TieBreak.WINS, TieBreak.DIFFERENCE, TieBreak.BUCHHOLZ),
    Format.KNOCKOUT: (),
    Format.DOUBLE_KNOCKOUT: (),
    Format.LADDER: (),
}

PAIRWISE = frozenset(Format) - {Format.TABLES}
"""Formats in which two meet."""

TREES = frozenset({Format.KNOCKOUT, Format.DOUBLE_KNOCKOUT})
"""Formats in which who meets whom follows from results alone."""

FREE = frozenset({Format.FREE_SWISS, Format.LADDER})
"""Formats without rounds."""


LATE = frozenset({Format.SWISS, Format.TABLES, Format.FREE_SWISS, Format.LADDER})
"""Formats into which one may enter late."""


DAYS_PER_SEAT = 15
"""Days for a match that takes up to an hour at a table, for each seat: then everybody may take ten hours for a turn."""

MOST_DAYS = 365
"""A match is decided so many days from now at the latest, unless it never is."""


def usual_days(*, minutes: int, seats: int) -> int:
    """Return the days for a match of a game that takes ``minutes`` at a table, unless the organizer chooses others."""
    return min(MOST_DAYS, DAYS_PER_SEAT * seats * max(minutes, 60) // 60)


class Arranged(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What belongs to single entrants, by number, and is no choice announced to all.

    ``lot`` is the tournament's own random seed in hex, from which lots are drawn ("" for tournaments of earlier
    releases); ``order`` are seeds set by hand, the strongest first; ``byes`` are those asked for, as
    (entrant, round). ``apart`` are pairs who are not to meet, the lower number first. ``again`` are teams that signed
    up as they were before, as (entrant, earlier tournament, entrant there): boards are kept for their old members.
    """

    lot: str = ""
    order: tuple[int, ...] = ()
    byes: tuple[tuple[int, int], ...] = ()
    apart: tuple[tuple[int, int], ...] = ()
    again: tuple[tuple[int, int, int], ...] = ()


class TournamentSettings(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """All of it; times in hours or days as their names say.

    ``rounds``: of a Swiss or of tables; matches for each without rounds and on a ladder. ``group``: size of the groups
    of a round robin, of which ``finals`` in all go on to a knockout (0: none). ``team``: boards of a team (1: no
    teams). ``most`` and ``least`` entrants; who comes later is in reserve. ``role``, ``rating_from``, ``rating_to``,
    ``reliability`` (percent) and ``notices`` limit who may take part. ``full``: starts when ``most`` have signed up.
    ``check_in`` hours before the start (0: none). ``late_rounds``: so long one may still enter. ``limit_days``: then a
    match is decided by ``overrun`` (see ``usual_days``; 30 where nothing is stored). ``strikes``: seats lost by time
    after which an entrant is taken out. ``at_once``: matches of one entrant at the same time (0: all
    of a group). ``patience_hours``: see the pairing of who is free. ``time_up``:
    what happens when a player's time is up, in place of what the pace says
    (the default move where nothing is stored; see ``TIME_UP`` for what is usual). ``days``: a ladder's length.
    ``bye``: points of 60 for a bye. ``seeding``: who counts as how strong. ``third``: losers of the semifinals
    play for third place. ``best_of``: most games of a match in a tree. ``half_byes``: so many byes of half a win each
    may ask for. ``accelerated``: the upper half is paired as if it had more points at first.
    ``weekly``: a summary is posted each week.
    """

    seats: int = 2
    rounds: int = 5
    group: int = 6
    finals: int = 0
    team: int = 1
    pace: Pace = PerMove(seconds=2 * DAY)
    time_up: Late = Late.MOVE
    options: dict[str, Value] = {}
    most: int = 64
    least: int = 4
    role: int | None = None
    rating_from: int | None = None
    rating_to: int | None = None
    reliability: int = 0
    notices: bool = False
    full: bool = False
    check_in: float = 0
    late_rounds: int = 0
    limit_days: float = 30
    overrun: Overrun = Overrun.SCORE
    strikes: int = 2
    at_once: int = 1
    patience_hours: float = 24
    days: float = 0
    bye: int = 60
    rated: bool = True
    breaks: tuple[TieBreak, ...] | None = None
    seeding: Seeding = Seeding.RATING
    third: bool = False
    half_byes: int = 0
    best_of: int = 1
    accelerated: bool = False
    weekly: bool = True
    arranged: Arranged = Arranged()

    def tie_breaks(self, format: Format) -> tuple[TieBreak, ...]:
        """Return what decides between entrants with the same points, the first first."""
        if self.breaks is not None:
            return self.breaks
        return ((TieBreak.BOARDS,) if self.team > 1 else ()) + DEFAULT_BREAKS[format]


_decoder = msgspec.json.Decoder(TournamentSettings)


def read_settings(data: bytes) -> TournamentSettings:
    """Read stored settings."""
    return _decoder.decode(data)
