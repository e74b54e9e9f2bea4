"""A start announced for a time: the check who is ready, the start when all are, and who is called."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from bot.app.changes.outbox import Kind
from bot.app.match.records import MatchRequest
from db.ids import MatchId
from db.records import PendingKind, PendingRecord, Status
from games.core.errors import Refusal
from tests.app.scene import ANN, BEN, PLACE, Scene
from tests.stores import NOW

LATER = NOW + timedelta(hours=3)


async def announced(scene: Scene, starts: datetime = LATER) -> MatchId:
    """A match of two whose start is announced, with both seats taken."""
    wish = MatchRequest(game="season", seats=2, starts=starts)
    match = (await scene.app.lobby.create(scene.key(), ANN, place=PLACE, wish=wish)).match
    await scene.app.lobby.join(scene.key(), BEN, match=match)
    return match


async def status(scene: Scene, match: MatchId) -> Status:
    """How the match stands."""
    return (await scene.app.matches.view(match, None)).match.status


async def at(scene: Scene, **by: float) -> list[tuple[str, list[int]]]:
    """Let time pass and everything be told; the sentences of now, each with who is called."""
    known = len(scene.courier.posts)
    scene.clock.forward(**by)
    await scene.app.scheduler.sweep()
    await scene.relay.pump()
    words = [notice for notice in scene.courier.posts[known:] if notice.kind is Kind.WORD]
    return [(scene.words(word.text), list(word.mention)) for word in words if word.text is not None]


async def test_a_full_match_waits_for_its_announced_start(scene: Scene) -> None:
    """
    All seats are taken, and the match still waits; the view says for when, and who is ready: nobody.
    """
    match = await announced(scene)
    view = await scene.app.matches.view(match, None)

    assert Status.LOBBY is view.match.status
    assert (LATER, ()) == (view.starts, view.ready)


async def test_all_ready_starts_the_match(scene: Scene) -> None:
    """
    From the check on players say that they are ready; with the last one the match starts, also before its time.
    """
    match = await announced(scene)
    calls = await at(scene, hours=2, minutes=46)
    await scene.app.lobby.ready(scene.key(), ANN, match=match)
    before = await status(scene, match)
    await scene.app.lobby.ready(scene.key(), BEN, match=match)

    assert [[ANN.user, BEN.user]] == [users for _, users in calls]
    assert Status.LOBBY is before
    assert Status.RUNNING is await status(scene, match)


async def test_who_is_not_ready_in_time_is_told(scene: Scene) -> None:
    """
    At the announced time those are called who have not said that they are ready, and the host, who decides: once. The
    match still waits for them.
    """
    match = await announced(scene)
    await at(scene, hours=2, minutes=50)
    await scene.app.lobby.ready(scene.key(), ANN, match=match)
    calls = await at(scene, minutes=11)
    again = await at(scene, hours=1)
    await scene.app.lobby.ready(scene.key(), BEN, match=match)

    assert [[ANN.user, BEN.user]] == [users for _, users in calls]
    assert "was due to begin now, but Ben isn't ready" in calls[0][0]
    assert [] == again
    assert Status.RUNNING is await status(scene, match)


async def test_ready_is_asked_from_the_check_on(scene: Scene) -> None:
    """
    Being ready hours before says nothing: it is refused, with the time, which Discord shows in the reader's own zone.
    """
    match = await announced(scene)
    with pytest.raises(Refusal) as early:
        await scene.app.lobby.ready(scene.key(), BEN, match=match)

    assert "core.time" == getattr(early.value.text.args["when"], "id", "")
    assert "TOO_EARLY" == early.value.code


async def test_ready_can_be_taken_back(scene: Scene) -> None:
    """
    Saying it again takes it back, and so does giving one's seat back.
    """
    match = await announced(scene)
    scene.clock.forward(hours=2, minutes=50)
    for _ in range(2):
        await scene.app.lobby.ready(scene.key(), ANN, match=match)
    taken_back = (await scene.app.matches.view(match, None)).ready
    await scene.app.lobby.ready(scene.key(), BEN, match=match)
    await scene.app.lobby.leave(scene.key(), BEN, match=match)
    await scene.app.lobby.join(scene.key(), BEN, match=match)

    assert () == taken_back
    assert () == (await scene.app.matches.view(match, None)).ready


async def test_the_host_announces_and_takes_it_back(scene: Scene) -> None:
    """
    A match opened without a time can be announced; without the time again it starts as soon as all seats are taken.
    """
    match = await scene.open("season", seats=2)
    with pytest.raises(Refusal) as stranger:
        await scene.app.lobby.announce(scene.key(), BEN, match=match, starts=LATER)
    receipt = await scene.app.lobby.announce(scene.key(), ANN, match=match, starts=LATER)
    await scene.app.lobby.join(scene.key(), BEN, match=match)
    waits = await status(scene, match)
    await scene.app.lobby.announce(scene.key(), ANN, match=match, starts=None)

    assert "NOT_HOST" == stranger.value.code
    assert any("It begins" in scene.words(text) for text in receipt.told)
    assert [Status.LOBBY, Status.RUNNING] == [waits, await status(scene, match)]


async def test_the_host_may_start_without_the_missing(scene: Scene) -> None:
    """
    `/match start` starts at any time; nothing of the announcement is left.
    """
    match = await announced(scene)
    await scene.app.lobby.start(scene.key(), ANN, match=match)
    calls = await at(scene, hours=4)

    assert Status.RUNNING is await status(scene, match)
    assert [] == calls


async def test_a_match_called_off_calls_nobody(scene: Scene) -> None:
    """
    Cancelled before its time: no check, no call.
    """
    match = await announced(scene)
    await scene.app.lobby.cancel(scene.key(), ANN, match=match)

    assert [] == await at(scene, hours=4)


@pytest.mark.parametrize("by", [timedelta(hours=-1), timedelta(days=91)])
async def test_a_start_lies_ahead(scene: Scene, by: timedelta) -> None:
    """
    A time that is past, or further away than three months, is refused.
    """
    with pytest.raises(Refusal) as refused:
        await announced(scene, NOW + by)

    assert "BAD_START" == refused.value.code


async def test_an_announced_match_survives_a_restart(scene: Scene) -> None:
    """
    The announcement stands in the database: another process calls at the time.
    """
    match = await announced(scene)
    again = Scene(scene.store)
    again.clock.forward(hours=2, minutes=50)
    await again.app.scheduler.recover()
    await again.app.scheduler.sweep()
    await again.relay.pump()

    assert [Kind.WORD] == [notice.kind for notice in again.courier.posts if notice.kind is Kind.WORD]
    assert Status.LOBBY is await status(again, match)


async def test_asks_of_a_running_match_are_no_announcement(scene: Scene) -> None:
    """
    A game may call its asks as it likes: the reminder of one called "ready" is not taken for a player who is ready.
    """
    match = await scene.match("season", (ANN, BEN))
    row = PendingRecord(match=match, kind=PendingKind.REMINDER, ask="ready1.0", seat=0, since=NOW, due=None)
    await scene.store.run(lambda tx: tx.pending.put(row))
    view = await scene.app.matches.view(match, None)

    assert (None, ()) == (view.starts, view.ready)
