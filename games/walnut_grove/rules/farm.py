"""A farm: what stands and lies on it, and how goods and coins come and go (R1, R3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from games.core.errors import IllegalMove
from games.walnut_grove.components import (
    BARN_EXTRA,
    BARN_SPACES,
    COIN_POINTS,
    COINS,
    FOOD,
    FUEL,
    GOODS,
    HELP_GOODS,
    HUNGRY,
    ITEMS,
    MOST_LABOURERS,
    UNKNOWN,
    Coin,
    Disc,
    Good,
)
from games.walnut_grove.rules.land import Area, Laid, Land, land_of
from games.walnut_grove.words.names import counts, raws, refuse, tally, thing_text

Counts: TypeAlias = dict[str, int]
"""How many there are of each; what is missing is none."""

FROM_BARN = "barn"
"""As a source of goods (R3.8): the barn; other sources are areas."""

Sources: TypeAlias = Mapping[Good, Sequence[str]]
"""For a good, where to take it from, a name for each (R3.8)."""


class Farm(Struct, frozen=True, kw_only=True, dict=True):
    """All of a farm. ``barn`` counts goods and coins, of others' coins only ``$``; ``squares`` goods by region."""

    board: str
    labourers: tuple[str, ...]
    """Colours of those on the board."""
    hired: tuple[str, ...] = ()
    """Beside the board until the winter is over (R6.11)."""
    huts: int = 0
    barns: int = 0
    improvements: tuple[str, ...] = ()
    open: int = 0
    """Help tiles that can be paid back: none or one (R3.12)."""
    flipped: int = 0
    barn: Counts = {}
    squares: Counts = {}
    tiles: tuple[Laid, ...] = ()

    @cached_property
    def notes(self) -> dict[object, Any]:
        """Return a place where rules keep what they worked out about this farm."""
        return {}

    @cached_property
    def land(self) -> Land:
        """The land made up by board and tiles."""
        return land_of(self.board, self.tiles)

    @cached_property
    def on_squares(self) -> Counts:
        """Goods on squares, by good."""
        numbers: Counts = {}
        for region, number in self.squares.items():
            numbers[region[-1]] = numbers.get(region[-1], 0) + number
        return numbers

    @property
    def figures(self) -> int:
        """How many figures work in summer: the farmer and the labourers on the board."""
        return 1 + len(self.labourers)

    @property
    def spaces(self) -> int:
        """Spaces of the barn (R3.1)."""
        return BARN_SPACES + BARN_EXTRA * self.barns

    @property
    def free(self) -> int:
        """Free spaces of the barn."""
        return self.spaces - sum(self.barn.values())

    @property
    def coins(self) -> int:
        """How many coins lie in the barn, of whatever value."""
        return sum(number for item, number in self.barn.items() if item not in GOODS)

    @property
    def help(self) -> int:
        """All help tiles, open and flipped."""
        return self.open + self.flipped

    @property
    def wagon_free(self) -> bool:
        """Whether another labourer finds a wagon (R6.11)."""
        return len(self.labourers) + len(self.hired) < MOST_LABOURERS


def change_count(numbers: Counts, item: str, by: int) -> Counts:
    """Return the counts with so many more or fewer of an item; nothing is held as a zero."""
    after = numbers.get(item, 0) + by
    if after:
        return {**numbers, item: after}
    return {other: number for other, number in numbers.items() if other != item}


def hide_coins(farm: Farm) -> Farm:
    """Return the farm as others see it: coins are face down (R3.4)."""
    coins = farm.coins
    barn = {item: number for item, number in farm.barn.items() if item in GOODS}
    return replace(farm, barn={**barn, UNKNOWN: coins} if coins else barn)


# --- Goods ---------------------------------------------------------------------------------------------------------


def stock_of(farm: Farm, area: Area) -> int:
    """Return how many goods lie on the squares of an area."""
    squares, number = farm.squares, 0
    for region in area.regions:
        number += squares.get(region, 0)
    return number


def room_in(farm: Farm, area: Area) -> int:
    """Return how many squares of an area are free."""
    return area.squares - stock_of(farm, area)


def count_owned(farm: Farm, item: str) -> int:
    """Return how many of a good or coin a farm holds, in the barn and on squares."""
    return farm.barn.get(item, 0) + farm.on_squares.get(item, 0)


def stores(farm: Farm) -> Counts:
    """Return all that can be paid with: goods wherever they lie, and coins."""
    numbers = dict(farm.barn)
    for good, number in farm.on_squares.items():
        numbers[good] = numbers.get(good, 0) + number
    return numbers


def by_area(farm: Farm) -> Counts:
    """Return the goods on squares by area, areas without goods left out."""
    found = {area.name: stock_of(farm, area) for area in farm.land.areas}
    return {name: number for name, number in found.items() if number}


def put_on_squares(farm: Farm, area: Area, number: int) -> tuple[Farm, int]:
    """Put goods on free squares of an area in their order (R5.6); also return how many found none."""
    squares = farm.squares
    for region in area.regions:
        fitting = min(number, farm.land.squares[region] - squares.get(region, 0))
        if fitting:
            squares = change_count(squares, region, fitting)
            number -= fitting
    return replace(farm, squares=squares), number


def put_in_barn(farm: Farm, item: str, number: int = 1) -> tuple[Farm, int]:
    """Put a good or coin into free spaces of the barn; also return how many were lost (R3.1)."""
    stored = min(number, max(0, farm.free))
    return (replace(farm, barn=change_count(farm.barn, item, stored)) if stored else farm), number - stored


