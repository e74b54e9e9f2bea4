"""The computer player that tries turns: what it finds, and what it may not depend on."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import repeat
from typing import Any, ClassVar

import pytest
from msgspec.structs import replace

from games.core.base import STRONG, BaseBots
from games.core.capabilities import Brain
from games.core.game import Ask, Setup, Spec
from games.core.moves import Move
from games.core.rng import Rng
from games.core.running.selfplay import play_match, think
from games.core.running.table import start
from games.core.search.budget import check_budget
from games.core.search.halving import Effort, Gain, Searcher, Tried, compare, margin
from games.core.search.rollouts import Line, World, play_on
from games.core.seats import Seat
from tests.games.tiny.hands import HANDS, Done, Lay
from tests.games.tiny.hands import State as HandsState
from tests.games.tiny.season import PLOTS, Pass, Season, Sow, State, View

SEED = bytes(32)


class First:
    """Sows the first free plot, or passes."""

    def think(self, view: View, ask: Ask, worlds: Iterator[State], rng: Rng) -> Sequence[Move]:
        """Return the first free plot."""
        free = _free(view)
        return (Sow(free[0]),) if Sow in ask.verbs and free else (Pass(),)


class Last(First):
    """Sows the last free plot, or passes."""

    def think(self, view: View, ask: Ask, worlds: Iterator[State], rng: Rng) -> Sequence[Move]:
        """Return the last free plot."""
        free = _free(view)
        return (Sow(free[-1]),) if Sow in ask.verbs and free else (Pass(),)


class Bots(BaseBots[State, View]):
    """Two who play by rote, and one who searches; it is proposed to pass first of all."""

    def propose(self, view: View, ask: Ask, most: int, rng: Rng) -> Sequence[tuple[Move, ...]]:
        """Propose to pass, then plots that are free; looking for these would end where the time is over."""
        check_budget()
        return ((Pass(),), *((Sow(plot),) for plot in _free(view)))[:most] if Sow in ask.verbs else ()


def _free(view: View) -> list[int]:
    return [plot for plot in range(1, PLOTS + 1) if plot not in view.state.owner]


PLAYERS: Mapping[str, Brain[State, View]] = {"easy": Last(), "steady": First()}


class Searched(Season):
    """Seasons, with players."""

    spec: ClassVar[Spec] = replace(Season.spec, key="searched", command="searched")
    bots = Bots(PLAYERS, effort=Effort(turns=300, candidates=12))


GAME = Searched()
STATE = start(GAME, Setup(2, GAME.spec.options(), Seat(0)), SEED).position.state
ASK = GAME.asks(STATE)[0]


def test_it_finds_what_a_glance_does_not() -> None:
    """
    To pass comes first and is worst, and it beats both who play by rote.
    """
    turn = think(GAME, STATE, ASK, GAME.bots.players()[STRONG], Rng(b"x"))
    rivals = [PLAYERS["easy"], PLAYERS["steady"]]
    players = [{Seat(0): rival, Seat(1): GAME.bots.players()[STRONG]} for rival in rivals]
    results = [play_match(GAME, Setup(2, GAME.spec.options()), SEED, brains=brains).outcome for brains in players]

    assert (Pass(),) != turn
    assert all(result.places[1] == 1 for result in results)


def test_the_same_chance_brings_the_same_turn() -> None:
    """
    What it tries is counted, not timed.
    """
    turns = {think(GAME, STATE, ASK, GAME.bots.players()[STRONG], Rng(b"x")) for _ in range(3)}

    assert 1 == len(turns)


@pytest.mark.parametrize(("steps", "found"), [(0, (Pass(),)), (900, None)])
def test_when_the_time_is_over_it_takes_the_best_so_far(steps: int, found: tuple[Move, ...] | None) -> None:
    """
    Before anything was tried, that is the first turn proposed.
    """
    left = iter(range(steps))
    player = Searcher(GAME, Effort(turns=10**9, candidates=12), PLAYERS["steady"])
    turn = think(GAME, STATE, ASK, player, Rng(b"x"), is_over=lambda: next(left, None) is None)

    assert (turn == found) if found else (turn in [(Sow(plot),) for plot in range(1, PLOTS + 1)])


def test_where_nothing_is_proposed_it_plays_as_another_does() -> None:
    """
    So a game proposes only where there is something to weigh.
    """
    player = Searcher(GAME, Effort(turns=10, candidates=0), PLAYERS["steady"])

    assert (Sow(1),) == think(GAME, STATE, ASK, player, Rng(b"x"))


def test_who_proposes_nothing_when_the_time_is_over_plays_all_the_same() -> None:
    """
    As for a later part of a turn whose first part took all the time: the other player isn't stopped in its search.
    """

    class Looking(First):
        def think(self, view: View, ask: Ask, worlds: Iterator[State], rng: Rng) -> Sequence[Move]:
            check_budget()
            return super().think(view, ask, worlds, rng)

    player = Searcher(GAME, Effort(turns=10, candidates=0), Looking())

    assert (Sow(1),) == think(GAME, STATE, ASK, player, Rng(b"x"), is_over=lambda: True)


def test_a_turn_to_keep_is_compared_with_the_best_in_the_same_worlds() -> None:
    """
    To pass is worst and would be given up; kept, it's tried as often as the best, and known to be worse.
    """
    player = Searcher(GAME, Effort(turns=300, candidates=12), PLAYERS["steady"])
    found = player.rank(GAME.view(STATE, Seat(0)), ASK, repeat(STATE), Rng(b"x"), keep=((Pass(),),))
    best, passed = found[0], next(tried for tried in found if tried.moves == (Pass(),))
    gain = compare(best, passed)

    assert len(passed.margins) == len(best.margins) > 1
    assert gain.points == pytest.approx(best.mean - passed.mean)
    assert gain.points > 2 * gain.error
    assert len({tried.moves for tried in found}) == len(found) == 12
    assert min(len(tried.margins) for tried in found) < len(best.margins)


def test_luck_that_both_turns_had_is_no_error() -> None:
    """
    Only worlds that both were tried in count; of fewer than two, nothing is known about the error.
    """
    good, bad = Tried((Pass(),), [10.0, -10.0, 30.0]), Tried((Sow(1),), [9.0, -12.0])

    assert Gain(1.5, pytest.approx(0.5)) == compare(good, bad)  # type: ignore[arg-type]
    assert math.inf == compare(good, Tried((Sow(2),), [1.0])).error
    assert Gain(0.0, math.inf) == compare(good, Tried((Sow(2),)))


def test_others_can_play_on() -> None:
    """
    A turn holds if it does so whoever plays on: the searcher takes only the players it is given.
    """
    asked = list[str]()

    class Told(First):
        def think(self, view: View, ask: Ask, worlds: Iterator[State], rng: Rng) -> Sequence[Move]:
            asked.append("told")
            return super().think(view, ask, worlds, rng)

    player = Searcher(GAME, Effort(turns=30, candidates=4), PLAYERS["steady"], policies=[Told()])
    think(GAME, STATE, ASK, player, Rng(b"x"))

    assert len(asked) > 10


def test_a_game_says_who_of_its_players_plays_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """
    By the state; where a turn holds with others alone is another question.
    """
    asked = list[State]()

    def choose(bots: Bots, state: State) -> Sequence[Brain[State, View]]:
        asked.append(state)
        return [First()]

    monkeypatch.setattr(Bots, "policies_at", choose)
    monkeypatch.setattr(Last, "think", lambda *_: pytest.fail("one plays on who isn't to"))
    think(GAME, STATE, ASK, GAME.bots.players()[STRONG], Rng(b"x"))

    assert STATE in asked


def test_a_line_goes_on_for_so_many_turns() -> None:
    """
    Each seat made as many as were wanted of the one that tries; without a number it goes on to the end.
    """
    world = World(STATE, SEED, [PLAYERS["steady"]] * 4)
    short = play_on(GAME, world, Line(ASK.seat, ASK.id, (Sow(7),), 2))
    whole = play_on(GAME, world, Line(ASK.seat, ASK.id, (Sow(7),)))

    assert ({7: 0, 1: 1, 2: 0, 3: 1}, 4) == (short.state.owner, short.turns)
    assert () == GAME.asks(whole.state)


def test_sealed_turns_are_made_before_any_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """
    In a rollout nobody thinks over a state in which another one's turn of the same moment is made.
    """
    state = start(HANDS, Setup(3, HANDS.spec.options()), SEED).position.state
    made: list[bool] = []

    class Lowest:
        def think(self, view: Any, ask: Ask, worlds: Iterator[object], rng: Rng) -> Sequence[Move]:  # noqa: ANN401
            return (HANDS.fallback(view, ask),)

    def view(state: HandsState, seat: Seat | None) -> object:
        made.append(any(state.laid[other] for other in range(3) if other != seat))
        return type(HANDS).view(HANDS, state, seat)

    monkeypatch.setattr(HANDS, "view", view)
    ask = HANDS.asks(state)[0]
    turn = (Lay(min(state.hands[0])), Done())
    led = play_on(HANDS, World(state, SEED, [Lowest()] * 6), Line(ask.seat, ask.id, turn, 1))

    assert ask.sealed
    assert 2 == led.state.round
    assert made
    assert not any(made)


def test_the_margin_is_over_the_best_other() -> None:
    """
    Of points that are expected, and at the end of those that count.
    """
    three = start(GAME, Setup(3, GAME.spec.options(), Seat(0)), SEED).position.state
    state = replace(three, owner={1: 0, 2: 0, 5: 1, 9: 2})

    assert [3.0, -3.0, -3.0] == [margin(GAME, state, Seat(seat)) for seat in range(3)]
    assert 3.0 == margin(GAME, replace(state, season=3), Seat(0))
