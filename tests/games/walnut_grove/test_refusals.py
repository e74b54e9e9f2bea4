"""Illegal attempts (section 6): each code, its sentence, and which comes first (R6.17)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from games.core.errors import Refusal
from games.core.moves import Move
from games.core.running.play import fold
from games.walnut_grove import GAME
from games.walnut_grove.moves import (
    Coins,
    Done,
    DrawCoins,
    Drop,
    GiveUp,
    Go,
    Lay,
    Pass,
    Renounce,
    Repay,
    RepayGate,
    RepayMid,
    Save,
    Sell,
    Sources,
    Start,
    Take,
    Tax,
    WinterCoins,
    WinterRepay,
    WinterSave,
    WinterSources,
    Work,
)
from tests.games.walnut_grove.table import P1, P2, SPRING, Match, autumn, words

TWO_FARMS: dict[str, Any] = {
    "phase": "town",
    "disc": "A3",
    "turn": ["P1", "P2"],
    "farms": {"P1": {}, "P2": {}},
    "town": {"figures": {"P1": "town:1", "P2": "post"}},
}


def _ids(faults: Sequence[tuple[Any, ...]]) -> list[str]:
    return [f"{number}-{fault[0]}" for number, fault in enumerate(faults)]


FARM_FAULTS: list[tuple[str, tuple[Move, ...], str]] = [
    ("TILE_NOT_DRAWN", (Lay("L05", "J1", 0),), "You didn't draw L05. Choose one of these tiles: L12 and L01."),
    ("TILE_TWICE", (Lay("L12", "N1", 2), Lay("L12", "J1", 0)), "You have already laid this tile."),
    ("KEEP_NUMBER", (Lay("L12", "N1", 2), Lay("L01", "J1", 0)), "This spring, lay exactly 1 tile."),
    ("KEEP_NUMBER", (Work(("N0.w", "M0.m")),), "This spring, lay exactly 1 tile."),
    ("BELOW_BOARD_EDGE", (Lay("L12", "O0", 0),), "Tiles go above your board."),
    ("NOT_ADJACENT", (Lay("L12", "A9", 0),), "A9 touches neither the upper edge of your board nor one of your"),
    ("BAD_ROTATION", (Lay("L12", "N1", 4),), "A tile can't be turned like that."),
    ("UNKNOWN_AREA", (Lay("L12", "N1", 2), Work(("K1.g", "N0.w"))), "Your farm has no area K1.g."),
    ("AREA_TWICE", (Lay("L12", "N1", 2), Work(("N0.w", "N1.w"))), "N0.w and N1.w are the same area"),
    ("ALL_FIGURES", (Lay("L12", "N1", 2), Work(("N0.w",))), "Choose 2 different areas, one for each figure."),
    ("ALL_FIGURES", (Lay("L12", "N1", 2), Done()), "Choose 2 different areas, one for each figure."),
    (
        "NOT_WORKED",
        (Lay("L12", "N1", 2), Work(("N0.w", "M0.m")), Renounce(("J0.g-1",))),
        "None of your figures works at J0.g.",
    ),
    (
        "BAD_RENOUNCE",
        (Lay("L12", "N1", 2), Work(("N0.w", "M0.m")), Renounce(("N0.w-2",))),
        "You can leave up to 1 good at N0.w:",
    ),
    (
        "BAD_RENOUNCE",
        (Lay("L12", "N1", 2), Work(("N0.w", "M0.m")), Renounce(("N0.w-0",))),
        "Say how many goods to leave at N0.w",
    ),
    (
        "NOT_IN_BARN",
        (Lay("L12", "N1", 2), Work(("N0.w", "M0.m")), Drop(("m",))),
        "Your barn doesn't hold this: milk. You can drop 2 copper coins.",
    ),
    ("NOT_IN_BARN", (Lay("L12", "N1", 2), Work(("N0.w", "M0.m")), Drop(())), "Choose what to drop."),
    ("NO_OPEN_HELP", (Repay(("w", "C", "C")),), "You have no open help tile, so there is nothing to pay back."),
    (
        "NO_OPEN_HELP",
        (Lay("L12", "N1", 2), Work(("N0.w", "M0.m")), RepayMid("N0.w", ("w", "w", "w"))),
        "You have no open help tile, so there is nothing to pay back.",
    ),
]


@pytest.mark.parametrize(("code", "moves", "sentence"), FARM_FAULTS, ids=_ids(FARM_FAULTS))
def test_6_faults_of_a_farm_order(code: str, moves: tuple[Move, ...], sentence: str) -> None:
    """
    Each fault has its code and its sentence, which says what would be allowed.
    """
    match = Match(SPRING)

    assert (code, sentence) == _refusal(match, moves, sentence)


def _refusal(match: Match, moves: tuple[Move, ...], sentence: str) -> tuple[str, str]:
    with pytest.raises(Refusal) as caught:
        fold(GAME, match.table, P1, match.ask().id, moves)
    return caught.value.code, words(caught.value.text)[: len(sentence)]


def test_6_spot_taken() -> None:
    """
    A cell with a tile is taken.
    """
    match = Match(SPRING, farms={"P1": {"tiles": [["L02", "J1", 0]]}})

    assert ("SPOT_TAKEN", "J1 already has a tile. Choose a free cell.") == match.check(Lay("L12", "J1", 0))


TOWN_FAULTS: list[tuple[str, dict[str, Any], tuple[Move, ...], str]] = [
    ("UNKNOWN_BUILDING", {}, (Go("town_hall"),), "You can't stop there. Choose one of these buildings: Post Office"),
    ("UNKNOWN_BUILDING", {}, (Take(("white",)),), "Choose a building to walk to first, or pass."),
    ("UNKNOWN_BUILDING", {}, (Pass(), Drop(("C",))), "You are passing, so you can only pay help back"),
    ("UNKNOWN_BUILDING", {}, (Done(),), "Choose a building to walk to first, or pass."),
    ("SOLD_OUT", {"labourers": {"lodge": []}}, (Go("lodge"),), "Dakota Lodge has nothing left."),
    ("NOT_THERE", {"labourers": {"lodge": ["yellow"]}}, (Go("lodge"), Take(("white",))), "Dakota Lodge has 1 yell"),
    ("NOT_THERE", {}, (Go("lodge"), Take(())), "Choose what to take. Dakota Lodge has"),
    ("CANNOT_PAY", {}, (Go("soebuck"),), "Soebuck's costs 1 milk and 2 stone. After the tax you are 1 short"),
    ("BAD_TAX", {}, (Go("post"), Take(("g", "g")), Tax(("C",))), "You don't pass a gate on the way"),
    ("BAD_TAX", {}, (Go("church"), Take(("g", "g")), Tax(("w",))), "You pass 1 gate. For each gate, pay a coin"),
    ("BAD_TAX", {}, (Go("post"), Take(("g", "g")), RepayGate(("gww",))), "You don't pass a gate"),
    ("NOT_ENOUGH", {}, (Go("church"), Take(("g", "g")), Tax(("G",))), "You don't have enough of this: gold coin."),
    (
        "BAD_SAVE",
        {},
        (Go("carpenter"), Take(("hut",)), Save(("g",))),
        "The price is 1 wood and 1 stone. You can keep",
    ),
    ("BAD_SAVE", {}, (Go("carpenter"), Take(("hut",)), Save(("C",))), "Only goods can be kept."),
    ("NOT_ENOUGH", {}, (Go("carpenter"), Take(("hut",)), Coins(("G",))), "You don't have enough of this: gold coin."),
    ("TWO_GOODS", {}, (Go("post"), Take(("g",))), "Choose exactly two goods."),
    ("SELL_ONE", {}, (Go("store_n"), Sell(())), "Sell at least one good, or pass."),
    ("SELL_ONE", {}, (Go("store_n"), Take(("g",))), "North Store is a store. Choose what to sell there."),
    ("SELL_ONE", {}, (Go("store_n"), Done()), "Sell at least one good, or pass."),
    ("SELL_TWICE", {}, (Go("store_n"), Sell(("w", "w"))), "A store buys only one good of each kind."),
    ("NOT_BOUGHT_HERE", {}, (Go("store_n"), Sell(("f",))), "North Store only buys grain, milk and wood."),
    ("NOT_BOUGHT_HERE", {}, (Go("post"), Sell(("w",))), "Post Office doesn't buy goods."),
    ("NOT_ENOUGH", {}, (Go("store_n"), Sell(("g",))), "You don't have enough of this: grain."),
    ("NO_OPEN_HELP", {}, (Repay(("w", "C", "C")),), "You have no open help tile, so there is nothing to pay back."),
    ("REPAY_THREE", {"open": True}, (Repay(("w", "C")),), "Paying help back takes exactly 3 goods."),
    ("NOT_ENOUGH", {"open": True}, (Repay(("w", "w", "C")),), "You don't have enough of this: wood."),
    ("UNKNOWN_AREA", {}, (Go("carpenter"), Take(("hut",)), Sources(("w=K7.w",))), "Your farm has no area K7.w."),
    ("UNKNOWN_AREA", {}, (Go("carpenter"), Take(("hut",)), Sources(("barn",))), "“barn” doesn't say where"),
    ("NOT_ENOUGH", {}, (Pass(), WinterCoins(("C", "C"))), "Choose each kind of coin only once"),
    ("BAD_SAVE", {}, (Pass(), WinterSave(("g",))), "Winter asks for 1 fish and 2 wood. You can keep only goods"),
    ("NO_OPEN_HELP", {}, (Pass(), WinterRepay(("-", "-", "wCC"))), "This winter brings 0 help tile"),
    ("UNKNOWN_AREA", {}, (Pass(), WinterSources(("w=Z9",))), "Your farm has no area Z9."),
]


@pytest.mark.parametrize(("code", "town", "moves", "sentence"), TOWN_FAULTS, ids=_ids(TOWN_FAULTS))
def test_6_faults_of_a_town_order(code: str, town: dict[str, Any], moves: tuple[Move, ...], sentence: str) -> None:
    """
    Each fault has its code and its sentence; the farm has two coppers and one wood.
    """
    farm = {"help": {"open": 1}} if town.get("open") else {}
    buildings = {"carpenter": ["hut", "barn"]}
    match = Match(
        autumn(farm, **{"buildings": buildings, **{key: lying for key, lying in town.items() if key != "open"}})
    )

    assert (code, sentence) == _refusal(match, moves, sentence)


PLACE_FAULTS: list[tuple[str, dict[str, Any], str, dict[str, Any]]] = [
    ("NO_WAGON", {"labourers": ["blue"] * 4}, "lodge", {"labourers": {"lodge": ["white"]}}),
    ("NO_HUT_SLOT", {"huts": 4}, "carpenter", {"buildings": {"carpenter": ["hut"]}}),
    ("NO_BARN_SLOT", {"barns": 2}, "carpenter", {"buildings": {"carpenter": ["barn"]}}),
    ("NO_IMPROVEMENT_SLOT", {"improvements": ["well"] * 3}, "soebuck", {"improvements": {"soebuck": ["tent"]}}),
]


@pytest.mark.parametrize(("code", "farm", "stop", "town"), PLACE_FAULTS, ids=[fault[0] for fault in PLACE_FAULTS])
def test_6_no_place_on_the_farm(code: str, farm: dict[str, Any], stop: str, town: dict[str, Any]) -> None:
    """
    Without a place the building cannot be chosen at all (R6.7), whatever it costs.
    """
    assert code == Match(autumn({**farm, "barn": {}}, **town)).check(Go(stop))[0]


def test_6_wrong_phase() -> None:
    """
    Each kind of move belongs to its season.
    """
    spring, town = Match(SPRING), Match(TWO_FARMS)

    assert ("WRONG_PHASE", "It's autumn now. This move belongs to spring and summer.") == town.check(
        Lay("L12", "N1", 2)
    )
    assert ("WRONG_PHASE", "It's spring now. This move belongs to autumn.") == spring.check(Go("post"))
    assert "WRONG_PHASE" == spring.check(Start("church"))[0]
    assert "WRONG_PHASE" == town.check(GiveUp(("C",)))[0]
    assert "WRONG_PHASE" == spring.check(WinterCoins(("C",)))[0]
    assert "WRONG_PHASE" == Match(players=2).check(Pass())[0]


def test_6_not_your_turn() -> None:
    """
    The sentence names whose turn it is and the way to plan ahead.
    """
    match = Match(TWO_FARMS)

    assert ("NOT_YOUR_TURN", "It's Anouk's turn. You can plan ahead with `/walnut plan`.") == match.check(Pass(), P2)
    assert "NOT_YOUR_TURN" == Match(players=2).check(Start("town"), P2)[0]


def test_6_unknown_row() -> None:
    """
    Rows are church and town.
    """
    assert ("UNKNOWN_ROW", "Choose the church row or the town row.") == Match(players=2).check(Start("mill"))


def test_6_occupied() -> None:
    """
    The sentence says by whom.
    """
    assert ("OCCUPIED", "Post Office is occupied by Bram. Choose another building.") == Match(TWO_FARMS).check(
        Go("post")
    )


def test_6_the_table_moves_for_itself() -> None:
    """
    Nobody plays the table's moves.
    """
    assert "NOT_OFFERED" == Match(TWO_FARMS).check(DrawCoins())[0]


ORDERED = [
    ("UNKNOWN_BUILDING", "saloons+white ~G"),
    ("OCCUPIED", "post+g ~G"),
    ("SOLD_OUT", "hotel+white ~C"),
    ("NO_WAGON", "lodge+white ~G"),
    ("BAD_TAX", "carpenter+well ~C"),
    ("CANNOT_PAY", "soebuck+hut save:g"),
    ("BAD_SAVE", "carpenter+well save:g"),
    ("NOT_THERE", "carpenter+well"),
]
"""Lines with several faults, and the one that is told."""


@pytest.mark.parametrize(("code", "line"), ORDERED)
def test_r6_17_which_fault_is_told(code: str, line: str) -> None:
    """
    Of several faults the first in the order of R6.17 is told, wherever it stands in the line.
    """
    farm = {"labourers": ["blue"] * 4, "barn": {"copper": 2, "wood": 1, "stone": 1}, "squares": {}}
    town = {
        "figures": {"P1": "town:1", "P2": "post"},
        "labourers": {"hotel": [], "lodge": ["white"]},
        "buildings": {"carpenter": ["hut"]},
        "improvements": {"soebuck": ["tent"]},
    }
    match = Match({**TWO_FARMS, "farms": {"P1": {**farm, "barn": {"copper": 1, "wood": 1}}, "P2": {}}, "town": town})

    assert code == match.refused(line)


def test_season_and_turn_come_before_everything() -> None:
    """
    A line with every fault is first refused for the season, then for the turn.
    """
    assert "WRONG_PHASE" == Match(SPRING).check(Go("nowhere"))[0]
    assert "NOT_YOUR_TURN" == Match(TWO_FARMS).check(Go("nowhere"), P2)[0]


def test_game_over() -> None:
    """
    After the end every move is refused.
    """
    match = Match(autumn({}), year=8).play("=")

    assert ("GAME_OVER", "This match is over.") == match.check(Pass())
