"""The step that renames tables and columns, tried over a match that stands still, with what staff did and who left."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from msgspec.structs import replace
from sqlalchemy import text

from bot.app.match.paces import Banked
from db.ids import GuildId, MatchId
from db.ratings.records import Left, TenureRecord
from db.stores.postgres import open_postgres
from db.stores.upgrade import open_store, upgrade
from db.tx import Tx
from games.core.seats import Seat
from tests.app.scene import ANN, BEN, CLEO, DORA, PLACE, Scene
from tests.db.steps_back import SINCE_PENDING, set_back
from tests.stores import NOW

BACK = (*SINCE_PENDING, "UPDATE alembic_version SET version_num = '0015'")

HOUR = timedelta(hours=1)


def _read(tx: Tx, match: MatchId) -> tuple[Any, ...]:
    """What stands in the tables that are renamed; whom staff's deeds were about, nobody had noted by then."""
    stops = tx.clocks.stops(match, (ANN.user, BEN.user), guild=PLACE.guild, after=NOW)
    deeds = tx.audit.in_guild(PLACE.guild or GuildId(0), most=9)
    return stops, tx.results.tenures(match), tuple(replace(deed, subject=None) for deed in deeds)


async def test_a_match_that_stands_still_goes_on(database: str) -> None:
    """
    Its pause, who sat there before and what staff did are known under the new names; it goes on when the pause is over.
    """
    store = await open_store(database, now=NOW)
    scene = Scene(store)
    match = await scene.match(pace=Banked(bank=36000, increment=3600, cap=72000))
    tenure = TenureRecord(match=match, seat=1, number=1, user=CLEO.user, level=None, until=0, at=NOW, why=Left.REPLACED)
    await store.run(lambda tx: tx.results.put_tenure(tenure))
    await scene.app.staff.extend(scene.key(), DORA, place=PLACE, match=match, seat=Seat(0), hours=1)
    await scene.app.staff.pause(scene.key(), DORA, place=PLACE, match=match, until=NOW + HOUR)
    before = await store.read(lambda tx: _read(tx, match))
    await store.close()
    await set_back(database, BACK)
    versions = await upgrade(database, now=NOW)
    store = await open_store(database, now=NOW)
    after = await store.read(lambda tx: _read(tx, match))
    scene = Scene(store)
    scene.keys_from(1000)
    scene.clock.forward(seconds=2 * 3600)
    await scene.play(match, ANN, "1")
    moved = await scene.app.uow.read(match)
    await store.close()

    assert ("0015", True) == (versions[0], versions[1] >= "0016")
    assert before == after
    assert (1, (tenure,), 2) == (len(after[0]), after[1], len(after[2]))
    assert 1 == moved.require_position().state.turns


async def test_nothing_keeps_an_old_name_on_postgresql(postgres_url: str) -> None:
    """
    Indexes, constraints and sequences are called after their tables.
    """
    store = open_postgres(postgres_url)
    async with store.engine.connect() as connection:
        names = await connection.execute(
            text("SELECT relname FROM pg_class UNION SELECT conname FROM pg_constraint").columns()
        )
        old = {"event", "halt", "sitting", "deed", "spell", "motion", "standing"}
        found = [name for (name,) in names if old & set(name.split("_")) and not name.startswith("pg_")]
    await store.close()

    assert [] == found
