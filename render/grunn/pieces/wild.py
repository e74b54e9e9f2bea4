"""Undeveloped land: the pale one-ink prints, and the ridge, which is always developed. Units: 1/100 of the tile."""

from math import sin

from render.core.colour import RGB, mix, rgb
from render.core.ink import Pen, Stroke
from render.core.noise import seed_random
from render.core.paths import arc, wave
from render.grunn.inks import BOG, BOG_PALE, CREAM, DOLLARD, FOREST, INK, MARSH, PAPER, RIDGE, WADDEN, pale

LEAF = rgb("#A8CB67")
RIM = rgb("#4B7A2C")
THIN = rgb("#8268BE")
MOSS = rgb("#7A573A")
POOL = rgb("#8D7A67")
OCHRE = rgb("#BE8A1C")
REED = rgb("#6C54A4")

CROWNS = (
    (52, 18, 13.5),
    (81, 22, 12.5),
    (19, 49, 14),
    (51, 50, 15),
    (84, 56, 13),
    (14, 85, 13.5),
    (46, 86, 14),
    (78, 88, 12),
)
POOLS = ((62, 23, 16), (29, 58, 18), (72, 61, 13), (10, 89, 10), (50, 87, 15))
CATTAILS = (
    (43, 56, 33), (51, 56, 42), (67, 56, 36), (79, 56, 38),
    (13, 97, 36), (23, 97, 46), (39, 97, 34), (52, 97, 40), (70, 97, 25),
)  # fmt: skip


def wadden(pen: Pen) -> None:
    """Eight rows of broken waves."""
    chance = seed_random(pen.key)
    colour = mix(WADDEN, PAPER, 0.88)
    for row in range(8):
        x = -18.0 + (row % 2) * 20 + chance.uniform(-3, 3)
        while x < 100:
            pen.line(wave((x, 8 + row * 12.2), 30, swing=2.5, period=22), Stroke(2.3, colour, tapered=True))
            x += 37 + chance.uniform(-3, 3)


def dollard(pen: Pen) -> None:
    """A stippled shore above a wavy bank, shallow water below."""
    chance = seed_random(pen.key)
    bank = [(float(x), 59 - 8 * sin((x - 28) / 16.0) - x / 14) for x in range(-4, 108, 4)]
    pen.shape([*bank, (108, 108), (-4, 108)], mix(DOLLARD, PAPER, 0.66), shake=0)
    for _ in range(46):
        x, y = chance.uniform(4, 97), chance.uniform(5, 48)
        if y < 44 - x / 8:
            pen.disc(x, y, chance.choice((0.8, 1.1, 1.4)), OCHRE)
    pen.line(bank, Stroke(4.4, OCHRE))
    for row in range(4):
        drop, x = 9.5 + row * 9.5, chance.uniform(-8, 4)
        while x < 104:
            run = chance.uniform(16, 30)
            piece = [(px, py + drop) for px, py in bank if x <= px <= x + run]
            if len(piece) > 1:
                pen.line(piece, Stroke(2.5 - row * 0.3, OCHRE, tapered=True))
            x += run + chance.uniform(6, 12)


def bog(pen: Pen) -> None:
    """Flat dark pools between dots of peat moss."""
    chance = seed_random(pen.key)
    dark = MOSS
    for _ in range(75):
        x, y = chance.uniform(3, 97), chance.uniform(4, 97)
        if all(abs(x - px) > half + 2 or abs(y - py) > 7 for px, py, half in POOLS):
            pen.disc(x, y, chance.choice((0.8, 1.1, 1.6)), dark)
    for x, y, half in POOLS:
        pen.shape(arc(x, y, (half, 5.0)), POOL, edge=Stroke(1.6, MOSS))
        pen.line([(x - half * 0.5, y - 1), (x + half * 0.45, y - 1)], Stroke(1.2, BOG_PALE, tapered=True))


def forest(pen: Pen) -> None:
    """Eight round crowns on short trunks."""
    for x, y, r in CROWNS:
        pen.line([(x, y + r - 1), (x, y + r + 6)], Stroke(2.6, RIM))
        pen.shape(arc(x, y, r), LEAF, edge=Stroke(2.2, RIM))
        for i in range(3):
            left = x + 1.5 - i * 1.2
            pen.line(
                [(left, y - 3 + i * 4.2), (x + r * 0.72 - i * 1.6, y - 4 + i * 4.2)], Stroke(1.5, RIM, tapered=True)
            )


def marsh(pen: Pen) -> None:
    """Nine cattails in two rows with water about their feet."""
    chance = seed_random(pen.key)
    thin = THIN
    for x, y, high in CATTAILS:
        top = y - high
        for side in (-1, 1):
            reach = side * chance.uniform(6, 9)
            leaf = [(x, y), (x + reach * 0.3, y - high * 0.35), (x + reach, y - high * chance.uniform(0.6, 0.8))]
            pen.line(leaf, Stroke(1.9, thin, tapered=True))
        pen.line([(x, y), (x + 0.4, top)], Stroke(1.7, REED))
        pen.line([(x + 0.4, top + 1.5), (x + 0.3, top + 11)], Stroke(5.2, REED))
    for y in (57, 98):
        for x in (4, 32, 60, 84):
            pen.line(wave((x - 3, y), 15, swing=1.3, period=8), Stroke(1.3, thin, tapered=True))


def ridge(pen: Pen) -> None:
    """Diagonal strokes of sand, light and dark in turn."""
    chance = seed_random(pen.key)
    light, dark = mix(CREAM, RIDGE, 0.33), mix(INK, RIDGE, 0.34)
    for i in range(-9, 12):
        at = i * 10.0
        colour = light if i % 2 else dark
        start = chance.uniform(-14, 10)
        while start < 104:
            run = chance.uniform(20, 46)
            piece = [(at + (100 - y) * 0.62, y) for y in (start, start + run / 2, start + run)]
            pen.line(piece, Stroke(2.5 if i % 2 else 2.2, colour, tapered=True))
            start += run + chance.uniform(5, 13)


FILLS: dict[str, RGB] = {
    "wadden": WADDEN, "dollard": DOLLARD, "bog": BOG, "forest": FOREST, "marsh": MARSH, "ridge": RIDGE,
}  # fmt: skip
WILD = {"wadden": wadden, "dollard": dollard, "bog": bog, "forest": forest, "marsh": marsh}


def fill_of(kind: str, *, developed: bool) -> RGB:
    """The flat colour of a landscape."""
    return FILLS[kind] if developed else pale(FILLS[kind])
