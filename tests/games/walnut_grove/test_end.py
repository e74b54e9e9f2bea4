"""The end: settlement, points, places (R8, R9)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from games.core.text import Text
from games.walnut_grove import GAME
from games.walnut_grove.components import YEARS
from games.walnut_grove.rules.land import Laid, land_of
from games.walnut_grove.scoring import improvement_points, outcome_of, rows_of, score, settle
from games.walnut_grove.state import Phase, Table
from tests.games.walnut_grove.table import Match, autumn, words


def table(*farms: dict[str, Any]) -> Table:
    """A table with these farms."""
    return Match(farms={f"P{seat + 1}": farm for seat, farm in enumerate(farms)}).table


def last_autumn(farm: dict[str, Any]) -> Match:
    """P1 in town in the last year."""
    return Match(autumn(farm, at="hotel"), year=YEARS)


def test_r7_9_the_game_ends_after_the_eighth_winter() -> None:
    """
    After the last winter nothing is asked; the labourer hired in the last year counts (Q24).
    """
    match = Match(autumn({"barn": {"grain": 2}}), year=YEARS).play("lodge+yellow")

    assert Phase.OVER is match.table.phase
    assert () == GAME.asks(match.table)
    assert 2 == len(match.farm().labourers)
    assert GAME.outcome(match.table) is not None


def test_r8_1_help_is_paid_back_by_itself() -> None:
    """
    An open tile is paid back at the end, with coins that score nothing first, so that goods are left.
    """
    match = last_autumn({"help": {"open": 1}, "barn": {"copper": 2, "stone": 1, "fish": 1}, "squares": {"N0.w": 2}})
    match.play("= wc:none")

    assert 0 == match.farm().help
    assert any("pays help back" in line for line in match.told())


def test_r8_1_gold_is_kept_where_a_tile_costs_less() -> None:
    """
    Three golds are worth more than the tile they would pay back; three silvers are too, two coppers and a silver not.
    """
    farm = table({"help": {"open": 1}, "barn": {"gold": 3}, "squares": {}}).farms[0]

    assert () == settle(farm).repaid
    assert () == settle(replace(farm, barn={"S": 3})).repaid
    assert ("C", "C", "S") == settle(replace(farm, barn={"C": 2, "S": 1})).repaid


def test_r8_1_two_storehouses_are_worth_silver() -> None:
    """
    With two storehouses a good is worth two points: a silver coin makes way, gold does not.
    """
    facts = {"improvements": ["storehouse", "storehouse"], "squares": {"N0.w": 2, "J0.g": 2}}
    farm = table({**facts, "barn": {"silver": 1, "gold": 3}}).farms[0]

    settled = settle(farm)

    assert ("S",) == settled.dropped
    assert {"G": 3, "g": 1} == settled.farm.barn


def test_r8_1_a_safe_makes_copper_worth_keeping() -> None:
    """
    With safe and storehouse a copper is worth as much as a good and stays.
    """
    facts = {"improvements": ["storehouse", "safe"], "squares": {"N0.w": 2}, "barn": {"copper": 4}}

    assert {"C": 4} == settle(table(facts).farms[0]).farm.barn


def test_r8_2_pens() -> None:
    """
    A half pen over N0 and another facing it from above make one pen; an open outer side none.
    """
    closed = land_of("blue", (Laid("L12", "N1", 2), Laid("L12", "N2", 2), Laid("L12", "N3", 0)))

    assert 1 == len(closed.pens)
    assert ("N0", "N1S") == closed.pens[0].pieces
    assert 0 == len(land_of("blue", (Laid("L12", "N1", 0),)).pens)


def test_r8_9_the_example_of_the_score_sheet() -> None:
    """
    Pens 2, figures 8, buildings 5, coins 3, tent 6, ladder 5, horses 2, help -2 make 29, line by line.
    """
    facts = {
        "board": "yellow",
        "labourers": ["yellow", "blue", "white"],
        "huts": 2,
        "barns": 1,
        "improvements": ["tent", "ladder", "horses"],
        "barn": {"gold": 1, "silver": 1, "copper": 1, "stone": 2},
        "help": {"flipped": 1},
        "tiles": [["L12", "N1", 2], ["L46", "L1", 0]],
    }
    rows = rows_of(table(facts).farms[0])

    assert [2, 8, 5, 3, 6, 5, 2, -2] == [row.points for row in rows]
    assert [
        "Pens",
        "Figures",
        "Huts and barns",
        "Coins",
        "tent (improvement)",
        "ladder (improvement)",
        "horses (improvement)",
        "Help tiles",
    ] == [words(row.category) for row in rows]


@pytest.mark.parametrize(
    ("kind", "points"),
    [("tent", 4), ("ladder", 3), ("safe", 2), ("storehouse", 1), ("paddock", 2), ("horses", 0), ("well", 2)],
)
def test_r8_6_each_improvement(kind: str, points: int) -> None:
    """
    What one of each kind is worth on a farm with two improvements, a hut, two coins, a good, an area of two.
    """
    facts = {
        "improvements": [kind, "well"],
        "huts": 1,
        "barn": {"copper": 2, "stone": 1},
        "tiles": [["L01", "J1", 0]],
    }

    assert points == improvement_points(table(facts).farms[0], kind)


def test_r8_8_ties_are_told() -> None:
    """
    Tied on points: the goods decide, and the result says so; tied on goods too: shared, and it says so.
    """
    one, other = {"squares": {"N0.w": 2}}, {"squares": {"N0.w": 1}}

    by_goods = outcome_of(table(one, other))
    shared = outcome_of(table(one, one))

    assert (1, 2) == by_goods.places
    assert "Anouk ranks ahead of Bram: 6 points each, but more goods (2 against 1)." in _told(by_goods.tie)
    assert (1, 1) == shared.places
    assert "Anouk and Bram share place 1 with 6 points each and the same number of goods (2)." in _told(shared.tie)
    assert outcome_of(table({"huts": 1}, other)).tie is None


def _told(text: Text | None) -> str:
    assert text is not None
    return words(text)


@pytest.mark.parametrize(
    ("huts", "gold", "rating"), [(0, 0, "needed to win"), (4, 8, "won"), (4, 11, "experienced"), (4, 13, "expert")]
)
def test_r9_2_solo_goals(huts: int, gold: int, rating: str) -> None:
    """
    25 points win, 30 are experienced, 35 expert.
    """
    farm = {"huts": huts, "barns": 2, "barn": {"gold": gold}, "board": "blue"}

    assert rating in _told(outcome_of(table(farm)).note)


def test_the_standing_leaves_hidden_coins_out() -> None:
    """
    During the match the points of coins whose values are hidden do not count in the standing; with open coins they do.
    """
    closed = table({"barn": {"gold": 2}})
    opened = Match(farms={"P1": {"barn": {"gold": 2}}}, options={"coins": "open"}).table

    hidden, seen = GAME.ending.current_score(closed), GAME.ending.current_score(opened)

    assert hidden is not None
    assert seen is not None
    assert (6,) == hidden.totals
    assert (10,) == seen.totals
    assert 10 == score(closed.farms[0]).total
