"""
What a turn costs in the database, beside the bare driver doing the same writes in the same run.

Turns of Grunn are played once through the services while every write is recorded. Then the recorded turns are written
again, to copies of the file as it was: by our units of work, and by nothing but `sqlite3`. `rows` returns what
`make bench` prints; `python -m tests.bench.turns` prints it alone.
"""

from __future__ import annotations

import asyncio
import itertools
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from time import perf_counter, process_time

from bot.app.changes.change import Change
from bot.app.changes.turns import player_turn
from bot.app.changes.unit_of_work import UnitOfWork
from bot.app.match.paces import PerMove
from bot.app.match.records import Actor, MatchRequest, Place
from bot.app.match.state import MatchState
from bot.app.runtime.library import Library
from bot.app.runtime.time_source import ManualClock
from bot.app.services import Services
from db.engine.statements import Plain, Row, Statement
from db.ids import ChannelId, GuildId, Key, MatchId, UserId
from db.stores import sqlite
from db.stores.durability import Durability
from db.stores.sqlite import SqliteDriver, SqliteStore, open_sqlite
from db.stores.upgrade import upgrade_sqlite
from db.tx import Tx
from games.core.registry import games
from games.core.running.play import fallback_turn

LIMIT_RATIO = 6.0
LIMIT_TURNS = 500.0
WAITING = 16
TURNS = 12
"""Turns of each of the matches."""

SLEEPING = 10_000
LIMIT_START = 3.0
LIMIT_MEGABYTES = 20.0

Write = tuple[Statement, dict[str, Plain]]


@dataclass
class Tape:
    """The writes of each turn, by match, in order; and what they were written to."""

    folder: Path
    turns: dict[int, list[list[Write]]] = field(default_factory=dict)
    whole_ms: float = 0

    def copy(self, name: str) -> Path:
        """Return a fresh copy of the file as it was before the turns."""
        return Path(shutil.copy(self.folder / "before.db", self.folder / f"{name}.db"))

    @property
    def count(self) -> int:
        """How many turns."""
        return sum(map(len, self.turns.values()))


class _Recorder(SqliteDriver):
    """Runs statements, and keeps those that write."""

    writes: list[Write] = []  # noqa: RUF012 - one for all connections

    def fetch(self, statement: Statement, params: Mapping[str, Plain]) -> Sequence[Row]:
        """Keep inserts that return a number."""
        if statement.sql.startswith("INSERT"):
            self.writes.append((statement, dict(params)))
        return super().fetch(statement, params)

    def change(self, statement: Statement, params: Mapping[str, Plain]) -> int:
        """Keep it."""
        self.writes.append((statement, dict(params)))
        return super().change(statement, params)


async def record(folder: Path) -> Tape:
    """Play turns in many matches and keep what they wrote."""
    tape = Tape(folder)
    path = folder / "played.db"
    upgrade_sqlite(path, folder / "backups", ManualClock().now())
    store = await open_sqlite(path, durability=Durability.NORMAL)
    app = Services(UnitOfWork(store, Library(games()), ManualClock()))
    numbers = [await _begin(app, number) for number in range(WAITING)]
    await store.backup(folder / "before.db")
    sqlite.SqliteDriver = _Recorder  # type: ignore[misc]
    began = process_time()
    try:
        for turn, number in itertools.product(range(TURNS), numbers):
            _Recorder.writes = []
            await app.uow.act(Key(f"t{number}.{turn}"), _actor(0), number, _by_default)
            tape.turns.setdefault(number, []).append(_Recorder.writes)
    finally:
        sqlite.SqliteDriver = SqliteDriver  # type: ignore[misc]
        tape.whole_ms = (process_time() - began) * 1000 / (TURNS * WAITING)
        await store.close()
    return tape


def _actor(number: int) -> Actor:
    return Actor(UserId(100 + number), f"Player {number}")


async def _begin(app: Services, number: int) -> MatchId:
    """Start a match of Grunn for two."""
    wish = MatchRequest(game="grunn", seats=2, pace=PerMove(seconds=86400))
    place = Place(GuildId(1), ChannelId(1000 + number))
    match = (await app.lobby.create(Key(f"n{number}"), _actor(0), place=place, wish=wish)).match
    await app.lobby.join(Key(f"j{number}"), _actor(1), match=match)
    return match


def _by_default(table: MatchState, now: datetime) -> Change:
    """Make the default move of whoever is asked."""
    ask = table.open_asks()[0]
    return player_turn(table, ask.seat, ask.id, fallback_turn(table.game, table.require_position().state, ask), now=now)


def _unit(writes: list[Write]) -> Callable[[Tx], None]:
    """The writes of one turn as a unit of work."""

    def work(tx: Tx) -> None:
        for statement, params in writes:
            if " RETURNING " in statement.sql:
                tx.matches._driver.fetch(statement, params)
            else:
                tx.matches._driver.change(statement, params)

    return work


