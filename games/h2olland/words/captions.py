"""What each plate of the pictures shows, in words, for those who cannot see it."""

from __future__ import annotations

from collections.abc import Iterator

from games.core.text import Text, lines
from games.h2olland.board import spot
from games.h2olland.components import Item
from games.h2olland.rules.trading import count_items, goods_text
from games.h2olland.state import Table
from games.h2olland.view import Ledger, View, panels, ready
from games.h2olland.view import ledger as order_of
from games.h2olland.words.describe import coop_lines, describe, places_of, player_line, write_heading
from games.h2olland.words.names import deal_text
from games.h2olland.words.refusals import item_text, words

NORTH, SOUTH = range(1, 8), range(8, 15)
"""The rows of the two halves between which the square board folds."""


MOST_TRADES = 8
"""A caption has room for so many trades of an order."""


def caption(view: View, plate: str) -> Text:
    """Return what one plate shows: a half of the square board, the oblong board or its players, or an order."""
    table = view.table
    match plate:
        case "north":
            return lines(
                words("caption.north"),
                write_heading(view),
                *_players(view, "N"),
                *_lake(view, NORTH),
                *_tell_buildings(table, NORTH),
            )
        case "south":
            players, coop = _players(view, "S"), coop_lines(table, short=True)
            return lines(words("caption.south"), *players, *coop, *_lake(view, SOUTH), *_tell_buildings(table, SOUTH))
        case "board":
            rows = range(1, table.board.rows + 1)
            return lines(words("caption.board"), write_heading(view), *_lake(view, rows), *_tell_buildings(table, rows))
        case "players":
            return lines(*_players(view, ""), *coop_lines(table, short=False))
        case "order":
            return _order(view)
    return describe(view, short=True)


def _players(view: View, side: str) -> list[Text]:
    """Put those into words who sit at one side of the board."""
    return [player_line(view, panel, short=True) for panel in panels(view) if panel.corner.startswith(side)]


def _lake(view: View, rows: range) -> Iterator[Text]:
    """Say of some rows which tiles are water, which borders have a dike, which areas can be drained."""
    table = view.table
    inside = [tile for tile, four in table.board.tiles.items() if spot(four[0])[0] + 1 in rows]
    yield words(
        "describe.water", tiles=tuple(tile for tile in table.water if tile in inside) or (words("describe.none_yet"),)
    )
    dikes = tuple(border for border in table.dikes if not {*inside}.isdisjoint(table.board.sides[border]))
    if dikes:
        yield words("describe.dikes", borders=dikes)
    for area, letter in ready(view).items():
        if not {*inside}.isdisjoint(area):
            yield words("caption.area", letter=letter, count=len(area), tiles=area)


def _tell_buildings(table: Table, rows: range) -> Iterator[Text]:
    """Say of some rows who has built where."""
    for seat in table.players:
        farms, mills = (
            tuple(at for at in places_of(table, seat, kind) if spot(at)[0] + 1 in rows)
            for kind in (Item.FARM, Item.MILL)
        )
        if farms or mills:
            yield words("describe.buildings", seat=seat, farms=farms, mills=mills)


def _order(view: View) -> Text:
    """Say what an order of winter or of the last trade holds so far."""
    written = view.basket.trades
    told = tuple(map(deal_text, written[-MOST_TRADES:]))
    ledger = order_of(view)
    barn = goods_text(ledger.now, brief=True) if ledger else ()
    return lines(
        write_heading(view),
        words("caption.order", count=len(written), trades=told) if told else words("caption.no_trades"),
        words("caption.barn", goods=barn or (words("describe.nothing"),)),
        *(() if ledger is None else _open(ledger)),
    )


def _open(ledger: Ledger) -> Iterator[Text]:
    """Say what can be bought now, and which fields are kept or how many are too many."""
    bought = tuple(item_text(offer.item) for offer in ledger.offers if offer.state == "open")
    yield words("caption.buys", items=bought) if bought else words("caption.buys_nothing")
    if ledger.keep is not None:
        yield words(
            "caption.keeps", goods=goods_text(count_items(ledger.keep), brief=True) or (words("describe.nothing"),)
        )
    elif ledger.limit is not None and ledger.held > ledger.limit:
        yield words("caption.too_many", limit=ledger.limit, held=ledger.held)
