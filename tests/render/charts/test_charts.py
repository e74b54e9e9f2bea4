"""Charts: readable on a phone, for all eyes, within the budget of bytes."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, pairwise

import pytest
from PIL import Image

from bot.conformance.lettering.vision import Vision, contrast, simulate
from render.charts import course, drawing, sheet
from render.charts.course import SHAPES
from render.charts.drawing import beside, draw, paint
from render.charts.inks import BAND, INK, LINE, MARGIN, OWN, PAPER, QUIET, SEATS, palette
from render.charts.orders import MOST_ROWS, Box, Chart, Column, Course, Flag, Grid, Tree, Way, tables
from render.charts.sheet import EDGE, SMALL, Sheet
from render.core.colour import RGB
from render.core.lettering.fonts import DOSIS_BOLD, Face
from render.core.lettering.text import ink_box, width
from render.core.picture import Token
from render.core.plates import BYTE_BUDGET, HIGH, WIDE

RUDE = "Ж" * 40 + "🦊\n@everyone"

WAY = Way(
    "Anna · Grunn",
    tuple((day, 1500 + 9 * day, 300 - day) for day in range(40)),
    "1851? ± 261",
    "March",
    "April",
    "a way",
)
GRID = Grid(
    "Leaderboard",
    (Column("#", number=True), Column("Player"), Column("Rating", number=True)),
    tuple((str(at + 1), RUDE if at == 3 else f"Player {at}", f"{1700 - at} ± 90") for at in range(MOST_ROWS)),
    "a table",
    own=4,
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
ONE = Way("Anna", ((3.0, 1512, 900),), "1512? ± 900", "March", "March", "one match")
FLAT = Way("Anna", ((0.0, 1500, 1000), (1.0, 1500, 5)), "1500 ± 5", "", "", "nothing changed")
SAT_OUT = Tree("Cup", ((Box("a", "b", slot=1),), (Box("c", "d", 0, 0), Box("a", "e", 1, 1))), ("1", "2"), "sat", (4, 2))
LOSERS = Tree("Cup", ((Box("a", "b"),) * 2, (Box("c", "d"),) * 2, (Box("e", "f"),)), ("1", "2", "3"), "losers")


EMPTY = Grid("Empty", GRID.columns, (), "nobody")
IDLE = replace(ONE, points=((0.0, 130, 900), (40.0, 100, 600)), label="100 ± 690", today=(400.0, 100, 690))
TURNS = tuple(range(0, 61, 2))
COURSE = Course(
    title="Chances to win",
    names=("Anna", RUDE, "Computer (strong)", "Dirk", "Eva", "Finn"),
    ranked=(2, 0, 1, 3, 4, 5),
    turns=TURNS,
    lines=tuple(tuple((0.1 if seat != 2 else 0.5) + turn / 600 for turn in TURNS) for seat in range(6)),
    scale=((0, "0 %"), (0.5, "50 %"), (1, "100 %")),
    ticks=((0, "start"), (20, "20"), (40, "40"), (60, "turn 60")),
    flags=tuple(Flag(number, number % 6, 31) for number in range(1, 19)),
    settled=54,
    settled_words="settled",
    alt="a course",
)
DUEL = replace(COURSE, names=("Anna", "Bram"), ranked=(1, 0), lines=COURSE.lines[1:3], flags=(), settled=2)
SOLO = replace(
    COURSE,
    names=("Anna",),
    ranked=(0,),
    turns=(0, 1),
    lines=((3.0, 7.0),),
    flags=(),
    settled=None,
    scale=((0, "0"), (5, "5"), (10, "10")),
    ticks=((0, "start"), (1, "turn 1")),
)
CHARTS = [
    COURSE,
    SOLO,
    WAY,
    IDLE,
    GRID,
    replace(GRID, title=""),
    TREE,
    replace(TREE, title=""),
    ONE,
    FLAT,
    LOSERS,
    SAT_OUT,
    EMPTY,
]


@pytest.mark.parametrize("chart", CHARTS)
def test_every_chart_is_drawn_in_the_palette_and_within_the_budget(chart: Chart) -> None:
    """
    1,100 pixels wide and at most 700 high, in palette mode, small enough for a slow line, with its alternative text.
    """
    image, made = paint(chart), draw(chart)

    assert ("P", WIDE) == (image.mode, image.width)
    assert image.height <= HIGH
    assert len(made.png) < BYTE_BUDGET
    assert chart.alt == made.alt


def test_a_way_shows_its_whole_margin_and_nothing_below_0() -> None:
    """
    Lowest and highest value, and the step between lines, with what became of the rating until today.
    """
    assert [(0, 1200, 200), (500, 2500, 500), (500, 2500, 500)] == [drawing._scale(way) for way in (IDLE, FLAT, ONE)]
    assert paint(IDLE).tobytes() != paint(replace(IDLE, today=None)).tobytes()


def test_a_chart_that_has_not_changed_is_not_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """
    Its bytes are kept, whatever stands around it.
    """
    first = draw(replace(TREE, title="Kept"))
    monkeypatch.setattr(drawing, "tree", lambda chart: pytest.fail("drawn again"))

    assert first.png is draw(replace(TREE, title="Kept")).png


@pytest.mark.parametrize("chart", CHARTS)
def test_letters_can_be_read_as_discord_shows_them(chart: Chart, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    Capitals are 22 pixels high at least, which is 11 on the desktop and 7 on a phone; all letters are in the picture.
    """
    found: list[tuple[str, tuple[float, float], tuple[Face, int, RGB]]] = []

    def note(image: Image.Image, text: str, pen: tuple[float, float], look: tuple[Face, int, RGB]) -> None:
        found.append((text, pen, look))

    monkeypatch.setattr(sheet, "stamp", note)
    height = paint(chart).height
    boxes = [(pen, ink_box(text, face, size)) for text, pen, (face, size, _) in found if text]

    assert min((-ink_box("H", face, size)[1] for _, _, (face, size, _) in found), default=22) >= 22
    assert all(0 <= x + left and x + right <= WIDE for (x, _), (left, _, right, _) in boxes)
    assert all(0 <= y + top and y + bottom <= height for (_, y), (_, top, _, bottom) in boxes)