async def _ours(tape: Tape, name: str, durability: Durability, *, waiting: int) -> tuple[float, float]:
    """Write all turns through the store; milliseconds of CPU a turn, and turns a second."""
    store: SqliteStore = await open_sqlite(tape.copy(name), durability=durability)

    async def write(matches: list[list[list[Write]]]) -> None:
        for turns in matches:
            for writes in turns:
                await store.run(_unit(writes))

    share: list[list[list[list[Write]]]] = [[] for _ in range(waiting)]
    for at, turns in enumerate(tape.turns.values()):
        share[at % waiting].append(turns)
    began, cpu = perf_counter(), process_time()
    await asyncio.gather(*map(write, share))
    spent, wall = process_time() - cpu, perf_counter() - began
    await store.close()
    return spent * 1000 / tape.count, tape.count / wall


def _bare(tape: Tape, name: str, durability: Durability) -> tuple[float, float]:
    """Write all turns with nothing but the driver, one transaction each."""
    connection = sqlite3.connect(tape.copy(name), isolation_level=None, cached_statements=512)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute(f"PRAGMA synchronous = {durability.upper()}")
    prepared = [
        [(statement.sql, statement.positional(params)) for statement, params in writes]
        for turns in tape.turns.values()
        for writes in turns
    ]
    began, cpu = perf_counter(), process_time()
    for writes in prepared:
        connection.execute("BEGIN IMMEDIATE")
        for sql, values in writes:
            connection.execute(sql, values).fetchall()
        connection.execute("COMMIT")
    spent, wall = process_time() - cpu, perf_counter() - began
    connection.close()
    return spent * 1000 / tape.count, tape.count / wall


# --- Sleeping matches -------------------------------------------------------------------------------------------------


def _sleep(path: Path, count: int) -> None:
    """Fill the file with copies of its first match, whose deadlines are far away."""
    connection = sqlite3.connect(path)
    tables = ("match", "seat", "entry", "snapshot", "pending")
    for table in tables:
        names = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
        key = "id" if table == "match" else "match"
        columns = ", ".join(f'"{name}"' for name in names)
        values = ", ".join(_shifted(name, key) for name in names)
        connection.execute(
            f"WITH RECURSIVE n(i) AS (SELECT 1000 UNION ALL SELECT i + 1 FROM n WHERE i < {999 + count}) "
            f'INSERT INTO "{table}" ({columns}) SELECT {values} FROM "{table}", n WHERE "{key}" = 1'
        )
    connection.execute("UPDATE pending SET due = 99999999999999 WHERE due IS NOT NULL")
    connection.execute("UPDATE outbox SET state = 'sent'")
    connection.commit()
    connection.close()


def _shifted(name: str, key: str) -> str:
    return "i" if name == key else f'"{name}"'


def _started(path: Path) -> tuple[float, float]:
    """Start a process over the file: seconds until everything is ready, and megabytes resident."""
    start = [sys.executable, "-m", "tests.bench.starting", str(path)]
    done = subprocess.run(start, check=True, capture_output=True, text=True)
    seconds, megabytes = done.stdout.split()
    return float(seconds), float(megabytes)


def sleeping(tape: Tape, count: int = SLEEPING) -> list[str]:
    """Compare a start over many sleeping matches with one over none."""
    empty, full = tape.folder / "empty.db", tape.copy("sleeping")
    upgrade_sqlite(empty, tape.folder / "backups", ManualClock().now())
    _sleep(full, count)
    none, many = _started(empty), _started(full)
    more = f"+{many[0] - none[0]:.2f} s, limit +{LIMIT_START:.0f}; "
    larger = f"+{many[1] - none[1]:.1f} MB, limit +{LIMIT_MEGABYTES:.0f}"
    return [
        f"start-up with no match        {none[0]:6.2f} s  {none[1]:6.1f} MB",
        f"start-up with {count:6,} asleep   {many[0]:6.2f} s  {many[1]:6.1f} MB   ({more}{larger})",
    ]


def rows() -> list[str]:
    """Measure everything and return lines to print."""
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(_measured(Path(folder)))


async def _measured(folder: Path) -> list[str]:
    tape = await record(folder)
    writes = sum(len(turn) for turns in tape.turns.values() for turn in turns) / tape.count
    bare, _ = _bare(tape, "bare", Durability.NORMAL)
    one, _ = await _ours(tape, "one", Durability.NORMAL, waiting=1)
    lines = [
        f"{tape.count} turns of Grunn in {WAITING} matches, {writes:.1f} writes each",
        f"whole turn, reading and rules too {tape.whole_ms:4.2f} ms CPU",
        f"bare sqlite3, the same writes  {bare:6.3f} ms CPU a turn",
        f"unit of work                   {one:6.3f} ms CPU a turn   {one / bare:4.1f} times (limit {LIMIT_RATIO:.0f})",
    ]
    for durability in Durability:
        _, alone = _bare(tape, f"bare-{durability}", durability)
        _, single = await _ours(tape, f"single-{durability}", durability, waiting=1)
        cpu, together = await _ours(tape, f"together-{durability}", durability, waiting=WAITING)
        lines.append(
            f"{durability:6}  bare {alone:7.0f}/s   one waiting {single:7.0f}/s   {WAITING} waiting {together:7.0f}/s "
            f"({cpu:.3f} ms CPU; limit {LIMIT_TURNS:.0f}/s)"
        )
    return [*lines, *sleeping(tape)]


def main() -> None:
    """Print the tables."""
    print("\n".join(rows()))


if __name__ == "__main__":
    main()
