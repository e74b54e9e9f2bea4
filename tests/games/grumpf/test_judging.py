"""R6 to R9, R13.6: conditions, ranking, sharing, the Sorcerer, the Forced Trade."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from games.grumpf import GAME
from games.grumpf.components import BOARDS, Condition, Kind
from games.grumpf.moves import Decline, Trade
from games.grumpf.rules.flow import finish_hunt
from games.grumpf.rules.judging import find_counting_spaces, fits, is_met, share
from games.grumpf.rules.verdicts import formula, result_line
from games.grumpf.state import Phase, State
from tests.games.grumpf.table import Table, position, words

CONDITIONS = {
    "B1": ((5, 5, 5, 5), (5, 5, 5, 4)),
    "R1": ((5, 5), (5, 4)),
    "F1": ((5, 5), (5, 5, 1)),
    "W1": ((1, 1, 1, 1), (5, 5, 5)),
    "M1": ((1,), ()),
    "R2": ((4, 4, 4), (4, 4, 5)),
    "F2": ((1, 2, 3), (1, 2, 1)),
    "W2": ((3, 3), (3, 4)),
    "M2": ((3, 5), (3, 4)),
    "B2": ((1,), ()),
}
"""By board and side: values that meet the condition and values that don't."""


def judged(**parts: object) -> State:
    """Return the state after the boards of a position were judged."""
    return finish_hunt(replace(position(**parts), phase=Phase.JUDGE, ended="huts")).state


def lines(**parts: object) -> list[str]:
    """Return the lines told at the end of a hunt."""
    step = finish_hunt(replace(position(**parts), phase=Phase.JUDGE, ended="huts"))
    return [words(event.text) for event in step.events]


@pytest.mark.parametrize("board", CONDITIONS)
def test_r6_2_conditions(board: str) -> None:
    """
    Each side's condition is met and missed as the list says; where there is none, only an empty board yields nothing.
    """
    met, missed = CONDITIONS[board]
    condition = BOARDS[board[0]].sides[board[1]].condition

    assert is_met(condition, met)
    assert not missed or not is_met(condition, missed)


def test_r6_1_knocked_out_grumpfs_and_clubs_count_for_nothing() -> None:
    """
    Four tokens, one of them under a club, are three Grumpfs (Q2).
    """
    after = judged(on_boards={"W": 2}, tracks={"W": ["Vi1", "Gr1", "Pi1", "Vi1 KO"]})

    assert after.lying["W"] == 2


def test_r6_3_a_failed_board_keeps_its_animals() -> None:
    """
    They lie there in the next round too.
    """
    after = judged(on_boards={"B": 3}, tracks={"B": ["Vi5"]})

    assert after.lying["B"] == 3
    assert all(not clan.animals for clan in after.clans)


def test_r6_5_nobody_standing_nobody_takes() -> None:
    """
    An empty board yields nothing, whatever its condition (Q5).
    """
    after = judged(on_boards={"M": 2, "F": 1}, sides={"M": "2"})

    assert (after.lying["M"], after.lying["F"]) == (2, 1)


def test_r7_4_last_three() -> None:
    """
    Only the three standing Grumpfs on the highest spaces count, all if there are fewer (Q7).
    """
    state = position(sides={"B": "2"}, tracks={"B": ["Vi5", "Gr2", "Pi1 KO", "Vi3", "Gr1"]})

    assert find_counting_spaces(state.side("B"), state.tracks["B"]) == (2, 4, 5)
    assert find_counting_spaces(state.side("B"), state.tracks["B"][:2]) == (1, 2)


def test_r8_1_the_list_starts_again() -> None:
    """
    Seven on a 2/1/1 board with three clans: 2, 1, 1, then 2 and 1.
    """
    assert share((2, 1, 1), 7, ["Vi", "Gr", "Pi"]) == {"Vi": 4, "Gr": 2, "Pi": 1}


def test_r8_3_missing_places_are_skipped() -> None:
    """
    Two clans on a 1/1/1 board share by turns.
    """
    assert share((1, 1, 1), 3, ["Vi", "Gr"]) == {"Vi": 2, "Gr": 1}


def test_r9_1_a_tile_for_the_first_while_there_are_any() -> None:
    """
    The strongest clan takes a tile; without a stock there is none.
    """
    parts = {"tracks": {"S": ["Gr2", "Vi3"]}}
    state = replace(position(**parts), phase=Phase.JUDGE, ended="huts")

    assert finish_hunt(state).state.clans[0].tiles == 1
    assert finish_hunt(state).state.stock == state.stock - 1
    assert finish_hunt(replace(state, stock=0)).state.clans[0].tiles == 0


def test_r9_2_the_trade_comes_last() -> None:
    """
    An Animal won in this very hunt may be traded (Q11).
    """
    table = Table()
    table.state = judged(
        sides={"S": "2"}, on_boards={"M": 1, "F": 1}, tracks={"S": ["Vi3"], "M": ["Vi5"], "F": ["Gr1"]}
    )
    table.move("Vi", Trade("M", "Gr", "F"))

    assert table.state.clans[0].animals == {"F": 1}
    assert table.state.clans[1].animals == {"M": 1}
    assert table.state.phase is Phase.SET_OUT


def test_r9_4_she_may_decline() -> None:
    """
    Nothing changes hands, and the next hunt comes.
    """
    table = Table()
    table.state = judged(sides={"S": "2"}, animals={"Vi": {"B": 1}, "Gr": {"F": 1}}, tracks={"S": ["Vi3"]})
    told = table.move("Vi", Decline())

    assert "declines" in told[0]
    assert table.state.clans[0].animals == {"B": 1}


