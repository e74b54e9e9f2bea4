"""What H₂Olland's pictures show, that they repeat exactly, and what they weigh."""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from msgspec.structs import replace
from PIL import Image

from games.core.game import Marks
from games.core.seats import Seat
from games.h2olland.scoring import outcome
from games.h2olland.state import Basket, Phase, Turned
from games.h2olland.view import ledger
from render.core.encode import png
from render.core.palette import NEAR, distance
from render.core.picture import Theme
from render.core.plates import BYTE_BUDGET
from render.h2olland.fields import field
from render.h2olland.inks import INK, NAMED, SAND, WATER, palette
from render.h2olland.paint import on
from render.h2olland.pictures import PORTRAITS as PICTURE
from render.h2olland.sights import NONE, Season, fitting, movers, places, reach, spots
from render.h2olland.window import quarter, whole
from tests.render import golden
from tests.render.h2olland.gallery import GALLERY, SPRING_BARN, WINTER_BARN, board_of_four
from tests.render.h2olland.positions import LONG_NAMES, MOCK_UP, NAMES, OBLONG, of_three, racing, staged, view


def differ(first: Image.Image, second: Image.Image, step: int = 40) -> set[tuple[int, int]]:
    """The upper left corners of the boxes in which two pictures differ."""
    return {
        (x, y)
        for x in range(0, first.width, step)
        for y in range(0, first.height, step)
        if first.crop((x, y, x + step, y + step)).tobytes() != second.crop((x, y, x + step, y + step)).tobytes()
    }


@pytest.mark.parametrize("name", GALLERY)
def test_i_picture_is_the_golden_one(name: str) -> None:
    """
    Every kind of picture looks as it did when it was last looked at.
    """
    golden.check(f"h2olland/{name}", GALLERY[name]())


@pytest.mark.parametrize("name", GALLERY)
def test_picture_is_in_the_palette_and_within_the_budget(name: str) -> None:
    """
    Pictures are in palette mode with at most 128 colours and weigh at most 250 kB.
    """
    image = GALLERY[name]()

    assert image.mode == "P"
    assert len(image.getcolors() or ()) <= len(palette().colours) <= 128
    assert len(png(image)) <= BYTE_BUDGET


def test_i_sizes() -> None:
    """
    The square board is 1200 x 1600, the oblong one 1200 x 1280; a quarter and a half are lower than 1600.
    """
    sizes = [
        PICTURE.board(view(MOCK_UP), Marks(), names=NAMES).size,
        PICTURE.board(view(OBLONG), Marks(), names=NAMES).size,
        PICTURE.private(view(MOCK_UP, 0), Marks(), names=NAMES).size,
        PICTURE.private(view(OBLONG, 0), Marks(), names=NAMES).size,
    ]

    assert sizes == [(1200, 1600), (1200, 1280), (1200, 1452), (1200, 1572)]


def test_named_inks_come_through() -> None:
    """
    The palette holds the named inks, or what no eye tells from them.
    """
    far = [ink for ink in NAMED if min(distance(ink, colour) for colour in palette().colours) > NEAR]

    assert far == []


def test_the_same_position_is_the_same_file() -> None:
    """
    Nothing in a picture hangs on what was drawn before.
    """
    first = png(board_of_four())
    PICTURE.board(view(OBLONG), Marks(), names=LONG_NAMES[:2])
    PICTURE.board(view(of_three()), Marks(), names=LONG_NAMES[:3])

    assert png(board_of_four()) == first


def test_another_process_draws_the_same_file() -> None:
    """
    Seeds come from keys, not from hashes that change with the process.
    """
    code = (
        "from hashlib import sha256; from render.core.encode import png; "
        "from tests.render.h2olland.gallery import board_of_four; print(sha256(png(board_of_four())).hexdigest())"
    )
    prints = {
        subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            check=True,
            text=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("7", "8")
    }

    assert len(prints) == 1


def test_threads_draw_the_same_file() -> None:
    """
    Pictures may be drawn in several threads at once.
    """
    names = ("board4", "quarter", "trade", "final")
    alone = [png(GALLERY[name]()) for name in names]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(lambda name: png(GALLERY[name]()), names * 2))

    assert together == alone * 2


def test_sprites_are_never_changed_in_place() -> None:
    """
    A cached sprite holds the same bytes after it has been drawn on boards.
    """
    sprite = on(SAND, field, "corn", 1.0, SAND, lying=True, seat=None)
    before = sprite.image.tobytes()
    board_of_four()

    assert sprite.image.tobytes() == before


