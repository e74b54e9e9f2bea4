"""Scoring (section 12 and R15.5)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from msgspec import Struct

from games.grunn.components import BOX, KINDS, Landscape
from games.grunn.grid import AROUND, BESIDE, NEAR, TOWARDS
from games.grunn.options import GrunnOptions
from games.grunn.state import Player, State, Tile


class Rows(Struct, frozen=True):
    """The breakdown of one player's points (R12.11)."""

    grass: int
    bonus: int
    bog: int
    grain: int
    ridge: int
    marsh: int
    buildings: int
    canals: int

    @property
    def total(self) -> int:
        """The sum of all rows (R12.1)."""
        return sum(getattr(self, row) for row in self.__struct_fields__)


def count_wadden(tiles: Mapping[str, Tile]) -> int:
    """Return the number of Wadden tiles."""
    return sum(tile.kind == Landscape.WADDEN for tile in tiles.values())


def score_grass(tiles: Mapping[str, Tile]) -> int:
    """Return the points of Wadden tiles without the bonus (R12.2)."""
    return BOX.scoring.grass.per_tile * count_wadden(tiles)


def grass_bonuses(counts: Sequence[int], options: GrunnOptions) -> tuple[int, ...]:
    """Return the bonus of each number of Wadden tiles (R12.3, R17.3, R17.8)."""
    facts = BOX.scoring.grass
    levels = sorted({count for count in counts if count or not options.bonus_needs_tile}, reverse=True)
    bonus = {}
    for level, points in zip(levels, (facts.bonus_first, facts.bonus_second), strict=False):
        bonus[level] = points // counts.count(level)
    if len(levels) > 1 and counts.count(levels[0]) > 1 and not options.runner_up_after_tie:
        bonus[levels[1]] = 0
    return tuple(bonus.get(count, 0) for count in counts)


def score_bog(tiles: Mapping[str, Tile]) -> int:
    """Return the points of the longest line of bog (R12.4)."""
    bogs = {cell for cell, tile in tiles.items() if tile.kind == Landscape.BOG}
    longest = 0
    for cell in bogs:
        for back, ahead in ((TOWARDS["W"], TOWARDS["E"]), (TOWARDS["N"], TOWARDS["S"])):
            if NEAR[cell][back] in bogs:
                continue
            length, at = 1, NEAR[cell][ahead]
            while at in bogs:
                length, at = length + 1, NEAR[at][ahead]
            longest = max(longest, length)
    facts = BOX.scoring.bog
    return facts.per_tile_of_longest_line * longest if longest >= facts.minimum else 0


def grain_points(size: int) -> int:
    """Return the points of one grain cluster (R12.5)."""
    table = BOX.scoring.grain.table
    most = max(table)
    return table[size] if size <= most else table[most] + BOX.scoring.grain.each_more * (size - most)


def grain_clusters(tiles: Mapping[str, Tile]) -> list[int]:
    """Return the sizes of the clusters of Dollard tiles (R1.11)."""
    left = {cell for cell, tile in tiles.items() if tile.kind == Landscape.DOLLARD}
    sizes = []
    while left:
        cluster = [left.pop()]
        for cell in cluster:
            for near in NEAR[cell]:
                if near in left:
                    left.discard(near)
                    cluster.append(near)
        sizes.append(len(cluster))
    return sizes


def score_grain(tiles: Mapping[str, Tile]) -> int:
    """Return the points of all clusters of Dollard tiles (R12.5)."""
    return sum(map(grain_points, grain_clusters(tiles)))


def score_ridge(tiles: Mapping[str, Tile]) -> int:
    """Return the points of all arrows that hit a building (R12.6)."""
    points = 0
    for cell, tile in tiles.items():
        kind = KINDS[tile.kind]
        for arrow in kind.arrows:
            hit = tiles.get(NEAR[cell][TOWARDS[arrow]])
            if hit is not None and hit.built:
                points += kind.arrow_points
    return points


def score_marsh(tiles: Mapping[str, Tile], options: GrunnOptions) -> int:
    """Return the points of all marsh tiles for the other types around them (R12.7, R17.2)."""
    cells_around = NEAR if options.marsh_neighbours == len(NEAR["D4"]) else AROUND
    types = 0
    for cell, tile in tiles.items():
        if tile.kind == Landscape.MARSH:
            around = {KINDS[tiles[near].kind].landscape for near in cells_around[cell] if near in tiles}
            types += len(around - {Landscape.MARSH})
    return BOX.scoring.marsh.per_other_type * types


def count_buildings(tiles: Mapping[str, Tile]) -> dict[str, int]:
    """Return how many buildings of each kind stand in a landscape (R12.11)."""
    counts = {building.id: 0 for building in BOX.buildings}
    for tile in tiles.values():
        building = KINDS[tile.kind].building
        if tile.built and building is not None:
            counts[building.id] += 1
    return counts


def score_buildings(tiles: Mapping[str, Tile]) -> int:
    """Return the points of all buildings (R12.9)."""
    points = 0
    for tile in tiles.values():
        building = KINDS[tile.kind].building
        if tile.built and building is not None:
            points += building.points
    return points


def canal_scores(edge: str, tiles: Mapping[str, Tile]) -> bool:
    """Return whether a canal on the edge has a developed tile on both sides (R12.10)."""
    first, second = BESIDE[edge]
    return first in tiles and second in tiles and tiles[first].developed and tiles[second].developed


def score_canals(tiles: Mapping[str, Tile], canals: Collection[str]) -> int:
    """Return the points of canals (R12.10)."""
    return BOX.canal.points * sum(canal_scores(edge, tiles) for edge in canals)


def score_lands(tiles: Mapping[str, Tile], options: GrunnOptions) -> int:
    """Return the landscape points without the bonus (R12.2, R12.4 to R12.8)."""
    return score_grass(tiles) + score_bog(tiles) + score_grain(tiles) + score_ridge(tiles) + score_marsh(tiles, options)


def score_player(player: Player, bonus: int, options: GrunnOptions) -> Rows:
    """Return a player's breakdown, given the grass bonus."""
    tiles = player.tiles
    return Rows(
        grass=score_grass(tiles),
        bonus=bonus,
        bog=score_bog(tiles),
        grain=score_grain(tiles),
        ridge=score_ridge(tiles),
        marsh=score_marsh(tiles, options),
        buildings=score_buildings(tiles),
        canals=score_canals(tiles, player.canals),
    )


def bonuses(state: State) -> tuple[int, ...]:
    """Return each player's grass bonus as it stands; a single player is compared with the automaton (R15.5)."""
    counts = [count_wadden(player.tiles) for player in state.players]
    if state.facts.automaton:
        counts.append(state.automaton.count(Landscape.WADDEN))
    return grass_bonuses(counts, state.options)[: len(state.players)]


def breakdown(state: State) -> tuple[Rows, ...]:
    """Return all players' points as they stand (R12.11)."""
    return tuple(
        score_player(player, bonus, state.options) for player, bonus in zip(state.players, bonuses(state), strict=True)
    )


def winners(totals: Sequence[int]) -> tuple[int, ...]:
    """Return who has the highest total: several share the win (R13)."""
    return tuple(index for index, total in enumerate(totals) if total == max(totals))


def solo_rating(total: int) -> int:
    """Return the rating of a solo total (R15.6)."""
    return max(rating.rating for rating in BOX.solo_ratings if rating.least <= total or rating.least == 0)