def test_names_of_a_table_are_not_cut_beside_room() -> None:
    """
    Numbers take what they need; the rest is for names, so that 32 wide letters fit beside four columns of numbers.
    """
    name = "Bartholomeus van der Zuiderzee!!"
    heads = ("Points", "Played", "Direct", "Sonneb.")
    columns = (Column("#", number=True), Column("Name"), *(Column(head, number=True) for head in heads))
    places = drawing._columns(Grid("", columns, (("10", name, "12.5", "7", "10", "20.5"),), ""))
    left, right = places[1]

    assert right - left >= width(name, DOSIS_BOLD, SMALL)
    assert all(one[1] < other[0] for one, other in pairwise(places))
    assert WIDE - EDGE == pytest.approx(places[-1][1])


@pytest.mark.parametrize(
    ("count", "sizes"), [(0, [0]), (1, [1]), (10, [10]), (11, [6, 5]), (20, [10, 10]), (25, [9, 8, 8])]
)
def test_a_long_table_goes_on_in_further_pictures(count: int, sizes: list[int]) -> None:
    """
    Of about the same height; every row stands in one of them.
    """
    parts = tables(range(count))

    assert sizes == [len(part) for part in parts]
    assert list(range(count)) == [row for part in parts for row in part]


@pytest.mark.parametrize("vision", [None, *Vision])
def test_letters_and_lines_stand_out_for_all_eyes(vision: Vision | None) -> None:
    """
    Letters have a contrast of 4.5 on each of their grounds, the line of 3, with three kinds of colour blindness too.
    """
    look = (lambda colour: colour) if vision is None else (lambda colour: simulate(colour, vision))

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
    left = [image.getpixel((60, y)) == BAND for y in range(108, image.height)]

    assert any(left[: len(left) // 2])
    assert not any(left[len(left) // 2 :])


@pytest.mark.parametrize(
    "path", [((138, 258), (246, 423), (1056, 570)), ((138, 540), (830, 360), (1056, 150)), ((597, 360),)]
)
def test_the_newest_value_does_not_stand_on_the_line(path: tuple[tuple[float, float], ...]) -> None:
    """
    Above it, also where it falls to its end; within the picture.
    """
    base = beside(list(path))
    ends = [y for x, y in path if x > 840] or [path[-1][1]]

    assert 90 < base < 630
    assert base < min(ends) or base - 40 > max(ends)


def test_players_of_a_course_are_told_apart_without_colour() -> None:
    """
    Each has a shape of their own, on the line and beside the name; and each line is there in its colour.
    """
    colours = {colour for _, colour in paint(COURSE).convert("RGB").getcolors(WIDE * HIGH) or ()}

    def is_there(seat: RGB) -> bool:
        return any(
            isinstance(found, tuple) and max(abs(a - b) for a, b in zip(seat, found, strict=True)) < 24
            for found in colours
        )

    assert len(SHAPES) == len(set(SHAPES)) == len(COURSE.names)
    assert all(map(is_there, SEATS))
    assert paint(DUEL).tobytes() != paint(replace(DUEL, settled=None)).tobytes()


def test_names_stand_at_the_ends_of_their_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    """
    Also where a match ended early and the winner wasn't ahead.
    """
    heights = dict[Token, float]()

    def note(_sheet: Sheet, at: tuple[float, float], token: Token, radius: float) -> None:
        if radius == course._SHAPE:
            heights[token] = at[1]

    monkeypatch.setattr(course, "_token", note)
    behind, ahead = (tuple(share for _turn in TURNS) for share in (0.2, 0.8))
    paint(replace(DUEL, ranked=(0, 1), lines=(behind, ahead)))
    winner, other = [heights[token] for token in course._tokens(DUEL)]

    assert other < winner
    assert winner - other > 3 * course._PITCH


def test_flags_at_the_edge_stand_close_to_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """
    Far from its own line, a flag would seem to belong to another one.
    """
    discs = list[tuple[float, float]]()

    def note(_sheet: Sheet, at: tuple[float, float], radius: float, _colour: RGB) -> None:
        if radius == course._DISC and at[0] < course._RIGHT:
            discs.append(at)

    monkeypatch.setattr(course, "_disc", note)
    flat = tuple(0.0 for _turn in TURNS)
    paint(replace(DUEL, lines=(flat, flat), flags=(Flag(1, 0, 30), Flag(2, 1, 30))))
    (x, y), (other, above) = discs

    assert x == other
    assert y - above < 3 * course._DISC
