"""Results of matches: what is to be reckoned, what came of it, who disputes it."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from sqlalchemy import (
    BigInteger,
    SmallInteger,
    TextClause,
    and_,
    bindparam,
    case,
    delete,
    exists,
    func,
    or_,
    select,
    tuple_,
    update,
)
from sqlalchemy.sql.elements import ColumnElement

from db.engine.columns import Shape, to_millis, to_time
from db.engine.statements import Statement, insert_all, upsert
from db.engine.transaction import Repository, in_batch, select_all
from db.ids import AppealId, GuildId, MatchId, UserId
from db.ratings.records import (
    COUNTED,
    AppealRecord,
    AppealState,
    Ended,
    Left,
    OwnPlacing,
    PlacingRecord,
    ResultRecord,
    RulingRecord,
    Tally,
    TenureRecord,
    Unrated,
)
from db.ratings.schema import (
    PLAYED,
    RANKED,
    RANKED_EVERYWHERE,
    UNSPREAD,
    appeal,
    consent,
    placing,
    reckoning,
    result,
    ruling,
    tenure,
)
from db.tables import match

RESULT = Shape(ResultRecord, result)
PLACING = Shape(PlacingRecord, placing)
OWN_PLACING = Shape(OwnPlacing, placing)
TENURE = Shape(TenureRecord, tenure)
RULING = Shape(RulingRecord, ruling)
APPEAL = Shape(AppealRecord, appeal)

_owe = upsert(reckoning, update=False)
_owed = Statement(
    select(reckoning.c.match)
    .join(match, match.c.id == reckoning.c.match)
    .order_by(match.c.finished, reckoning.c.match)
    .limit(bindparam("most"))
)
_is_owed = Statement(select(reckoning.c.match).where(reckoning.c.match == bindparam("match")))
_settle = Statement(delete(reckoning).where(reckoning.c.match == bindparam("match")))
_put_result = upsert(result)
_COUNTS = bindparam("counts", type_=SmallInteger)
_put_placing = upsert(
    placing,
    ranked=case(
        (exists(select(consent.c.user).where(consent.c.user == bindparam("user"), consent.c.agreed == 1)), 2 * _COUNTS),
        else_=_COUNTS,
    ),
)
_clear_placings = Statement(delete(placing).where(placing.c.match == bindparam("match")))
_newest_played = (
    select(result.c.match)
    .where(result.c.game == bindparam("game"), result.c.seats == bindparam("players"), PLAYED)
    .order_by(result.c.match.desc())
    .limit(bindparam("most"))
)
_usual_length = Statement(select(func.avg(match.c.ply)).where(match.c.id.in_(_newest_played)))
_result = Statement(select_all(RESULT).where(result.c.match == bindparam("match")))
_results_of = Statement(select_all(RESULT).where(in_batch(result.c.match)))
_all_results = Statement(
    select_all(RESULT)
    .where(
        or_(
            result.c.finished > bindparam("finished"),
            and_(result.c.finished == bindparam("finished"), result.c.match > bindparam("match")),
        )
    )
    .order_by(result.c.finished, result.c.match)
    .limit(bindparam("most"))
)
_placings_of = Statement(
    select_all(PLACING).where(in_batch(placing.c.match)).order_by(placing.c.match, placing.c.seat, placing.c.tenure)
)
_own = (
    select(placing.c.match, placing.c.finished)
    .distinct()
    .where(placing.c.user == bindparam("user"))
    .order_by(placing.c.finished.desc(), placing.c.match.desc())
    .limit(bindparam("most"))
    .subquery()
)
_results_by = Statement(
    select_all(RESULT)
    .join(_own, _own.c.match == result.c.match)
    .order_by(result.c.finished.desc(), result.c.match.desc())
)
_results_in = Statement(
    select_all(RESULT)
    .where(result.c.guild == bindparam("guild"))
    .where(tuple_(result.c.finished, result.c.match) < tuple_(bindparam("finished"), bindparam("match")))
    .order_by(result.c.finished.desc(), result.c.match.desc())
    .limit(bindparam("most"))
)
_own_placings = Statement(
    select_all(OWN_PLACING)
    .where(placing.c.user == bindparam("user"))
    .order_by(placing.c.finished.desc(), placing.c.match.desc(), placing.c.seat, placing.c.tenure)
    .limit(bindparam("most"))
)
_next_of = Statement(
    select(placing.c.finished, placing.c.match)
    .where(
        placing.c.user == bindparam("user"),
        tuple_(placing.c.finished, placing.c.match)
        > tuple_(bindparam("finished", type_=BigInteger), bindparam("match", type_=BigInteger)),
    )
    .order_by(placing.c.finished, placing.c.match)
    .limit(1)
)
_tallies = Statement(
    select(placing.c.match, placing.c.finished, result.c.tournament, placing.c.turns, placing.c.late, placing.c.left)
    .join(result, result.c.match == placing.c.match)
    .where(placing.c.user == bindparam("user"))
    .order_by(placing.c.finished.desc(), placing.c.match.desc())
    .limit(bindparam("most"))
)
_counted_of = Statement(
    select(func.count(), func.coalesce(func.sum(case((and_(placing.c.place == 1, result.c.seats > 1), 1), else_=0)), 0))
    .select_from(placing.join(result, result.c.match == placing.c.match))
    .where(
        placing.c.user == bindparam("user"),
        placing.c.tenure == 0,
        or_(*(result.c.why == why.value for why in COUNTED)),
    )
)


def _find_best(*where: ColumnElement[bool] | TextClause) -> Statement:
    """The best totals of people in a game of so many; see ``docs/ratings.md``, clause 8."""
    return Statement(
        select(*PLACING.columns, placing.c.game, placing.c.seats, result.c.note, placing.c.finished)
        .join(result, result.c.match == placing.c.match)
        .where(*where, placing.c.game == bindparam("game"), placing.c.seats == bindparam("players"))
        .order_by(placing.c.total.desc(), placing.c.finished, placing.c.match)
        .limit(bindparam("most"))
    )


_best_here = _find_best(placing.c.guild == bindparam("guild"), RANKED)
_AGREES = exists(select(consent.c.user).where(consent.c.user == placing.c.user, consent.c.agreed == 1))
_best_everywhere = _find_best(RANKED_EVERYWHERE, _AGREES)
_best_unspread = _find_best(
    placing.c.user.in_(select(consent.c.user).where(consent.c.agreed == 1, UNSPREAD)), placing.c.ranked == 1
)
_compress = Statement(
    update(placing)
    .where(placing.c.match == bindparam("of"), placing.c.seat == bindparam("at"), placing.c.tenure == bindparam("nth"))
    .values(scores=bindparam("scores"), spent=bindparam("spent"))
)
_put_tenure = upsert(tenure)
_tenures = Statement(
    select_all(TENURE).where(tenure.c.match == bindparam("match")).order_by(tenure.c.seat, tenure.c.number)
)
_new_ruling = Statement(insert_all(ruling, but=("id",)).returning(ruling.c.id))
_rulings = Statement(select_all(RULING).where(ruling.c.match == bindparam("match")).order_by(ruling.c.id))
_new_appeal = Statement(insert_all(appeal, but=("id",)).returning(appeal.c.id))
_appeal = Statement(select_all(APPEAL).where(appeal.c.id == bindparam("appeal_id")))
_appeals_of = Statement(select_all(APPEAL).where(appeal.c.match == bindparam("match")).order_by(appeal.c.id))
_appeals_in = Statement(
    select_all(APPEAL)
    .where(appeal.c.guild == bindparam("guild"), appeal.c.state == bindparam("state"))
    .order_by(appeal.c.id)
)
_close_appeal = Statement(
    update(appeal)
    .where(appeal.c.id == bindparam("appeal_id"), appeal.c.state == "open")
    .values({name: bindparam(name) for name in ("state", "by", "answer", "closed")})
)


class RecordRow(PlacingRecord, frozen=True, kw_only=True):
    """A placing that is among the highest of its game and number of seats."""

    game: str
    seats: int
    note: bytes | None
    finished: datetime


def _is_record(record: ResultRecord, row: PlacingRecord) -> bool:
    """Whether a placing may be among the highest totals: of a person who played a match to its end."""
    played = record.ended is Ended.PLAYED and record.why in (Unrated.RATED, Unrated.SOLO)
    stayed = row.left is Left.STAYED and row.tenure == 0 and not row.guarded
    return played and stayed and row.user is not None


class ResultRepository(Repository):
    """What came of matches."""

    def owe(self, match: MatchId) -> None:
        """Note that a finished match is still to be reckoned (again)."""
        self._change(_owe, match=match)

    def find_owed(self, *, most: int) -> tuple[MatchId, ...]:
        """Return the matches still to be reckoned, in the order in which they ended."""
        return tuple(MatchId(row[0]) for row in self._rows(_owed, most=most))

    def is_owed(self, match: MatchId) -> bool:
        """Return whether a match is still to be reckoned (again)."""
        return self._row(_is_owed, match=match) is not None

    def settle(self, match: MatchId) -> bool:
        """Note that a match is reckoned; return False if another process was first."""
        return self._change(_settle, match=match) > 0

    def put(self, record: ResultRecord, placings: Iterable[PlacingRecord]) -> None:
        """Store a result in place of the one before."""
        self._put(RESULT, _put_result, record)
        self._change(_clear_placings, match=record.match)
        of_result = {name: getattr(record, name) for name in ("guild", "game", "seats")}
        for each in placings:
            counts = int(_is_record(record, each))
            values = PLACING.params(each) | of_result
            self._change(_put_placing, **values, finished=to_millis(record.finished), counts=counts)

    def measure_usual(self, game: str, players: int, *, most: int) -> float | None:
        """Return the average of log entries of the newest matches of a game and so many seats that its rules ended."""
        row = self._row(_usual_length, game=game, players=players, most=most)
        return None if row is None or row[0] is None else float(row[0])

    def get(self, match: MatchId) -> ResultRecord | None:
        """Return the result of a match that was reckoned."""
        return self._record(RESULT, _result, match=match)

    def get_many(self, matches: Iterable[MatchId]) -> tuple[ResultRecord, ...]:
        """Return the results of many matches, in no order."""
        return self._of_all(RESULT, _results_of, matches)

    def after(self, last: tuple[int, int], *, most: int) -> tuple[ResultRecord, ...]:
        """Return results in the order of rating; ``last`` is (finished in milliseconds, match) of the one before."""
        return self._records(RESULT, _all_results, finished=last[0], match=last[1], most=most)

    def next_of(self, user: UserId, *, after: tuple[int, int]) -> tuple[int, int] | None:
        """Return a person's next match in the order of rating: when it ended in milliseconds, and its number."""
        row = self._row(_next_of, user=user, finished=after[0], match=after[1])
        return None if row is None else (int(row[0]), int(row[1]))

    def of_user(self, user: UserId, *, most: int) -> tuple[ResultRecord, ...]:
        """Return a player's results, the newest first."""
        return self._records(RESULT, _results_by, user=user, most=most)

    def in_guild(self, guild: GuildId, *, before: tuple[int, int], most: int) -> tuple[ResultRecord, ...]:
        """Return a server's results, the newest first; ``before`` is (finished in milliseconds, match) of another."""
        return self._records(RESULT, _results_in, guild=guild, finished=before[0], match=before[1], most=most)

    def placings(self, matches: Iterable[MatchId]) -> tuple[PlacingRecord, ...]:
        """Return the placings of many matches by match, seat and tenure."""
        return self._of_all(PLACING, _placings_of, matches)

    def placings_of(self, user: UserId, *, most: int) -> tuple[OwnPlacing, ...]:
        """Return a person's own placings, those of the newest matches first."""
        return self._records(OWN_PLACING, _own_placings, user=user, most=most)

    def tallies(self, user: UserId, *, most: int) -> tuple[Tally, ...]:
        """Return a player's turns and default moves match by match, the newest first."""
        rows = self._rows(_tallies, user=user, most=most)
        return tuple(
            Tally(
                match=MatchId(row[0]),
                finished=to_time(row[1]),
                tournament=row[2],
                turns=row[3],
                late=row[4],
                left=Left(row[5]),
            )
            for row in rows
        )

    def count(self, user: UserId) -> tuple[int, int]:
        """Return how many matches of a person's profile are finished, and in how many of them they came first."""
        ((finished, won),) = self._rows(_counted_of, user=user)
        return int(finished), int(won)

    def best(self, guild: GuildId | None, game: str, players: int, *, most: int) -> tuple[RecordRow, ...]:
        """Return the ``most`` highest totals in a game of so many, the highest first.

        ``guild`` None: of all servers, those of players who agreed.
        """
        if guild is None:
            rows = [
                row
                for statement in (_best_everywhere, _best_unspread)
                for row in self._rows(statement, game=game, players=players, most=most)
            ]
        else:
            rows = self._rows(_best_here, guild=guild, game=game, players=players, most=most)
        width = len(PLACING.names)
        found = [
            RecordRow(
                **{name: getattr(PLACING.read(row), name) for name in PLACING.names},
                game=row[width],
                seats=row[width + 1],
                note=row[width + 2],
                finished=to_time(row[width + 3]),
            )
            for row in rows
        ]
        return tuple(sorted(found, key=lambda each: (-each.total, each.finished, each.match))[:most])

    def compress(self, match: MatchId) -> None:
        """Compress what is kept of a match's placings, if they were stored before that was done at once."""
        for each in self.placings([match]):
            values = PLACING.params(each)
            packed = {name: values[name] for name in ("scores", "spent")}
            self._change(_compress, **packed, of=match, at=each.seat, nth=each.tenure)

    def put_tenure(self, record: TenureRecord) -> None:
        """Store who sat at a seat before."""
        self._put(TENURE, _put_tenure, record)

    def tenures(self, match: MatchId) -> tuple[TenureRecord, ...]:
        """Return who sat at the seats of a match before, by seat and tenure."""
        return self._records(TENURE, _tenures, match=match)

    def add_ruling(self, record: RulingRecord) -> int:
        """Store a ruling and return the number it was given."""
        row = self._row(_new_ruling, **RULING.params(record))
        assert row is not None
        return int(row[0])

    def rulings(self, match: MatchId) -> tuple[RulingRecord, ...]:
        """Return the rulings about a match, the newest last."""
        return self._records(RULING, _rulings, match=match)

    def add_appeal(self, record: AppealRecord) -> AppealId:
        """Store an appeal and return the number it was given."""
        row = self._row(_new_appeal, **APPEAL.params(record))
        assert row is not None
        return AppealId(row[0])

    def appeal(self, appeal: AppealId) -> AppealRecord | None:
        """Return an appeal."""
        return self._record(APPEAL, _appeal, appeal_id=appeal)

    def appeals_of(self, match: MatchId) -> tuple[AppealRecord, ...]:
        """Return the appeals against a result, the oldest first."""
        return self._records(APPEAL, _appeals_of, match=match)

    def appeals_in(self, guild: GuildId, state: AppealState) -> tuple[AppealRecord, ...]:
        """Return a server's appeals of a state, the oldest first."""
        return self._records(APPEAL, _appeals_in, guild=guild, state=state)

    def close_appeal(self, record: AppealRecord) -> bool:
        """Store the answer to an appeal that is open; return whether it was."""
        assert record.closed is not None
        return (
            self._change(
                _close_appeal,
                appeal_id=record.id,
                state=record.state,
                by=record.by,
                answer=record.answer,
                closed=to_millis(record.closed),
            )
            > 0
        )
