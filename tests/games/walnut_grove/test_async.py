"""Asynchronous play (section 4): who is asked when, plans, defaults, what is hidden, undo."""

from __future__ import annotations

from typing import Any

import pytest

from games.core.errors import IllegalMove, Refusal
from games.core.game import Barrier, Setup
from games.core.input.forms import FormKind, forms_of, read_order, read_parts
from games.core.orders import Otherwise
from games.core.rng import Rng
from games.core.running.play import Cause, TurnContext, commit, fallback_turn, unseal
from games.core.running.table import settle, start
from games.core.search.unread import unread
from games.core.seats import TABLE, AskId
from games.walnut_grove import GAME
from games.walnut_grove.components import YEARS
from games.walnut_grove.moves import Done, Lay, Pass, Work
from games.walnut_grove.options import WalnutGroveOptions
from games.walnut_grove.plans import TownPlan
from games.walnut_grove.state import Phase
from tests.games.walnut_grove.table import P1, P2, P3, SEED, SPRING, Match, autumn, words

TOGETHER = {
    "phase": "farm",
    "disc": "A3",
    "drawn": {"P1": ["L12", "L01"], "P2": ["L05", "L02"]},
    "farms": {"P1": {}, "P2": {}},
    "town": {"figures": {"P1": "church:1", "P2": "town:1"}},
}
IN_TOWN = {
    "phase": "town",
    "disc": "A3",
    "turn": ["P1", "P2"],
    "farms": {"P1": {"barn": {"copper": 2}}, "P2": {"barn": {"copper": 1, "gold": 1}}},
    "town": {"figures": {"P1": "church:1", "P2": "town:1"}},
}


def farm_form() -> Any:  # noqa: ANN401
    """The whole-turn command of the farm order."""
    return next(form for form in forms_of(GAME) if form.name == "farm")


def test_d2_spring_and_summer_are_one_command() -> None:
    """
    ``/walnut farm`` holds tiles, areas, dropping, renouncing and paying back; one commit ends the season of a seat.
    """
    match = Match(SPRING, farms={"P1": {"barn": {"copper": 4}, "squares": {"J0.g": 2}}})
    typed = {"tile1": "L12@N1/2", "areas": "J0.g N0.w", "renounce": "J0.g 1", "drop": "copper"}

    moves = read_parts(TurnContext(GAME, match.table, P1, match.ask().id), farm_form(), typed)
    match.make(moves)

    assert Phase.TOWN is match.table.phase
    assert {"copper": 3, "grain": 1} == match.barn()


def test_d3_autumn_and_winter_are_one_command() -> None:
    """
    ``/walnut town`` holds the walk, its price, and all winter instructions.
    """
    names = {
        form.name: [option.name for option in form.options] for form in forms_of(GAME) if form.kind is FormKind.TURN
    }

    assert {"farm", "town", "pass", "coins", "winter"} == set(names)
    wanted = ["to", "take", "sell", "tax", "save", "coins", "sources", "drop", "repay", "repay_mid", "repay_after"]
    winter = ["winter_coins", "winter_save", "winter_repay", "winter_sources"]
    assert set(wanted + winter) == set(names["town"])
    assert ["repay", *winter] == names["pass"]
    assert ["give_up", "repay", *winter] == names["coins"]
    assert ["coins", "save", "repay", "sources"] == names["winter"]


def test_m4_pass_is_a_command_without_options() -> None:
    """
    ``/walnut pass`` alone passes; with ``repay`` it pays help back too.
    """
    form = next(form for form in forms_of(GAME) if form.name == "pass")
    match = Match(autumn({"help": {"open": 1}, "barn": {"stone": 3}}, at="hotel"))

    alone = read_parts(TurnContext(GAME, match.table, P1, match.ask().id), form, {})
    paying = read_parts(
        TurnContext(GAME, match.table, P1, match.ask().id), form, {"repay": "stone stone stone", "winter_coins": "none"}
    )

    assert (Pass(),) == alone
    assert match.moves("= h(sss) wc:none") == (*paying,)


