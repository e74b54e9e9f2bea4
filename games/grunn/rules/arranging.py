"""Arranging the starting tiles (R2.7)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations

from msgspec.structs import replace

from games.core.errors import IllegalMove
from games.core.game import Event, Step
from games.core.moves import STOP, Choice
from games.core.seats import Seat
from games.core.text import say
from games.grunn.grid import ANCHOR, COLUMN, NEAR, ROW, Limit, cell_at, frame_of, is_connected, shift_to_anchor
from games.grunn.moves import Arrange
from games.grunn.rules.order import with_player
from games.grunn.state import Phase, State, new_tile
from games.grunn.words.names import kind_name, refusal, tile_piece


def check_arrange(state: State, seat: Seat, move: Arrange) -> None:
    """Refuse an arrangement that is not one connected landscape within the limit (R2.7)."""
    dealt = state.players[seat].dealt
    if len(move.cells) != len(dealt):
        raise refusal("SETUP_COUNT", "R2.7", count=len(dealt))
    for cell in move.cells:
        if cell not in NEAR:
            raise refusal("BAD_CELL", "R1.3", text=cell)
    for at, cell in enumerate(move.cells):
        if cell in move.cells[:at]:
            raise refusal("CELL_TAKEN", "R2.7", cell=cell, tile=kind_name(dealt[move.cells.index(cell)]))
    if not is_connected(move.cells):
        raise refusal("NOT_CONNECTED", "R2.7")
    frame = frame_of(move.cells)
    if not state.limit.allows(frame.width, frame.height):
        raise out_of_frame(state.limit, move.cells[-1], frame.width, frame.height)


def out_of_frame(limit: Limit, cell: str, width: int, height: int) -> IllegalMove:
    """Make the refusal of a cell that makes the landscape too wide or too high (R1.5)."""
    sizes = tuple(f"{columns} x {rows}" for columns, rows in limit.sizes)
    return refusal("OUT_OF_FRAME", "R1.5", cell=cell, width=width, height=height, limit=sizes)


def play_arrange(state: State, seat: Seat, move: Arrange) -> Step[State]:
    """Lay the starting tiles, shifted to the anchor (R1.4); when all are in, the lot is next (R2.8)."""
    player = state.players[seat]
    cells = shift_to_anchor(move.cells)
    tiles = {cell: new_tile(kind) for cell, kind in zip(cells, player.dealt, strict=True)}
    players = with_player(state, seat, replace(player, tiles=tiles))
    phase = Phase.LOT if all(other.tiles for other in players) else Phase.ARRANGE
    laid = tuple(
        say("grunn.name.laid", tile=kind_name(kind), cell=cell) for cell, kind in zip(cells, player.dealt, strict=True)
    )
    event = Event(say("grunn.log.arranged", seat=seat, tiles=laid))
    return Step(replace(state, players=players, phase=phase), (event,))


@cache
def shapes(count: int, limit: Limit) -> tuple[frozenset[str], ...]:
    """Return every arrangement of so many tiles within the block of full size that begins at the anchor."""
    column, row = COLUMN[ANCHOR], ROW[ANCHOR]
    found: dict[frozenset[str], None] = {}
    for columns, rows in limit.sizes:
        block = [cell_at(column + x, row + y) for y in range(rows) for x in range(columns)]
        found.update({frozenset(cells): None for cells in combinations(block, count) if is_connected(cells)})
    return tuple(found)


def next_cells(state: State, seat: Seat, filled: tuple[str, ...]) -> Iterator[Choice]:
    """Yield the cells for the next starting tile from which a legal arrangement can still be made.

    All cells lie in the block that begins at the anchor: since arrangements are shifted there (R1.4), none is missed.
    """
    dealt = state.players[seat].dealt
    chosen = frozenset(filled)
    if len(chosen) < len(filled):
        return
    if len(filled) == len(dealt):
        yield Choice(STOP)
        return
    cells = {cell for shape in shapes(len(dealt), state.limit) if chosen <= shape for cell in shape - chosen}
    for cell in sorted(cells, key=lambda cell: (ROW[cell], COLUMN[cell])):
        label = say("grunn.name.laid", tile=kind_name(dealt[len(filled)]), cell=cell)
        yield Choice(cell, label, spot=f"{seat}:{cell}", piece=tile_piece(dealt[len(filled)]))


def default_cells(state: State, seat: Seat) -> tuple[str, ...]:
    """Return the arrangement made at the deadline: D4, E4, D5, E5 in the order dealt (R16.6)."""
    column, row = COLUMN[ANCHOR], ROW[ANCHOR]
    square = [cell_at(column + x, row + y) for y in range(2) for x in range(2)]
    return tuple(square[: len(state.players[seat].dealt)])
