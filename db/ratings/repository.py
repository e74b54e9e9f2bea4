"""Ratings, who agreed to show them across servers, and who does not want to meet whom."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from sqlalchemy import bindparam, delete, select

from db.engine.columns import Shape, to_millis
from db.engine.statements import Statement, upsert
from db.engine.transaction import Repository, select_all
from db.ids import UserId
from db.ratings.records import RatingRecord, StepRecord
from db.ratings.schema import block, consent, rating, rating_step

RATING = Shape(RatingRecord, rating)
STEP = Shape(StepRecord, rating_step)

_key = (
    rating.c.guild == bindparam("guild"),
    rating.c.game == bindparam("game"),
    rating.c.user == bindparam("user"),
    rating.c.level == bindparam("level"),
)
_rating = Statement(select_all(RATING).where(*_key))
_put_rating = upsert(rating)
_ratings_of = Statement(select_all(RATING).where(rating.c.user == bindparam("user")).order_by(rating.c.game))
_clear = Statement(delete(rating))
_clear_steps = Statement(delete(rating_step))
_put_step = upsert(rating_step)
_board = Statement(
    select_all(RATING)
    .where(
        rating.c.guild == bindparam("guild"),
        rating.c.game == bindparam("game"),
        rating.c.user != 0,
        rating.c.sigma <= bindparam("sigma"),
    )
    .order_by(rating.c.shown.desc(), rating.c.user)
    .limit(bindparam("most"))
)
_board_by_consent = Statement(
    select_all(RATING)
    .join(consent, consent.c.user == rating.c.user)
    .where(
        rating.c.guild == bindparam("guild"),
        rating.c.game == bindparam("game"),
        rating.c.sigma <= bindparam("sigma"),
    )
    .order_by(rating.c.shown.desc(), rating.c.user)
    .limit(bindparam("most"))
)
_all = Statement(select_all(RATING).order_by(rating.c.guild, rating.c.game, rating.c.user, rating.c.level))
_steps = Statement(
    select_all(STEP)
    .where(
        rating_step.c.user == bindparam("user"),
        rating_step.c.guild == bindparam("guild"),
        rating_step.c.game == bindparam("game"),
    )
    .order_by(rating_step.c.at, rating_step.c.match)
)
_consented = Statement(select(consent.c.at).where(consent.c.user == bindparam("user")))
_put_consent = upsert(consent, update=False)
_drop_consent = Statement(delete(consent).where(consent.c.user == bindparam("user")))
_put_block = upsert(block, update=False)
_drop_block = Statement(delete(block).where(block.c.user == bindparam("user"), block.c.other == bindparam("other")))
_blocks = Statement(select(block.c.other).where(block.c.user == bindparam("user")).order_by(block.c.at, block.c.other))


class RatingRepository(Repository):
    """Who is how strong."""

    def rating(self, guild: int, game: str, user: int, *, level: str = "") -> RatingRecord | None:
        """Return a rating."""
        return self._record(RATING, _rating, guild=guild, game=game, user=user, level=level)

    def put_rating(self, record: RatingRecord) -> None:
        """Store a rating."""
        self._put(RATING, _put_rating, record)

    def add_step(self, record: StepRecord) -> None:
        """Store how a rating stood after a match."""
        self._put(STEP, _put_step, record)

    def clear_ratings(self) -> None:
        """Remove all ratings and their steps, to be reckoned anew in the same unit of work."""
        self._change(_clear_steps)
        self._change(_clear)

    def ratings(self) -> tuple[RatingRecord, ...]:
        """Return all ratings."""
        return self._records(RATING, _all)

    def ratings_of(self, user: UserId) -> tuple[RatingRecord, ...]:
        """Return a player's ratings."""
        return self._records(RATING, _ratings_of, user=user)

    def board(self, guild: int, game: str, *, sigma: int, most: int) -> tuple[RatingRecord, ...]:
        """Return people's ratings with a ``sigma`` of at most so much after their last match, the highest first.

        Across servers (0) only of those who agreed.
        """
        statement = _board if guild else _board_by_consent
        return self._records(RATING, statement, guild=guild, game=game, sigma=sigma, most=most)

    def steps(self, user: UserId, guild: int, game: str) -> tuple[StepRecord, ...]:
        """Return a rating's way, the oldest step first."""
        return self._records(STEP, _steps, user=user, guild=guild, game=game)

    def consented(self, user: UserId) -> bool:
        """Return whether the player agreed to be shown across servers."""
        return self._row(_consented, user=user) is not None

    def set_consent(self, user: UserId, *, at: datetime | None) -> None:
        """Note that the player agrees since then, or (None) does not."""
        if at is None:
            self._change(_drop_consent, user=user)
        else:
            self._change(_put_consent, user=user, at=to_millis(at))

    def put_block(self, user: UserId, other: UserId, *, at: datetime) -> None:
        """Note that a player does not want to meet another."""
        self._change(_put_block, user=user, other=other, at=to_millis(at))

    def drop_block(self, user: UserId, other: UserId) -> bool:
        """Take that back; return whether there was something to take back."""
        return self._change(_drop_block, user=user, other=other) > 0

    def blocks(self, user: UserId) -> tuple[UserId, ...]:
        """Return whom a player does not want to meet."""
        return tuple(UserId(row[0]) for row in self._rows(_blocks, user=user))

    def blocks_among(self, users: Iterable[UserId]) -> frozenset[tuple[UserId, UserId]]:
        """Return the pairs of users of whom one blocks the other, each pair in both orders."""
        wanted = set(users)
        found: set[tuple[UserId, UserId]] = set()
        for user in wanted:
            for other in self.blocks(user):
                if other in wanted:
                    found |= {(user, other), (other, user)}
        return frozenset(found)
