"""Who may look at a match without playing in it, how late, and which matches are worth it."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from msgspec import Struct

from bot.app.match.records import MatchLine
from bot.app.match.state import MatchState
from bot.app.runtime.refusals import refuse
from db.ids import MatchId, UserId
from db.records import MatchRecord, Status
from db.tx import Tx
from games.core.game import Outcome

CLOSE = 0.1
"""Of the leader's points: who is behind by less is close."""

LATE = 0.75
"""Of the usual length of a match: one that is longer is in its last rounds."""

STALE = timedelta(days=3)
"""A match without a turn for so long comes after all others."""


def is_closed_to(table: MatchState, user: UserId) -> bool:
    """Return whether a match runs closed to watchers, and a person neither plays in it nor hosts it."""
    match = table.match
    return match.closed and match.status is Status.RUNNING and match.host != user and not table.seats_of(user)


def expect_open(table: MatchState, user: UserId | None) -> None:
    """Raise Refusal for who may not look at a match; what everybody sees in its channel is made for nobody (None)."""
    if user is not None and is_closed_to(table, user):
        raise refuse("CLOSED", "closed_to_watchers", match=table.match.id, host=table.person(table.match.host))


def is_delayed(tx: Tx, match: MatchId) -> bool:
    """Return whether boards go to followers late: in tournaments, so that nobody can help a player in time."""
    return tx.tournaments.find_pairing(match) is not None


def find_board(tx: Tx, record: MatchRecord, *, delayed: bool) -> int | None:
    """Return the ply of the newest board that followers may get; None: there is none yet.

    In a running match that is ``delayed`` it is a round old: there are as many turns after it as the match has seats.
    """
    plies = tx.log.find_shown_plies(record.id, first=0)
    behind = record.seats if delayed and record.status is Status.RUNNING else 0
    return plies[-1 - behind] if len(plies) > behind else None


# --- Worth watching -----------------------------------------------------------------------------------------------


class Interest(Struct, frozen=True, kw_only=True):
    """What speaks for looking at a running match.

    ``gap``: points between the first two, and ``leader`` those of the first (None: the score is hidden, or nobody has
    any). ``played``: turns so far as a part of the usual length (None: nothing is known). ``best``: the best place of
    its players on the server's leaderboard. ``followers``: people.
    """

    line: MatchLine
    gap: int | None = None
    leader: int | None = None
    played: float | None = None
    best: int | None = None
    followers: int = 0

    @property
    def is_close(self) -> bool:
        """Whether the score is close."""
        return self.gap is not None and self.leader is not None and self.gap <= CLOSE * self.leader

    @property
    def is_late(self) -> bool:
        """Whether it is in its last rounds."""
        return self.played is not None and self.played >= LATE


MOST_PLACES = 10
"""Places of the leaderboard that count."""

MOST_FOLLOWERS = 5
"""More followers than these say no more."""


def weigh(one: Interest) -> float:
    """Return how much speaks for a match: each of the four reasons counts up to 1, close and late together 1 more."""
    close = 1.0 if one.is_close else 0.0
    late = min(one.played or 0.0, 1.0)
    rated = 0.0 if one.best is None else max(0.0, 1 - (one.best - 1) / MOST_PLACES)
    followed = min(one.followers, MOST_FOLLOWERS) / MOST_FOLLOWERS
    return close + late + rated + followed + (1.0 if one.is_close and one.is_late else 0.0)


def rank(found: Iterable[Interest], now: datetime) -> tuple[Interest, ...]:
    """Return matches in the order in which they are worth watching; those that stand still come last."""
    return tuple(
        sorted(found, key=lambda one: (now - one.line.moved >= STALE, -weigh(one), -one.line.moved.timestamp()))
    )


def gap_of(standing: Outcome | None) -> tuple[int, int] | None:
    """Return the points between the first two and those of the first; None if nobody has any, or they are hidden."""
    totals = sorted(standing.totals, reverse=True) if standing is not None else []
    return (totals[0] - totals[1], totals[0]) if len(totals) > 1 and totals[0] > 0 else None