def take_good(farm: Farm, good: Good, sources: Iterator[str] | None = None) -> Farm:
    """Take one of a good that is there: from the next source named, else from the barn, then from squares (R3.8).

    A source named is for one good; one that holds none of it is passed over. Both are used up.
    """
    for source in sources or ():
        if source == FROM_BARN and farm.barn.get(good):
            return replace(farm, barn=change_count(farm.barn, good, -1))
        area = farm.land.of.get(source)
        if area is not None and area.good == good and stock_of(farm, area):
            return _off_squares(farm, area)
    if farm.barn.get(good):
        return replace(farm, barn=change_count(farm.barn, good, -1))
    holding = [area for area in farm.land.areas if area.good == good and stock_of(farm, area)]
    return _off_squares(farm, min(holding, key=lambda area: room_in(farm, area)))


def _off_squares(farm: Farm, area: Area) -> Farm:
    region = next(region for region in reversed(area.regions) if farm.squares.get(region))
    return replace(farm, squares=change_count(farm.squares, region, -1))


def take_items(farm: Farm, items: Iterable[str], sources: Sources | None = None) -> Farm:
    """Take goods and coins that are there; each source named is for one good (R3.8)."""
    named = {good: iter(places) for good, places in sources.items()} if sources else {}
    for item in items:
        if item in GOODS:
            farm = take_good(farm, item, named.get(item))
        else:
            farm = replace(farm, barn=change_count(farm.barn, item, -1))
    return farm


def drop(farm: Farm, items: Sequence[str]) -> Farm:
    """Drop goods and coins from the barn (R3.5); raises NOT_IN_BARN."""
    for item in items:
        if not farm.barn.get(item):
            raise refuse("NOT_IN_BARN", "R3.5", thing=thing_text(item), items=counts(farm.barn))
        farm = replace(farm, barn=change_count(farm.barn, item, -1))
    return farm


def check_sources(farm: Farm, sources: Sources) -> None:
    """Raise UNKNOWN_AREA for a source that is neither the barn nor an area of the farm."""
    for named in sources.values():
        for source in named:
            if source != FROM_BARN and source not in farm.land.of:
                raise unknown_area(farm, source)


def unknown_area(farm: Farm, name: str) -> IllegalMove:
    """Return the refusal of an area that is none."""
    return refuse("UNKNOWN_AREA", "R5.2", name=name, areas=raws(area.name for area in farm.land.areas))


# --- Coins ---------------------------------------------------------------------------------------------------------


def cheapest_coin(barn: Mapping[str, int]) -> Coin | None:
    """Return the cheapest coin, or None; coins of unknown value are worth any."""
    return next((coin for coin in (*COINS, UNKNOWN) if barn.get(coin)), None)


def coins_in(barn: Mapping[str, int]) -> tuple[Coin, ...]:
    """Return all coins of a barn, cheapest first."""
    return tuple(coin for coin in (*COINS, UNKNOWN) for _ in range(barn.get(coin, 0)))


def store_coins(farm: Farm, drawn: Sequence[Coin]) -> tuple[Farm, tuple[Coin, ...]]:
    """Store drawn coins, the most valuable first (R6.15, R3.6); also return those that went back to the bag."""
    back: list[Coin] = []
    for coin in sorted(drawn, key=COINS.index, reverse=True):
        if farm.free > 0:
            farm = replace(farm, barn=change_count(farm.barn, coin, 1))
            continue
        worst = cheapest_coin(farm.barn)
        if worst is not None and COIN_POINTS[worst] < COIN_POINTS[coin]:
            farm = replace(farm, barn=change_count(change_count(farm.barn, worst, -1), coin, 1))
            back.append(worst)
        else:
            back.append(coin)
    return farm, tuple(back)


# --- Neighbourly help (R3.12) --------------------------------------------------------------------------------------


def take_help(farm: Farm) -> Farm:
    """Take a help tile; an open one flips first."""
    return replace(farm, open=1, flipped=farm.flipped + farm.open)


def pay_back(farm: Farm, goods: Sequence[str]) -> Farm:
    """Pay an open help tile back; raises NO_OPEN_HELP, REPAY_THREE or NOT_ENOUGH."""
    if not farm.open:
        raise refuse("NO_OPEN_HELP", "R3.12")
    if len(goods) != HELP_GOODS or any(item not in ITEMS for item in goods):
        raise refuse("REPAY_THREE", "R3.12", count=HELP_GOODS)
    for item, number in tally(goods).items():
        if count_owned(farm, item) < number:
            raise refuse("NOT_ENOUGH", "R3.12", thing=thing_text(item))
    return replace(take_items(farm, goods), open=farm.open - 1)


# --- Winter needs (R7.2, R7.3) -------------------------------------------------------------------------------------


def needs_of(farm: Farm, disc: Disc) -> Counts:
    """Return what winter asks of a farm, by good."""
    needs: Counts = {}
    for colour in farm.labourers:
        needs = change_count(needs, FOOD[colour], HUNGRY if colour in disc.double else 1)
    return change_count(needs, FUEL, disc.fires + campfires(farm))


def find_missing(farm: Farm, disc: Disc) -> Counts:
    """Return the goods that winter asks for and a farm does not have."""
    needs = needs_of(farm, disc)
    return {
        good: number - count_owned(farm, good) for good, number in needs.items() if number > count_owned(farm, good)
    }


def campfires(farm: Farm) -> int:
    """Return how many campfires burn: labourers on the board without a hut."""
    return max(0, len(farm.labourers) - farm.huts)
