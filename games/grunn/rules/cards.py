"""Using the card: develop, relocate, exchange (R7)."""

from __future__ import annotations

from msgspec.structs import replace

from games.core.game import Event, Step
from games.core.text import Text, say
from games.grunn.components import CARDS, KINDS, Effect
from games.grunn.grid import NEAR, frame_of, is_connected
from games.grunn.moves import Develop, Exchange, Relocate
from games.grunn.rules.arranging import out_of_frame
from games.grunn.rules.order import change_turn
from games.grunn.state import Player, State, Tile, Tiles
from games.grunn.words.names import card_name, kind_name, land_name, refusal

Use = Develop | Relocate | Exchange

EFFECTS: dict[type[Use], Effect] = {
    Develop: Effect.DEVELOP,
    Relocate: Effect.RELOCATE,
    Exchange: Effect.EXCHANGE,
}
"""Which effect of a card a move uses."""


def check_use(state: State, move: Use) -> None:
    """Refuse a use that the card of this turn does not allow (R7.1 to R7.8)."""
    stage = state.stage
    if not stage.pair:
        raise refusal("NO_SAVED_CARD", "R7.1")
    if stage.used:
        raise refusal("CARD_USED", "R7.1", card=card_name(stage.card))
    if stage.built:
        raise refusal("CARD_TOO_LATE", "R8.1")
    if CARDS[stage.card].effect is not EFFECTS[type(move)]:
        raise refusal("WRONG_CARD", "R7.1", card=card_name(stage.card))
    tiles = state.players[state.mover].tiles
    match move:
        case Develop():
            _check_develop(state, tiles, move)
        case Relocate():
            _check_relocate(state, tiles, move)
        case Exchange():
            _check_exchange(tiles, move)


def _check_cells(*cells: str) -> None:
    for cell in cells:
        if cell not in NEAR:
            raise refusal("BAD_CELL", "R1.3", text=cell)


def _tile_on(tiles: Tiles, cell: str, clause: str) -> Tile:
    if cell not in tiles:
        raise refusal("NO_TILE", clause, cell=cell)
    return tiles[cell]


def _check_develop(state: State, tiles: Tiles, move: Develop) -> None:
    _check_cells(move.cell)
    tile = _tile_on(tiles, move.cell, "R7.2")
    if tile.facts.always_developed:
        raise refusal("RIDGE_CANNOT_DEVELOP", "R7.2")
    wanted = CARDS[state.stage.card].landscape
    assert wanted is not None
    if wanted not in ("any", tile.facts.landscape):
        name = kind_name(tile.kind)
        raise refusal("WRONG_LANDSCAPE", "R7.2", wanted=land_name(wanted), cell=move.cell, tile=name)
    if tile.developed:
        raise refusal("ALREADY_DEVELOPED", "R7.2", cell=move.cell)


def _check_relocate(state: State, tiles: Tiles, move: Relocate) -> None:
    _check_cells(move.source, move.target)
    _tile_on(tiles, move.source, "R7.7")
    if move.source == move.target:
        raise refusal("SAME_CELL", "R7.7", cell=move.source)
    if move.target in tiles:
        raise refusal("CELL_TAKEN", "R7.7", cell=move.target, tile=kind_name(tiles[move.target].kind))
    cells = tiles.keys() - {move.source} | {move.target}
    if not is_connected(cells):
        raise refusal("NOT_CONNECTED", "R7.7")
    frame = frame_of(cells)
    if not state.limit.allows(frame.width, frame.height):
        raise out_of_frame(state.limit, move.target, frame.width, frame.height)


def _check_exchange(tiles: Tiles, move: Exchange) -> None:
    _check_cells(move.first, move.second)
    _tile_on(tiles, move.first, "R7.8")
    _tile_on(tiles, move.second, "R7.8")
    if move.second not in NEAR[move.first]:
        raise refusal("NOT_NEIGHBOURS", "R7.8", first=move.first, second=move.second)


def is_useful(tiles: Tiles, card: str) -> bool:
    """Return whether a card may have a use for these tiles: of those that develop, whether there is one to develop."""
    facts = CARDS[card]
    if facts.effect is not Effect.DEVELOP:
        return facts.effect is not Effect.DUCATS
    return any(not tile.developed and facts.landscape in ("any", tile.facts.landscape) for tile in tiles.values())


def play_use(state: State, move: Use) -> Step[State]:
    """Use the card; a moved tile keeps its side and its building, canals stay (R7.9)."""
    player = state.players[state.mover]
    match move:
        case Develop():
            return _use(state, _develop(player, move), (move.cell,), _develop_text(state, player, move))
        case Relocate():
            moved = {move.target if cell == move.source else cell: tile for cell, tile in player.tiles.items()}
            kind = kind_name(player.tiles[move.source].kind)
            told = say("grunn.log.relocate", seat=state.mover, tile=kind, source=move.source, target=move.target)
            return _use(state, replace(player, tiles=moved), (move.source, move.target), told)
        case Exchange():
            a, b = move.first, move.second
            swapped = {**player.tiles, a: player.tiles[b], b: player.tiles[a]}
            told = say("grunn.log.exchange", seat=state.mover, first=a, second=b)
            return _use(state, replace(player, tiles=swapped), (a, b), told)


def _develop(player: Player, move: Develop) -> Player:
    tile = player.tiles[move.cell]
    tiles = {**player.tiles, move.cell: replace(tile, developed=True)}
    return replace(player, tiles=tiles, ducats=player.ducats + (KINDS[tile.kind].payout or 0))


def _develop_text(state: State, player: Player, move: Develop) -> Text:
    facts = player.tiles[move.cell].facts
    name = land_name(facts.landscape)
    return say("grunn.log.develop", seat=state.mover, cell=move.cell, tile=name, ducats=facts.payout or 0)


def _use(state: State, player: Player, cells: tuple[str, ...], told: Text) -> Step[State]:
    stage = state.stage
    laid = stage.laid
    if len(cells) > 1 and laid in cells:
        laid = cells[1] if laid == cells[0] else cells[0]
    spots = tuple(dict.fromkeys((*stage.spots, *cells)))
    stage = replace(stage, used=True, laid=laid, spots=spots)
    return Step(change_turn(state, player, stage), (Event(told),))
