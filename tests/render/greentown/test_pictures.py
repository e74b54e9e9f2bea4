"""What Green Town's pictures show, that they repeat exactly, and what they weigh."""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256

import pytest
from msgspec.structs import replace
from PIL import Image

from games.core.game import Marks
from games.core.seats import Seat
from games.greentown import GAME
from games.greentown.state import Sheet, State, Table
from games.greentown.view import View
from render.core.encode import png
from render.core.picture import Theme
from render.core.plates import BYTE_BUDGET
from render.greentown import final
from render.greentown.inks import CREAM, INK, PAPER, READY, RED, SAND, palette
from render.greentown.paint import on
from render.greentown.pictures import PORTRAITS as PICTURE
from render.greentown.tiles import Look, tile
from tests.render import golden
from tests.render.greentown.gallery import GALLERY, IN_TURN, board_of_four, seen
from tests.render.greentown.positions import NAMES, building_draft, mock_up, opening, touring_draft

LINE = (0, 72, 1200, 114)
MAP = (16, 122, 1184, 1064)
PANELS = (0, 1070, 1200, 1300)
SUPPLY = (0, 1304, 1000, 1420)


def boarded(table: Table) -> Image.Image:
    """The picture of an open table, as everybody sees it."""
    view = View(seat=None, table=table, sheets=(None,) * len(table.players))
    return PICTURE.board(view, Marks(), names=NAMES[: len(table.players)])


def share(image: Image.Image, colour: tuple[int, int, int], box: tuple[int, int, int, int]) -> int:
    """How many pixels of a box have a colour."""
    index = palette().colours.index(colour)
    return image.crop(box).histogram()[index]


@pytest.mark.parametrize("name", GALLERY)
def test_s9_picture_is_the_golden_one(name: str) -> None:
    """
    Every kind of picture looks as it did when it was last looked at.
    """
    golden.check(f"greentown/{name}", GALLERY[name]())


@pytest.mark.parametrize("name", GALLERY)
def test_picture_is_in_the_palette_and_within_the_budget(name: str) -> None:
    """
    Pictures are in palette mode with at most 128 colours and weigh at most 250 kB.
    """
    image = GALLERY[name]()

    assert image.mode == "P"
    assert len(image.getcolors() or ()) <= len(palette().colours) <= 128
    assert len(png(image)) <= BYTE_BUDGET


def test_s9_sizes() -> None:
    """
    The table and the result are 1200 x 1420, one player's things 1200 x 630.
    """
    sizes = {name: make().size for name, make in GALLERY.items()}

    assert sizes.pop("seat") == (1200, 630)
    assert set(sizes.values()) == {(1200, 1420)}


def test_named_inks_come_through_exactly() -> None:
    """
    The palette keeps the colours of the grounds, so that sprites lie on them without a rim.
    """
    row = Image.new("RGB", (5, 1))
    row.putdata([INK, PAPER, CREAM, SAND, RED])
    drawn = palette().bring(row).convert("RGB")

    assert [drawn.getpixel((x, 0)) for x in range(5)] == [INK, PAPER, CREAM, SAND, RED]


def test_the_same_position_is_the_same_file() -> None:
    """
    Nothing in a picture hangs on what was drawn before, nor on the order of sets.
    """
    first = png(board_of_four())
    for make in IN_TURN:
        make()

    assert png(board_of_four()) == first


def test_another_process_draws_the_same_file() -> None:
    """
    Seeds come from keys, not from hashes that change with the process.
    """
    code = (
        "from hashlib import sha256; from render.core.encode import png; "
        "from tests.render.greentown.gallery import board_of_four; print(sha256(png(board_of_four())).hexdigest())"
    )
    environment = {**os.environ, "PYTHONHASHSEED": "7"}
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True, env=environment)

    assert found.stdout.strip() == sha256(png(board_of_four())).hexdigest()


