"""What each plate of the pictures shows, in words: at most 1,024 characters, for those who cannot see it."""

from __future__ import annotations

from collections.abc import Iterator

from games.core.seats import Seat
from games.core.text import Text, lines, raw, say
from games.walnut_grove.rules.land import sides_of
from games.walnut_grove.view import View, town_of
from games.walnut_grove.words import describe
from games.walnut_grove.words.names import counts, stop_text, words

TOWN, FARM = "town", "farm"
"""The plates of the town, and of one farm with the tiles drawn (``farm:0``); others are of several farms."""


def caption(view: View, plate: str) -> Text:
    """Return what a plate shows: the town, one farm, or the farms named (``farms:0,2``; all of them: ``farms``)."""
    kind, _, seats = plate.partition(":")
    if kind == TOWN:
        return lines(*_town(view))
    shown = tuple(Seat(int(seat)) for seat in seats.split(",") if seat) or view.table.players
    if kind == FARM:
        return lines(describe.year_text(view.table), *(text for seat in shown for text in _farm(view, seat)))
    return lines(words("caption.farms"), *(text for seat in shown for text in _glance_text(view, seat)))


def _glance_text(view: View, seat: Seat) -> Iterator[Text]:
    """A farm among others: what it has, and every tile with its sides."""
    farm = view.table.farms[seat]
    yield describe.short_farm(view, seat)
    tiles = " ".join(f"{laid.at}:{''.join(sides_of(laid.tile, laid.turn))}" for laid in farm.tiles)
    yield words(
        "caption.tiles", tiles=raw(tiles) if tiles else say("core.none"), pens=len(farm.land.pens), free=farm.free
    )


def _town(view: View) -> Iterator[Text]:
    """What is for sale, and where everybody stands; prices are printed and stand in the rules."""
    table, town = view.table, town_of(view)
    yield describe.year_text(table)
    for stop in town.stops:
        if stop.sold_out:
            yield words("caption.sold_out", stop=stop_text(stop.id))
        elif stop.lying:
            yield words("caption.stop", stop=stop_text(stop.id), things=counts(dict(stop.lying)))
    for seat in table.players:
        yield words("caption.figure", seat=seat, place=describe.place_text(table, seat))
    yield words("caption.bag", tiles=town.tiles, next=town.next_letter or say("core.none"))


def _farm(view: View, seat: Seat) -> Iterator[Text]:
    """A farm with its tiles, barn, people and needs, and the tiles drawn by the viewer."""
    yield from describe.farm_texts(view, seat)
    if view.table.drawn[seat]:
        yield words("describe.drawn", tiles=tuple(map(describe.tile_text, view.table.drawn[seat])))
