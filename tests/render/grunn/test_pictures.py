"""What Grunn's pictures show, that they repeat exactly, and what they weigh."""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256

import pytest
from msgspec.structs import replace
from PIL import ImageChops

from games.core.game import Marks
from games.core.seats import Seat
from games.grunn.state import Change
from render.core.encode import png
from render.core.picture import ENGLISH, Theme
from render.core.plates import BYTE_BUDGET
from render.grunn.inks import SEA, palette
from render.grunn.paint import on
from render.grunn.pictures import PORTRAITS as PICTURE
from render.grunn.signs import small_tile
from render.grunn.tiles import Tile, tile
from tests.render import golden
from tests.render.grunn.gallery import GALLERY, board_of_four
from tests.render.grunn.positions import NAMES, arranging, board, mock_up, table, view


@pytest.mark.parametrize("name", GALLERY)
def test_r22_picture_is_the_golden_one(name: str) -> None:
    """
    Every kind of picture looks as it did when it was last looked at.
    """
    golden.check(f"grunn/{name}", GALLERY[name]())


@pytest.mark.parametrize("name", GALLERY)
def test_picture_is_in_the_palette_and_within_the_budget(name: str) -> None:
    """
    Pictures are in palette mode with at most 128 colours and weigh at most 250 kB.
    """
    image = GALLERY[name]()

    assert image.mode == "P"
    assert len(image.getcolors() or ()) <= len(palette().colours) <= 128
    assert len(png(image)) <= BYTE_BUDGET


def test_r22_sizes() -> None:
    """
    The table is 1080 x 1350, a single landscape 1080 x 1080.
    """
    shown = view(mock_up())
    whole = PICTURE.board(shown, Marks(), names=NAMES)
    single = PICTURE.seat(shown, Seat(0), marks=Marks(), names=NAMES)

    assert whole.size == (1080, 1350)
    assert single.size == (1080, 1080)


def test_the_same_position_is_the_same_file() -> None:
    """
    Nothing in a picture hangs on what was drawn before, nor on the order of sets.
    """
    first = png(board_of_four())
    for seats in (2, 6):
        PICTURE.board(view(table(seats)), Marks(), names=("x",) * seats)

    assert png(board_of_four()) == first


def test_another_process_draws_the_same_file() -> None:
    """
    Seeds come from keys, not from hashes that change with the process.
    """
    code = (
        "from hashlib import sha256; from render.core.encode import png; "
        "from tests.render.grunn.gallery import board_of_four; print(sha256(png(board_of_four())).hexdigest())"
    )
    environment = {**os.environ, "PYTHONHASHSEED": "7"}
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True, env=environment)

    assert found.stdout.strip() == sha256(png(board_of_four())).hexdigest()


def test_threads_draw_the_same_file() -> None:
    """
    Pictures may be drawn in several threads at once.
    """
    names = ("board4", "preview", "seat", "final3")
    alone = [png(GALLERY[name]()) for name in names]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(lambda name: png(GALLERY[name]()), names * 2))

    assert together == alone * 2


def test_sprites_are_never_changed_in_place() -> None:
    """
    A cached sprite holds the same bytes after it has been drawn on boards.
    """
    sprites = [
        on(SEA, tile, Tile("bog", developed=False, number=3), 144),
        on(SEA, small_tile, Tile("bog", developed=False, number=3), 43),
    ]
    before = [sprite.image.tobytes() for sprite in sprites]
    board_of_four()
    board_of_four()

    assert [sprite.image.tobytes() for sprite in sprites] == before


def test_r22_last_change_is_outlined() -> None:
    """
    With the last change the picture differs round the changed cells and at the mover's line, and nowhere else.
    """
    changed = board_of_four()
    plain = PICTURE.board(view(replace(mock_up(), last=None)), Marks(), names=NAMES)
    boxes = [
        (x, y)
        for x in range(0, 1080, 90)
        for y in range(0, 1350, 90)
        if changed.crop((x, y, x + 90, y + 90)).tobytes() != plain.crop((x, y, x + 90, y + 90)).tobytes()
    ]

    assert boxes
    assert all(x >= 720 and y >= 1080 for x, y in boxes)


def test_marks_go_before_the_last_turn() -> None:
    """
    The platform's marks are outlined; without any, the latest finished turn is.
    """
    shown = view(mock_up())
    marked = PICTURE.board(shown, Marks(spots=("3:D2", "3:E3"), seat=Seat(3)), names=NAMES)
    other = PICTURE.board(shown, Marks(spots=("1:C2",), seat=Seat(1)), names=NAMES)

    assert png(marked) == png(board_of_four())
    assert png(other) != png(marked)


