"""Section 16: arranging together, orders, deadlines, undo, chance."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from games.core.game import Barrier, Setup, Undo
from games.core.moves import STOP
from games.core.rng import Rng
from games.core.running.codec import Codec
from games.core.running.plans import play_order
from games.core.running.play import Position, commit, fallback_turn
from games.core.running.table import settle, start, table_step
from games.core.seats import TABLE, AskId, Seat
from games.grunn import GAME
from games.grunn.moves import Arrange, Build, Develop, Done, Place, Take
from games.grunn.options import GrunnOptions
from games.grunn.plans import Standing
from games.grunn.state import Phase, State
from games.grunn.view import View
from tests.games.grunn.table import Table, front, words

SEED = bytes(range(32))
SQUARE_CELLS = Arrange(("D4", "E4", "D5", "E5"))


def test_r16_2_arrangements_are_sealed() -> None:
    """
    All are asked at once; nothing shows until the last is in.
    """
    position = start(GAME, Setup(seats=3, options=GrunnOptions()), SEED).position
    asks = GAME.asks(position.state)

    assert [(ask.seat, ask.sealed) for ask in asks] == [(0, True), (1, True), (2, True)]
    one = commit(GAME, position, Seat(1), AskId("arrange:1"), [SQUARE_CELLS]).position
    assert one.state == position.state


def test_r16_2_an_arrangement_may_be_changed_until_all_are_in() -> None:
    """
    Handing in again replaces the earlier arrangement.
    """
    position = start(GAME, Setup(seats=2, options=GrunnOptions()), SEED).position
    for cells in (("D4", "E4", "D5", "E5"), ("D4", "E4", "F4", "G4")):
        position = commit(GAME, position, Seat(0), AskId("arrange:0"), [Arrange(cells)]).position
    position = commit(GAME, position, Seat(1), AskId("arrange:1"), [SQUARE_CELLS]).position

    assert list(position.state.players[0].tiles) == ["D4", "E4", "F4", "G4"]


@pytest.mark.parametrize(("seats", "count"), [(4, 4), (6, 2)])
def test_r16_2_every_offered_arrangement_is_legal(seats: int, count: int) -> None:
    """
    Cells are offered one by one as long as a connected arrangement can still be made, then the end.
    """
    view = GAME.view(start(GAME, Setup(seats=seats, options=GrunnOptions()), SEED).position.state, Seat(0))
    cells: tuple[str, ...] = ()
    while len(cells) < count:
        choices = list(GAME.choices(view, Arrange, {"cells": cells}))
        cells = (*cells, str(choices[-1].value))

    GAME.check(view, Arrange(cells))
    assert [choice.value for choice in GAME.choices(view, Arrange, {"cells": cells})] == [STOP]
    assert not list(GAME.choices(view, Arrange, {"cells": ("D4", "D4")}))


def test_r16_3_a_turn_is_one_submission() -> None:
    """
    The ask stands under one id until the turn is done.
    """
    table = Table()
    ask = table.ask.id

    assert table.moves(Take(1), Place("F4"), Develop("F4")).ask.id == ask
    assert table.moves(Done()).ask.seat == TABLE


def test_r16_5_the_first_pair_from_the_front_is_taken() -> None:
    """
    Where several pairs make an order legal, the front one is played.
    """
    pool = ("bog+relocate", "wadden+clover", "dollard+clover", "forest+exchange", "marsh+clover")
    table = Table(pool=pool)
    order = Standing(tile="any", card="clover", max_cost=4, place="F4")
    tried = play_order(GAME, table.state, Seat(0), table.ask.id, order, table.view)

    assert tried.turn is not None
    assert tried.turn[0] == Take(2)


def test_r16_5_a_pair_whose_whole_turn_is_illegal_is_passed_over() -> None:
    """
    The building can be paid only with the ducats on the second bog.
    """
    tiles = {"D4": "dollard dev", "E4": "bog"}
    pool = ("bog+relocate", "bog+exchange+5", "dollard+clover", "forest+develop_any", "marsh+relocate")
    table = Table(tiles, pool=pool, ducats=1)
    order = Standing(tile="B", max_cost=4, place="F4", build="!D4")
    tried = play_order(GAME, table.state, Seat(0), table.ask.id, order, table.view)

    assert tried.turn is not None
    assert tried.turn == (Take(2), Place("F4"), Build("D4"), Done())


def test_r16_5_a_played_order_goes_an_unfit_one_waits() -> None:
    """
    Nothing is left of the order that was played; one that fits nothing is kept for its seat to be asked.
    """
    table = Table()
    fits = play_order(GAME, table.state, Seat(0), table.ask.id, Standing(tile="bog", place="F4", keep=True), table.view)
    misses = play_order(GAME, table.state, Seat(0), table.ask.id, Standing(tile="R:NE", place="F4"), table.view)

    assert fits.rest is None
    assert misses.turn is None
    assert misses.rest is not None


@pytest.mark.parametrize("tile", ["any ridge", "R", "R:NE", "ridge:NE", "Sand ridge", "any"])
@pytest.mark.parametrize("card", ["any", "Develop Bog", "develop_bog"])
def test_r16_5_tiles_and_cards_may_be_named_freely(tile: str, card: str) -> None:
    """
    Letters, names and ids are understood.
    """
    view = Table(pool=front("ridge:NE+develop_bog")).view
    resolution = GAME.planning.resolve(Standing(tile=tile, card=card, place="F4"), view, view)

    assert len(resolution.tries) == 1


def test_r16_5_card_first() -> None:
    """
    The order of tile and card is kept.
    """
    view = Table().view
    order = Standing(tile="bog", place="F4", use="+E4", order="card")

    assert GAME.planning.resolve(order, view, view).tries == ((Take(1), Develop("E4"), Place("F4")),)


@pytest.mark.parametrize(
    ("order", "why"),
    [
        (Standing(tile="moon", place="F4"), "no_such_tile"),
        (Standing(tile="any", card="moon", place="F4"), "no_such_card"),
        (Standing(tile="any", place="moon"), "bad_cell"),
        (Standing(tile="any", place="F4", use="moon"), "bad_notation"),
        (Standing(tile="any", place="F4", build="moon"), "unknown_build"),
    ],
)
def test_r16_5_an_order_that_cannot_be_read_is_dropped_with_the_reason(order: Standing, why: str) -> None:
    """
    Its owner is told what could not be read.
    """
    view = Table().view
    reason = GAME.planning.resolve(order, view, view).why

    assert reason is not None
    assert reason.id == f"grunn.refusal.{why}"
    assert words(reason)


@pytest.mark.parametrize("field", ["tile", "card", "max_cost", "place", "use", "build", "order"])
def test_r16_5_values_are_suggested(field: str) -> None:
    """
    Each field that is not a fixed choice has suggestions with complete labels.
    """
    table = Table({"D4": "bog dev", "E4": "wadden"})
    filled = {"card": "develop_bog", "place": "F4", "use": "+F4"}
    found = list(GAME.planning.order_choices(table.view, Standing, field, filled))

    assert all(choice.label is None or words(choice.label) for choice in found)
    assert bool(found) == (field != "order")
    assert not list(GAME.planning.order_choices(GAME.view(table.state, None), Standing, field, filled))


def test_r16_6_starting_tiles_go_to_the_square() -> None:
    """
    At the deadline they are laid on D4, E4, D5, E5 in the order dealt; with six players on D4 and E4.
    """
    for seats, cells in ((3, ("D4", "E4", "D5", "E5")), (6, ("D4", "E4"))):
        state = start(GAME, Setup(seats=seats, options=GrunnOptions()), SEED).position.state

        assert fallback_turn(GAME, state, GAME.asks(state)[0]) == (Arrange(cells),)


def test_r16_6_the_default_turn_takes_the_front_and_builds_the_most() -> None:
    """
    Best cell, best payout, most points; no canal, no skipping.
    """
    tiles = {"D4": "bog", "E4": "marsh dev", "D5": "wadden", "E5": "forest"}
    table = Table(tiles, pool=front("dollard+develop_any"), ducats=9)
    turn = fallback_turn(GAME, table.state, table.ask)

    assert turn == (Take(1), Place("E3"), Develop("E5"), Build("E4"), Done())


def test_r16_6_the_default_uses_the_options_of_the_match() -> None:
    """
    With eight cells around a marsh a corner beside it is worth a point too.
    """
    tiles = {"D4": "marsh", "E4": "bog"}
    table = Table(tiles, pool=front("wadden+relocate"), options=GrunnOptions(marsh_neighbours=8), ducats=0)

    assert fallback_turn(GAME, table.state, table.ask)[1] == Place("D3")


def test_r16_8_a_refill_is_a_barrier_a_turn_is_not() -> None:
    """
    A confirmed turn reveals nothing by itself; the new pair does.
    """
    position = _playing(2)
    turn = fallback_turn(GAME, position.state, GAME.asks(position.state)[0])
    made = commit(GAME, position, GAME.asks(position.state)[0].seat, GAME.asks(position.state)[0].id, turn)

    assert (made.entries[0].barrier, made.entries[0].undo) == (Barrier.NONE, Undo.FREE)
    refill = table_step(GAME, made.position, GAME.asks(made.position.state)[0], SEED)
    assert refill.entries[0].barrier is Barrier.CHANCE


def test_r16_8_the_same_pair_comes_again() -> None:
    """
    Chance hangs on the seed and the number of draws only: another turn is followed by the same new pair.
    """
    position = _playing(2)
    ask = GAME.asks(position.state)[0]
    pairs = []
    for pair in (1, 2):
        state = position.state
        cell = next(choice.value for choice in GAME.choices(_taken(state, pair), Place, {}))
        made = commit(GAME, position, ask.seat, ask.id, [Take(pair), Place(str(cell))]).position
        pairs.append(settle(GAME, made, SEED).position.state.pool[-1])

    assert pairs[0] == pairs[1]


def _playing(seats: int) -> Position[State]:
    position = start(GAME, Setup(seats=seats, options=GrunnOptions()), SEED).position
    for ask in GAME.asks(position.state):
        position = commit(GAME, position, ask.seat, ask.id, [SQUARE_CELLS]).position
    return settle(GAME, position, SEED).position


def _taken(state: State, pair: int) -> View:
    after = GAME.step(state, state.mover, Take(pair), Rng(b"")).state
    return GAME.view(after, state.mover)


def test_r16_4_nothing_stored_is_secret() -> None:
    """
    Every seat and every spectator sees the same state; other worlds look the same because they are the same.
    """
    state = Table().state

    assert GAME.view(state, Seat(3)).state == GAME.view(state, None).state
    assert GAME.bots.resample(state, Seat(0), Rng(b"other")) == state


def test_r16_1_a_state_survives_storage() -> None:
    """
    State and view come back from the codec as they were.
    """
    table = Table(canals=("D4e",)).moves(Take(2))
    codec = Codec(GAME)
    position = Position(table.state)

    assert codec.read_position(codec.position(position)) == position
    assert codec.read_view(codec.encode(table.view)) == table.view


def test_r16_1_phases_ask_whom_they_should() -> None:
    """
    Lot, refill and automaton are the table's; after the end nobody is asked.
    """
    state = Table(seats=1).state
    seats = {phase: [ask.seat for ask in GAME.asks(replace(state, phase=phase))] for phase in Phase}

    assert seats == {
        Phase.ARRANGE: [],
        Phase.LOT: [TABLE],
        Phase.TURN: [0],
        Phase.REFILL: [TABLE],
        Phase.AUTOMATON: [TABLE],
        Phase.OVER: [],
    }
    assert all(words(ask.text) for phase in Phase for ask in GAME.asks(replace(state, phase=phase)))
