"""Copies of real matches, with new numbers, people, servers and times: by one statement for each table.

A tenth of all matches is played in the largest of up to 1,000 servers, in each of which up to 2,000 people play, the
busiest of them in one match of twenty. They end one after the other within two years.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import Any

from sqlalchemy import Column, Connection, MetaData, Table, text

from db.engine.columns import to_millis
from db.ids import GuildId, UserId
from db.tables import metadata
from tests.stores import NOW

CHUNK = 50_000
"""Matches in one transaction."""
LENGTH = timedelta(days=730)
END = NOW + LENGTH
SERVERS, CIRCLES, OF_CIRCLE = 1000, 500, 4
FIRST_USER = 10**17
HOUR = 3_600_000
RUNNING_SHARE, TOURNAMENT_SHARE = 100, 500
"""One running match for so many finished ones; one tournament."""
FINISHED_TABLES = ("match", "seat", "packed_log", "result", "placing", "rating_step", "clock")
RUNNING_TABLES = ("match", "seat", "entry", "snapshot", "pending", "clock")
TOURNAMENT_TABLES = ("tournament", "entrant", "member", "pairing", "tournament_log")
TIMES = ("created", "started", "finished", "moved", "joined", "at", "since", "due", "began", "done", "left")
BUSIEST_GUILD = GuildId(1000 << 22)
BUSIEST_USER, BUSIEST_OTHER = UserId(FIRST_USER), UserId(FIRST_USER + 1)

_GUILD = f"(({SERVERS} + new.g) * 4194304)"


def _user(column: str) -> str:
    """Who takes the place of one of the four real players: each server has its circles of four, few of them busy."""
    circle = f"((new.y + ({column} - 101) * 37) % {CIRCLES})"
    return f"({FIRST_USER} + (new.g * {CIRCLES} + {circle} * {circle} / {CIRCLES}) * {OF_CIRCLE} + ({column} - 101))"


class Filling:
    """Fills an empty, migrated database over one connection."""

    def __init__(self, connection: Connection, matches: int) -> None:
        """``matches``: how many that are over."""
        self._connection = connection
        self._matches = matches
        self._tournaments = max(1, matches // TOURNAMENT_SHARE)
        self._real: dict[str, int] = {}

    def fill(self, played: Path) -> Iterator[str]:
        """Fill it from a file with real matches; yields what is being done."""
        for table in metadata.sorted_tables:
            for index in table.indexes:
                index.drop(self._connection)
        self._load(played)
        for first in range(1, self._matches + 1, CHUNK):
            yield f"matches from {first}"
            self._copy(first, min(first + CHUNK - 1, self._matches), "finished", FINISHED_TABLES)
        running = max(1, self._matches // RUNNING_SHARE)
        self._copy(self._matches + 1, self._matches + running, "running", RUNNING_TABLES)
        yield "tournaments"
        self._copy(1, self._tournaments, "tournament", TOURNAMENT_TABLES)
        for statement in _OTHERS:
            yield statement.strip().partition("(")[0]
            self._run(statement)
        for table in metadata.sorted_tables:
            for index in sorted(table.indexes, key=lambda each: str(each.name)):
                yield f"index {index.name}"
                index.create(self._connection)
        for name in ("t_new", *(f"t_{each}" for each in self._names())):
            self._run(f"DROP TABLE {name}")
        self._count_on()
        self._connection.commit()

    def _names(self) -> list[str]:
        return list(dict.fromkeys((*FINISHED_TABLES, *RUNNING_TABLES, *TOURNAMENT_TABLES)))

    def _load(self, played: Path) -> None:
        """Bring the real rows into tables beside the others, ordinary numbers from 1 on beside each kind of match."""
        with closing(sqlite3.connect(played)) as file:
            for name in self._names():
                table = metadata.tables[name]
                beside = Table(f"t_{name}", MetaData(), *(Column(each.name, each.type) for each in table.c))
                beside.create(self._connection)
                names = [each.name for each in table.c]
                columns = ", ".join(f'"{each}"' for each in names)
                rows = file.execute(f'SELECT {columns} FROM "{name}"').fetchall()
                self._connection.execute(beside.insert(), [dict(zip(names, row, strict=True)) for row in rows])
        numbers = ", ".join(f"{name} BIGINT" for name in ("id", "was", "g", "y", "shift", "tournament", "first"))
        self._run(f"CREATE TABLE t_new ({numbers})")
        for kind in ("finished", "running"):
            found = self._run(f"SELECT count(*), min(id) FROM t_match WHERE status = '{kind}'").one()
            self._real[kind], self._real[f"{kind} first"] = int(found[0]), int(found[1])
        self._real |= {"tournament": 1, "tournament first": 1}

    def _copy(self, first: int, last: int, kind: str, tables: tuple[str, ...]) -> None:
        each = to_millis(END) - to_millis(NOW)
        every = each // self._matches * (TOURNAMENT_SHARE if kind == "tournament" else 1)
        begin, every, ended = (to_millis(NOW), every, "finished") if kind != "running" else (_NOW - HOUR, 0, "moved")
        source = "tournament" if kind == "tournament" else "match"
        self._run("DELETE FROM t_new")
        self._run(
            f"""
            INSERT INTO t_new
            WITH RECURSIVE n(i) AS (
                SELECT CAST({first} AS BIGINT) UNION ALL SELECT i + 1 FROM n WHERE i < {last}
            ), r(i, was, x, y) AS (
                SELECT i, {self._real[f"{kind} first"]} + (i * 7919) % {self._real[kind]},
                    (i * 2654435761 / 977) % {SERVERS}, (i * 48271 / 31) % {CIRCLES}
                FROM n
            )
            SELECT i, was, x * x * x / {SERVERS * SERVERS}, y, {begin} + i * {every} - t.{ended},
                1 + i % {self._tournaments}, 1 + (i * {TOURNAMENT_SHARE}) % {self._matches}
            FROM r JOIN t_{source} t ON t.id = r.was
            """
        )
        for name in tables:
            own = "tournament" if kind == "tournament" else "match"
            key = "id" if name in ("match", "tournament") else own
            columns = [each.name for each in metadata.tables[name].c]
            values = ", ".join(_value(name, each, kind) for each in columns)
            named = ", ".join(f'"{each}"' for each in columns)
            self._run(
                f'INSERT INTO "{name}" ({named}) SELECT {values} FROM t_new new JOIN t_{name} t ON t."{key}" = new.was '
                "ORDER BY new.id"
            )
        self._connection.commit()

    def _run(self, statement: str) -> Any:  # noqa: ANN401 - rows of any shape
        if self._connection.dialect.name != "sqlite":
            statement = statement.replace("AS BLOB", "AS BYTEA")
        return self._connection.execute(text(statement.replace(":", r"\:")))

    def _count_on(self) -> None:
        """Let new rows get numbers above the copied ones."""
        sqlite = self._connection.dialect.name == "sqlite"
        for name in ("match", "tournament", "outbox", "audit_entry", "report"):
            if sqlite:
                self._run(f"DELETE FROM sqlite_sequence WHERE name = '{name}'")
                self._run(f"INSERT INTO sqlite_sequence SELECT '{name}', max(id) FROM \"{name}\"")
            else:
                self._run(
                    f"SELECT setval(pg_get_serial_sequence('\"{name}\"', 'id'), (SELECT max(id) FROM \"{name}\"))"
                )


def _value(table: str, column: str, kind: str) -> str:
    """What stands in a column of a copied row."""
    old = f't."{column}"'
    match column:
        case "id":
            return "new.id"
        case "match" if kind == "tournament":
            return "new.first + t.number"
        case "match":
            return "new.id"
        case "tournament" if kind == "tournament":
            return "new.id"
        case "tournament":
            return f"CASE WHEN {old} IS NULL THEN NULL ELSE new.tournament END"
        case "user" | "host" | "actor":
            return f"CASE WHEN {old} > 100 THEN {_user(old)} ELSE {old} END"
        case "guild":
            return f"CASE WHEN {old} = 0 THEN 0 ELSE {_GUILD} END"
        case "channel":
            return f"{_GUILD} + 1 + new.id % 20"
        case "total" if table == "placing":  # high totals are rare
            return f"{old} + new.id * 7919 % 1000 * (new.id * 7919 % 1000) * (new.id * 7919 % 1000) / 10000000"
        case "thread":
            return "1000000000000000 + new.id" if kind != "tournament" else old
        case _ if column in TIMES and (table, column) not in (("clock", "left"), ("placing", "left")):
            return f"{old} + new.shift"
        case _:
            return old


_WEEK, _NOW = to_millis(END - timedelta(days=7)), to_millis(END)
_OTHERS = (
    """
    INSERT INTO rating (guild, game, "user", level_of, level, mu, sigma, shown, matches, changed)
    SELECT guild, game, "user", level_of, level, mu, sigma, mu - 3 * sigma, matches, changed FROM (
        SELECT guild, game, "user", level_of, level, 22000000 + "user" % 1000003 * 9973 % 9000000 AS mu,
            CASE WHEN count(*) >= 8 THEN 2000000 ELSE 7500000 END AS sigma, count(*) AS matches, max(at) AS changed
        FROM rating_step GROUP BY guild, game, "user", level_of, level
    ) AS known
    """,
    """
    INSERT INTO rating_progress (id, finished, match, stale, rule)
    SELECT 0, finished, match, 0, 2 FROM result ORDER BY finished DESC, match DESC LIMIT 1
    """,
    f"""
    INSERT INTO person ("user", name, prefs, seen)
    SELECT DISTINCT "user", 'Player ' || "user" % 1000000, CAST('{{}}' AS BLOB), {_NOW} FROM seat
    """,
    """
    INSERT INTO known_name (guild, "user", name)
    SELECT DISTINCT match.guild, seat."user", 'Player ' || seat."user" % 1000000
    FROM seat JOIN match ON match.id = seat.match
    """,
    """INSERT INTO server (guild, settings) SELECT DISTINCT guild, CAST('{}' AS BLOB) FROM match""",
    """
    INSERT INTO post (match, kind, channel, message, ply, at)
    SELECT id, kind, thread, id * 10 + length(kind), ply, moved
    FROM match CROSS JOIN (SELECT 'board' AS kind UNION ALL SELECT 'card') AS kinds
    """,
    """
    INSERT INTO audit_entry (guild, match, "user", name, what, at)
    SELECT guild, id, host, 'Player', CAST('{"id":"app.audit_paused","args":{}}' AS BLOB), moved FROM match
    WHERE id % 20 = 0
    """,
    """
    INSERT INTO report (guild, match, ply, reporter, name, topic, words, state, claimer_name, outcome, at)
    SELECT guild, id, ply, host, 'Player', 'other', 'words', CASE WHEN id % 40000 = 0 THEN 'open' ELSE 'resolved' END,
        '', '', moved
    FROM match WHERE id % 200 = 0
    """,
    """
    INSERT INTO meta (key, value) SELECT 'shared ' || id || ' ' || channel, '' FROM match WHERE id % 50 = 0
    """,
    f"""
    INSERT INTO outbox (lane, guild, match, kind, ply, data, state, attempts, not_before, created)
    SELECT thread, guild, id, 'board', n, CAST('{{}}' AS BLOB), 'sent', 1, moved, moved
    FROM match CROSS JOIN (
        WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 30) SELECT n FROM numbers
    ) AS plies WHERE moved > {_WEEK}
    """,
)
