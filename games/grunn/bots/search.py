"""The search of the steady computer player: one turn deep, over public facts only (section 24)."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import nlargest
from itertools import permutations

from msgspec import Struct
from msgspec.structs import replace

from games.core.moves import Move
from games.core.seats import Seat
from games.grunn.bots.worth import Outlook, canal_worth, land_worth, purse_worth
from games.grunn.components import BOX, CANAL, CARDS, KINDS, Effect, Landscape
from games.grunn.grid import BESIDE, NEAR, frame_of, free_cells, is_connected, shift_to_anchor, write_edge
from games.grunn.moves import Build, Canal, Develop, Exchange, Place, Relocate, Take
from games.grunn.rules.arranging import shapes
from games.grunn.rules.building import meet, own_edges
from games.grunn.scoring import count_wadden, score_lands
from games.grunn.state import Player, State, Tiles, new_tile
from games.grunn.view import skip_cost

CELLS, USES = 3, 3
"""So many of the best cells and uses of the card are looked into."""


class Option(Struct, frozen=True):
    """A turn so far: its moves, the landscape and the ducats they lead to, and its worth."""

    moves: tuple[Move, ...]
    tiles: Tiles
    ducats: int
    worth: float = 0.0


def outlook_of(state: State, seat: Seat) -> Outlook:
    """Return what the seat's coming turn is weighed against."""
    rivals = [count_wadden(player.tiles) for at, player in enumerate(state.players) if at != seat]
    if state.facts.automaton:
        rivals.append(state.automaton.count(Landscape.WADDEN))
    turns = state.facts.turns_each
    left = turns - state.players[seat].turns - 1
    return Outlook(left, turns, tuple(rivals), state.limit, state.options, state.stocks)


def best_arrangement(state: State, seat: Seat) -> tuple[str, ...]:
    """Return the arrangement of the starting tiles that is worth most; the first of equals."""
    dealt = state.players[seat].dealt
    outlook = replace(outlook_of(state, seat), rivals=())
    whole = {shift_to_anchor(shape) for shape in map(sorted, shapes(len(dealt), state.limit))}
    options = (cells for shape in sorted(whole) for cells in permutations(shape))
    tiles = tuple(map(new_tile, dealt))
    return max(options, key=lambda cells: land_worth(dict(zip(cells, tiles, strict=True)), outlook))


def best_turn(state: State) -> tuple[Move, ...]:
    """Return the moves of the turn worth most to the player to move, its end left out."""
    seat = state.mover
    player, outlook = state.players[seat], outlook_of(state, seat)
    return max(_turns(state, player, outlook), key=lambda option: option.worth).moves


def _turns(state: State, player: Player, outlook: Outlook) -> Iterator[Option]:
    for position, pair in enumerate(state.pool, 1):
        cost = skip_cost(position)
        if cost > player.ducats:
            break
        card = CARDS[pair.card]
        taken = Option((Take(position),), player.tiles, player.ducats - cost + pair.ducats + card.ducats)
        for option in _lay_and_use(taken, pair.tile, pair.card, outlook):
            yield from _construct(option, player, outlook)


def _lay_and_use(taken: Option, kind: str, card: str, outlook: Outlook) -> Iterator[Option]:
    laid = list(_best(CELLS, _lay(taken, kind, outlook), outlook))
    effect = CARDS[card].effect
    for option in laid:
        yield option
        if effect is Effect.DEVELOP:
            yield from _best(USES, _develop(option, card), outlook)
    if effect is Effect.EXCHANGE:
        for option in laid:
            yield from _best(USES, _exchange(option), outlook)
    elif effect is Effect.RELOCATE:
        yield from _best(USES, _relocate(laid[0], outlook), outlook)
        for moved in _best(USES, _relocate(taken, outlook), outlook):
            yield from _best(1, _lay(moved, kind, outlook), outlook)


def _best(count: int, options: Iterator[Option], outlook: Outlook) -> list[Option]:
    rated = [replace(option, worth=land_worth(option.tiles, outlook)) for option in options]
    return nlargest(count, rated, key=lambda option: option.worth)


def _lay(option: Option, kind: str, outlook: Outlook) -> Iterator[Option]:
    tile = new_tile(kind)
    for cell in free_cells(option.tiles, outlook.limit):
        yield Option((*option.moves, Place(cell)), {**option.tiles, cell: tile}, option.ducats)


def _develop(option: Option, card: str) -> Iterator[Option]:
    wanted = CARDS[card].landscape
    for cell, tile in option.tiles.items():
        kind = KINDS[tile.kind]
        if not tile.developed and wanted in ("any", kind.landscape):
            tiles = {**option.tiles, cell: replace(tile, developed=True)}
            yield Option((*option.moves, Develop(cell)), tiles, option.ducats + (kind.payout or 0))


def _exchange(option: Option) -> Iterator[Option]:
    tiles = option.tiles
    for cell in tiles:
        for other in NEAR[cell][1:3]:
            if other in tiles:
                swapped = {**tiles, cell: tiles[other], other: tiles[cell]}
                yield Option((*option.moves, Exchange(cell, other)), swapped, option.ducats)


def _relocate(option: Option, outlook: Outlook) -> Iterator[Option]:
    """Yield the relocations with the most landscape points: weighing all of them would take too long."""
    found = []
    for source in option.tiles:
        rest = {cell: tile for cell, tile in option.tiles.items() if cell != source}
        for target in {near for cell in rest for near in NEAR[cell]} - option.tiles.keys():
            tiles = {**rest, target: option.tiles[source]}
            if is_connected(tiles):
                frame = frame_of(tiles)
                if outlook.limit.allows(frame.width, frame.height):
                    found.append(Option((*option.moves, Relocate(source, target)), tiles, option.ducats))
    yield from nlargest(2 * USES, found, key=lambda moved: score_lands(moved.tiles, outlook.options))


def _construct(option: Option, player: Player, outlook: Outlook) -> Iterator[Option]:
    """Yield the turn with each construction that can be paid, and with none."""
    tiles, ducats = option.tiles, option.ducats
    land = land_worth(tiles, outlook)
    yield replace(option, worth=land + purse_worth(tiles, ducats, outlook))
    for cell, tile in tiles.items():
        building = KINDS[tile.kind].building
        if building and tile.is_site and building.cost <= ducats and outlook.stocks[building.id]:
            after = {**tiles, cell: replace(tile, built=True)}
            worth = land_worth(after, outlook) + purse_worth(after, ducats - building.cost, outlook, spent=building.id)
            yield Option((*option.moves, Build(cell)), after, ducats - building.cost, worth)
    if ducats < BOX.canal.cost or not outlook.stocks[CANAL]:
        return
    poorer = purse_worth(tiles, ducats - BOX.canal.cost, outlook)
    for edge in _canals(tiles, player):
        worth = land + poorer + canal_worth(edge, tiles, outlook)
        yield Option((*option.moves, Canal(write_edge(edge, tiles))), tiles, ducats - BOX.canal.cost, worth)


def _canals(tiles: Tiles, player: Player) -> Iterator[str]:
    """Yield the edges open to a canal that have tiles on both sides."""
    for edge in own_edges(replace(player, tiles=tiles)):
        between = all(cell in tiles for cell in BESIDE[edge])
        free = edge not in player.canals
        if between and free and (not player.canals or any(meet(edge, other) for other in player.canals)):
            yield edge
