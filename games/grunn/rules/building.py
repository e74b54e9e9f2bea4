"""Construction: buildings (R8) and canals (R9)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from games.core.game import Event, Step
from games.core.text import say
from games.grunn.components import BOX, CANAL, Building
from games.grunn.grid import BESIDE, CORNERS, EDGES, NEAR, write_edge
from games.grunn.moves import Build, Canal
from games.grunn.rules.order import change_turn
from games.grunn.state import Player, State, Tiles
from games.grunn.words.names import kind_name, piece_name, refusal

Construction = Build | Canal


def check_construction(state: State, move: Construction) -> None:
    """Refuse a construction before the tile, a second one, or one against R8 and R9."""
    stage = state.stage
    if not stage.pair:
        raise refusal("NO_PAIR", "R5.1")
    if not stage.laid:
        raise refusal("MUST_PLACE", "R6.3")
    if stage.built:
        raise refusal("ONE_BUILD", "R8.1")
    player = state.players[state.mover]
    match move:
        case Build():
            _check_build(state, player, move.cell)
        case Canal():
            _check_canal(state, player, move.edge)


def _check_build(state: State, player: Player, cell: str) -> None:
    if cell not in NEAR:
        raise refusal("BAD_CELL", "R1.3", text=cell)
    if cell not in player.tiles:
        raise refusal("NO_TILE", "R8.2", cell=cell)
    tile = player.tiles[cell]
    building = tile.facts.building
    if building is None:
        raise refusal("FOREST_NO_BUILDING", "R8.2")
    if not tile.developed:
        raise refusal("NOT_DEVELOPED", "R8.2", cell=cell, tile=kind_name(tile.kind))
    if tile.built:
        raise refusal("ALREADY_BUILT", "R8.3", cell=cell, piece=piece_name(building.id))
    _check_stock(state, player, building.id, building.cost, "R8")


def _check_stock(state: State, player: Player, piece: str, cost: int, section: str) -> None:
    if not state.stocks[piece]:
        raise refusal("NONE_LEFT", "R8.5" if section == "R8" else "R9.4", piece=piece_name(piece))
    if cost > player.ducats:
        raise refusal("CANNOT_AFFORD", f"{section}.4", piece=piece_name(piece), cost=cost, ducats=player.ducats)


def _check_canal(state: State, player: Player, name: str) -> None:
    edge = EDGES.get(name)
    if edge is None:
        raise refusal("BAD_CELL", "R1.6", text=name)
    if not any(cell in player.tiles for cell in BESIDE[edge]):
        raise refusal("CANAL_NO_TILE", "R9.1", edge=name)
    if edge in player.canals:
        raise refusal("CANAL_EXISTS", "R9.2", edge=name)
    if player.canals and not any(meet(edge, other) for other in player.canals):
        raise refusal("CANAL_NOT_CONNECTED", "R9.3", edge=name)
    _check_stock(state, player, CANAL, BOX.canal.cost, "R9")


def meet(edge: str, other: str) -> bool:
    """Return whether two edges share a corner (R9.3)."""
    first, second = CORNERS[edge]
    corners = CORNERS[other]
    return first in corners or second in corners


def own_edges(player: Player) -> tuple[str, ...]:
    """Return all edges with an own tile on at least one side, under the kept names (R9.1)."""
    return tuple(dict.fromkeys(EDGES[cell + side] for cell in player.tiles for side in "nwes"))


def open_edges(player: Player, tiles: Tiles) -> Iterator[str]:
    """Yield the edges between two of the tiles that are open to a canal of the player (R9.2, R9.3)."""
    canals = player.canals
    for cell in tiles:
        for side in "es":
            edge = cell + side
            if BESIDE[edge][1] in tiles and edge not in canals and (not canals or any(meet(edge, at) for at in canals)):
                yield edge


def play_construction(state: State, move: Construction) -> Step[State]:
    """Pay, take the piece from the stock and put it down (R8.4, R9.4)."""
    player = state.players[state.mover]
    match move:
        case Build():
            building = player.tiles[move.cell].facts.building
            assert building is not None
            return _build(state, player, move.cell, building)
        case Canal():
            return _dig(state, player, EDGES[move.edge])


def _build(state: State, player: Player, cell: str, building: Building) -> Step[State]:
    tiles = {**player.tiles, cell: replace(player.tiles[cell], built=True)}
    after = replace(player, tiles=tiles, ducats=player.ducats - building.cost)
    told = say(f"grunn.log.built.{building.id}", seat=state.mover, cell=cell, ducats=building.cost)
    return Step(_pay(state, after, building.id, cell), (Event(told),))


def _dig(state: State, player: Player, edge: str) -> Step[State]:
    after = replace(player, canals=(*player.canals, edge), ducats=player.ducats - BOX.canal.cost)
    name = write_edge(edge, player.tiles)
    told = say(f"grunn.log.dug.{name[-1]}", seat=state.mover, cell=name[:-1], ducats=BOX.canal.cost)
    return Step(_pay(state, after, CANAL, edge), (Event(told),))


def _pay(state: State, player: Player, piece: str, spot: str) -> State:
    stage = replace(state.stage, built=True, spots=tuple(dict.fromkeys((*state.stage.spots, spot))))
    stocks = {**state.stocks, piece: state.stocks[piece] - 1}
    return replace(change_turn(state, player, stage), stocks=stocks)
