"""A bar outlasts the deletion of the person's data: of them nothing is kept but a hash that only the bot can make."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.app.match.records import Actor
from bot.app.moderation.bars import BarTerms
from db.ids import UserId
from games.core.errors import Refusal
from tests.app.moderation.test_bars import ELSEWHERE
from tests.app.privacy.dump import dump, find
from tests.app.privacy.test_deleting import GUILD, NAMES, ZOE
from tests.app.privacy.test_exporting import read
from tests.app.scene import ANN, DORA, PLACE, Scene
from tests.stores import NOW

AGAIN = Actor(ZOE.user, "Somebody New", ZOE.guild, "new")
END = NOW + timedelta(days=5)


async def barred_and_deleted(scene: Scene, *, until: bool = True) -> None:
    """Bar Zoë on the usual server, for a time, and let her delete her data."""
    terms = BarTerms(until=END if until else None, why="cheats")
    await scene.app.bars.bar(scene.key(), DORA, place=PLACE, guest=ZOE, terms=terms)
    await scene.app.privacy.deletions.delete(ZOE.user)


async def test_who_is_barred_and_deletes_their_data_stays_barred(scene: Scene) -> None:
    """
    Under another name, too, by themselves and by others; on that server alone, and until its time.
    """
    await barred_and_deleted(scene)
    await scene.open(host=AGAIN, place=ELSEWHERE)
    with pytest.raises(Refusal) as own:
        await scene.open(host=AGAIN)
    with pytest.raises(Refusal) as asked:
        await scene.open(host=ANN, invite=(AGAIN,))
    scene.clock.forward(days=5)
    await scene.open(host=AGAIN)

    assert ("BARRED", "BARRED") == (own.value.code, asked.value.code)
    assert "from before you deleted your data" in scene.words(own.value.text)
    assert f"until {int(END.timestamp())}" in scene.words(own.value.text)
    assert scene.words(asked.value.text).startswith("Somebody New is barred from this server's matches until")


async def test_nothing_but_a_hash_is_kept_of_a_barred_person(scene: Scene) -> None:
    """
    No id, name or reason; the row has the server, the hash and the end. Others have other hashes.
    """
    await barred_and_deleted(scene)
    rows = await dump(scene.store)
    other = await scene.store.read(lambda tx: tx.moderation.get_kept_bar(GUILD, UserId(5)))

    assert [] == find(rows, ZOE.user, *NAMES)
    assert [(PLACE.guild, int(END.timestamp() * 1000))] == [(guild, until) for guild, _, until in rows["kept_bar"]]
    assert 64 == len(rows["kept_bar"][0][1])
    assert other is None


async def test_a_kept_bar_is_listed_and_lifted(scene: Scene) -> None:
    """
    The list can't say whose it is; moderators lift it for the person, who plays again.
    """
    await barred_and_deleted(scene, until=False)
    listed = await scene.app.bars.list_kept(PLACE)
    await scene.app.bars.lift(scene.key(), ANN, place=PLACE, guest=AGAIN, why="back")
    await scene.open(host=AGAIN)

    assert [None] == [bar.until for bar in listed]
    assert () == await scene.app.bars.list_kept(PLACE)


async def test_a_new_bar_takes_the_place_of_a_kept_one(scene: Scene) -> None:
    """
    With its own time and reason; deleted again, that one is kept.
    """
    await barred_and_deleted(scene, until=False)
    await scene.app.bars.bar(scene.key(), DORA, place=PLACE, guest=AGAIN, terms=BarTerms(until=END, why="again"))
    between = await scene.app.bars.list_kept(PLACE)
    await scene.app.privacy.deletions.delete(AGAIN.user)

    assert () == between
    assert [END] == [bar.until for bar in await scene.app.bars.list_kept(PLACE)]


async def test_a_kept_bar_goes_when_its_time_is_over(scene: Scene) -> None:
    """
    The hourly clean-up takes the hash away; one that is over when the data is deleted isn't kept at all.
    """
    await barred_and_deleted(scene)
    scene.clock.forward(days=6)
    await scene.app.scheduler.tidy()
    after = (await dump(scene.store))["kept_bar"]
    terms = BarTerms(until=scene.clock.now() + timedelta(hours=1), why="x")
    await scene.app.bars.bar(scene.key(), DORA, place=PLACE, guest=AGAIN, terms=terms)
    scene.clock.forward(hours=2)
    await scene.app.privacy.deletions.delete(AGAIN.user)

    assert [] == after
    assert [] == (await dump(scene.store))["kept_bar"]


async def test_the_person_is_told_what_is_kept(scene: Scene) -> None:
    """
    Before and after the deletion, and in the file with everything about them, where its end is a date.
    """
    await scene.app.bars.bar(scene.key(), DORA, place=PLACE, guest=ZOE, terms=BarTerms(until=END, why="cheats"))
    before = await scene.app.privacy.deletions.measure(ZOE.user)
    rows, *_rest = await read(scene)
    await scene.app.privacy.deletions.delete(ZOE.user)
    after = await scene.app.privacy.deletions.measure(ZOE.user)
    left, *_rest = await read(scene)
    number = await scene.app.privacy.deletions.delete(ZOE.user)

    assert (1, 1) == (before.bars, after.bars)
    assert [END.isoformat(timespec="seconds")] == [row["until"] for row in rows["bar"]]
    assert [END.isoformat(timespec="seconds")] == [row["until"] for row in left["kept_bar"]]
    assert [] == rows["kept_bar"]
    assert number is None