def test_d4_farm_orders_stay_secret_until_the_last_is_in() -> None:
    """
    After the first order nothing has changed for anybody; with the second both farms are shown at once.
    """
    match = Match(TOGETHER)

    match.play("L12@N1/2 : N0.w M0.m", P1)
    assert () == match.view(P2).table.farms[0].tiles
    assert match.asks().keys() == {"farm:1:0", "farm:1:1"}
    match.play("L05@K1/0 : K0.s L0.f", P2)

    assert ["N1", "K1"] == [farm.tiles[0].at for farm in match.view(None).table.farms]
    assert (P1, P2) == match.table.order


def test_d4_a_sealed_farm_order_may_be_withdrawn() -> None:
    """
    Until the last order is in, the order can be given anew: the draw stays the same (D11).
    """
    match = Match(TOGETHER).play("L12@N1/2 : N0.w M0.m", P1)
    match.position = unseal(match.position, AskId("farm:1:0"))

    match.play("L01@J1/0 : N0.w J0.g", P1).play("L05@K1/0 : K0.s L0.f", P2)

    assert "J1" == match.farm(P1).tiles[0].at


def test_d12_reveal_at_once() -> None:
    """
    With ``reveal`` at once a farm order is seen as soon as it is given; its owner waits for the others.
    """
    match = Match(TOGETHER, options={"reveal": "at_once"})

    match.play("L12@N1/2 : N0.w M0.m", P1)

    assert "N1" == match.view(P2).table.farms[0].tiles[0].at
    assert match.asks().keys() == {"farm:1:1"}
    assert "NOT_YOUR_TURN" == match.check(Work(("N0.w",)), P1)[0]


def test_d5_town_waits_for_all_farms_and_the_disc_for_the_town() -> None:
    """
    While a farm order is owed, no town order is asked for; the next disc is turned after the last town order.
    """
    match = Match(TOGETHER).play("L12@N1/2 : N0.w M0.m", P1)

    assert all(ask.seat != TABLE and ask.id.startswith("farm") for ask in GAME.asks(match.table))
    match.play("L05@K1/0 : K0.s L0.f", P2).play("=", P1)
    assert 1 == match.table.year
    match.play("=", P2)
    assert 2 == match.table.year


# --- Plans (D6) ----------------------------------------------------------------------------------------------------


def plan(*orders: str, otherwise: str = "ask") -> TownPlan:
    """A town plan."""
    return TownPlan(orders=orders, otherwise=otherwise)  # type: ignore[arg-type]


def test_d6_the_first_alternative_that_can_be_done_is() -> None:
    """
    The first building is sold out, so the second order is carried out.
    """
    match = Match({**IN_TOWN, "town": {"figures": {"P1": "church:1", "P2": "town:1"}, "labourers": {"saloon": []}}})

    tried = match.tries(plan("saloon+white", "church+gf wc:C"), P1, match.view(P1))

    assert tried.turn is not None
    assert "church+gf wc:C" == GAME.notation.write(match.view(P1), tried.turn)
    assert tried.rest is None


def test_d6_else_ask_or_pass() -> None:
    """
    If nothing can be done, the owner is asked and told why, or passes.
    """
    match = Match(IN_TOWN)

    asks = match.tries(plan("mill+tent"), P1, match.view(P1))
    passes = match.tries(plan("mill+tent", otherwise="pass"), P1, match.view(P1))

    assert asks.turn is None
    assert Otherwise.ASK is asks.otherwise
    assert asks.why is not None
    assert words(asks.why)
    assert passes.turn == (Pass(),)


def test_d6_a_plan_left_with_the_farm_order_waits_for_the_town() -> None:
    """
    In spring the plan is kept; in the next year it is dropped.
    """
    match = Match(TOGETHER)
    filed = match.view(P1)

    assert Otherwise.KEEP is match.tries(plan("church+gf"), P1, filed).otherwise
    match.play("L12@N1/2 : N0.w M0.m", P1).play("L05@K1/0 : K0.s L0.f", P2)
    assert match.tries(plan("church+gf"), P1, filed).turn is not None
    match.play("=", P1).play("=", P2)
    assert Otherwise.DROP is match.tries(plan("church+gf"), P1, filed).otherwise


