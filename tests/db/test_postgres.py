"""PostgreSQL: few statements in few transactions, and connections that are lost."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path

import asyncpg  # type: ignore[import-untyped]
import pytest
from msgspec.structs import replace
from sqlalchemy import func, literal_column, select

from db.engine.errors import Conflict, StoreError, Unreachable
from db.engine.postgres_text import compile_for_postgres
from db.engine.statements import Statement
from db.ids import Key, MatchId
from db.matches.pending import _due
from db.matches.repository import _joinable
from db.notifications.outbox import _new, _retell_in
from db.records import PendingKind, PendingRecord
from db.stores import postgres_driver, postgres_pool
from db.stores.postgres import PostgresStore, open_postgres
from db.stores.postgres_pool import CONNECTIONS
from db.tx import Tx
from tests import postgres
from tests.db.samples import new_match
from tests.postgres import Statements
from tests.stores import NOW, emptied

SUICIDE = Statement(select(func.pg_terminate_backend(func.pg_backend_pid())))
BLOCKED = Statement(select(func.pg_advisory_xact_lock_shared(7)))
WRONG = Statement(select(literal_column("1 / 0")))
KILL = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname IS NOT NULL"


@pytest.fixture
async def store(postgres_url: str) -> AsyncIterator[PostgresStore]:
    """An open store over an empty database."""
    await emptied(postgres_url)
    opened = open_postgres(postgres_url)
    yield opened
    await opened.close()


@pytest.fixture
async def statements(postgres_folder: Path) -> AsyncIterator[Statements]:
    """The statements of connections that are made from now on."""
    async with postgres.logged(postgres_folder) as made:
        yield made


def _waits(match: MatchId, ask: str) -> PendingRecord:
    return PendingRecord(match=match, kind=PendingKind.OPEN, ask=ask, seat=0, since=NOW, due=None)


async def test_what_is_read_ahead_is_one_statement(statements: Statements, store: PostgresStore) -> None:
    """
    What several calls read is asked once, rows in order and none included; a short reading needs no transaction.
    """
    match = (await new_match(store)).id
    for ask in "ba":
        await store.run(lambda tx, ask=ask: tx.pending.put(_waits(match, ask)))  # type: ignore[misc]
    statements.take()

    def work(tx: Tx) -> tuple[object, ...]:
        tx.read_ahead(
            lambda: tx.matches.get(match),
            lambda: tx.pending.of_match(match),
            lambda: tx.drafts.of_match(match),
            lambda: None,
        )
        record = tx.matches.get(match)
        return record and record.id, [row.ask for row in tx.pending.of_match(match)], tx.drafts.of_match(match)

    read = await store.read(work, short=True)
    asked = statements.take()

    assert (match, ["a", "b"], ()) == read
    assert 1 == len(asked)


async def test_a_short_reading_that_asks_more_sees_one_state_all_the_same(
    statements: Statements, store: PostgresStore
) -> None:
    """
    It is run again, in a transaction.
    """
    await store.run(lambda tx: tx.facts.get_or("a", "1"))
    statements.take()
    found = await store.read(lambda tx: (tx.facts.get("a"), tx.facts.get("b")), short=True)

    assert ("1", None) == found
    assert ["SELECT", "BEGIN", "SELECT", "SELECT", "COMMIT"] == [each.split()[0] for each in statements.take()]


async def test_what_nobody_waits_for_is_written_together(statements: Statements, store: PostgresStore) -> None:
    """
    Rows of one table and of several go in one statement, before anything is asked and at the end; the last word counts.
    """
    match = (await new_match(store)).id
    statements.take()

    def work(tx: Tx) -> int:
        tx.log.add_snapshot(match, ply=1, data=b"x", shown=True)
        for ask in "abc":
            tx.pending.put(_waits(match, ask))
        tx.pending.drop(_waits(match, "z"))
        seen = len(tx.pending.of_match(match))
        tx.pending.put(_waits(match, "d"))
        tx.pending.drop(_waits(match, "d"))
        tx.requests.remember(Key("k"), b"answer", at=NOW)
        return seen

    seen = await store.run(work)
    asked = [each.split()[0] for each in statements.take()]
    kept = await store.read(lambda tx: [row.ask for row in tx.pending.of_match(match)])

    assert 3 == seen
    assert ["a", "b", "c"] == kept
    assert ["BEGIN", "WITH", "SELECT", "INSERT", "WITH", "COMMIT"] == asked


async def test_a_late_conflict_undoes_everything(store: PostgresStore) -> None:
    """
    A match that has moved on, or is gone altogether, is found when the unit of work ends.
    """
    match = await new_match(store)

    def work(tx: Tx, number: int) -> None:
        tx.matches.save(match if number == match.id else replace(match, id=number))
        tx.log.add_snapshot(MatchId(number), ply=7, data=b"x", shown=True)

    await store.run(lambda tx: work(tx, match.id))
    for number in (match.id, 9999):
        with pytest.raises(Conflict):
            await store.run(lambda tx, number=number: work(tx, number))  # type: ignore[misc]

    assert await store.read(lambda tx: tx.log.position_ply(match.id, ply=9)) == 7


async def test_an_error_that_was_passed_over_is_no_success(store: PostgresStore) -> None:
    """
    PostgreSQL undoes a transaction in which a statement failed, whatever the work makes of it.
    """

    def work(tx: Tx) -> None:
        tx.facts.get_or("a", "1")
        with suppress(asyncpg.PostgresError):
            tx.facts._driver.fetch(WRONG, {})

    with pytest.raises(StoreError):
        await store.run(work)

    assert await store.read(lambda tx: tx.facts.get("a")) is None


async def test_connections_that_were_broken_off_hurt_nobody(store: PostgresStore, postgres_url: str) -> None:
    """
    Idle or in the middle of a unit of work: it is done once more on a new connection, and once in all.
    """
    await asyncio.gather(*(store.read(lambda tx: tx.facts.get("a")) for _ in range(4)))
    times: list[int] = []

    def work(tx: Tx) -> str:
        times.append(1)
        tx.facts.get_or(f"n{len(times)}", "1")
        if len(times) == 1:
            tx.facts._driver.fetch(SUICIDE, {})
        return tx.facts.get_or("after", "2")

    other = await asyncpg.connect(postgres_url.replace("+asyncpg", ""))
    await other.execute(KILL)
    read = await store.read(lambda tx: tx.facts.get("a"))
    written = await store.run(work)
    kept = await store.read(lambda tx: [tx.facts.get(key) for key in ("n1", "n2", "after")])
    await other.close()

    assert read is None
    assert "2" == written
    assert [None, "1", "2"] == kept


async def test_nobody_knows_what_became_of_a_commit(store: PostgresStore, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    A connection lost there ends in an error, and the unit of work isn't done again.
    """
    times: list[int] = []

    class Lost(postgres_driver.PostgresDriver):
        def _flush(self) -> None:
            super()._flush()
            if self._begun and times:
                self.committing = True

    def work(tx: Tx) -> None:
        tx.facts.get_or("a", "1")
        times.append(1)
        tx.facts._driver.fetch(SUICIDE, {})

    monkeypatch.setattr("db.stores.postgres.PostgresDriver", Lost)
    with pytest.raises(Unreachable):
        await store.run(work)

    assert [1] == times


