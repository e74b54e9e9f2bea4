"""Results that somebody objects to: appeals, rulings, and what follows from them."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.app.changes.outbox import Kind
from bot.app.match.records import Place
from bot.app.tournaments.settings import usual_days
from db.ids import AppealId, ChannelId
from db.ratings.records import AppealState
from db.tournaments.records import Format, NodeKey, PairingStatus, TournamentStatus, TreePart
from games.core.errors import Refusal
from tests.app.scene import ANN, BEN, CLEO, DORA, PLACE, Scene
from tests.app.tournaments.held import HOST, finished, opened, signed
from tests.stores import NOW


async def test_an_appeal_is_answered_and_the_result_corrected_with_a_log_entry(scene: Scene) -> None:
    """
    The player objects, the organizer rules other places: standings and ratings follow, the log says who and why.
    """
    tournament, match = await finished(scene)
    before = await scene.app.tournaments.view(tournament)
    await scene.app.disputes.appeal(scene.key(), BEN, match=match, words="my phone was stolen")
    with pytest.raises(Refusal, match="ALREADY"):
        await scene.app.disputes.appeal(scene.key(), BEN, match=match, words="again")
    with pytest.raises(Refusal, match="NOT_A_PLAYER"):
        await scene.app.disputes.appeal(scene.key(), CLEO, match=match, words="me too")
    (appeal,) = await scene.app.disputes.appeals(PLACE)
    with pytest.raises(Refusal, match="NOT_STAFF"):
        await scene.app.disputes.answer(scene.key(), ANN, appeal=appeal.id, words="no", staff=None)
    await scene.app.disputes.answer(
        scene.key(), HOST, appeal=appeal.id, words="they agreed on a draw", places=(1, 1), staff=None
    )
    await scene.app.tournament_runner.work()
    after = await scene.app.tournaments.view(tournament)
    result = await scene.store.read(lambda tx: tx.results.get(match))
    closed = await scene.store.read(lambda tx: tx.results.appeal(appeal.id))

    assert ["Ann", "Ben"] == [row.name for row in before.standings.rows]
    assert [1, 1] == [row.place for row in after.standings.rows]
    assert result is not None
    assert result.edited
    assert closed is not None
    assert (AppealState.UPHELD, HOST.user) == (closed.state, closed.by)
    assert any("they agreed on a draw" in scene.words(text) for _, text in after.log)
    with pytest.raises(Refusal, match="NO_APPEAL"):
        await scene.app.disputes.answer(scene.key(), HOST, appeal=AppealId(99), words="x", staff=PLACE.guild)


async def test_an_appeal_can_be_rejected_and_comes_too_late(scene: Scene) -> None:
    """The player is told why; after two weeks there is nothing to appeal."""
    _, match = await finished(scene)
    await scene.app.disputes.appeal(scene.key(), BEN, match=match, words="unfair")
    (appeal,) = await scene.app.disputes.appeals(PLACE)
    receipt = await scene.app.disputes.answer(scene.key(), CLEO, appeal=appeal.id, words="no reason", staff=PLACE.guild)
    scene.clock.forward(days=15)

    assert "rejected" in scene.words(receipt.told[0])
    assert () == await scene.app.disputes.appeals(PLACE)
    assert () == await scene.app.disputes.appeals(Place(None, ChannelId(1)))
    with pytest.raises(Refusal, match="TOO_LATE"):
        await scene.app.disputes.appeal(scene.key(), ANN, match=match, words="late")


async def test_an_annulled_match_of_a_tree_is_played_again(scene: Scene) -> None:
    """
    Both are in again and all concerned are told, also while the final runs, which is stopped and paired anew.
    """
    tournament = await opened(scene, Format.KNOCKOUT)
    await signed(scene, tournament, people=(ANN, BEN, CLEO, DORA))
    await scene.app.tournaments.start(scene.key(), HOST, tournament=tournament)
    first, second = (await scene.app.tournaments.view(tournament)).pairings
    assert first.match is not None
    assert second.match is not None
    for match in (first.match, second.match):
        await scene.app.disputes.rule(scene.key(), HOST, match=match, places=(1, 2), why="no show", staff=None)
        await scene.app.tournament_runner.work()
        if match == first.match:
            await scene.app.disputes.rule(scene.key(), HOST, match=match, places=(), why="bad start", staff=None)
            await scene.app.tournament_runner.work()
    again = (await scene.app.tournaments.view(tournament)).pairings[2]
    kept = second.match
    assert again.match is not None
    await scene.app.disputes.rule(scene.key(), HOST, match=again.match, places=(1, 2), why="no show", staff=None)
    await scene.app.tournament_runner.work()
    final = (await scene.app.tournaments.view(tournament)).pairings[3]
    await scene.app.disputes.rule(scene.key(), HOST, match=second.match, places=(), why="late", staff=None)
    await scene.app.tournament_runner.work()
    view = await scene.app.tournaments.view(tournament)
    ruled = await scene.store.read(lambda tx: tx.results.get(kept))

    assert (NodeKey(TreePart.WINNERS, 1), set(first.entrants)) == (again.node, set(again.entrants))
    assert any("play again" in scene.words(text) for _, text in view.log)
    assert ruled is not None
    assert "void" == ruled.why
    assert [PairingStatus.VOID] * 2 == [view.pairings[1].status, view.pairings[3].status]
    assert {again.entrants[0], second.entrants[0]} == set(final.entrants)
    assert set(second.entrants) == set(view.pairings[4].entrants)


async def test_staff_can_annul_a_result_and_decide_a_running_match(scene: Scene) -> None:
    """An annulled result counts for nothing; a running match of a tournament ends with the places that were ruled."""
    tournament, match = await finished(scene)
    await scene.app.disputes.rule(scene.key(), HOST, match=match, places=(), why="wrong colours", staff=None)
    await scene.app.tournament_runner.work()
    annulled = await scene.store.read(lambda tx: tx.results.get(match))
    second = await opened(scene, rounds=1)
    await signed(scene, second, people=(CLEO, DORA))
    await scene.app.tournaments.start(scene.key(), HOST, tournament=second)
    running = (await scene.app.tournaments.view(second)).pairings[0].match
    assert running is not None
    with pytest.raises(Refusal, match="PLACES"):
        await scene.app.disputes.rule(scene.key(), HOST, match=running, places=(1, 3), why="x", staff=PLACE.guild)
    with pytest.raises(Refusal, match="NO_WORDS"):
        await scene.app.disputes.rule(scene.key(), HOST, match=running, places=(2, 1), why=" ", staff=PLACE.guild)
    await scene.app.disputes.rule(scene.key(), HOST, match=running, places=(2, 1), why="walked off", staff=PLACE.guild)
    await scene.app.tournament_runner.work()
    done = await scene.app.tournaments.view(second)
    why = (await scene.app.matches.view(running, None)).outcome
    log = await scene.log(running)

    assert annulled is not None
    assert "void" == annulled.why
    assert [PairingStatus.VOID] == [p.status for p in (await scene.app.tournaments.view(tournament)).pairings]
    assert (TournamentStatus.FINISHED, (2, 1)) == (done.record.status, done.pairings[0].places)
    assert why is not None
    assert why.note is not None
    assert f"The match was decided by a ruling from {HOST.name}." == scene.words(why.note)
    assert scene.words(why.note) in log


async def test_one_match_can_have_more_days(scene: Scene) -> None:
    """
    The organizer's word moves its last day and that of the tournament; its players are told. Others, and bad numbers,
    change nothing.
    """
    tournament = await opened(scene, limit_days=5, rounds=1)
    await signed(scene, tournament, people=(ANN, BEN))
    await scene.app.tournaments.start(scene.key(), HOST, tournament=tournament)
    (row,) = (await scene.app.tournaments.view(tournament)).pairings
    assert row.match is not None
    extend = scene.app.disputes.extend
    for actor, days, code in (
        (ANN, 2, "NOT_HOST"),
        (HOST, 0, "NUMBER"),
        (HOST, 361, "NUMBER"),
        (HOST, 10**12, "NUMBER"),
    ):
        with pytest.raises(Refusal, match=code) as refusal:
            await extend(scene.key(), actor, match=row.match, days=days)
        assert scene.words(refusal.value.text)
    receipt = await extend(scene.key(), HOST, match=row.match, days=2)
    await scene.relay.pump()
    told = [each for each in scene.courier.of(Kind.WORD) if each.text and each.text.id == "app.tournament_extended"]
    scene.clock.forward(days=6)
    await scene.app.tournament_runner.work()
    during = await scene.app.tournaments.view(tournament)
    scene.clock.forward(days=1)
    await scene.app.tournament_runner.work()
    after = await scene.app.tournaments.view(tournament)

    assert "2 more days" in scene.words(receipt.told[0])
    assert [{ANN.user, BEN.user}] == [set(each.mention) for each in told]
    assert (TournamentStatus.RUNNING, NOW + timedelta(days=7)) == (during.record.status, during.pairings[0].due)
    assert TournamentStatus.FINISHED is after.record.status
    with pytest.raises(Refusal, match="OVER"):
        await extend(scene.key(), HOST, match=row.match, days=2)


async def test_only_a_match_with_a_last_day_can_have_more_days(scene: Scene) -> None:
    """
    One that belongs to no tournament, or is never decided by its days, is refused.
    """
    alone = await scene.match("brainy", (ANN, BEN))
    tournament = await opened(scene, limit_days=0, rounds=1)
    await signed(scene, tournament, people=(ANN, BEN))
    await scene.app.tournaments.start(scene.key(), HOST, tournament=tournament)
    (row,) = (await scene.app.tournaments.view(tournament)).pairings
    assert row.match is not None

    with pytest.raises(Refusal, match="NO_TOURNAMENT"):
        await scene.app.disputes.extend(scene.key(), ANN, match=alone, days=2)
    with pytest.raises(Refusal, match="NO_LIMIT"):
        await scene.app.disputes.extend(scene.key(), HOST, match=row.match, days=2)


@pytest.mark.parametrize(
    ("minutes", "seats", "days"), [(15, 2, 30), (60, 2, 30), (45, 6, 90), (90, 2, 45), (90, 4, 90)]
)
def test_the_usual_days_of_a_match_follow_from_the_game_and_the_seats(minutes: int, seats: int, days: int) -> None:
    """
    Fifteen for each seat, more where the game takes longer than an hour: H₂Olland for four has some 85 turns in a row.
    """
    assert days == usual_days(minutes=minutes, seats=seats)
