"""The move made for an absent player (R16.6), one part of the turn at a time."""

from __future__ import annotations

from games.core.moves import Move
from games.core.seats import Seat
from games.grunn.choices import best_site, offer
from games.grunn.grid import free_cells
from games.grunn.moves import Arrange, Build, Develop, Done, Place, Take
from games.grunn.rules.arranging import default_cells
from games.grunn.scoring import score_lands
from games.grunn.state import Phase, State, new_tile
from games.grunn.view import View


def default_move(view: View, seat: Seat) -> Move:
    """Return the next part of the default turn: front pair, best cell, best payout, best building, done."""
    state = view.state
    if state.phase is Phase.ARRANGE:
        return Arrange(default_cells(state, seat))
    if not state.stage.pair:
        return Take(1)
    if not state.stage.laid:
        return Place(best_cell(state))
    develop = _best_payout(View(seat=seat, state=state))
    if develop is not None and not state.stage.built:
        return Develop(develop)
    site = None if state.stage.built else best_site(state)
    return Done() if site is None else Build(site)


def best_cell(state: State) -> str:
    """Return the cell that gives the most landscape points right after laying; ties: first in reading order."""
    tiles = state.players[state.mover].tiles
    tile = new_tile(state.stage.tile)
    cells = free_cells(tiles, state.limit)
    return max(cells, key=lambda cell: score_lands({**tiles, cell: tile}, state.options))


def _best_payout(view: View) -> str | None:
    tiles = view.state.players[view.state.mover].tiles
    cells = [str(choice.value) for choice in offer(view, Develop, {})]
    return max(cells, key=lambda cell: tiles[cell].facts.payout or 0, default=None)