def test_r22_board_shows_the_mover_and_my_view_shows_me() -> None:
    """
    The posted board has the mover's landscape in the middle; a player's own view has that player's.
    """
    whole = PICTURE.board(view(mock_up()), Marks(), names=NAMES)
    mine = PICTURE.private(view(mock_up(), Seat(0)), Marks(), names=NAMES)
    theirs = PICTURE.private(view(mock_up(), Seat(1)), Marks(), names=NAMES)

    assert png(mine) == png(whole)
    assert png(theirs) != png(whole)


def test_r22_a_canal_that_scores_looks_different() -> None:
    """
    Anna's canal on D4s does not score, the one on E4s does.
    """
    canals = {canal.edge: canal.scores for canal in board(mock_up()).lands[0].canals}
    image = board_of_four().convert("RGB")
    colours = [image.getpixel((x, 937)) for x in range(232, 330)], [image.getpixel((x, 943)) for x in range(380, 500)]
    deep = [sum(1 for c in line if isinstance(c, tuple) and c[2] - c[0] > 120) for line in colours]

    assert canals == {"D4e": True, "D4s": False, "E4s": True, "E5e": True}
    assert deep[0] < 60 < deep[1]


def test_canals_left_outside_do_not_break_the_picture() -> None:
    """
    A canal that relocated tiles have left behind is shown as a stub at the edge, or not at all.
    """
    given = mock_up()
    anna = replace(given.players[0], canals=("B3e", "A2s", "G3s", "F1e", "C5s", "C7s"))
    image = PICTURE.board(view(replace(given, players=(anna, *given.players[1:]))), Marks(), names=NAMES)

    assert image.size == (1080, 1350)


def test_lettering_is_drawn_in_the_readers_language() -> None:
    """
    Words given for a language are drawn; a word without translation stays English.
    """
    dutch = Theme("nl", {"free": "gratis", "{name} to move": "{name} is aan zet"})
    shown = view(mock_up())
    english = PICTURE.board(shown, Marks(), names=NAMES, theme=ENGLISH)
    other = PICTURE.board(shown, Marks(), names=NAMES, theme=dutch)

    assert set(dutch.words) <= set(PICTURE.lettering)
    assert other.crop((60, 345, 260, 400)).tobytes() != english.crop((60, 345, 260, 400)).tobytes()
    assert other.crop((744, 500, 1064, 850)).tobytes() == english.crop((744, 500, 1064, 850)).tobytes()


def test_marks_of_an_arrangement_and_of_nothing() -> None:
    """
    A change that names cells which are gone is drawn without them.
    """
    given = replace(mock_up(), last=Change(Seat(0), ("Z9", "D4s", "Q3e")))
    image = PICTURE.board(view(given), Marks(), names=NAMES)

    assert image.size == (1080, 1350)


def test_cells_chosen_so_far_show_their_tiles_ringed() -> None:
    """
    A preview of a half-made arrangement or relocation differs from the bare one only where something is chosen.
    """
    empty = view(arranging(2), Seat(0))
    chosen = Marks(("0:D4", "0:E4"), Seat(0))
    bare = PICTURE.preview(empty, Marks(), names=NAMES)
    sketched = PICTURE.preview(empty, chosen, names=NAMES)
    shown = view(mock_up(), Seat(0))
    ringed = PICTURE.preview(shown, Marks(("0:D4",), Seat(0)), names=NAMES)

    assert ImageChops.difference(bare.convert("RGB"), sketched.convert("RGB")).getbbox() is not None
    assert bare.crop((740, 430, 1080, 1140)).tobytes() == sketched.crop((740, 430, 1080, 1140)).tobytes()
    assert bare.crop((0, 1150, 1080, 1350)).tobytes() == sketched.crop((0, 1150, 1080, 1350)).tobytes()
    assert ringed.tobytes() != PICTURE.preview(shown, Marks(("0:E4",), Seat(0)), names=NAMES).tobytes()


def test_grunn_fulfils_the_protocol() -> None:
    """
    The pictures are found under the game's key and can be warmed.
    """
    pictures = PICTURE
    for _ in pictures.warm():
        pass

    assert "{name} to move" in pictures.lettering
