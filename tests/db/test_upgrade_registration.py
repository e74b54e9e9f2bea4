"""The step that gives what Discord knows of the commands a table of its own."""

from __future__ import annotations

from db.records import RegistrationRecord
from db.stores.upgrade import open_store, upgrade
from db.tx import Tx
from tests.db.steps_back import SINCE_PLACES, set_back
from tests.stores import NOW

HALF = "INSERT INTO meta VALUES ('commands of 6', 'abc')"


async def test_what_was_told_is_known_after_the_step(database: str) -> None:
    """
    So that the commands aren't told again; a fact of before there was an answer is dropped, others stay.
    """
    told = RegistrationRecord(application=2**60, told="0a", answered="1b")
    store = await open_store(database, now=NOW)

    def write(tx: Tx) -> None:
        tx.facts.get_or("tag", "x")
        tx.facts.put_registration(told)

    await store.run(write)
    await store.close()
    await set_back(database, [*SINCE_PLACES, HALF, "UPDATE alembic_version SET version_num = '0020'"])
    versions = await upgrade(database, now=NOW)
    store = await open_store(database, now=NOW)
    found = await store.read(lambda tx: [tx.facts.registration(number) for number in (2**60, 6)])
    facts = await store.read(lambda tx: [tx.facts.get(key) for key in ("tag", "commands of 6", f"commands of {2**60}")])
    await store.close()

    assert ("0020", True) == (versions[0], versions[1] >= "0021")
    assert [told, None] == found
    assert ["x", None, None] == facts
