"""What stands out on the map: the tour with its stops, stars, numbers of turns, and what can be chosen now."""

from collections.abc import Iterator, Mapping
from itertools import pairwise

from games.greentown.view import NEIGHBOURS, Site, TileSight
from render.core.lettering.fonts import DOSIS
from render.greentown.inks import CREAM, INK, OPEN, PASTURE
from render.greentown.paint import Painter
from render.greentown.pieces import signs
from render.greentown.sights import Changes, Offers
from render.greentown.terrain.hexagon import APOTHEM, Layout, Place, place, towards
from render.greentown.terrain.scale import LETTERS, scale
from render.greentown.terrain.tour import through

RAISED = 9.0  # units by which stops on upright edges make room for the names beside them
TAG = 31  # pixels of the numbers of turns
Tiles = Mapping[Place, TileSight]


def _kind(sight: TileSight) -> str:
    return "vacant" if sight.site is Site.VACANT else "hotel" if sight.site is Site.HOTEL else "site"


OVER_NAME = -40
"""How far above the middle of an open space, and so above its name, a number stands."""


def steps(path: tuple[str, ...]) -> Iterator[tuple[str, int, int]]:
    """Each space of a tour with the sides by which it is entered and left, 0 at its ends."""
    come = 0
    for here, there in pairwise(path):
        go = NEIGHBOURS[here].index(there) + 1
        yield here, come, go
        come = (go + 2) % 6 + 1
    yield path[-1], come, 0


def tour(painter: Painter, at: Layout, tiles: Tiles, changes: Changes) -> None:
    """The line of the tour, under what stands on the sites, as far as it runs over these tiles."""
    if len(changes.tour) < 2:
        return
    painter.ground = CREAM
    for here, come, go in steps(changes.tour):
        if place(here) in tiles:
            a, b = (come, go) if abs(come - go) == 3 or not come or not go else sorted((come, go))
            kind = _kind(tiles[place(here)])
            painter.put(through, at.at(place(here)), a, b, kind, at.unit, draft=changes.draft)


def over(painter: Painter, at: Layout, tiles: Tiles, changes: Changes) -> None:
    """The stops of the tour, the stars, and the numbers of the turns, over everything on the tiles."""
    _stops(painter, at, tiles, changes)
    if changes.tags:
        _turns(painter, at, tiles, changes)
    else:
        _stars(painter, at, changes)


def _turns(painter: Painter, at: Layout, tiles: Tiles, changes: Changes) -> None:
    """The numbers of turns above the names of tiles and open spaces; a hotel's stand in the place of its H."""
    sizes = scale(at.wide)
    for name, numbers in changes.tags:
        x, y = at.at(place(name))
        tile = tiles.get(place(name))  # none yet where it is only advised
        hotel = tile is not None and tile.site is Site.HOTEL
        painter.ground = INK if hotel else OPEN if tile is None else PASTURE
        down = OVER_NAME * at.unit if tile is None else sizes.letter_y if hotel else sizes.turns_y
        painter.put(signs.turns, (x, y + down), numbers, TAG)


def _stops(painter: Painter, at: Layout, tiles: Tiles, changes: Changes) -> None:
    """The numbers of the stops on the streets of arrival, and the pennant where the tour begins."""
    if not changes.tour:
        return
    painter.ground = CREAM
    sizes = scale(at.wide)
    if place(changes.tour[0]) in tiles:
        painter.put(signs.pennant, at.at(place(changes.tour[0])), at.unit, draft=changes.draft)
    if len(changes.tour) != len(changes.numbers) or changes.tags:
        return  # the numbers of turns stand where those of stops would
    for (here, come, _), number in zip(steps(changes.tour), changes.numbers, strict=True):
        if come and number and place(here) in tiles:
            (x, y), (dx, dy) = at.at(place(here)), towards(come, APOTHEM)
            raised = RAISED * at.unit if come in (2, 5) else 0.0
            middle = (x + dx * at.unit, y + dy * at.unit - raised)
            shown = number if sizes.named else 0
            painter.put(signs.stop, middle, shown, sizes.stop, LETTERS, draft=changes.draft)


def _stars(painter: Painter, at: Layout, changes: Changes) -> None:
    """Stars at new buildings, hollow ones at trees that had to move."""
    painter.ground = CREAM
    for spots, hollow, radius in ((changes.trees, True, 17.0), (changes.built, False, 19.0)):
        for each in spots:
            x, y = at.at(place(each))
            corner = (x + 31 * at.unit, y - 36 * at.unit)
            painter.put(signs.fresh, corner, max(13.0, radius * at.unit), hollow=hollow, draft=changes.draft)


def offers(painter: Painter, at: Layout, tiles: Tiles, changes: Changes, offered: Offers) -> None:
    """The names of the spaces that can be chosen, and of the one chosen before tiles are, large."""
    sizes = scale(at.wide)
    chosen = changes.chosen if changes.chosen and place(changes.chosen) not in tiles else ""
    for name in (*offered.spaces, *((chosen,) if chosen else ())):
        x, y = at.at(place(name))
        size = signs.find_offered_size(name, at.wide)
        if place(name) in tiles:
            painter.ground = CREAM
            painter.put(signs.tag, (x, y + sizes.tag_y), name, size)
        else:
            painter.ground = OPEN
            painter.center_ink(name, (x, y), (DOSIS, size, INK))