def test_i_last_move_is_outlined_and_nothing_else_changes() -> None:
    """
    With the mark of 20-26 the picture differs round that border only.
    """
    plain = PICTURE.board(view(MOCK_UP), Marks(), names=NAMES)
    boxes = differ(plain, board_of_four())

    assert boxes
    assert all(240 <= x <= 440 and 960 <= y <= 1040 for x, y in boxes)


def test_i_a_field_taken_off_is_outlined_too() -> None:
    """
    A square that is empty now, such as by a flood, is framed all the same.
    """
    plain = PICTURE.board(view(MOCK_UP), Marks(), names=NAMES)
    framed = PICTURE.board(view(MOCK_UP), Marks(("B1",)), names=NAMES)

    assert {x // 80 * 80 + 40 for x, _ in differ(plain, framed, 80)} >= {120}


def test_marks_of_places_that_are_not_there_do_not_break_the_picture() -> None:
    """
    Marks of another board are left out.
    """
    assert PICTURE.board(view(OBLONG), Marks(("A14", "t28", "27-28", "?")), names=NAMES).size == (1200, 1280)


def test_e1_spots_are_squares_tiles_and_borders() -> None:
    """
    Marks name `J3`, `t9` and `3-4`.
    """
    found = spots(("J3", "t9", "3-4", "x"))

    assert (frozenset({"J3"}), frozenset({9}), frozenset({"3-4"})) == (found.squares, found.tiles, found.borders)


def test_i_legal_places_are_shown_to_the_one_who_acts() -> None:
    """
    The mover's preview outlines the borders that can take a dike; others and spectators see none.
    """
    assert places(view(MOCK_UP, 2)).borders == {"9-10", "3-9", "19-20", "23-27", "27-28"}
    assert places(view(MOCK_UP, 0)) == places(view(MOCK_UP)) == NONE


def test_i_race_shows_what_the_runner_can_reach_on_every_board() -> None:
    """
    In the race all see which fields the player to move can reach.
    """
    assert "H10" in reach(racing()).squares
    assert reach(view(MOCK_UP)) == NONE


def test_i_squares_of_a_quarter_say_what_can_be_placed() -> None:
    """
    One item of a kind stands for itself, several tulips for tulips of any colour; nothing out of season.
    """
    shown = staged(2, phase=Phase.SPRING, passed=(), barns=({}, {}, SPRING_BARN, {}))

    assert ("mill", "farm") == fitting(shown)["N8"]
    assert ("mill", "crop", "cow", "tulip") == fitting(view(OBLONG, 0))["A3"]
    assert fitting(view(MOCK_UP, 2)) == {}


def test_i_quarters_show_the_viewers_corner() -> None:
    """
    A quarter is eight by eight squares of 140 pixels at the seat's corner, on the oblong board nine by ten of 124.
    """
    table = view(MOCK_UP).table
    corners = [(quarter(table, seat).column, quarter(table, seat).row) for seat in range(4)]
    other = quarter(view(OBLONG).table, 1)

    assert corners == [(0, 0), (6, 0), (6, 6), (0, 6)]
    assert (other.column, other.row, other.columns, other.rows, other.size) == (5, 0, 9, 10, 124)
    assert (whole(table).wide, whole(table).high) == (1120, 1120)


def test_spectators_own_view_is_the_board() -> None:
    """
    Who has no seat sees the whole board.
    """
    assert png(PICTURE.private(view(MOCK_UP), Marks(), names=NAMES)) == png(
        PICTURE.board(view(MOCK_UP), Marks(), names=NAMES)
    )


STATES: dict[str, dict[str, Any]] = {
    "spring": {"phase": Phase.SPRING},
    "turning": {
        "phase": Phase.DRAIN, "area": (23, 27), "flipped": {23: Turned(Seat(2), "s.NW"), 27: Turned(Seat(1), None)},
        "used": ("L9",), "turning": 27,
    },
    "reward": {"phase": Phase.REWARD, "used": ("L9", "K9"), "owed": (0, 0, 2, 0)},
    "flood": {"phase": Phase.AUTUMN, "turn": Seat(-1), "cards": (1, 2, 3, 4)},
    "drought": {"phase": Phase.DROUGHT, "cards": (1, 2, 3, 6), "rotatable": {11: Seat(1)}},
    "rot": {"phase": Phase.WINTER, "turn": Seat(0), "cards": (1, 2, 3, 9)},
    "good harvest": {"phase": Phase.WINTER, "collecting": True, "turn": Seat(-1), "cards": (1, 2, 3, 11)},
    "last trade": {"phase": Phase.FINAL_TRADE, "turn": Seat(0), "year": 6, "cards": (1, 2, 3, 4, 5, 12)},
    "planting": {"phase": Phase.PLANTING, "year": 6},
    "sold out": {"phase": Phase.SPRING, "coop": {"corn": 1}},
    "over": {"phase": Phase.OVER, "turn": Seat(-1), "year": 6},
}  # fmt: skip


@pytest.mark.parametrize("state", STATES)
def test_i_every_moment_has_its_look(state: str) -> None:
    """
    Each phase is told in the head and drawn within the budget, for all and for a player.
    """
    shown = staged(2, passed=(), **STATES[state])
    drawn = [
        PICTURE.board(staged(passed=(), **STATES[state]), Marks(), names=LONG_NAMES),
        PICTURE.private(shown, Marks(), names=LONG_NAMES),
        PICTURE.preview(shown, Marks(), names=LONG_NAMES),
    ]
    head = (0, 0, 1200, 98)

    assert drawn[0].crop(head).tobytes() != board_of_four().crop(head).tobytes()
    assert max(len(png(image)) for image in drawn) <= BYTE_BUDGET


def test_r7_1_an_order_is_written_on_a_sheet_of_its_own() -> None:
    """
    In winter the preview of the one who trades is the order with prices and the running barn; another sees the board.
    """
    winter: dict[str, Any] = {"phase": Phase.WINTER, "passed": (), "barns": ({}, {}, WINTER_BARN, {})}
    mine = staged(2, **winter)
    written = replace(mine, basket=Basket(("3be>co", "t1"), keep=("corn", "cow")))

    assert PICTURE.preview(mine, Marks(), names=NAMES).size == (1200, 1256)
    assert PICTURE.preview(staged(0, **winter), Marks(), names=NAMES).size == (1200, 1600)
    assert differ(PICTURE.preview(mine, Marks(), names=NAMES), PICTURE.preview(written, Marks(), names=NAMES))


def test_r7_4_a_long_order_shows_its_end() -> None:
    """
    Sixty trades are more than fit: the last lines are drawn, the others counted.
    """
    rich = {"phase": Phase.FINAL_TRADE, "barns": ({}, {}, {"cow": 8, "potato": 20, "carrot": 9, "bean": 9}, {})}
    trades = ("cw>co",) * 6 + ("3po>be",) * 6 + ("t2",) * 2
    shown = replace(staged(2, passed=(), **rich), basket=Basket(trades))
    order = ledger(shown)
    image = PICTURE.preview(shown, Marks(), names=NAMES)

    assert order is not None
    assert len(order.deals) == 14
    assert order.limit is None
    assert len(png(image)) <= BYTE_BUDGET


def test_g_a_shared_win_is_told() -> None:
    """
    Without a single winner the plate is nobody's, and both places are first.
    """
    shown = racing()
    table = replace(shown.table, phase=Phase.OVER, turn=Seat(-1))
    result = outcome(table)
    even = replace(result, places=(1, 1, 3, 4))
    one, two = (PICTURE.final(replace(shown, table=table), each, names=NAMES) for each in (result, even))

    assert min(y for _, y in differ(one, two)) == 0


def test_lettering_is_drawn_in_the_readers_language() -> None:
    """
    A theme's words take the place of the English ones.
    """
    dutch = Theme("nl", {"Summer": "Zomer", "lay a dike or pass": "leg een dijk of pas"})
    plain = PICTURE.board(view(MOCK_UP), Marks(), names=NAMES)
    other = PICTURE.board(view(MOCK_UP), Marks(), names=NAMES, theme=dutch)
    boxes = differ(plain, other)

    assert set(dutch.words) <= set(PICTURE.lettering)
    assert boxes
    assert all(y <= 80 for _, y in boxes)


def test_who_is_to_move_and_what_time_it_is() -> None:
    """
    One seat, all in a sealed trade, nobody in autumn and at the end.
    """
    found = [
        movers(staged(**changes).table)
        for changes in (
            {},
            {"phase": Phase.WINTER, "collecting": True, "turn": Seat(-1)},
            {"phase": Phase.AUTUMN, "turn": Seat(-1)},
            {"phase": Phase.OVER},
        )
    ]

    assert found == [(2,), (0, 1, 2, 3), (), ()]
    assert len(Season) == 5


def test_h2olland_fulfils_the_protocol() -> None:
    """
    The pictures can be warmed; all words drawn are there for translators.
    """
    pictures = PICTURE
    for _ in pictures.warm():
        pass

    assert {"{name} to move", "Prices", "{name} wins", "no fields in barn"} <= set(pictures.lettering)
    assert INK != WATER
