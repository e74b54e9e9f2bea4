"""What is left undone, or lost, by a turn as it is about to be confirmed."""

from __future__ import annotations

from collections.abc import Iterator

from games.core.game import Ask
from games.core.seats import Seat
from games.core.text import Text, either
from games.h2olland.components import CODES, POINTS, TULIPS, Item
from games.h2olland.rules.checks import apply_basket
from games.h2olland.rules.draining import dike_borders
from games.h2olland.rules.flow import placeable
from games.h2olland.rules.placing import can_place
from games.h2olland.rules.racing import field_text, runs
from games.h2olland.rules.trading import count_items, deal_problem, find_left_over, goods_text, surplus
from games.h2olland.state import Phase, Table
from games.h2olland.view import View
from games.h2olland.words.refusals import words

FOR_SALE = (Item.MILL, Item.FARM, Item.DIKE, *reversed(TULIPS))


def warnings(before: View, after: View, ask: Ask | None) -> Iterator[Text]:
    """Yield what a player who passes could still do, or what an order leaves, a sentence each."""
    table, seat = before.table, before.seat
    if seat is None or table.faced != after.table.faced:
        return
    if table.phase in (Phase.WINTER, Phase.FINAL_TRADE):
        if ask is not None:
            yield from _warn_before_order(after, seat)
    elif (table.barns[seat], table.runners[seat]) == (after.table.barns[seat], after.table.runners[seat]):
        yield from _warn_before_pass(table, seat)


def _warn_before_pass(table: Table, seat: Seat) -> Iterator[Text]:
    """Say what a player who passes could have done."""
    match table.phase:
        case Phase.SPRING | Phase.PLANTING:
            held = {item: table.has(seat, item) for item in placeable(table, seat) if can_place(table, seat, item)}
            if held:
                yield words(f"choice.left.{table.phase}", goods=goods_text(held, brief=True))
        case Phase.DIKES if dike_borders(table):
            yield words("choice.left.dikes", count=table.has(seat, Item.DIKE))
        case Phase.RACE:
            tulips = [field for field in runs(table, seat) if field.item in TULIPS]
            if tulips:
                best = max(tulips, key=lambda field: POINTS[field.item])
                yield words("choice.left.race", field=field_text(best), count=table.runners[seat])


def _warn_before_order(view: View, seat: Seat) -> Iterator[Text]:
    """Say what an order leaves: what could still be bought, and what goes back to the co-op."""
    table, keep = apply_basket(view.table, seat, view.basket), view.basket.keep
    barn = table.barns[seat]
    if table.phase is Phase.FINAL_TRADE:
        lost = find_left_over(barn)
    else:
        lost = {} if keep is None else surplus(barn, count_items(keep))
    more = [item for item in FOR_SALE if deal_problem(table, seat, CODES[item]) is None]
    if more and keep is None:
        yield words("choice.left.buy", items=either(*(words(f"name.one.{item}") for item in more)))
    if lost:
        yield words("choice.left.lost", goods=goods_text(lost, brief=True))
