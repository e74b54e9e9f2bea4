"""The course of the year: whose turn is next, and what follows when nobody has one (R3, D.2).

Every function takes the table and the log of events, and returns the table as it stands afterwards.
"""

from __future__ import annotations

from typing import TypeAlias

from msgspec.structs import replace

from games.core.game import Event
from games.core.rng import Rng
from games.core.search.proofs import proof
from games.core.seats import Seat
from games.core.text import Arg
from games.h2olland.board import Tile
from games.h2olland.components import BUILDINGS, FACES, FIELDS, PLAIN, TULIPS, WEATHER, Item
from games.h2olland.rules.autumn import (
    deal_in_turns,
    find_flooded_fields,
    find_shared_fields,
    harvest,
    rot_losses,
    without,
)
from games.h2olland.rules.draining import area_with, areas_for, can_lay_dike, flips, free_mills
from games.h2olland.rules.placing import can_place
from games.h2olland.rules.racing import can_run, open_tulips
from games.h2olland.rules.trading import find_left_over, give_back, goods_text, surplus
from games.h2olland.scoring import total
from games.h2olland.state import NOBODY, Phase, Planted, Table, Turned, change_count, put
from games.h2olland.words.refusals import item_text, words

Log: TypeAlias = list[Event]
"""What happens, in order."""


def note(log: Log, name: str, /, **args: Arg) -> None:
    """Add an event to the log."""
    log.append(Event(words(f"log.{name}", **args)))


def give_turn(table: Table, seat: Seat) -> Table:
    """Give the turn to a seat."""
    return replace(table, turn=seat, count=table.count + 1)


# --- Rounds of single items (R3.3-R3.7) ----------------------------------------------------------------------------


IN_SPRING = (*FIELDS, *BUILDINGS)
AT_THE_END = (*TULIPS, *BUILDINGS)


def placeable(table: Table, seat: Seat) -> tuple[str, ...]:
    """Return the items in the barn that this season lets the player place (R4.1, R8.6)."""
    items, barn = IN_SPRING if table.phase is Phase.SPRING else AT_THE_END, table.barns[seat]
    return tuple(item for item in items if item in barn)


def holds(table: Table, seat: Seat) -> bool:
    """Return whether the player has anything left for this season; if not he has passed (R3.5, R9.8)."""
    match table.phase:
        case Phase.SPRING | Phase.PLANTING:
            return bool(placeable(table, seat))
        case Phase.DIKES:
            return table.has(seat, Item.DIKE) > 0
    return can_run(table, seat)


@proof
def can_act(table: Table, seat: Seat) -> bool:
    """Return whether the player has a legal move other than to pass (R3.6)."""
    match table.phase:
        case Phase.SPRING | Phase.PLANTING:
            return any(can_place(table, seat, item) for item in placeable(table, seat))
        case Phase.DIKES:
            return table.has(seat, Item.DIKE) > 0 and can_lay_dike(table)
    return can_run(table, seat)


def begin_round(table: Table, phase: Phase, first: Seat, log: Log) -> Table:
    """Begin a season of single items."""
    note(log, f"begins.{phase}")
    return next_turn(replace(table, phase=phase, passed=()), first, log)


def next_turn(table: Table, first: Seat, log: Log) -> Table:
    """Give the turn to the first player from ``first`` on who can act; if there is none the season is over (R3.7)."""
    for seat in table.order(first):
        if seat not in table.passed and not holds(table, seat):
            note(log, "auto_pass", seat=seat)
            table = replace(table, passed=(*table.passed, seat))
    if table.phase is Phase.RACE and not open_tulips(table):
        return _after_season(table, log)
    for seat in table.order(first):
        if seat in table.passed:
            continue
        if can_act(table, seat):
            return give_turn(table, seat)
        note(log, "skip", seat=seat)
    return _after_season(table, log)


def _after_season(table: Table, log: Log) -> Table:
    match table.phase:
        case Phase.SPRING:
            table = replace(table, used=(), helped=(0,) * table.seats, rotatable={})
            return begin_round(table, Phase.DIKES, table.start, log)
        case Phase.DIKES:
            note(log, f"begins.{Phase.DRAIN}")
            return next_area(table, table.start, log)
        case Phase.PLANTING:
            return _begin_race(table, log)
    scores = tuple(words("score.total", seat=seat, points=total(table, seat)) for seat in table.players)
    note(log, "over", scores=scores)
    return replace(table, phase=Phase.OVER, turn=NOBODY)


def _begin_race(table: Table, log: Log) -> Table:
    first = table.start if table.last_flipper is None else table.last_flipper
    tending = [field.worker for field in table.fields.values()]
    runners = tuple(tending.count(seat) for seat in table.players)
    fields = {at: replace(field, worker=None) for at, field in table.fields.items()}
    note(log, "race", seat=first)
    return begin_round(replace(table, fields=fields, runners=runners), Phase.RACE, first, log)


