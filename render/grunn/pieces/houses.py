"""The five buildings, each in a box of its own of 100 units: white walls, ink lines, a roof of one colour."""

from collections.abc import Callable

from render.core.ink import Pen, Stroke
from render.core.paths import arc, rectangle
from render.grunn.inks import CREAM, INK, SLATE, STRAW, TERRA

LINE = Stroke(5.2, INK, shake=0.5)
THIN = Stroke(3.2, INK, shake=0.4)


def factory(pen: Pen) -> None:
    """Milk factory: a saw-tooth roof and a tall chimney with a red top."""
    pen.shape(rectangle(68, 8, 84, 60), CREAM, edge=LINE)
    pen.shape(rectangle(68, 8, 84, 22), TERRA, edge=LINE)
    pen.shape(rectangle(6, 50, 94, 92), CREAM, edge=LINE)
    for x in (6, 26, 46):
        pen.shape([(x, 50), (x + 20, 30), (x + 20, 50)], TERRA, edge=LINE)
    pen.shape(rectangle(18, 62, 31, 74), INK)
    pen.shape(rectangle(38, 62, 51, 74), INK)
    pen.shape(rectangle(66, 64, 84, 92), INK)


def hut(pen: Pen) -> None:
    """Turf hut: one steep straw roof down to the ground, with a dark door."""
    pen.shape([(50, 16), (94, 90), (6, 90)], STRAW, edge=LINE)
    pen.shape([(50, 42), (76, 90), (24, 90)], CREAM, edge=Stroke(4.0, INK, shake=0.5))
    for side in (-1, 1):
        for i in range(4):
            x, y = 50 + side * (11 + i * 9), 28 + i * 15.5
            pen.line([(x, y + 2), (x - side * 6, y + 8)], THIN)
    pen.shape([(40, 90), (40, 66), (50, 58), (60, 66), (60, 90)], INK)


def farm(pen: Pen) -> None:
    """Farm: a very wide red roof over a low wall, a barn door with a cream cross."""
    pen.shape(rectangle(9, 50, 91, 88), CREAM, edge=LINE)
    pen.shape([(20, 16), (80, 16), (99, 54), (1, 54)], TERRA, edge=LINE)
    pen.line([(15, 29), (85, 29)], THIN)
    pen.line([(8, 41), (92, 41)], THIN)
    pen.shape(rectangle(37, 60, 63, 88), INK)
    pen.line([(40, 63), (60, 86)], Stroke(4.0, CREAM, shake=0.3))
    pen.line([(60, 63), (40, 86)], Stroke(4.0, CREAM, shake=0.3))
    for x in (17, 71):
        pen.shape(rectangle(x, 62, x + 12, 74), INK)


def cottage(pen: Pen) -> None:
    """One house of the esdorp in its own box of 100."""
    line = Stroke(9.5, INK, shake=0.6)
    pen.shape(rectangle(16, 46, 84, 96), CREAM, edge=line)
    pen.shape([(50, 6), (100, 52), (0, 52)], STRAW, edge=line)
    pen.shape(rectangle(39, 68, 61, 94), INK)


def esdorp(pen: Pen) -> None:
    """Esdorp: three small straw-roofed houses, one in front."""
    cottage(pen.shift(2, 14, 0.46, "left"))
    cottage(pen.shift(52, 14, 0.46, "right"))
    cottage(pen.shift(26, 36, 0.48, "front"))


def church(pen: Pen) -> None:
    """Church: the long nave left, a tower with saddle roof and cross right (on the left it would hit the letter)."""
    pen.line([(74, -10), (74, 14)], Stroke(4.6, INK))
    pen.line([(66, -2), (82, -2)], Stroke(4.6, INK))
    pen.shape(rectangle(8, 60, 62, 94), CREAM, edge=LINE)
    pen.shape([(16, 42), (62, 42), (62, 64), (2, 64)], SLATE, edge=LINE)
    pen.shape(rectangle(58, 40, 90, 94), CREAM, edge=LINE)
    pen.shape([(74, 10), (97, 44), (51, 44)], SLATE, edge=LINE)
    for x in (18, 38):
        pen.shape([(x, 86), *arc(x + 5, 76, 5, (180, 360)), (x + 10, 86)], INK)
    pen.shape([(66, 94), *arc(74, 80, 8, (180, 360)), (82, 94)], INK)
    pen.line([(74, 54), (74, 61)], Stroke(4.6, INK))


HOUSES: dict[str, Callable[[Pen], None]] = {
    "milk_factory": factory, "turf_hut": hut, "farm": farm, "esdorp": esdorp, "church": church,
}  # fmt: skip
HOUSE_ON = {"wadden": "milk_factory", "bog": "turf_hut", "dollard": "farm", "marsh": "church", "ridge": "esdorp"}
