"""The board in words: one can play by it."""

from __future__ import annotations

from collections.abc import Iterator

from games.core.seats import Seat
from games.core.text import Text, lines, raw, sentences
from games.h2olland.components import FIELDS, PLAIN, WEATHER, Item
from games.h2olland.rules.trading import goods_text
from games.h2olland.state import NOBODY, Phase, Planted, Table
from games.h2olland.view import Panel, View, panels, weather
from games.h2olland.words.refusals import item_text, words


def describe(view: View, *, short: bool = False) -> Text:
    """Return the board in words; ``short`` leaves out what lies where."""
    table = view.table
    parts = [write_heading(view)]
    parts += [player_line(view, panel, short=short) for panel in panels(view)]
    parts += coop_lines(table, short=short)
    if not short:
        parts += list(_board(table))
        parts.append(_deck(table))
    return lines(*parts)


def _deck(table: Table) -> Text:
    """Say which weather cards may still come (D.1, E.3)."""
    coming = tuple(words(f"name.card.{card}") for card in WEATHER if card not in table.cards)
    return words("describe.deck", cards=lines(*coming))


def write_heading(view: View) -> Text:
    """Return year, season, clog and weather, and whose turn it is."""
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


def player_line(view: View, panel: Panel, *, short: bool) -> Text:
    """Return what one player has; ``short``: for an alternative text."""
    barn = goods_text(panel.barn) or (words("describe.nothing"),)
    name = "player_race" if view.table.phase in (Phase.RACE, Phase.OVER) else "player"
    told = words(
        f"describe.{name}" + ("_short" if short else ""),
        seat=panel.seat,
        letter=panel.letter,
        corner=panel.corner,
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
    return sentences(told, words("describe.passed", seat=panel.seat)) if panel.passed else told


def coop_lines(table: Table, *, short: bool) -> list[Text]:
    """Return what the co-op has left; ``short``: only what is sold out."""
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
        yield words("describe.buildings", seat=seat, farms=places_of(table, seat, Item.FARM), mills=_mills(table, seat))
    for item in FIELDS:
        fields = tuple(_field(field) for field in table.fields.values() if field.item == item)
        if fields:
            yield words("describe.fields", item=item_text(item), fields=fields)
    corners = {tile: table.board.tiles[tile] for tile in table.water}
    yield words("describe.water", tiles=tuple(raw(f"{tile} ({four[0]}–{four[-1]})") for tile, four in corners.items()))
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


def places_of(table: Table, seat: Seat, kind: str) -> tuple[str, ...]:
    """Return the squares of a player's farms or mills."""
    return tuple(at for at, thing in table.buildings.items() if (thing.kind, thing.seat) == (kind, seat))


def _mills(table: Table, seat: Seat) -> tuple[Text, ...]:
    return tuple(
        words("describe.used_mill" if at in table.used and table.phase is Phase.DRAIN else "describe.mill", at=at)
        for at in places_of(table, seat, Item.MILL)
    )


def _field(field: Planted) -> Text:
    if field.runner is not None:
        return words("describe.field_runner", at=field.name, seat=field.runner)
    if field.worker is not None:
        return words("describe.field_worker", at=field.name, seat=field.worker)
    return words("describe.field", at=field.name)


def _barren(table: Table) -> Iterator[tuple[int, str]]:
    return ((tile, face) for tile, face in table.land.items() if face != PLAIN)
