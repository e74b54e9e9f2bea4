"""The step that gives people a name on each server, tried over a match that runs."""

from __future__ import annotations

from db.ids import GuildId
from db.stores.upgrade import open_store, upgrade
from tests.app.scene import ANN, PLACE, Scene
from tests.db.steps_back import SINCE_NICKNAMES, set_back
from tests.stores import NOW

BACK = (*SINCE_NICKNAMES, "DROP TABLE nickname", "UPDATE alembic_version SET version_num = '0009'")


async def test_names_stay_until_people_are_seen_again(database: str) -> None:
    """
    A running match is played on under the names known so far; from then on each server has its own.
    """
    store = await open_store(database, now=NOW)
    match = await Scene(store).match()
    await store.close()
    await set_back(database, BACK)
    before, after = await upgrade(database, now=NOW)
    store = await open_store(database, now=NOW)
    scene = Scene(store)
    names = [seat.name for seat in (await scene.app.matches.view(match, None)).seats]
    await store.run(lambda tx: tx.people.meet(ANN.user, "Annie", at=NOW, guild=PLACE.guild, account="Ann"))
    later = [seat.name for seat in (await scene.app.matches.view(match, None)).seats]
    elsewhere = await store.read(lambda tx: tx.people.get_many([ANN.user], guild=GuildId(99)))
    await store.close()

    assert ("0009", True) == (before, after >= "0010")
    assert ({"Ann", "Ben"}, {"Annie", "Ben"}) == (set(names), set(later))
    assert "Ann" == elsewhere[ANN.user].name
