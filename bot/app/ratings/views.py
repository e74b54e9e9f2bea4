"""What profiles and boards show: frozen views, ready to be put into words or drawn."""

from __future__ import annotations

from datetime import datetime

from msgspec import Struct

from bot.app.puzzles.streaks import Streaks
from db.ids import MatchId, UserId
from games.core.text import Text


class RatingView(Struct, frozen=True, kw_only=True):
    """A rating as it stands now and is shown; ``game`` "" is over all games.

    ``place``: on the board (None: not among its first, or provisional).
    """

    game: str
    everywhere: bool
    points: int
    margin: int
    provisional: bool
    matches: int
    place: int | None = None


class CountView(Struct, frozen=True, kw_only=True):
    """Results of one game at one number of seats; ``firsts`` are shared or not.

    ``best`` is the highest total of matches played to their end (None: there was none).
    """

    game: str
    seats: int
    matches: int
    firsts: int
    places: float
    """The mean place."""
    best: int | None


class PointView(Struct, frozen=True):
    """One point of a rating's way."""

    at: datetime
    points: int
    margin: int


class HabitView(Struct, frozen=True, kw_only=True):
    """How much of a player's points came from a category of the score, beside the others at the same tables."""

    game: str
    category: Text
    own: int
    """In percent."""
    others: int
    """In percent."""


class BarView(Struct, frozen=True, kw_only=True):
    """A player is kept out of tournaments until then because of so many seats lost by time."""

    until: datetime
    times: int


class ProfileView(Struct, frozen=True, kw_only=True):
    """A player as the viewer may see it. ``elsewhere``: results of other servers are counted too.

    ``way`` are the ratings in ``way_of`` after each match, ``today`` what became of the last until ``seen``.
    ``quartiles`` are seconds a turn took (a quarter, half, three quarters of them were quicker), absences left out.
    ``late`` of the last ``turns`` turns were default moves because the player ran out of time. ``puzzles``: those
    of the day that were solved on this server; None: none was, or one game alone is shown.
    """

    user: UserId
    name: str
    own: bool
    consents: bool
    elsewhere: bool
    ratings: tuple[RatingView, ...]
    counts: tuple[CountView, ...]
    way: tuple[PointView, ...]
    way_of: str
    today: RatingView | None
    seen: datetime
    quartiles: tuple[int, int, int] | None
    turns: int
    late: int
    habits: tuple[HabitView, ...]
    bar: BarView | None
    puzzles: Streaks | None = None


class BoardRow(Struct, frozen=True, kw_only=True):
    """One line of a leaderboard, of a rating that is settled; ``sure`` is what it is ordered by."""

    place: int
    user: UserId
    name: str
    points: int
    margin: int
    sure: int
    matches: int


class BoardView(Struct, frozen=True, kw_only=True):
    """The leaderboard of a game ("": over all games), of a server or across all; ``own`` is the viewer's line.

    ``unsettled`` is the viewer's rating while it is provisional, and so not on the board. ``levels`` are the game's
    computer players with their points, for comparison, the weakest first.
    """

    game: str
    everywhere: bool
    rows: tuple[BoardRow, ...]
    own: BoardRow | None
    unsettled: RatingView | None = None
    levels: tuple[tuple[str, int], ...] = ()


class VersusLine(Struct, frozen=True, kw_only=True):
    """What came of the matches of two players in one game: who was ahead how often."""

    game: str
    matches: int
    first: int
    second: int
    even: int
    last: MatchId


class VersusView(Struct, frozen=True, kw_only=True):
    """Two players against each other."""

    first: str
    second: str
    lines: tuple[VersusLine, ...]


class RecordView(Struct, frozen=True, kw_only=True):
    """One of the highest totals of a game at a number of seats; ``note`` is what the game says of a solo match."""

    game: str
    seats: int
    nth: int
    user: UserId
    name: str
    total: int
    match: MatchId
    at: datetime
    note: Text | None
