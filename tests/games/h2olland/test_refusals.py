"""Illegal attempts: codes, their order, sentences (section F)."""

from __future__ import annotations

import pytest

from games.core.errors import IllegalMove
from games.h2olland import GAME
from games.h2olland.moves import Dike, Place
from tests.games.h2olland.table import START, Table, words

FULL = dict.fromkeys(("corn", "cow", "mill", "farm", "dike", "tulip-red"), 1)


def test_game_over_comes_before_everything() -> None:
    """
    After the end any move is refused for that.
    """
    table = Table(**START, phase="over")

    assert table.refused("W co F1G1") == table.refused("W dr 3") == "game_over"


def test_phase_comes_before_passed_and_turn() -> None:
    """
    Orange has passed, it is white's turn, and it is summer.
    """
    table = Table(**START, phase="dikes", turn="white", passed=["orange"], barn={"orange": FULL, "white": FULL})

    assert table.refused("O co N6N7") == "wrong_phase"
    assert table.refused("O dk 3-4") == "passed"
    assert table.refused("R dk 3-4") == "not_your_turn"


def test_turn_comes_before_the_barn_and_the_barn_before_the_place() -> None:
    """
    Out of turn; not in the barn; only then the shape.
    """
    table = Table(**START, barn={"white": {"corn": 1}})

    assert table.refused("O be N6") == "not_your_turn"
    assert table.refused("W be F1") == "not_in_barn"
    assert table.refused("W co F1") == "bad_shape"


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("W co N1N3", "bad_shape"),
        ("W co N1N2", "off_board"),
        ("W co B2B3", "water"),
        ("W co F2F3", "occupied"),
        ("W mi N4", "safe_zone"),
        ("W fa F3", "farm_next_to_farm"),
        ("W fa F6", "island_not_connected"),
        ("W mi A2", "not_connected"),
        ("W t1 A2A3", "not_connected"),
        ("W co A2A3", "not_connected"),
        ("W cw C7B7", "cow_needs_farm"),
        ("W cw F3G3", "farm_has_cow"),
    ],
)
def test_places_are_refused_with_the_first_reason(line: str, code: str) -> None:
    """
    In the order of the table in section F.
    """
    table = Table(**START, barn={"white": FULL}, fields=[["cow", "F1", "G1"]])

    assert table.refused(line) == code


def test_zone_comes_before_the_other_farm() -> None:
    """
    N6 is in orange's zone and next to his farm.
    """
    assert Table(**START).place("W", "farm", "N6") == "safe_zone"


def test_barren_comes_before_connection() -> None:
    """
    Both squares fail: the barren one is named.
    """
    assert Table(drained={"3": ["single", "NW"]}).place("O", "corn", "J2J3") == "barren"


def test_an_order_names_its_first_impossible_trade() -> None:
    """
    Level before supply, supply before price.
    """
    table = Table(**START, phase="winter", barn={"white": {}}, supply={"tulip-red": 0, "dike": 0})

    assert table.refused("W wi t2") == "level_too_low"
    assert table.refused("W wi t1") == "sold_out"
    assert table.refused("W wi dk") == "sold_out"
    assert table.refused("W wi mi") == "cannot_afford"


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("W be F1G1", "This isn't in your barn: beans. Choose something else, or pass."),
        ("W mi N4", "N4 is in Olga's safe zone, where other players can't build farms or mills. Build somewhere else."),
        ("W fa F3", "F3 is next to the farm on F2. Farms can't be next to each other."),
        ("W co F2F3", "F2 is already taken (Wim's farm). Choose an empty square."),
        ("W cw F3G3", "Your farm on F2 already has a cow pasture. Each farm can have only one."),
        ("W dk 3-4", "You can't do that now (spring). Place one thing from your barn, or pass."),
    ],
)
def test_sentences_say_what_is_wrong(line: str, sentence: str) -> None:
    """
    The words are the specification's.
    """
    table = Table(**START, barn={"white": FULL}, fields=[["cow", "F1", "G1"]])

    assert words(table.refusal(line).text) == sentence


def test_what_it_costs_and_what_lacks_is_told() -> None:
    """
    A mill without bean and carrot.
    """
    refusal = Table(**START, phase="winter", barn={"white": {"cow": 1}}).refusal("W wi mi")

    assert words(refusal.text) == (
        "You can't afford a mill. The price is 1 cow, 1 bean and 1 carrot, and you're missing 1 bean and 1 carrot. "
        "Nothing in your order was carried out."
    )


def test_a_blocking_turn_names_the_tiles_to_choose() -> None:
    """
    The sentence of ``would_block``.
    """
    table = Table(
        phase="drain",
        drained={"10": "plain"},
        mills={"red": ["I6"], "blue": ["L5"], "orange": ["I3"]},
        dikes=["7-8", "3-9", "14-18"],
        turn="red",
        area=[8, 9, 14],
    )

    assert (
        words(table.refusal("R fl 8").text)
        == "If you flip tile 8, no mill is left for tile 14. Choose one of these tiles: 14."
    )


def test_unknown_items_and_tiles_are_answered_with_the_nearest() -> None:
    """
    Bot level: a misspelt item offers what was probably meant.
    """
    table = Table(**START, barn={"white": FULL})

    with pytest.raises(IllegalMove) as caught:
        GAME.check(table.view("W"), Place("potatos", "F1G1"))
    assert caught.value.code == "UNKNOWN_ITEM"
    assert "potatoes" in words(caught.value.text)
    assert table.refused("W fl 40") == "unreadable"


def test_a_spectator_is_no_player() -> None:
    """
    Who has no seat is told so first of all.
    """
    table = Table(**START)

    with pytest.raises(IllegalMove, match="NOT_A_PLAYER"):
        GAME.check(GAME.view(table.state, None), Dike("3-4"))


def test_an_illegal_attempt_changes_nothing() -> None:
    """
    The state is the same object as before.
    """
    table = Table(**START, barn={"white": FULL})
    before = table.state

    table.refused("W mi N4")

    assert table.state is before
