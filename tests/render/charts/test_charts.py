"""Charts: readable on a phone, for all eyes, within the budget of bytes."""

from __future__ import annotations

from itertools import combinations

import pytest

from render.charts import drawing
from render.charts.drawing import FINE, SMALL, WIDTH, beside, draw, paint
from render.charts.inks import BAND, INK, LINE, MARGIN, OWN, PAPER, QUIET, palette
from render.charts.orders import Box, Chart, Column, Grid, Tree, Way
from render.core.plates import BYTE_BUDGET
from tests.render.vision import Vision, contrast, seen

RUDE = "Ж" * 40 + "🦊\n@everyone"

WAY = Way("Anna · Grunn", tuple((day, 1500 + 9 * day, 300 - day) for day in range(40)), "March", "April", "a way")
GRID = Grid(
    "Leaderboard",
    (Column("#", 1, True), Column("Player", 5), Column("Rating", 3, True)),
    tuple((str(at + 1), RUDE if at == 3 else f"Player {at}", f"{1700 - at} ± 90") for at in range(25)),
    "a table",
    own=4,
    note="± says how sure it is",
)
TREE = Tree(
    "Cup",
    (
        tuple(Box(f"Player {2 * at}", RUDE, won=at % 2) for at in range(8)),
        tuple(Box("Anna", "?") for _ in range(4)),
        (Box("?", "?"), Box("?", "")),
        (Box("?", "?"),),
    ),
    ("Round 1", "Round 2", "Semi-finals", "Final"),
    "a tree",
)
ONE = Way("Anna", ((3.0, 1512, 900),), "March", "March", "one match")
FLAT = Way("Anna", ((0.0, 1500, 1000), (1.0, 1500, 5)), "", "", "nothing changed")
SAT_OUT = Tree("Cup", ((Box("a", "b", slot=1),), (Box("c", "d", 0, 0), Box("a", "e", 1, 1))), ("1", "2"), "sat", (4, 2))
LOSERS = Tree("Cup", ((Box("a", "b"),) * 2, (Box("c", "d"),) * 2, (Box("e", "f"),)), ("1", "2", "3"), "losers")


@pytest.mark.parametrize(
    "chart", [WAY, GRID, TREE, ONE, FLAT, LOSERS, SAT_OUT, Grid("Empty", GRID.columns, (), "nobody")]
)
def test_every_chart_is_drawn_in_the_palette_and_within_the_budget(chart: Chart) -> None:
    """
    1,200 pixels wide, in palette mode, small enough for a slow line, with its alternative text.
    """
    image, made = paint(chart), draw(chart)

    assert ("P", WIDTH) == (image.mode, image.width)
    assert len(made.png) < BYTE_BUDGET
    assert chart.alt == made.alt


def test_letters_can_be_read_at_a_third_of_the_width() -> None:
    """
    Nothing is set smaller than 36 pixels at 1,200, which is 12 at 400.
    """
    sizes: list[int] = []
    sheet = drawing.Sheet(200)
    sheet.words("much too long for its room " * 4, (0, 50), room=200)
    sizes += [look[1] for _, _, look in sheet._letters]

    assert min(sizes) >= SMALL == 36
    assert 2 == FINE


@pytest.mark.parametrize("vision", [None, *Vision])
def test_letters_and_lines_stand_out_for_all_eyes(vision: Vision | None) -> None:
    """
    Letters have a contrast of 4.5 on each of their grounds, the line of 3, with three kinds of colour blindness too.
    """
    look = (lambda colour: colour) if vision is None else (lambda colour: seen(colour, vision))

    assert min(contrast(look(pen), look(ground)) for pen in (INK, QUIET) for ground in (PAPER, BAND)) >= 4.5
    assert contrast(look(INK), look(OWN)) >= 4.5
    assert min(contrast(look(LINE), look(ground)) for ground in (PAPER, MARGIN)) >= 3


def test_the_palette_is_small_enough() -> None:
    """
    All inks and their mixtures are different colours, at most 128.
    """
    colours = palette().colours

    assert len(colours) <= 128
    assert all(one != other for one, other in combinations(colours, 2))


def test_a_box_stands_at_its_place_where_others_sat_out() -> None:
    """
    The second place of four is in the upper half: its box is above the middle, and a line goes from it to the next.
    """
    image = paint(SAT_OUT).convert("RGB")
    left = [image.getpixel((60, y)) == BAND for y in range(220, image.height)]

    assert any(left[: len(left) // 2])
    assert not any(left[len(left) // 2 :])


@pytest.mark.parametrize(
    "path", [((170, 288), (276, 473), (1140, 632)), ((170, 600), (900, 400), (1140, 176)), ((655, 400),)]
)
def test_the_newest_value_does_not_stand_on_the_line(path: tuple[tuple[float, float], ...]) -> None:
    """
    Above it, also where it falls to its end; within the picture.
    """
    base = beside(list(path))
    ends = [y for x, y in path if x > 900] or [path[-1][1]]

    assert 100 < base < 690
    assert base < min(ends) or base - 40 > max(ends)
