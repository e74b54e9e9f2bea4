"""Ratings, and who agreed to show them across servers."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from itertools import starmap
from typing import NamedTuple

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    SmallInteger,
    Table,
    and_,
    bindparam,
    case,
    delete,
    exists,
    select,
    tuple_,
    update,
)

from db.engine.columns import Shape, to_millis
from db.engine.statements import Plain, Statement, upsert
from db.engine.transaction import Repository, in_batch, select_all
from db.ids import MatchId, UserId
from db.ratings.records import RULE, RatingProgress, RatingRecord, StepRecord
from db.ratings.schema import LISTED, RANKED, UNSPREAD, consent, placing, rating, rating_progress, rating_step

RATING = Shape(RatingRecord, rating)
STEP = Shape(StepRecord, rating_step)
PROGRESS = Shape(RatingProgress, rating_progress)
LAST = (2**62, 2**62)
"""A place in the order of rating after all others."""
_KEY = ("guild", "game", "user", "level_of", "level")


def _is_of(table: Table) -> tuple[ColumnElement[bool], ...]:
    return tuple(table.c[name] == bindparam(name) for name in _KEY)


_key = _is_of(rating)
_rating = Statement(select_all(RATING).where(*_key))
_put_rating = upsert(
    rating,
    listed=case(
        (
            exists(
                select(consent.c.user).where(
                    consent.c.user == bindparam("user"), consent.c.agreed == 1, bindparam("guild") == 0
                )
            ),
            1,
        ),
        else_=0,
    ),
)
_list_user = Statement(
    update(rating).where(rating.c.user == bindparam("who"), rating.c.guild == 0).values(listed=bindparam("agreed"))
)
_RANK = bindparam("rank", type_=SmallInteger)
_PLACING = (placing.c.match, placing.c.seat, placing.c.tenure)
_rank_some = Statement(
    update(placing)
    .where(
        tuple_(*_PLACING).in_(
            select(*_PLACING)
            .where(placing.c.user == bindparam("who"), RANKED, placing.c.ranked != _RANK)
            .limit(bindparam("most"))
        )
    )
    .values(ranked=_RANK)
)
_ratings_of = Statement(select_all(RATING).where(rating.c.user == bindparam("user")).order_by(rating.c.game))
_drop_rating = Statement(delete(rating).where(*_key))
_own_step = and_(*(rating_step.c[name] == rating.c[name] for name in _KEY))
_drop_stray = Statement(delete(rating).where(~exists(select(rating_step.c.match).where(_own_step))))
_put_step = upsert(rating_step)
_drop_step = Statement(delete(rating_step).where(rating_step.c.match == bindparam("match"), *_is_of(rating_step)))
_steps_of = Statement(select_all(STEP).where(in_batch(rating_step.c.match)))
_STEP_MARK = tuple_(rating_step.c.at, rating_step.c.match)
_MARK = tuple_(bindparam("at", type_=BigInteger), bindparam("match", type_=BigInteger))
_last_step = Statement(
    select_all(STEP)
    .where(*_is_of(rating_step), _STEP_MARK <= _MARK)
    .order_by(rating_step.c.at.desc(), rating_step.c.match.desc())
    .limit(1)
)
_STANDING = (rating.c.user, rating.c.mu, rating.c.sigma, rating.c.matches, rating.c.changed)
_board = Statement(
    select(*_STANDING)
    .where(
        rating.c.guild == bindparam("guild"),
        rating.c.game == bindparam("game"),
        rating.c.user != 0,
        rating.c.sigma <= bindparam("sigma"),
        rating.c.shown >= bindparam("shown"),
    )
    .order_by(rating.c.shown.desc(), rating.c.user)
    .limit(bindparam("most"))
)
_board_by_consent = Statement(
    select(*_STANDING)
    .where(
        LISTED,
        rating.c.game == bindparam("game"),
        rating.c.sigma <= bindparam("sigma"),
        rating.c.shown >= bindparam("shown"),
    )
    .order_by(rating.c.shown.desc(), rating.c.user)
    .limit(bindparam("most"))
)
_all = Statement(
    select_all(RATING).order_by(rating.c.guild, rating.c.game, rating.c.user, rating.c.level_of, rating.c.level)
)
_steps = Statement(
    select_all(STEP)
    .where(
        rating_step.c.user == bindparam("user"),
        rating_step.c.guild == bindparam("guild"),
        rating_step.c.game == bindparam("game"),
        rating_step.c.level_of == "",
        rating_step.c.level == "",
    )
    .order_by(rating_step.c.at.desc(), rating_step.c.match.desc())
    .limit(bindparam("most"))
)
_progress = Statement(select_all(PROGRESS))
_first_progress = upsert(rating_progress, update=False)
_put_progress = upsert(rating_progress)
_hold_progress = Statement(update(rating_progress).values(stale=rating_progress.c.stale))
_consented = Statement(select(consent.c.at).where(consent.c.user == bindparam("user"), consent.c.agreed == 1))
_put_consent = upsert(consent)
_withdraw = Statement(update(consent).where(consent.c.user == bindparam("who")).values(agreed=0, spread=0))
_unspread = Statement(select(consent.c.user).where(UNSPREAD).limit(bindparam("most")))
_hold_consent = Statement(update(consent).where(consent.c.user == bindparam("who"), UNSPREAD).values(spread=0))
_note_spread = Statement(update(consent).where(consent.c.user == bindparam("who")).values(spread=1))
_drop_consent = Statement(delete(consent).where(consent.c.user == bindparam("user")))


UNBOUNDED = -(1 << 31)
"""The lowest number of a column of four bytes: below everything that ratings are ordered by."""


class Standing(NamedTuple):
    """What a leaderboard needs of a person's rating; ``changed`` is in milliseconds since 1970."""

    user: UserId
    mu: int
    sigma: int
    matches: int
    changed: int


