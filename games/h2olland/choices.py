"""What can be chosen for the next field of a move, best first (E.3).

Each choice names its place on the picture: a square ``J3``, two squares ``J3K3`` (with a letter), a border ``3-4``, a
tile ``t9`` or a direction of it ``t9:NW``, what a barn or the co-op holds (``barn:corn``, ``coop:tulip-red``), a line
of the price list (``trade:mill``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from string import ascii_uppercase
from typing import Any, TypeAlias

from games.core.moves import STOP, Choice, Move, values_of
from games.core.seats import Seat
from games.core.text import raw
from games.h2olland.components import FIELDS, POINTS, STORAGE_LIMIT, TULIPS, Item, faces_of, find_item
from games.h2olland.moves import Area, Dike, Drought, Face, Flip, Keep, Place, Reward, Run, Trade
from games.h2olland.rules.checks import apply_basket, check_timing, face_of
from games.h2olland.rules.draining import areas_for, dike_borders, flips, free_mills, letter_areas, mills_gained
from games.h2olland.rules.flow import placeable, reward_colours
from games.h2olland.rules.placing import Place as At
from games.h2olland.rules.placing import buildings_near, places
from games.h2olland.rules.playing import tiles_of
from games.h2olland.rules.racing import field_text, runs
from games.h2olland.rules.trading import (
    Deal,
    Kind,
    barn_after,
    carry_out,
    count_items,
    deals,
    fields_in,
    goods_text,
    over_limit,
    read_deal,
)
from games.h2olland.state import Barn, Basket, Table
from games.h2olland.words.names import deal_text, place_note
from games.h2olland.words.refusals import Trouble, item_text, words

Filled: TypeAlias = Mapping[str, Any]
"""The fields chosen so far."""


def choices(table: Table, basket: Basket, seat: Seat | None, verb: type[Move], filled: Filled) -> Iterable[Choice]:
    """Return the legal values of the next field of a verb; none if the verb cannot be played now."""
    if seat is None or verb not in _CHOICES:
        return ()
    if verb is not Face and check_timing(table, basket, seat, verb) is not None:
        return ()
    return _CHOICES[verb](table, basket, seat, filled)


def _place(table: Table, basket: Basket, seat: Seat, filled: Filled) -> Iterator[Choice]:
    if "item" not in filled:
        for item in placeable(table, seat):
            if places(table, seat, item):
                label = words("choice.held", item=item_text(item), count=table.has(seat, item))
                yield Choice(item, label, spot=f"barn:{item}", piece=_piece(item))
        return
    item = find_item(filled["item"]) or ""
    if item not in placeable(table, seat):
        return

    def rank(at: At) -> int:
        return -sum(building.seat == seat for building in buildings_near(table, at))

    for number, at in enumerate(sorted(places(table, seat, item), key=rank)):
        tag = _letter(number) if len(at) > 1 else ""
        yield Choice(
            "".join(at),
            raw(" ".join(at)),
            place_note(table, seat, item, at),
            spot="".join(at),
            tag=tag,
            piece=_piece(item),
        )


def _piece(item: str) -> str:
    """Return how the small picture of an item is called: "tulip_red"."""
    return item.replace("-", "_")


def _letter(number: int) -> str:
    """Return what a field is called on the picture: A to Z, then AA, AB and so on."""
    before, last = divmod(number, len(ascii_uppercase))
    return (ascii_uppercase[before - 1] if before else "") + ascii_uppercase[last]


def _dike(table: Table, basket: Basket, seat: Seat, filled: Filled) -> Iterator[Choice]:
    for border in dike_borders(table):
        gain = mills_gained(table, seat, border)
        note = words("choice.note.closes", count=gain) if gain > 0 else None
        yield Choice(border, raw(border), note, spot=border, piece=Item.DIKE)


def _area(table: Table, basket: Basket, seat: Seat, filled: Filled) -> Iterator[Choice]:
    letters = letter_areas(table)
    for area in areas_for(table, seat):
        mills = [table.buildings[mill].seat for mill in free_mills(table, area)]
        yield Choice(
            area[0],
            words("choice.area", tiles=area, count=len(area)),
            words("choice.note.area", mine=mills.count(seat), count=len(mills)),
            spot=f"t{area[0]}",
            tag=letters[area],
        )


def _flip(table: Table, basket: Basket, seat: Seat, filled: Filled) -> Iterator[Choice]:
    for tile in flips(table, seat):
        yield Choice(tile, words("choice.tile", tile=tile), spot=f"t{tile}")


def _face(table: Table, basket: Basket, seat: Seat, filled: Filled) -> Iterator[Choice]:
    if "tile" not in filled:
        for tile in tiles_of(table, seat):
            lying = words(f"name.face.{face_of(table, tile)}")
            yield Choice(tile, words("choice.tile_face", tile=tile, face=lying), spot=f"t{tile}")
        return
    if table.rotatable.get(filled["tile"]) == seat:
        face = face_of(table, filled["tile"])
        for direction in faces_of(face):
            label = words(f"name.face.{face[0]}.{direction}")
            yield Choice(direction, label, spot=f"t{filled['tile']}:{direction}", tag=direction)


def _reward(table: Table, basket: Basket, seat: Seat, filled: Filled) -> Iterator[Choice]:
    taken = count_items([find_item(name) or name for name in values_of(filled, "colours")])
    left = {tulip: table.coop[tulip] - taken.get(tulip, 0) for tulip in reward_colours(table, seat)}
    if sum(taken.values()) == table.owed[seat] or not any(left.values()):
        yield Choice(STOP)
        return
    for tulip in reversed(left):
        if left[tulip]:
            points = words("choice.note.points", count=POINTS[tulip])
            yield Choice(tulip, item_text(tulip), points, spot=f"coop:{tulip}", piece=_piece(tulip))


def _drought(table: Table, basket: Basket, seat: Seat, filled: Filled) -> Iterator[Choice]:
    for tile in table.water:
        yield Choice(tile, words("choice.tile", tile=tile), spot=f"t{tile}")
    yield Choice(0, words("choice.no_tile"))


def _trade(table: Table, basket: Basket, seat: Seat, filled: Filled) -> Iterator[Choice]:
    """Offer what can be paid next, with the barn as it would be; the list is closed once it was said to be whole."""
    if basket.trades or basket.keep is not None:
        return
    so_far: tuple[str, ...] = values_of(filled, "trades")
    after = carry_out(table, seat, so_far)
    if isinstance(after, Trouble):
        return
    for code in deals(after, seat):
        then = barn_after(after, seat, code)
        note = words("choice.note.barn", goods=goods_text(then, brief=True))
        deal = read_deal(code)
        assert deal is not None, "a trade that is offered can be read"
        yield Choice(code, deal_text(code), note, spot=_line(deal), piece=_piece(deal.get))
    if so_far:
        yield Choice(
            STOP, words("choice.enough"), words("choice.note.barn", goods=goods_text(after.barns[seat], brief=True))
        )


def _line(deal: Deal) -> str:
    """Name the line of the price list on which a trade stands: the item bought, or the kind of exchange."""
    return f"trade:{deal.get if deal.kind is Kind.BUY else deal.kind}"


def _keep(table: Table, basket: Basket, seat: Seat, filled: Filled) -> Iterator[Choice]:
    barn = apply_basket(table, seat, basket).barns[seat]
    if basket.keep is not None or not over_limit(barn):
        return
    kept = count_items([find_item(name) or name for name in values_of(filled, "items")])
    if sum(kept.values()) < STORAGE_LIMIT:
        left: Barn = {item: count - kept.get(item, 0) for item, count in fields_in(barn).items()}
        for item in sorted(left, key=lambda item: (item not in TULIPS, -FIELDS.index(item))):
            if left[item]:
                label = words("choice.held", item=item_text(item), count=left[item])
                yield Choice(item, label, spot=f"barn:{item}", piece=_piece(item))
    yield Choice(STOP, words("choice.keep", goods=goods_text(kept)) if kept else words("choice.keep_none"))


def _run(table: Table, basket: Basket, seat: Seat, filled: Filled) -> Iterator[Choice]:
    for number, field in enumerate(sorted(runs(table, seat), key=lambda field: -POINTS.get(field.item, 0))):
        points = words("choice.note.points", count=POINTS.get(field.item, 0))
        yield Choice(
            field.name, field_text(field), points, spot=field.name, tag=_letter(number), piece=_piece(field.item)
        )


_CHOICES: Mapping[type[Move], Callable[[Table, Basket, Seat, Filled], Iterator[Choice]]] = {
    Place: _place,
    Dike: _dike,
    Area: _area,
    Flip: _flip,
    Face: _face,
    Reward: _reward,
    Drought: _drought,
    Trade: _trade,
    Keep: _keep,
    Run: _run,
}
