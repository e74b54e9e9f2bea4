"""What Walnut Grove's pictures show, that they repeat exactly, and what they weigh."""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest
from msgspec.structs import replace
from PIL import Image

from games.core.game import Marks
from games.core.seats import Seat
from games.walnut_grove.case_position import farm_from
from games.walnut_grove.state import Table
from games.walnut_grove.view import farm_of, reachable
from render.core.encode import png
from render.core.palette import NEAR, distance
from render.core.picture import Theme
from render.core.plates import BYTE_BUDGET
from render.walnut_grove import plan, street, town
from render.walnut_grove.inks import NAMED, palette
from render.walnut_grove.pictures import PORTRAITS as PICTURE
from tests.render import golden
from tests.render.walnut_grove.gallery import GALLERY
from tests.render.walnut_grove.gallery import town as town_picture
from tests.render.walnut_grove.positions import LONG_NAMES, NAMES, mock_up, reveal, spring, view


def differ(first: Image.Image, second: Image.Image, step: int = 40) -> set[tuple[int, int]]:
    """The upper left corners of the boxes in which two pictures differ."""
    return {
        (x, y)
        for x in range(0, first.width, step)
        for y in range(0, first.height, step)
        if first.crop((x, y, x + step, y + step)).tobytes() != second.crop((x, y, x + step, y + step)).tobytes()
    }


def with_tiles(cells: tuple[str, ...]) -> Table:
    """The target picture's table with one tile after the other laid on cells of Ada's farm."""
    tiles = [[f"L{i + 1:02}", cell, i % 4] for i, cell in enumerate(cells)]
    farm = farm_from({"tiles": tiles, "huts": 2, "barns": 2, "labourers": ["blue", "white", "yellow", "blue"]})
    base = mock_up()
    return replace(base, farms=(farm, *base.farms[1:]))


@pytest.mark.parametrize("name", GALLERY)
def test_7_picture_is_the_golden_one(name: str) -> None:
    """
    Every kind of picture looks as it did when it was last looked at; it has at most 128 colours and 250 kB.
    """
    image = GALLERY[name]()

    golden.check(f"walnut_grove/{name}", image)
    assert image.mode == "P"
    assert len(image.getcolors() or ()) <= len(palette().colours) <= 128
    assert len(png(image)) <= BYTE_BUDGET


def test_7_sizes() -> None:
    """
    The town is 1200 x 1000, a farm 1200 x 1200, with a hand of tiles 216 more; a turn shows both.
    """
    table = mock_up()
    sizes = [
        PICTURE.board(view(table), Marks(), names=NAMES).size,
        PICTURE.seat(view(table), Seat(0), marks=Marks(), names=NAMES).size,
        PICTURE.private(view(spring(2), 2), Marks(), names=NAMES).size,
        PICTURE.private(view(table, 1), Marks(), names=NAMES).size,
        PICTURE.private(view(table), Marks(), names=NAMES).size,
    ]

    assert sizes == [(1200, 1000), (1200, 1200), (1200, 1416), (1200, 2200), (1200, 1000)]


def test_named_inks_come_through() -> None:
    """
    The palette holds the named inks, or what no eye tells from them.
    """
    far = [ink for ink in NAMED if min(distance(ink, colour) for colour in palette().colours) > NEAR]

    assert far == []


def test_the_same_position_is_the_same_file() -> None:
    """
    Nothing in a picture hangs on what was drawn before, or on the thread it is drawn in.
    """
    first = png(town_picture())
    PICTURE.board(view(reveal()), Marks(), names=LONG_NAMES)
    with ThreadPoolExecutor(4) as pool:
        others = [each.result() for each in [pool.submit(lambda: png(town_picture())) for _ in range(4)]]

    assert others == [first] * 4


def test_another_process_draws_the_same_file() -> None:
    """
    Seeds come from keys, not from hashes that change with the process.
    """
    code = (
        "from hashlib import sha256; from render.core.encode import png; "
        "from tests.render.walnut_grove.gallery import farm; print(sha256(png(farm())).hexdigest())"
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


@pytest.mark.parametrize(
    ("cells", "size"),
    [
        ((), 160),
        (("J1", "J2", "J3"), 128),
        (tuple(f"J{row}" for row in range(1, 11)), 56),
        (("J1", *(f"{column}1" for column in "IHGFEDCBA")), 80),
    ],
)
def test_7_cells_shrink_as_the_farm_grows(cells: tuple[str, ...], size: int) -> None:
    """
    Cells are the largest that fit with one ring around; a farm larger still drops the ring, and every tile is shown.
    """
    table = with_tiles(cells)
    sight = farm_of(view(table), Seat(0))
    grid = plan.grid_of(sight)

    assert grid.cell == size
    assert all(grid.shows(tile.column, tile.row) for tile in (*sight.printed, *sight.tiles))
    assert len(png(PICTURE.seat(view(table), Seat(0), marks=Marks(), names=NAMES))) <= BYTE_BUDGET


def test_r6_5_buildings_that_can_be_chosen_are_framed_for_the_one_to_move() -> None:
    """
    Bram, to move, sees frames round the houses he can pay and that are free; others see none.
    """
    mine = view(mock_up(), 1)

    assert reachable(view(mock_up(), 0)) == ()
    assert "post" in reachable(mine)
    assert differ(town.draw(town.scene(mine, Marks(), NAMES, Theme(), ("post",))), town_picture())


def test_r3_4_coins_are_face_down_for_others() -> None:
    """
    Juno sees what her coins are worth, Bram does not.
    """
    boxes = differ(
        PICTURE.seat(view(mock_up(), 2), Seat(2), marks=Marks(), names=NAMES),
        PICTURE.seat(view(mock_up()), Seat(2), marks=Marks(), names=NAMES),
    )

    assert boxes
    assert all(y < 120 or 800 <= y < 920 for _, y in boxes)


def test_r6_3_the_way_of_a_figure_follows_the_road() -> None:
    """
    From below the road to above it the line goes round by the Town Hall gate; a lap goes by both gates.
    """
    upper, lower = street.standing(1, 1)[0], street.standing(9, 1)[0]

    assert town.route(lower, upper) == [lower, (59, 641), (59, 255), upper]
    assert town.route(upper, upper) == [upper, (1141, 255), (1141, 641), (59, 641), (59, 255), upper]


def test_lettering_is_drawn_in_the_readers_language() -> None:
    """
    A theme's words take the place of the English ones, names of buildings stay.
    """
    dutch = Theme("nl", {"autumn": "herfst", "done": "klaar", "free": "gratis"})
    boxes = differ(
        PICTURE.board(view(mock_up()), Marks(), names=NAMES),
        PICTURE.board(view(mock_up()), Marks(), names=NAMES, theme=dutch),
    )

    assert set(dutch.words) <= set(PICTURE.lettering)
    assert boxes


def test_walnut_grove_fulfils_the_protocol() -> None:
    """
    The pictures can be warmed; all words drawn are there for translators.
    """
    pictures = PICTURE
    for _ in pictures.warm():
        pass

    assert {"to move", "{name} wins", "winter needs", "storehouse"} <= set(pictures.lettering)
