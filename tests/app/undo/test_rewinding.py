"""Going on from an earlier position: what is asked, clocks, orders, history, ratings."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from datetime import timedelta

import pytest

from bot.app.match.effective_log import find_effective, plies, spans_of
from bot.app.match.paces import Banked, NoPace, Pace, PerMove
from bot.app.match.records import Receipt
from bot.app.undo.rewinding import Rewinding, read_past, rewound
from db.ids import MatchId
from db.matches.log import LogRepository
from db.matches.rewind_records import RewindRecord, Rewound
from games.core.errors import Refusal
from games.core.seats import Seat
from games.core.text import say
from tests.app.scene import ANN, BEN, DORA, PLACE, Scene
from tests.stores import NOW

HOUR = timedelta(hours=1)


async def rewind(scene: Scene, match: MatchId, ply: int, kind: Rewound = Rewound.REPAIR) -> Receipt:
    """Let a match go on from a ply."""
    uow = scene.app.uow
    why = Rewinding(kind=kind, text=say("app.nothing_between", match=match))
    return await uow.act_over(
        scene.key(),
        DORA,
        match,
        lambda tx, table: read_past(tx, uow.match_reader, table, ply=ply, kind=kind),
        lambda table, past, now: rewound(table, past, why, now=now),
    )


async def ply_of(scene: Scene, match: MatchId) -> int:
    """Return the newest ply."""
    return (await scene.app.uow.read(match)).match.ply


def rewinds(*pairs: tuple[int, int]) -> list[RewindRecord]:
    """Make rewinds (ply, target)."""
    return [RewindRecord(match=MatchId(1), ply=ply, target=to, kind=Rewound.UNDO) for ply, to in pairs]


def test_entries_between_count_no_longer_and_come_back() -> None:
    """
    What lies between a rewind and its target is dead; a rewind to a dead ply brings its turns back.
    """
    undone = find_effective(9, rewinds((8, 5)))
    redone = find_effective(10, rewinds((8, 5), (9, 7)))
    twice = find_effective(12, rewinds((8, 5), (10, 3), (12, 9)))

    assert ((1, 9),) == find_effective(9, [])
    assert ((1, 5), (8, 9)) == undone
    assert ((1, 7), (9, 10)) == redone
    assert ((1, 5), (8, 9), (12, 12)) == twice
    assert ((1, 2), (4, 4), (6, 7)) == spans_of({7, 1, 2, 6, 4})
    assert frozenset({1, 2, 4}) == plies(((1, 2), (4, 4)))


async def test_the_match_goes_on_from_the_earlier_position(scene: Scene) -> None:
    """
    State, counters of chance and asks are those of the earlier ply; the log has grown by one entry.
    """
    match = await scene.match()
    start = await scene.app.uow.read(match)
    await scene.play(match, ANN, "1")
    await scene.play(match, BEN, "2")
    before = await ply_of(scene, match)
    await rewind(scene, match, start.match.ply)
    after = await scene.app.uow.read(match)
    restarted = Scene(scene.store)
    read_again = await restarted.app.uow.read(match)

    assert start.position == after.position == read_again.position
    assert before + 1 == after.match.ply
    assert [row.ask for row in start.pending] == [row.ask for row in after.pending]
    await scene.play(match, ANN, "3")


async def test_history_steps_over_what_was_undone_until_it_is_redone(scene: Scene) -> None:
    """
    Boards of undone turns are no steps of the history; a redo brings them back.
    """
    match = await scene.match()
    first = await ply_of(scene, match)
    await scene.play(match, ANN, "1")
    second = await ply_of(scene, match)
    await rewind(scene, match, first)
    undone = await scene.app.matches.view_at(match, None, ply=first)
    await rewind(scene, match, second)
    redone = await scene.app.matches.view_at(match, None, ply=first)

    assert None is undone.later
    assert second == redone.later
    assert (await scene.app.uow.read(match)).position is not None


@pytest.mark.parametrize("pace", [Banked(bank=36000, increment=3600, cap=72000), PerMove(seconds=36000)])
async def test_no_clock_gains_by_taking_back(scene: Scene, pace: Pace) -> None:
    """
    A turn that took two hours, undone at once: the deadline stands where it would have stood without the turn.
    """
    match = await scene.match(pace=pace)
    first = await ply_of(scene, match)
    scene.clock.forward(hours=2)
    await scene.play(match, ANN, "1")
    await rewind(scene, match, first, Rewound.UNDO)
    view = await scene.app.matches.view(match, None)

    assert NOW + 10 * HOUR == view.seats[0].due
    assert None is view.seats[1].due


async def test_a_redo_gives_back_what_was_added_for_the_turn(scene: Scene) -> None:
    """
    Taken back and made to stand again at once, the clocks are as after the turn.
    """
    match = await scene.match(pace=Banked(bank=36000, increment=3600, cap=72000))
    scene.clock.forward(hours=2)
    await scene.play(match, ANN, "1")
    await scene.app.undo.undo(scene.key(), ANN, match=match)
    taken = (await scene.app.uow.read(match)).clocks[0].left
    await scene.app.undo.redo(scene.key(), ANN, match=match)
    stands = (await scene.app.uow.read(match)).clocks[0].left

    assert [8 * HOUR, 9 * HOUR] == [timedelta(milliseconds=left) for left in (taken, stands)]


async def test_taking_back_leaves_at_least_the_increment(scene: Scene) -> None:
    """
    Of a turn made in the last minute, so that there is time to make another.
    """
    match = await scene.match(pace=Banked(bank=3600, increment=600, cap=7200))
    scene.clock.forward(minutes=59)
    await scene.play(match, ANN, "1")
    played = (await scene.app.uow.read(match)).clocks[0].left
    await scene.app.undo.undo(scene.key(), ANN, match=match)
    taken = (await scene.app.uow.read(match)).clocks[0].left

    assert [11, 10] == [left // 60_000 for left in (played, taken)]


async def test_who_is_asked_no_more_has_made_no_turn(scene: Scene) -> None:
    """
    The other's turn had been asked for two hours: they are used, and nothing is added as for a turn that is made.
    """
    match = await scene.match(pace=Banked(bank=36000, increment=3600, cap=72000))
    first = await ply_of(scene, match)
    await scene.play(match, ANN, "1")
    scene.clock.forward(hours=2)
    await rewind(scene, match, first)
    clocks = (await scene.app.uow.read(match)).clocks

    assert [10 * HOUR, 8 * HOUR] == [timedelta(milliseconds=clock.left) for clock in clocks]


async def test_where_nothing_lies_between_nothing_is_changed(scene: Scene) -> None:
    """
    The present, a ply that does not exist and a match that does not run are refused.
    """
    match = await scene.match(pace=NoPace())
    here = await ply_of(scene, match)
    lobby = await scene.open(seats=3)
    for number, ply, code in (
        (match, here, "NOTHING"),
        (match, 0, "NOTHING"),
        (match, 99, "NOTHING"),
        (lobby, 1, "NOT_STARTED"),
    ):
        with pytest.raises(Refusal, match=code) as refused:
            await rewind(scene, number, ply)

        assert scene.words(refused.value.text)
    assert here == await ply_of(scene, match)


async def test_on_hold_only_staff_sets_a_match_back(scene: Scene) -> None:
    """
    An undo waits for the end of the hold; a repair may be why there is one.
    """
    match = await scene.match()
    first = await ply_of(scene, match)
    await scene.play(match, ANN, "1")
    await scene.app.staff.hold(scene.key(), DORA, place=PLACE, match=match)
    with pytest.raises(Refusal, match="ON_HOLD"):
        await rewind(scene, match, first, Rewound.UNDO)
    before = await ply_of(scene, match)
    await rewind(scene, match, first)

    assert before + 1 == await ply_of(scene, match)


async def test_a_draft_goes_with_the_turn_it_was_for(scene: Scene) -> None:
    """
    Also that of the first seat; one for a turn that is still asked stays.
    """
    match = await scene.match("shop", (ANN,))
    first = await ply_of(scene, match)
    panel = await scene.app.drafts.open(ANN, match=match)
    panel = await scene.press(panel, ANN, "take", "1")
    panel = await scene.press(panel, ANN, "put", "6")
    await scene.confirm(panel, ANN)
    panel = await scene.app.drafts.open(ANN, match=match)
    await scene.press(panel, ANN, "take", "2")
    drafted = (await scene.app.uow.read(match)).draft_of(Seat(0))
    await rewind(scene, match, first)

    assert drafted is not None
    assert (await scene.app.uow.read(match)).draft_of(Seat(0)) is None


async def test_a_rewind_is_written_whole_or_not_at_all(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    A process that dies at the last write leaves log, position, clocks, drafts and version as they were.
    """
    match = await scene.match(pace=Banked(bank=36000, increment=3600, cap=72000))
    first = await ply_of(scene, match)
    await scene.play(match, ANN, "1")
    before = await Scene(scene.store).app.uow.read(match)

    def dies(log: LogRepository, match: MatchId, plies: Iterable[tuple[int, int]]) -> None:
        raise RuntimeError("killed")

    with monkeypatch.context() as patch:
        patch.setattr(LogRepository, "bury", dies)
        with pytest.raises(RuntimeError, match="killed"):
            await rewind(scene, match, first)
    after = await Scene(scene.store).app.uow.read(match)
    later = await scene.app.matches.view_at(match, None, ply=first)

    assert (before.match, before.position, before.clocks) == (after.match, after.position, after.clocks)
    assert before.pending == after.pending
    assert later.later is not None


