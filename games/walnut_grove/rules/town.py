"""The town circle: where figures stand, the gates on their way, the town order, what can be had where (R6)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from games.core.errors import IllegalMove
from games.core.seats import Seat
from games.walnut_grove.components import (
    BARN,
    BARN_SITES,
    BAZAAR,
    BAZAAR_BEFORE,
    CHURCH_ROW,
    CIRCLES,
    COLOURS,
    GOODS,
    HUT,
    IMPROVEMENT_PLACES,
    IMPROVEMENTS,
    STOPS,
    TOWN_HALL,
    TOWN_ROW,
    WAGONS,
    Kind,
    Stop,
)
from games.walnut_grove.rules.farm import Farm
from games.walnut_grove.state import Table, put
from games.walnut_grove.words.names import count_texts, item_text, refuse, stop_text, thing_text

THINGS = (*COLOURS, HUT, BARN, *IMPROVEMENTS)
"""What can lie at a building, in the order of the components."""
FREE_GOODS = 2
"""What post office and church give (R6.10)."""


def position(place: str) -> float:
    """Return how far from the Town Hall a place is along the street (R6.1); a start row lies before its first stop."""
    row, _, circle = place.partition(":")
    if row == TOWN_ROW:
        return 1 - 0.5
    if row == CHURCH_ROW and circle:
        return BAZAAR_BEFORE - 0.5
    return STOPS[place].pos


def town_order(places: Sequence[str], arrived: Sequence[Seat]) -> tuple[Seat, ...]:
    """Return the order of play in town (R6.1): farthest first; lower circles and earlier arrivals first."""

    def key(seat: Seat) -> tuple[float, int]:
        place = places[seat]
        _, _, circle = place.partition(":")
        return -position(place), int(circle) if circle else arrived.index(seat)

    return tuple(sorted((Seat(seat) for seat in range(len(places))), key=key))


def gates_between(place: str, to: str) -> tuple[str, ...]:
    """Return the gates on the way, in order (R6.3); to the building one stands at, that is the whole circle (R6.9)."""
    start, end = position(place), position(to)
    if end > start:
        return (BAZAAR,) if start < BAZAAR_BEFORE - 0.5 and end >= BAZAAR_BEFORE else ()
    before = (BAZAAR,) if start < BAZAAR_BEFORE - 0.5 else ()
    after = (BAZAAR,) if end >= BAZAAR_BEFORE else ()
    return (*before, TOWN_HALL, *after)


def row_place(table: Table, row: str) -> str:
    """Return the first free circle of a start row (R2.9)."""
    return next(place for circle in range(CIRCLES) if (place := f"{row}:{circle + 1}") not in table.places)


def place_figure(table: Table, seat: Seat, row: str) -> Table:
    """Put a town figure on the first free circle of a start row (R2.9)."""
    places = put(table.places, seat, row_place(table, row))
    return replace(table, places=places, arrived=(*table.arrived, seat), acted=table.acted + 1)


def others_at(table: Table, seat: Seat | None, stop: str) -> tuple[Seat, ...]:
    """Return the other seats whose figures stand at a building."""
    return tuple(other for other in table.players if other != seat and table.places[other] == stop)


def is_occupied(table: Table, seat: Seat | None, stop: Stop) -> bool:
    """Whether others take up the spaces of a building (R6.6)."""
    return len(others_at(table, seat, stop.id)) >= stop.spaces


def fits(farm: Farm, thing: str) -> IllegalMove | None:
    """Return why a labourer or tile finds no place on the farm (R6.11 to R6.13), or None."""
    if thing in COLOURS:
        return None if farm.wagon_free else refuse("NO_WAGON", "R6.11", count=WAGONS)
    if thing == HUT:
        return None if farm.huts < WAGONS else refuse("NO_HUT_SLOT", "R6.12")
    if thing == BARN:
        return None if farm.barns < BARN_SITES else refuse("NO_BARN_SLOT", "R6.12")
    full = len(farm.improvements) >= IMPROVEMENT_PLACES
    return refuse("NO_IMPROVEMENT_SLOT", "R6.13", count=IMPROVEMENT_PLACES) if full else None


def stop_trouble(table: Table, seat: Seat, farm: Farm, to: str, take: Sequence[str] = ()) -> IllegalMove | None:
    """Return the first of R6.17 that stands against a building: it exists, is free, has something, there is a place."""
    stop = STOPS.get(to)
    if stop is None:
        return refuse("UNKNOWN_BUILDING", "R6.2", name=to or "?", stops=tuple(map(stop_text, STOPS)))
    if is_occupied(table, seat, stop):
        return refuse("OCCUPIED", "R6.6", stop=stop_text(to), by_seat=others_at(table, seat, to))
    if stop.kind in (Kind.FREE, Kind.STORE):
        return None
    lying = table.stock.get(to, ())
    if not lying:
        return refuse("SOLD_OUT", "R6.7", stop=stop_text(to))
    wanted = tuple(thing for thing in take if thing in lying) or lying
    troubles = [fits(farm, thing) for thing in wanted]
    return None if None in troubles else troubles[0]


def take_trouble(table: Table, stop: Stop, take: Sequence[str]) -> IllegalMove | None:
    """Return what is wrong with what is taken (the last of R6.17), or None."""
    if stop.kind is Kind.FREE:
        bad = len(take) != FREE_GOODS or any(thing not in GOODS for thing in take)
        return refuse("TWO_GOODS", "R6.10", count=FREE_GOODS) if bad else None
    lying = table.stock.get(stop.id, ())
    things = tuple(map(item_text, dict.fromkeys(lying)))
    if not take:
        return refuse("NOT_THERE", "R6.7", "nothing", stop=stop_text(stop.id), things=things)
    wrong = next((thing for thing in take if thing not in lying), None)
    if wrong is None and len(take) == 1:
        return None
    if wrong is None:
        return refuse("NOT_THERE", "R6.7", "one", stop=stop_text(stop.id), things=things)
    if not lying:
        return refuse("SOLD_OUT", "R6.7", stop=stop_text(stop.id))
    return refuse("NOT_THERE", "R6.7", stop=stop_text(stop.id), things=count_texts(lying), thing=thing_text(wrong))


def gain(farm: Farm, thing: str) -> Farm:
    """Put a labourer beside the board, a tile on its place (R6.11 to R6.13)."""
    if thing in COLOURS:
        return replace(farm, hired=(*farm.hired, thing))
    if thing == HUT:
        return replace(farm, huts=farm.huts + 1)
    if thing == BARN:
        return replace(farm, barns=farm.barns + 1)
    return replace(farm, improvements=(*farm.improvements, thing))


def without(lying: Sequence[str], thing: str) -> tuple[str, ...]:
    """Return what is left at a building."""
    at = lying.index(thing)
    return (*lying[:at], *lying[at + 1 :])


def in_order(things: Sequence[str]) -> tuple[str, ...]:
    """Bring what lies at a building into the order of the components."""
    return tuple(sorted(things, key=THINGS.index))
