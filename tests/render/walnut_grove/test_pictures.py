"""What Walnut Grove's pictures show, that they repeat exactly, and what they weigh."""

import pytest
from msgspec.structs import replace
from PIL import Image

from games.core.game import Marks, Offer
from games.core.seats import Seat
from games.walnut_grove.state import Table
from games.walnut_grove.view import farm_of
from render.core.picture import Theme
from render.walnut_grove import PICTURE
from render.walnut_grove.plates import farms
from render.walnut_grove.terrain import plan, street, walks
from tests.cases.walnut_grove.position import farm_from
from tests.render.walnut_grove.gallery import TOLD
from tests.render.walnut_grove.positions import NAMES, alone, four, mock_up, spring, view


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


def test_7_plates() -> None:
    """
    The board is the town and all farms; a player has the own farm first as long as farms are at work.
    """
    shown = {
        "board": PICTURE.board(view(four()), Marks(), names=NAMES),
        "solo": PICTURE.board(view(alone()), Marks(), names=NAMES[:1]),
        "spring": PICTURE.private(view(spring(2), 2), Marks(), names=NAMES),
        "autumn": PICTURE.private(view(mock_up(), 1), Marks(), names=NAMES),
        "since": PICTURE.since(view(mock_up()), TOLD, names=NAMES),
        "seat": PICTURE.seat(view(mock_up(), 1), Seat(2), marks=Marks(), names=NAMES),
    }
    named = {what: [plate.shows for plate in plates] for what, plates in shown.items()}

    assert named == {
        "board": ["town", "farms"],
        "solo": ["town", "farms"],
        "spring": ["farm:2", "town"],
        "autumn": ["town", "farms"],
        "since": ["town", "farms:0,1", "farms:2"],
        "seat": ["farms:2,1"],
    }


def test_a_change_on_a_farm_leaves_the_town_as_it_is() -> None:
    """
    The plate of the town depends on nothing but the town, so that it is not drawn again when goods move on a farm.
    """
    before = mock_up()
    after = before.with_farm(Seat(2), replace(before.farms[2], barn={"w": 1}))
    boards = [PICTURE.board(view(table), Marks(), names=NAMES) for table in (before, after)]

    assert boards[0][0] == boards[1][0]
    assert boards[0][1] != boards[1][1]


@pytest.mark.parametrize(
    ("cells", "size"),
    [
        ((), 104),
        (("J1", "J2", "J3"), 64),
        (tuple(f"J{row}" for row in range(1, 11)), 24),
        (("J1", *(f"{column}1" for column in "IHGFEDCBA")), 36),
    ],
)
def test_7_cells_shrink_as_the_farm_grows(cells: tuple[str, ...], size: int) -> None:
    """
    Cells are the largest that fit, and every tile is shown.
    """
    sight = farm_of(view(with_tiles(cells)), Seat(0))
    box = plan.Box(44, 38, 530, 268)
    grid = plan.grid_of(sight, box, farms.MOST)
    corners = [grid.at(tile.column, tile.row) for tile in (*sight.printed, *sight.tiles)]

    assert grid.cell == size
    assert all(box.left <= x <= box.right - size and box.top <= y <= box.foot - size for x, y in corners)


def test_17_5_only_what_is_offered_is_framed() -> None:
    """
    The one to move sees no frames before the panel offers anything; each offer changes the picture where it is.
    """
    mine = view(mock_up(), 1)
    bare = PICTURE.preview(mine, Marks(), names=NAMES)[0].image()
    offered = PICTURE.preview(mine, Marks(offers=(Offer("town:post"),)), names=NAMES)[0].image()

    assert not differ(bare, PICTURE.board(view(mock_up()), Marks(), names=NAMES)[0].image())
    assert differ(bare, offered)
    assert all(x < 200 and y < 280 for x, y in differ(bare, offered))


def test_r3_4_coins_are_face_down_for_others() -> None:
    """
    Juno sees what her coins are worth, Bram does not.
    """
    boxes = differ(
        PICTURE.seat(view(mock_up(), 2), Seat(2), marks=Marks(), names=NAMES)[0].image(),
        PICTURE.seat(view(mock_up()), Seat(2), marks=Marks(), names=NAMES)[0].image(),
    )

    assert boxes
    assert all(y < 120 for _, y in boxes)


def test_r6_3_the_way_of_a_figure_follows_the_road() -> None:
    """
    From below the road to above it the line goes round by the Town Hall gate; a lap goes by both gates.
    """
    upper, lower = street.find_standing_places(1, 1)[0], street.find_standing_places(9, 1)[0]

    assert walks.route(lower, upper) == [lower, (48, 497), (48, 209), upper]
    assert walks.route(upper, upper) == [upper, (1052, 209), (1052, 497), (48, 497), (48, 209), upper]


def test_lettering_is_drawn_in_the_readers_language() -> None:
    """
    A theme's words take the place of the English ones, names of buildings stay.
    """
    dutch = Theme("nl", {"autumn": "herfst", "next": "wacht", "free": "gratis"})
    plain = PICTURE.board(view(mock_up()), Marks(), names=NAMES)
    other = PICTURE.board(view(mock_up()), Marks(), names=NAMES, theme=dutch)

    assert set(dutch.words) <= set(PICTURE.lettering)
    assert all(differ(one.image(), two.image()) for one, two in zip(plain, other, strict=True))
