"""The step that lets matches teach their game, tried over a match that runs."""

from __future__ import annotations

from msgspec.structs import replace

from db.stores.upgrade import open_store, upgrade
from tests.db.samples import new_match
from tests.db.steps_back import SINCE_REGISTRATION, set_back
from tests.stores import NOW


async def test_a_running_match_is_as_before(database: str) -> None:
    """
    It teaches nothing, and all else of it is what it was; one made after the step teaches.
    """
    store = await open_store(database, now=NOW)
    old = await new_match(store)
    await store.close()
    await set_back(database, [*SINCE_REGISTRATION, "UPDATE alembic_version SET version_num = '0021'"])
    versions = await upgrade(database, now=NOW)
    store = await open_store(database, now=NOW)
    new = await new_match(store, guided=True)
    found = await store.read(lambda tx: [tx.matches.get(match.id) for match in (old, new)])
    await store.close()

    assert ("0021", True) == (versions[0], versions[1] >= "0022")
    assert [replace(old, guided=False), new] == found
    assert [False, True] == [match.guided for match in found if match is not None]