def test_d6_a_plan_filed_after_the_turn_is_for_the_next_year() -> None:
    """
    Who has been in town plans for the next autumn.
    """
    match = Match(IN_TOWN).play("=", P1)
    filed = match.view(P1)

    match.play("=", P2)

    assert Otherwise.KEEP is match.tries(plan("="), P1, filed).otherwise


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("church+w", "TWO_GOODS"),
        ("church+hut", "TWO_GOODS"),
        ("lodge+b", "NOT_THERE"),
        ("mill+tent", "NOT_THERE"),
        ("mill", "NOT_THERE"),
        ("mill<w", "NOT_BOUGHT_HERE"),
        ("store_n+w", "SELL_ONE"),
        ("store_n", "SELL_ONE"),
        ("store_n<gg", "SELL_TWICE"),
        ("store_n<s", "NOT_BOUGHT_HERE"),
        ("school+wf", "UNKNOWN_BUILDING"),
        ("hello", "UNKNOWN_BUILDING"),
        ("L12@N1/2", "BAD_NOTATION"),
    ],
)
def test_d6_what_no_building_ever_gives_is_refused(line: str, code: str) -> None:
    """
    A plan is read when it is left: each alternative fits its building, whatever lies there.
    """
    view = Match({**TOGETHER}).view(P1)
    with pytest.raises(Refusal) as caught:
        GAME.planning.check_order(view, plan("church+wf", line))

    assert code == caught.value.code


def test_d6_what_lies_there_no_more_is_told() -> None:
    """
    Nothing is refilled: if no alternative finds what it is to take, the reason is given, and the plan can be left.
    """
    match = Match(
        {**TOGETHER, "town": {"figures": {"P1": "church:1", "P2": "town:1"}, "buildings": {"mill": ["barn"]}}}
    )
    doubt = GAME.planning.check_order(match.view(P1), plan("mill+hut"))

    assert doubt is not None
    assert "Johansen's Mill has 1 barn. This isn't there: hut." == words(doubt)
    assert GAME.planning.check_order(match.view(P1), plan("mill+hut", "church+wf")) is None


def test_d6_a_plan_is_told_in_words() -> None:
    """
    The year, each alternative, and what happens if none can be carried out.
    """
    told = GAME.planning.tell_order(Match({**TOGETHER}).view(P1), plan("church+wf", "mill+hut", "=", otherwise="pass"))

    assert [
        "Town turn of year 1: Church: Take 1 fish and 1 wood",
        "Otherwise: Johansen's Mill: Take hut",
        "Otherwise: Pass",
        "If none of these is possible, you pass.",
    ] == [words(line) for line in told]


def test_d6_suggestions_for_a_plan() -> None:
    """
    Every suggestion is a line that can be read, buildings that cost too much now among them.
    """
    match = Match(TOGETHER)
    view = match.view(P1)

    lines = [str(choice.value) for choice in GAME.planning.order_choices(view, TownPlan, "orders", {})]

    assert "=" in lines
    assert any(line.startswith("svenson+") for line in lines)
    assert all(GAME.notation.read(view, line) for line in lines)
    form = next(form for form in forms_of(GAME) if form.kind is FormKind.ORDER)
    assert TownPlan(orders=("church+gf", "=")) == read_order(form, {"orders": "church+gf; ="})


# --- Drawn coins (D7) ----------------------------------------------------------------------------------------------


def test_d7_no_question_if_coins_fit_and_nothing_is_missing() -> None:
    """
    A sale with room in the barn and all goods for the winter is over at once.
    """
    match = Match(autumn({"barn": {"fish": 1, "stone": 1}, "huts": 1, "squares": {"N0.w": 2}}, at="church:1"))

    match.play("store_s<s")

    assert 2 == match.table.year
    assert not any(entry.ask.startswith("coins") for entry in match.entries)


