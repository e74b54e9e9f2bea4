"""What Green Town's pictures show, that they repeat exactly, and what they weigh."""

import pytest
from msgspec.structs import replace
from PIL import Image

from games.core.game import Marks
from games.core.seats import Seat
from games.greentown import GAME
from games.greentown.state import Sheet, State, Table
from games.greentown.view import View
from render.core.output.encode import png
from render.core.picture import Theme
from render.core.plates import Plates
from render.greentown import PICTURE
from render.greentown.inks import CREAM, FOOT, INK, PAPER, READY, RED, SAND, palette
from render.greentown.plates import final
from render.greentown.plates.board import MAP, WHOLE
from render.greentown.terrain.town import lay_out
from tests.render.greentown.gallery import (
    alone,
    board_of_four,
    drawn,
    end,
    late,
    posted,
    seen,
    touring,
    town_of,
)
from tests.render.greentown.positions import NAMES, mock_up, opening, touring_draft, wide_town

Box = tuple[int, int, int, int]
LINE: Box = (0, 0, 1100, 50)
PANELS: Box = (0, 50, 892, 600)
NEXT: Box = (898, 50, 1100, 600)
HAND, SUPPLY = (876, 58, 1098, 386), (874, 388, 1100, 700)


def boarded(table: Table) -> tuple[Image.Image, ...]:
    """The pictures of an open table, as everybody sees it."""
    view = View(seat=None, table=table, sheets=(None,) * len(table.players))
    return drawn(PICTURE.board(view, Marks(), names=NAMES[: len(table.players)]))


def share(image: Image.Image, colour: tuple[int, int, int], box: Box | None = None) -> int:
    """How many pixels of a box have a colour."""
    index = palette().colours.index(colour)
    return image.crop(box).histogram()[index]


def same(first: Image.Image, second: Image.Image, box: Box) -> bool:
    """Whether two pictures look the same in a box."""
    return first.crop(box).tobytes() == second.crop(box).tobytes()


def test_plates_say_what_they_show_and_which_may_be_left_out() -> None:
    """
    The town comes before the players, the score before the finished town; where one picture must do, the second goes.
    """
    posts = (board_of_four(), end(4), alone(), late(), posted(wide_town))
    shown = [[(plate.shows, plate.extra) for plate in plates] for plates in posts]

    assert [
        [("town", False), ("players", True)], [("score", False), ("town", True)], [("player:2", False)],
        [("town:E-K", False), ("town:K-R", False), ("players", True)],
        [("town", False), ("supply", False), ("players", True)],
    ] == shown  # fmt: skip


def test_named_inks_come_through_exactly() -> None:
    """
    The palette keeps the colours of the grounds, so that sprites lie on them without a rim.
    """
    row = Image.new("RGB", (5, 1))
    row.putdata([INK, PAPER, CREAM, SAND, RED])
    drawn = palette().bring(row).convert("RGB")

    assert [drawn.getpixel((x, 0)) for x in range(5)] == [INK, PAPER, CREAM, SAND, RED]


def test_the_town_stays_when_only_a_players_name_changes() -> None:
    """
    A plate depends on nothing that it does not show: the town not on a waiting player's name.
    """
    other = PICTURE.board(seen(mock_up), Marks(), names=("Anouk", "Wim", "Noor", "Femke"))

    assert board_of_four()[0] == other[0]
    assert board_of_four()[1] != other[1]


def test_s9_red_is_the_last_turn_and_nothing_else() -> None:
    """
    Without a last turn no pixel is red, and in a draft hatching takes its place.
    """
    table = mock_up().table
    with_it, without, drafted = boarded(table), boarded(replace(table, last=None)), drawn(touring())

    assert all(share(image, RED) > 1500 for image in with_it)
    assert [0, 0, 0, 0] == [share(image, RED) for image in (*without, *drafted)]


def test_s9_last_turn_changes_line_map_and_pay_only() -> None:
    """
    Supply, hand and the next card look the same with and without the last turn.
    """
    table = mock_up().table
    (town, players), (bare_town, bare_players) = boarded(table), boarded(replace(table, last=None))

    assert not same(town, bare_town, (0, 54, 872, 700))
    assert same(town, bare_town, HAND)
    assert same(town, bare_town, SUPPLY)
    assert not same(players, bare_players, LINE)
    assert not same(players, bare_players, PANELS)
    assert same(players, bare_players, NEXT)


def test_marks_go_before_the_last_turn() -> None:
    """
    The platform's marks are drawn; the marks of the last turn are the last turn.
    """
    before = GAME.view(touring_draft().state, None)
    view = seen(mock_up)
    other = PICTURE.board(view, Marks(spots=("laid:J15", "tree:M16"), seat=Seat(1)), names=NAMES)
    bare = View(seat=None, table=replace(before.table, doing=None), sheets=before.sheets)
    led = GAME.panel.marks(bare, view)

    assert any(spot.startswith("tour:") for spot in led.spots)
    assert other[0] != board_of_four()[0]


