"""Where streets end in Green Town: dead ends are seen at every scale, darts only while tiles can be laid."""

import pytest
from msgspec.structs import replace
from PIL import Image

from games.greentown.view import Board, board_of
from render.greentown import town
from render.greentown.board import MAP, SIZE, sheet
from render.greentown.hexagon import APOTHEM, Layout, layout, place, towards
from render.greentown.inks import RUST, palette
from render.greentown.paint import Painter
from render.greentown.sights import NOTHING
from render.greentown.signs import plaque_text
from tests.render.greentown.gallery import seen
from tests.render.greentown.positions import long_town, mock_up

SEEN = 15
"""Pixels of rust that a bar across a dead end has at least."""


def drawn(shown: Board, *, finished: bool = False) -> Image.Image:
    """The map of a board alone, in RGB."""
    painter = Painter(sheet(SIZE, MAP))
    town.draw(painter, shown, NOTHING, MAP, finished=finished)
    return painter.image.convert("RGB")


def laid_out(shown: Board) -> Layout:
    """Where the spaces of a board stand on the map."""
    left, top, right, bottom = MAP
    across, down = town.MARGIN
    spaces = [place(each) for each in (*(tile.at for tile in shown.tiles), *shown.open)]
    return layout(spaces, (left + across, top + down, right - across, bottom - down))


def without(shown: Board, *sorts: str) -> Board:
    """The board as if no street of some sorts (`open`, `dead`) ended."""
    return replace(shown, tiles=tuple(replace(tile, **dict.fromkeys(sorts, ())) for tile in shown.tiles))


def board(name: str) -> Board:
    """A town of usual size, and one so long that its hexagons are the smallest."""
    return board_of(seen(mock_up if name == "usual" else long_town))


@pytest.mark.parametrize("name", ["usual", "long"])
def test_a_dead_end_is_seen_at_every_scale(name: str) -> None:
    """
    Across each dead end lie at least fifteen pixels of the colour that nothing else of a tile has.
    """
    shown = board(name)
    image, at = drawn(shown), laid_out(shown)
    rust = palette().colours[palette().index(RUST)]
    for tile in shown.tiles:
        x, y = at.at(place(tile.at))
        for side in tile.dead:
            dx, dy = towards(side, APOTHEM - 7)
            left, top = round(x + dx * at.unit) - 9, round(y + dy * at.unit) - 9
            colours = image.crop((left, top, left + 18, top + 18)).getcolors() or []

            assert {colour: count for count, colour in colours}.get(rust, 0) >= SEEN, (tile.at, side)


def test_nothing_lies_on_the_coordinates_of_a_town_of_usual_size() -> None:
    """
    With all bars and darts or with none, the names of tiles look the same.
    """
    shown = board("usual")
    at = laid_out(shown)
    full, bare = drawn(shown), drawn(without(shown, "open", "dead"))
    for tile in shown.tiles:
        x, y = at.at(place(tile.at))
        y += round(plaque_text(at.unit))
        box = (x - 18, y - 9, x + 18, y + 9)

        assert full.crop(box).tobytes() == bare.crop(box).tobytes(), tile.at
    assert full.tobytes() != bare.tobytes()


def test_a_finished_town_has_no_darts() -> None:
    """
    Open streets are marked while a tile can be laid at them, and not in the result.
    """
    shown = board("usual")

    assert drawn(shown, finished=True).tobytes() == drawn(without(shown, "open"), finished=True).tobytes()
    assert drawn(shown).tobytes() != drawn(without(shown, "open")).tobytes()
