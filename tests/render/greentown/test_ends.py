"""Where streets end in Green Town: dead ends are seen at every scale, darts only while tiles can be laid."""

import pytest
from msgspec.structs import replace
from PIL import Image

from games.greentown.view import Board, board_of
from render.greentown.inks import RUST, palette
from render.greentown.paint import Painter
from render.greentown.plates import board
from render.greentown.terrain import town
from render.greentown.terrain.hexagon import APOTHEM, place, towards
from render.greentown.terrain.scale import scale
from render.greentown.terrain.town import Town, lay_out
from tests.render.greentown.gallery import seen
from tests.render.greentown.positions import long_town, mock_up

SEEN = 15
"""Pixels of rust that a bar across a dead end has at least."""


def mapped(shown: Board, *, finished: bool = False) -> Town:
    """The town of a board with nothing marked."""
    return Town(shown.tiles, () if finished else shown.open)


def drawn(shown: Board, *, finished: bool = False) -> Image.Image:
    """The map of a board alone, in RGB."""
    painter = Painter(board.land())
    town.draw(painter, mapped(shown, finished=finished), board.MAP)
    return painter.image.convert("RGB")


def without(shown: Board, *sorts: str) -> Board:
    """The board as if no street of some sorts (`open`, `dead`) ended."""
    return replace(shown, tiles=tuple(replace(tile, **dict.fromkeys(sorts, ())) for tile in shown.tiles))


def position(name: str) -> Board:
    """A town of usual size, and one so long that its hexagons are the smallest."""
    return board_of(seen(mock_up if name == "usual" else long_town))


@pytest.mark.parametrize("name", ["usual", "long"])
def test_a_dead_end_is_seen_at_every_scale(name: str) -> None:
    """
    Across each dead end lie at least fifteen pixels of the colour that nothing else of a tile has.
    """
    shown = position(name)
    image, at = drawn(shown), lay_out(mapped(shown), board.MAP)
    rust = palette().colours[palette().index(RUST)]
    for tile in shown.tiles:
        x, y = at.at(place(tile.at))
        for side in tile.dead:
            dx, dy = towards(side, APOTHEM - 7)
            left, top = round(x + dx * at.unit) - 9, round(y + dy * at.unit) - 9
            colours = image.crop((left, top, left + 18, top + 18)).getcolors() or []

            assert {colour: count for count, colour in colours}.get(rust, 0) >= SEEN, (tile.at, side)


def test_nothing_lies_on_the_names_of_a_town_of_usual_size() -> None:
    """
    With all bars and darts or with none, the names of tiles look the same.
    """
    shown = position("usual")
    at = lay_out(mapped(shown), board.MAP)
    sizes = scale(at.wide)
    full, bare = drawn(shown), drawn(without(shown, "open", "dead"))
    for tile in shown.tiles:
        x, y = at.at(place(tile.at))
        y += round(sizes.hotel_y if tile.kind is None else sizes.sign_y)
        box = (x - 23, y - 11, x + 23, y + 11)

        assert full.crop(box).tobytes() == bare.crop(box).tobytes(), tile.at
    assert full.tobytes() != bare.tobytes()


def test_a_finished_town_has_no_darts() -> None:
    """
    Open streets are marked while a tile can be laid at them, and not in the result.
    """
    shown = position("usual")

    assert drawn(shown, finished=True).tobytes() == drawn(without(shown, "open"), finished=True).tobytes()
    assert drawn(shown).tobytes() != drawn(without(shown, "open")).tobytes()


@pytest.mark.parametrize("name", ["usual", "long"])
def test_the_town_lies_whole_on_its_map(name: str) -> None:
    """
    No tile is cut by the edge of the map, and of no open space the name.
    """
    shown = position(name)
    left, top, right, bottom = board.MAP
    at = lay_out(mapped(shown), board.MAP)
    for tile in shown.tiles:
        x, y = at.at(place(tile.at))

        assert left <= x - at.wide / 2 <= x + at.wide / 2 <= right, tile.at
        assert top <= y - at.wide / 1.73 <= y + at.wide / 1.73 <= bottom, tile.at
    for space in shown.open:
        x, y = at.at(place(space))

        assert left <= x - 35 <= x + 35 <= right, space
        assert top <= y - 20 <= y + 20 <= bottom, space
