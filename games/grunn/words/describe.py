"""The board and moves in words."""

from __future__ import annotations

from collections.abc import Iterator

from games.core.moves import Move
from games.core.text import Text, lines, raw, say
from games.grunn.components import BOX, KINDS, Landscape
from games.grunn.grid import EDGES
from games.grunn.moves import Arrange, Build, Canal, Develop, Exchange, Place, Relocate, Take
from games.grunn.scoring import canal_scores
from games.grunn.state import Phase, Player
from games.grunn.view import Board, LandSight, PairSight, TileSight, View, board_of, edge_name, skip_cost
from games.grunn.words.names import card_name, kind_name, land_name, pieces_name


def tell_move(view: View, move: Move) -> Text:
    """Return a move in words as seen just before it, with what it brings (R18.1)."""
    state = view.state
    player = state.players[view.seat if view.seat is not None and view.seat >= 0 else state.mover]
    match move:
        case Arrange():
            laid = zip(player.dealt, move.cells, strict=False)
            tiles = tuple(say("grunn.name.laid", tile=kind_name(kind), cell=cell) for kind, cell in laid)
            return say("grunn.move.arrange", tiles=tiles)
        case Take():
            return _tell_take(view, move)
        case Place():
            return _lay(state.stage.tile, move.cell) if state.stage.tile else say("grunn.move.place", cell=move.cell)
        case Develop():
            return _tell_develop(player, move)
        case Relocate():
            return say("grunn.move.relocate", source=move.source, target=move.target)
        case Exchange():
            return say("grunn.move.exchange", first=move.first, second=move.second)
        case Build():
            return _tell_build(player, move)
        case Canal():
            return _tell_canal(player, move)
        case _:
            return say(f"grunn.move.{type(move).__name__.lower()}")


def _lay(kind: str, cell: str) -> Text:
    return say("grunn.move.tile", tile=kind_name(kind), cell=cell)


def _tell_take(view: View, move: Take) -> Text:
    if not 1 <= move.pair <= len(view.state.pool):
        return say("grunn.move.no_pair", pair=move.pair)
    return _tell_pair(view, move.pair, "grunn.move.pair")


def pair_label(view: View, position: int) -> Text:
    """Return a pair of the pool as a menu names it: place, tile and card, cost, ducats on it."""
    return _tell_pair(view, position, "grunn.choice.pair")


def _tell_pair(view: View, position: int, told: str) -> Text:
    pair = view.state.pool[position - 1]
    cost = say("grunn.move.cost", ducats=skip_cost(position)) if skip_cost(position) else say("grunn.move.free")
    name = say("grunn.name.pair", tile=kind_name(pair.tile), card=card_name(pair.card))
    return say(f"{told}_more" if pair.ducats else told, pair=position, name=name, cost=cost, ducats=pair.ducats)


def _tell_develop(player: Player, move: Develop) -> Text:
    tile = player.tiles.get(move.cell)
    if tile is None or tile.developed:
        return say("grunn.move.develop_there", cell=move.cell)
    return say("grunn.move.develop", cell=move.cell, tile=kind_name(tile.kind), ducats=tile.facts.payout or 0)


def _tell_build(player: Player, move: Build) -> Text:
    tile = player.tiles.get(move.cell)
    building = None if tile is None else tile.facts.building
    if building is None:
        return say("grunn.move.build_there", cell=move.cell)
    return say(f"grunn.move.built.{building.id}", cell=move.cell, ducats=building.cost, points=building.points)


def _tell_canal(player: Player, move: Canal) -> Text:
    edge = EDGES.get(move.edge)
    if edge is None:
        return say("grunn.plan.canal", edge=move.edge)
    note = canal_note(scores=canal_scores(edge, player.tiles))
    cell, side = move.edge[:-1], move.edge[-1]
    return say(f"grunn.move.dug.{side}", cell=cell, ducats=BOX.canal.cost, note=note)


def canal_note(*, scores: bool) -> Text:
    """Return whether a canal would score as the landscape is now."""
    return say("grunn.choice.note.canal_scores" if scores else "grunn.choice.note.canal_later")


def describe_board(view: View, *, short: bool) -> Text:
    """Return the board in words: pool, landscapes row by row, ducats and scores (section 22)."""
    board = board_of(view)
    parts = [tell_heading(board), say("grunn.describe.pool", pairs=tuple(tell_pair(pair) for pair in board.pairs))]
    shown = board.mover if board.mover is not None else view.seat
    for land in board.lands:
        parts.append(tell_purse(land, short=short))
        if land.seat == shown or not short:
            parts.extend(tell_landscape(view, land, short=short))
    if board.automaton is not None:
        counts = tuple(tell_count(land, number) for land, number in board.automaton.items() if number)
        parts.append(say("grunn.describe.automaton", tiles=counts))
    if not short:
        parts.extend(tell_supplies(board))
        parts.extend(_unseen(view))
    if not short and shown is not None and board.lands[shown].tiles:
        parts.append(raw(f"```\n{text_board(board.lands[shown])}\n```"))
    return lines(*parts)


