"""Reckoning finished matches: their results, and the ratings that follow from them, in the order of their end."""

from __future__ import annotations

from functools import partial

import msgspec
from msgspec import Struct

from bot.app.changes.unit_of_work import UnitOfWork
from bot.app.match.effective_log import find_effective, is_unrated, plies
from bot.app.ratings.fold import Key, Known, as_known, changes, mark, rows
from bot.app.ratings.marks import put_among, read_mark
from bot.app.ratings.recalculation import Recalculation
from bot.app.ratings.rules import Facts, Line, find_result
from bot.app.ratings.spent import find_spent
from bot.app.runtime.process_pools import run_in_thread
from bot.app.runtime.worker import Worker
from db.ids import MatchId, UserId
from db.matches.rewind_records import RewindRecord
from db.ratings.records import PlacingRecord, RatingProgress, ResultRecord
from db.records import EntryRecord
from db.tx import Tx
from games.core.game import Outcome
from games.core.running.play import Entry

BATCH = 100
"""Matches looked at together."""

SPREAD = 200
"""Placings changed in one unit of work: writers wait for that some milliseconds."""


PAGES = 5
"""Pages of results rated again before others have their turn."""


class _Rated(Struct):
    rated: bool = True


class _Raw(Struct, frozen=True):
    """What is read of one match; turned into Facts off the event loop."""

    facts: Facts
    entries: tuple[EntryRecord, ...]
    positions: tuple[tuple[int, bytes], ...]
    rewinds: tuple[RewindRecord, ...]


