"""Computer players (section 9)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

import pytest
from msgspec.structs import replace

from games.core.capabilities import Brain
from games.core.game import Setup
from games.core.moves import Move
from games.core.rng import Rng
from games.core.running.play import finish, fold
from games.core.running.selfplay import play_match, play_steps, think
from games.core.search.halving import Effort, Searcher
from games.core.seats import Seat
from games.walnut_grove import GAME
from games.walnut_grove.bots.candidates import best_coins, best_farm, town_orders
from games.walnut_grove.bots.worth import WINTERS, after_winter, best_winter, worth
from games.walnut_grove.moves import Start
from games.walnut_grove.options import WalnutGroveOptions
from games.walnut_grove.rules.land import matches, placements, rate_placements
from games.walnut_grove.state import Instructions, Table
from games.walnut_grove.view import View
from tests.games.walnut_grove.table import P1, SEED, SPRING, Match, autumn

BRAINS = GAME.bots.players()


def test_9_steady_beats_chance() -> None:
    """
    Against random orders the steady player wins every one of a few matches, by far.
    """
    for seed in range(4):
        setup = Setup(2, WalnutGroveOptions())
        played = play_match(GAME, setup, bytes([seed + 20]) * 32, brains={Seat(0): BRAINS["steady"]})
        assert (1, 2) == played.outcome.places
        assert played.outcome.totals[0] - played.outcome.totals[1] > 20


def test_9_levels_differ() -> None:
    """
    Alone, steady makes more points than easy on average, and both far more than chance.
    """
    totals = {level: sum(_alone(BRAINS[level], seed) for seed in range(4)) for level in ("easy", "steady")}

    assert totals["steady"] > totals["easy"] > 0


def _alone(brain: Brain[Table, View], seed: int) -> int:
    setup = Setup(1, WalnutGroveOptions())
    return play_match(GAME, setup, bytes([seed]) * 32, brains={Seat(0): brain}).outcome.totals[0]


@pytest.mark.parametrize("level", ["easy", "steady"])
@pytest.mark.parametrize("season", ["start", "farm", "town"])
def test_every_order_of_a_computer_player_is_whole(level: str, season: str) -> None:
    """
    Each order folds and ends its ask.
    """
    match = {"start": Match(players=2), "farm": Match(SPRING), "town": Match(autumn({}))}[season]

    turn = think(GAME, match.table, match.ask(), BRAINS[level], Rng(b"x"))

    after = finish(GAME, match.table, P1, match.ask().id, turn).state
    assert after != match.table


def test_goods_are_given_up_for_coins_where_that_pays() -> None:
    """
    With two milk that nobody needs in the last year, and gold drawn, the milk goes.
    """
    farm = {"barn": {"milk": 4}, "huts": 4, "squares": {"N0.w": 2}}
    town = {"figures": {"P1": "church:1"}, "coin_bag": {"gold": 8}}
    match = Match(autumn(farm, at="church:1"), town=town, year=8).play("store_s<w")

    moves = best_coins(match.table, P1)
    match.make(moves)

    assert match.farm().coins >= 1


def test_a_player_before_may_have_told_winter_what_it_cannot_do() -> None:
    """
    Who takes a seat over with such instructions gives others with the drawn coins, as an order that is whole.
    """
    match = Match(autumn({"barn": {"milk": 4}}, at="church:1"), year=8).play("store_s<w")
    table = match.table
    left = replace(table.desks[P1], winter=Instructions(save=("wood",), repay=("sss",), sources=("w=N0.w",)))
    table = replace(table, desks=(left, *table.desks[1:]))
    (ask,) = (ask for ask in GAME.asks(table) if ask.seat == P1 and ask.waits)

    after = finish(GAME, table, P1, ask.id, best_coins(table, P1)).state

    assert after != table


def test_a_farm_is_laid_and_worked_for_what_it_promises() -> None:
    """
    The half pen goes over a printed landscape.
    """
    match = Match(SPRING)

    match.make(best_farm(match.table, P1))

    assert 1 == len(match.farm().land.pens)


def test_every_town_order_looked_at_is_legal() -> None:
    """
    All orders that the player compares can be played, passing among them.
    """
    match = Match(autumn({"barn": {"grain": 2, "copper": 2}, "help": {"open": 1}}))
    orders = list(town_orders(match.table, P1))

    for order in orders:
        assert finish(GAME, match.table, P1, match.ask().id, order.moves).state != match.table
    assert len(orders) > 20


def test_worth_at_the_end_is_the_score() -> None:
    """
    After the last year a farm is worth its points; before it, land and labourers count for more than help tiles.
    """
    match = Match(autumn({"barn": {"gold": 2}}))
    farm = match.farm()

    assert 10.0 == worth(farm, 9)
    assert worth(farm, 2) > worth(after_winter(farm, match.table.the_disc, WINTERS[2], forced=False), 2)
    assert best_winter(farm, match.table.the_disc, 1, forced=False)[1] in WINTERS


def test_what_a_search_tries_begins_with_what_steady_does() -> None:
    """
    On the farm and in town others follow; for the start rows there are two ways, and none once an order is begun.
    """
    for match in (Match(SPRING), Match(autumn({"barn": {"grain": 2, "copper": 2}}))):
        turns = _proposed(match)
        assert tuple(think(GAME, match.table, match.ask(), BRAINS["steady"], Rng(b"x"))) == turns[0]
        assert 6 == len(set(turns))

        begun = fold(GAME, match.table, P1, match.ask().id, turns[1][:1]).state
        assert () == GAME.bots.propose(GAME.view(begun, P1), match.ask(), 6, Rng(b"x"))

    assert {(Start("church"),), (Start("town"),)} == set(_proposed(Match(players=2)))


def _proposed(match: Match) -> Sequence[tuple[Move, ...]]:
    ask = match.ask()
    return GAME.bots.propose(GAME.view(match.table, ask.seat), ask, 6, Rng(b"x"))


def test_quick_players_beat_chance() -> None:
    """
    Those who play on in a search win against random orders, each of them, by far.
    """
    for brain in GAME.bots.policies():
        played = play_match(GAME, Setup(2, WalnutGroveOptions()), SEED, brains={Seat(0): brain})
        assert played.outcome.totals[0] - played.outcome.totals[1] > 10


def test_ways_to_lay_a_tile_are_rated_by_their_matching_sides() -> None:
    """
    All at once as each for itself.
    """
    farm = play_match(GAME, Setup(1, WalnutGroveOptions()), SEED).position.state.farms[0]
    rated = list(rate_placements(farm.board, farm.tiles, ("L06", "L21")))

    assert [laid for _, laid in rated] == list(placements(farm.tiles, ("L06", "L21")))
    assert all(fit == matches(farm.board, farm.tiles, laid) for fit, laid in rated)
    assert 1 < len({fit for fit, _ in rated})


def test_at_the_end_the_points_are_expected() -> None:
    """
    Before it, those who still go to town may expect more than if they had been.
    """
    over = play_match(GAME, Setup(2, WalnutGroveOptions()), SEED).position.state
    figures = {"figures": {"P1": "church:1", "P2": "town:1"}}
    match = Match({**autumn(), "turn": ["P1", "P2"], "farms": {"P1": {}, "P2": {}}, "town": figures})
    before = GAME.bots.expect(match.table)
    match.play("=", P1)
    outcome = GAME.outcome(over)

    assert outcome is not None
    assert list(outcome.totals) == list(GAME.bots.expect(over))
    assert GAME.bots.expect(match.table)[0] < before[0]
    assert GAME.bots.expect(match.table)[1] == before[1]


def test_a_search_knows_no_more_than_its_seat() -> None:
    """
    With other coins, other tiles in others' hands and other bags it makes the same turn.
    """
    brains = dict(zip((Seat(0), Seat(1)), GAME.bots.policies(), strict=True))
    searcher = Searcher(GAME, Effort(turns=12, candidates=3, depth=1), BRAINS["steady"])
    steps = play_steps(GAME, Setup(2, WalnutGroveOptions()), SEED, brains=brains)
    differing = []
    for progress in islice(steps, 12, 24, 3):
        state = progress.position.state
        ask = next(ask for ask in GAME.asks(state) if ask.waits)
        other = GAME.bots.resample(state, ask.seat, Rng(b"y"))
        turns = {think(GAME, either, ask, searcher, Rng(b"x")) for either in (state, other)}
        differing.append(state != other)

        assert 1 == len(turns)
    assert any(differing)