async def test_many_long_readings_hold_up_nobody(store: PostgresStore, postgres_url: str) -> None:
    """
    However many are asked for, connections are left for what somebody waits for.
    """
    async with open_postgres(postgres_url).engine.connect() as holder:
        await holder.execute(select(func.pg_advisory_lock(7)))
        reading = [
            asyncio.create_task(store.read(lambda tx: tx.facts._driver.fetch(BLOCKED, {}), long=True))
            for _ in range(CONNECTIONS)
        ]
        await asyncio.sleep(0)
        async with asyncio.timeout(20):
            other = await store.read(lambda tx: tx.facts.get("none"))
        done = [each.done() for each in reading]
        await holder.execute(select(func.pg_advisory_unlock(7)))
        await asyncio.gather(*reading)

    assert other is None
    assert not any(done)


async def test_who_gets_no_answer_does_not_wait_for_ever(
    store: PostgresStore, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    The connection is given up, since a network that swallows everything says nothing; what may take long is waited for.
    """
    monkeypatch.setattr(postgres_pool, "SILENCE", 0.3)
    async with open_postgres(postgres_url).engine.connect() as holder:
        await holder.execute(select(func.pg_advisory_lock(7)))
        reading = asyncio.create_task(store.read(lambda tx: tx.facts._driver.fetch(BLOCKED, {}), long=True))
        with pytest.raises(Unreachable):
            await store.run(lambda tx: tx.facts._driver.fetch(BLOCKED, {}))
        done = reading.done()
        await holder.execute(select(func.pg_advisory_unlock(7)))
        await reading

    assert not done


async def test_a_server_that_was_restarted_is_used_again(store: PostgresStore, postgres_folder: Path) -> None:
    """
    No connection of before is asked whether it is there; the first unit of work makes a new one.
    """
    await asyncio.gather(*(store.run(lambda tx, n=n: tx.facts.get_or(f"k{n}", "1")) for n in range(4)))  # type: ignore[misc]
    await asyncio.to_thread(postgres.restart, postgres_folder)

    assert "1" == await store.read(lambda tx: tx.facts.get("k3"))
    assert "2" == await store.run(lambda tx: tx.facts.get_or("new", "2"))


def test_statements_are_what_postgresql_reads() -> None:
    """
    Constants stand in the text, parameters are numbered without gaps, and plain inserts take many rows.
    """
    due, again, new = (compile_for_postgres(each.core) for each in (_due, _retell_in, _new))

    assert ("kind", "now", "of_shards", "of_shard", "most") == due.names
    assert "coalesce(match.guild, 0)" in due.sql
    assert "state='waiting'" in again.sql
    assert not again.rows
    assert "unnest($1::BIGINT[], $2::BIGINT[]" in new.rows
    assert new.rows.endswith("RETURNING outbox.id")
    assert {"match", "seat", "invite"} == _joinable.tables
