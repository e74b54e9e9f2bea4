"""The notation of section E, both ways."""

from __future__ import annotations

import pytest

from games.core.errors import Refusal
from games.core.moves import Move
from games.core.running.play import Position, commit
from games.core.running.table import settle
from games.core.seats import Seat
from games.h2olland import GAME
from games.h2olland.components import CODES, ITEM_OF, Item, find_item
from games.h2olland.moves import (
    Area,
    Dike,
    Drought,
    Face,
    Flip,
    HandIn,
    Keep,
    Pass,
    Place,
    Reward,
    Run,
    Trade,
)
from tests.games.h2olland.log_notation import record
from tests.games.h2olland.table import START, Table, words

SPRING = {**START, "phase": "spring"}
DRAIN = {"phase": "drain", "mills": {"white": ["I5"]}, "drained": {"8": "plain"}, "dikes": ["3-9", "9-10", "14-18"]}
RACE = {"phase": "race", "fields": [["tulip-red", "J3", "K3"]], "mills": {"white": ["J2"]}, "drained": {"3": "plain"}}
WINTER = {**START, "phase": "winter"}
FINAL = {**START, "phase": "final_trade"}


@pytest.mark.parametrize(
    ("position", "line", "turn"),
    [
        (SPRING, "co J1K1", (Place("corn", "J1K1"),)),
        (SPRING, "mi K4", (Place("mill", "K4"),)),
        (SPRING, "t6 J3J4", (Place("tulip-purple", "J3J4"),)),
        (SPRING, "--", (Pass(),)),
        (SPRING, "dk 3-4", (Dike("3-4"),)),
        (DRAIN, "ar 9,14", (Area(9),)),
        (DRAIN, "fl 9", (Flip(9),)),
        (DRAIN, "fc 9 SE", (Face(9, "SE"),)),
        (DRAIN, "rw t4 t4", (Reward(("tulip-pink", "tulip-pink")),)),
        (DRAIN, "dr 9", (Drought(9),)),
        (DRAIN, "dr -", (Drought(0),)),
        (WINTER, "wi 3co>po 4>cw cw>be mi t4", (Trade(("3co>po", "4>cw", "cw>be", "mi", "t4")),)),
        (WINTER, "wi mi | t4 co co", (Trade(("mi",)), Keep(("tulip-pink", "corn", "corn")))),
        (WINTER, "wi | -", (Keep(()),)),
        (WINTER, "wi", ()),
        (FINAL, "fi t6 t5", (Trade(("t6", "t5")),)),
        (RACE, "rn J3K3", (Run("J3K3"),)),
    ],
)
def test_e3_lines_are_written_and_read(position: dict[str, object], line: str, turn: tuple[Move, ...]) -> None:
    """
    Each line of the log means the moves it was written for; an order is written with or without its silent end.
    """
    table = Table(**position)
    view = table.view("W")
    silent = (HandIn(),) if line.startswith(("wi", "fi")) else ()

    assert GAME.notation.read(view, line) == turn
    assert GAME.notation.write(view, (*turn, *silent)) == line


@pytest.mark.parametrize(
    ("position", "typed", "turn"),
    [
        (SPRING, "W co J1K1", (Place("corn", "J1K1"),)),
        (SPRING, "corn k1 j1", (Place("corn", "J1K1"),)),
        (SPRING, "co:J1K1", (Place("corn", "J1K1"),)),
        (SPRING, "pass", (Pass(),)),
        (SPRING, "dk 4-3", (Dike("3-4"),)),
        (DRAIN, "ar 14", (Area(14),)),
        (DRAIN, "fc 9 se", (Face(9, "SE"),)),
        (DRAIN, "rw pink red", (Reward(("tulip-pink", "tulip-red")),)),
        (WINTER, "O wi mill 3CO>PO", (Trade(("mi", "3co>po")),)),
        (WINTER, "wi mi keep:t4+co", (Trade(("mi",)), Keep(("tulip-pink", "corn")))),
        (WINTER, "mi keep:t4+co", (Trade(("mi",)), Keep(("tulip-pink", "corn")))),
        (WINTER, "cw>po keep:ca", (Trade(("cw>po",)), Keep(("carrot",)))),
        (WINTER, "t1 mi", (Trade(("t1", "mi")),)),
        (WINTER, "mi t4", (Trade(("mi", "t4")),)),
        (SPRING, "W mi K4!", (Place("mill", "K4"),)),
        (DRAIN, "W fl 9 s.NW", (Flip(9),)),
        (RACE, "rn k3", (Run("J3K3"),)),
    ],
)
def test_e1_what_people_type_is_understood(position: dict[str, object], typed: str, turn: tuple[Move, ...]) -> None:
    """
    With the player letter or without, in any case, names for codes, squares in any order.
    """
    assert GAME.notation.read(Table(**position).view("W"), typed) == turn


