"""What is kept of a review, as JSON in ``review.data``. It knows seats, never people."""

from __future__ import annotations

from msgspec import Raw, Struct

from games.core.text import Text


class Point(Struct, frozen=True, kw_only=True):
    """How the match stood after a turn, by what it came to when it was played on from there.

    ``turn`` is its number in the history, ``shares`` the share of the victories by seat, ``points`` the mean of the
    points by seat, and ``tries`` how often it was played on.
    """

    turn: int
    shares: tuple[float, ...]
    points: tuple[float, ...]
    tries: int


class Words(Struct, frozen=True):
    """The moves of the turn that was made and of the better one in words, without those that both have."""

    made: tuple[Text, ...]
    best: tuple[Text, ...]


class Decision(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A turn that somebody decided on, against the best one that was found in its place.

    ``ply`` is its line in the log, ``turn`` its number in the history, ``ask`` what it answered. ``made`` and ``best``
    are the moves in the game's JSON; they are equal where nothing better was found. ``gain`` is by how many points
    ``best`` is better and ``error`` the standard error of that. ``held``: it is sure (``games.core.search.review``) for
    mixed players of the rollouts and for each of two alone; ``words`` then tell both turns. Gain and error are those of
    the two alone, where these were asked.
    """

    ply: int
    turn: int
    seat: int
    ask: str
    made: Raw
    best: Raw
    gain: float = 0.0
    error: float = 0.0
    held: bool = False
    words: Words | None = None


class Review(Struct, frozen=True, kw_only=True):
    """A match by its rules number: points in order, and decisions in order of the log.

    ``whole``: its rules ended it, so the end is known and has no point; otherwise it was resigned, or ended by staff.
    ``skipped``: how many turns weren't judged, since it was long.
    """

    rules: int
    whole: bool = True
    points: tuple[Point, ...]
    decisions: tuple[Decision, ...]
    skipped: int = 0
