"""What stands against a move: who may act and when, then the rules, in the order of section 6 and R6.17.

An order is judged as a whole when it is handed in (``judge``). A part of it is refused on the way only if no part that
may still follow could mend it: something dropped before the harvest, the tax refused, other winter instructions.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from games.core.errors import IllegalMove, game_over, not_a_player, not_your_turn
from games.core.moves import Move
from games.core.seats import Seat
from games.walnut_grove.components import COINS, GOODS, ROWS
from games.walnut_grove.moves import (
    WINTER_MOVES,
    Coins,
    Done,
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
    WinterMove,
    Work,
)
from games.walnut_grove.rules.errand import PASS
from games.walnut_grove.rules.farm import drop, pay_back
from games.walnut_grove.rules.paying import winter_of
from games.walnut_grove.rules.playing import (
    add_to_order,
    base_of,
    change_instructions,
    errand_with,
    ran_for,
    sale_with,
    store_sale,
)
from games.walnut_grove.rules.stages import instructs
from games.walnut_grove.rules.summer import areas_named, awaits_drop, check_lay, droppings, harvest_order
from games.walnut_grove.state import Phase, Table
from games.walnut_grove.view import View, season_of
from games.walnut_grove.words.names import refuse, thing_text, words

FARM_MOVES = (Lay, Work, Renounce, RepayMid)
TOWN_MOVES = (Go, Pass, Take, Sell, Tax, RepayGate, Save, Coins, Sources)
ORDERED: tuple[type[Move], ...] = (*TOWN_MOVES, Drop, Repay, *WINTER_MOVES)
"""All that a town order is made of."""
WINTER_PARTS = ("coins", "save", "repay", "sources")
"""The parts of winter instructions in the order of their moves."""

SEASONS: dict[type[Move], tuple[Phase, ...]] = {
    Start: (Phase.START,),
    **dict.fromkeys(FARM_MOVES, (Phase.FARM,)),
    **dict.fromkeys(TOWN_MOVES, (Phase.TOWN,)),
    **dict.fromkeys(WINTER_MOVES, (Phase.TOWN, Phase.DRAW, Phase.COINS)),
    GiveUp: (Phase.COINS,),
    Drop: (Phase.FARM, Phase.TOWN),
    Repay: (Phase.FARM, Phase.TOWN, Phase.COINS),
    Done: (Phase.FARM, Phase.TOWN, Phase.DRAW, Phase.COINS),
}
"""The phases that each kind of move of a seat belongs to."""


def check(view: View, move: Move) -> None:
    """Raise IllegalMove if the rules forbid the move."""
    table = view.table
    seat = _may_act(view, move)
    if isinstance(move, Start):
        _check_start(move)
    elif isinstance(move, Done):
        judge(table, seat)
    elif isinstance(move, WinterMove):
        _check_winter(table, seat, move)
    elif table.phase is Phase.FARM:
        _check_farm(table, seat, move)
    elif table.phase is Phase.COINS:
        _check_coins(table, seat, move)
    else:
        _check_town(table, seat, move)


# --- Season and turn -----------------------------------------------------------------------------------------------


def _may_act(view: View, move: Move) -> Seat:
    """Return the seat if it may make such a move now; raises WRONG_PHASE, NOT_YOUR_TURN and the like."""
    table, seat = view.table, view.seat
    if seat is None:
        raise not_a_player()
    if table.over:
        raise game_over("R7.9")
    wanted = SEASONS.get(type(move), ())
    if not wanted:
        raise refuse("NOT_OFFERED", "core")
    if table.phase not in wanted:
        season, other = words(f"name.season.{season_of(table)}"), words(f"name.season.of.{wanted[0]}")
        raise refuse("WRONG_PHASE", "D2" if table.phase is Phase.FARM else "D3", season=season, other=other)
    if may_act(view, type(move)):
        return seat
    if table.phase is Phase.FARM:
        waiting = tuple(other for other in table.players if not table.summers[other].done)
        raise refuse("NOT_YOUR_TURN", "D4", "waiting", seat=waiting)
    assert table.current is not None, "in these phases somebody acts"
    raise not_your_turn(Seat(table.current), "R2.9" if table.phase is Phase.START else "R6.1", plan="/walnut plan")


def may_act(view: View, verb: type[Move]) -> bool:
    """Whether season and turn allow the seat a move of a kind at all."""
    table, seat = view.table, view.seat
    if seat is None or table.phase not in SEASONS.get(verb, ()):
        return False
    if table.phase is Phase.FARM:
        return not table.summers[seat].done
    return (table.current == seat and table.phase is not Phase.DRAW) or (
        verb in (*WINTER_MOVES, Done) and seat in table.has_acted
    )


def _check_start(move: Start) -> None:
    if move.row not in ROWS:
        raise refuse("UNKNOWN_ROW", "R2.9", rows=tuple(words(f"name.row.{row}") for row in ROWS))


# --- Whole orders --------------------------------------------------------------------------------------------------


def judge(table: Table, seat: Seat) -> None:
    """Raise the first refusal that stands against the order of a seat as it is written down, seen as a whole."""
    if table.phase is Phase.FARM:
        _judge_farm(table, seat)
        return
    desk = table.desks[seat]
    if seat != table.current:
        if not desk.stage:
            raise refuse("NOTHING_CHANGED", "D3")
    elif table.phase is Phase.TOWN:
        if not desk.errand.to:
            raise refuse("UNKNOWN_BUILDING", "R6.2", "nothing")
        ran_for(table, seat, desk.errand)
    if instructs(table, seat):
        winter_of(table, table.farms[seat], desk.winter)


def _judge_farm(table: Table, seat: Seat) -> None:
    farm, summer, disc = base_of(table, seat), table.summers[seat], table.the_disc
    if summer.laid < disc.keep:
        raise refuse("KEEP_NUMBER", "R4.3", count=disc.keep)
    areas_named(farm, summer.areas)
    harvest_order(farm, summer, disc)


def find_unsettled_reason(table: Table, seat: Seat) -> IllegalMove | None:
    """Return what keeps an order from being handed in as it stands, where a part that may follow can mend it."""
    waiting = awaits_drop(table.summers[seat]) if table.phase is Phase.FARM else instructs(table, seat)
    if not waiting:
        return None
    try:
        judge(table, seat)
    except IllegalMove as refusal:
        return refusal
    return None


# --- Farm ----------------------------------------------------------------------------------------------------------


def _check_farm(table: Table, seat: Seat, move: Move) -> None:
    farm, summer, disc = base_of(table, seat), table.summers[seat], table.the_disc
    if isinstance(move, Lay):
        return check_lay(farm, table.drawn[seat], disc.keep, summer.laid, move)
    if isinstance(move, Repay) and not summer.laid:
        pay_back(farm, move.goods)
        return None
    if summer.laid < disc.keep:
        raise refuse("KEEP_NUMBER", "R4.3", count=disc.keep)
    if isinstance(move, Work):
        areas_named(farm, move.areas)
    elif not summer.areas:
        areas_named(farm, ())
    if isinstance(move, Drop) and not move.things:
        raise refuse("NOT_IN_BARN", "R3.5", "nothing")
    after = add_to_order(summer, move)
    try:
        harvest_order(farm, after, disc)
    except IllegalMove:
        if not isinstance(move, RepayMid) or next(droppings(farm, after, disc), None) is None:
            raise
    return None


# --- Town ----------------------------------------------------------------------------------------------------------


def _check_town(table: Table, seat: Seat, move: Move) -> None:
    errand = table.desks[seat].errand
    if not errand.to and not isinstance(move, Go | Pass | Repay):
        raise refuse("UNKNOWN_BUILDING", "R6.2", "nothing")
    if errand.to == PASS and not isinstance(move, Repay):
        raise refuse("UNKNOWN_BUILDING", "R6.8", "passed")
    _check_words(move)
    ran_for(table, seat, errand_with(errand, move), whole=isinstance(move, Take) and not move.what)


def _check_words(move: Move) -> None:
    """Refuse parts that say nothing, or name things that no farm has."""
    if isinstance(move, Sell) and not move.goods:
        raise refuse("SELL_ONE", "R6.14", "empty")
    if isinstance(move, Tax) and not move.ways:
        raise refuse("BAD_TAX", "R6.4", "nothing")
    if isinstance(move, Go) and move.to == PASS:
        raise refuse("UNKNOWN_BUILDING", "R6.8", "passed")
    if isinstance(move, Drop) and not move.things:
        raise refuse("NOT_IN_BARN", "R3.5", "nothing")
    if isinstance(move, Save):
        _only(move.goods, GOODS, "BAD_SAVE")
    if isinstance(move, Coins):
        _only(move.coins, COINS, "NOT_ENOUGH")


def _only(named: Sequence[str], allowed: Iterable[str], code: str) -> None:
    wrong = next((name for name in named if name not in tuple(allowed)), None)
    if not named or wrong is not None:
        if code == "BAD_SAVE":
            raise refuse(code, "R3.9", "goods", things=tuple(map(thing_text, GOODS)))
        raise refuse(code, "R3.9", thing=thing_text(wrong or "?"))


# --- Coins and winter ----------------------------------------------------------------------------------------------


def _check_coins(table: Table, seat: Seat, move: Move) -> None:
    sale = table.desks[seat].sale
    assert sale is not None, "coins follow a sale"
    if isinstance(move, GiveUp) and not move.things:
        raise refuse("NOT_IN_BARN", "R6.15", "nothing")
    base = base_of(table, seat)
    after = sale_with(sale, move)
    drop(base, after.give_up)
    store_sale(base, after)


def _check_winter(table: Table, seat: Seat, move: WinterMove) -> None:
    wanted = change_instructions(table.desks[seat].winter, move)
    if any(kind not in COINS for kind in wanted.coins) or len(set(wanted.coins)) < len(wanted.coins):
        raise refuse("NOT_ENOUGH", "R7.5", "kinds", things=tuple(map(thing_text, COINS)))
    # What stands behind this part may still be changed; naming nothing there always works.
    winter_of(table, table.farms[seat], replace(wanted, **dict.fromkeys(_behind(type(move)), ())))


def _behind(verb: type[Move]) -> tuple[str, ...]:
    """Return the parts of winter instructions that may follow one of them."""
    return WINTER_PARTS[1 + WINTER_MOVES.index(verb) :]


def explain(view: View, line: Sequence[Move], at: int, found: IllegalMove) -> IllegalMove:
    """Return the first objection in the order of R6.17 to a whole town order, given what was refused at move ``at``."""
    table, seat = view.table, view.seat
    if seat is None or table.phase is not Phase.TOWN or table.current != seat or not isinstance(line[at], ORDERED):
        return found
    errand = table.desks[seat].errand
    try:
        for move in line:
            if isinstance(move, ORDERED) and not isinstance(move, WinterMove):
                _check_words(move)
                errand = errand_with(errand, move)
        ran_for(table, seat, errand)
    except IllegalMove as first:
        return first
    return found
