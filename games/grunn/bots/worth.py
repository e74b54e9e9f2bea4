"""What a landscape is worth to its owner while turns remain (section 24, evaluation terms)."""

from __future__ import annotations

from msgspec import Struct

from games.grunn.components import BOX, CANAL, KINDS, Landscape
from games.grunn.grid import NEAR, TOWARDS, Limit, frame_of, ground_of
from games.grunn.options import GrunnOptions
from games.grunn.scoring import canal_scores, count_wadden, score_buildings, score_lands
from games.grunn.state import Tiles

WADDEN_SHARE = 0.55
"""Points for each Wadden tile, as a share of the bonus (term 2)."""

WADDEN_RACE = 0.6
"""More for each Wadden tile when first or second place is near."""

OPEN_MARSH = 0.55
"""Points for each open side of a marsh (term 3)."""

OPEN_BOG = 1.0
"""Points for a bog line that can grow."""

OPEN_GRAIN = 0.35
"""Points for each open side of a Dollard tile, at most two a tile."""

ARROW_OPEN, ARROW_RAW, ARROW_SITE = 0.45, 0.5, 0.7
"""Shares of an arrow's points: at a usable empty cell, an undeveloped tile, an empty site."""

UNDEVELOPED = {
    Landscape.WADDEN: 0.9,
    Landscape.BOG: 1.2,
    Landscape.DOLLARD: 1.5,
    Landscape.FOREST: 1.5,
    Landscape.MARSH: 2.0,
    Landscape.RIDGE: 0.0,
}
"""Points for an undeveloped tile, which can still pay (term 5)."""

FADE = 4
"""Undeveloped tiles and ducats lose their worth over so many last turns."""

SITE_SHARE = 0.9
"""Share of a building's points for a site that can still be paid (term 6)."""

DUCAT = 0.62
"""Points for any other ducat (term 7)."""

DUCATS_A_TURN = 4
"""At most so many other ducats count for each remaining turn."""


class Outlook(Struct, frozen=True):
    """What a turn is weighed against: turns left after it, rivals' Wadden tiles, limit, options, stocks."""

    left: int
    turns: int
    rivals: tuple[int, ...]
    limit: Limit
    options: GrunnOptions
    stocks: dict[str, int]

    @property
    def share(self) -> float:
        """The share of turns left."""
        return self.left / self.turns

    @property
    def fade(self) -> float:
        """1 while many turns remain, falling to 0 over the last ones."""
        return min(1.0, self.left / FADE)


def land_worth(tiles: Tiles, outlook: Outlook) -> float:
    """Return the worth of the tiles: points as they stand, bonus, chances, payouts to come (terms 1 to 5)."""
    worth = score_lands(tiles, outlook.options) + score_buildings(tiles) + _bonus_worth(count_wadden(tiles), outlook)
    if outlook.left:
        worth += _chances(tiles, outlook) * outlook.share
        raw = sum(UNDEVELOPED[KINDS[tile.kind].landscape] for tile in tiles.values() if not tile.developed)
        worth += raw * outlook.fade
    return worth


def _bonus_worth(own: int, outlook: Outlook) -> float:
    """Return the worth of the race for the grass bonus (term 2)."""
    facts = BOX.scoring.grass
    ranked = sorted(outlook.rivals, reverse=True)
    now = 0.0
    for place, points in zip(ranked[:2], (facts.bonus_first, facts.bonus_second), strict=False):
        if own and own >= place:
            now = points / (1 + ranked.count(place)) if own == place else points
            break
    spent = 1 - outlook.share
    near = bool(ranked) and abs(own - ranked[0]) <= 1
    race = WADDEN_SHARE + (WADDEN_RACE * outlook.share if near else 0.0)
    return now * spent + own * race * (1 - spent * spent)


def _chances(tiles: Tiles, outlook: Outlook) -> float:
    """Return what tiles may still come to score (term 3)."""
    empty = ground_of(frame_of(tiles), outlook.limit) - tiles.keys()
    worth = 0.0
    for cell, tile in tiles.items():
        near, kind = NEAR[cell], tile.kind
        if kind == Landscape.MARSH:
            worth += OPEN_MARSH * count_open(near, empty)
        elif kind == Landscape.DOLLARD:
            worth += OPEN_GRAIN * min(2, count_open(near, empty))
        elif kind == Landscape.BOG:
            if not empty.isdisjoint(near):
                worth += OPEN_BOG * _in_line(tiles, cell)
        elif arrows := KINDS[kind].arrows:
            points = KINDS[kind].arrow_points
            for aim in (near[TOWARDS[arrow]] for arrow in arrows):
                worth += points * (aim_share(tiles, aim) if aim in tiles else ARROW_OPEN * (aim in empty))
    return worth


def count_open(near: tuple[str, ...], empty: frozenset[str]) -> int:
    """Return on how many sides a tile could still be laid."""
    north, east, south, west = near
    return (north in empty) + (east in empty) + (south in empty) + (west in empty)


def _in_line(tiles: Tiles, cell: str) -> float:
    """Return how much an open bog counts: one with a bog beside it can make the longest line longer."""
    joined = any(near in tiles and tiles[near].kind == Landscape.BOG for near in NEAR[cell])
    return 1.0 if joined else 0.7


def aim_share(tiles: Tiles, aim: str) -> float:
    """Return the share of an arrow's points for a tile it points at and that has no building yet."""
    tile = tiles[aim]
    if tile.built or KINDS[tile.kind].building is None:
        return 0.0
    return ARROW_SITE if tile.developed else ARROW_RAW


def purse_worth(tiles: Tiles, ducats: int, outlook: Outlook, *, spent: str = "") -> float:
    """Return the worth of ducats: sites that can still be paid, then the rest (terms 6, 7).

    ``spent`` is the building put up this turn, which is no longer in the stock.
    """
    if not outlook.left:
        return 0.0
    income = sum(KINDS[tile.kind].income for tile in tiles.values() if tile.developed)
    purse, turns, worth = ducats + income * outlook.left, outlook.left, 0.0
    stocks = dict(outlook.stocks)
    if spent:
        stocks[spent] -= 1
    sites = [building for tile in tiles.values() if tile.is_site and (building := KINDS[tile.kind].building)]
    for building in sorted(sites, key=lambda site: -site.points / site.cost):
        if turns and purse >= building.cost and stocks[building.id]:
            turns -= 1
            purse -= building.cost
            stocks[building.id] -= 1
            worth += SITE_SHARE * building.points
    return worth + DUCAT * min(purse, DUCATS_A_TURN * outlook.left) * outlook.fade


def canal_worth(edge: str, tiles: Tiles, outlook: Outlook) -> float:
    """Return the worth of a new canal: its point if it scores, a part of it if it may score later."""
    if not outlook.stocks[CANAL]:
        return 0.0
    if canal_scores(edge, tiles):
        return float(BOX.canal.points)
    return BOX.canal.points * 0.5 * outlook.share
