"""Of which turn a search is sure, for who asks for advice."""

from __future__ import annotations

from typing import ClassVar

import pytest
from msgspec.structs import replace

from games.core.game import Ask, Spec
from games.core.moves import Found, Hint, Move
from games.core.rng import Rng
from games.core.search.advice import find_advice
from games.core.search.budget import within
from games.core.search.halving import Effort
from games.core.text import raw
from tests.games.core.search.test_halving import ASK, PLAYERS, STATE, Bots, Searched
from tests.games.tiny.season import Panel as SeasonPanel
from tests.games.tiny.season import Pass, Sow, View


class Panel(SeasonPanel):
    """Advises at a glance what it is told to."""

    advised: ClassVar[tuple[Move, ...]] = (Pass(),)

    def hint(self, view: View, ask: Ask, found: Found | None = None) -> Hint | None:
        """Return the turn."""
        return Hint(text=raw("try this"), moves=self.advised) if self.advised else None


class Hinting(Searched):
    """Seasons, with players and advice."""

    spec: ClassVar[Spec] = replace(Searched.spec, key="hinting", command="hinting")
    panel = Panel()
    bots = Bots(PLAYERS, effort=Effort(turns=600, candidates=12))


GAME = Hinting()


def test_a_turn_that_is_surely_better_than_the_usual_one_is_found() -> None:
    """
    To pass is worth nothing; which of the plots is sown doesn't matter, so each is as sure as the others.
    """
    found = find_advice(GAME, STATE, ASK, Rng(b"x"))

    assert found is not None
    assert isinstance(found.moves[0], Sow)
    assert found.points >= 1
    assert (Pass(),) == found.usual


def test_what_the_game_advises_stays_where_nothing_ends_better(monkeypatch: pytest.MonkeyPatch) -> None:
    """
    All other plots end alike: it is the same turn for all that counts, and better only than to pass.
    """
    monkeypatch.setattr(Panel, "advised", (Sow(5),))
    found = find_advice(GAME, STATE, ASK, Rng(b"x"))

    assert found is not None
    assert ((Sow(5),), ()) == (found.moves, found.usual)


def test_without_the_time_or_a_player_it_is_sure_of_nothing() -> None:
    """
    Nor in a game whose players don't search.
    """
    plain = type("Plain", (Hinting,), {"bots": Bots(PLAYERS)})()
    left = iter(range(100))
    with within(lambda: next(left, None) is None):
        hurried = find_advice(GAME, STATE, ASK, Rng(b"x"))

    assert hurried is None
    assert find_advice(plain, STATE, ASK, Rng(b"x")) is None


def test_the_same_chance_brings_the_same_advice() -> None:
    """
    What it tries is counted, not timed.
    """
    first, second = (find_advice(GAME, STATE, ASK, Rng(b"y")) for _ in range(2))

    assert first == second
