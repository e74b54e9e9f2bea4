"""What a seat is told while it writes an order: what comes of it so far, what winter would take, warnings (6)."""

from __future__ import annotations

from collections.abc import Iterator

from games.core.seats import Seat
from games.core.text import Text, lines
from games.walnut_grove.components import DISCS, FOOD, GOODS, STOPS
from games.walnut_grove.moves import HELP
from games.walnut_grove.rules.checks import find_unsettled_reason
from games.walnut_grove.rules.errand import PASS, Ran, run
from games.walnut_grove.rules.farm import Farm, count_owned, find_missing, needs_of
from games.walnut_grove.rules.land import matches
from games.walnut_grove.rules.paying import count_missing, forecast
from games.walnut_grove.rules.playing import base_of
from games.walnut_grove.rules.town import gates_between, stop_trouble
from games.walnut_grove.state import Phase, Table, Worked
from games.walnut_grove.view import View
from games.walnut_grove.words.names import cell_of, count_texts, counts, item_text, number_of, raws, stop_text, words


def private_text(table: Table, seat: Seat) -> Text:
    """Return what the seat is asked, with all it should know."""
    match table.phase:
        case Phase.FARM:
            parts = tuple(_farm(table, seat))
        case Phase.TOWN if table.current == seat:
            parts = tuple(_town(table, seat))
        case Phase.COINS if table.current == seat:
            parts = tuple(_coins(table, seat))
        case Phase.TOWN | Phase.DRAW | Phase.COINS:
            parts = (words("ask.yours.instructions"), *_winter(table, seat))
        case _:
            parts = (words("ask.yours.start"),)
    waiting = find_unsettled_reason(table, seat)
    return lines(*parts, *(() if waiting is None else (words("ask.warning.unsettled", why=waiting.text),)))


# --- Farm ----------------------------------------------------------------------------------------------------------


def _farm(table: Table, seat: Seat) -> Iterator[Text]:
    disc, farm, summer = table.the_disc, table.farms[seat], table.summers[seat]
    if summer.laid < disc.keep:
        left = tuple(tile for tile in table.drawn[seat] if all(laid.tile != tile for laid in farm.tiles))
        yield words("ask.yours.lay", tiles=raws(left), count=disc.keep - summer.laid)
    elif not summer.areas:
        yield words("ask.yours.work", count=farm.figures, good=item_text(disc.summer))
    else:
        yield words("ask.yours.harvest", things=tuple(_harvest(worked) for worked in summer.worked))
    yield from _winter(table, seat)


def _harvest(worked: Worked) -> Text:
    return words("name.area", harvest=number_of(worked.good, worked.harvest), at=cell_of(worked.area))


def _ran(table: Table, seat: Seat) -> Ran:
    """Return what comes of the town order as far as it is written."""
    desk = table.desks[seat]
    return run(table, seat, base_of(table, seat), desk.place, desk.errand, whole=False)


# --- Town ----------------------------------------------------------------------------------------------------------


def _town(table: Table, seat: Seat) -> Iterator[Text]:
    desk = table.desks[seat]
    if not desk.errand.to:
        yield words("ask.yours.town")
        yield from _winter(table, seat)
        return
    if desk.errand.to == PASS:
        yield words("ask.yours.pass")
    else:
        yield from _walk(table, seat, _ran(table, seat))
    yield from _winter(table, seat)


def _walk(table: Table, seat: Seat, ran: Ran) -> Iterator[Text]:
    errand = table.desks[seat].errand
    yield words("ask.yours.go", stop=stop_text(errand.to))
    for way in ran.gates:
        yield words("ask.yours.tax.help") if way == HELP else words("ask.yours.tax", coin=item_text(way))
    if ran.unpaid:
        yield words("ask.warning.unpaid", count=ran.unpaid)
    if ran.goods or ran.coins:
        yield words("ask.yours.pay", things=count_texts((*ran.goods, *ran.coins)))
    if ran.draws:
        yield words("ask.yours.draws", count=ran.draws)


