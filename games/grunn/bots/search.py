"""Turns weighed one turn deep, over public facts only (section 24): the steady player's, and those a search tries."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from heapq import nlargest
from itertools import permutations

from msgspec import Struct
from msgspec.structs import replace

from games.core.moves import Move
from games.core.seats import Seat
from games.grunn.bots.worth import FADE, Outlook, canal_worth, land_worth, purse_worth
from games.grunn.components import BOX, CANAL, CARDS, KINDS, Effect, Landscape
from games.grunn.grid import NEAR, frame_of, free_cells, is_connected, shift_to_anchor, write_edge
from games.grunn.moves import Arrange, Build, Canal, Develop, Done, Exchange, Place, Relocate, Take
from games.grunn.rules.arranging import shapes
from games.grunn.rules.building import open_edges
from games.grunn.scoring import count_wadden, score_lands
from games.grunn.state import Phase, Player, State, Tiles, new_tile
from games.grunn.view import skip_cost

CELLS, USES = 3, 3
"""So many of the best cells and uses of the card are looked into."""

EACH_PAIR, EACH_CELL = 5, 2
"""So many of the best turns with each pair, and with its tile on each cell, are proposed for a search."""

EARLY_TURN, LATE_TURN = 5.9, 1.6
"""Points that a turn to come brings on top of what is counted, and each of the last ``FADE``: measured over matches."""


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
    return max(_arrangements(state, seat), key=lambda arranged: arranged.worth).cells


class Arranged(Struct, frozen=True):
    """Cells for the starting tiles in the order dealt, and what the landscape is worth so."""

    cells: tuple[str, ...]
    worth: float


def _arrangements(state: State, seat: Seat) -> Iterator[Arranged]:
    dealt = state.players[seat].dealt
    outlook = replace(outlook_of(state, seat), rivals=())
    tiles = tuple(map(new_tile, dealt))
    for shape in sorted({shift_to_anchor(shape) for shape in map(sorted, shapes(len(dealt), state.limit))}):
        for cells in permutations(shape):
            yield Arranged(cells, land_worth(dict(zip(cells, tiles, strict=True)), outlook))


def best_turn(state: State) -> tuple[Move, ...]:
    """Return the moves of the turn worth most to the player to move, its end left out."""
    seat = state.mover
    player, outlook = state.players[seat], outlook_of(state, seat)
    return max(_turns(state, player, outlook), key=lambda option: option.worth).moves


def propose(state: State, seat: Seat, most: int) -> Sequence[tuple[Move, ...]]:
    """Return whole turns of a seat worth a try, best first, or arrangements; () once a turn is begun."""
    if state.phase is Phase.ARRANGE:
        return _propose_arrangements(state, seat, most)
    if state.phase is not Phase.TURN or state.stage.pair:
        return ()
    return [(*moves, Done()) for moves in _propose_turns(state, most)]


def _propose_arrangements(state: State, seat: Seat, most: int) -> Sequence[tuple[Move, ...]]:
    """Return the arrangements worth most, of those as wide and high that are worth the same (turned ones too) one."""
    kept: dict[tuple[float, ...], Arranged] = {}
    for arranged in _arrangements(state, seat):
        frame = frame_of(arranged.cells)
        kept.setdefault((round(arranged.worth, 6), *sorted((frame.width, frame.height))), arranged)
    best = nlargest(most, kept.values(), key=lambda arranged: arranged.worth)
    return [(Arrange(arranged.cells),) for arranged in best]


def _propose_turns(state: State, most: int) -> Sequence[tuple[Move, ...]]:
    """Return the turns worth most, their ends left out: of each pair, and of each cell for its tile, a few."""
    seat = state.mover
    found: dict[tuple[Move, ...], float] = {}
    for option in _turns(state, state.players[seat], outlook_of(state, seat)):
        found[option.moves] = max(option.worth, found.get(option.moves, option.worth))
    alike: Counter[tuple[Move, ...]] = Counter()
    kept = []
    for moves in sorted(found, key=lambda moves: -found[moves]):
        pair = moves[:1]
        placed = tuple(move for move in moves if isinstance(move, Take | Place))
        alike.update((pair, placed))
        if alike[pair] <= EACH_PAIR and alike[placed] <= EACH_CELL:
            kept.append(moves)
    return kept[:most]


def expect(state: State) -> tuple[float, ...]:
    """Return the points that each seat may expect: for its landscape and ducats, and for its turns to come."""
    return tuple(_expect(state, Seat(seat), player) for seat, player in enumerate(state.players))


def _expect(state: State, seat: Seat, player: Player) -> float:
    if not player.tiles:
        return 0.0
    outlook = outlook_of(state, seat)
    outlook = replace(outlook, left=outlook.left + 1)
    canals = sum(canal_worth(edge, player.tiles, outlook) for edge in player.canals)
    land = land_worth(player.tiles, outlook) + purse_worth(player.tiles, player.ducats, outlook)
    late = min(outlook.left, FADE)
    return land + canals + LATE_TURN * late + EARLY_TURN * (outlook.left - late)


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
        for target in sorted({near for cell in rest for near in NEAR[cell]} - option.tiles.keys()):
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
    for edge in open_edges(player, tiles):
        worth = land + poorer + canal_worth(edge, tiles, outlook)
        yield Option((*option.moves, Canal(write_edge(edge, tiles))), tiles, ducats - BOX.canal.cost, worth)
