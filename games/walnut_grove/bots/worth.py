"""What a farm is worth to a computer player: points so far and what is to be expected (section 9)."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from games.walnut_grove.components import (
    COIN_POINTS,
    COINS,
    FOOD,
    FUEL,
    GOODS,
    IMPROVEMENT_PLACES,
    YEARS,
    Disc,
)
from games.walnut_grove.rules.farm import Counts, Farm, coins_in, count_owned, needs_of
from games.walnut_grove.rules.land import Land
from games.walnut_grove.rules.paying import pay_winter
from games.walnut_grove.scoring import buildings_of, score
from games.walnut_grove.state import Instructions

STONE = next(good for good in GOODS if good not in (*FOOD.values(), FUEL))
USUAL_FIRES = 1
"""Fires of an ordinary winter."""


class Weights(Struct, frozen=True, kw_only=True):
    """How much things count that are no points yet."""

    half_pen: float = 0.16
    """Of a set of pieces with one open side; with more, shared among them."""
    land: float = 0.22
    """Per year left and size of each of the best areas, one for each figure."""
    needed: float = 0.75
    """A good that this winter or the next asks for."""
    stone: float = 0.55
    stones: int = 3
    spare: float = 0.22
    """Any other good."""
    coin: float = 0.8
    """On top of its points."""
    upkeep: float = 0.42
    """Per year left and good that a winter asks for."""
    open_help: float = 1.2


WEIGHTS = Weights()


def worth(farm: Farm, year: int, weights: Weights = WEIGHTS) -> float:
    """Return what a farm is worth when a year begins (``year`` = YEARS + 1: at the end)."""
    left = YEARS + 1 - year
    if left <= 0:
        return float(score(farm).total)
    sheet = score(farm)
    total = float(sheet.pens + sheet.figures + sheet.buildings + sheet.help)
    total += 2 * len(farm.hired) + (2 - weights.open_help) * farm.open
    total += sum(improvement_worth(farm, kind, left) for kind in farm.improvements)
    total += land_worth(farm, left, weights)
    total += _stock(farm, left, weights)
    total += sum(COIN_POINTS[coin] + weights.coin * still_useful(left) for coin in coins_in(farm.barn))
    return total - weights.upkeep * left * sum(usual_needs(farm).values())


def still_useful(left: int) -> float:
    """Return how much can still be made of something, by the years left."""
    return min(1.0, (left + 1) / 4)


def usual_needs(farm: Farm) -> Counts:
    """Return what an ordinary winter asks of a farm whose hired labourers have joined."""
    grown = replace(farm, labourers=(*farm.labourers, *farm.hired), hired=())
    return needs_of(grown, Disc("", 0, 0, "", "", USUAL_FIRES, ()))


def land_worth(farm: Farm, left: int, weights: Weights = WEIGHTS) -> float:
    """Return what the land promises: harvests of the best areas, pens nearly closed."""
    land: Land = farm.land
    sizes = sorted((area.size for area in land.areas), reverse=True)
    figures = farm.figures + len(farm.hired)
    harvests = sum(sizes[:figures]) + sum(sizes[figures : figures + 1]) / 2
    return weights.land * left * harvests + sum(weights.half_pen / sides for sides in land.half_pens if sides < 4)


def _stock(farm: Farm, left: int, weights: Weights) -> float:
    needs = usual_needs(farm)
    total = 0.0
    for good in GOODS:
        number = count_owned(farm, good)
        wanted = min(number, needs.get(good, 0) * min(2, left))
        total += weights.needed * wanted
        number -= wanted
        if good == STONE:
            dear = min(number, weights.stones)
            total += weights.stone * dear * still_useful(left)
            number -= dear
        total += weights.spare * number * still_useful(left)
    return total


def improvement_worth(farm: Farm, kind: str, left: int) -> float:
    """Return what an improvement should bring at the end."""
    match kind:
        case "tent":
            return 2 * min(IMPROVEMENT_PLACES, len(farm.improvements) + 0.3 * left)
        case "ladder":
            return buildings_of(farm) + 0.25 * left
        case "safe":
            return max(farm.coins, 2.5) + 0.1 * left
        case "storehouse":
            return min(farm.spaces - 1, 3.5 + 0.8 * farm.barns)
        case "paddock":
            return max(area.size for area in farm.land.areas) + 0.5 * left
        case "horses":
            return len(farm.land.pens) + 0.6 * left
    return farm.figures + len(farm.hired) + 0.25 * left


WINTERS = tuple(Instructions(coins=kinds) for kinds in (COINS[:2], COINS[:1], (), COINS))
"""Instructions a computer player chooses from: the usual ones first."""


def after_winter(farm: Farm, disc: Disc, wanted: Instructions, *, forced: bool) -> Farm:
    """Return the farm after the winter of the year, hired labourers joined."""
    left = pay_winter(farm, disc, wanted, forced=forced, strict=False).farm
    return replace(left, labourers=(*left.labourers, *left.hired), hired=())


def best_winter(farm: Farm, disc: Disc, year: int, *, forced: bool) -> tuple[float, Instructions]:
    """Return the best instructions, and what the farm is worth after the winter with them."""
    found = [(worth(after_winter(farm, disc, wanted, forced=forced), year + 1), wanted) for wanted in WINTERS]
    return max(found, key=lambda pair: pair[0])
