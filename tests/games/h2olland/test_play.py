"""Whole matches by chance and by computer players: what must hold at every step, and how well they play."""

from __future__ import annotations

import pickle

import pytest

from games.core.game import Setup
from games.core.rng import Rng
from games.core.running.play import Cause, Progress
from games.core.running.selfplay import play_match, play_steps
from games.core.seats import TABLE, Seat
from games.h2olland import GAME
from games.h2olland.bots.players import PLAYERS
from games.h2olland.moves import Face, HandIn
from games.h2olland.options import H2OllandOptions
from games.h2olland.state import Phase, State
from tests.games.h2olland.table import START, Table, words
from tests.games.h2olland.test_playthroughs import check_pieces

STEADY = PLAYERS["steady"]


def steps(seats: int, seed: int, options: H2OllandOptions | None = None) -> list[Progress[State]]:
    """Return a random match."""
    return list(play_steps(GAME, Setup(seats, options or H2OllandOptions()), bytes([seed]) * 32))


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("seed", range(3))
def test_nothing_is_created_or_lost(seats: int, seed: int) -> None:
    """
    At every step all pieces are somewhere, levels never fall, no barn keeps more than five fields over a winter.
    """
    levels = (0,) * seats
    for progress in steps(seats, seed):
        table = progress.position.state.table
        check_pieces(table)
        assert all(now >= before for now, before in zip(table.levels, levels, strict=True))
        levels = table.levels


@pytest.mark.parametrize("options", [H2OllandOptions(winter="sealed"), H2OllandOptions(safe_zone="village", years="3")])
def test_options_keep_the_pieces(options: H2OllandOptions) -> None:
    """
    Sealed orders and village zones lose nothing either.
    """
    for progress in steps(4, 1, options):
        check_pieces(progress.position.state.table)


def test_d2_forced_decisions_are_made_without_asking() -> None:
    """
    In a match of steady players decisions with one possibility are answered by the core: single areas and tiles, orders
    of empty barns.
    """
    brains = dict.fromkeys(map(Seat, range(4)), STEADY)
    played = play_match(GAME, Setup(4, H2OllandOptions()), bytes(32), brains=brains)
    forced = [entry for entry in played.entries if entry.cause is Cause.FORCED]

    assert len(forced) >= 10
    assert any(isinstance(entry.moves[0], HandIn) or not isinstance(entry.moves[0], Face) for entry in forced)


def test_a_match_has_about_250_decisions() -> None:
    """
    Four players who play greedily make about 250 single decisions (D.3).
    """
    brains = dict.fromkeys(map(Seat, range(4)), STEADY)

    played = play_match(GAME, Setup(4, H2OllandOptions()), bytes(32), brains=brains)

    assert 150 < played.moves < 350


def test_d3_plans_leave_about_twenty_five_messages_a_player() -> None:
    """
    With a plan for each season, a player has to say something at most 25 times in a whole match: one message a season
    in which he acts, and one for each area or tile that is a real choice.
    """
    brains = dict.fromkeys(map(Seat, range(4)), STEADY)
    seasons: set[tuple[Seat, int, Phase]] = set()
    draining = 0
    before: State | None = None
    for progress in play_steps(GAME, Setup(4, H2OllandOptions()), bytes(32), brains=brains):
        for entry in progress.entries if before is not None else ():
            if entry.seat == TABLE or entry.cause is Cause.FORCED or before is None:
                continue
            table = before.table
            draining += table.phase is Phase.DRAIN
            if table.phase not in (Phase.DRAIN, Phase.REWARD):
                seasons.add((entry.seat, table.year, table.phase))
        before = progress.position.state

    assert 12 * 4 < len(seasons) + draining <= 25 * 4


def test_views_travel_to_the_computer_players() -> None:
    """
    Views and asks can be sent to another process.
    """
    table = Table(**START, barn={"white": {"corn": 1}})
    view = table.view("W")
    assert table.open.free

    assert pickle.loads(pickle.dumps(view)) == view


def test_k_steady_beats_a_random_player() -> None:
    """
    In every one of twenty matches, from either seat.
    """
    won = 0
    for number in range(20):
        seat = Seat(number % 2)
        played = play_match(GAME, Setup(2, H2OllandOptions()), bytes([number]) * 32, brains={seat: STEADY})
        won += played.outcome.places[seat] == 1

    assert won == 20


def test_k_easy_plays_worse_than_steady_and_better_than_chance() -> None:
    """
    Over sixteen matches easy loses points to steady, and wins them from a random player.
    """
    against_steady = against_chance = 0
    for number in range(16):
        seat, other = Seat(number % 2), Seat(1 - number % 2)
        seed = bytes([number]) * 32
        strong = play_match(
            GAME, Setup(2, H2OllandOptions()), seed, brains={seat: PLAYERS["easy"], other: STEADY}
        ).outcome
        weak = play_match(GAME, Setup(2, H2OllandOptions()), seed, brains={seat: PLAYERS["easy"]}).outcome
        against_steady += strong.totals[seat] - strong.totals[other]
        against_chance += weak.totals[seat] - weak.totals[other]

    assert against_steady < 0 < against_chance


def test_computer_players_leave_facings_to_the_draw() -> None:
    """
    An open ask is answered with "not now".
    """
    table = Table(**START, phase="winter", turn="orange", rotatable={"3": "white"}, drained={"3": ["single", "NW"]})
    (ask,) = table.asks("W")

    assert STEADY.think(table.view("W"), ask, iter(()), Rng(b"x")) == ()


def test_hints_name_a_good_move() -> None:
    """
    A beginner is told what matters in the season and what a steady player would do.
    """
    table = Table(**START, barn={"white": {"mill": 1}})
    hint = GAME.panel.hint(table.view("W"), table.asks("W")[0])

    assert hint is not None
    assert "Suggestion: build a mill on" in words(hint.text)


def test_a_hint_says_what_a_dike_brings() -> None:
    """
    The tulips that the own mills earn once what it closes off is drained.
    """
    mills = {"white": ["C6", "F2"]}
    table = Table(**{**START, "mills": mills}, phase="dikes", dikes=["1-2"], barn={"white": {"dike": 1}})
    hint = GAME.panel.hint(table.view("W"), table.asks("W")[0])

    assert hint is not None
    assert "Suggestion: lay a dike on border 2-6 (+1 tulip)." in words(hint.text)
