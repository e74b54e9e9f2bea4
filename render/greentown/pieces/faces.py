"""The faces of the tiles: pasture, grove, flowers, and the bricks of the hotels, each a texture over its green."""

from math import cos, pi, sin

from render.core.colour import mix
from render.core.ink import Pen, even
from render.core.noise import seed_random
from render.core.paths import arc, rectangle
from render.core.surface import Surface
from render.greentown.inks import BRICK, CREAM, FACES, FLOWER, PETAL, TEXTURES
from render.greentown.terrain.hexagon import R, hexagon

REACH = 80  # units from the middle that a texture covers


def face(plate: Surface, symbol: str, *, grain: float = 1.0) -> None:
    """Lay the face of a tile into the hexagon, its texture enlarged by `grain`."""
    layer = plate.layer()
    layer.image.paste((*FACES[symbol], 255), (0, 0, *layer.image.size))
    pen = layer.pen(share=grain, key=symbol)
    match symbol:
        case "cow":
            _pasture(pen)
        case "tree":
            _grove(pen)
        case "flower":
            _flowers(pen)
        case _:
            _bricks(pen)
    mask = plate.layer()
    mask.pen().shape(hexagon(R - 1.6), CREAM, shake=0)
    layer.clip(mask)
    plate.lay(layer)


def tuft(pen: Pen, x: float, y: float, size: float = 1.0, *, symbol: str = "cow") -> None:
    """Three blades of grass."""
    colour = TEXTURES[symbol]
    for lean in (-4.2, 0.0, 4.2):
        pen.line([(x, y), (x + lean * size, y - (4.6 if lean else 6.2) * size)], even(1.5, colour))


def _pasture(pen: Pen) -> None:
    chance = seed_random("pasture")
    for row in range(-6, 7):
        for column in range(-4, 5):
            x = column * 22 + (11 if row % 2 else 0) + chance.uniform(-3, 3)
            tuft(pen, x, row * 15 + chance.uniform(-2, 2))


def _grove(pen: Pen) -> None:
    for row in range(-9, 10):
        for column in range(-6, 7):
            x = column * 17 + (8.5 if row % 2 else 0)
            pen.line(arc(x, row * 9.5, 8.2, (200, 340), steps=9), even(1.6, TEXTURES["tree"]))


def _flowers(pen: Pen) -> None:
    chance = seed_random("flowers")
    stalk = mix(TEXTURES["flower"], FLOWER, 0.6)
    for row in range(-6, 7):
        for column in range(-5, 6):
            x = column * 19 + (9.5 if row % 2 else 0) + chance.uniform(-1.5, 1.5)
            y = row * 14 + chance.uniform(-1.5, 1.5)
            pen.line([(x, y), (x + 1.2, y + 6)], even(1.3, stalk))
            for i in range(5):
                turn = i * 2 * pi / 5 - pi / 2
                pen.disc(x + 2.5 * cos(turn), y + 2.5 * sin(turn), 1.9, PETAL)
            pen.disc(x, y, 1.3, stalk)


def _bricks(pen: Pen) -> None:
    chance = seed_random("bricks")
    joint = TEXTURES["hotel"]
    pen.shape(rectangle(-REACH, -REACH, REACH, REACH), joint, shake=0)
    for row in range(-9, 10):
        for column in range(-5, 6):
            x = column * 18 + (9 if row % 2 else 0)
            tint = mix(joint, BRICK, chance.choice((0.0, 0.0, 0.12, 0.22)))
            pen.shape(rectangle(x - 8.1, row * 9 - 3.6, x + 8.1, row * 9 + 3.6), tint, shake=0)