def test_d7_asked_once_if_coins_do_not_fit() -> None:
    """
    Without room the seller is asked what to give up; the barn shown is what would come of it.
    """
    farm = {"barn": {"copper": 2, "stone": 2}, "huts": 1, "squares": {"N0.w": 2}}
    match = Match(autumn(farm, at="church:1"), options={"coins": "open"}).play("store_s<w")
    ask = match.ask()

    assert "coins:1:0" == ask.id
    assert ask.private is not None
    assert "You drew" in words(ask.private)
    match.play("xss")
    assert 2 == match.table.year


def test_d7_help_after_a_sale_is_paid_when_the_coins_are_stored() -> None:
    """
    The three goods named with the sale are given afterwards; an answer may say otherwise.
    """
    farm = {"help": {"open": 1}, "barn": {"stone": 4}, "huts": 1, "squares": {"N0.w": 1}}
    match = Match(autumn(farm, at="church:1")).play("store_s<w h(sss)")

    assert "coins:1:0" == match.ask().id, "fish is missing for the winter"
    assert 0 == match.farm().open
    match.make((Done(),), cause=Cause.FALLBACK)
    assert any("Help paid back with 3 stone." in line for line in match.told())


def test_d7_without_an_answer_the_best_coins_are_kept() -> None:
    """
    The default hands nothing in: R3.6 applies.
    """
    farm = {"barn": {"copper": 4}, "huts": 1, "squares": {"N0.w": 2}}
    match = Match(autumn(farm, at="church:1"), town={"figures": {"P1": "church:1"}, "coin_bag": {"gold": 2}})
    match.play("store_s<w wc:none")

    match.make(fallback_turn(GAME, match.table, match.ask()), cause=Cause.FALLBACK)

    assert {"copper": 3, "gold": 1} == match.barn()


# --- Defaults (D8 to D10) ------------------------------------------------------------------------------------------


def test_d8_the_default_farm_order_is_a_legal_turn() -> None:
    """
    The default lays the drawn tile that matches most and works what winter asks for.
    """
    match = Match(phase="farm", disc="A2", drawn={"P1": ["L01", "L02", "L03"]}, farms={"P1": {"squares": {}}})

    turn = fallback_turn(GAME, match.table, match.ask())

    assert (Lay("L01", "J1", 0), Work(("N0.w", "L0.f")), Done()) == turn


def test_d9_the_default_town_order_passes() -> None:
    """
    Nothing scarce is taken from others; copper and silver may be spent in winter.
    """
    match = Match(IN_TOWN)

    assert (Pass(), Done()) == fallback_turn(GAME, match.table, match.ask(P1))
    assert ("C", "S") == match.table.desks[0].winter.coins


def test_d9_the_default_start_row_is_the_church() -> None:
    """
    Who does not choose stands on the church row.
    """
    match = Match(players=1)
    match.make(fallback_turn(GAME, match.table, match.ask()), cause=Cause.FALLBACK)

    assert ("church:1",) == match.table.places


# --- What is hidden (4.3) ------------------------------------------------------------------------------------------


def test_4_3_drawn_tiles_and_coins_are_private() -> None:
    """
    Others and spectators see neither the draw nor the value of coins, in view, board and log.
    """
    setup = Setup(3, WalnutGroveOptions(start_rows="dealt"))
    table = start(GAME, setup, SEED).position.state

    for reader in (P2, None):
        seen = GAME.view(table, reader).table
        assert () == seen.drawn[0]
        assert {"$": 2} == {item: number for item, number in seen.farms[0].barn.items() if item in "CSG$"}
        assert {"$"} == set(seen.coin_bag)
        assert {"?"} == set(seen.tile_bag)
    assert 2 <= len(GAME.view(table, P1).table.drawn[0]) <= 4


