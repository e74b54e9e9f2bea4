"""Set-up, whose turn it is, and what each move does."""

from __future__ import annotations

from typing import assert_never

from msgspec.structs import replace

from games.core.game import Ask, Barrier, Setup, Step
from games.core.moves import Move
from games.core.rng import Rng
from games.core.seats import TABLE, AskId, Seat
from games.core.text import Text
from games.h2olland.board import board_for, squares_in
from games.h2olland.components import (
    BUILDINGS,
    PLAIN,
    POINTS,
    START_BARN,
    STORAGE_LIMIT,
    TILE_MIX,
    TOTALS,
    TULIPS,
    WORKERS_EACH,
    YEARS,
    Item,
    find_item,
)
from games.h2olland.moves import (
    Area,
    CarryOut,
    Dike,
    Drought,
    Face,
    Flip,
    HandIn,
    Keep,
    Order,
    Pass,
    Place,
    Reveal,
    Reward,
    Run,
    Trade,
    Turn,
    Weather,
)
from games.h2olland.options import H2OllandOptions
from games.h2olland.rules import flow
from games.h2olland.rules.checks import apply_basket, border_in, face_of, verbs_now
from games.h2olland.rules.flow import Log, note
from games.h2olland.rules.racing import field_at
from games.h2olland.rules.trading import carry_out, count_items, fields_in, goods_text, over_limit
from games.h2olland.state import RULES, Basket, Building, Phase, Planted, State, Table, put
from games.h2olland.words.names import bought_text, swaps_text
from games.h2olland.words.refusals import Trouble, item_text, words


def set_up(setup: Setup, rng: Rng) -> Step[State]:
    """Set the table up (R1) and begin the first spring."""
    options = setup.options
    assert isinstance(options, H2OllandOptions)
    seats = setup.seats
    board = board_for(seats)
    mix = {kind: count - (len(board.island) if kind == PLAIN else 0) for kind, count in TILE_MIX.items()}
    coop = {item: count - seats * START_BARN.get(item, 0) for item, count in TOTALS.items()}
    table = Table(
        seats=seats,
        years=YEARS[seats] if options.years == "usual" else int(options.years),
        zones=options.safe_zone,
        sealed_trade=options.winter == "sealed",
        rules=RULES if setup.rules is None else setup.rules,
        start=_first(setup, options, rng),
        land=dict.fromkeys(board.island, PLAIN),
        unseen=mix,
        buildings={
            place: Building(kind, Seat(seat))
            for seat in range(seats)
            for kind, place in sorted(board.start[seat].items())
        },
        barns=tuple(dict(START_BARN) for _ in range(seats)),
        coop=coop,
        workers=(WORKERS_EACH,) * seats,
        helped=(0,) * seats,
        owed=(0,) * seats,
        faced=(0,) * seats,
        runners=(0,) * seats,
    )
    log: Log = []
    note(log, "year", year=1, seat=table.start)
    table = flow.begin_round(table, Phase.SPRING, table.start, log)
    return Step(State(table, (Basket(),) * seats), tuple(log), Barrier.CHANCE)


def _first(setup: Setup, options: H2OllandOptions, rng: Rng) -> Seat:
    if setup.first is not None:
        return setup.first
    if options.first_player == "middle" and setup.seats == 3:
        return Seat(1)
    return Seat(rng.below("clog", setup.seats))


# --- Asks ----------------------------------------------------------------------------------------------------------


def asks(state: State) -> tuple[Ask, ...]:
    """Return the turn that is waited for, and the facings that may still be set (D.2, D.5)."""
    table = state.table
    if table.phase is Phase.OVER:
        return ()
    return (*_main_asks(state), *_facings(table))


def _main_asks(state: State) -> tuple[Ask, ...]:
    table = state.table
    if table.turning:
        return (_table_ask(table, Reveal, "reveal"),)
    if table.phase is Phase.AUTUMN:
        return (_table_ask(table, Weather, "weather"),)
    if table.collecting:
        waiting = [seat for seat in table.order() if not state.baskets[seat].handed]
        return tuple(_ask(state, seat, sealed=True) for seat in waiting)
    if state.baskets[table.turn].handed:
        return (_table_ask(table, CarryOut, "carry_out"),)
    return (_ask(state, table.turn),)


def _table_ask(table: Table, verb: type[Move], name: str) -> Ask:
    return Ask(id=AskId(f"c{table.count}"), seat=TABLE, verbs=(verb,), text=words(f"ask.{name}"))


