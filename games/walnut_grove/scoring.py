"""Victory points (R8): the score of a farm, the final settlement, the result of a match."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement

from msgspec import Struct
from msgspec.structs import replace

from games.core.game import Outcome, Score
from games.core.text import Text
from games.core.ties import TieBreak, Ties
from games.walnut_grove.components import (
    COIN_POINTS,
    COINS,
    GOODS,
    HELP_GOODS,
    HELP_POINTS,
    SOLO_GOALS,
    Coin,
)
from games.walnut_grove.rules.farm import (
    Farm,
    change_count,
    coins_in,
    count_owned,
    pay_back,
    put_in_barn,
    stock_of,
)
from games.walnut_grove.state import Table
from games.walnut_grove.words.names import item_text, tally, words

POINTS_PER_FIGURE = 2
POINTS_PER_TENT = 2
PRINTED_BUILDINGS = 2
"""The printed house and barn."""


class Sheet(Struct, frozen=True, kw_only=True):
    """The score of a farm (R8.9). ``improvements`` has a pair for each kind owned: kind, and points of its copies."""

    pens: int
    figures: int
    buildings: int
    coins: int
    improvements: tuple[tuple[str, int], ...]
    help: int
    goods: int
    """For the tie-break (R8.8): goods on squares and in the barn."""

    @property
    def total(self) -> int:
        """All points."""
        bought = sum(points for _, points in self.improvements)
        return self.pens + self.figures + self.buildings + self.coins + bought + self.help


def score(farm: Farm) -> Sheet:
    """Count a farm as it lies (R8.2 to R8.7); coins of unknown value count nothing here."""
    worth = {kind: improvement_points(farm, kind) * number for kind, number in tally(farm.improvements).items()}
    return Sheet(
        pens=len(farm.land.pens),
        figures=POINTS_PER_FIGURE * farm.figures,
        buildings=buildings_of(farm),
        coins=sum(COIN_POINTS.get(coin, 0) for coin in coins_in(farm.barn)),
        improvements=tuple(worth.items()),
        help=HELP_POINTS * farm.help,
        goods=goods_of(farm),
    )


def buildings_of(farm: Farm) -> int:
    """Return how many huts and barns a farm has, the printed house and barn included (R8.4)."""
    return PRINTED_BUILDINGS + farm.huts + farm.barns


def goods_of(farm: Farm) -> int:
    """Return how many goods a farm holds (R8.8)."""
    return sum(count_owned(farm, good) for good in GOODS)


def largest_area(farm: Farm) -> int:
    """Return the size of the largest area (paddock)."""
    return max(area.size for area in farm.land.areas)


def improvement_points(farm: Farm, kind: str) -> int:
    """Return what one improvement of a kind is worth on the farm as it lies (R8.6)."""
    match kind:
        case "tent":
            return POINTS_PER_TENT * len(farm.improvements)
        case "ladder":
            return buildings_of(farm)
        case "safe":
            return farm.coins
        case "storehouse":
            return sum(farm.barn.get(good, 0) for good in GOODS)
        case "paddock":
            return largest_area(farm)
        case "horses":
            return len(farm.land.pens)
    assert kind == "well", kind
    return farm.figures


# --- Final settlement (R8.1) ---------------------------------------------------------------------------------------


class Settled(Struct, frozen=True, kw_only=True):
    """A farm after the final settlement: goods given for an open help tile, coins dropped for goods."""

    farm: Farm
    repaid: tuple[str, ...] = ()
    dropped: tuple[Coin, ...] = ()


def settle(farm: Farm) -> Settled:
    """Pay help back and move goods into the barn so as to score most; then to keep most goods, then most coins."""
    return max((_store(paid) for paid in _repayments(farm)), key=_value)


def _value(settled: Settled) -> tuple[int, int, int]:
    sheet = score(settled.farm)
    return sheet.total, sheet.goods, settled.farm.coins


def _repayments(farm: Farm) -> Iterator[Settled]:
    yield Settled(farm=farm)
    if not farm.open:
        return
    things = [item for item in (*reversed(GOODS), *COINS) if count_owned(farm, item)]
    for goods in combinations_with_replacement(things, HELP_GOODS):
        if all(count_owned(farm, item) >= number for item, number in tally(goods).items()):
            yield Settled(farm=pay_back(farm, goods), repaid=goods)


def _store(paid: Settled) -> Settled:
    """Move goods from squares into the barn where a storehouse makes that worth while."""
    farm = paid.farm
    worth = farm.improvements.count("storehouse")
    if not worth:
        return paid
    loss = farm.improvements.count("safe")
    dropped: list[Coin] = []
    for area in farm.land.areas:
        for _ in range(stock_of(farm, area)):
            coin = next((coin for coin in COINS if farm.barn.get(coin)), None)
            if farm.free < 1 and coin is not None and COIN_POINTS[coin] + loss < worth:
                farm = replace(farm, barn=change_count(farm.barn, coin, -1))
                dropped.append(coin)
            if farm.free < 1:
                break
            region = next(region for region in reversed(area.regions) if farm.squares.get(region))
            farm = replace(farm, squares=change_count(farm.squares, region, -1))
            farm, _ = put_in_barn(farm, area.good)
    return replace(paid, farm=farm, dropped=tuple(dropped))


# --- The result ----------------------------------------------------------------------------------------------------


def rows_of(farm: Farm, *, coins: bool = True) -> tuple[Score, ...]:
    """Return the score sheet of a farm (R8.9), without the points of coins if they are hidden."""
    sheet = score(farm)
    lines = [
        Score(words("score.pens"), sheet.pens),
        Score(words("score.figures"), sheet.figures, words("score.figures.note", count=farm.figures)),
        Score(words("score.buildings"), sheet.buildings),
    ]
    if coins:
        lines.append(Score(words("score.coins"), sheet.coins, words("score.coins.note", count=farm.coins)))
    else:
        lines.append(Score(words("score.coins"), 0, words("score.coins.hidden", count=farm.coins)))
    lines += [Score(words("score.improvement", tile=item_text(kind)), points) for kind, points in sheet.improvements]
    lines.append(Score(words("score.help"), sheet.help, words("score.help.note", open=farm.open, flipped=farm.flipped)))
    return tuple(lines)


def outcome_of(table: Table, *, coins: bool = True) -> Outcome:
    """Return ranks and scores of the farms as they lie (R8.8)."""
    scores = tuple(rows_of(farm, coins=coins) for farm in table.farms)
    totals = tuple(sum(row.points or 0 for row in rows) for rows in scores)
    goods = TieBreak(words("score.tie.more_goods"), tuple(map(goods_of, table.farms)))
    ties = Ties((goods,), "walnut_grove.score.tie.place", "walnut_grove.score.tie.won")
    return Outcome.by_points(
        totals,
        scores,
        ties=ties if table.over else ties.while_played(),
        note=_solo(totals) if table.seats == 1 else None,
    )


def _solo(totals: tuple[int, ...]) -> Text:
    """Return the solo rating (R9.2)."""
    reached = [name for name, points in SOLO_GOALS.items() if totals[0] >= points]
    goal = reached[-1] if reached else "none"
    return words(f"score.solo.{goal}", count=totals[0], goal=SOLO_GOALS["win"])
