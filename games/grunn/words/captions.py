"""What each plate of a picture shows, for those who cannot see it, in at most 1,024 characters."""

from __future__ import annotations

from collections.abc import Iterator

from games.core.text import Text, lines, raw, say
from games.grunn.components import BOX
from games.grunn.view import Board, LandSight, View, board_of
from games.grunn.words.describe import (
    tell_count,
    tell_heading,
    tell_landscape,
    tell_pair,
    tell_purse,
    tell_supplies,
    tile_codes,
)
from games.grunn.words.names import kind_name, pieces_name

_CODED = 4
"""Players up to whose number all landscapes have room in one text."""


def caption_of(view: View, plate: str) -> Text:
    """Return what a plate shows: ``start``, ``lands``, or of a seat ``board:2``, ``players:2`` …

    That is whose landscape the board has at full size: all see the mover's, while one's own view has one's own.
    """
    board = board_of(view)
    what, _, of_seat = plate.partition(":")
    seat = int(of_seat or 0)
    match what:
        case "players":
            return lines(*_players(view, board, seat))
        case "start":
            return lines(tell_heading(board), _pool(board), *(_tell_dealt(land) for land in board.lands))
        case "arranging":
            land = board.lands[seat]
            return lines(tell_heading(board), say("grunn.describe.player", seat=land.seat), *_own(view, land))
        case "land":
            land = board.lands[seat]
            return lines(_figures(land), *_own(view, land))
        case "lands":
            return lines(say("grunn.describe.codes"), *map(_final, board.lands))
        case _:
            land = board.lands[seat]
            return lines(tell_heading(board), _pool(board), tell_purse(land, short=True), *_own(view, land))


def _pool(board: Board) -> Text:
    return say("grunn.describe.pool", pairs=tuple(tell_pair(pair) for pair in board.pairs))


def _own(view: View, land: LandSight) -> Iterator[Text]:
    yield from tell_landscape(view, land, short=True)
    if land.tiles and land.free:
        yield say("grunn.describe.free", cells=land.free)


def _tell_dealt(land: LandSight) -> Text:
    return say("grunn.describe.dealt_to", seat=land.seat, tiles=tuple(kind_name(tile.kind) for tile in land.dealt))


def _figures(land: LandSight) -> Text:
    """Return a player's ducats and points, those categories told that have any."""
    rows = tuple(
        say(f"grunn.describe.row.{name}", points=points)
        for name in land.rows.__struct_fields__
        if (points := getattr(land.rows, name))
    )
    if not rows:
        return tell_purse(land, short=True)
    return say("grunn.describe.figures", seat=land.seat, ducats=land.ducats, points=land.rows.total, rows=rows)


def _players(view: View, board: Board, shown: int) -> Iterator[Text]:
    after = (*board.lands[shown:], *board.lands[:shown])
    coded = 2 < len(after) <= _CODED
    for land in after:
        yield _figures(land)
        if land.seat != shown and len(after) == 2:
            yield from _own(view, land)
        elif land.seat != shown and coded and land.tiles:
            yield _codes(land)
    if board.automaton is not None:
        counts = tuple(tell_count(land, number) for land, number in board.automaton.items() if number)
        yield say("grunn.describe.automaton", tiles=counts)
    yield from tell_supplies(board)
    if coded:
        yield say("grunn.describe.codes")


def _codes(land: LandSight) -> Text:
    """Return a landscape line by line in letters, from the upper left cell of its frame on."""
    signs = tile_codes(land)
    columns = [column for column in land.columns if any(cell[0] == column for cell in signs)]
    lines_held = [line for line in land.lines if any(cell[1:] == line for cell in signs)]
    rows = " / ".join(" ".join(signs.get(column + line, ".") for column in columns) for line in lines_held)
    return say("grunn.describe.coded", cell=columns[0] + lines_held[0], rows=raw(rows))


def _final(land: LandSight) -> Text:
    pieces = tuple(
        pieces_name(building.id, count) for building in BOX.buildings if (count := land.buildings.get(building.id, 0))
    )
    points = say("grunn.describe.ended", seat=land.seat, points=land.rows.total)
    if pieces:
        points = say("grunn.describe.ended_built", seat=land.seat, points=land.rows.total, pieces=pieces)
    return lines(points, _codes(land)) if land.tiles else points
