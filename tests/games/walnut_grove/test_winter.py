"""Winter (R7) and its instructions (M5)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from games.core.errors import Refusal
from games.core.moves import STOP, Move
from games.core.running.play import Position
from games.walnut_grove import GAME
from games.walnut_grove.components import DISCS
from games.walnut_grove.moves import Done, WinterRepay, WinterSave
from games.walnut_grove.rules.farm import campfires, needs_of
from games.walnut_grove.rules.paying import pay_winter
from games.walnut_grove.rules.playing import play
from games.walnut_grove.state import Instructions
from games.walnut_grove.view import View
from tests.games.walnut_grove.table import P1, P2, Match, autumn


def wintered(farm: dict[str, Any], line: str = "=", disc: str = "A2", **options: object) -> Match:
    """P1 passes in town with some winter instructions; the winter is carried out."""
    return Match(autumn(farm, at="hotel"), disc=disc, options=options).play(line)


def test_r7_2_hungry_labourers_eat_twice() -> None:
    """
    A1 shows blue: a blue labourer eats two fish, a yellow one one grain; the farmer nothing.
    """
    farm = Match(farms={"P1": {"labourers": ["blue", "yellow"], "huts": 2}}).farm()

    assert {"f": 2, "g": 1} == needs_of(farm, DISCS["A1"])


def test_r7_3_campfires_are_labourers_without_a_hut() -> None:
    """
    Three labourers and one hut burn two campfires; spare huts burn none.
    """
    assert 2 == campfires(Match(farms={"P1": {"labourers": ["blue"] * 3, "huts": 1}}).farm())
    assert 0 == campfires(Match(farms={"P1": {"huts": 2}}).farm())


def test_r7_4_goods_that_are_there_must_be_given() -> None:
    """
    With coins forbidden the goods still go (Q18).
    """
    match = wintered({"barn": {"copper": 2, "fish": 1}, "squares": {"N0.w": 2}}, "= wc:none")

    assert {"copper": 2} == match.barn()
    assert {} == match.squares()


def test_r7_5_gold_only_if_allowed() -> None:
    """
    By itself gold is kept and help comes; with ``wc:G`` it pays.
    """
    farm = {"barn": {"gold": 1, "fish": 1}, "squares": {"N0.w": 1}}

    assert 1 == wintered(farm).farm().help
    assert 0 == wintered(farm, "= wc:CSG").farm().help


def test_r7_5_kinds_are_used_in_the_order_named() -> None:
    """
    ``wc:SC`` takes silver before copper.
    """
    match = wintered({"barn": {"copper": 1, "silver": 1, "fish": 1}, "squares": {"N0.w": 1}}, "= wc:SC")

    assert {"copper": 1} == match.barn()


def test_r7_5_saved_goods_need_a_coin_each() -> None:
    """
    A saved wood takes the copper, the missing fish brings help; without a coin saving is refused.
    """
    farm = {"barn": {"copper": 1}, "squares": {"N0.w": 2}}

    match = wintered(farm, "= ws:w")

    assert {"N0.w": 1} == match.squares()
    assert 1 == match.farm().help
    assert "BAD_SAVE" == Match(autumn({"barn": {"fish": 1}}, at="hotel")).refused("= ws:w")


def test_r7_5_forced_coins_stand_in_before_help() -> None:
    """
    With ``winter_coins_forced`` gold goes too, whatever was said, and instructions on coins are not offered.
    """
    match = wintered({"barn": {"gold": 1, "fish": 1}, "squares": {"N0.w": 1}}, "= wc:none", winter_coins_forced=True)

    assert 0 == match.farm().help
    assert 0 == match.farm().coins


def test_r7_6_tiles_come_one_by_one() -> None:
    """
    Three missing goods: two tiles flip, one stays open (Q20).
    """
    match = wintered({"barn": {}, "squares": {}})

    assert (1, 2) == (match.farm().open, match.farm().flipped)


def test_r7_7_paying_back_after_each_tile() -> None:
    """
    ``wr:sss`` pays after the first tile; ``wr:-,sss`` after the second, when the first has flipped.
    """
    farm = {"barn": {"stone": 3}, "squares": {"N0.w": 1}}

    after_first = wintered(farm, "= wr:sss").farm()
    after_second = wintered(farm, "= wr:-,sss").farm()

    assert (1, 0) == (after_first.open, after_first.flipped)
    assert (0, 1) == (after_second.open, after_second.flipped)


def test_r7_7_a_surplus_repayment_at_the_end() -> None:
    """
    Without a tile this winter the open one of before is paid back at the end; more than that is refused.
    """
    farm = {"help": {"open": 1}, "barn": {"fish": 1, "stone": 3}, "squares": {"N0.w": 2}}

    assert 0 == wintered(farm, "= wr:sss").farm().help
    assert "NO_OPEN_HELP" == Match(autumn(farm, at="hotel"), disc="A2").refused("= wr:-,sss")


def test_r7_sources_may_be_named_for_the_winter() -> None:
    """
    ``wf:`` takes the wood from the area named.
    """
    farm = {
        "huts": 1,
        "barn": {"fish": 1},
        "squares": {"N0.w": 1, "J1.w": 2},
        "tiles": [["L04", "J1", 0]],
    }

    assert {"J1.w": 2} == wintered(farm, "= wf:w=N0.w").squares()


def test_r7_instructions_that_fail_later_are_left_out() -> None:
    """
    Saving and repayments that have become impossible are skipped when winter comes.
    """
    farm = Match(farms={"P1": {"barn": {"fish": 1}, "squares": {"N0.w": 1}}}).farm()
    wanted = Instructions(save=("w",), repay=("sss", "sss"), sources=("w=Q9.w",))

    paid = pay_winter(farm, DISCS["A2"], wanted, strict=False)

    assert 1 == paid.frost.help
    assert () == paid.frost.repaid


def test_d3_instructions_may_be_changed_until_the_last_has_acted() -> None:
    """
    Who has acted may change the instructions; nobody waits for it, each change has an ask of its own.
    """
    town = {"figures": {"P1": "church:1", "P2": "town:1"}}
    facts = {"barn": {"gold": 1, "fish": 1}, "squares": {"N0.w": 1}}
    match = Match(phase="town", disc="A2", turn=["P1", "P2"], farms={"P1": facts, "P2": {}}, town=town)
    match.play("=", P1)
    first = match.ask(P1)

    match.play("wc:G", P1)
    second = match.ask(P1)
    match.play("=", P2)

    assert not first.waits
    assert first.id != second.id
    assert 0 == match.farm().help


def test_d3_unchanged_instructions_are_not_handed_in() -> None:
    """
    Who has acted and changes nothing has nothing to hand in.
    """
    town = {"figures": {"P1": "church:1", "P2": "town:1"}}
    match = Match(phase="town", disc="A2", turn=["P1", "P2"], farms={"P1": {}, "P2": {}}, town=town).play("=", P1)

    assert "NOTHING_CHANGED" == match.check(Done())[0]


def test_m5_what_a_later_instruction_can_mend_is_offered() -> None:
    """
    Help that comes only because wood is saved is paid back: saving nothing is offered, since what is paid back may be
    changed behind it; handed in alone it is refused. Paying back for a tile that does not come is not offered.
    """
    match = Match(autumn({"barn": {"copper": 1, "milk": 3}, "squares": {"N0.w": 2}}))
    wanted = Instructions(save=("w",), repay=("-", "mmm"))
    match.position = Position(match.draft("=").with_desk(P1, replace(match.draft("=").desks[0], winter=wanted)))

    assert STOP in [choice.value for choice in GAME.choices(match.view(), WinterSave, {})]
    match.position = Position(play(match.table, P1, WinterSave(())).state)
    assert "NO_OPEN_HELP" == _refusal(match.view(), Done())
    assert "-" not in [choice.value for choice in GAME.choices(match.view(), WinterRepay, {})]


def _refusal(view: View, move: Move) -> str:
    with pytest.raises(Refusal) as caught:
        GAME.check(view, move)
    return caught.value.code