class RatingCalculator:
    """One per process; several on one database may run.

    Each looks at what is owed of all shards: results are rated in the order in which matches ended, wherever that was.
    Hardly anything is done twice: a process looks at once after a match of its own has ended, and at others' later.
    """

    def __init__(self, uow: UnitOfWork) -> None:
        """Work over the shared unit of work."""
        self._uow = uow
        self._worker = Worker(uow, "results")
        self._recalculation = Recalculation(uow)
        self.is_behind = False
        """Whether results are left that are to be rated again."""

    async def work(self) -> int:
        """Reckon all finished matches that are owed, and rate some pages again if need be; returns how many matches."""
        done = await self._reckon_owed()
        for _ in range(PAGES):
            self.is_behind = await self._recalculation.go_on()
            if not self.is_behind:
                break
            done += await self._reckon_owed()
        for user in await self._uow.store.read(lambda tx: tx.ratings.find_unspread(most=BATCH), short=True):
            await self._worker.attempt(user, partial(self._spread_consent, user))
        return done

    async def _reckon_owed(self) -> int:
        done = 0
        while fresh := await self._find_owed():
            for match in fresh:
                done += await self._worker.attempt(match, partial(self._reckon, match), match=match)
        return done

    async def _spread_consent(self, user: UserId) -> None:
        """Let a player's placings say whether the player agrees to be shown across servers, some at a time."""
        while await self._uow.store.run(lambda tx: tx.ratings.spread_consent(user, most=SPREAD)):
            pass

    async def _find_owed(self) -> list[MatchId]:
        """Finished matches that are to be reckoned, without those that failed and are put off."""
        most = BATCH + self._worker.failing
        owed = await self._uow.store.read(lambda tx: tx.results.find_owed(most=most), short=True)
        return [match for match in owed if self._worker.may(match)]

    async def _reckon(self, match: MatchId) -> None:
        record = await self._uow.store.read(lambda tx: tx.matches.get(match))
        result, placings = await self.result(match)

        def write(tx: Tx) -> None:
            # Whoever writes ratings holds this first, so that two processes reckon one after the other.
            before = tx.ratings.lock_progress()
            if tx.matches.get(match) != record or not tx.results.settle(match):
                return  # done by another, or somebody in it was deleted meanwhile: then it is owed as before
            tx.results.put(result, placings)
            tx.links.hasten({row.user for row in placings if row.user is not None}, now=self._uow.clock.now())
            if result.tournament is not None:
                tx.tournaments.wake(result.tournament, at=self._uow.clock.now())
            if before.stale or mark(result) <= read_mark(before):
                tx.ratings.put_progress(put_among(before, mark(result)))
                return
            tx.ratings.put_progress(RatingProgress(finished=result.finished, match=result.match))
            _rate(tx, result, placings)

        await self._uow.store.run(write)

    async def result(self, match: MatchId) -> tuple[ResultRecord, tuple[PlacingRecord, ...]]:
        """Make the result of a finished match from its log."""
        raw = await self._uow.store.read(lambda tx: self._raw(tx, match))
        return await run_in_thread(self._make, raw)

    def _raw(self, tx: Tx, match: MatchId) -> _Raw:
        record = tx.matches.get(match)
        assert record is not None
        assert record.outcome is not None, "only matches that are over are reckoned"
        pairing = tx.tournaments.find_pairing(match)
        tournament = None if pairing is None else tx.tournaments.get(pairing.tournament)
        rulings = tx.results.rulings(match)
        facts = Facts(
            match=record,
            seats=tx.matches.seats(match),
            tenures=tx.results.tenures(match),
            outcome=msgspec.json.decode(record.outcome, type=Outcome),
            lines=(),
            tournament=None if tournament is None else tournament.id,
            rated_tournament=tournament is None or msgspec.json.decode(tournament.settings, type=_Rated).rated,
            ruling=rulings[-1] if rulings else None,
        )
        entries = tx.log.entries(match, first=0, last=record.ply)
        return _Raw(facts, entries, tx.log.snapshots(match), tx.log.rewinds(match))

    def _make(self, raw: _Raw) -> tuple[ResultRecord, tuple[PlacingRecord, ...]]:
        facts = raw.facts
        game = facts.match.game
        lines: tuple[Line, ...] = ()
        times = {}
        if game in self._uow.library.games:
            codec = self._uow.library.codec(game)
            read: tuple[Entry, ...] = codec.read_entries(b"[" + b",".join(row.data for row in raw.entries) + b"]")
            lines = tuple(Line(row.ply, row.at, entry) for row, entry in zip(raw.entries, read, strict=True))
            times = find_spent(
                self._uow.library.game(game),
                codec,
                positions=raw.positions,
                lines=lines,
                tenures=facts.tenures,
            )
            facts = msgspec.structs.replace(facts, unrated=any(is_unrated(line.entry) for line in lines))
            # Turns that were taken back took their time, but count for nobody.
            counted = plies(find_effective(facts.match.ply, raw.rewinds))
            lines = tuple(line for line in lines if line.ply in counted)
        return find_result(msgspec.structs.replace(facts, lines=lines, spent=times))

    async def rebuild(self) -> int:
        """Make all results anew from the logs, then all ratings from the results; returns how many matches."""
        count, last = 0, MatchId(0)
        while page := await self._uow.store.read(partial(_find_finished, last)):
            for match in page:
                result, placings = await self.result(match)

                def write(tx: Tx, record: ResultRecord = result, each: tuple[PlacingRecord, ...] = placings) -> None:
                    tx.results.settle(record.match)
                    tx.results.put(record, each)

                await self._uow.store.run(write)
                count += 1
            last = page[-1]
        await self.refold()
        return count

    async def refold(self) -> None:
        """Reckon all ratings anew from the results, page by page."""

        def begin(tx: Tx) -> None:
            tx.ratings.lock_progress()
            tx.ratings.put_progress(RatingProgress(stale=True))

        await self._uow.store.run(begin)
        while await self._recalculation.go_on(thorough=True):
            pass
        await self._uow.store.run(lambda tx: tx.ratings.drop_stray())


def _rate(tx: Tx, result: ResultRecord, placings: tuple[PlacingRecord, ...]) -> None:
    """Write the ratings that a result changes, which is the newest in the order of rating."""

    def find(key: Key) -> Known:
        return as_known(tx.ratings.get(key.guild, key.game, key.user, level_of=key.level_of, level=key.level))

    changed = changes(result, placings, find)
    for rating, step in rows(result, changed):
        tx.ratings.put(rating)
        tx.ratings.add_step(step)


def _find_finished(last: MatchId, tx: Tx) -> tuple[MatchId, ...]:
    """The finished matches with the next higher numbers."""
    return tx.matches.find_finished(after=last, most=BATCH)