@pytest.mark.parametrize(
    ("option", "verb", "move"),
    [
        ("3co>po 4>cw cw>be mi t4", Trade, Trade(("3co>po", "4>cw", "cw>be", "mi", "t4"))),
        ("3co>po+mi", Trade, Trade(("3co>po", "mi"))),
        ("t4 co co", Keep, Keep(("tulip-pink", "corn", "corn"))),
        ("keep:t4+co", Keep, Keep(("tulip-pink", "corn"))),
        ("-", Keep, Keep(())),
    ],
)
def test_e3_options_of_the_winter_command(option: str, verb: type[Move], move: Move) -> None:
    """
    ``/h2o winter order:… keep:…`` takes words with spaces.
    """
    assert GAME.notation.read_word(Table(**WINTER).view("W"), option, (verb,)) == move


@pytest.mark.parametrize("line", ["", "co", "xx J1", "fl 99", "fl", "wi co>>", "rw violet", "ar", "fc"])
def test_what_cannot_be_read_is_refused_in_words(line: str) -> None:
    """
    The refusal says how it is written.
    """
    with pytest.raises(Refusal) as caught:
        GAME.notation.read(Table(**SPRING).view("W"), line)

    assert caught.value.code == "UNREADABLE"
    assert words(caught.value.text)


def test_e2_every_item_has_a_code_and_names() -> None:
    """
    Fourteen codes; names, codes and colours are understood.
    """
    assert len(CODES) == len(ITEM_OF) == len(Item) == 14
    for item, code in CODES.items():
        assert find_item(code) == find_item(item) == item
    assert find_item("Pink tulips") == find_item("pink") == Item.PINK
    assert find_item("violet") is None


def test_e3_the_log_of_a_summer() -> None:
    """
    Turns with player letters, what a tile showed, the table's events.
    """
    table = Table(**START, phase="drain", turn="orange", start_player="orange", dikes=["3-4", "3-9"])
    entries = []
    position = Position(table.state)
    for moves in ((Area(3),), (Flip(3),), (Reward(("tulip-red",)),)):
        ask = GAME.asks(position.state)[0]
        made = commit(GAME, position, Seat(1), ask.id, moves)
        after = settle(GAME, made.position, bytes([7]) * 32)
        entries += [*made.entries, *after.entries]
        position = after.position
    lines = record(entries)

    assert lines[0] == "O ar 3"
    assert lines[1].startswith("O fl 3")
    assert lines[2] == "# land 3"
    assert lines[3] == "O rw t1"
    assert lines[4].startswith("# card ")


def test_tell_puts_moves_into_words() -> None:
    """
    Labels with what follows from a move.
    """
    table = Table(**START, barn={"white": {"mill": 1, "corn": 1}})

    def told(move: Move) -> str:
        return words(GAME.tell(table.view("W"), move))

    assert told(Place("mill", "C7")) == "build a mill on C7 (tulip level 2, next to 1 water tile)"
    assert told(Place("corn", "F1G1")) == "plant corn on F1G1 (next to 1 of your buildings)"
    assert told(Drought(0)) == "flip no tile"
    assert told(Trade(("mi",))) == "buy 1 mill for 1 cow, 1 bean and 1 carrot"
    assert told(Keep(("corn", "corn"))) == "keep 2 corn"
    assert told(Pass()) == "pass for this season"