class RatingRepository(Repository):
    """Who is how strong."""

    def get(self, guild: int, game: str, user: int, *, level_of: str = "", level: str = "") -> RatingRecord | None:
        """Return a rating."""
        return self._record(RATING, _rating, guild=guild, game=game, user=user, level_of=level_of, level=level)

    def put(self, record: RatingRecord) -> None:
        """Store a rating."""
        self._put(RATING, _put_rating, record)

    def drop(self, guild: int, game: str, user: int, level_of: str, level: str) -> None:
        """Remove a rating that no match counts for any more."""
        self._change(_drop_rating, guild=guild, game=game, user=user, level_of=level_of, level=level)

    def drop_stray(self) -> None:
        """Remove all ratings that no match counts for; this reads all ratings."""
        self._change(_drop_stray)

    def add_step(self, record: StepRecord) -> None:
        """Store how a rating stood after a match."""
        self._put(STEP, _put_step, record)

    def drop_step(self, record: StepRecord) -> None:
        """Remove how a rating stood after a match, which doesn't count for it any more."""
        values = STEP.params(record)
        self._change(_drop_step, **{name: values[name] for name in ("match", *_KEY)})

    def steps_of(self, matches: Iterable[MatchId]) -> tuple[StepRecord, ...]:
        """Return how ratings stood after matches, in no order."""
        return self._of_all(STEP, _steps_of, matches)

    def last_step(
        self, guild: int, game: str, user: int, level_of: str, level: str, *, until: tuple[int, int] = LAST
    ) -> StepRecord | None:
        """Return how a rating stood last, or (``until``) after a match in the order of rating."""
        key: dict[str, Plain] = dict(zip(_KEY, (guild, game, user, level_of, level), strict=True))
        return self._record(STEP, _last_step, **key, at=until[0], match=until[1])

    def get_all(self) -> tuple[RatingRecord, ...]:
        """Return all ratings."""
        return self._records(RATING, _all)

    def of_user(self, user: UserId) -> tuple[RatingRecord, ...]:
        """Return a player's ratings."""
        return self._records(RATING, _ratings_of, user=user)

    def leaderboard(
        self, guild: int, game: str, *, sigma: int, shown: int = UNBOUNDED, most: int
    ) -> tuple[Standing, ...]:
        """Return people's ratings with a ``sigma`` of at most so much after their last match, the highest first.

        Only those ordered by at least ``shown``; across servers (0) only of those who agreed.
        """
        statement = _board if guild else _board_by_consent
        rows = self._rows(statement, guild=guild, game=game, sigma=sigma, shown=shown, most=most)
        return tuple(starmap(Standing, rows))

    def steps(self, user: UserId, guild: int, game: str, *, most: int) -> tuple[StepRecord, ...]:
        """Return the newest steps of the way of a person's rating, the oldest first."""
        return self._records(STEP, _steps, user=user, guild=guild, game=game, most=most)[::-1]

    def progress(self) -> RatingProgress:
        """Return how far ratings have come; by another rule than today's none counts."""
        found = self._record(PROGRESS, _progress) or RatingProgress()
        return found if found.rule == RULE else RatingProgress(stale=True)

    def lock_progress(self) -> RatingProgress:
        """Return how far ratings have come, and keep others from changing it until this unit is over."""
        self._change(_first_progress, id=0, **PROGRESS.params(RatingProgress()))
        self._change(_hold_progress)
        return self.progress()

    def put_progress(self, record: RatingProgress) -> None:
        """Note how far ratings have come."""
        self._change(_put_progress, id=0, **PROGRESS.params(record))

    def has_consented(self, user: UserId) -> bool:
        """Return whether the player agreed to be shown across servers."""
        return self._row(_consented, user=user) is not None

    def set_consent(self, user: UserId, *, at: datetime | None) -> None:
        """Note that the player agrees since then, or (None) does not; ``spread_consent`` does the rest."""
        if (at is not None) == self.has_consented(user):
            return
        if at is None:
            self._change(_withdraw, who=user)
        else:
            self._change(_put_consent, user=user, at=to_millis(at), agreed=1, spread=0)
        self._change(_list_user, who=user, agreed=int(at is not None))

    def find_unspread(self, *, most: int) -> tuple[UserId, ...]:
        """Return whose placings don't all say yet whether the player agrees."""
        return tuple(UserId(row[0]) for row in self._rows(_unspread, most=most))

    def spread_consent(self, user: UserId, *, most: int) -> bool:
        """Let some more of a player's placings say whether the player agrees; return whether there may be more."""
        if not self._change(_hold_consent, who=user):
            return False
        agrees = self.has_consented(user)
        if self._change(_rank_some, who=user, rank=1 + agrees, most=most):
            return True
        if agrees:
            self._change(_note_spread, who=user)
        else:
            self._change(_drop_consent, user=user)
        return False
