"""Moves that are often chosen together, by the points and ducats that they bring at once."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from games.core.moves import MOST_COMBINATIONS, Combination, Move
from games.core.search.budget import check_budget
from games.core.seats import Seat
from games.core.text import Text, raw, say
from games.grunn.components import CARDS, Effect
from games.grunn.grid import cell_at, frame_of, free_cells, shift_to_anchor
from games.grunn.moves import Arrange, Develop, Place, Take
from games.grunn.rules.arranging import shapes
from games.grunn.rules.checks import is_legal
from games.grunn.scoring import score_lands
from games.grunn.state import Phase, Player, State, Tiles, new_tile
from games.grunn.view import View, skip_cost
from games.grunn.words.names import kind_name

ARRANGEMENTS = 3
"""Offered at once."""


def combinations(view: View, seat: Seat) -> Iterator[Combination]:
    """Return arrangements, or pairs with a place for the tile and one to develop, the best first."""
    state = view.state
    if state.phase is Phase.ARRANGE:
        return _arrangements(state, seat)
    if state.phase is not Phase.TURN or state.mover != seat or state.stage.laid:
        return iter(())
    return _turns(view)


def _arrangements(state: State, seat: Seat) -> Iterator[Combination]:
    """Yield those with the most points that look different, of equals the most compact first."""
    dealt = state.players[seat].dealt
    tiles = tuple(map(new_tile, dealt))
    whole = {shift_to_anchor(shape) for shape in map(sorted, shapes(len(dealt), state.limit))}
    rated = []
    for shape in sorted(whole):
        frame = frame_of(shape)
        for cells in permutations(shape):
            check_budget()
            points = score_lands(dict(zip(cells, tiles, strict=True)), state.options)
            rated.append((-points, max(frame.width, frame.height), cells))
    shown: set[str] = set()
    for minus, _, cells in sorted(rated):
        laid = _sketch(dict(zip(cells, tiles, strict=True)))
        if laid not in shown:
            yield Combination(moves=(Arrange(cells),), label=raw(laid), worth=_points(-minus))
        shown.add(laid)
        if len(shown) == ARRANGEMENTS:
            return


def _sketch(tiles: Tiles) -> str:
    """Return a landscape by the letters of its tiles, line by line from the top: ``W B / · D``."""
    frame = frame_of(tiles)
    lines = [[cell_at(frame.left + x, frame.top + y) for x in range(frame.width)] for y in range(frame.height)]
    return " / ".join(" ".join(tiles[cell].facts.letter if cell in tiles else "·" for cell in line) for line in lines)


def _turns(view: View) -> Iterator[Combination]:
    """Yield the best place for the tile of each pair, or once it is taken the best places for its tile."""
    state, stage = view.state, view.state.stage
    player = state.players[state.mover]
    rated: list[tuple[int, int, int, Combination]] = []
    if stage.pair:
        places = _places(state, player, stage.tile)[:MOST_COMBINATIONS]
        rated = [_rate_place(view, player, (), cell) for cell in places]
    for position, pair in enumerate(() if stage.pair else state.pool, 1):
        if is_legal(view, Take(position)):
            cell = _places(state, player, pair.tile)[0]
            rated.append(_rate_place(view, player, (Take(position),), cell))
    for *_, combination in sorted(rated, key=lambda each: each[:3]):
        yield combination


def _places(state: State, player: Player, kind: str) -> list[str]:
    """Return the free cells by the points of the landscape with the tile there, most first."""
    tile = new_tile(kind)

    def points(cell: str) -> int:
        check_budget()
        return -score_lands({**player.tiles, cell: tile}, state.options)

    return sorted(free_cells(player.tiles, state.limit), key=points)


def _rate_place(view: View, player: Player, taken: tuple[Move, ...], cell: str) -> tuple[int, int, int, Combination]:
    """Return a place for a tile with what its card develops best, and by what it is put in order."""
    state, stage = view.state, view.state.stage
    position = taken[0].pair if taken and isinstance(taken[0], Take) else 0
    pair = state.pool[position - 1] if position else None
    kind, card = (pair.tile, pair.card) if pair is not None else (stage.tile, stage.card)
    tiles = {**player.tiles, cell: new_tile(kind)}
    used = "" if stage.used else _find_development(tiles, card, cell)
    ducats = pair.ducats + CARDS[card].ducats - skip_cost(position) if pair is not None else 0
    ducats += (tiles[used].facts.payout or 0) if used else 0
    points = score_lands(tiles, state.options) - score_lands(player.tiles, state.options)
    develop: tuple[Move, ...] = (Develop(used),) if used else ()
    label = _label(position, kind, cell, used)
    combination = Combination(moves=(*taken, Place(cell), *develop), label=label, worth=_points(points))
    return -points, -ducats, position, combination


def _find_development(tiles: Tiles, card: str, laid: str) -> str:
    """Return the cell to develop by a card that pays most, rather one that was there before; empty if there is none."""
    facts = CARDS[card]
    if facts.effect is not Effect.DEVELOP:
        return ""
    found = [
        (-(tile.facts.payout or 0), cell == laid, cell)
        for cell, tile in tiles.items()
        if not tile.developed and facts.landscape in ("any", tile.facts.landscape)
    ]
    return min(found)[2] if found else ""


def _label(position: int, kind: str, cell: str, used: str) -> Text:
    told = "grunn.choice.pair_at" if position else "grunn.choice.at"
    return say(f"{told}_develop" if used else told, pair=position, tile=kind_name(kind), cell=cell, other=used)


def _points(points: int) -> Text | None:
    return say("grunn.choice.worth", points=points) if points > 0 else None
