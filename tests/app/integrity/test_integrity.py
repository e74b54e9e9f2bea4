"""What is stored of matches is held against their logs; random damage is found, and mended where the log tells how."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from random import Random
from typing import Any, TypeVar

import pytest
from msgspec.structs import replace
from sqlalchemy import Connection, Table, and_, create_engine, delete, insert, select, update

from bot.app.integrity.checker import IntegrityChecker
from bot.app.integrity.records import Flaw, Report
from bot.app.match.paces import PerMove
from bot.app.workers.packing import LogPacking
from db.engine.columns import to_millis
from db.engine.shards import WHOLE
from db.ids import MatchId
from db.matches.packing import PositionRow
from db.ratings.schema import placing, result
from db.records import Status
from db.stores.postgres import open_postgres
from db.stores.store import Store
from db.stores.upgrade import sqlite_path
from db.tables import entry, match, packed_log, pending, seat, snapshot
from games.core.errors import Refusal
from games.core.registry import games
from tests.app.playing import play_random, proposed_undo
from tests.app.scene import ANN, BEN, Scene

T = TypeVar("T")
DAMAGES = 30
"""With more, all kinds of rows are damaged in all ways; none was left unseen among 600."""


async def raw(url: str, work: Callable[[Connection], T]) -> T:
    """Do something with the tables themselves, past all that the bot takes care of."""
    if url.startswith("sqlite"):
        engine = create_engine(f"sqlite:///{sqlite_path(url)}")
        with engine.begin() as connection:
            done = work(connection)
        engine.dispose()
        return done
    store = open_postgres(url)
    async with store.engine.begin() as opened:
        done = await opened.run_sync(work)
    await store.close()
    return done


async def played(scene: Scene, game: str, turns: int) -> MatchId:
    """Play random turns an hour apart, one of them taken back where the game allows it."""
    number = await scene.match(game, (ANN, BEN), pace=PerMove(seconds=7 * 86400))
    for turn in range(turns):
        scene.clock.forward(minutes=1)
        if (await scene.app.uow.read(number)).match.status is not Status.RUNNING:
            break
        await play_random(scene, number)
        if turn == 1:
            await _take_back(scene, number)
    return number


async def _take_back(scene: Scene, number: MatchId) -> None:
    scene.clock.forward(minutes=1)
    for actor, other in ((ANN, BEN), (BEN, ANN)):
        try:
            await scene.app.undo.undo(scene.key(), actor, match=number)
        except Refusal:
            continue
        view = await proposed_undo(scene, number)
        if view is not None:
            await scene.app.undo.agree(scene.key(), other, match=number, newest=view.newest)
        return


async def finish(scene: Scene, number: MatchId) -> None:
    """Let the rest of a match run out, and make its result."""
    for _ in range(500):
        if (await scene.app.uow.read(number)).match.status is Status.FINISHED:
            break
        scene.clock.forward(days=8)
        await scene.app.scheduler.sweep()
    await scene.app.rating_calculator.work()


def checker_of(scene: Scene) -> IntegrityChecker:
    """Return what checks the matches of a scene."""
    return IntegrityChecker(scene.app.uow)


async def look(scene: Scene, number: MatchId) -> Report:
    """Check a match that is there."""
    report = await checker_of(scene).check_match(number)
    assert report is not None
    return report


class Damage:
    """One random damage of one row of a match, and the way back."""

    def __init__(self, rng: Random, number: MatchId) -> None:
        """Nothing is changed yet."""
        self._rng, self._number = rng, number
        self.table: Table = entry
        self.row: dict[str, Any] = {}
        self.what = ""
        self._copied = False

    def do(self, connection: Connection) -> None:
        """Damage a row."""
        kinds = (self._drop, self._spoil, self._change, self._double)
        tables = {self._drop: (entry, snapshot, pending, seat), self._spoil: (entry, snapshot, match)}
        tables[self._double] = (entry, snapshot, pending, placing)
        kind = self._rng.choice(kinds)
        self.table = self._rng.choice(tables.get(kind, (snapshot, pending, match, entry, placing, result)))
        where = self.table.c.id == self._number if self.table is match else self.table.c.match == self._number
        rows = [dict(each._mapping) for each in connection.execute(select(self.table).where(where))]
        if self.table is entry:  # what the platform says of people leads to nothing
            rows = [row for row in rows if b'"ask":"match"' not in row["data"]]
        if self.table is pending:
            rows = [row for row in rows if row["kind"] != "reminder"]
        if not rows:
            return
        self.row = self._rng.choice(rows)
        self.what = f"{kind.__name__} {self.table.name} {self.row.get('ply')}"
        kind(connection)

    def _key(self) -> Any:  # noqa: ANN401
        return and_(*(column == self.row[column.name] for column in self.table.primary_key))

    def _drop(self, connection: Connection) -> None:
        connection.execute(delete(self.table).where(self._key()))

    def _spoil(self, connection: Connection) -> None:
        """Change a byte in the middle, or cut it off there."""
        name = "outcome" if self.table is match else "data"
        data = self.row[name]
        if data is None:
            self.row = {}
            return
        at = self._rng.randrange(len(data) // 2, len(data) - 1)
        cut = self.table is match or self._rng.random() < 0.5  # the words about a result may be any
        worse = data[:at] if cut else data[:at] + bytes([data[at] ^ 0x15]) + data[at + 1 :]
        connection.execute(update(self.table).where(self._key()).values({name: worse}))

    def _change(self, connection: Connection) -> None:
        """Put something else into a column."""
        choices: dict[Table, dict[str, Any]] = {
            snapshot: {"shown": 7},
            pending: {"seat": 5, "sealed": 1 - self.row.get("sealed", 0), "restart": 1 - self.row.get("restart", 0)},
            match: {"ply": self.row.get("ply", 0) + 3, "seed_hash": "0" * 64, "seed": b"x" * 32},
            entry: {"seat": 4, "cause": "forced", "audience": "1"},
            placing: {"total": 999, "place": 7},
            result: {"ended": "agreed"},
        }
        column = self._rng.choice(sorted(choices[self.table]))
        self.what += f" {column}"
        value = choices[self.table][column]
        if self.row[column] == value:
            self.row = {}
            return
        connection.execute(update(self.table).where(self._key()).values({column: value}))

    def _double(self, connection: Connection) -> None:
        """Put the row there once more, under a number or name that is free."""
        key = {entry: "ply", snapshot: "ply", pending: "ask", placing: "seat"}[self.table]
        of = select(self.table.c[key]).where(self.table.c.match == self._number)
        known = [value for (value,) in connection.execute(of)]
        free = f"{self.row[key]}x" if self.table is pending else max(known) + 1
        self.row, self._copied = {**self.row, key: free}, True
        connection.execute(insert(self.table).values(self.row))

    def undo(self, connection: Connection) -> None:
        """Put back the row that was damaged."""
        if self._copied:
            connection.execute(delete(self.table).where(self._key()))
            if self.table is entry:  # the log may count as longer since
                before = self.row["ply"] - 1
                connection.execute(update(match).where(match.c.id == self._number).values(ply=before))
            return
        if self.table is match:  # its version has to grow
            kept = {name: self.row[name] for name in ("ply", "seed", "seed_hash", "outcome", "status")}
            connection.execute(update(match).where(match.c.id == self._number).values(kept))
            return
        if self.table is pending:
            connection.execute(delete(pending).where(pending.c.match == self._number, pending.c.ask == self.row["ask"]))
        connection.execute(delete(self.table).where(self._key()))
        connection.execute(insert(self.table).values(self.row))


@pytest.mark.parametrize("over", [False, True])
async def test_random_damage_is_found_and_mended_or_not_by_what_the_log_says(
    scene: Scene, database: str, *, over: bool
) -> None:
    """
    All that is derived is as before; what is lost for good is named, and nothing that is sound is touched.
    """
    number = await played(scene, "shop", 6)
    if over:
        await finish(scene, number)
    before = await look(scene, number)
    mended = lost = 0
    for at in range(DAMAGES if database.startswith("sqlite") else DAMAGES // 4):
        damage = Damage(Random(f"{at} {over}"), number)
        await raw(database, damage.do)
        if not damage.row:
            continue
        found = await look(scene, number)
        await checker_of(scene).repair(number, found)
        after = await look(scene, number)

        assert found.findings, damage.what
        assert all(each.mended for each in found.findings) == after.sound, (damage.what, found, after)
        assert not any(each.mended for each in after.findings), (damage.what, found, after)
        mended, lost = mended + after.sound, lost + (not after.sound)
        if not after.sound:
            await raw(database, damage.undo)
            assert (await look(scene, number)).sound, (damage.what, found)

    assert before.sound
    assert mended
    assert lost or at < DAMAGES - 1


async def test_a_lost_first_position_is_found_again_among_those_the_log_allows(store: Store, database: str) -> None:
    """
    The log of Grunn doesn't say who began; what is stored later does, and stays.
    """
    scene = Scene(store, games())
    number = await played(scene, "grunn", 3)
    (first, *_) = await store.read(lambda tx: tx.log.positions(number))
    lost = and_(snapshot.c.match == number, snapshot.c.ply == first.ply)
    await raw(database, lambda connection: connection.execute(delete(snapshot).where(lost)))
    found = await look(scene, number)
    await checker_of(scene).repair(number, found)

    assert [(Flaw.NO_POSITION, first.ply)] == [(each.flaw, each.ply) for each in found.findings]
    assert first == (await store.read(lambda tx: tx.log.positions(number)))[0]


async def test_a_line_after_the_end_that_cant_be_played_is_dropped(scene: Scene, database: str) -> None:
    """
    The match goes on as if it had never been there; what it said is handed on to be shown.
    """
    number = await played(scene, "shop", 4)
    lines = await scene.store.read(lambda tx: tx.log.entries(number, first=0, last=99))
    stray = replace(next(each for each in lines if each.seat >= 0), ply=lines[-1].ply + 1)
    values = {"match": number, "ply": stray.ply, "seat": stray.seat, "cause": stray.cause, "at": to_millis(stray.at)}
    row = {**values, "audience": None, "data": stray.data}
    await raw(database, lambda connection: connection.execute(insert(entry).values(row)))
    found = await look(scene, number)
    await checker_of(scene).repair(number, found)
    after = await look(scene, number)

    assert [(Flaw.STRAY_LINE, stray.ply, True)] == [(each.flaw, each.ply, each.mended) for each in found.findings]
    assert [stray] == list(found.mend.dropped_entries)
    assert after.sound
    assert lines == await scene.store.read(lambda tx: tx.log.entries(number, first=0, last=99))
    await play_random(scene, number)


async def test_a_packed_match_is_checked_and_repaired_as_any_other(scene: Scene, database: str) -> None:
    """
    What was wrong before it was packed is mended in rows, which are packed again later; a torn pack can't be read.
    """
    number = await played(scene, "shop", 3)
    await finish(scene, number)
    (*_, first, _) = [each for each in await scene.store.read(lambda tx: tx.log.positions(number)) if each.shown]
    wrong = PositionRow(first.ply, first.shown, zlib.compress(b"[1]"))
    await scene.store.run(lambda tx: tx.log.repair_position(number, wrong))
    scene.clock.forward(days=8)
    await LogPacking(scene.app.uow, served=lambda: (WHOLE,), rest=0).pack()
    found = await look(scene, number)
    await checker_of(scene).repair(number, found)
    mended = await look(scene, number)
    await LogPacking(scene.app.uow, served=lambda: (WHOLE,), rest=0).pack()
    packed = await scene.store.read(lambda tx: tx.packed_logs.get(number))
    await raw(database, lambda connection: connection.execute(update(packed_log).values(data=b"\x01torn")))
    torn = await look(scene, number)

    assert [Flaw.POSITION] == [each.flaw for each in found.findings]
    assert mended.sound
    assert packed is not None
    assert [(Flaw.UNREADABLE, False)] == [(each.flaw, each.mended) for each in torn.findings]
