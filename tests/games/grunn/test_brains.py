"""Section 24: the computer players."""

from __future__ import annotations

import pytest

from games.core.capabilities import Brain
from games.core.game import Setup
from games.core.rng import Rng
from games.core.running.play import commit, fallback_turn
from games.core.running.selfplay import play_match
from games.core.running.table import settle, start
from games.core.seats import Seat
from games.grunn import GAME
from games.grunn.bots.players import BRAINS
from games.grunn.bots.worth import UNDEVELOPED
from games.grunn.components import LANDS
from games.grunn.moves import Arrange, Done, Exchange, Relocate, Take
from games.grunn.options import GrunnOptions
from games.grunn.state import Phase, State
from games.grunn.view import View
from tests.games.chance import random_turn
from tests.games.grunn.table import Table, front

RANDOM = "random"


def match(seats: int, seed: int, levels: tuple[str, ...]) -> tuple[int, ...]:
    """Play a match and return the totals; the level ``random`` makes random turns."""
    key = seed.to_bytes(32, "big")
    rng = Rng(key[::-1])
    position = start(GAME, Setup(seats=seats, options=GrunnOptions()), key).position
    while position.state.phase is not Phase.OVER:
        for ask in GAME.asks(position.state):
            view, level = GAME.view(position.state, ask.seat), levels[ask.seat]
            if level == RANDOM:
                turn = random_turn(GAME, position.state, ask.seat, ask.id, rng)
            else:
                turn = tuple(GAME.bots.players()[level].think(view, ask, iter(()), rng))
            position = commit(GAME, position, ask.seat, ask.id, turn).position
        position = settle(GAME, position, key).position
    outcome = GAME.outcome(position.state)
    assert outcome is not None
    return outcome.totals


def test_easy_makes_the_default_turn() -> None:
    """
    What it thinks is what an absent player would have got.
    """
    table = Table()
    thought = GAME.bots.players()["easy"].think(table.view, table.ask, iter(()), Rng(b""))

    assert tuple(thought) == fallback_turn(GAME, table.state, table.ask)


@pytest.mark.parametrize("level", ["easy", "steady"])
def test_a_brain_arranges(level: str) -> None:
    """
    The starting tiles are laid legally, for any number of players.
    """
    for seats in (1, 6):
        state = start(GAME, Setup(seats=seats, options=GrunnOptions()), bytes(32)).position.state
        ask = GAME.asks(state)[0]
        (move,) = GAME.bots.players()[level].think(GAME.view(state, Seat(0)), ask, iter(()), Rng(b""))

        assert isinstance(move, Arrange)
        GAME.check(GAME.view(state, Seat(0)), move)


def test_steady_beats_random_players() -> None:
    """
    It wins every one of a few matches against chance, by far.
    """
    totals = [match(2, seed, ("steady", RANDOM)) for seed in range(4)]

    assert all(steady > other + 15 for steady, other in totals)


def test_steady_beats_easy() -> None:
    """
    Over a few matches it has the better mean.
    """
    totals = [match(2, seed, ("steady", "easy")) for seed in range(4)]

    assert sum(steady for steady, _ in totals) > sum(easy for _, easy in totals)


def test_solo_steady_reaches_the_middle_of_the_ratings() -> None:
    """
    The mean of a few solo matches lies between 65 and 90.
    """
    totals = [match(1, seed, ("steady",))[0] for seed in range(6)]

    assert 65 <= sum(totals) / len(totals) <= 90


def test_steady_uses_cards_that_move_tiles() -> None:
    """
    An exchange or a relocation that makes a bog line is found.
    """
    exchange = {"D4": "bog dev", "E4": "wadden dev", "F4": "bog dev", "E5": "bog dev"}
    relocate = {"D4": "bog dev", "E4": "bog dev", "E5": "forest dev", "E6": "forest dev", "E7": "bog dev"}
    turns = [
        _thought(Table(tiles, pool=front(f"wadden+{card}"), ducats=0, seats=1, turns_done=11))
        for tiles, card in ((exchange, "exchange"), (relocate, "relocate"))
    ]

    assert any(isinstance(move, Exchange) for move in turns[0])
    assert any(isinstance(move, Relocate) for move in turns[1])


