"""What the table does: turn the disc and draw tiles, draw coins, carry out the winter."""

from __future__ import annotations

from msgspec.structs import replace

from games.core.game import Barrier, Event, Step
from games.core.moves import Move
from games.core.rng import Rng
from games.core.seats import Seat
from games.core.text import raw
from games.walnut_grove.components import DISCS, YEARS
from games.walnut_grove.moves import DrawCoins, TurnDisc, Winter
from games.walnut_grove.rules.farm import Counts, needs_of
from games.walnut_grove.rules.paying import count_missing, winter_of
from games.walnut_grove.rules.playing import end_turn, store_sale, tell_sale_decision
from games.walnut_grove.scoring import score, settle
from games.walnut_grove.state import Desk, Phase, Summer, Table
from games.walnut_grove.words import log_sentences
from games.walnut_grove.words.names import count_texts, item_text, raws, words


def table_move(table: Table, move: Move, rng: Rng) -> Step[Table]:
    """Make one of the moves that nobody chooses: a new disc, coins drawn, winter."""
    match move:
        case TurnDisc():
            return _turn_disc(table, rng)
        case DrawCoins():
            return _draw_coins(table, rng)
        case Winter():
            return _winter(table)
    raise AssertionError(f"{move} is no move of the table")


def _turn_disc(table: Table, rng: Rng) -> Step[Table]:
    """Turn the next disc and draw everybody's tiles (R4.1, R4.2, Q5)."""
    letter = min(table.discs_left)[0]
    disc = rng.pick("discs", [disc for disc in table.discs_left if disc[0] == letter])
    facts = DISCS[disc]
    bag = list(table.tile_bag)
    drawn: list[tuple[str, ...]] = []
    for _ in table.players:
        hand = []
        for _ in range(facts.draw):
            hand.append(rng.pick("tiles", bag))
            bag.remove(hand[-1])
        drawn.append(tuple(hand))
    after = replace(
        table,
        phase=Phase.FARM,
        disc=disc,
        discs_left=tuple(other for other in table.discs_left if other != disc),
        tile_bag=tuple(bag),
        drawn=tuple(drawn),
        summers=(Summer(),) * table.seats,
        desks=(Desk(),) * table.seats,
        order=(),
        acted=0,
    )
    turned = words(
        "log.disc",
        year=table.year,
        disc=raw(disc),
        draw=facts.draw,
        keep=facts.keep,
        summer=item_text(facts.summer),
        autumn=item_text(facts.autumn),
        fires=facts.fires,
        double=tuple(words(f"name.colour.{colour}") for colour in facts.double),
    )
    private = [Event(words("log.drawn", tiles=raws(hand)), (Seat(seat),)) for seat, hand in enumerate(drawn)]
    return Step(after, (Event(turned), *private), Barrier.CHANCE)


def draw_from(bag: Counts, number: int, rng: Rng) -> tuple[str, ...]:
    """Draw coins; if there are too few, those there are (R3.11)."""
    left = dict(bag)
    drawn = []
    for _ in range(min(number, sum(left.values()))):
        coin = rng.take("coins", left)
        left[coin] -= 1
        drawn.append(coin)
    return tuple(drawn)


def _draw_coins(table: Table, rng: Rng) -> Step[Table]:
    """Draw the coins of a sale; ask what to give up only if that matters (D7)."""
    seat = table.current
    assert seat is not None, "somebody has sold"
    desk = table.desks[seat]
    assert desk.sale is not None, "somebody has sold"
    base = table.farms[seat]
    sale = replace(desk.sale, drawn=draw_from(table.coin_bag, desk.sale.number, rng))
    farm = store_sale(base, sale)
    table = table.with_farm(seat, farm).with_desk(seat, replace(desk, base=base, sale=sale))
    told = log_sentences.sale_events(seat, sale)
    if len(sale.drawn) > base.free or count_missing(farm, needs_of(farm, table.the_disc)):
        return Step(replace(table, phase=Phase.COINS), told, Barrier.CHANCE)
    events = tell_sale_decision(table, seat, base, sale)
    return Step(end_turn(table, seat), (*told, *events), Barrier.CHANCE)


def _winter(table: Table) -> Step[Table]:
    """Carry out the winter of all farms (R7); after the last year, the final settlement (R8.1)."""
    events: list[Event] = []
    frosts = []
    for seat in table.players:
        farm = table.farms[seat]
        paid = winter_of(table, farm, table.desks[seat].winter, strict=False)
        events += log_sentences.winter_events(seat, paid.frost)
        joined = replace(paid.farm, labourers=(*paid.farm.labourers, *paid.farm.hired), hired=())
        if farm.hired:
            events.append(Event(words("log.join", seat=seat, labourers=tuple(map(item_text, farm.hired)))))
        table = table.with_farm(seat, joined)
        frosts.append(paid.frost)
    table = replace(table, frosts=tuple(frosts))
    if table.year < YEARS:
        return Step(replace(table, year=table.year + 1, phase=Phase.YEAR), tuple(events), Barrier.SECRET)
    return _end(table, events)


def _end(table: Table, events: list[Event]) -> Step[Table]:
    for seat in table.players:
        settled = settle(table.farms[seat])
        table = table.with_farm(seat, settled.farm)
        if settled.repaid:
            events.append(Event(words("log.settled.repaid", seat=seat, things=count_texts(settled.repaid))))
        if settled.dropped:
            events.append(Event(words("log.settled.dropped", seat=seat, things=count_texts(settled.dropped))))
        points = words("log.points", seat=seat, count=score(settled.farm).total)
        events.append(Event(points))
    over = replace(table, phase=Phase.OVER, order=(), acted=0)
    return Step(over, tuple(events), Barrier.SECRET)