def turn_id(table: Table, seat: Seat) -> AskId:
    """Return the id of the ask for what the seat does now, if it is its turn; a facing to be set is another ask."""
    return AskId(f"s{table.count}.{seat}" if table.collecting else f"t{table.count}")


def _ask(state: State, seat: Seat, *, sealed: bool = False) -> Ask:
    table = state.table
    basket = state.baskets[seat] if table.phase in (Phase.WINTER, Phase.FINAL_TRADE) else None
    return Ask(
        id=turn_id(table, seat),
        seat=seat,
        verbs=verbs_now(table),
        sealed=sealed,
        exact=True,
        group=f"{table.year}.{_SEASONS.get(table.phase, table.phase)}",
        text=words(f"ask.{_name_task(table)}", seat=seat, count=table.owed[seat]),
        private=(
            words(f"ask.yours.{_name_task(table)}", count=table.owed[seat])
            if basket is None
            else _tell_barn(table, seat, basket)
        ),
    )


_SEASONS = {Phase.DIKES: "summer", Phase.DRAIN: "summer", Phase.REWARD: "summer"}
"""Phases that are one season together; every other one is a season of its own (D.6)."""


def _tell_barn(table: Table, seat: Seat, basket: Basket) -> Text:
    """Say what the barn holds after the trades written down, and what must still be said (R7.7)."""
    barn = apply_basket(table, seat, basket).barns[seat]
    goods = goods_text(barn) or (words("describe.nothing"),)
    if table.phase is Phase.WINTER and basket.keep is None and over_limit(barn):
        return words("ask.keep", goods=goods, most=STORAGE_LIMIT)
    return words("ask.barn", goods=goods)


def _name_task(table: Table) -> str:
    if table.phase is Phase.DRAIN and table.area:
        return "flip"
    return table.phase.value


def _facings(table: Table) -> tuple[Ask, ...]:
    return tuple(
        Ask(
            id=AskId(f"f{seat}.{table.year}.{table.faced[seat]}"),
            seat=seat,
            verbs=(Face,),
            waits=False,
            text=words("ask.rotate", seat=seat, tiles=tiles_of(table, seat), count=len(tiles_of(table, seat))),
            private=words("ask.yours.rotate", tiles=tiles_of(table, seat), count=len(tiles_of(table, seat))),
        )
        for seat in table.players
        if tiles_of(table, seat)
    )


def tiles_of(table: Table, seat: Seat) -> tuple[int, ...]:
    """Return the barren tiles whose facing the seat may still set."""
    return tuple(tile for tile, owner in table.rotatable.items() if owner == seat)


# --- Moves ---------------------------------------------------------------------------------------------------------


def step(state: State, seat: Seat, move: Move, rng: Rng) -> Step[State]:
    """Play a checked move."""
    log: Log = []
    match move:
        case Reveal():
            table, barrier = flow.reveal(state.table, rng, log), Barrier.CHANCE
        case Weather():
            table, barrier = flow.turn_card(state.table, rng, log), Barrier.CHANCE
        case Trade() | Keep() | HandIn() | CarryOut():
            return _trade(state, state.table.turn if seat == TABLE else seat, move)
        case _:
            assert isinstance(move, Turn), "the moves of this game"
            table, barrier = _play(state.table, seat, move, log), Barrier.NONE
    return Step(replace(state, table=table), tuple(log), barrier)


def _play(table: Table, seat: Seat, move: Turn, log: Log) -> Table:
    match move:
        case Place():
            return flow.next_turn(_place(table, seat, move, log), table.after(seat), log)
        case Pass():
            note(log, "pass", seat=seat)
            return flow.next_turn(replace(table, passed=(*table.passed, seat)), table.after(seat), log)
        case Dike():
            return flow.next_turn(_lay_dike(table, seat, border_in(move.at), log), table.after(seat), log)
        case Area():
            return flow.choose_area(table, seat, move.tile, log)
        case Flip():
            return flow.turn_tile(table, seat, move.tile, log)
        case Face():
            return _face(table, seat, move, log)
        case Reward():
            return _reward(table, seat, move, log)
        case Drought():
            return flow.turn_in_drought(table, seat, move.tile, log)
        case Run():
            return flow.next_turn(_ran(table, seat, move.at, log), table.after(seat), log)
    assert_never(move)


def _reward(table: Table, seat: Seat, move: Reward, log: Log) -> Table:
    taken = tuple(find_item(colour) or colour for colour in move.colours)
    note(log, "rewarded", seat=seat, goods=goods_text(count_items(taken)))
    for item in taken:
        table = flow.take_reward(table, seat, item, log)
    return table


