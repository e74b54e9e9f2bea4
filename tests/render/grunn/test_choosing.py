"""What is named while something is chosen, what an arrangement is worth, and what a solo match comes to."""

from msgspec.structs import replace
from PIL import Image

from games.core.game import Marks, Offer
from games.core.seats import Seat
from games.grunn import GAME
from games.grunn.moves import Build, Canal
from render.grunn import PICTURE
from tests.render.grunn.gallery import offered
from tests.render.grunn.positions import NAMES, arranging, digging, finished, view

CELL_G7 = (470, 570, 620, 700)
LETTER_C = (408, 501, 456, 549)
SHIELD = (960, 66, 1016, 130)
LADDER = (180, 250, 1100, 322)
AUTOMATON = (180, 334, 1100, 410)


def _arranging(*spots: str, offers: tuple[str, ...] = ()) -> Image.Image:
    marks = Marks(spots, Seat(0), offers=tuple(Offer(spot) for spot in offers))
    return PICTURE.preview(view(arranging(2), Seat(0)), marks, names=NAMES)[0].image()


def _solo(automaton: str, *, canals: bool = True) -> Image.Image:
    state = finished(1)
    (player,) = state.players
    player = player if canals else replace(player, canals=())
    state = replace(state, players=(player,), automaton=(automaton,) * 24)
    outcome = GAME.outcome(state)
    assert outcome is not None
    return PICTURE.final(view(state), outcome, names=NAMES[:1])[0].image()


def test_only_cells_offered_are_named() -> None:
    """
    Where nothing is offered all that may come into question are.
    """
    bare, first, second = _arranging(), _arranging(offers=("0:D4",)), _arranging(offers=("0:E4",))

    assert first.crop(CELL_G7).tobytes() == second.crop(CELL_G7).tobytes()
    assert first.crop(CELL_G7).tobytes() != bare.crop(CELL_G7).tobytes()


def test_what_a_suggestion_numbers_covers_no_letter_to_choose_by() -> None:
    """
    Where a number would lie on a letter it stands at another corner.
    """
    shown = view(digging(), Seat(0))
    offers = offered(shown, Build, Canal)
    plain, numbered = (
        PICTURE.preview(shown, Marks(("0:F5",), Seat(0), numbers, offers=offers), names=NAMES)[0].image()
        for numbers in ((), (12,))
    )

    assert plain.tobytes() != numbered.tobytes()
    assert plain.crop(LETTER_C).tobytes() == numbered.crop(LETTER_C).tobytes()


def test_an_arrangement_counts_while_it_is_made() -> None:
    """
    A Wadden tile scores 2 wherever it lies, the ridge after it nothing yet.
    """
    none, wadden, more = (_arranging(*spots) for spots in ((), ("0:D4",), ("0:D4", "0:E4")))

    assert none.crop(SHIELD).tobytes() != wadden.crop(SHIELD).tobytes()
    assert wadden.crop(SHIELD).tobytes() == more.crop(SHIELD).tobytes()


def test_a_solo_result_shows_the_rating_and_what_the_automaton_has() -> None:
    """
    68 and 62 points have the same rating, fewer than 60 a lower one.
    """
    most, beaten, least = _solo("bog"), _solo("wadden"), _solo("wadden", canals=False)

    assert most.crop(LADDER).tobytes() == beaten.crop(LADDER).tobytes() != least.crop(LADDER).tobytes()
    assert most.crop(AUTOMATON).tobytes() != beaten.crop(AUTOMATON).tobytes() == least.crop(AUTOMATON).tobytes()
