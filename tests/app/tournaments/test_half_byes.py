"""Half-point byes on request; clauses as in ``docs/tournaments.md``."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from bot.app.tournaments.exports import report
from bot.app.tournaments.formats import half_byes
from bot.app.tournaments.formats.standings import standings
from bot.app.tournaments.model import Tournament
from bot.app.tournaments.settings import Arranged, TournamentSettings
from db.tournaments.records import EntrantStatus, Format, PairingEnd, PairingStatus, TournamentStatus
from games.core.errors import Refusal
from tests.app.scene import ANN, BEN, CLEO, DORA, Scene
from tests.app.tournaments.held import HOST, opened, signed
from tests.app.tournaments.simulated import Simulation, by_number, tournament
from tests.app.tournaments.test_reports import check_report, looked_at


def _simulated(count: int, *byes: tuple[int, int], most: int = 1, rounds: int = 4, seed: int = 0) -> Simulation:
    settings = TournamentSettings(most=99, least=2, rounds=rounds, half_byes=most, arranged=Arranged(byes=byes))
    return Simulation(tournament(Format.SWISS, count, settings), seed=seed, result=by_number)


def _had(done: Tournament) -> set[tuple[int, int]]:
    return {(row.entrants[0], row.round) for row in done.pairings if row.ended == PairingEnd.REQUESTED}


@pytest.mark.parametrize("count", [4, 5, 8, 9])
def test_h1_who_asks_is_not_paired_and_gets_half(count: int) -> None:
    """
    The others are paired; half a win stands in the standings and H in the report, however much a bye counts else.
    """
    played = _simulated(count, (1, 2), (3, 2), (2, 3))
    done = played.run()
    text = report(looked_at(done))

    assert {(1, 2), (3, 2), (2, 3)} == _had(done)
    for turn in range(1, 5):
        assert [*range(1, count + 1)] == sorted(n for row in done.pairings if row.round == turn for n in row.entrants)
    assert done.record.round == check_report(text)
    assert 3 == text.count("0000 - H")
    assert {1: 210} == {row.number: row.points for row in standings(done).rows if row.number == 1}


def test_h2_not_in_the_last_round_and_no_more_than_announced() -> None:
    """
    Whatever is stored: an organizer may have allowed fewer rounds or byes since they were asked for.
    """
    done = _simulated(6, (1, 4), (2, 1), (2, 2), (2, 3), most=2).run()

    assert {(2, 1), (2, 2)} == _had(done)


def test_h3_an_event_goes_on_if_all_rest() -> None:
    """
    A round of byes alone is over at once; one who is left alone sits out with the points of a win.
    """
    done = _simulated(4, *((number, 2) for number in (1, 2, 3, 4))).run()
    alone = _simulated(4, *((number, 2) for number in (1, 2, 3))).run()

    assert 4 == done.record.round == alone.record.round
    assert {(1, 2), (2, 2), (3, 2), (4, 2)} == _had(done)
    assert [(4,)] == [
        r.entrants for r in alone.pairings if r.status is PairingStatus.BYE and r.ended != PairingEnd.REQUESTED
    ]


def test_h4_whoever_leaves_the_event_ends() -> None:
    """
    With 15 % leaving, a third asking for byes: everyone in a round stands in it once, and those who rested not.
    """
    for seed in range(12):
        byes = [(number, 1 + number % 3) for number in range(1, 10) if number % 3 != seed % 3]
        played = _simulated(9, *byes, seed=seed)
        played.drop = 0.15
        done = played.run()
        for turn in range(1, done.record.round + 1):
            numbers = [n for row in done.pairings if row.round == turn for n in row.entrants]
            assert len(numbers) == len(set(numbers))

        assert TournamentStatus.FINISHED is done.record.status


async def test_h5_byes_are_asked_for_before_a_round_is_paired(scene: Scene) -> None:
    """
    By who takes part, as often as announced; taken back until then. Each refusal says why.
    """
    tournament = await opened(scene, rounds=4, half_byes=1)
    plain = await opened(scene, rounds=4)
    await signed(scene, tournament, people=(ANN, BEN, CLEO, DORA))
    await signed(scene, plain, people=(ANN,))
    bye = scene.app.arrangements.bye
    await bye(scene.key(), ANN, tournament=tournament, round=3)
    cases = (
        (ANN, tournament, 3, "ASKED"),
        (ANN, tournament, 2, "SPENT"),
        (BEN, tournament, 4, "LAST"),
        (BEN, tournament, 9, "NO_ROUND"),
    )
    for who, where, round, code in (*cases, (HOST, tournament, 2, "NOT_IN"), (ANN, plain, 2, "NO_BYES")):
        with pytest.raises(Refusal, match=code) as refusal:
            await bye(scene.key(), who, tournament=where, round=round)
        assert scene.words(refusal.value.text)
    with pytest.raises(Refusal, match="NOT_ASKED"):
        await bye(scene.key(), BEN, tournament=tournament, back=True)
    await bye(scene.key(), ANN, tournament=tournament, round=3, back=True)
    told = await bye(scene.key(), ANN, tournament=tournament)
    await scene.app.tournaments.start(scene.key(), HOST, tournament=tournament)
    view = await scene.app.tournaments.view(tournament)
    with pytest.raises(Refusal, match="PAIRED") as paired:
        await bye(scene.key(), ANN, tournament=tournament, round=1, back=True)

    assert "can't be taken back" in scene.words(paired.value.text)
    assert "half-point bye in round 1" in scene.words(told.told[0])
    assert [("Ann",)] == [row.names for row in view.pairings if row.ended == PairingEnd.REQUESTED]
    assert ["30"] == [str(row.points) for row in view.standings.rows if row.name == "Ann"]
    assert view.byes


@pytest.mark.parametrize("format", [Format.KNOCKOUT, Format.TABLES, Format.FREE_SWISS])
async def test_h6_other_formats_have_none(scene: Scene, format: Format) -> None:
    """
    With a sentence.
    """
    with pytest.raises(Refusal, match="HALF_BYES") as refusal:
        await opened(scene, format, half_byes=1)

    assert "Swiss by rounds" in scene.words(refusal.value.text)


@pytest.mark.parametrize("paired", [3, 4])
def test_h6_there_are_none_left_once_the_last_round_is_next(paired: int) -> None:
    """
    Whichever round is named; no round is offered that isn't one.
    """
    begun = tournament(Format.SWISS, 4, TournamentSettings(half_byes=2, rounds=4))
    late = replace(begun, record=replace(begun.record, status=TournamentStatus.RUNNING, round=paired))
    for round in (1, paired, paired + 1):
        with pytest.raises(Refusal, match="NO_ROUND") as refusal:
            half_byes.ask_bye(late, late.by_number[1], round)

        assert "tournament_bye_none" in refusal.value.text.id


def test_h7_nobody_asks_for_others() -> None:
    """
    A bye of one entrant is none of another, also when it is taken back.
    """
    begun = tournament(Format.SWISS, 4, TournamentSettings(half_byes=2, rounds=4))
    one, other = (replace(begun.by_number[number], status=EntrantStatus.SIGNED) for number in (1, 2))
    known = half_byes.ask_bye(half_byes.ask_bye(begun, one, 2), other, 3)
    with pytest.raises(Refusal, match="NOT_ASKED"):
        half_byes.take_back_bye(known, one, 3)

    assert {1} == half_byes.find_resting(known, 2)
