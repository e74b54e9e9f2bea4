"""What a game's pictures get from their base."""

from collections.abc import Sequence

from PIL import Image

from games.core.game import Marks, Outcome, View
from games.core.seats import Seat
from render.core.picture import ENGLISH, Picture, Theme
from render.core.plates import Plate, Plates, encode_plate, extra, plate

DRAWN: list[tuple[int, int]] = []


def _blank(wide: int, high: int) -> Image.Image:
    DRAWN.append((wide, high))
    return Image.new("P", (wide, high))


SEEN_BY_ALL, OWN = View(seat=None), View(seat=Seat(0))


class _Plain(Picture[View]):
    """A game whose every picture is its board, as wide as the number of names."""

    def board(self, view: View, marks: Marks, *, names: Sequence[str], theme: Theme = ENGLISH) -> Plates:
        return (plate("table", _blank, len(names), 1), extra("rest", _blank, 1, 1))


class _Secret(_Plain):
    """A game in which a seat sees more."""

    def private(self, view: View, marks: Marks, *, names: Sequence[str], theme: Theme = ENGLISH) -> Plates:
        return (plate("table", _blank, len(names), 2),)


def test_what_a_game_draws_no_other_way_is_the_board() -> None:
    """What a seat sees or has, several turns, drafts, results and films are the board; nothing is drawn ahead."""
    plain, names = _Plain(), ("Ann", "Ben")
    drawn = [draw(OWN, Marks(), names=names)[0].image().size for draw in (plain.private, plain.since, plain.preview)]
    drawn.append(plain.seat(OWN, Seat(1), marks=Marks(), names=names)[0].image().size)
    drawn.append(plain.final(OWN, Outcome(places=(1, 2), totals=(1, 0)), names=names)[0].image().size)

    assert [(2, 1)] * 5 == drawn
    assert [] == list(plain.warm())
    assert () == plain.lettering
    assert plain.frame(OWN, Marks(), last=OWN, names=names).size == (2, 1)


def test_what_a_seat_sees_is_shown_in_drafts_and_films_too() -> None:
    """A film for everybody shows the board."""
    secret, names = _Secret(), ("Ann", "Ben")
    drawn = [draw(OWN, Marks(), names=names)[0].image().size for draw in (secret.since, secret.preview)]

    assert [(2, 2)] * 2 == drawn
    assert secret.frame(OWN, Marks(), last=OWN, names=names).size == (2, 2)
    assert secret.frame(SEEN_BY_ALL, Marks(), last=SEEN_BY_ALL, names=names).size == (2, 1)


def test_a_plate_that_has_not_changed_is_not_drawn_again() -> None:
    """
    Neither for another message nor for another match: equal arguments are the same picture.
    """
    DRAWN.clear()
    first = encode_plate(plate("table", _blank, 31, 7))
    again = encode_plate(extra("rest", _blank, 31, 7))
    other = encode_plate(plate("table", _blank, 31, 8))

    assert [(31, 7), (31, 8)] == DRAWN
    assert (first.png, again.png != other.png) == (again.png, True)
    assert ("table", False, "rest", True) == (first.shows, first.extra, again.shows, again.extra)


def test_what_has_no_hash_is_drawn_each_time() -> None:
    """
    A view of some other project's game may hold a dict.
    """
    DRAWN.clear()
    held = Plate("table", lambda given: _blank(given["wide"], 3), ({"wide": 5},))  # type: ignore[arg-type]  # no hash

    assert encode_plate(held) == encode_plate(held)
    assert [(5, 3), (5, 3)] == DRAWN
