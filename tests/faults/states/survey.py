"""Looks at everything after each step, and at the end of a life."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta
from typing import Any

from msgspec.structs import replace

from bot.app.match.state import MatchState
from bot.app.tournaments.formats.no_shows import find_places
from bot.app.tournaments.model import read_tournament
from bot.app.tournaments.views import world
from db.ids import MatchId, TournamentId
from db.records import NoticeState, PendingKind, Status
from db.tables import metadata
from db.tournaments.records import PairingStatus
from db.tx import Tx
from tests.app.privacy.dump import dump, find
from tests.faults.states import clocks, truths
from tests.faults.states.life import Life
from tests.faults.states.step import Step
from tests.faults.states.truths import Faults

ALL_EVERY = 10
"""Steps after which all matches are looked at, not only those that have changed."""
VERIFIED_EVERY = 6
"""Changes of a real game's match after which it is recomputed: that takes as long as playing it."""
ROUNDS = 6
"""Rounds of everything in which a life comes to rest."""
Held = tuple[int, dict[int, timedelta]]
"""The number of what stops a match, and the time its seats have."""


class Survey:
    """Remembers what it has seen."""

    def __init__(self, life: Life) -> None:
        self._life = life
        self._versions: dict[MatchId, int] = {}
        self._held: dict[MatchId, Held] = {}
        self._changes: Counter[MatchId] = Counter()
        self._steps = 0
        life.channels.look = truths.look

    async def look(self) -> Faults:
        """Look after a step."""
        life = self._life
        self._steps += 1
        rows = await life.rows("match")
        column = [each.name for each in metadata.tables["match"].columns].index("version")
        versions = {MatchId(row[0]): int(row[column]) for row in rows}
        faults = self._check_kept(versions)
        changed = [match for match, version in versions.items() if self._versions.get(match) != version]
        some = list(versions) if self._steps % ALL_EVERY == 0 else changed
        self._versions = versions
        faults += await life.store.read(lambda tx: self._check_matches(tx, some, set(changed)))
        faults += await self._check_outbox()
        faults += life.channels.doubled + life.channels.wrong
        return faults + [f"process {one.number}: {each}" for one in life.processes for each in one.failed]

    def _check_kept(self, versions: dict[MatchId, int]) -> Faults:
        """See that no match is lost, unless a server was purged."""
        gone = set(self._versions) - set(versions)
        for match in gone:
            self._life.turns.pop(match, None)
        return [] if self._life.purged else [f"match {match} is gone" for match in gone]

    def _check_matches(self, tx: Tx, some: list[MatchId], changed: set[MatchId]) -> Faults:
        faults: Faults = []
        reader, tables = self._life.app.uow.match_reader, []
        for match in some:
            table = reader.read(tx, match, seed=True)
            tables.append(table)
            if table.fault is not None:
                faults.append(f"match {match} can't be read")
                continue
            faults += truths.check_seats(table) + truths.check_pending(table) + truths.check_going(table)
            faults += truths.check_deadlines(table) + self._check_stopped(table)
            if match in changed and table.position is not None:
                faults += self._check_play(tx, table)
        if len(some) == len(self._versions):
            cups = frozenset(match for match in some if tx.tournaments.find_pairing(match) is not None)
            faults += truths.check_caps(tables, cups)
        return faults

    def _check_play(self, tx: Tx, table: MatchState) -> Faults:
        """Look at the log of a match that has changed, and at what is seen of it."""
        match = table.match.id
        self._changes[match] += 1
        faults = truths.check_log(self._life, table, truths.entries_of(tx, table))
        faults += truths.check_secrets(self._life, table, truths.lines_for(tx, table))
        if table.match.game in truths_quick(self._life) or self._changes[match] % VERIFIED_EVERY == 0:
            faults += truths.verify(tx, self._life, match)
        return faults

    def _check_stopped(self, table: MatchState) -> Faults:
        """See that no time passes for a match that is stopped."""
        before = self._held.pop(table.match.id, None)
        stops = [stop.id for stop in table.clock_stops if stop.ends.year > 9000]
        if not table.on_hold or not stops or table.match.status is not Status.RUNNING:
            return []
        now = self._held[table.match.id] = (max(stops), truths.measure(self._life, table))
        if before is None or before[0] != now[0]:
            return []
        seats = before[1].keys() & now[1].keys()
        less = [seat for seat in seats if now[1][seat] < before[1][seat] - timedelta(milliseconds=5)]
        return (
            [f"match {table.match.id} is stopped, and seats {less} have less time: {before[1]}, {now[1]}"]
            if less
            else []
        )

    async def _check_outbox(self) -> Faults:
        """See that no lane has two rows under way."""
        names = [each.name for each in metadata.tables["outbox"].columns]
        lane, state = names.index("lane"), names.index("state")
        under_way = Counter(row[lane] for row in await self._life.rows("outbox") if row[state] == NoticeState.SENDING)
        return [f"lane {one} has {count} rows under way" for one, count in under_way.items() if count > 1]

    # --- At the end ---------------------------------------------------------------------------------------------------

    async def rest(self) -> Faults:
        """Let everything go on and come to rest; then nothing may be left undone, and all must be as computed anew."""
        life = self._life
        life.members.silent = False
        await clocks.let_go(Step(life, 0))
        for _ in range(ROUNDS):
            life.clock.forward(minutes=11)
            for process in life.processes:
                app = process.app
                await app.scheduler.sweep()
                await app.computer_players.think()
                await app.tournament_runner.work()
                while await app.rating_calculator.work():
                    pass
                await app.privacy.retention.tidy()
                await process.relay.pump()
        faults = await self.look()
        faults += await life.store.read(self._check_due)
        faults += await self._check_told() + await self._check_ratings() + await self._check_cups()
        return faults + await self.check_deleted()

    def _check_due(self, tx: Tx) -> Faults:
        """See that nothing is overdue, nothing differs from the logs, and no row names one that isn't there."""
        life, late = self._life, self._life.clock.now() - timedelta(minutes=10)
        faults = [f"orphans: {each}" for each in tx.integrity.find_orphans()]
        for match in self._versions:
            table = life.app.uow.match_reader.read(tx, match)
            rows = [row for row in table.pending if row.due is not None and row.due < late]
            faults += [f"match {match} waits for {row}" for row in rows if row.kind is not PendingKind.COMPUTER]
            faults += truths.verify(tx, life, match) if table.position is not None else []
        return faults

    async def _check_told(self) -> Faults:
        """See that nothing that was to be told is left."""
        names = [each.name for each in metadata.tables["outbox"].columns]
        now = self._life.clock.now().timestamp() * 1000
        state, begins = names.index("state"), names.index("not_before")
        left = [
            row
            for row in await self._life.rows("outbox")
            if row[state] in (NoticeState.WAITING, NoticeState.SENDING) and row[begins] < now - 1000
        ]
        return [f"untold: {dict(zip(names, row, strict=True))}" for row in left]

    async def _check_ratings(self) -> Faults:
        """Recalculate all ratings: they must be what they are."""
        before = await self._life.rows("rating")
        await self._life.app.rating_calculator.refold()
        after = await self._life.rows("rating")
        return [] if sorted(map(repr, before)) == sorted(map(repr, after)) else [f"ratings {before} become {after}"]

    async def _check_cups(self) -> Faults:
        """Hold the results of tournaments against those of their matches."""
        life, faults = self._life, []
        for number in await life.tournaments():
            faults += await life.store.read(lambda tx, number=number: _check_cup(tx, life, number))  # type: ignore[misc]
        return faults

    async def check_deleted(self) -> Faults:
        """See that nothing is left of people who were deleted."""
        life = self._life
        if not life.deleted:
            return []
        rows: dict[str, list[tuple[Any, ...]]] = await dump(life.store)
        return [f"{name} is left: {where}" for user, name in life.deleted.items() for where in find(rows, user, name)]


def _check_cup(tx: Tx, life: Life, number: TournamentId) -> Faults:
    """Hold the results of a tournament's pairings against what came of their matches."""
    tournament = read_tournament(tx, number)
    assert tournament is not None
    done = [
        row
        for row in tournament.pairings
        if row.status is PairingStatus.DONE and row.match is not None and not tx.results.rulings(row.match)
    ]
    again = tournament.with_pairings([replace(row, status=PairingStatus.PLAYING) for row in done])
    came = world(tx, life.library, again, life.clock.now()).came
    faults = []
    for row in done:
        assert row.match is not None
        found = came.get(row.match)
        if found is not None and row.places != find_places(found.places, found.absent):
            faults.append(f"pairing {row.number} of {number} has the places {row.places}, its match {found}")
    return faults


def truths_quick(life: Life) -> frozenset[str]:
    """Return the games that are recomputed at every change."""
    return frozenset(key for key in life.games if key not in REAL)


REAL = frozenset({"grunn", "greentown", "h2olland", "walnut_grove", "grumpf"})