def _place(table: Table, seat: Seat, move: Place, log: Log) -> Table:
    at, item = squares_in(move.at), find_item(move.item) or move.item
    note(log, f"placed.{item}", seat=seat, at="".join(at))
    table = table.change_barn(seat, item, -1)
    if item in BUILDINGS:
        return replace(table, buildings={**table.buildings, at[0]: Building(item, seat)})
    return flow.plant_field(table, seat, Planted(item, (at[0], at[1]), by=seat))


def _lay_dike(table: Table, seat: Seat, border: str, log: Log) -> Table:
    note(log, "dike", seat=seat, border=border)
    return replace(table.change_barn(seat, Item.DIKE, -1), dikes={**table.dikes, border: seat})


def _face(table: Table, seat: Seat, move: Face, log: Log) -> Table:
    to = move.to.upper()
    face = f"{face_of(table, move.tile)[0]}.{to}"
    note(log, "face", seat=seat, tile=move.tile, to=to)
    rotatable = {tile: owner for tile, owner in table.rotatable.items() if tile != move.tile}
    table = replace(table, rotatable=rotatable, faced=put(table.faced, seat, table.faced[seat] + 1))
    turned = table.flipped.get(move.tile)
    if turned is not None:
        return replace(table, flipped={**table.flipped, move.tile: replace(turned, face=face)})
    return replace(table, land={**table.land, move.tile: face})


def _ran(table: Table, seat: Seat, at: str, log: Log) -> Table:
    field = field_at(table, at)
    assert field is not None, "checked before"
    told = "sent" if field.item in TULIPS else "sent_on"
    note(log, told, seat=seat, at=field.name, item=item_text(field.item), count=POINTS.get(field.item, 0))
    fields = {**table.fields, field.at[0]: replace(field, runner=seat)}
    return replace(table, fields=fields, runners=put(table.runners, seat, table.runners[seat] - 1))


# --- Orders (R7, R8.2) ---------------------------------------------------------------------------------------------


def _trade(state: State, seat: Seat, move: Order) -> Step[State]:
    basket = state.baskets[seat]
    match move:
        case Trade():
            return _write_down(state, seat, Basket((*basket.trades, *move.trades)))
        case Keep():
            keep = tuple(find_item(name) or name for name in move.items)
            return _write_down(state, seat, replace(basket, keep=keep))
    if state.table.collecting:
        return _collect(_write_down(state, seat, replace(basket, handed=True)).state, seat)
    return _carry_out(state, seat)


def _write_down(state: State, seat: Seat, basket: Basket) -> Step[State]:
    return Step(replace(state, baskets=put(state.baskets, seat, basket)))


def _collect(state: State, seat: Seat) -> Step[State]:
    log: Log = []
    note(log, "handed_in", seat=seat)
    if all(basket.handed for basket in state.baskets):
        state = replace(state, table=flow.give_turn(replace(state.table, collecting=False), state.table.start))
    return Step(state, tuple(log))


def _carry_out(state: State, seat: Seat) -> Step[State]:
    """Carry out an order as a whole, or hand it back if something in it has been sold out (R7.6, section H)."""
    log: Log = []
    basket = state.baskets[seat]
    state = replace(state, baskets=put(state.baskets, seat, Basket()))
    table = carry_out(state.table, seat, basket.trades)
    if isinstance(table, Trouble):
        note(log, "order_failed", seat=seat, why=table.text)
        return Step(replace(state, table=flow.give_turn(state.table, seat)), tuple(log))
    if basket.trades:
        _note_trades(log, seat, basket.trades)
        table = replace(table, rotatable={})
    else:
        note(log, "no_trade", seat=seat)
    if table.phase is Phase.WINTER:
        table = _keep(table, seat, basket, log)
    else:
        table = flow.put_away(table, seat)
    return Step(replace(state, table=flow.after_trade(table, seat, log)), tuple(log))


def _note_trades(log: Log, seat: Seat, trades: tuple[str, ...]) -> None:
    """Tell what is exchanged and bought, each in a sentence."""
    swaps, goods = swaps_text(trades), bought_text(trades)
    if swaps:
        note(log, "exchanged", seat=seat, trades=swaps)
    if goods:
        note(log, "bought", seat=seat, goods=goods)


def _keep(table: Table, seat: Seat, basket: Basket, log: Log) -> Table:
    keep = fields_in(table.barns[seat]) if basket.keep is None else count_items(basket.keep)
    if basket.keep:
        note(log, "kept", seat=seat, goods=goods_text(keep))
    elif basket.keep is not None:
        note(log, "kept_none", seat=seat)
    return replace(table, keeps={**table.keeps, seat: keep})