def test_steady_relocates_before_the_last_tile() -> None:
    """
    In the last turn the landscape is full after laying, so a relocation comes first or not at all.
    """
    cells = [f"{column}{row}" for column in "DEFG" for row in range(4, 8)]
    tiles = dict.fromkeys(cells[:-1], "forest dev") | {"D4": "marsh", "E4": "marsh dev", "F7": "wadden dev"}
    turn = _thought(Table(tiles, pool=front("bog+relocate"), ducats=0, seats=1, turns_done=11))

    assert turn[0] == Take(1)
    assert isinstance(turn[-1], Done)


def test_steady_takes_only_what_it_can_pay() -> None:
    """
    Without ducats it takes the front pair.
    """
    assert _thought(Table(ducats=0))[0] == Take(1)


def _thought(table: Table) -> tuple[object, ...]:
    turn = GAME.bots.players()["steady"].think(table.view, table.ask, iter(()), Rng(b""))
    table.moves(*turn)
    return tuple(turn)


def test_every_landscape_has_a_weight() -> None:
    """
    The evaluation knows what each undeveloped landscape is worth.
    """
    assert set(UNDEVELOPED) == set(LANDS)


def test_brains_draw_nothing() -> None:
    """
    Neither of those that look at the turn itself uses chance or other worlds: the same view gives the same turn.
    """
    table = Table(ducats=9)
    state: State = table.state
    for brain in BRAINS.values():
        rng = Rng(b"")
        turns = [tuple(brain.think(GAME.view(state, Seat(0)), table.ask, iter(()), rng)) for _ in range(2)]

        assert turns[0] == turns[1]
        assert rng.drawn == {}


def test_what_a_search_tries_is_worth_a_look() -> None:
    """
    The turn of the steady player comes first, others follow, with other pairs too; nothing once a pair is taken.
    """
    table = Table(ducats=9)
    turns = GAME.bots.propose(table.view, table.ask, 12, Rng(b""))
    begun = Table(ducats=9).moves(Take(2))

    assert 12 == len(set(turns))
    assert tuple(GAME.bots.players()["steady"].think(table.view, table.ask, iter(()), Rng(b""))) == turns[0]
    assert 1 < len({turn[0] for turn in turns})
    assert () == GAME.bots.propose(begun.view, begun.ask, 12, Rng(b""))


def test_arrangements_to_try_are_not_the_same_turned() -> None:
    """
    The best of all comes first, and others follow.
    """
    state = start(GAME, Setup(seats=2, options=GrunnOptions()), bytes([1]) * 32).position.state
    ask = GAME.asks(state)[0]
    view = GAME.view(state, ask.seat)
    proposed = GAME.bots.propose(view, ask, 5, Rng(b""))

    assert tuple(GAME.bots.players()["steady"].think(view, ask, iter(()), Rng(b""))) == proposed[0]
    assert 5 == len(set(proposed))


def test_quick_players_are_no_worse_than_easy() -> None:
    """
    Those who play on in a search make more points over a few matches, each of them.
    """
    easy = sum(sum(_play_quick(GAME.bots.players()["easy"], seed)) for seed in range(4))

    assert all(easy < sum(sum(_play_quick(brain, seed)) for seed in range(4)) for brain in GAME.bots.policies())


def _play_quick(brain: Brain[State, View], seed: int) -> tuple[int, ...]:
    brains = {Seat(seat): brain for seat in range(2)}
    return play_match(GAME, Setup(seats=2, options=GrunnOptions()), bytes([seed]) * 32, brains=brains).outcome.totals


def test_ducats_raise_what_may_be_expected() -> None:
    """
    Of who is to move; what the other may expect stays as it is.
    """
    poor, rich = (GAME.bots.expect(Table(ducats=ducats).state) for ducats in (0, 9))

    assert poor[0] < rich[0]
    assert poor[1] == rich[1]