def test_r9_5_no_exchange_no_question() -> None:
    """
    If others have nothing but the same species, nobody is asked.
    """
    after = judged(sides={"S": "2"}, animals={"Vi": {"B": 1}, "Gr": {"B": 2}}, tracks={"S": ["Vi3"]})

    assert after.phase is Phase.SET_OUT


@pytest.mark.parametrize(
    ("trade", "code"),
    [
        (Trade("B", "Ne", "F"), "NEUTRAL_HAS_NONE"),
        (Trade("Joker", "Ne", "F"), "NEUTRAL_HAS_NONE"),
        (Trade("B", "Vi", "F"), "BAD_PARTNER"),
        (Trade("B", "Bl", "F"), "BAD_PARTNER"),
        (Trade("Joker", "Gr", "F"), "NOT_AN_ANIMAL"),
        (Trade("B", "Gr", "tile"), "NOT_AN_ANIMAL"),
        (Trade("M", "Gr", "M"), "YOU_LACK_IT"),
        (Trade("B", "Gr", "M"), "PARTNER_LACKS_IT"),
        (Trade("B", "Gr", "B"), "SAME_ANIMAL"),
    ],
)
def test_r9_3_refused_exchanges(trade: Trade, code: str) -> None:
    """
    Refusals come in the order of section 8 (Q10).
    """
    state = position(trader="Vi", animals={"Vi": {"B": 2}, "Gr": {"F": 1, "B": 1}})
    state = replace(state, phase=Phase.TRADE)
    table = Table()
    table.state = state
    with pytest.raises(Exception, match=code):
        GAME.check(table.view("Vi"), trade)


def test_r9_3_only_the_trader_trades() -> None:
    """
    Others are told who may; without a trader there is nothing to trade.
    """
    table = Table(trader="Vi", animals={"Vi": {"B": 2}, "Gr": {"F": 1}})
    with pytest.raises(Exception, match="NO_TRADE"):
        GAME.check(table.view("Vi"), Decline())
    table.state = replace(table.state, phase=Phase.TRADE)

    assert table.refusal("Gr", "F=Vi:B") == "Only Violet may trade this round."


def test_r13_6_what_the_neutral_clan_wins_leaves_the_game() -> None:
    """
    Animals are removed, a tile too; it makes no trade (Q9).
    """
    after = judged(clans=["Vi", "Gr"], on_boards={"M": 1}, tracks={"M": ["Ne5"], "S": ["Ne4"]})
    trade = judged(
        clans=["Vi", "Gr"],
        sides={"S": "2"},
        animals={"Vi": {"B": 1}, "Gr": {"F": 1}},
        tracks={"S": ["Ne4", "Vi3"]},
    )

    assert after.removed == {"M": 1}
    assert (after.stock, [clan.tiles for clan in after.clans]) == (3, [0, 0])
    assert trade.trader is None


def test_m3_4_result_lines() -> None:
    """
    The lines give the board, what came of it, and the reckoning.
    """
    told = lines(
        round=2,
        on_boards={"B": 5, "F": 3},
        tracks={"B": ["Vi5", "Gr5", "Vi5"], "F": ["Pi2", "Pi2", "Gr1"], "S": ["Pi1"]},
    )

    assert "Bees: the condition isn't met (5+5+5 = 15 < 20), so 5 Bees stay." in told
    assert "Fish: Cees takes 2 and Bert takes 1 (2+2+1 = 5 ≤ 10)." in told
    assert "Sorcerer: Cees comes first and takes a Sorcerer tile." in told


def test_m3_4_the_trade_in_a_line() -> None:
    """
    The log names both players and species; the picture has it in notation.
    """
    table = Table()
    table.state = judged(round=2, sides={"S": "2"}, animals={"Vi": {"B": 1}, "Gr": {"M": 1}}, tracks={"S": ["Vi3"]})
    told = table.play("Vi", "B=Gr:M")

    assert "Anna gives 1 Bee to Bert and takes 1 Mammoth" in told
    assert table.state.judged is not None
    assert table.state.judged.trade == "Vi B ⇄ Gr M"


def test_every_condition_has_a_line_and_a_formula() -> None:
    """
    Met and missed, each kind of condition is told without a missing sentence.
    """
    for code, board in BOARDS.items():
        for number, side in board.sides.items():
            assert formula(side)
            for track in (["Vi5", "Gr5"], ["Vi5", "Gr4", "Pi3"], ["Vi1"], []):
                state = replace(position(sides={code: number}, on_boards={code: 2}, tracks={code: track}), ended="huts")
                after = finish_hunt(state).state
                assert after.judged is not None
                assert all(words(result_line(state, result)) for result in after.judged.results)


@pytest.mark.parametrize("kind", [Kind.SUM_MIN, Kind.COUNT_MIN])
def test_a6_1_lower_limits_are_disregarded(kind: Kind) -> None:
    """
    For the guard, anything fits where only a lower limit is set.
    """
    assert fits(Condition(kind, value=20), [1])


def test_a6_1_fits_looks_at_upper_limits() -> None:
    """
    From 10 to 20: 20 fits, 21 does not.
    """
    between = Condition(Kind.SUM_BETWEEN, min=10, max=20)

    assert fits(between, [5, 1])
    assert not fits(between, [5, 5, 5, 5, 1])