def test_threads_draw_the_same_file() -> None:
    """
    Pictures may be drawn in several threads at once.
    """
    names = ("board4", "building", "seat", "final4")
    alone = [png(GALLERY[name]()) for name in names]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(lambda name: png(GALLERY[name]()), names * 2))

    assert together == alone * 2


def test_sprites_are_never_changed_in_place() -> None:
    """
    A cached sprite holds the same bytes after it has been drawn on boards.
    """
    sprite = on(CREAM, tile, Look("cow", "14", vacant=True), 1.0)
    before = sprite.image.tobytes()
    board_of_four()
    GALLERY["building"]()

    assert sprite.image.tobytes() == before


def test_s9_red_is_the_last_turn_and_nothing_else() -> None:
    """
    Without a last turn no pixel is red, and in a draft hatching takes its place.
    """
    whole = (0, 0, 1200, 1420)
    table = mock_up().table

    assert share(boarded(table), RED, whole) > 3000
    assert share(boarded(replace(table, last=None)), RED, whole) == 0
    assert share(PICTURE.preview(seen(touring_draft, Seat(2)), Marks(), names=NAMES), RED, whole) == 0


def test_s9_last_turn_changes_line_map_and_pay_only() -> None:
    """
    Supply and cards look the same with and without the last turn.
    """
    table = mock_up().table
    after, plain = boarded(table), boarded(replace(table, last=None))

    assert after.crop(LINE).tobytes() != plain.crop(LINE).tobytes()
    assert after.crop(MAP).tobytes() != plain.crop(MAP).tobytes()
    assert after.crop(PANELS).tobytes() != plain.crop(PANELS).tobytes()
    assert after.crop(SUPPLY).tobytes() == plain.crop(SUPPLY).tobytes()


def test_marks_go_before_the_last_turn() -> None:
    """
    The platform's marks are drawn; the marks of the last turn are the last turn.
    """
    before = GAME.view(touring_draft().state, None)
    view = seen(mock_up)
    other = PICTURE.board(view, Marks(spots=("laid:J15", "tree:M16"), seat=Seat(1)), names=NAMES)
    bare = View(seat=None, table=replace(before.table, doing=None), sheets=before.sheets)
    led = GAME.marks(bare, view)

    assert any(spot.startswith("tour:") for spot in led.spots)
    assert png(other) != png(board_of_four())


def test_marks_of_spaces_that_are_gone_do_not_break_the_picture() -> None:
    """
    A tour over a tile that an undo has taken back is left out.
    """
    view = seen(opening)
    image = PICTURE.board(view, Marks(spots=("tour:M12-A1-M12", "laid:B2"), seat=Seat(0)), names=NAMES[:2])

    assert image.size == (1200, 1420)


def test_r6_2_kind_to_be_laid_is_framed() -> None:
    """
    The stacks with the fewest streets lie on the lighter field; when the twos are gone, the threes do.
    """
    table = mock_up().table
    twos = boarded(table)
    threes = boarded(replace(table, supply={**table.supply, "2-cow": 0, "2-tree": 0, "2-flower": 0}))
    places = {"twos": (4, 1304, 310, 1420), "threes": (312, 1304, 612, 1420)}
    lighter = [{name for name, box in places.items() if share(image, READY, box) > 5000} for image in (twos, threes)]

    assert lighter == [{"twos"}, {"threes"}]


def test_s4_3_greenies_of_others_are_not_shown() -> None:
    """
    Everybody's picture is the same whatever the Greenies are; a player's own shows that player's alone.
    """
    state = mock_up().state
    rich = State(state.table, tuple(replace(sheet, nature=sheet.nature + 9) for sheet in state.sheets))
    names = NAMES

    def drawn(given: State, seat: Seat | None) -> Image.Image:
        return PICTURE.private(GAME.view(given, seat), Marks(), names=names)

    assert png(drawn(state, None)) == png(drawn(rich, None))
    mine, richer = drawn(state, Seat(0)), drawn(rich, Seat(0))
    assert mine.crop((0, 1070, 300, 1300)).tobytes() != richer.crop((0, 1070, 300, 1300)).tobytes()
    assert mine.crop((300, 1070, 1200, 1300)).tobytes() == richer.crop((300, 1070, 1200, 1300)).tobytes()


