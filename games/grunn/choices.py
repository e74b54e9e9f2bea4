"""What a player may choose next: candidates, filtered by the very checks that refuse moves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from games.core.moves import Choice, Move, values_of
from games.core.text import Text, say
from games.grunn.components import CARDS, Effect
from games.grunn.grid import BESIDE, NEAR, frame_of, free_cells, sort_by_rows, write_edge
from games.grunn.moves import Arrange, Build, Canal, Develop, Exchange, Place, Relocate, Take
from games.grunn.rules import arranging
from games.grunn.rules.building import own_edges
from games.grunn.rules.checks import is_legal
from games.grunn.scoring import canal_scores, score_lands
from games.grunn.state import Phase, Player, State, new_tile
from games.grunn.view import PAIR, View, in_order
from games.grunn.words.describe import canal_note, pair_label
from games.grunn.words.names import card_name, edge_side, kind_name, piece_name, tile_piece

CANAL = "canal"
"""The piece of that name."""
MOST_SITES = 3
"""Named as what could still be built."""


def offer(view: View, verb: type[Move], filled: Mapping[str, Any]) -> Iterable[Choice]:
    """Return the legal values of the first unfilled field of a verb."""
    state = view.state
    if verb is Arrange:
        if view.seat is None or state.phase is not Phase.ARRANGE or state.players[view.seat].tiles:
            return ()
        return arranging.next_cells(state, view.seat, values_of(filled, "cells"))
    if state.phase is not Phase.TURN or view.seat != state.mover or len(filled) >= len(verb.__struct_fields__):
        return ()
    player = state.players[state.mover]
    if verb is Take:
        return _pairs(view)
    if verb is Place:
        return _places(view, player)
    if verb in (Develop, Relocate, Exchange):
        return _uses(view, player, verb, filled)
    if verb is Build:
        return _sites(view, player)
    return _canals(view, player) if verb is Canal else ()


def _pairs(view: View) -> Iterator[Choice]:
    for position in range(1, len(view.state.pool) + 1):
        move = Take(position)
        if is_legal(view, move):
            piece = tile_piece(view.state.pool[position - 1].tile)
            yield Choice(position, pair_label(view, position), spot=f"{PAIR}:{position}", piece=piece)


def _places(view: View, player: Player) -> Iterator[Choice]:
    state = view.state
    if not state.stage.pair or state.stage.laid:
        return
    before = score_lands(player.tiles, state.options)
    tile = new_tile(state.stage.tile)
    for cell in free_cells(player.tiles, state.limit):
        if is_legal(view, Place(cell)):
            gain = score_lands({**player.tiles, cell: tile}, state.options) - before
            note = say("grunn.choice.note.points", points=gain) if gain else None
            yield Choice(cell, note=note, spot=_spot(view, cell), piece=tile_piece(tile.kind))


def _uses(view: View, player: Player, verb: type[Move], filled: Mapping[str, Any]) -> Iterator[Choice]:
    stage = view.state.stage
    if not stage.card or stage.used:
        return
    effect = CARDS[stage.card].effect
    if verb is Develop and effect is Effect.DEVELOP:
        yield from _developments(view, player)
    elif verb is Relocate and effect is Effect.RELOCATE:
        yield from _relocations(view, player, filled)
    elif verb is Exchange and effect is Effect.EXCHANGE:
        yield from _exchanges(view, player, filled)


def _on(player: Player, cell: str) -> Text:
    return say("grunn.move.on", cell=cell, tile=kind_name(player.tiles[cell].kind))


def _developments(view: View, player: Player) -> Iterator[Choice]:
    for cell in in_order(player):
        if is_legal(view, Develop(cell)):
            payout = player.tiles[cell].facts.payout or 0
            note, piece = say("grunn.choice.note.gain", ducats=payout), tile_piece(player.tiles[cell].kind)
            yield Choice(cell, _on(player, cell), note, _spot(view, cell), piece=piece)


def _targets(view: View, player: Player, source: str) -> Iterator[str]:
    near = {cell for own in player.tiles if own != source for cell in NEAR[own]} - player.tiles.keys()
    for cell in sort_by_rows(near, frame_of(player.tiles)):
        if is_legal(view, Relocate(source, cell)):
            yield cell


def _relocations(view: View, player: Player, filled: Mapping[str, Any]) -> Iterator[Choice]:
    source = filled.get("source")
    if source is None:
        for cell in in_order(player):
            if any(_targets(view, player, cell)):
                yield _tile_choice(view, player, cell)
    elif source in player.tiles:
        tile = player.tiles[source]
        piece = tile_piece(tile.kind, developed=tile.developed)
        yield from (Choice(cell, spot=_spot(view, cell), piece=piece) for cell in _targets(view, player, source))


def _exchanges(view: View, player: Player, filled: Mapping[str, Any]) -> Iterator[Choice]:
    """Offer each pair of neighbours once, the left or upper tile first; read and checked in either order (R7.8)."""
    first = filled.get("first")
    for cell in in_order(player) if first is None else (first,):
        _, east, south, _ = NEAR.get(cell, ("",) * 4)
        partners = [other for other in (east, south) if is_legal(view, Exchange(cell, other))]
        if first is not None:
            yield from (_tile_choice(view, player, other) for other in partners)
        elif partners:
            yield _tile_choice(view, player, cell)


def _sites(view: View, player: Player) -> Iterator[Choice]:
    sites = [(cell, player.tiles[cell].facts.building) for cell in in_order(player) if player.tiles[cell].is_site]
    for cell, building in sorted(sites, key=lambda site: -site[1].points if site[1] else 0):
        if building is not None and is_legal(view, Build(cell)):
            label = say("grunn.move.site", cell=cell, piece=piece_name(building.id))
            note = say("grunn.choice.note.build", ducats=building.cost, points=building.points)
            yield Choice(cell, label, note, _spot(view, cell), piece=str(building.id))


def _canals(view: View, player: Player) -> Iterator[Choice]:
    """Offer edges, the best first: those that score now, then those between tiles; all others stand aside."""
    if not view.state.stage.laid or view.state.stage.built:
        return
    ranked = sorted((_rank(edge, player), at, edge) for at, edge in enumerate(own_edges(player)))
    named = [(rank, edge, write_edge(edge, player.tiles)) for rank, _, edge in ranked]
    legal = [each for each in named if is_legal(view, Canal(each[2]))]
    for number, (rank, edge, name) in enumerate(legal):
        note = canal_note(scores=canal_scores(edge, player.tiles))
        aside = rank > legal[0][0]
        yield Choice(name, edge_side(name), note, _spot(view, edge), _letter(number), CANAL, aside)


def _rank(edge: str, player: Player) -> int:
    """Return how good a canal lies on an edge: 0 scores now, 1 may once both tiles are developed, 2 not yet."""
    if canal_scores(edge, player.tiles):
        return 0
    return 1 if all(cell in player.tiles for cell in BESIDE[edge]) else 2


def _letter(number: int) -> str:
    """Return the letter of an edge on the picture, counted from 0: A to Z, then figures."""
    return chr(65 + number) if number < 26 else str(number - 25)


def _spot(view: View, part: str) -> str:
    """Return how a cell or an edge of the mover's landscape is named on the picture (``Marks.spots``)."""
    return f"{view.state.mover}:{part}"


