"""Positions of the handed cases (section 12)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from games.core.rng import Rng
from games.core.seats import Seat
from games.walnut_grove.components import (
    CHURCH_ROW,
    DISCS,
    ITEM_NAMES,
    ITEM_OF,
    RING,
    START_GOODS,
    TILES,
    Kind,
    count_at_start,
)
from games.walnut_grove.options import WalnutGroveOptions
from games.walnut_grove.rules.farm import Counts, Farm, by_area, put_on_squares
from games.walnut_grove.rules.land import Laid
from games.walnut_grove.rules.setting_up import first_coin_bag, first_farm, piles_for
from games.walnut_grove.rules.town import in_order, town_order
from games.walnut_grove.state import Desk, Phase, Summer, Table


class Scripted(Rng):
    """Chance that draws the coins a case names."""

    def __init__(self, coins: Sequence[str]) -> None:
        """Take the coins in the order of drawing."""
        super().__init__(b"")
        self._coins = list(coins)

    def take(self, stream: str, pile: Mapping[str, int]) -> str:
        """Return the next coin of the script."""
        coin = self._coins.pop(0)
        assert pile.get(coin), f"no {coin} in the bag"
        return coin


def seat_of(name: str) -> Seat:
    """Return the seat of ``P1``."""
    return Seat(int(name[1:]) - 1)


def name_of(seat: int) -> str:
    """Return ``P1``."""
    return f"P{seat + 1}"


def letters(names: Sequence[str]) -> tuple[str, ...]:
    """Return goods and coins by letter; other names as they stand."""
    return tuple(ITEM_OF.get(name, name) for name in names)


def lettered(numbers: Mapping[str, int]) -> Counts:
    """Return counts by letter."""
    return {ITEM_OF[name]: number for name, number in numbers.items() if number}


def named(numbers: Mapping[str, int]) -> dict[str, int]:
    """Return counts by name."""
    return {ITEM_NAMES[letter]: number for letter, number in numbers.items() if number}


def farm_from(facts: Mapping[str, Any]) -> Farm:
    """Return a farm of a case."""
    start = first_farm(facts.get("board", "blue"))
    help_tiles = facts.get("help", {})
    farm = msgspec.structs.replace(
        start,
        labourers=tuple(facts.get("labourers", start.labourers)),
        hired=tuple(facts.get("hired", ())),
        huts=facts.get("huts", 0),
        barns=facts.get("barns", 0),
        improvements=tuple(facts.get("improvements", ())),
        open=help_tiles.get("open", 0),
        flipped=help_tiles.get("flipped", 0),
        barn=lettered(facts["barn"]) if "barn" in facts else start.barn,
        squares={},
        tiles=tuple(Laid(*tile) for tile in facts.get("tiles", ())),
    )
    for name, number in facts.get("squares", START_GOODS).items():
        farm, left = put_on_squares(farm, farm.land.of[name], number)
        assert not left, f"{name} cannot hold {number}"
    assert by_area(farm) == {name: number for name, number in facts.get("squares", START_GOODS).items() if number}
    return farm


def table_from(position: Mapping[str, Any]) -> Table:
    """Return the table of a case; what it does not name is as at the start."""
    farms = _farms(position)
    seats, town = len(farms), position.get("town", {})
    phase, disc = Phase(position.get("phase", "start")), position.get("disc", min(DISCS))
    drawn = tuple(tuple(position.get("drawn", {}).get(name_of(seat), ())) for seat in range(seats))
    laid = {tile.tile for farm in farms for tile in farm.tiles} | {tile for tiles in drawn for tile in tiles}
    figures = town.get("figures", {} if phase is Phase.START else None)
    places = tuple(_place(figures, seat) for seat in range(seats))
    arrived = tuple(map(seat_of, town["arrived"])) if "arrived" in town else tuple(map(Seat, range(seats)))
    first = seat_of(f"P{position.get('start_player', 1)}")
    owing = _owing(position, places, arrived) if phase is Phase.TOWN else ()
    return Table(
        options=msgspec.convert(position.get("options", {}), WalnutGroveOptions),
        farms=farms,
        year=position.get("year", 1),
        phase=phase,
        disc=disc,
        discs_left=tuple(other for other in sorted(DISCS) if other != disc),
        drawn=drawn,
        summers=(Summer(),) * seats,
        desks=(Desk(),) * seats,
        places=places,
        arrived=arrived if any(places) else (),
        stock=_stock(town, tuple(farm.board for farm in farms)),
        tile_bag=tuple(tile for tile in TILES if tile not in laid),
        coin_bag=lettered(town["coin_bag"]) if "coin_bag" in town else first_coin_bag(seats),
        first=first,
        order=_order(first, seats, owing),
        acted=seats - len(owing) if phase is Phase.TOWN else 0,
    )


def _farms(position: Mapping[str, Any]) -> tuple[Farm, ...]:
    """Return the farms by seat; one that a case does not name has only its board."""
    named = {seat_of(name): farm_from(facts) for name, facts in position.get("farms", {"P1": {}}).items()}
    seats = max(position.get("players", 0), len(named))
    return tuple(named.get(Seat(seat)) or first_farm("blue") for seat in range(seats))


def _owing(position: Mapping[str, Any], places: tuple[str, ...], arrived: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Return who is still to act in town, the first first."""
    return tuple(map(seat_of, position.get("turn", ()))) or town_order(places, arrived)


def _order(first: Seat, seats: int, owing: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Return the order of turns: clockwise from the start player, but those who still owe one at the end."""
    order = tuple(Seat((first + step) % seats) for step in range(seats))
    return (*(seat for seat in order if seat not in owing), *owing)


def _place(figures: Mapping[str, str] | None, seat: int) -> str:
    """Return where a figure stands; where a case says nothing after the start, they wait before the church."""
    return f"{CHURCH_ROW}:{seat + 1}" if figures is None else figures.get(name_of(seat), "")


def _stock(town: Mapping[str, Any], boards: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    lying = {**town.get("labourers", {}), **town.get("buildings", {}), **town.get("improvements", {})}
    stock = {}
    for stop in RING:
        if stop.kind in (Kind.FREE, Kind.STORE):
            continue
        pile = [thing for thing, number in piles_for(boards)[stop.kind].items() for _ in range(number)]
        usual = pile[: count_at_start(stop.kind, len(boards))]
        stock[stop.id] = in_order(lying.get(stop.id, usual))
    return stock