# --- Coins and winter ----------------------------------------------------------------------------------------------


def _coins(table: Table, seat: Seat) -> Iterator[Text]:
    sale = table.desks[seat].sale
    drawn = sale.drawn if sale is not None else ()
    yield words("ask.yours.coins", coins=count_texts(drawn), barn=counts(table.farms[seat].barn))
    yield from _winter(table, seat)


def _winter(table: Table, seat: Seat) -> Iterator[Text]:
    if table.disc not in DISCS:
        return
    farm = table.farms[seat]
    needs = needs_of(farm, table.the_disc)
    frost = forecast(table, seat)
    has = {good: count_owned(farm, good) for good in GOODS if good in needs}
    lacking = ".none" if needs and not any(has.values()) else ""
    yield words(f"ask.yours.needs{lacking}", needs=counts(needs), has=counts(has))
    if frost.coins:
        yield words("ask.yours.winter.coins", coins=count_texts(frost.coins))


# --- Warnings ------------------------------------------------------------------------------------------------------


def warnings(view: View) -> Iterator[Text]:
    """Yield what is lost or left undone if an order is confirmed as it stands, and what winter will lack."""
    table, seat = view.table, view.seat
    if seat is None or table.disc not in DISCS:
        return
    if table.phase is Phase.FARM:
        yield from _farm_warnings(table, seat)
    elif table.phase is Phase.TOWN and table.current == seat and table.desks[seat].errand.to:
        yield from _town_warnings(table, seat)
    if table.phase in (Phase.FARM, Phase.TOWN, Phase.COINS) and forecast(table, seat).help:
        short = find_missing(table.farms[seat], table.the_disc)
        yield words(
            "ask.warning.winter.farm" if table.phase is Phase.FARM else "ask.warning.winter",
            things=counts(short),
            count=forecast(table, seat).help,
        )


def _farm_warnings(table: Table, seat: Seat) -> Iterator[Text]:
    farm, summer = table.farms[seat], table.summers[seat]
    for worked in summer.worked:
        if worked.lost:
            yield words("ask.warning.lost", things=number_of(worked.good, worked.lost))
    for laid in farm.tiles[len(farm.tiles) - summer.laid :]:
        others = tuple(other for other in farm.tiles if other != laid)
        if not matches(farm.board, others, laid):
            yield words("ask.warning.no_match", tile=laid.tile)


def _town_warnings(table: Table, seat: Seat) -> Iterator[Text]:
    desk = table.desks[seat]
    if desk.errand.to == PASS:
        payable = tuple(_payable(table, seat, base_of(table, seat), desk.place))
        if payable:
            yield words("ask.warning.payable", stops=payable)
        return
    ran = _ran(table, seat)
    if ran.lost:
        yield words("ask.warning.lost", things=count_texts(ran.lost))
    hungry = next((colour for colour in ran.farm.hired if colour in desk.errand.take), None)
    if hungry is not None and not _can_feed(ran.farm, hungry):
        yield words("ask.warning.unfed", labourer=item_text(hungry))


def _payable(table: Table, seat: Seat, farm: Farm, place: str) -> Iterator[Text]:
    for stop in STOPS.values():
        if stop.price and stop_trouble(table, seat, farm, stop.id) is None:
            gates = len(gates_between(place, stop.id))
            if count_missing(farm, stop.price) + gates <= farm.coins:
                yield stop_text(stop.id)


def _can_feed(farm: Farm, colour: str) -> bool:
    """Whether an area of the farm yields what a labourer eats, or goods of it are there."""
    food = FOOD[colour]
    eaters = sum(FOOD[other] == food for other in (*farm.labourers, *farm.hired))
    return count_owned(farm, food) >= eaters or any(
        area.good == food and area.size >= eaters for area in farm.land.areas
    )