def test_s9_draft_shows_where_it_may_go_on() -> None:
    """
    In a draft that has an operation left, open spaces and tiles that may be developed have another rim.
    """
    view = seen(building_draft, Seat(3))
    legal = GALLERY["building"]()
    table = view.table
    assert table.doing is not None
    done = PICTURE.preview(
        View(seat=Seat(3), table=replace(table, doing=replace(table.doing, forgone=True)), sheets=view.sheets),
        Marks(),
        names=NAMES,
    )

    assert legal.crop(MAP).tobytes() != done.crop(MAP).tobytes()


def test_preview_without_a_draft_is_the_table() -> None:
    """
    Before a marker is announced there is nothing to hatch.
    """
    view = seen(mock_up, Seat(3))

    assert png(PICTURE.preview(view, Marks(), names=NAMES)) == png(PICTURE.private(view, Marks(), names=NAMES))


@pytest.mark.parametrize("change", ["deciding", "second", "last_turns", "turning", "over"])
def test_s9_every_moment_has_its_look(change: str) -> None:
    """
    Decision, second turn in succession, last turns, a card to be turned up and the end all change the picture.
    """
    table = mock_up().table
    changed = {
        "deciding": replace(table, deciding=True),
        "second": replace(table, second=True),
        "last_turns": replace(table, queue=(Seat(3), Seat(0))),
        "turning": replace(table, top=None, turn_up=True),
        "over": replace(table, over=True),
    }[change]

    assert png(boarded(changed)) != png(boarded(table))


def test_lettering_is_drawn_in_the_readers_language() -> None:
    """
    Words given for a language are drawn; a word without translation stays English.
    """
    dutch = Theme("nl", {"next": "volgende", "{name} to move": "{name} is aan zet"})
    view = seen(mock_up)
    english, other = board_of_four(), PICTURE.board(view, Marks(), names=NAMES, theme=dutch)

    assert set(dutch.words) <= set(PICTURE.lettering)
    assert other.crop((880, 0, 1200, 70)).tobytes() != english.crop((880, 0, 1200, 70)).tobytes()
    assert other.crop(MAP).tobytes() == english.crop(MAP).tobytes()


def test_greentown_fulfils_the_protocol() -> None:
    """
    The pictures can be warmed, and every word is listed for translators.
    """
    pictures = PICTURE
    for _ in pictures.warm():
        pass

    assert {"{name} to move", "final score", "in the town", "draft"} <= set(pictures.lettering)


@pytest.mark.parametrize("seats", [2, 4])
def test_7_each_number_of_the_final_score_stands_at_its_own_row(seats: int) -> None:
    """
    Every row of the table shows what its label says, and there is a label for each.
    """
    sheet = Sheet(
        nature=21, culture=22, sport=23, shopping=24, missed=-5, settled=-6, from_others=25,
        tours=8, best=9, wishes_missed=10, erected=11, laid=12, developed=13,
    )  # fmt: skip

    shown = {final.LABEL[row]: final.value(sheet, row, 104) for row in final.rows(seats)}

    summed = {
        "trees": "21",
        "culture": "22",
        "sport": "23",
        "shopping": "24",
        "losses": "−5",
        "from others' tours": "25",
    }
    below = {
        "tours led": "8",
        "best tour": "9",
        "wishes missed": "10",
        "buildings": "11",
        "laid + developed": "12 + 13",
    }
    settled = {"settled between two": "−6"} if seats == 2 else {}
    assert summed | settled | {"total": "104"} | below == shown