# --- Draining (R5.6-R5.18) -----------------------------------------------------------------------------------------


def next_area(table: Table, first: Seat, log: Log) -> Table:
    """Give the choice of an area to the first player from ``first`` on who has one; else rewards follow (R5.9)."""
    table = replace(table, phase=Phase.DRAIN, area=(), flipped={}, chooser=NOBODY)
    for seat in table.order(first):
        if areas_for(table, seat):
            return give_turn(table, seat)
    return next_reward(replace(table, owed=table.helped), log)


def choose_area(table: Table, seat: Seat, tile: Tile, log: Log) -> Table:
    """Begin to drain the area with that tile; turning starts with the start player (R5.11)."""
    area = area_with(table, tile)
    note(log, "drains", seat=seat, tiles=area, count=len(area))
    return next_flip(replace(table, area=area, flipped={}, chooser=seat), table.start)


def next_flip(table: Table, first: Seat) -> Table:
    """Give the turn to the first player from ``first`` on who can turn a tile of the area (R5.12)."""
    seat = next(seat for seat in table.order(first) if flips(table, seat))
    return give_turn(table, seat)


def turn_tile(table: Table, seat: Seat, tile: Tile, log: Log) -> Table:
    """Turn a tile of the area; the table shows its underside next."""
    note(log, "flip", seat=seat, tile=tile)
    return _begin_turning(replace(table, flipped={**table.flipped, tile: Turned(seat)}), seat, tile)


def _begin_turning(table: Table, seat: Seat, tile: Tile) -> Table:
    return replace(table, turning=tile, last_flipper=seat, count=table.count + 1)


def reveal(table: Table, rng: Rng, log: Log) -> Table:
    """Show the underside of the tile just turned; it is drawn from those nobody has seen, facing by chance (R1.2)."""
    tile, seat = table.turning, table.turn
    kind = rng.take("tiles", table.unseen)
    face = PLAIN if kind == PLAIN else f"{kind[0]}.{rng.pick('facings', FACES[kind])}"
    rotatable = table.rotatable if face == PLAIN else {**table.rotatable, tile: seat}
    table = replace(table, turning=0, unseen=change_count(table.unseen, kind, -1), rotatable=rotatable)
    note(log, "underside", tile=tile, face=words(f"name.face.{face}"))
    if table.phase is Phase.DROUGHT:
        return next_drought(_make_land(table, {tile: face}, log), log)
    table = replace(table, flipped={**table.flipped, tile: Turned(seat, face)})
    if len(table.flipped) < len(table.area):
        return next_flip(table, table.after(seat))
    return _end_draining(table, log)


def _end_draining(table: Table, log: Log) -> Table:
    helping = free_mills(table, table.area)
    helped = list(table.helped)
    for mill in helping:
        helped[table.buildings[mill].seat] += 1
    faces = {tile: turned.face or PLAIN for tile, turned in table.flipped.items()}
    table = replace(table, used=(*table.used, *helping), helped=tuple(helped))
    return next_area(_make_land(table, faces, log), table.after(table.chooser), log)


def _make_land(table: Table, faces: dict[Tile, str], log: Log) -> Table:
    """Make tiles land; the dikes on their borders go back to the co-op (R5.14)."""
    gone = [dike for dike in table.dikes if not faces.keys().isdisjoint(table.board.sides[dike])]
    note(log, "land", tiles=tuple(sorted(faces)), count=len(faces))
    return replace(
        table,
        land={**table.land, **faces},
        dikes={dike: seat for dike, seat in table.dikes.items() if dike not in gone},
        coop=change_count(table.coop, Item.DIKE, len(gone)),
    )


def reward_colours(table: Table, seat: Seat) -> tuple[str, ...]:
    """Return the tulips the player may take as a reward (R5.17, R5.18)."""
    return tuple(tulip for tulip in TULIPS[: table.levels[seat]] if table.coop.get(tulip))


def next_reward(table: Table, log: Log) -> Table:
    """Give the turn to the first player in order who is owed a reward; if none is, autumn begins."""
    table = replace(table, phase=Phase.REWARD)
    for seat in table.order():
        if not table.owed[seat]:
            continue
        if reward_colours(table, seat):
            return give_turn(table, seat)
        note(log, "no_reward", seat=seat, count=table.owed[seat])
        table = replace(table, owed=put(table.owed, seat, 0))
    note(log, f"begins.{Phase.AUTUMN}")
    return replace(table, phase=Phase.AUTUMN, turn=NOBODY, count=table.count + 1)