async def test_of_two_rewinds_at_once_one_is_first(scene: Scene) -> None:
    """
    The other one reads again and finds nothing left to do.
    """
    match = await scene.match()
    first = await ply_of(scene, match)
    await scene.play(match, ANN, "1")
    before = await ply_of(scene, match)
    done = await asyncio.gather(*(rewind(scene, match, first) for _ in range(4)), return_exceptions=True)

    assert 1 == sum(isinstance(each, Receipt) for each in done)
    assert 3 == sum(isinstance(each, Refusal) and each.code == "NOTHING" for each in done)
    assert before + 1 == await ply_of(scene, match)


async def test_turns_taken_back_count_for_nobody(scene: Scene) -> None:
    """
    The result counts each turn once however often it was made; reckoned anew it comes out the same.
    """
    match = await scene.match(pace=PerMove(seconds=3600))
    first = await ply_of(scene, match)
    for _ in range(3):
        await scene.play(match, ANN, "1")
        await rewind(scene, match, first, Rewound.UNDO)
    await scene.play(match, ANN, "2")
    await scene.app.matches.resign(scene.key(), BEN, match=match)
    await scene.app.rating_calculator.work()
    once = await scene.store.read(lambda tx: tx.results.placings([match]))
    await scene.app.rating_calculator.rebuild()

    assert [1, 0] == [row.turns for row in once]
    assert once == await scene.store.read(lambda tx: tx.results.placings([match]))
