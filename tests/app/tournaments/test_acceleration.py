"""Accelerated first rounds; clauses as in ``docs/tournaments.md``."""

from __future__ import annotations

import pytest

from bot.app.tournaments.exports import report
from bot.app.tournaments.formats.standings import standings
from bot.app.tournaments.pairing.acceleration import count_accelerated, virtual_points
from bot.app.tournaments.settings import TournamentSettings
from db.tournaments.records import Format, TournamentStatus
from games.core.errors import Refusal
from tests.app.scene import Scene
from tests.app.tournaments.held import opened
from tests.app.tournaments.simulated import Simulation, by_number, tournament
from tests.app.tournaments.test_reports import check_report, looked_at

SEEDS = {number: number for number in range(1, 11)}


def _settings(*, accelerated: bool = True, rounds: int = 5) -> TournamentSettings:
    return TournamentSettings(most=99, least=2, rounds=rounds, accelerated=accelerated)


def test_a1_the_numbers_are_those_of_the_baku_system() -> None:
    """
    Of nine rounds five are accelerated, three by a win and two by half a win, for the upper six of ten.
    """
    each = [virtual_points(SEEDS, rounds=9, round=turn) for turn in range(1, 10)]

    assert [60, 60, 60, 30, 30, 0, 0, 0, 0] == [points.get(1, 0) for points in each]
    assert [1, 2, 3, 4, 5, 6] == list(each[0])
    assert [1, 1, 2, 2, 3] == [count_accelerated(rounds) for rounds in range(1, 6)]
    assert [2, 2, 2, 4] == [len(virtual_points(dict.fromkeys(range(n), 1), rounds=5, round=1)) for n in (2, 3, 4, 5)]


def test_a2_the_upper_half_meets_itself_at_first() -> None:
    """
    The strongest meet a round earlier than else; no points stand in the standings for it.
    """
    fast, plain = (
        Simulation(tournament(Format.SWISS, 16, _settings(accelerated=on)), result=by_number) for on in (True, False)
    )
    for played in (fast, plain):
        played.step()
        played.finish_some(99)
    upper = set(range(1, 9))
    first = {
        on: [set(row.entrants) for row in run.tournament.pairings if row.round == 1]
        for on, run in ((1, fast), (0, plain))
    }

    assert all(len(pair & upper) in (0, 2) for pair in first[1])
    assert all(len(pair & upper) == 1 for pair in first[0])
    assert {0, 60} == {row.points for row in standings(fast.tournament).rows}
    assert {1, 5} in first[1]


@pytest.mark.parametrize("count", [2, 3, 5, 8, 13, 30])
def test_a3_events_end_whoever_leaves(count: int) -> None:
    """
    With 15 % leaving after each match; the report tells pairing programs what counted, and is well formed.
    """
    played = Simulation(tournament(Format.SWISS, count, _settings()), seed=count, drop=0.15)
    done = played.run()
    text = report(looked_at(done))
    told = [line.split() for line in text.splitlines() if line.startswith("XXA ")]

    assert TournamentStatus.FINISHED is done.record.status
    assert done.record.round == check_report(text)
    assert 2 * -(-count // 4) == len(told)
    assert {("1.0", "1.0", "0.5", "0.0", "0.0")[: done.record.round]} == {tuple(line[2:]) for line in told}


@pytest.mark.parametrize("format", [Format.KNOCKOUT, Format.TABLES, Format.FREE_SWISS])
async def test_a4_other_formats_have_none(scene: Scene, format: Format) -> None:
    """
    With a sentence.
    """
    with pytest.raises(Refusal, match="ACCELERATED") as refusal:
        await opened(scene, format, accelerated=True)

    assert "Swiss by rounds" in scene.words(refusal.value.text)
