"""What a guided first match teaches, and when."""

from __future__ import annotations

from games.core.game import Setup
from games.core.running.play import Position
from games.core.running.table import start
from games.walnut_grove import GAME
from games.walnut_grove.options import WalnutGroveOptions
from tests.games.walnut_grove.table import P1, SEED, SPRING, Match, autumn, words


def _lessons(match: Match) -> str:
    return " ".join(map(words, GAME.panel.lessons(match.view(), match.ask())))


def test_the_first_decision_says_who_one_is_and_what_wins() -> None:
    """
    Alone, 25 points win.
    """
    match = Match()
    match.position = start(GAME, Setup(seats=2, options=WalnutGroveOptions()), SEED).position
    first = GAME.asks(match.table)[0].seat
    told = " ".join(map(words, GAME.panel.lessons(match.view(first), match.ask(first))))

    assert f"number {first + 1}" in told
    assert "more points than any other" in told
    match.position = start(GAME, Setup(seats=1, options=WalnutGroveOptions()), SEED).position
    assert "25 points" in _lessons(match)


def test_each_season_is_taught_in_the_first_year() -> None:
    """
    Laying, then the harvest with what winter asks for, then the town.
    """
    spring = Match(SPRING, year=1)

    assert "Of the 2 tiles you drew, you lay 1" in _lessons(spring)
    spring.position = Position(spring.draft("L12@N1/0"))
    assert "2 figures" in _lessons(spring)
    assert "1 fish and 2 wood" in _lessons(spring)
    assert "you still lack 1 fish" in _lessons(Match(autumn(), year=1))
    assert "laborers" in _lessons(Match(autumn(), year=2))
    assert "improvements" in _lessons(Match(autumn(), year=3))


def test_nothing_is_taught_once_all_has_been_met() -> None:
    """
    Unless the first help tiles came late.
    """
    assert "" == _lessons(Match(SPRING, year=5)) == _lessons(Match(autumn(), year=5))
    assert () == GAME.panel.lessons(Match(SPRING, year=1).view(None), Match(SPRING, year=1).ask(P1))
