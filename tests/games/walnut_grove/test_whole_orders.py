"""A turn is judged as a whole, not part by part in the order in which it is written (R3.8, R3.9, R5.5, R6.16, M5)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from games.core.errors import IllegalMove
from games.core.input.complete import complete
from games.core.input.forms import FormKind, forms_of, read_parts
from games.core.input.panel import Draft, menu
from games.core.moves import STOP
from games.core.running.play import Position, TurnContext
from games.core.search.enumerate import is_offered
from games.core.words import Words
from games.walnut_grove import GAME
from games.walnut_grove.moves import (
    Coins,
    Drop,
    RepayGate,
    RepayMid,
    Sources,
    WinterCoins,
    WinterRepay,
    WinterSave,
    WinterSources,
)
from games.walnut_grove.state import RULES, Table
from tests.cases.judging import judge
from tests.games.walnut_grove.table import NAMES, P1, P2, Match, autumn, words

FULL_BARN: dict[str, Any] = {
    "phase": "farm",
    "disc": "A3",
    "drawn": {"P1": ["L04", "L01"]},
    "farms": {"P1": {"help": {"open": 1}, "barn": {"copper": 4}, "squares": {"J0.g": 2, "N0.w": 2}}},
}
"""Two grain of the harvest find room only if something is dropped."""
HELPED = {"barn": {"copper": 1, "fish": 1, "wood": 1, "stone": 3}, "barns": 1, "help": {"open": 1}, "squares": {}}
"""A farm that can pay help back with three stone."""


def form(name: str) -> Any:  # noqa: ANN401
    """A whole-turn command."""
    return next(form for form in forms_of(GAME) if form.kind is FormKind.TURN and form.name == name)


# --- R3.8: one name is one good ------------------------------------------------------------------------------------


def milled(line: str, **more: Any) -> Match:  # noqa: ANN401
    """P1 buys a hut for two wood: one lies in the barn, two on N0; one gate is passed on the way."""
    facts = {"barn": {"copper": 2, "wood": 1}, "squares": {"N0.w": 2}}
    match = Match(autumn(facts, buildings={"mill": ["hut"]}), **more)
    match.position = Position(match.draft(line))
    return match


def test_r3_8_a_source_named_once_is_for_one_good() -> None:
    """
    The first wood comes from N0 as named, the second by the rule from the barn.
    """
    match = milled("mill+hut ~C from:w=N0.w")

    assert {"copper": 1} == match.barn()
    assert {"N0.w": 1} == match.squares()


def test_r3_8_a_source_named_twice_is_for_two_goods() -> None:
    """
    Both wood come from N0; a third name is one too many and is ignored.
    """
    for line in ("mill+hut ~C from:w=N0.w+w=N0.w", "mill+hut ~C from:w=N0.w+w=N0.w+w=N0.w"):
        match = milled(line)

        assert {"copper": 1, "wood": 1} == match.barn()
        assert {} == match.squares()


def test_r3_8_a_source_is_offered_as_often_as_it_helps() -> None:
    """
    For two wood two names are offered, the barn with its one wood once, and then the end.
    """
    match = milled("mill+hut ~C")

    def offered(*named: str) -> list[object]:
        return [choice.value for choice in GAME.choices(match.view(), Sources, {"places": named})]

    assert ["w=barn", "w=N0.w"] == offered()
    assert [STOP, "w=barn", "w=N0.w"] == offered("w=N0.w")
    assert [STOP, "w=N0.w"] == offered("w=barn")
    assert [STOP] == offered("w=N0.w", "w=N0.w")


def test_r3_8_in_winter_a_name_is_one_good_too() -> None:
    """
    Winter asks for a fish and two wood: one wood comes from N0 as named, the other from the barn.
    """
    facts = {"barn": {"fish": 1, "wood": 1}, "squares": {"N0.w": 2}}

    match = Match(autumn(facts, at="hotel"), disc="A2").play("= wf:w=N0.w")

    assert {"N0.w": 1} == match.squares()
    assert {} == match.barn()


def test_r3_8_a_match_begun_by_rules_1_keeps_to_them() -> None:
    """
    There a source named once was for all goods of its kind.
    """
    match = Match(autumn({"barn": {"copper": 2, "wood": 1}, "squares": {"N0.w": 2}}, buildings={"mill": ["hut"]}))
    match.position = Position(replace(match.table, rules=1))

    table = match.draft("mill+hut ~C from:w=N0.w")

    assert RULES == 2
    assert {"C": 1, "w": 1} == table.farms[0].barn
    assert {} == table.farms[0].squares


# --- R3.9: surplus names are ignored -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("farm", "line"),
    [
        ({"barn": {"wood": 1, "stone": 1}}, "carpenter+hut coins:S"),
        ({"barn": {"copper": 1, "wood": 1, "stone": 1}}, "carpenter+hut coins:SG"),
        ({"barn": {}}, "post+gf coins:S"),
        ({"barn": {}}, "post+gf from:w=N0.w"),
        ({"barn": {}}, "store_n<w coins:C from:w=barn+w=N0.w"),
        ({"barn": {"copper": 2}}, "church+gf at:-"),
    ],
)
def test_r3_9_surplus_names_are_ignored(farm: dict[str, Any], line: str) -> None:
    """
    Coins and sources that nothing is paid with, and a gate at which nothing is paid back, are no fault.
    """
    match = Match(autumn(farm, buildings={"carpenter": ["hut"]}))

    match.play(line)

    assert match.entries


def test_r3_9_a_name_that_is_needed_must_be_there() -> None:
    """
    A stone is missing, and there is no silver to stand in for it.
    """
    farm = {"barn": {"copper": 1, "wood": 1}}

    assert "NOT_ENOUGH" == Match(autumn(farm, buildings={"carpenter": ["hut"]})).refused("carpenter+hut coins:S")


def test_r3_9_what_is_ignored_is_not_offered() -> None:
    """
    At the post office no panel asks for coins, sources or gates.
    """
    match = Match(autumn({"barn": {"copper": 1}}))
    table = match.draft("post+gf")
    rows = {row.verb for row in menu(TurnContext(GAME, table, P1, match.ask().id), Draft()).rows}

    assert rows.isdisjoint({"coins", "sources", "save", "repay_gate", "tax"})
    for verb in (Coins, Sources, RepayGate):
        assert [] == list(GAME.choices(GAME.view(table, P1), verb, {}))


# --- R5.5: what is dropped makes room for what help is paid back with ------------------------------------------------


def test_r5_5_help_is_paid_back_with_goods_for_which_something_is_dropped() -> None:
    """
    Two coppers make room for two grain; with the grain of the field they pay back the tile before the forest is
    harvested. So typed as a line, as a command, and in a plan of moves.
    """
    line = "L04@K1/0 : J0.g h(ggg) N0.w xCC"
    typed = {"tile1": "L04@K1/0", "areas": "J0.g N0.w", "repay_mid": "J0.g ggg", "drop": "CC"}
    by_line, by_command = Match(FULL_BARN), Match(FULL_BARN)

    by_line.play(line)
    by_command.make(read_parts(TurnContext(GAME, by_command.table, P1, by_command.ask().id), form("farm"), typed))

    assert (0, 0) == (by_line.farm().open, by_line.farm().flipped)
    assert {"copper": 2, "wood": 1} == by_line.barn()
    assert {"J0.g": 1, "N0.w": 2} == by_line.squares()
    assert by_line.table == by_command.table


def test_r5_5_without_room_the_whole_order_is_refused() -> None:
    """
    Nothing dropped, or too little: the goods are not there, and nothing changes.
    """
    match = Match(FULL_BARN)

    assert "NOT_ENOUGH" == match.refused("L04@K1/0 : J0.g h(ggg) N0.w")
    assert "NOT_ENOUGH" == match.refused("L04@K1/0 : J0.g h(ggw) h(www) N0.w")
    assert "NO_OPEN_HELP" == Match(FULL_BARN, farms={"P1": {}}).refused("L04@K1/0 : J0.g h(ggg) N0.w xC")
    assert [] == match.entries


def test_r5_5_what_no_drop_can_mend_is_refused_at_once() -> None:
    """
    Four grain more than the field brings are not there, whatever is dropped; the panel does not offer them.
    """
    match = Match(FULL_BARN, farms={"P1": {"help": {"open": 1}, "barn": {"copper": 4}, "squares": {}}})
    view = GAME.view(match.draft("L04@K1/0 : J0.g N0.w"), P1)

    with pytest.raises(IllegalMove) as caught:
        GAME.check(view, RepayMid("J0.g", ("g", "g", "g")))

    assert "NOT_ENOUGH" == caught.value.code
    assert not is_offered(GAME, view, RepayMid("J0.g", ("g", "g", "g")))


def test_r5_5_help_that_waits_for_room_is_offered_with_what_to_drop() -> None:
    """
    The panel offers the grain that a drop would make room for, then only drops that do, and says why it cannot be
    confirmed until then. Nothing is dropped unasked.
    """
    match = Match(FULL_BARN)
    ask = match.ask().id
    view = GAME.view(match.draft("L04@K1/0 : J0.g N0.w"), P1)
    assert is_offered(GAME, view, RepayMid("J0.g", ("g", "g", "g")))

    waiting = menu(TurnContext(GAME, match.table, P1, ask), Draft(match.moves("L04@K1/0 : J0.g h(ggg) N0.w")))
    table = match.draft("L04@K1/0 : J0.g h(ggg) N0.w")

    assert not waiting.finishable
    assert ["drop"] == [row.verb for row in waiting.rows]
    assert "You can't confirm this turn yet. You don't have enough of this: grain." in words(waiting.text)
    assert ["C"] == drops(table)
    assert [STOP, "C"] == drops(table, "C")
    assert not next(ask for ask in GAME.asks(table) if ask.seat == P1).exact


def drops(table: Table, *named: str) -> list[object]:
    """What P1 may drop after what was named."""
    return [choice.value for choice in GAME.choices(GAME.view(table, P1), Drop, {"things": named})]


def test_r5_5_a_drop_ends_only_when_there_is_room_enough() -> None:
    """
    The grain takes the room of two coppers before the wood comes: three have to go for three wood.
    """
    farm = {**FULL_BARN["farms"]["P1"], "labourers": ["blue", "white"]}
    match = Match(FULL_BARN, farms={"P1": farm})
    table = match.draft("L04@K1/0 : J0.g N0.w h(www) K0.s")

    assert ["C"] == drops(table) == drops(table, "C") == drops(table, "C", "C")
    assert [STOP, "C"] == drops(table, "C", "C", "C")
    assert "NOT_ENOUGH" == match.refused("L04@K1/0 : J0.g N0.w h(www) K0.s xCC")
    assert match.play("L04@K1/0 : J0.g N0.w h(www) K0.s xCCC").entries


def test_r5_5_a_command_completes_goods_that_wait_for_room() -> None:
    """
    Of the option ``repay_mid`` the grain that something must be dropped for is completed, too.
    """
    match = Match(FULL_BARN)
    typed = {"tile1": "L04@K1/0", "areas": "J0.g N0.w"}

    found = complete(
        TurnContext(GAME, match.table, P1, match.ask().id),
        form=form("farm"),
        filled=typed,
        focused="repay_mid",
        typed="J0.g:h(ggg",
        words=Words(GAME.words, NAMES),
    )

    assert "J0.g:h(ggg)" in [suggestion.word for suggestion in found.suggestions]


# --- M5: winter instructions sent together -------------------------------------------------------------------------


def instructed(line: str = "= ws:w") -> Match:
    """P1 has passed, with a wood to be saved for a coin; P2 is still to act."""
    town = {"figures": {"P1": "church:1", "P2": "town:1"}}
    farm = {"barn": {"copper": 1, "milk": 3}, "squares": {"N0.w": 2}}
    match = Match(phase="town", disc="A2", turn=["P1", "P2"], farms={"P1": farm, "P2": {}}, town=town)
    return match.play(line, P1)


@pytest.mark.parametrize("line", ["wc:none ws:none", "ws:none wc:none"])
def test_m5_new_instructions_sent_together_are_judged_together(line: str) -> None:
    """
    No coins, nothing saved: each alone would fail against the instructions before; together they stand, in any order.
    """
    match = instructed().play(line, P1)

    wanted = match.table.desks[0].winter
    assert ((), ()) == (wanted.coins, wanted.save)


def test_m5_new_instructions_replace_a_repayment_that_they_make_impossible() -> None:
    """
    Help that comes only because wood is saved is paid back; saving nothing takes back both.
    """
    match = instructed("= ws:w wr:-,mmm")

    assert "NO_OPEN_HELP" == match.refused("ws:none", P1)
    match.play("ws:none wr:none", P1)

    assert ((), ()) == (match.table.desks[0].winter.save, match.table.desks[0].winter.repay)


def test_m5_instructions_that_do_not_fit_together_are_refused_as_a_whole() -> None:
    """
    Coins forbidden while a wood is to be saved: refused, and the instructions before stay.
    """
    match = instructed()
    before = match.table

    assert "BAD_SAVE" == match.refused("wc:none", P1)
    assert "BAD_SAVE" == match.refused("wc:none wr:mmm", P1)
    assert before == match.table


def test_m5_the_panel_leads_from_one_instruction_to_those_that_must_follow() -> None:
    """
    After "no coins" it says why that cannot be confirmed yet; what is offered mends it, and what cannot is not.
    """
    match = instructed()
    ask = match.ask(P1).id
    half = menu(TurnContext(GAME, match.table, P1, ask), Draft((WinterCoins(()),)))
    view = GAME.view(match.draft("wc:none", P1), P1)

    assert not half.finishable
    assert "You can't confirm this turn yet. Winter asks for" in words(half.text)
    assert "winter_save" in [row.verb for row in half.rows]
    assert [STOP] == [choice.value for choice in GAME.choices(view, WinterSave, {})]
    for verb in (WinterRepay, WinterSources):
        assert [] == list(GAME.choices(view, verb, {}))
    assert menu(TurnContext(GAME, match.table, P1, ask), Draft((WinterCoins(()), WinterSave(())))).finishable


def test_m5_the_winter_command_takes_them_together() -> None:
    """
    ``/walnut winter coins:none save:none`` changes both.
    """
    match = instructed()

    moves = read_parts(
        TurnContext(GAME, match.table, P1, match.ask(P1).id), form("winter"), {"coins": "none", "save": "none"}
    )
    match.make(moves, P1)

    assert (WinterCoins(()), WinterSave(())) == moves
    assert () == match.table.desks[0].winter.save


# --- R6.16: winter comes after help was paid back --------------------------------------------------------------------


def test_r6_16_winter_after_a_sale_sees_help_paid_back() -> None:
    """
    Three stone go for the open tile after the sale: winter cannot give them again for a tile of its own, and a tile
    that is gone is not paid back once more.
    """
    match = Match(autumn(HELPED), disc="A2")

    assert "NOT_ENOUGH" == match.refused("store_n<w h(sss) wc:none wr:sss")
    assert "NO_OPEN_HELP" == Match(autumn({**HELPED, "huts": 1, "squares": {"N0.w": 2}}), disc="A2").refused(
        "store_n<w h(sss) wr:CCC"
    )


def test_r6_16_a_save_after_a_sale_needs_goods_that_help_has_left() -> None:
    """
    The milk that winter asks for went for help: it cannot be saved. Without the repayment it can.
    """
    farm = {"labourers": ["white"], "barn": {"copper": 1, "milk": 3}, "help": {"open": 1}, "squares": {"N0.w": 2}}

    assert "BAD_SAVE" == Match(autumn(farm), disc="A2").refused("store_n<w h(mmm) ws:m")
    assert Match(autumn(farm), disc="A2").play("store_n<w ws:m").entries


def test_r6_16_the_forecast_after_a_sale_sees_help_paid_back() -> None:
    """
    The draft tells what winter asks for and what will be there then.
    """
    match = Match(autumn(HELPED), disc="A2")

    assert {"f": 1, "C": 1} == match.draft("store_n<w h(sss)").farms[0].barn


def test_r6_16_coins_of_the_sale_are_stored_before_help_is_paid_back() -> None:
    """
    The bag loses and gains no coin by it.
    """
    match = Match(autumn({"barn": {"copper": 3, "wood": 1}, "help": {"open": 1}, "squares": {}}), disc="A2")
    before = sum(match.table.coin_bag.values()) + match.farm().coins

    match.play("store_n<w h(CCC) wc:none")

    assert 0 == match.farm().flipped
    assert before == sum(match.table.coin_bag.values()) + match.farm().coins


# --- Lines and cases -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("church+gf xC ~C", "church+gf ~C xC"),
        ("mill+hut from:w=N0.w save:w ~C", "mill+hut ~C save:w from:w=N0.w"),
        ("= wr:none ws:none wc:CS", "= wc:CS ws:none wr:none"),
        ("h(www) church+gf h(www)", "h(www) church+gf h(www)"),
    ],
)
def test_5_3_parts_may_be_written_in_any_order(written: str, meant: str) -> None:
    """
    A line is read as the turn it describes; only paying help back stands where it happens.
    """
    view = Match(autumn({})).view()

    assert GAME.notation.read(view, meant) == GAME.notation.read(view, written)


def test_r6_17_dropping_and_winter_do_not_hide_an_earlier_fault() -> None:
    """
    The price is payable only without the tax: that is told, whichever part comes next.
    """
    farm = {"barn": {"copper": 1}, "squares": {"N0.w": 1}}

    for rest in ("", " xC", " wc:none", " save:w", " coins:C"):
        match = Match(autumn(farm, at="town:1", buildings={"mill": ["hut"]}))

        assert "CANNOT_PAY" == match.refused(f"mill+hut{rest}")


def test_12_the_judge_tells_coins_as_they_went() -> None:
    """
    ``coins_to_bag`` is what really went: coins dropped and coins in help paid back, in that order, no goods.
    """
    farm = {"help": {"open": 1}, "barn": {"copper": 1, "silver": 2, "fish": 1}, "squares": {"N0.w": 2}}
    case = {
        "position": {"farms": {"P1": farm}, "disc": "A3", "phase": "farm", "drawn": {"P1": ["L02", "L05"]}},
        "action": {
            "do": "farm",
            "tiles": [["L02", "L1", 0]],
            "areas": ["J0.g", "N0.w"],
            "drop": ["fish", "silver"],
            "repay_after": ["copper", "wood", "wood"],
        },
        "expect": {"legal": True, "coins_to_bag": ["silver", "copper"], "help": {"open": 0, "flipped": 0}},
    }

    verdict = judge(GAME, case)

    assert verdict.wanted == verdict.got


def test_others_see_nothing_of_an_order_that_waits() -> None:
    """
    What a seat writes down, ready or not, is not seen by the others.
    """
    match = instructed()

    assert GAME.view(match.table, P2) == GAME.view(match.draft("wc:none", P1), P2)
