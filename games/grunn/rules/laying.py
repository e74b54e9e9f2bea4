"""Laying the tile (R6)."""

from __future__ import annotations

from msgspec.structs import replace

from games.core.game import Event, Step
from games.core.text import say
from games.grunn.grid import NEAR, Limit, frame_of, widen
from games.grunn.moves import Place
from games.grunn.rules.arranging import out_of_frame
from games.grunn.rules.order import change_turn
from games.grunn.state import State, Tiles, new_tile
from games.grunn.words.names import kind_name, refusal


def check_place(state: State, move: Place) -> None:
    """Refuse a cell that is taken, touches nothing or breaks the limit (R6.1, R6.2)."""
    stage = state.stage
    if not stage.pair:
        raise refusal("NO_PAIR", "R5.1")
    if stage.laid:
        raise refusal("TILE_LAID", "R6.3", cell=stage.laid)
    cell = move.cell
    if not cell:
        raise refusal("MUST_PLACE", "R6.3")
    if cell not in NEAR:
        raise refusal("BAD_CELL", "R1.3", text=cell)
    check_cell(state.players[state.mover].tiles, state.limit, cell)


def check_cell(tiles: Tiles, limit: Limit, cell: str) -> None:
    """Refuse a cell of a landscape that is taken, touches nothing or breaks the limit (R6.1, R6.2)."""
    if cell in tiles:
        raise refusal("CELL_TAKEN", "R6.1", cell=cell, tile=kind_name(tiles[cell].kind))
    if not any(near in tiles for near in NEAR[cell]):
        raise refusal("NOT_ADJACENT", "R6.1", cell=cell)
    grown = widen(frame_of(tiles), cell)
    if not limit.allows(grown.width, grown.height):
        raise out_of_frame(limit, cell, grown.width, grown.height)


def play_place(state: State, move: Place) -> Step[State]:
    """Lay the tile of the pair, undeveloped; a sand ridge developed (R6.4)."""
    player = state.players[state.mover]
    stage = state.stage
    tiles = {**player.tiles, move.cell: new_tile(stage.tile)}
    stage = replace(stage, laid=move.cell, spots=(*stage.spots, move.cell))
    event = Event(say("grunn.log.lay", seat=state.mover, tile=kind_name(stage.tile), cell=move.cell))
    return Step(change_turn(state, replace(player, tiles=tiles), stage), (event,))
