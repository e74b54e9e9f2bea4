"""Reports of Swiss tournaments for pairing programs, read by a checker written from the description of TRF16."""

from __future__ import annotations

import re

import pytest

from bot.app.tournaments.exports import report
from bot.app.tournaments.formats.standings import standings
from bot.app.tournaments.model import Tournament
from bot.app.tournaments.records import TournamentView
from bot.app.tournaments.settings import TournamentSettings
from bot.app.tournaments.views import _entrants, _view_pairing
from db.tournaments.records import EntrantStatus, Format, PairingStatus
from tests.app.tournaments.simulated import Simulation, entrant, tournament
from tests.app.tournaments.test_no_shows import NoShows

POINTS = {"1": 2, "+": 2, "=": 1, "0": 0, "-": 0, "U": 2, "F": 2, "H": 1, "Z": 0}
"""Half points of each code of a result."""

ANSWER = {"1": "0", "0": "1", "=": "=", "+": "-", "-": "+-"}
"""The codes that may stand in the opponent's line: both lose by forfeit where nobody came."""

ROUND = re.compile(r"  ([ \d]{3}\d) ([wb-]) ([10=+\-UFHZ])")


def check_report(text: str) -> int:
    """Check a report: columns, numbers without gaps, codes, points that add up, lines that agree; return its rounds."""
    lines = text.splitlines()
    players = [line for line in lines if line.startswith("001 ")]
    (count,) = [int(line[4:]) for line in lines if line.startswith("062 ")]
    rounds: dict[int, list[tuple[int, str, str]]] = {}
    for line in players:
        number, cells = int(line[4:8]), line[89:]
        assert len(cells) % 10 == 0
        found = [ROUND.fullmatch(cells[at : at + 10]) for at in range(0, len(cells), 10)]
        assert all(found), cells
        rounds[number] = [(int(each[1]), each[2], each[3]) for each in found if each is not None]
        assert sum(POINTS[code] for *_, code in rounds[number]) == 2 * float(line[80:84])
        assert 1 <= int(line[85:89]) <= count
        assert line[14:47].strip()
    assert list(range(1, count + 1)) == list(rounds)
    assert 1 == len({len(played) for played in rounds.values()})
    for number, played in rounds.items():
        for at, (other, color, code) in enumerate(played):
            if other == 0:
                assert (color, code in "UFHZ") == ("-", True)
            else:
                assert rounds[other][at][:2] == (number, {"w": "b", "b": "w"}[color])
                assert rounds[other][at][2] in ANSWER[code]
    return len(rounds[1])


def looked_at(known: Tournament) -> TournamentView:
    """Return a simulated tournament as it is exported."""
    return TournamentView(
        record=known.record,
        settings=known.settings,
        title="Season",
        entrants=tuple(_entrants(known)),
        pairings=tuple(_view_pairing(known, row, (), None) for row in known.pairings),
        standings=standings(known),
        open_late=False,
        coming=(),
        log=(),
        appeals=(),
    )


@pytest.mark.parametrize("bye", [60, 30, 0])
def test_t1_reports_of_simulated_events_are_well_formed(bye: int) -> None:
    """
    At every step of tournaments that people leave, with numbers that are missing, and whatever a bye counts.
    """
    codes = set()
    for seed in range(4):
        settings = TournamentSettings(most=99, least=2, rounds=4, bye=bye)
        begun = tournament(Format.SWISS, 5 + seed, settings)
        begun = begun.with_entrants([entrant(2, status=EntrantStatus.ABSENT)])
        played = Simulation(begun, seed=seed, drop=0.1)
        played.step()
        while played.tournament.alive:
            text = report(looked_at(played.tournament))
            over = check_report(text)
            codes |= set(ROUND.findall(text))
            under_way = any(row.status is PairingStatus.PLAYING for row in played.tournament.pairings)

            assert over == played.tournament.record.round - under_way
            played.finish_some(2)
        text = report(looked_at(played.tournament))
        codes |= set(ROUND.findall(text))

        assert check_report(text) == played.tournament.record.round
    letters = {code for _, color, code in codes if color == "-"}

    assert {60: "U", 30: "H", 0: "Z"}[bye] in letters


def test_t2_both_lose_by_forfeit_where_nobody_came() -> None:
    """
    The result has the code of a forfeit in both lines, and no points.
    """
    played = NoShows(tournament(Format.SWISS, 2, TournamentSettings(most=9, least=2, rounds=1)), 1, 2)
    text = report(looked_at(played.run()))

    assert 1 == check_report(text)
    assert ["-", "-"] == [line[-1] for line in text.splitlines() if line.startswith("001 ")]
