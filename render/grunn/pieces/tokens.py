"""Coins (money), shields (points), chips (a type of land), the clock, arrows: the same signs everywhere."""

from math import cos, pi, sin

from render.core.colour import RGB, mix
from render.core.ink import Stroke
from render.core.lettering.fonts import KAFFEESATZ, VOLLKORN
from render.core.paths import Point, arc, rectangle, star
from render.grunn.inks import CREAM, GOLD, GOLD2, INK, TERRA
from render.grunn.pieces.surfaces import Surface
from render.grunn.pieces.wild import FILLS, fill_of

CAPITALS = 33  # pixels of the least letters in Vollkorn
LETTERS = {"wadden": "W", "dollard": "D", "bog": "B", "forest": "F", "marsh": "M", "ridge": "R"}
LIGHT_LETTERS = ("bog", "ridge")  # on these developed fills an ink letter would drown


def letter_colour(kind: str, *, developed: bool) -> RGB:
    """Ink, or cream on the two dark fills."""
    return CREAM if developed and kind in LIGHT_LETTERS else INK


COIN, SHIELD, DISC = 1.6, 2.25, 1.75  # the size of a single figure for a radius of one
NARROWED = {COIN: (1.0, 1.0, 0.9, 0.72), SHIELD: (1.0, 1.0, 0.9, 0.62), DISC: (1.0, 1.0, 0.9, 0.72)}
"""By the number of characters, three of which must fit as well as one."""


def figure_size(text: str, radius: float, share: float) -> float:
    """The size of a number inside a round sign."""
    return radius * share * NARROWED[share][min(len(text), 3)]


def figure_radius(text: str, size: float, share: float = COIN) -> float:
    """The radius of a coin, or another sign, in which a number has that size."""
    return size / figure_size(text, 1.0, share)


def coin(surface: Surface, place: Point, radius: float, text: str) -> None:
    """A gold coin with an ink rim and a number, if any; radius in units of the surface."""
    x, y = place
    pen = surface.pen(key=f"coin{x:.0f},{y:.0f}")
    shake = radius * 0.02
    pen.shape(arc(x, y, radius), INK, shake=shake)
    pen.shape(arc(x, y, radius * 0.83), GOLD, shake=shake)
    pen.line(arc(x, y, radius * 0.66), Stroke(radius * 0.07, GOLD2, shake=shake))
    if text:
        surface.text(text, place, (KAFFEESATZ, figure_size(text, radius, COIN), INK))


def shield(surface: Surface, place: Point, radius: float, text: str) -> None:
    """An ink shield with a cream rim and a number of points; radius is half its width."""
    x, y = place
    foot = [(-1.0, -1.0), (1.0, -1.0), (1.0, 0.42), (0.55, 0.86), (0.0, 1.22), (-0.55, 0.86), (-1.0, 0.42)]
    points = [(x + px * radius, y + py * radius) for px, py in foot]
    pen = surface.pen(key=f"shield{x:.0f},{y:.0f}")
    pen.line([*points, points[0]], Stroke(radius * 0.34, CREAM, shake=radius * 0.02))
    pen.shape(points, INK, shake=radius * 0.02)
    if text:
        surface.text(text, (x, y - radius * 0.02), (KAFFEESATZ, figure_size(text, radius, SHIELD), CREAM))


def chip(
    surface: Surface, box: tuple[float, float, float], kind: str, *, developed: bool = True, letter: float = 0.62
) -> None:
    """A flat square of one type with its letter; box is left, top, side."""
    left, top, side = box
    pen = surface.pen(key=f"chip{kind}{left:.0f},{top:.0f}")
    fill = fill_of(kind, developed=developed)
    square = rectangle(left, top, left + side, top + side)
    if developed:
        pen.shape(square, fill, edge=Stroke(max(2.6, side * 0.066), INK, shake=side * 0.008))
    else:
        pen.shape(square, fill, shake=0)
        pen.draw_dashes(
            [*square, square[0]], Stroke(max(1.6, side * 0.036), dash_colour(kind), shake=0.1), (side / 8, side / 12)
        )
    colour = letter_colour(kind, developed=developed)
    surface.text(LETTERS[kind], (left + side / 2, top + side / 2), (VOLLKORN, side * letter, colour))


def dash_colour(kind: str) -> RGB:
    """The edge of an undeveloped tile: its fill darkened by ink."""
    return mix(INK, FILLS[kind], 0.45)


def clock(surface: Surface, place: Point, radius: float) -> None:
    """A small clock face: this was changed last."""
    x, y = place
    pen = surface.pen(key=f"clock{x:.0f},{y:.0f}")
    pen.shape(arc(x, y, radius), CREAM, edge=Stroke(radius * 0.24, INK, shake=radius * 0.02))
    pen.line(
        [(x, y - radius * 0.58), (x, y), (x + radius * 0.46, y + radius * 0.06)], Stroke(radius * 0.2, INK, shake=0)
    )


def number_disc(surface: Surface, place: Point, radius: float, text: str, *, fill: RGB = INK) -> None:
    """A disc with a cream number: the place in the pool, or a stock that is nearly used up (red with an ink rim)."""
    x, y = place
    pen = surface.pen(key=f"disc{text}")
    rim = CREAM if fill == INK else INK
    pen.shape(arc(x, y, radius), rim, shake=radius * 0.015)
    pen.shape(arc(x, y, radius * 0.89), fill, shake=radius * 0.015)
    surface.text(text, place, (KAFFEESATZ, figure_size(text, radius, DISC), CREAM))


def low_disc(surface: Surface, place: Point, radius: float, text: str) -> None:
    """The number of a stock that is nearly used up."""
    number_disc(surface, place, radius, text, fill=TERRA)


def bonus_star(surface: Surface, place: Point, radius: float) -> None:
    """A gold star with an ink edge: a bonus."""
    pen = surface.pen(key="star")
    pen.shape(star(*place, radius), GOLD, edge=Stroke(radius * 0.24, INK, shake=0.1), shake=0)


def arrow(surface: Surface, start: Point, end: Point, *, width: float, both: bool = False) -> None:
    """A short ink arrow with a filled head (two if `both`)."""
    pen = surface.pen(key=f"arrow{start}{end}")
    turn = pi if end[0] < start[0] else 0.0
    head = width * 2.6
    inset = head * 0.8 * cos(turn)
    first = (start[0] + (inset if both else 0), start[1])
    pen.line([first, (end[0] - inset, end[1])], Stroke(width, INK, shake=0.2))
    for tip, way in ((end, 1.0), *(((start, -1.0),) if both else ())):
        back = tip[0] - way * head * 1.15 * cos(turn) + sin(turn)
        pen.shape([tip, (back, tip[1] - head * 0.78), (back, tip[1] + head * 0.78)], INK, shake=0.2)


def cross_out(surface: Surface, start: Point, end: Point, width: float) -> None:
    """A stroke through something that cannot be had."""
    pen = surface.pen(key="out")
    pen.line([start, end], Stroke(width * 1.9, CREAM, shake=0.2))
    pen.line([start, end], Stroke(width, TERRA, shake=0.2))
