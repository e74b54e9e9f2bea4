"""Moves that are often chosen together, by what the rules give for them: land and pens, harvest, points."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from itertools import combinations as subsets
from itertools import islice

from msgspec import Struct
from msgspec.structs import replace

from games.core.errors import IllegalMove
from games.core.game import Ask
from games.core.moves import Combination, Move
from games.core.search.budget import check_budget
from games.core.seats import Seat
from games.core.text import Text
from games.walnut_grove.components import COIN_POINTS, COINS_IN_BOX, GOODS, RING, STOPS, UNKNOWN, Disc, Kind, Stop
from games.walnut_grove.moves import Go, Lay, Sell, Take, Work
from games.walnut_grove.rules.defaults import default_areas
from games.walnut_grove.rules.errand import Ran, errands_at, run
from games.walnut_grove.rules.farm import Farm, find_missing
from games.walnut_grove.rules.land import QUARTERS, Laid, find_joined_goods, matches, pens_with, placements
from games.walnut_grove.rules.paying import winter_of
from games.walnut_grove.rules.playing import add_to_order, base_of
from games.walnut_grove.rules.summer import harvest_so_far, lay, yield_of
from games.walnut_grove.scoring import POINTS_PER_FIGURE, score
from games.walnut_grove.state import Errand, Instructions, Table
from games.walnut_grove.view import View
from games.walnut_grove.words.names import counts, item_text, number_of, stop_text, tally, words

CLOSE = 12
"""Ways to lay a tile that are looked at closely."""
BEGUN = 4
"""Ways to lay a first tile to which a second is added."""
ALIKE = 2
"""Offered at once of those that lay the same tiles."""
BESIDE = 2
"""So many more areas than figures are looked at for the harvest."""
SHOWN_GOODS = 3
"""Goods named on a button."""
SHORT_CELL = 2
"""Letters of a cell that leaves room for all of them."""
USUAL_COIN = sum(COIN_POINTS[coin] * number for coin, number in COINS_IN_BOX.items()) / sum(COINS_IN_BOX.values())
"""Points of a coin not yet drawn."""


def combinations(view: View, ask: Ask) -> Iterator[Combination]:
    """Return tiles with their place, areas for all figures, or buildings with what is done there, the best first."""
    if view.seat != ask.seat:
        return iter(())
    if Lay in ask.verbs:
        return _lays(view.table, ask.seat)
    if Work in ask.verbs:
        return _harvests(view.table, ask.seat)
    if Go in ask.verbs:
        return _walks(view.table, ask.seat)
    return _deeds(view.table, ask.seat) if Take in ask.verbs or Sell in ask.verbs else iter(())


# --- Tiles ---------------------------------------------------------------------------------------------------------


def _lays(table: Table, seat: Seat) -> Iterator[Combination]:
    """Yield all tiles still to be laid with their places: those that help the summer's harvest most, pens included."""
    farm, summer, disc = base_of(table, seat), table.summers[seat], table.the_disc
    ways: list[tuple[Farm, tuple[Laid, ...]]] = [(farm, ())]
    for _ in range(disc.keep - summer.laid):
        found: dict[frozenset[tuple[str, str]], tuple[Farm, tuple[Laid, ...]]] = {}
        for base, before in ways[:BEGUN]:
            for laid in _find_fitting(base, [tile for tile in table.drawn[seat] if not _lies(base, tile)]):
                check_budget()
                way = (*before, laid)
                found.setdefault(frozenset((each.tile, each.at) for each in way), (lay(base, laid), way))
        ways = sorted(found.values(), key=lambda way: -_land_worth(way[0], disc))
    seen: list[frozenset[str]] = []
    for after, way in ways:
        tiles = frozenset(each.tile for each in way)
        if seen.count(tiles) < ALIKE:
            seen.append(tiles)
            yield _offer_tiles(farm, after, way)


def _lies(farm: Farm, tile: str) -> bool:
    return any(laid.tile == tile for laid in farm.tiles)


