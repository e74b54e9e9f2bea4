"""The step that lets puzzles know where they are from, tried over puzzles, answers, channels and a match that runs."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from db.ids import GuildId, MatchId
from db.stores.upgrade import open_store, upgrade
from db.tx import Tx
from tests.db.samples import new_match
from tests.db.steps_back import SINCE_RATING_RULE, set_back
from tests.db.test_upgrade_puzzles import ANSWER, BEN, CHANNEL, GUILD, PUZZLE
from tests.stores import NOW

BACK = (*SINCE_RATING_RULE, "UPDATE alembic_version SET version_num = '0042'")
OTHER = GuildId(8)
SOURCED = replace(PUZZLE, day=8, match=MatchId(12), turn=3, made=b"[]", rules_number=2)


def put(tx: Tx) -> None:
    """Store a puzzle that was posted on one server and answered on two."""
    tx.puzzles.add(PUZZLE)
    tx.puzzles.put_answer(ANSWER)
    tx.puzzles.put_answer(replace(ANSWER, user=BEN, guild=OTHER))
    tx.puzzles.add_channel(replace(CHANNEL, day=7))
    tx.puzzles.add_channel(replace(CHANNEL, guild=OTHER, day=0))


async def test_puzzles_stay_and_solutions_are_told_from_then_on(database: str) -> None:
    """
    The one that was posted last is still to be told, those before it aren't; a match is found to be used by its number.
    """
    store = await open_store(database, now=NOW)
    running = await new_match(store)
    await store.run(put)
    await store.close()
    await set_back(database, BACK)
    versions = await upgrade(database, now=NOW)
    store = await open_store(database, now=NOW)
    match = await store.read(lambda tx: tx.matches.get(running.id))
    await store.run(lambda tx: tx.puzzles.add(SOURCED))
    puzzles = await store.read(lambda tx: (tx.puzzles.get(7), tx.puzzles.get(8), tx.puzzles.answer(7, BEN)))
    used = await store.read(lambda tx: tx.puzzles.find_used([MatchId(11), MatchId(12)]))
    channels = await store.read(lambda tx: [tx.puzzles.channel(each) for each in tx.puzzles.list_posting(most=5)])
    first = await store.read(lambda tx: tx.puzzles.list_posting(most=1))
    tried = await store.read(lambda tx: [tx.puzzles.find_tried(GUILD, after=day, before=8) for day in (6, 7)])
    told = [await store.run(lambda tx: tx.puzzles.note_told(GUILD, 7)) for _ in range(2)]
    await store.close()

    assert ("0042", True) == (versions[0], versions[1] > "0042")
    assert running == match
    assert (PUZZLE, SOURCED, replace(ANSWER, user=BEN, guild=OTHER)) == puzzles
    assert {12} == used
    assert [(8, 0, 0), (9, 7, 6)] == [(each.guild, each.day, each.told) for each in channels if each]
    assert (OTHER,) == first
    assert [7, None] == tried
    assert [True, False] == told


async def test_matches_are_found_that_everyone_could_watch(database: str) -> None:
    """
    Finished, neither private nor practice, among the last ones of the server.
    """
    store = await open_store(database, now=NOW)
    kinds: list[dict[str, Any]] = [
        {"practice": False},
        {"practice": False, "private": True},
        {"practice": True},
        {"practice": False, "status": "running"},
        {"practice": False, "guild": OTHER},
        {"practice": False},
    ]
    made = [await new_match(store, **{"status": "finished", **kind}) for kind in kinds]
    found = await store.read(
        lambda tx: [
            tx.matches.find_public(GUILD, most=most, looked=looked) for most, looked in ((9, 9), (1, 9), (9, 3))
        ]
    )
    await store.close()

    assert [(made[5].id, made[0].id), (made[5].id,), (made[5].id,)] == found
