"""The step that makes room for puzzles, tried over a match that runs."""

from __future__ import annotations

from msgspec.structs import replace

from db.ids import ChannelId, GuildId, UserId
from db.puzzles.records import PuzzleAnswerRecord, PuzzleChannelRecord, PuzzleRecord
from db.stores.upgrade import open_store, upgrade
from tests.db.samples import new_match
from tests.db.steps_back import SINCE_REVIEWS, set_back
from tests.stores import NOW

GUILD, ANN, BEN = GuildId(9), UserId(101), UserId(102)
PUZZLE = PuzzleRecord(day=7, game="nim", seats=2, options=b"{}", position=b"[1]", ask="1", best=b"[]", points=25)
ANSWER = PuzzleAnswerRecord(day=7, user=ANN, guild=GUILD, draft=None, tries=1, solved=True, shown=False, at=NOW)
CHANNEL = PuzzleChannelRecord(guild=GUILD, channel=ChannelId(55), day=6)


async def test_matches_are_as_before_and_there_are_puzzles_from_then_on(database: str) -> None:
    """
    A day has one, which stays; who is asked for tries and streaks, and which servers wait for it.
    """
    store = await open_store(database, now=NOW)
    running = await new_match(store)
    await store.close()
    await set_back(database, [*SINCE_REVIEWS, "UPDATE alembic_version SET version_num = '0040'"])
    versions = await upgrade(database, now=NOW)
    store = await open_store(database, now=NOW)
    match = await store.read(lambda tx: tx.matches.get(running.id))
    for each in (PUZZLE, replace(PUZZLE, points=1)):
        await store.run(lambda tx, put=each: tx.puzzles.add(put))  # type: ignore[misc]
    for answer in (ANSWER, replace(ANSWER, user=BEN, solved=False), replace(ANSWER, day=6)):
        await store.run(lambda tx, put=answer: tx.puzzles.put_answer(put))  # type: ignore[misc]
    await store.run(lambda tx: tx.puzzles.add_channel(CHANNEL))
    await store.run(lambda tx: tx.puzzles.add_channel(replace(CHANNEL, guild=GuildId(8), channel=ChannelId(0))))
    due = await store.read(lambda tx: tx.puzzles.find_due(7, most=5))
    posted = [await store.run(lambda tx: tx.puzzles.note_posted(GUILD, 7)) for _ in range(2)]
    puzzle, own = await store.read(lambda tx: (tx.puzzles.get(7), tx.puzzles.answer(7, ANN)))
    counts, days = await store.read(
        lambda tx: (tx.puzzles.count_answers(GUILD, 7), tx.puzzles.list_solved(ANN, GUILD, most=5))
    )
    left = await store.read(lambda tx: tx.puzzles.find_due(7, most=5))
    await store.close()

    assert ("0040", True) == (versions[0], versions[1] > "0040")
    assert running == match
    assert (PUZZLE, ANSWER) == (puzzle, own)
    assert ((CHANNEL,), [True, False], ()) == (due, posted, left)
    assert ((2, 1), (7, 6)) == (counts, days)
