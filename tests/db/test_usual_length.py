"""How long matches of a game usually are, in both databases."""

from __future__ import annotations

from msgspec.structs import replace

from db.ids import MatchId
from db.ratings.records import Ended
from db.stores.store import Store
from tests.app.ratings.facts import result
from tests.db.samples import new_match


async def test_matches_that_ended_early_say_nothing_of_the_usual_length(store: Store) -> None:
    """
    Neither those that somebody resigned, nor those that are running.
    """

    async def measure() -> float | None:
        return await store.read(lambda tx: tx.results.measure_usual("season", 2, most=30))

    async def finish(ply: int, ended: Ended) -> None:
        record = await new_match(store, game="season", seats=2, ply=ply)
        row = replace(result(1), match=MatchId(record.id), ended=ended)
        await store.run(lambda tx: tx.results.put(row, ()))

    await new_match(store, game="season", seats=2, ply=9)
    await finish(4, Ended.RESIGNED)
    nothing = await measure()
    await finish(60, Ended.PLAYED)
    await finish(40, Ended.PLAYED)

    assert nothing is None
    assert 50 == await measure()
