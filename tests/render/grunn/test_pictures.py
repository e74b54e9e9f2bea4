"""What Grunn's pictures show, that they repeat exactly, and what they weigh."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace
from PIL import Image, ImageChops

from bot.conformance.scenes import LONG
from games.core.game import Marks, Offer
from games.core.moves import Move
from games.core.seats import Seat
from games.grunn import GAME
from games.grunn.moves import Build, Canal, Exchange, Place, Relocate, Take
from games.grunn.state import Change
from games.grunn.view import View
from render.core import painter
from render.core.paths import Point
from render.core.picture import Theme
from render.core.plates import HIGH, SCORE, WIDE, Plates
from render.core.surface import Raster
from render.grunn import PICTURE, paint
from render.grunn.pieces.signs import small_tile
from render.grunn.pieces.tiles import tile
from render.grunn.terrain.layout import THIN, layout
from tests.render.grunn import gallery
from tests.render.grunn.gallery import board_of_four, board_plates, drawn, offered
from tests.render.grunn.positions import (
    NAMES,
    YOUNG,
    arranging,
    board,
    digging,
    finished,
    mock_up,
    player,
    state,
    table,
    tiles,
    view,
    young,
)
from tests.render.test_names import whole


def images(plates: Plates) -> list[bytes]:
    """The pixels of each plate."""
    return [plate.image().tobytes() for plate in plates]


@pytest.mark.parametrize("seats", range(1, 7))
def test_the_second_plate_of_a_board_may_be_left_out(seats: int) -> None:
    """
    Where Discord takes one picture, it is the one with the table.
    """
    assert [plate.extra for plate in board_plates(seats)] == [False, True]


def test_two_long_names_stand_whole_beside_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """
    The second plate of two players has the first one's whole name over the columns, the other's over the landscape.
    """
    said: list[str] = []

    def note(text: str, *_: object) -> Raster:
        said.append(text)
        return Raster(Image.new("RGBA", (1, 1)))

    monkeypatch.setattr(painter, "lettering", note)
    _, second = PICTURE.board(view(table(2)), Marks(), names=LONG[:2])
    second.image()

    assert all(whole(name, said) for name in LONG[:2])


def test_r22_last_change_is_outlined() -> None:
    """
    With the last change the second plate differs in the row and the landscape of who made it, and nowhere else.
    """
    plain, players = PICTURE.board(view(replace(mock_up(), last=None)), Marks(), names=NAMES)
    changed = board_of_four()
    box = ImageChops.difference(changed[1].image().convert("RGB"), players.image().convert("RGB")).getbbox()

    assert changed[0] == plain
    assert box is not None
    assert box[:2] >= (733, 229)


def test_a_plate_on_which_nothing_has_changed_is_the_same() -> None:
    """
    What others do in their landscapes is not on the viewer's first plate, nor the pool on the second.
    """
    given = mock_up()
    dora = replace(given.players[3], tiles={**given.players[3].tiles, "B5": given.players[3].tiles["C5"]})
    others = PICTURE.private(view(replace(given, players=(*given.players[:3], dora)), Seat(0)), Marks(), names=NAMES)
    pooled = PICTURE.private(view(replace(given, pool=given.pool[::-1]), Seat(0)), Marks(), names=NAMES)
    mine = PICTURE.private(view(given, Seat(0)), Marks(), names=NAMES)

    assert (others[0] == mine[0], others[1] == mine[1]) == (True, False)
    assert (pooled[0] == mine[0], pooled[1] == mine[1]) == (False, True)


def test_marks_go_before_the_last_turn() -> None:
    """
    The platform's marks are outlined; without any, the latest finished turn is.
    """
    shown = view(mock_up())
    marked = PICTURE.board(shown, Marks(spots=("3:D2", "3:E3"), seat=Seat(3)), names=NAMES)
    other = PICTURE.board(shown, Marks(spots=("1:C2",), seat=Seat(1)), names=NAMES)

    assert marked == board_of_four()
    assert other != marked


def test_r22_board_shows_the_mover_and_my_view_shows_me() -> None:
    """
    The posted board has the mover's landscape; a player's own view has that player's, and the others after it.
    """
    whole = PICTURE.board(view(mock_up()), Marks(), names=NAMES)
    mine = PICTURE.private(view(mock_up(), Seat(0)), Marks(), names=NAMES)
    theirs = PICTURE.private(view(mock_up(), Seat(1)), Marks(), names=NAMES)

    assert mine == whole
    assert [theirs[0] == whole[0], theirs[1] == whole[1]] == [False, False]


def test_r22_captions_tell_of_the_landscapes_shown() -> None:
    """
    Who asks for the posted board hears of the mover's landscape, although their own view has theirs.
    """
    mine = view(mock_up(), Seat(1))
    posted, own = PICTURE.board(mine, Marks(), names=NAMES), PICTURE.private(mine, Marks(), names=NAMES)
    told, public, others = (
        [GAME.panel.caption(seen, plate.shows) for plate in plates]
        for seen, plates in ((mine, posted), (view(mock_up()), posted), (mine, own))
    )

    assert told == public
    assert all(one != other for one, other in zip(told, others, strict=True))


def test_pairs_too_dear_are_faint_in_the_movers_own_picture() -> None:
    """
    What the player to move can't pay says nothing about the purse of somebody else who looks.
    """
    given = replace(mock_up(), turns_done=34)
    cees, anna = (PICTURE.private(view(given, seat), Marks(), names=NAMES)[0].image() for seat in (Seat(2), Seat(0)))
    low = (650, 580, 1100, 700)

    assert cees.crop(low).tobytes() != anna.crop(low).tobytes()
    assert anna.crop(low).tobytes() == board_of_four()[0].image().crop(low).tobytes()


def test_a_film_shows_who_moved() -> None:
    """
    Each frame has the landscape that has just changed, with the change; all frames are of one size.
    """
    marks = Marks(spots=("3:D2",), seat=Seat(3))
    moved = PICTURE.frame(view(mock_up()), marks, last=view(mock_up()), names=NAMES)
    begun = PICTURE.frame(view(arranging(4)), Marks(), last=view(mock_up()), names=NAMES)
    dora = PICTURE.private(view(mock_up(), Seat(3)), marks, names=NAMES)[0].image()

    assert moved.size == begun.size == (WIDE, HIGH)
    assert moved.crop((0, 62, 1100, 700)).tobytes() == dora.crop((0, 62, 1100, 700)).tobytes()


def test_r22_a_canal_that_scores_looks_different() -> None:
    """
    Anna's canal on D4s does not score, the one on E4s does.
    """
    canals = {canal.edge: canal.scores for canal in board(mock_up()).lands[0].canals}
    image = drawn("board4").convert("RGB")
    lines = ([image.getpixel((x, y)) for x in span] for y, span in ((520, range(200, 300)), (528, range(345, 450))))
    deep = [sum(1 for c in line if isinstance(c, tuple) and c[2] - c[0] > 120) for line in lines]

    assert canals == {"D4e": True, "D4s": False, "E4s": True, "E5e": True}
    assert deep[0] < 50 < deep[1]


def test_canals_left_outside_do_not_break_the_picture() -> None:
    """
    A canal that relocated tiles have left behind is shown as a stub at the edge, or not at all.
    """
    given = mock_up()
    anna = replace(given.players[0], canals=("B3e", "A2s", "G3s", "F1e", "C5s", "C7s"))
    shown = PICTURE.board(view(replace(given, players=(anna, *given.players[1:]))), Marks(), names=NAMES)

    assert shown[0].image().size == (WIDE, HIGH)


def test_lettering_is_drawn_in_the_readers_language() -> None:
    """
    Words given for a language are drawn; a word without translation stays English.
    """
    dutch = Theme("nl", {"free": "gratis", "{name} to move": "{name} is aan zet"})
    english = drawn("board4")
    other = PICTURE.board(view(mock_up()), Marks(), names=NAMES, theme=dutch)[0].image()

    assert set(dutch.words) <= set(PICTURE.lettering)
    assert other.crop((1024, 140, 1100, 250)).tobytes() != english.crop((1024, 140, 1100, 250)).tobytes()
    assert other.crop((1024, 250, 1100, 360)).tobytes() == english.crop((1024, 250, 1100, 360)).tobytes()


def test_marks_of_cells_that_are_gone() -> None:
    """
    A change that names cells which are gone is drawn without them.
    """
    given = replace(mock_up(), last=Change(Seat(0), ("Z9", "D4s", "Q3e")))

    assert all(plate.image().width == WIDE for plate in PICTURE.board(view(given), Marks(), names=NAMES))


def test_cells_chosen_so_far_show_their_tiles_ringed() -> None:
    """
    A preview of a half-made arrangement or relocation differs from the bare one where something is chosen.
    """
    empty = view(arranging(2), Seat(0))
    bare = PICTURE.preview(empty, Marks(), names=NAMES)[0].image()
    sketched = PICTURE.preview(empty, Marks(("0:D4", "0:E4"), Seat(0)), names=NAMES)[0].image()
    shown = view(mock_up(), Seat(0))
    ringed = [images(PICTURE.preview(shown, Marks((spot,), Seat(0)), names=NAMES)) for spot in ("0:D4", "0:E4")]

    assert bare.crop((0, 80, 330, 250)).tobytes() != sketched.crop((0, 80, 330, 250)).tobytes()
    assert bare.crop((0, 250, 640, 700)).tobytes() == sketched.crop((0, 250, 640, 700)).tobytes()
    assert ringed[0] != ringed[1]


SCENES: dict[str, tuple[View, tuple[type[Move], ...]]] = {
    "pairs": (view(replace(mock_up(), turns_done=32), Seat(0)), (Take,)),
    "cells": (view(young(), Seat(0)), (Place,)),
    "edges": (view(digging(), Seat(0)), (Build, Canal)),
}


@pytest.mark.parametrize("name", SCENES)
def test_what_is_offered_is_ringed_and_nothing_else(name: str) -> None:
    """
    Whichever choice is left out, the picture is another one; without any it is the bare preview.
    """
    shown, verbs = SCENES[name]
    offers = offered(shown, *verbs)
    whole = images(PICTURE.preview(shown, Marks(offers=offers), names=NAMES))
    unseen = [
        each for each in offers
        if images(PICTURE.preview(shown, Marks(offers=tuple(o for o in offers if o != each)), names=NAMES)) == whole
    ]  # fmt: skip

    assert len(offers) > 1
    assert unseen == []
    assert images(PICTURE.preview(shown, Marks(offers=(Offer("3:D2"),)), names=NAMES)) == images(
        PICTURE.preview(shown, Marks(), names=NAMES)
    )


def test_only_edges_have_letters() -> None:
    """
    Cells and pairs are called by the name printed on the picture; edges, which have none, by a letter each.
    """
    cells = offered(view(young(), Seat(0)), Place, Exchange, Relocate)
    edges = offered(view(digging(), Seat(0)), Canal)

    assert {each.tag for each in cells} == {""}
    assert len({each.tag for each in edges}) == len(edges) > 26


def test_a_cell_beyond_four_lines_of_tiles_is_shown_where_it_is_offered() -> None:
    """
    A tile that stands alone in its column may go to a fifth one (R7.7): for that choice the tiles are a little smaller.
    """
    line = player(3, tiles("D4", "B B D M", ". W D W"))
    at = layout("D4", line.tiles, ("H5",), (321, 381))
    given = replace(mock_up(), players=(line, *mock_up().players[1:]))
    offers = (Offer("0:H5"),)
    with_it, without = (
        PICTURE.preview(view(given, Seat(0)), Marks(("0:D4",), Seat(0), offers=each), names=NAMES)[0].image()
        for each in (offers, ())
    )

    assert (at.cell, at.columns.sizes) == (112, (112, 112, 112, 112, THIN))
    assert (at.columns.starts[0], at.columns.end) == (40.0, 602.0)
    assert with_it.tobytes() != without.tobytes()


@pytest.mark.parametrize("seats", [4, 5, 6])
def test_young_landscapes_of_others_have_whole_tiles(monkeypatch: pytest.MonkeyPatch, seats: int) -> None:
    """
    Two by two tiles fill the room that a full landscape needs; those of full ones are small, but have a print, too.
    """
    drawn: list[tuple[Callable[..., Raster], int]] = []

    def note(_: object, make: Callable[..., Raster], __: Point, *args: object, **___: object) -> None:
        if make in (tile, small_tile):
            drawn.append((make, int(str(args[1]))))

    monkeypatch.setattr(paint.Painter, "put", note)
    young = player(5, tiles("D4", "D M", "W B"))
    full, names = finished(seats).players, (*NAMES, "Ella", "Flip")[:seats]
    for lands in ((full[0], *(young,) * (seats - 1)), full):
        _, second = PICTURE.board(view(state(lands, turns_done=2 * seats)), Marks(), names=names)
        second.image()
    large, small = drawn[: 4 * (seats - 1)], drawn[4 * (seats - 1) :]

    assert {make for make, _ in large} == {tile}
    assert {make for make, _ in small} == {small_tile}
    assert min(size for _, size in small) >= 45


def test_thin_lines_are_full_ones_where_there_is_room() -> None:
    """
    Lines without tiles share what is left of four: full size with up to two lines of tiles, 58 pixels with three.
    """
    sizes = {
        count: layout("D4", [f"D{4 + i}" for i in range(count)], ("D3", f"D{4 + count}"), (321, 381)).lines.sizes
        for count in (1, 2, 3)
    }

    assert sizes == {1: (130,) * 3, 2: (130,) * 4, 3: (THIN, 130, 130, 130, THIN)}
    assert len(YOUNG.tiles) == 8


@pytest.mark.parametrize("seats", range(1, 7))
def test_a_match_that_ends_before_all_have_arranged_has_a_result(seats: int) -> None:
    """
    Tiles dealt but not yet laid stand in a row.
    """
    closed = GAME.ending.close(arranging(seats))
    names = (*NAMES, "Ella", "Flip")[:seats]
    plates = PICTURE.final(view(closed), gallery.result(closed), names=names)
    board_then = PICTURE.board(view(closed), Marks(), names=names)

    assert [plate.shows for plate in plates] == [SCORE, "lands"]
    assert {plate.image().width for plate in (*plates, *board_then)} == {WIDE}