def take_reward(table: Table, seat: Seat, item: str, log: Log) -> Table:
    """Give a tulip field from the co-op as a reward; the turn lasts while more is owed and there."""
    table = table.change_barn(seat, item, 1)
    table = replace(table, coop=change_count(table.coop, item, -1), owed=put(table.owed, seat, table.owed[seat] - 1))
    if table.owed[seat] and reward_colours(table, seat):
        return table
    return next_reward(table, log)


# --- Autumn (R6) ---------------------------------------------------------------------------------------------------


def turn_card(table: Table, rng: Rng, log: Log) -> Table:
    """Turn a weather card, drawn from those not turned yet, and carry out the flood (R1.6, R6.1, R6.2)."""
    number = int(rng.take("weather", {str(card): 1 for card in WEATHER if card not in table.cards}))
    table = replace(table, cards=(*table.cards, number), turn=NOBODY)
    card = WEATHER[number]
    note(log, "card", card=number, effects=words(f"name.card.{number}"))
    if card.flood:
        gone = find_flooded_fields(table, card.flood)
        _note_gone(log, "flood", gone, item=item_text(card.flood))
        table = without(table, gone)
    if card.drought and table.water:
        return give_turn(replace(table, phase=Phase.DROUGHT), table.start)
    return _gather(table, log)


def turn_in_drought(table: Table, seat: Seat, tile: Tile, log: Log) -> Table:
    """Turn any one water tile, or none (tile 0), in a drought (R6.3)."""
    if not tile:
        note(log, "no_drought", seat=seat)
        return next_drought(table, log)
    note(log, "drought", seat=seat, tile=tile)
    return _begin_turning(table, seat, tile)


def next_drought(table: Table, log: Log) -> Table:
    """Give the next player his turn in the drought; after the last, or without water, rot and harvest follow."""
    following = table.after(table.turn)
    if following == table.start or not table.water:
        return _gather(table, log)
    return give_turn(table, following)


def _gather(table: Table, log: Log) -> Table:
    card = WEATHER[table.cards[-1]]
    if card.rot:
        for seat, count in rot_losses(table, card.rot).items():
            note(log, "rot", seat=seat, goods=(words(f"name.count.{card.rot}", count=count),))
            table = give_back(table, seat, {card.rot: count})
    got = deal_in_turns(table, harvest(table, card))
    for seat in table.order():
        if got[seat]:
            note(log, "harvest", seat=seat, goods=goods_text(got[seat]))
        for item, count in got[seat].items():
            table = replace(table.change_barn(seat, item, count), coop=change_count(table.coop, item, -count))
    final = not table.water or table.year == table.years
    return begin_trade(table, Phase.FINAL_TRADE if final else Phase.WINTER, log)


def _note_gone(log: Log, name: str, gone: tuple[Planted, ...], **args: Arg) -> None:
    if gone:
        note(log, name, count=len(gone), fields=tuple(field.name for field in gone), **args)
    else:
        note(log, f"{name}_none", **args)


# --- Winter and final trade (R7, R8) -------------------------------------------------------------------------------


def begin_trade(table: Table, phase: Phase, log: Log) -> Table:
    """Begin the winter or the final trade with the start player."""
    note(log, f"begins.{phase}")
    table = replace(table, phase=phase, keeps={}, collecting=table.sealed_trade)
    return give_turn(table, table.start)


def after_trade(table: Table, seat: Seat, log: Log) -> Table:
    """Give the next player his trade; after the last one the new year or the final planting begins."""
    following = table.after(seat)
    if following != table.start:
        return give_turn(table, following)
    if table.phase is Phase.WINTER:
        return _new_year(table, log)
    shared = find_shared_fields(table)
    _note_gone(log, "cleared", shared)
    table = replace(without(table, shared), rotatable={})
    return begin_round(table, Phase.PLANTING, table.start, log)


def put_away(table: Table, seat: Seat) -> Table:
    """Give back what the final trade leaves no use for (R8.3)."""
    return give_back(table, seat, find_left_over(table.barns[seat]))


def _new_year(table: Table, log: Log) -> Table:
    """Return what cannot be kept, pass the clog on and begin the spring (R7.7, R7.8)."""
    for seat in table.order():
        extra = surplus(table.barns[seat], table.keeps[seat])
        if extra:
            note(log, "surplus", seat=seat, goods=goods_text(extra))
            table = give_back(table, seat, extra)
    start = table.after(table.start)
    table = replace(table, keeps={}, year=table.year + 1, start=start, rotatable={})
    note(log, "year", year=table.year, seat=start)
    return begin_round(table, Phase.SPRING, start, log)


def plant_field(table: Table, seat: Seat, field: Planted) -> Table:
    """Put a field on the board, tulips with a worker as long as the player has one (R4.13)."""
    if field.item in TULIPS and table.workers[seat]:
        field = replace(field, worker=seat)
        table = replace(table, workers=put(table.workers, seat, table.workers[seat] - 1))
    return replace(table, fields={**table.fields, field.at[0]: field})