def _find_fitting(farm: Farm, tiles: Sequence[str]) -> list[Laid]:
    """Return the best turn of each tile on each cell, as many as are looked at closely, the most fitting first."""
    fit = {laid: matches(farm.board, farm.tiles, laid) for laid in placements(farm.tiles, tiles)}
    close = sorted(fit, key=lambda laid: -fit[laid])[: CLOSE * QUARTERS]
    close.sort(key=lambda laid: -fit[laid] - pens_with(farm.tiles, laid))
    return list({(laid.tile, laid.at): laid for laid in reversed(close)}.values())[::-1][:CLOSE]


def _land_worth(farm: Farm, disc: Disc) -> int:
    """Return what the figures can bring this summer, and a point for each pen."""
    yields = sorted((yield_of(area, disc) for area in farm.land.areas), reverse=True)
    return sum(yields[: farm.figures]) + len(farm.land.pens)


def _offer_tiles(farm: Farm, after: Farm, way: Sequence[Laid]) -> Combination:
    pens = len(after.land.pens) - len(farm.land.pens)
    return Combination(
        moves=tuple(Lay(laid.tile, laid.at, laid.turn) for laid in way),
        label=_lay_label(farm, way),
        worth=words("choice.worth.pens", count=pens) if pens > 0 else None,
    )


def _lay_label(farm: Farm, way: Sequence[Laid]) -> Text:
    """Name a tile, its cell and the goods of the land that it joins; of two tiles one good each."""
    if len(way) > 1:
        first, second = way
        return words("choice.lay.two", first=_lay_part(farm, first), second=_lay_part(lay(farm, first), second))
    (laid,) = way
    goods = find_joined_goods(farm.board, farm.tiles, laid)[: SHOWN_GOODS - (len(laid.at) > SHORT_CELL)]
    if not goods:
        return words("choice.lay.alone", tile=laid.tile, at=laid.at)
    return words("choice.lay", tile=laid.tile, at=laid.at, goods=_commas(map(item_text, goods)))


def _lay_part(farm: Farm, laid: Laid) -> Text:
    """Name one of two tiles as short as can be."""
    goods = find_joined_goods(farm.board, farm.tiles, laid)
    if not goods:
        return words("choice.lay.part.alone", tile=laid.tile, at=laid.at)
    return words("choice.lay.part", tile=laid.tile, at=laid.at, good=item_text(goods[0]))


def _commas(texts: Iterable[Text]) -> Text:
    """Join names by commas alone, since a button is short."""
    return reduce(lambda before, text: words("choice.more", before=before, text=text), texts)


# --- Harvest -------------------------------------------------------------------------------------------------------


class _Harvest(Struct, frozen=True):
    """Areas for all figures: goods that winter will lack then, the harvest, and how much of it is lost."""

    areas: tuple[str, ...]
    short: int
    goods: dict[str, int]
    lost: int

    @property
    def order(self) -> tuple[int, int]:
        """What is lacking, then what is brought."""
        return self.short, self.lost - sum(self.goods.values())


def _harvests(table: Table, seat: Seat) -> Iterator[Combination]:
    """Yield areas that cover what winter asks for, then those that bring most."""
    farm, disc = base_of(table, seat), table.the_disc
    needed = default_areas(farm, disc)
    by_yield = sorted(farm.land.areas, key=lambda area: -yield_of(area, disc))
    close = [*needed, *(area.name for area in by_yield if area.name not in needed)][: farm.figures + BESIDE]
    close += [area.name for area in by_yield[: farm.figures] if area.name not in close]
    found = [_harvest(table, seat, areas) for areas in subsets(close, farm.figures)]
    seen: list[dict[str, int]] = []
    for harvest in sorted(found, key=lambda each: each.order):
        if harvest.goods not in seen:
            seen.append(harvest.goods)
            yield Combination(
                moves=(Work(harvest.areas),), label=_harvest_label(harvest.goods), worth=_harvest_worth(harvest)
            )


def _harvest(table: Table, seat: Seat, areas: tuple[str, ...]) -> _Harvest:
    check_budget()
    summer = add_to_order(table.summers[seat], Work(areas))
    after, worked = harvest_so_far(base_of(table, seat), summer, table.the_disc)
    goods: dict[str, int] = {}
    for each in worked:
        goods[each.good] = goods.get(each.good, 0) + each.harvest
    return _Harvest(areas, sum(find_missing(after, table.the_disc).values()), goods, sum(each.lost for each in worked))


