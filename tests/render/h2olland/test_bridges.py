"""H₂Olland's bridges: between the squares that the components name, and over everything that lies there."""

from itertools import chain
from typing import Any

import pytest
from msgspec.structs import replace
from PIL import Image, ImageChops

from games.core.game import Marks
from games.core.seats import Seat
from games.h2olland.components import COMPONENTS
from games.h2olland.state import Building, Planted
from games.h2olland.view import Square
from render.h2olland import PICTURE
from render.h2olland.sights import Spots
from render.h2olland.terrain import polder, shore
from render.h2olland.terrain.scene import Lit, scene
from render.h2olland.terrain.window import COLUMNS, NORTH, OBLONG, SOUTH, SQUARE, Window
from tests.render.h2olland.positions import MOCK_UP, of_three, view
from tests.render.h2olland.positions import OBLONG as TWO

TABLES = {"two players": TWO, "three players": of_three(), "four players": MOCK_UP}
CORE = 9
"""Pixels around the middle of a bridge that only its deck covers."""


def ends_of(given: dict[str, Any]) -> list[tuple[Square, Square]]:
    """The two squares of every bridge as the components name them."""
    name = view(given).table.board.name
    return [(Square(one), Square(other)) for one, other in COMPONENTS["boards"][name]["bridges"]]


def place_of(square: Square) -> tuple[int, int]:
    """Column and row of a square, from 0."""
    return ord(square[0]) - ord("A"), int(square[1:]) - 1


def middle_of_deck(pair: tuple[Square, Square], *, oblong: bool) -> tuple[int, int]:
    """The middle of a bridge's deck on the board, in pixels: on the border, or over the water of the corner square."""
    places = [place_of(square) for square in pair]
    if oblong:
        column = places[0][0]
        return SQUARE * column + SQUARE // 2 + (13 if column else -13), SQUARE * max(row for _, row in places)
    right, low = (max(line[at] for line in places) > 7 for at in (0, 1))
    return 13 * SQUARE * right + (26 if right else 54), 13 * SQUARE * low + (26 if low else 54)


def whole(rows: int) -> Window:
    """A window on all of the board, a pixel to a unit."""
    return Window(SQUARE, (0, 0), 0, rows * SQUARE, rows)


def drawn(given: dict[str, Any], *, crowded: bool = False) -> Image.Image:
    """The board alone; crowded: both ends of every bridge are built on or planted, changed and offered."""
    shown = view({**given, "fields": [], "mills": {}, "farms": {}})
    table = shown.table
    if not crowded:
        return polder.draw(scene(shown, whole(table.board.rows), Lit()))
    ends = set(chain(*ends_of(given)))
    built = {square: Building("mill", Seat(0)) for square in ends if place_of(square)[1] % 2}
    pairs = [pair for pair in table.board.pairs if len(ends.intersection(pair)) == 1 and not built.keys() & set(pair)]
    fields = {pair[0]: Planted("tulip-red", pair, worker=Seat(1)) for pair in pairs}
    full = replace(shown, table=replace(table, buildings=built, fields=fields))
    labels = tuple((square, "12") for square in table.board.squares)
    everywhere = Spots(squares=frozenset(table.board.squares), labels=labels)
    return polder.draw(scene(full, whole(table.board.rows), Lit(everywhere, everywhere)))


@pytest.mark.parametrize("seats", TABLES)
def test_r2_5_every_bridge_lies_between_the_two_squares_it_joins(seats: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    What the bridges add to a board lies around the point between the middles of two squares, and on both of them.
    """
    given = TABLES[seats]
    shown = drawn(given)
    monkeypatch.setattr(shore, "bridges", lambda *_: None)
    bare = drawn(given)
    difference = ImageChops.difference(shown.convert("RGB"), bare.convert("RGB")).convert("L").tobytes()
    changed = {(at % shown.width, at // shown.width) for at, value in enumerate(difference) if value}
    left = set(changed)
    for one, other in ends_of(given):
        (x, y), (other_x, other_y) = place_of(one), place_of(other)
        middle = ((x + other_x + 1) * SQUARE / 2, (y + other_y + 1) * SQUARE / 2)
        near = {(px, py) for px, py in changed if max(abs(px - middle[0]), abs(py - middle[1])) < SQUARE}
        left -= near

        assert {place_of(one), place_of(other)} <= {(px // SQUARE, py // SQUARE) for px, py in near}
    assert left == set()


@pytest.mark.parametrize("seats", TABLES)
def test_r2_5_nothing_lies_on_a_bridge(seats: str) -> None:
    """
    Fields and buildings on its ends, frames of what changed and brackets of choices leave a deck as it is.
    """
    given = TABLES[seats]
    empty, crowded = drawn(given), drawn(given, crowded=True)
    decks = [middle_of_deck(pair, oblong=seats == "two players") for pair in ends_of(given)]
    for x, y in decks:
        box = (round(x) - CORE, round(y) - CORE, round(x) + CORE, round(y) + CORE)

        assert empty.crop(box).tobytes() == crowded.crop(box).tobytes()
    assert empty.tobytes() != crowded.tobytes()


@pytest.mark.parametrize("window", [NORTH, SOUTH])
def test_halves_show_the_whole_of_what_lies_on_the_fold(window: Window) -> None:
    """
    Each half has seven rows and twelve pixels of the next one; stacked they are the board.
    """
    shown = view(MOCK_UP)
    lit = Lit(Spots(squares=frozenset({"I7"}), borders=frozenset({"20-26"})))
    half = polder.draw(scene(shown, window, lit))
    full = polder.draw(scene(shown, Window(window.size, (0, 0), 0, COLUMNS * window.size, COLUMNS), lit))

    assert half.tobytes() == full.crop((0, window.above, full.width, window.above + window.high)).tobytes()
    assert (half.size, list(window.whole_rows)) == ((924, 474), list(range(1, 8) if window is NORTH else range(8, 15)))


def test_a_change_in_one_half_leaves_the_other_as_it_is() -> None:
    """
    A turn in the north leaves the southern plate equal, so that it is not drawn again; nor does one in the south.
    """
    shown = view(MOCK_UP)
    plain = PICTURE.board(shown, Marks(), names="WORB")
    north, south = (PICTURE.board(shown, Marks((spot,), Seat(0)), names="WORB") for spot in ("B1", "N12"))

    assert [plain[at] == north[at] for at in (0, 1)] == [False, True]
    assert [plain[at] == south[at] for at in (0, 1)] == [True, False]


@pytest.mark.parametrize(("given", "names"), [(MOCK_UP, "WORB"), (of_three(), "WOR"), (TWO, "WO")])
def test_a_film_shows_the_whole_board_to_who_plays(given: dict[str, Any], names: str) -> None:
    """
    Frames of a film that a player asks for are the board for everybody, all of it in one picture of one size.
    """
    own, all_ = view(given, 1), view(given)
    framed = PICTURE.frame(own, Marks(), last=own, names=names)

    assert framed.tobytes() == PICTURE.frame(all_, Marks(), last=all_, names=names).tobytes()
    assert framed.size == (1100, 700)
    assert OBLONG.high < 700