def tell_heading(board: Board) -> Text:
    """Return how far the match is."""
    if board.phase is Phase.OVER:
        return say("grunn.describe.over")
    if board.mover is None:
        return say("grunn.describe.arranging")
    return say("grunn.describe.round", round=board.round, rounds=board.rounds, seat=board.mover)


def tell_pair(pair: PairSight) -> Text:
    """Return a pair of the pool with its place and the ducats on it."""
    name = say("grunn.name.pair", tile=kind_name(pair.tile.kind), card=card_name(pair.card))
    told = "grunn.describe.pair_more" if pair.ducats else "grunn.describe.pair"
    return say(told, position=pair.position, pair=name, ducats=pair.ducats)


def tell_count(landscape: Landscape, number: int) -> Text:
    """Return how many tiles of a landscape there are."""
    return say("grunn.describe.count", name=land_name(landscape), count=number)


def tell_purse(land: LandSight, *, short: bool) -> Text:
    """Return a player's ducats and points; unless ``short`` by category."""
    rows = land.rows
    if short:
        return say("grunn.describe.purse", seat=land.seat, ducats=land.ducats, points=rows.total)
    return say(
        "grunn.describe.score",
        seat=land.seat,
        ducats=land.ducats,
        points=rows.total,
        rows=tuple(say(f"grunn.describe.row.{name}", points=getattr(rows, name)) for name in rows.__struct_fields__),
    )


def tell_landscape(view: View, land: LandSight, *, short: bool) -> Iterator[Text]:
    """Yield the tiles of a landscape line by line and its canals; unless ``short`` its free cells."""
    if not land.tiles:
        yield say("grunn.describe.dealt", tiles=tuple(kind_name(tile.kind) for tile in land.dealt))
        return
    for line in land.lines:
        tiles = tuple(_tile(tile) for tile in land.tiles if tile.cell[1:] == line)
        if tiles:
            yield say("grunn.describe.line", tiles=tiles)
    if land.canals:
        names = tuple(edge_name(view, land.seat, canal.edge) for canal in land.canals)
        yield say("grunn.describe.canals", edges=names)
    if land.free and not short:
        yield say("grunn.describe.free", cells=land.free)


def _tile(tile: TileSight) -> Text:
    side = "built" if tile.built else "developed" if tile.developed else "plain"
    if tile.arrows and not tile.built:
        side = "plain"
    return say(f"grunn.describe.{side}", cell=tile.cell, tile=kind_name(tile.kind))


def tell_supplies(board: Board) -> Iterator[Text]:
    """Yield what is left in stock, and the next tile where the option shows it."""
    stocks = tuple(pieces_name(piece, left) for piece, left in board.stocks.items())
    yield say("grunn.describe.stocks", stocks=stocks)
    if board.next_tile is not None:
        yield say("grunn.describe.next", tile=kind_name(board.next_tile.kind))


def _unseen(view: View) -> Iterator[Text]:
    """Say by kind what is not turned up yet, and what is discarded; it follows from what all have seen (R16.4)."""
    state = view.state
    piles = (
        ("unseen_tiles", state.tiles, kind_name),
        ("unseen_cards", state.cards, card_name),
        ("discards", state.discard, card_name),
    )
    for name, pile, named in piles:
        counted = tuple(
            say("grunn.describe.count", name=named(kind), count=count) for kind, count in pile.items() if count
        )
        if counted:
            yield say(f"grunn.describe.{name}", counts=counted)


def tile_codes(land: LandSight) -> dict[str, str]:
    """Return each tile's letters by cell: ``W`` undeveloped, ``W*`` developed, ``W#`` built."""
    return {
        tile.cell: KINDS[tile.kind].code + ("#" if tile.built else "*" if tile.developed else "") for tile in land.tiles
    }


def text_board(land: LandSight) -> str:
    """Return a landscape as text: ``W`` undeveloped, ``W*`` developed, ``W#`` built, ``.`` free, ``|`` ``-`` canals."""
    rows = ["   " + " ".join(f"{column:^5}" for column in land.columns)]
    for down in range(-1, len(land.lines)):
        if down >= 0:
            rows.append(_cells(land, down))
        level = {canal.across for canal in land.canals if canal.down == down and not canal.upright}
        gaps = ("-----" if across in level else "     " for across in range(len(land.columns)))
        rows.append(("   " + " ".join(gaps)).rstrip())
    return "\n".join(row for row in rows if row)


def _cells(land: LandSight, down: int) -> str:
    """Return one line of tiles, with the canals between them."""
    signs = tile_codes(land)
    upright = {canal.across for canal in land.canals if canal.down == down and canal.upright}
    row = f"{land.lines[down]:>2}" + ("|" if -1 in upright else " ")
    for across, column in enumerate(land.columns):
        cell = column + land.lines[down]
        row += f"{signs.get(cell, '.' if cell in land.free else ''):^5}"
        row += "|" if across in upright else " "
    return row.rstrip()