def _harvest_label(goods: dict[str, int]) -> Text:
    if len(goods) <= SHOWN_GOODS:
        return _commas(counts(goods))
    return _commas(
        words("choice.harvest.short", count=goods[good], good=good.upper()) for good in GOODS if good in goods
    )


def _harvest_worth(harvest: _Harvest) -> Text | None:
    if harvest.lost:
        return words("choice.worth.lost", count=harvest.lost)
    return None if harvest.short else words("choice.worth.winter")


# --- The town ------------------------------------------------------------------------------------------------------


class _Walk(Struct, frozen=True):
    """A building with what is done there, what comes of it, and what it is worth after the winter."""

    errand: Errand
    ran: Ran
    value: float


def _deeds(table: Table, seat: Seat) -> Iterator[Combination]:
    """Yield goods to take or to sell at the building that was chosen; what lies elsewhere is chosen at one press."""
    stop = STOPS[table.desks[seat].errand.to]
    if stop.kind in (Kind.FREE, Kind.STORE):
        for walk in _at(table, seat, stop):
            yield _offer_order(table, seat, walk, (_action(walk.errand),), _what(walk.errand))


def _walks(table: Table, seat: Seat) -> Iterator[Combination]:
    """Yield each building with the best that can be done there."""
    best = [walk for stop in RING for walk in islice(_at(table, seat, stop), 1)]
    for walk in sorted(best, key=lambda walk: -walk.value):
        yield _offer_order(table, seat, walk, (Go(walk.errand.to), _action(walk.errand)), _where(walk.errand))


def _at(table: Table, seat: Seat, stop: Stop) -> list[_Walk]:
    """Return what can be done at a building, the best first."""
    farm, desk = base_of(table, seat), table.desks[seat]
    found = []
    for wanted in errands_at(table, farm, stop):
        check_budget()
        errand = replace(desk.errand, to=stop.id, take=wanted.take, sell=wanted.sell)
        try:
            ran = run(table, seat, farm, desk.place or table.places[seat], errand)
        except IllegalMove:
            continue
        found.append(_Walk(errand, ran, _value(table, ran)))
    return sorted(found, key=lambda walk: -walk.value)


def _value(table: Table, ran: Ran) -> float:
    """Return the points after the winter, with what is drawn, less what is lost and what coins have to stand in for."""
    wintered = winter_of(table, ran.farm, Instructions(), strict=False).farm
    short = sum(find_missing(ran.farm, table.the_disc).values())
    return _points(wintered) + USUAL_COIN * ran.draws - len(ran.lost) - short / 2


def _points(farm: Farm) -> int:
    """Return the points of a farm, those of hired labourers included."""
    return score(farm).total + POINTS_PER_FIGURE * len(farm.hired)


def _offer_order(table: Table, seat: Seat, walk: _Walk, moves: tuple[Move, ...], label: Text) -> Combination:
    points = _points(walk.ran.farm) - _points(base_of(table, seat))
    worth = words("choice.worth.points", count=points) if points > 0 else None
    if walk.ran.draws:
        worth = number_of(UNKNOWN, walk.ran.draws)
    return Combination(moves=moves, label=label, worth=worth)


def _action(errand: Errand) -> Move:
    return Sell(errand.sell) if errand.sell else Take(errand.take)


def _what(errand: Errand) -> Text:
    """Name goods to take or to sell."""
    if errand.sell:
        return words("move.sell", things=_commas(map(item_text, errand.sell)))
    return _commas(counts(tally(errand.take)))


def _where(errand: Errand) -> Text:
    """Name a building by its number, and what is done there."""
    stop = STOPS[errand.to]
    if errand.sell:
        return words("choice.town.sell", pos=stop.pos, goods=_commas(map(item_text, errand.sell)))
    goods = all(thing in GOODS for thing in errand.take)
    things = _commas(counts(tally(errand.take)) if goods else map(item_text, errand.take))
    return words("choice.town", pos=stop.pos, stop=stop_text(stop.id), things=things)
