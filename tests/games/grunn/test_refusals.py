"""Section 19: illegal attempts and their order."""

from __future__ import annotations

import json
from importlib.resources import files

import pytest
from msgspec.structs import replace

from games.core.running.play import fold
from games.core.seats import Seat
from games.grunn import GAME
from games.grunn.moves import Arrange, Build, Canal, Develop, Done, Exchange, Place, Refill, Relocate, Take
from games.grunn.plans import Standing
from games.grunn.state import Phase, Player
from tests.games.grunn.table import POOL, SQUARE, Table, front, refusal_of

PLATFORM = {"NO_UNDO", "NO_UNDO_NEVER", "NOT_A_PLAYER", "GAME_OVER", "NOT_YOUR_TURN"}
"""Codes of section 19 with sentences of the platform: taking back, and what all games refuse alike."""


def test_r19_every_code_has_a_sentence() -> None:
    """
    Each message of the data file has a sentence of its own in the catalogue.
    """
    data = json.loads((files("games.grunn") / "data" / "components.json").read_text(encoding="utf-8"))
    missing = [code for code in data["messages"] if f"grunn.refusal.{code.lower()}" not in GAME.words]

    assert sorted(missing) == sorted(PLATFORM)


def test_r19_1_not_a_player() -> None:
    """
    Somebody without a seat is told so first, whatever the phase.
    """
    state = Table(phase=Phase.OVER).state

    assert refusal_of(lambda: GAME.check(GAME.view(state, None), Take(9))) == "NOT_A_PLAYER"


def test_r19_1_game_over() -> None:
    """
    After the end nothing is played, nor arranged.
    """
    state = Table(phase=Phase.OVER).state

    assert refusal_of(lambda: GAME.check(GAME.view(state, Seat(1)), Take(1))) == "GAME_OVER"
    assert refusal_of(lambda: GAME.check(GAME.view(state, Seat(1)), Arrange(()))) == "GAME_OVER"


def test_r19_1_not_arranged() -> None:
    """
    Turns are refused while somebody arranges.
    """
    state = Table(phase=Phase.ARRANGE).state

    assert refusal_of(lambda: GAME.check(GAME.view(state, Seat(0)), Take(1))) == "NOT_ARRANGED"


def test_r19_1_not_your_turn() -> None:
    """
    Only the player to move may act.
    """
    state = Table().state

    assert refusal_of(lambda: GAME.check(GAME.view(state, Seat(2)), Take(1))) == "NOT_YOUR_TURN"


def test_r19_1_stale_while_the_pool_changes() -> None:
    """
    Between a turn and the refill the next player must wait for the new pair.
    """
    state = Table().play("1 B@F4 -").state

    assert refusal_of(lambda: GAME.check(GAME.view(state, Seat(1)), Take(1))) == "STALE"


def test_r19_1_already_arranged() -> None:
    """
    An arrangement is final when all are in.
    """
    view = Table().view

    assert refusal_of(lambda: GAME.check(view, Arrange(("D4", "E4", "D5", "E5")))) == "ALREADY_ARRANGED"


@pytest.mark.parametrize(
    ("cells", "code"),
    [
        (("D4", "E4", "D5"), "SETUP_COUNT"),
        (("D4", "E4", "D5", "AA1"), "BAD_CELL"),
        (("D4", "E4", "E4", "D5"), "CELL_TAKEN"),
        (("D4", "E5", "D6", "E7"), "NOT_CONNECTED"),
    ],
)
def test_r19_arrangement(cells: tuple[str, ...], code: str) -> None:
    """
    An arrangement is refused for count, cell, doubled cell and connection, in this order.
    """
    state = Table(phase=Phase.ARRANGE).state
    dealt = Player(("bog", "marsh", "forest", "ridge:N"), 5)
    state = replace(state, players=(dealt, *state.players[1:]))

    assert refusal_of(lambda: GAME.check(GAME.view(state, Seat(0)), Arrange(cells))) == code