def test_4_3_a_coin_given_is_seen_by_its_owner_only() -> None:
    """
    The public log shows ``$``; the moves of the turn are for its seat, as they may name coins.
    """
    match = Match(IN_TOWN).play("=", P1).play("church+gf ~G", P2)

    assert "Bram takes 1 grain and 1 fish at the Church. Tax: 1 coin. `church+gf ~$`" in match.told(P1)
    assert "You gave 1 gold coin." in match.told(P2)
    assert [(P2,)] == [entry.audience for entry in match.entries if entry.seat == P2]


def test_what_nobody_reads_is_not_put_into_words() -> None:
    """
    In a rollout orders are asked for without a private text; to people the same table says all.
    """
    table = Match(TOGETHER).table
    with unread():
        silent = GAME.asks(table)

    assert [None, None] == [ask.private for ask in silent]
    assert all(ask.private for ask in GAME.asks(table))


def test_4_3_resampled_worlds_keep_what_is_known() -> None:
    """
    Other worlds deal hidden coins and others' tiles anew, never the seat's own, and lose no piece.
    """
    match = Match(TOGETHER)
    rng = Rng(b"another seed")
    worlds = [GAME.bots.resample(match.table, P1, rng) for _ in range(20)]

    assert {match.table.drawn[0]} == {world.drawn[0] for world in worlds}
    assert 1 < len({world.drawn[1] for world in worlds})
    pieces = sorted((*match.table.tile_bag, *match.table.drawn[1]))
    assert all(pieces == sorted((*world.tile_bag, *world.drawn[1])) for world in worlds)
    assert {2} == {world.farms[1].coins for world in worlds}
    assert 1 < len({tuple(sorted(world.farms[1].barn.items())) for world in worlds})


def test_4_3_open_coins() -> None:
    """
    With ``coins`` open everybody sees the values.
    """
    match = Match(IN_TOWN, options={"coins": "open"})

    assert {"C": 1, "G": 1} == match.view(None).table.farms[1].barn


# --- Undo (D11) ----------------------------------------------------------------------------------------------------


def test_d11_draws_discs_and_reveals_are_barriers() -> None:
    """
    Drawn coins, a new disc and the carried out winter stand in the way of undo; a town order alone does not.
    """
    match = Match(IN_TOWN).play("church+gf", P1)
    assert [Barrier.NONE] == [entry.barrier for entry in match.entries]

    match.play("store_n<w", P2)

    barriers = {entry.ask.partition(":")[0]: entry.barrier for entry in match.entries if entry.seat == TABLE}
    assert Barrier.CHANCE is barriers["draw"]
    if "frost" in barriers:
        assert Barrier.SECRET is barriers["frost"]
        assert Barrier.CHANCE is barriers["disc"]


def test_asks_name_the_year_and_the_seat() -> None:
    """
    Ids of asks do not return: they hold year, seat and the number of changes.
    """
    match = Match(IN_TOWN, year=YEARS).play("=", P1).play("wc:C", P1)

    assert match.asks().keys() == {"town:8:1", "winter:8:0:1"}


def test_one_order_of_each_season_is_enough_for_a_year() -> None:
    """
    Two players, a whole year: two farm orders and two town orders, no further question.
    """
    setup = Setup(2, WalnutGroveOptions(start_rows="dealt"))
    position = start(GAME, setup, SEED).position
    turns = 0
    while position.state.year == 1:
        ask = next(ask for ask in GAME.asks(position.state) if ask.waits and ask.id not in position.sealed)
        turn = fallback_turn(GAME, position.state, ask)
        position = settle(
            GAME, commit(GAME, position, ask.seat, ask.id, turn, cause=Cause.FALLBACK).position, SEED
        ).position
        turns += 1

    assert turns == 4


def test_a_third_player_cannot_act_for_another() -> None:
    """
    Spectators are told so, other seats whose turn it is.
    """
    match = Match(IN_TOWN)

    with pytest.raises(IllegalMove) as caught:
        GAME.check(match.view(None), Pass())

    assert "NOT_A_PLAYER" == caught.value.code
    assert "NOT_YOUR_TURN" == match.check(Pass(), P2)[0]
    assert P3 not in match.table.players