def _tile_choice(view: View, player: Player, cell: str) -> Choice:
    tile = player.tiles[cell]
    piece = tile_piece(tile.kind, developed=tile.developed)
    return Choice(cell, _on(player, cell), spot=_spot(view, cell), piece=piece)


def best_site(state: State) -> str | None:
    """Return the site whose building has the most points of those that can be paid and are in stock (R16.6)."""
    view = View(seat=state.mover, state=state)
    return next((str(choice.value) for choice in _sites(view, state.players[state.mover])), None)


def tell_left(view: View, verbs: Sequence[type[Move]]) -> Iterator[Text]:
    """Yield what the mover could still do in this turn: the dearest buildings, and the use of the card."""
    player, stage = view.state.players[view.state.mover], view.state.stage
    if Build in verbs:
        sites = tuple(_tell_site(player, str(choice.value)) for choice in _sites(view, player))[:MOST_SITES]
        if sites:
            yield say("grunn.choice.left.build", sites=sites)
    uses = [verb for verb in verbs if verb in (Develop, Relocate, Exchange)]
    if any(next(iter(_uses(view, player, verb, {})), None) is not None for verb in uses):
        yield say("grunn.choice.left.card", card=card_name(stage.card))


def _tell_site(player: Player, cell: str) -> Text:
    building = player.tiles[cell].facts.building
    assert building is not None, "a site has one"
    return say("grunn.choice.left.site", piece=piece_name(building.id), cell=cell, ducats=building.cost)
