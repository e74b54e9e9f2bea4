"""`longtable arena`: who plays whom, what is counted, and what is refused."""

from __future__ import annotations

import math
import os

import pytest

from bot.cli import arena
from bot.cli.arena import SeatResult, Tally, add, elo, interval, report
from bot.config import ConfigError
from games.core.registry import games


def level(name: str, place: int) -> SeatResult:
    """Return one seat of a match."""
    return SeatResult(level=name, place=place, points=10 - place, turns=2, seconds=1.0, longest=0.75)


def test_levels_play_and_are_compared(capsys: pytest.CaptureFixture[str]) -> None:
    """
    Seats rotate, so each chance is played once with each of them; the report names intervals and Elo.
    """
    assert 0 == arena.arena("grumpf", players=("easy", "random"), matches=2, seats=3, seed=1, jobs=1)

    told = capsys.readouterr().out.splitlines()
    assert "Grumpf: 2 matches with 3 seats" == told[0]
    assert ["easy:", "random:"] == [line.split()[0] for line in told[1:3]]
    assert told[3].startswith("easy against random: Elo ")


def test_seats_rotate(monkeypatch: pytest.MonkeyPatch) -> None:
    """
    Chance changes when all seats have been taken.
    """
    seen = []

    def play(game: object, setup: object, chance: bytes, *, brains: object) -> object:
        seen.append(chance)
        raise InterruptedError

    monkeypatch.setattr(arena, "play_match", play)
    for number in range(4):
        with pytest.raises(InterruptedError):
            arena.play_one("grunn", ("easy", "steady"), 0, number)

    assert (seen[0], seen[2]) == (seen[1], seen[3])
    assert seen[0] != seen[2]


def test_wins_points_and_pairs_are_counted() -> None:
    """
    A shared first place counts in parts, a tie of two seats as half.
    """
    tallies = {"strong": Tally(), "steady": Tally()}
    add(tallies, [level("strong", 1), level("steady", 1), level("steady", 3)])
    add(tallies, [level("strong", 2), level("steady", 1), level("steady", 3)])
    lines = list(report(tallies))

    assert [0.5, 0] == tallies["strong"].shares
    assert [0.75, 0.5] == tallies["strong"].against["steady"]
    assert lines[0].startswith("strong: wins 25% (")
    assert "its share of the seats is 33%" in lines[0]
    assert "0.50 s of CPU a turn, at most 0.75 s" in lines[0]
    assert lines[2].startswith("strong against steady: Elo +89 (")


def test_a_series_that_is_stopped_reports_what_was_played(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """
    Ctrl-C after one of five matches: hours of a long series aren't lost. Won by all, it gives a bound, not infinity.
    """

    def play(key: str, levels: object, seed: int, number: int) -> list[SeatResult]:
        if number:
            raise KeyboardInterrupt
        return [level("easy", 1), level("steady", 2)]

    monkeypatch.setattr(arena, "play_one", play)
    code = arena.arena("grunn", players=("easy", "steady"), matches=5, seats=2, seed=0, jobs=1)
    told = capsys.readouterr().out

    assert arena.STOPPED == code
    assert "stopped after 1 match\n" in told
    assert "steady: wins 0% (0% to 79%;" in told
    assert "easy against steady: Elo more than -234" in told


def die(*_args: object) -> list[SeatResult]:
    """End the process that plays, as a machine without memory does."""
    os._exit(1)


def test_a_process_that_dies_ends_a_series_with_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """
    Without a traceback; only a few matches are handed out at a time, however long the series is.
    """
    monkeypatch.setattr(arena, "play_one", die)
    code = arena.arena("grunn", players=("easy", "steady"), matches=10**15, seats=2, seed=0, jobs=2)

    assert arena.STOPPED == code
    assert "stopped after 0 matches: a process died" in capsys.readouterr().out


def test_intervals_and_elo() -> None:
    """
    Wilson's interval, also when all were won; three of four are 191 points.
    """
    assert [0.40, 0.60] == [round(bound, 2) for bound in interval(0.5, 100)]
    assert [0.72, 1.0] == [round(bound, 2) for bound in interval(1.0, 10)]
    assert "0% to 79%" == "{:.0%} to {:.0%}".format(*interval(0.0, 1))
    assert (191, math.inf, -math.inf) == (round(elo(0.75)), elo(1.0), elo(0.0))


@pytest.mark.parametrize(
    ("players", "seats", "said"),
    [
        (("best", "easy"), 2, "Grunn has no player 'best'; choose from beginner, easy, steady"),
        (("easy", "easy"), 2, "Name at least two different players"),
        (("easy", "steady", "random"), 2, "3 players don't fit 2 seats; add --seats 3"),
        (("easy", "steady"), 9, "Grunn is played with"),
    ],
)
def test_bad_input_gets_a_sentence(players: tuple[str, ...], seats: int, said: str) -> None:
    """
    It says what there is.
    """
    assert "grunn" in games()
    with pytest.raises(ConfigError) as refused:
        arena.arena("grunn", players=players, matches=1, seats=seats, seed=0, jobs=1)

    assert str(refused.value).startswith(said)