def test_marks_of_spaces_that_are_gone_do_not_break_the_picture() -> None:
    """
    A tour over a tile that an undo has taken back is left out.
    """
    view = seen(opening)
    plates = PICTURE.board(view, Marks(spots=("tour:M12-A1-M12", "laid:B2"), seat=Seat(0)), names=NAMES[:2])

    assert drawn(plates)[0].size == (1100, 700)


def test_r6_2_kind_to_be_laid_is_framed() -> None:
    """
    The stacks with the fewest streets lie on the lighter field; when the twos are gone, the threes do.
    """
    table = mock_up().table
    twos = boarded(table)[0]
    threes = boarded(replace(table, supply={**table.supply, "2-cow": 0, "2-tree": 0, "2-flower": 0}))[0]
    places = {"twos": (874, 390, 1100, 490), "threes": (874, 493, 1100, 593)}
    lighter = [{name for name, box in places.items() if share(image, READY, box) > 3000} for image in (twos, threes)]

    assert lighter == [{"twos"}, {"threes"}]


def test_the_town_takes_the_whole_width_when_the_supply_is_empty() -> None:
    """
    When nothing can be laid any more, open spaces, hand and supply go from the town's plate; the town grows at once.
    """
    table = mock_up().table
    late = replace(table, supply=dict.fromkeys(table.supply, 0))
    view = View(seat=None, table=late, sheets=(None,) * 4)
    town = town_of(PICTURE.board(view, Marks(), names=NAMES))
    before = town_of(board_of_four())

    assert share(boarded(late)[0], FOOT, SUPPLY) < 100
    assert town.open == ()
    assert lay_out(town, WHOLE).wide > lay_out(before, MAP).wide


def test_s4_3_greenies_of_others_are_not_shown() -> None:
    """
    Everybody's picture is the same whatever the Greenies are; a player's own shows that player's alone.
    """
    state = mock_up().state
    rich = State(state.table, tuple(replace(sheet, nature=sheet.nature + 9) for sheet in state.sheets))

    def private(given: State, seat: Seat | None) -> Plates:
        return PICTURE.private(GAME.view(given, seat), Marks(), names=NAMES)

    assert private(state, None) == private(rich, None)
    mine, richer = private(state, Seat(0)), private(rich, Seat(0))
    assert mine[0] == richer[0]
    assert not same(drawn(mine)[1], drawn(richer)[1], (0, 50, 446, 326))
    assert same(drawn(mine)[1], drawn(richer)[1], (446, 50, 1100, 600))


def test_preview_without_a_draft_or_choices_is_the_table() -> None:
    """
    Before a marker is announced there is nothing to hatch.
    """
    view = seen(mock_up, Seat(3))

    assert PICTURE.preview(view, Marks(), names=NAMES) == PICTURE.private(view, Marks(), names=NAMES)


@pytest.mark.parametrize("change", ["deciding", "second", "last_turns", "turning", "over"])
def test_s9_every_moment_has_its_look(change: str) -> None:
    """
    Decision, second turn in succession, last turns, a card to be turned up and the end all change the pictures.
    """
    table = mock_up().table
    changed = {
        "deciding": replace(table, deciding=True),
        "second": replace(table, second=True),
        "last_turns": replace(table, queue=(Seat(3), Seat(0))),
        "turning": replace(table, top=None, turn_up=True),
        "over": replace(table, over=True),
    }[change]

    assert list(map(png, boarded(changed))) != list(map(png, boarded(table)))


def test_lettering_is_drawn_in_the_readers_language() -> None:
    """
    Words given for a language are drawn; a word without translation stays English.
    """
    dutch = Theme("nl", {"next": "volgende", "{name} to move": "{name} is aan zet"})
    english, other = drawn(board_of_four()), drawn(PICTURE.board(seen(mock_up), Marks(), names=NAMES, theme=dutch))

    assert set(dutch.words) <= set(PICTURE.lettering)
    assert not same(english[0], other[0], (600, 0, 1100, 54))
    assert same(english[0], other[0], (0, 54, 1100, 700))
    assert not same(english[1], other[1], NEXT)


def test_a_film_grows_where_it_stands() -> None:
    """
    A frame has the map of the last one: where that is wider, hand and supply are left out from the start.
    """
    first, last = seen(opening), seen(mock_up)
    ended = View(seat=None, table=replace(last.table, over=True), sheets=last.sheets)
    names = NAMES[:2]
    beside = PICTURE.frame(first, Marks(), last=first, names=names)
    alone_ = PICTURE.frame(first, Marks(), last=ended, names=names)

    assert beside.size == alone_.size == (1100, 700)
    assert share(beside, FOOT, SUPPLY) > 3000
    assert share(alone_, FOOT, SUPPLY) < 100


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
        "nature": "21",
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
