"""Weather and harvest (R6)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from games.core.seats import Seat
from games.h2olland.board import Pair, Square
from games.h2olland.components import CROPS, PRODUCE, Card, Item
from games.h2olland.rules.placing import around, buildings_near
from games.h2olland.state import Barn, Building, Planted, Table, change_count


def find_flooded_fields(table: Table, crop: str) -> tuple[Planted, ...]:
    """Return the fields of the crop that a flood would take (R6.2)."""
    return tuple(field for field in table.fields.values() if field.item == crop and floods(table, field.at))


def floods(table: Table, at: Pair) -> bool:
    """Return whether a flood reaches a crop field there: it touches water and no square of it is in a safe zone."""
    zone = table.board.zones[table.zones]
    return not any(square in zone for square in at) and any(
        not table.is_land(beside) for square in at for beside in table.board.edges[square]
    )


def without(table: Table, fields: Iterable[Planted]) -> Table:
    """Return the table with the fields given back to the co-op."""
    gone = tuple(fields)
    coop = table.coop
    for field in gone:
        coop = change_count(coop, field.item, 1)
    names = {field.at[0] for field in gone}
    return replace(table, coop=coop, fields={at: field for at, field in table.fields.items() if at not in names})


def rot_losses(table: Table, crop: str) -> dict[Seat, int]:
    """Return how many fields of the crop rot takes from each barn that has any (R6.4)."""
    return {seat: table.has(seat, crop) for seat in table.players if table.has(seat, crop)}


def harvest_fields(table: Table) -> dict[Seat, tuple[Planted, ...]]:
    """Return the fields each player harvests, by reading order (R6.5–R6.8)."""
    return {seat: _fields_of(table, seat) for seat in table.players}


def _fields_of(table: Table, seat: Seat) -> tuple[Planted, ...]:
    beside = [
        field for field in table.fields.values() if field.item in PRODUCE and seat in table.find_touching_seats(field)
    ]
    pastures = [field for field in beside if field.item == Item.COW]
    cows = _cows(table, seat, pastures)
    return tuple(field for field in beside if field.item != Item.COW or field.at in cows)


def _cows(table: Table, seat: Seat, pastures: list[Planted]) -> set[Pair]:
    """Return the pastures that count: those by own mills, and as many others as pair with different farms (R6.8)."""
    mine = Building(Item.MILL, seat)
    counted = {field.at for field in pastures if mine in buildings_near(table, field.at)}
    paired: dict[Square, Planted] = {}

    def pair(field: Planted, seen: set[Square]) -> bool:
        for farm in around(table, field.at):
            if table.on.get(farm) != Building(Item.FARM, seat) or farm in seen:
                continue
            seen.add(farm)
            if farm not in paired or pair(paired[farm], seen):
                paired[farm] = field
                return True
        return False

    return counted | {field.at for field in pastures if field.at not in counted and pair(field, set())}


def harvest(table: Table, card: Card) -> dict[Seat, Barn]:
    """Return what each player may take, before the co-op runs short (R6.5–R6.9)."""
    return {seat: _take(fields, card) for seat, fields in harvest_fields(table).items()}


def _take(fields: tuple[Planted, ...], card: Card) -> Barn:
    take: Barn = {}
    for field in fields:
        take[field.item] = take.get(field.item, 0) + 1
    for crop in CROPS:
        if take.get(crop):
            take[crop] += (crop in card.plus) - (crop in card.minus)
    return {item: count for item, count in take.items() if count}


def deal_in_turns(table: Table, take: Mapping[Seat, Barn]) -> dict[Seat, Barn]:
    """Return what each player gets when the co-op deals what it has, one at a time in player order (R6.10)."""
    got: dict[Seat, Barn] = {seat: {} for seat in table.players}
    for item in PRODUCE:
        left = table.coop.get(item, 0)
        wanted = {seat: take[seat].get(item, 0) for seat in table.order()}
        while left and any(wanted.values()):
            for seat in table.order():
                if wanted[seat] and left:
                    wanted[seat] -= 1
                    left -= 1
                    got[seat][item] = got[seat].get(item, 0) + 1
    return got


def find_shared_fields(table: Table) -> tuple[Planted, ...]:
    """Return the produce fields next to buildings of two or more players (R8.4)."""
    return tuple(
        field for field in table.fields.values() if field.item in PRODUCE and len(table.find_touching_seats(field)) > 1
    )