def test_r19_arrangement_out_of_frame() -> None:
    """
    No starting hand of the box reaches beyond four in a row, so the limit shows with a longer one.
    """
    state = Table(phase=Phase.ARRANGE).state
    dealt = Player(("bog",) * 5, 5)
    state = replace(state, players=(dealt, *state.players[1:]))
    cells = ("A1", "B1", "C1", "D1", "E1")

    assert refusal_of(lambda: GAME.check(GAME.view(state, Seat(0)), Arrange(cells))) == "OUT_OF_FRAME"


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("one B@F4", "BAD_NOTATION"),
        ("1 B@F4 ?", "BAD_NOTATION"),
        ("1 !D4 B@F4", "BAD_NOTATION"),
        ("1 B@F4 +D4 +E4", "BAD_NOTATION"),
        ("1 B@F4 B@F5", "BAD_NOTATION"),
        ("", "BAD_NOTATION"),
        ("0 B@F4", "NO_SUCH_PAIR"),
        ("6 B@F4", "NO_SUCH_PAIR"),
        ("1 W@F4", "TILE_MISMATCH"),
        ("5 W@F4", "TILE_MISMATCH"),
        ("5 M@F4", "CANNOT_PAY_SKIP"),
        ("5 M@F4 $", "CANNOT_PAY_SKIP"),
        ("1 B@F4 $", "WRONG_CARD"),
        ("1 +E4", "MUST_PLACE"),
        ("1 B@", "MUST_PLACE"),
        ("1 B@F40", "BAD_CELL"),
        ("1 B@E4", "CELL_TAKEN"),
        ("1 B@F6", "NOT_ADJACENT"),
        ("1 R:NE@F4:E", "NO_ROTATION"),
        ("1 B@F4 D4:S", "NO_ROTATION"),
        ("1 B@F4 turn:D4", "NO_ROTATION"),
        ("1 B@F4 D4>G9", "WRONG_CARD"),
        ("1 B@F4 +4F", "BAD_CELL"),
        ("1 +F4 B@F4", "TILE_NOT_LAID"),
        ("1 B@F4 +G4", "NO_TILE"),
        ("1 B@F4 +D4", "WRONG_LANDSCAPE"),
        ("1 B@F4 - !D4 =D4n", "ONE_BUILD"),
        ("1 B@F4 - !G4", "NO_TILE"),
        ("1 B@F4 - !E5", "FOREST_NO_BUILDING"),
        ("1 B@F4 - !D4", "NOT_DEVELOPED"),
        ("1 B@F4 - !4D", "BAD_CELL"),
        ("1 B@F4 - =D4x", "BAD_CELL"),
        ("1 B@F4 - =G9n", "CANAL_NO_TILE"),
    ],
)
def test_r19_lines(line: str, code: str) -> None:
    """
    A line is refused with the code of section 19, and nothing is changed.
    """
    table = Table(ducats=3)
    before = table.state

    assert table.refused(line) == code
    assert table.state == before


@pytest.mark.parametrize(
    ("tiles", "pool", "line", "code"),
    [
        ({"D4": "ridge:E", "E4": "bog"}, "bog+develop_any", "1 B@F4 +D4", "RIDGE_CANNOT_DEVELOP"),
        ({"D4": "bog dev", "E4": "bog"}, "bog+develop_bog", "1 B@F4 +D4", "ALREADY_DEVELOPED"),
        ({"D4": "bog dev", "E4": "wadden"}, "bog+develop_wadden", "1 B@F4 +D4", "WRONG_LANDSCAPE"),
        (SQUARE, "bog+relocate", "1 B@F4 D4>D4", "SAME_CELL"),
        (SQUARE, "bog+relocate", "1 B@F4 D4>E4", "CELL_TAKEN"),
        (SQUARE, "bog+relocate", "1 B@F4 D4>H8", "NOT_CONNECTED"),
        (SQUARE, "bog+relocate", "1 G4>D6 B@F4", "NO_TILE"),
        (SQUARE, "bog+relocate", "1 F4>D6 B@F4", "TILE_NOT_LAID"),
        (SQUARE, "bog+exchange", "1 B@F4 D4~E5", "NOT_NEIGHBOURS"),
        (SQUARE, "bog+exchange", "1 D4~F4 B@F4", "TILE_NOT_LAID"),
        (SQUARE, "bog+exchange", "1 B@F4 D4~D3", "NO_TILE"),
        (SQUARE, "bog+exchange", "1 B@F4 D4~40", "BAD_CELL"),
        (SQUARE, "bog+clover", "1 B@F4 +F4", "WRONG_CARD"),
        ({"D4": "bog", "E4": "bog", "F4": "bog", "G4": "bog"}, "bog+clover", "1 B@H4 $", "OUT_OF_FRAME"),
        ({"D4": "bog", "E4": "bog", "F4": "bog", "G4": "bog"}, "bog+relocate", "1 B@D5 G4>C4 -", "BAD_NOTATION"),
        ({"D4": "bog dev built", "E4": "bog"}, "bog+clover", "1 B@F4 $ !D4", "ALREADY_BUILT"),
        ({"D4": "marsh dev", "E4": "bog"}, "bog+relocate", "1 B@F4 - !D4", "CANNOT_AFFORD"),
    ],
)
def test_r19_cards_and_buildings(tiles: dict[str, str], pool: str, line: str, code: str) -> None:
    """
    Each way of misusing a card or a site has its code.
    """
    assert Table(tiles, pool=front(pool), ducats=3).refused(line) == code


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("3 F4~E5 R:NE@E5", "NO_TILE"),
        ("3 E5~F4 R:NE@E5", "NO_TILE"),
        ("3 F4~E4 R:NE@F4", "TILE_NOT_LAID"),
        ("3 F4~G4 R:NE@G4", "TILE_NOT_LAID"),
    ],
)
def test_r19_a_tile_is_not_laid_only_where_the_cell_is_empty(line: str, code: str) -> None:
    """
    Card first, on an empty cell: only if that is, or its partner is, the empty cell chosen for the new tile, is it said
    to lay the tile first. A cell with a tile on it does not become such a cell by laying there again.
    """
    tiles = {"D4": "wadden", "E4": "bog dev", "D5": "ridge:N", "E5": "marsh"}
    pool = (*POOL[:2], "ridge:NE+exchange", *POOL[3:])

    assert Table(tiles, pool=pool).refused(line) == code


