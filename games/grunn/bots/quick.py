"""Quick players, who play on in a search: a glance at every pair, nothing tried out (section 24)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from heapq import nlargest

from msgspec import Struct
from msgspec.structs import replace

from games.core.game import Ask
from games.core.moves import Move
from games.core.rng import Rng
from games.grunn.bots.worth import (
    ARROW_OPEN,
    DUCAT,
    FADE,
    OPEN_GRAIN,
    OPEN_MARSH,
    SITE_SHARE,
    UNDEVELOPED,
    WADDEN_RACE,
    WADDEN_SHARE,
    aim_share,
    count_open,
)
from games.grunn.components import BOX, CANAL, CARDS, KINDS, Building, Kind, Landscape
from games.grunn.grid import NEAR, TOWARDS, frame_of, free_cells, ground_of, write_edge
from games.grunn.moves import Arrange, Build, Canal, Develop, Done, Place, Take
from games.grunn.options import GrunnOptions
from games.grunn.rules.arranging import default_cells
from games.grunn.rules.building import open_edges
from games.grunn.scoring import canal_scores, score_bog, score_grain, score_marsh
from games.grunn.state import Phase, Player, State, Tiles, new_tile
from games.grunn.view import View, skip_cost

STREAM = "quick"


class Glance(Struct, frozen=True):
    """What a turn is weighed by: the landscape before it, where a tile may still lie, and how much is left to play.

    ``fade`` is what a ducat still counts, ``share`` the share of turns left.
    """

    player: Player
    tiles: Tiles
    empty: frozenset[str]
    left: int
    fade: float
    share: float
    options: GrunnOptions
    stocks: dict[str, int]


class Quick(Struct, frozen=True):
    """Takes one of the ``spread`` pairs that are worth most at a glance, by chance; a ducat counts ``ducat``."""

    spread: int = 1
    ducat: float = DUCAT

    def think(self, view: View, ask: Ask, worlds: Iterator[State], rng: Rng) -> Sequence[Move]:
        """Return a whole turn, or the arrangement made for absent players."""
        state = view.state
        if state.phase is Phase.ARRANGE:
            return (Arrange(default_cells(state, ask.seat)),)
        glance = _glance(state)
        cells = free_cells(glance.tiles, state.limit)
        found = list(self._rate_pairs(state, glance, cells))
        best = nlargest(self.spread, found)
        _, position, cell = best[0] if len(best) == 1 else rng.pick(STREAM, best)
        pair = state.pool[position - 1]
        ducats = glance.player.ducats - skip_cost(position) + pair.ducats + CARDS[pair.card].ducats
        laid = {**glance.tiles, cell: new_tile(pair.tile)}
        return (Take(position), Place(cell), *self._use_and_build(laid, ducats, pair.card, glance), Done())

    def _rate_pairs(self, state: State, glance: Glance, cells: Sequence[str]) -> Iterator[tuple[float, int, str]]:
        """Yield worth, position and best cell of each pair within reach."""
        known: dict[str, tuple[float, str]] = {}
        for position, pair in enumerate(state.pool, 1):
            cost = skip_cost(position)
            if cost > glance.player.ducats:
                break
            if pair.tile not in known:
                known[pair.tile] = _best_cell(pair.tile, glance, cells)
            worth, cell = known[pair.tile]
            card = CARDS[pair.card]
            worth += self.ducat * glance.fade * (pair.ducats + card.ducats - cost)
            if card.landscape:
                developed = self._best_to_develop(glance.tiles, pair.card, glance, extra=pair.tile)
                worth += max(developed[0], 0.0) if developed else 0.0
            yield worth, position, cell

    def _best_to_develop(self, tiles: Tiles, card: str, glance: Glance, *, extra: str = "") -> tuple[float, str] | None:
        """Return what developing brings and the kind of tile that brings most; None if there is none.

        ``extra`` is the kind of a tile that will be laid.
        """
        wanted = CARDS[card].landscape
        kinds = {tile.kind for tile in tiles.values() if not tile.developed} | ({extra} if extra else set())
        worths = [
            (self._worth_of_developing(KINDS[kind], glance), kind)
            for kind in kinds
            if wanted in ("any", KINDS[kind].landscape) and not KINDS[kind].always_developed
        ]
        return max(worths, default=None)

    def _worth_of_developing(self, kind: Kind, glance: Glance) -> float:
        ducats = (kind.payout or 0) + kind.income * glance.left
        site = SITE_SHARE * kind.building.points - self.ducat * kind.building.cost if kind.building else 0.0
        return self.ducat * glance.fade * ducats + max(site, 0.0) - UNDEVELOPED[kind.landscape] * glance.fade

    def _use_and_build(self, tiles: Tiles, ducats: int, card: str, glance: Glance) -> Iterator[Move]:
        developed = self._best_to_develop(tiles, card, glance) if CARDS[card].landscape else None
        if developed is not None:
            kind = developed[1]
            cell = max(
                (cell for cell, tile in tiles.items() if tile.kind == kind and not tile.developed),
                key=lambda cell: _arrows_at(tiles, cell),
            )
            yield Develop(cell)
            tiles = {**tiles, cell: replace(tiles[cell], developed=True)}
            ducats += KINDS[kind].payout or 0
        yield from self._build(tiles, ducats, glance)

    def _build(self, tiles: Tiles, ducats: int, glance: Glance) -> Iterator[Move]:
        """Yield the construction worth most, if one is worth its ducats."""
        fade = self.ducat * min(1.0, glance.left / FADE)
        best, move = 0.0, None
        for cell, tile in tiles.items():
            building = KINDS[tile.kind].building
            if building is not None and tile.is_site and _is_payable(building, ducats, glance):
                worth = building.points + _arrows_at(tiles, cell) - fade * building.cost
                if worth > best:
                    best, move = worth, Build(cell)
        if move is not None:
            yield move
        elif ducats >= BOX.canal.cost and glance.stocks[CANAL] and BOX.canal.points > fade * BOX.canal.cost:
            edges = (edge for edge in open_edges(glance.player, tiles) if canal_scores(edge, tiles))
            edge = next(edges, None)
            if edge is not None:
                yield Canal(write_edge(edge, tiles))


def _is_payable(building: Building, ducats: int, glance: Glance) -> bool:
    return building.cost <= ducats and glance.stocks[building.id] > 0


def _glance(state: State) -> Glance:
    player, turns = state.players[state.mover], state.facts.turns_each
    tiles = player.tiles
    left = turns - player.turns - 1
    return Glance(
        player=player,
        tiles=tiles,
        empty=ground_of(frame_of(tiles), state.limit) - tiles.keys(),
        left=left,
        fade=min(1.0, left / FADE),
        share=left / turns,
        options=state.options,
        stocks=state.stocks,
    )


def _best_cell(kind: str, glance: Glance, cells: Sequence[str]) -> tuple[float, str]:
    """Return the most that a tile of a kind is worth where it may lie, and the cell; of equals the first."""
    worth_at = _WORTHS.get(KINDS[kind].landscape, _alike)(kind, glance)
    marshes = any(tile.kind == Landscape.MARSH for tile in glance.tiles.values()) or kind == Landscape.MARSH
    before = score_marsh(glance.tiles, glance.options) if marshes else 0
    tile, best, at = new_tile(kind), float("-inf"), ""
    for cell in cells:
        after = {**glance.tiles, cell: tile}
        worth = worth_at(cell, after) + (score_marsh(after, glance.options) - before if marshes else 0)
        if worth > best:
            best, at = worth, cell
    return best + UNDEVELOPED[KINDS[kind].landscape] * glance.fade, at


WorthAt = Callable[[str, Tiles], float]
"""What a tile is worth on a cell, given the landscape with it."""


def _alike(kind: str, glance: Glance) -> WorthAt:
    return lambda cell, after: 0.0


def _wadden(kind: str, glance: Glance) -> WorthAt:
    each = BOX.scoring.grass.per_tile + WADDEN_SHARE + WADDEN_RACE * glance.share
    return lambda cell, after: each


def _bog(kind: str, glance: Glance) -> WorthAt:
    before = score_bog(glance.tiles)
    return lambda cell, after: score_bog(after) - before


def _grain(kind: str, glance: Glance) -> WorthAt:
    before, weight = score_grain(glance.tiles), OPEN_GRAIN * glance.share
    return lambda cell, after: score_grain(after) - before + weight * min(2, count_open(NEAR[cell], glance.empty))


def _marsh(kind: str, glance: Glance) -> WorthAt:
    weight = OPEN_MARSH * glance.share
    return lambda cell, after: weight * count_open(NEAR[cell], glance.empty)


def _ridge(kind: str, glance: Glance) -> WorthAt:
    facts = KINDS[kind]

    def worth_at(cell: str, after: Tiles) -> float:
        aims = [NEAR[cell][TOWARDS[arrow]] for arrow in facts.arrows]
        shares = (
            _share(after, aim) if aim in after else ARROW_OPEN * glance.share * (aim in glance.empty) for aim in aims
        )
        return facts.arrow_points * sum(shares)

    def _share(after: Tiles, aim: str) -> float:
        return 1.0 if after[aim].built else aim_share(after, aim) * glance.share

    return worth_at


_WORTHS: dict[Landscape, Callable[[str, Glance], WorthAt]] = {
    Landscape.WADDEN: _wadden,
    Landscape.BOG: _bog,
    Landscape.DOLLARD: _grain,
    Landscape.MARSH: _marsh,
    Landscape.RIDGE: _ridge,
}


def _arrows_at(tiles: Tiles, cell: str) -> int:
    """Return the points of arrows that a building on the cell would be hit by."""
    points = 0
    for near, back in zip(NEAR[cell], "SWNE", strict=True):
        kind = KINDS[tiles[near].kind] if near in tiles else None
        if kind is not None and back in kind.arrows:
            points += kind.arrow_points
    return points


POLICIES = (Quick(), Quick(spread=2, ducat=0.9))
"""One who takes what looks best, and one who leaves it to chance and is fonder of ducats."""
