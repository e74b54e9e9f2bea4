"""Pictures of positions that come up in play, early and late, for each number of players."""

from hashlib import sha256

import pytest

from bot.edge.limits import ALT_TEXT
from games.core.game import Marks, Setup
from games.core.running.selfplay import play_steps
from games.core.seats import Seat
from games.core.words import Words
from games.grunn import GAME
from render.core.plates import BYTE_BUDGET, HIGH, SCORE, WIDE, encode_plate
from render.grunn import PICTURE
from render.grunn.terrain.layout import CELL, layout
from tests.render.grunn.positions import board

NAMES = (
    "Bartholomeus van der Hoogenbergh", "Maximiliana Featherstonehaugh II", "Wilhelmina Oosterhuis-Vandenberg",
    "Konstantin Alexandrowitsch Petro", "Anneliese Schmidt-Rottluff Olsen", "Johannes Christoffel van der Lin",
)  # fmt: skip


@pytest.mark.parametrize("seats", [1, 3, 6])
def test_r22_every_position_can_be_drawn(seats: int) -> None:
    """
    A match of chance players is drawn from its start to its result: table, own view, one landscape. The plates of each
    are 1100 pixels wide, at most 700 high, and keep together to the byte budget; each has a text of its own, of at most
    the 1,024 characters that Discord takes.
    """
    names = NAMES[:seats]
    words = Words(GAME.words, names)
    before = None
    texts, sizes, weights = [], [], []
    for step, progress in enumerate(play_steps(GAME, Setup(seats, GAME.spec.options()), sha256(b"grunn").digest())):
        state = progress.position.state
        outcome = GAME.outcome(state)
        if step % (4 * seats + 3) and outcome is None:
            continue
        view = GAME.view(state, Seat(seats - 1))
        marks = Marks() if before is None else GAME.panel.marks(before, view)
        before = view
        if outcome is None:
            shown = [
                (GAME.view(state, None), PICTURE.board(GAME.view(state, None), marks, names=names)),
                (view, PICTURE.private(view, marks, names=names)),
                (view, PICTURE.seat(view, Seat(0), marks=marks, names=names)),
            ]
        else:
            shown = [(view, PICTURE.final(view, outcome, names=names))]
        for seen, plates in shown:
            drawings = [encode_plate(plate) for plate in plates]
            weights.append(sum(len(drawing.png) for drawing in drawings))
            sizes += [(drawing.width, drawing.height) for drawing in drawings]
            texts.append([words(GAME.panel.caption(seen, plate.shows)) for plate in plates if plate.shows != SCORE])

    assert max(weights) <= BYTE_BUDGET
    assert {wide for wide, _ in sizes} == {WIDE}
    assert max(high for _, high in sizes) == HIGH
    assert all(0 < len(text) <= ALT_TEXT for each in texts for text in each)
    assert all(len(set(each)) == len(each) for each in texts)


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_tiles_are_as_large_in_the_last_turn_as_in_the_first(seats: int) -> None:
    """
    Empty cells where a tile may go never make the tiles smaller: these have 130 pixels in every position.
    """
    found, edges = set(), []
    for progress in play_steps(GAME, Setup(seats, GAME.spec.options()), sha256(b"cells").digest()):
        for land in (land for land in board(progress.position.state).lands if land.tiles):
            tiles = [tile.cell for tile in land.tiles]
            at = layout(land.columns[0] + land.lines[0], tiles, set(land.free) - set(tiles), (321, 381))
            found.add(at.cell)
            edges.append((at.columns.starts[0], at.lines.starts[0], 602 - at.columns.end, 662 - at.lines.end))

    assert found == {CELL}
    assert all(min(left, top - 60, right + 40, below + 40) >= 40 for left, top, right, below in edges)