def test_r19_relocate_beyond_the_limit() -> None:
    """
    Connected, but a fifth column.
    """
    tiles = {"D4": "bog", "E4": "wadden", "F4": "dollard", "G4": "bog", "E5": "bog"}

    assert Table(tiles, pool=front("marsh+relocate")).refused("1 M@D5 E5>H4") == "OUT_OF_FRAME"


@pytest.mark.parametrize(
    ("canals", "line", "code"),
    [
        (("D4e",), "1 B@F4 - =E4w", "CANAL_EXISTS"),
        (("D4n",), "1 B@F4 - =D5s", "CANAL_NOT_CONNECTED"),
        (("E4e",), "1 B@D6 - =F3n", "CANAL_NO_TILE"),
    ],
)
def test_r19_canals(canals: tuple[str, ...], line: str, code: str) -> None:
    """
    An edge is refused for its tiles, for a canal on it, and for connection.
    """
    assert Table(canals=canals).refused(line) == code


def test_r19_stocks_come_before_money() -> None:
    """
    NONE_LEFT is told before CANNOT_AFFORD, for buildings and canals.
    """
    tiles = {"D4": "marsh dev", "E4": "bog"}
    poor = Table(tiles, ducats=0, stocks={"church": 0, "canal": 0})

    assert poor.refused("1 B@F4 - !D4") == "NONE_LEFT"
    assert poor.refused("1 B@F4 - =D4n") == "NONE_LEFT"
    assert Table(tiles, ducats=0).refused("1 B@F4 - =D4n") == "CANNOT_AFFORD"


def test_r19_one_build_comes_before_what_is_wrong_with_either() -> None:
    """
    Two constructions are told as such, though the first could not be made either.
    """
    table = Table(ducats=0)

    assert table.refused_moves(Take(1), Place("F4"), Build("G9"), Canal("D4n")) == "ONE_BUILD"


def test_r19_unknown_build() -> None:
    """
    Where only a construction is asked for, anything else is told as such.
    """
    table = Table().moves(Take(1), Place("F4"))

    assert refusal_of(lambda: GAME.notation.read_word(table.view, "bridge", (Build, Canal))) == "UNKNOWN_BUILD"


def test_r19_no_saved_card() -> None:
    """
    Before a pair is taken there is no card, and a used card is gone.
    """
    table = Table()

    assert table.refused_moves(Develop("E4")) == "NO_SAVED_CARD"
    assert table.refused_moves(Relocate("E4", "F4")) == "NO_SAVED_CARD"
    assert table.refused_moves(Take(1), Develop("E4"), Develop("E4")) == "CARD_USED"


def test_r19_bad_order() -> None:
    """
    An order says tile or card first, nothing else.
    """
    order = Standing(tile="any", place="F4", order="both")  # type: ignore[arg-type]
    view = Table().view
    why = GAME.planning.resolve(order, view, view).why

    assert why is not None
    assert why.id == "grunn.refusal.bad_order"


@pytest.mark.parametrize(
    ("moves", "code"),
    [
        ((Take(1), Take(2)), "PAIR_CHOSEN"),
        ((Place("F4"),), "NO_PAIR"),
        ((Canal("D4n"),), "NO_PAIR"),
        ((Done(),), "NO_PAIR"),
        ((Take(1), Place("F4"), Place("F5")), "TILE_LAID"),
        ((Take(1), Build("D4")), "MUST_PLACE"),
        ((Take(1), Done()), "MUST_PLACE"),
        ((Take(1), Exchange("D4", "E4")), "WRONG_CARD"),
        ((Refill(),), "TABLE_ONLY"),
    ],
)
def test_r19_moves_out_of_order(moves: tuple[object, ...], code: str) -> None:
    """
    Moves that a command would never send are refused all the same.
    """
    table = Table()
    seat, ask = table.seat, table.ask.id

    assert refusal_of(lambda: fold(GAME, table.state, seat, ask, moves)) == code  # type: ignore[arg-type]
