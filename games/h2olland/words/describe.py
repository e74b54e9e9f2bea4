"""The board in words: one can play by it. And each plate of its picture, for those who cannot see it."""

from __future__ import annotations

from collections.abc import Iterator

from games.core.seats import Seat
from games.core.text import Text, lines
from games.h2olland.board import spot
from games.h2olland.components import FIELDS, PLAIN, WEATHER, Item
from games.h2olland.rules.trading import count_items, goods_text
from games.h2olland.state import NOBODY, Phase, Planted, Table
from games.h2olland.view import Ledger, Panel, View, panels, ready, weather
from games.h2olland.view import ledger as order_of
from games.h2olland.words.names import deal_text
from games.h2olland.words.refusals import item_text, words


def describe(view: View, *, short: bool = False) -> Text:
    """Return the board in words; ``short`` leaves out what lies where."""
    table = view.table
    parts = [_head(view)]
    parts += [_player(view, panel, short=short) for panel in panels(view)]
    parts += _coop(table, short=short)
    if not short:
        parts += list(_board(table))
        parts.append(_deck(table))
    return lines(*parts)


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
                words("caption.north"), _head(view), *_players(view, "N"), *_lake(view, NORTH), *_built(table, NORTH)
            )
        case "south":
            players, coop = _players(view, "S"), _coop(table, short=True)
            return lines(words("caption.south"), *players, *coop, *_lake(view, SOUTH), *_built(table, SOUTH))
        case "board":
            rows = range(1, table.board.rows + 1)
            return lines(words("caption.board"), _head(view), *_lake(view, rows), *_built(table, rows))
        case "players":
            return lines(*_players(view, ""), *_coop(table, short=False))
        case "order":
            return _order(view)
    return describe(view, short=True)


def _players(view: View, side: str) -> list[Text]:
    """Put those into words who sit at one side of the board."""
    return [_player(view, panel, short=True) for panel in panels(view) if panel.corner.startswith(side)]


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


def _built(table: Table, rows: range) -> Iterator[Text]:
    """Say of some rows who has built where."""
    for seat in table.players:
        farms, mills = (
            tuple(at for at in _places(table, seat, kind) if spot(at)[0] + 1 in rows) for kind in (Item.FARM, Item.MILL)
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
        _head(view),
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


def _deck(table: Table) -> Text:
    """Say which weather cards may still come (D.1, E.3)."""
    coming = tuple(words(f"name.card.{card}") for card in WEATHER if card not in table.cards)
    return words("describe.deck", cards=lines(*coming))


def _head(view: View) -> Text:
    table, card = view.table, weather(view)
    return words(
        "describe.head",
        year=table.year,
        years=table.years,
        season=words(f"name.season.{table.phase}"),
        seat=table.start,
        turn=_turn(table),
        weather=words("describe.no_card") if card is None else words(f"name.card.{card.id}"),
        water=len(table.water),
    )


def _turn(table: Table) -> Text:
    if table.phase is Phase.OVER:
        return words("describe.over")
    if table.collecting:
        return words("describe.collecting")
    return words("describe.table_turn") if table.turn == NOBODY else words("describe.turn", seat=table.turn)


def _player(view: View, panel: Panel, *, short: bool) -> Text:
    barn = goods_text(panel.barn) or (words("describe.nothing"),)
    name = "player_race" if view.table.phase in (Phase.RACE, Phase.OVER) else "player"
    return words(
        f"describe.{name}" + ("_short" if short else ""),
        seat=panel.seat,
        letter=panel.letter,
        corner=panel.corner,
        passed=words("describe.passed") if panel.passed else words("describe.empty"),
        barn=barn,
        level=panel.level,
        mill_stock=panel.mills[2],
        farms=panel.farms[0],
        farm_stock=panel.farms[2],
        workers=panel.workers,
        runners=panel.runners,
        points=panel.points,
        hint=panel.hint,
    )


def _coop(table: Table, *, short: bool) -> list[Text]:
    sold_out = tuple(item_text(item) for item in FIELDS if not table.coop.get(item))
    left = () if short else goods_text({item: table.coop.get(item, 0) for item in FIELDS})
    parts = [words("describe.dikes_left", count=table.coop.get(Item.DIKE, 0))]
    if left:
        parts.append(words("describe.coop", goods=left))
    if sold_out:
        parts.append(words("describe.sold_out", items=sold_out))
    return parts


def _board(table: Table) -> Iterator[Text]:
    for seat in table.players:
        yield words("describe.buildings", seat=seat, farms=_places(table, seat, Item.FARM), mills=_mills(table, seat))
    for item in FIELDS:
        fields = tuple(_field(field) for field in table.fields.values() if field.item == item)
        if fields:
            yield words("describe.fields", item=item_text(item), fields=fields)
    yield words("describe.water", tiles=table.water)
    drained = tuple(tile for tile in table.land if tile not in table.board.island)
    if drained:
        yield words("describe.land", tiles=drained)
    barren = tuple(
        words("describe.barren_tile", tile=tile, face=words(f"name.face.{face}")) for tile, face in _barren(table)
    )
    if barren:
        yield words("describe.barren", tiles=barren)
    if table.dikes:
        yield words("describe.dikes", borders=tuple(table.dikes))
    if table.area:
        yield words("describe.area", tiles=table.area, turned=tuple(table.flipped) or (words("describe.none_yet"),))


def _places(table: Table, seat: Seat, kind: str) -> tuple[str, ...]:
    return tuple(at for at, thing in table.buildings.items() if (thing.kind, thing.seat) == (kind, seat))


def _mills(table: Table, seat: Seat) -> tuple[Text, ...]:
    return tuple(
        words("describe.used_mill" if at in table.used and table.phase is Phase.DRAIN else "describe.mill", at=at)
        for at in _places(table, seat, Item.MILL)
    )


def _field(field: Planted) -> Text:
    if field.runner is not None:
        return words("describe.field_runner", at=field.name, seat=field.runner)
    if field.worker is not None:
        return words("describe.field_worker", at=field.name, seat=field.worker)
    return words("describe.field", at=field.name)


def _barren(table: Table) -> Iterator[tuple[int, str]]:
    return ((tile, face) for tile, face in table.land.items() if face != PLAIN)
