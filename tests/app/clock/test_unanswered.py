"""Proposals that somebody doesn't answer: after a told share of the clock silence counts as abstaining."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.app.changes.outbox import Kind
from bot.app.match.paces import PRESETS, NoPace, PerMove, answer_time
from bot.app.ratings.rules import find_end
from bot.app.runtime.moments import day
from db.ids import MatchId
from db.ratings.records import Ended
from db.records import PendingKind, Status
from games.core.seats import Seat
from tests.app.scene import ANN, BEN, CLEO, DORA, PLACE, Scene
from tests.app.tournaments.held import HOST, opened, signed

HOUR = timedelta(hours=1)
TURN = PerMove(seconds=100 * 3600)


async def wait(scene: Scene, hours: float) -> None:
    """Let time go by, and what is due be done."""
    scene.clock.forward(seconds=hours * 3600)
    await scene.app.scheduler.sweep()


async def kinds(scene: Scene, match: MatchId) -> list[str]:
    """Return what is proposed, and check that each has its row and no other has."""
    table = await scene.app.uow.read(match)
    rows = [row.proposal or "" for row in table.pending if row.kind is PendingKind.PROPOSAL]
    assert sorted(rows) == sorted(proposal.kind for proposal in table.proposals)
    return [proposal.kind for proposal in table.proposals]


def test_the_time_is_half_of_the_clock() -> None:
    """
    Of the time in hand at the start, or of that for a turn; a week without a clock.
    """
    times = [answer_time(pace) for pace in (PRESETS["easy"], TURN, NoPace(), PerMove(seconds=60))]

    assert [timedelta(days=2), 50 * HOUR, timedelta(days=7), timedelta(minutes=5)] == times


async def test_a_pause_begins_when_nobody_refuses_in_time(scene: Scene) -> None:
    """
    Its card says until when; one short pause is not over before it could begin.
    """
    match, short = [await scene.match(players=(ANN, BEN, CLEO), pace=TURN) for _ in range(2)]
    now = scene.clock.now()
    await scene.app.pauses.propose(scene.key(), ANN, match=match, until=now + timedelta(days=9))
    await scene.app.pauses.propose(scene.key(), ANN, match=short, until=now + 20 * HOUR)
    await scene.relay.pump()
    cards = [word.text for word in scene.courier.of(Kind.WORD) if word.text and word.text.id == "app.pause_proposed"]
    await wait(scene, 10)
    begun = bool((await scene.app.uow.read(short)).clock_stops)
    await wait(scene, 39)
    before = await kinds(scene, match)
    await wait(scene, 1)

    assert [day(now + 50 * HOUR), day(now + 10 * HOUR)] == [text.args["ends"] for text in cards]
    assert begun
    assert ["pause"] == before
    assert [] == await kinds(scene, match)
    assert "No one refused, so the match is paused until" in (await scene.log(match))[-1]


@pytest.mark.parametrize("agrees", [True, False])
async def test_a_match_ends_without_the_absent(scene: Scene, *, agrees: bool) -> None:
    """
    Whoever has not answered in time abstains; as every end by a proposal it is not rated.
    """
    match = await scene.match(players=(ANN, BEN, CLEO), pace=TURN)
    await scene.app.hosts.end(scene.key(), ANN, match=match)
    stamp = int(scene.clock.now().timestamp())
    if agrees:
        await scene.app.hosts.answer(scene.key(), BEN, match=match, proposed=stamp, agrees=True)
    await wait(scene, 49)
    before = await kinds(scene, match)
    await wait(scene, 1)
    view = await scene.app.matches.view(match, None)

    assert ["end"] == before
    assert Status.FINISHED is view.match.status
    assert view.outcome is not None
    assert find_end(view.outcome) is Ended.STAFF
    assert "No one refused, so the match ends with the score as it stands." in await scene.log(match)


async def test_a_word_against_it_or_the_newest_proposal_counts(scene: Scene) -> None:
    """
    After a refusal nothing is left to come due; a second proposal has its own whole time.
    """
    match = await scene.match(pace=TURN)
    await scene.app.hosts.end(scene.key(), ANN, match=match)
    stamp = int(scene.clock.now().timestamp())
    await scene.app.hosts.answer(scene.key(), BEN, match=match, proposed=stamp, agrees=False)
    refused = await kinds(scene, match)
    await wait(scene, 40)
    await scene.app.hosts.end(scene.key(), ANN, match=match)
    await wait(scene, 20)

    assert [] == refused
    assert ["end"] == await kinds(scene, match)
    assert Status.RUNNING is (await scene.app.uow.read(match)).match.status


async def test_halts_shift_the_time_as_they_shift_a_vote(scene: Scene) -> None:
    """
    A pause and a hold of the staff stop it; moves of others, and what they take back, leave it alone.
    """
    match = await scene.match(players=(ANN, BEN, CLEO), pace=TURN)
    await scene.app.hosts.end(scene.key(), ANN, match=match)
    await wait(scene, 10)
    until = scene.clock.now() + 48 * HOUR
    await scene.app.staff.pause(scene.key(), DORA, place=PLACE, match=match, until=until)
    await scene.play(match, ANN, "1")
    await scene.app.undo.undo(scene.key(), ANN, match=match)
    await wait(scene, 48)
    await scene.app.staff.hold(scene.key(), DORA, place=PLACE, match=match)
    await wait(scene, 200)
    await scene.app.staff.release(scene.key(), DORA, place=PLACE, match=match)
    await wait(scene, 39)
    before = await kinds(scene, match)
    await wait(scene, 1)

    assert ["end"] == before
    assert Status.FINISHED is (await scene.app.uow.read(match)).match.status


async def test_turns_are_taken_back_without_the_absent(scene: Scene) -> None:
    """
    Whoever does not answer abstains; where somebody has moved since, the proposal goes without a word.
    """
    match, moved = [await scene.match(players=(ANN, BEN, CLEO), pace=TURN) for _ in range(2)]
    for one in (match, moved):
        await scene.play(one, ANN, "1")
        await scene.play(one, BEN, "2")
        await scene.app.undo.undo(scene.key(), ANN, match=one)
    await scene.play(moved, CLEO, "3")
    await wait(scene, 50)
    log = await scene.log(match)
    draft = (await scene.app.uow.read(match)).draft_of(Seat(0))

    assert draft is not None
    assert "Ann asked and no one refused: 2 turns were taken back." in log
    assert 0 == (await scene.app.matches.view(match, None)).view.state.turns
    assert 3 == (await scene.app.matches.view(moved, None)).view.state.turns
    assert [] == await kinds(scene, match)
    assert [] == await kinds(scene, moved)


async def test_going_back_past_what_came_to_light_by_silence_alone_is_unrated(scene: Scene) -> None:
    """
    As where there is nobody else to agree; the log says so.
    """
    match = await scene.match("digs", (ANN, BEN), pace=TURN)
    await scene.play(match, ANN, "dig")
    await scene.app.undo.undo(scene.key(), ANN, match=match)
    asked = await kinds(scene, match)
    await wait(scene, 50)

    assert ["undo"] == asked
    assert "This match doesn't count for ratings or records." in (await scene.log(match))[-1]
    assert [] == await kinds(scene, match)


async def test_a_tournament_match_does_not_end_by_silence_alone(scene: Scene) -> None:
    """
    It goes on, and who proposed it is told.
    """
    tournament = await opened(scene, rounds=1, pace=TURN)
    await signed(scene, tournament, people=(HOST, BEN))
    await scene.app.tournaments.start(scene.key(), HOST, tournament=tournament)
    match = (await scene.app.tournaments.view(tournament)).pairings[0].match
    assert match is not None
    await scene.app.hosts.end(scene.key(), HOST, match=match)
    await wait(scene, 50)

    assert Status.RUNNING is (await scene.app.uow.read(match)).match.status
    assert "No one else agreed to end the match, so this tournament match goes on." in await scene.log(match)
