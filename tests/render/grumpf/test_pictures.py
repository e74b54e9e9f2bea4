"""What Grumpf's pictures show, that they repeat exactly, and what they weigh."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace
from PIL import Image

from games.core.game import Marks
from games.core.moves import Move
from games.core.seats import Seat
from games.grumpf import GAME
from games.grumpf.moves import Step, Trade
from games.grumpf.state import Phase, State
from games.grumpf.view import board_of, series_of, steps_of
from render.core.output.encode import png
from render.core.picture import Theme
from render.core.plates import BYTE_BUDGET, HIGH, SCORE, WIDE, Plates
from render.grumpf import PICTURE
from render.grumpf.sights import changes
from render.grumpf.terrain.slab import PLACES
from render.grumpf.terrain.stone import HOLLOW, SLAB, hollow_box
from tests.games.grumpf.table import Match
from tests.render.grumpf.gallery import board, choosing, offering
from tests.render.grumpf.positions import (
    NAMES,
    collected,
    crowded,
    judged,
    live,
    mock_up,
    new_hunt,
    planning,
    state,
    view,
)


def grounds(given: State, marks: Marks = Marks()) -> Image.Image:  # noqa: B008 (frozen)
    """The hunting grounds as a spectator sees them."""
    return board(given, marks)[0].image()


def files(plates: Plates) -> list[bytes]:
    """Plates as files."""
    return [png(plate.image()) for plate in plates]


def shown(plates: Plates) -> list[str]:
    """What plates show."""
    return [plate.shows for plate in plates]


def differs(first: Image.Image, second: Image.Image, box: tuple[int, int, int, int]) -> bool:
    """Whether two pictures differ in a box."""
    return first.crop(box).tobytes() != second.crop(box).tobytes()


def test_r11_the_grounds_come_first_and_the_clans_may_be_left_out() -> None:
    """
    A board is grounds and clans, between them one's own plate while a hunt goes on. A result begins with the score.
    """
    outcome = GAME.ending.current_score(mock_up())
    assert outcome is not None

    assert shown(board(mock_up())) == ["grounds", "clans"]
    assert shown(choosing(planning(), 1)) == ["grounds", "own", "clans"]
    assert shown(PICTURE.private(view(judged(), 0), Marks(), names=NAMES)) == ["grounds", "clans"]
    assert shown(PICTURE.final(view(mock_up()), outcome, names=NAMES)) == [SCORE, "clans"]
    assert shown(PICTURE.seat(view(mock_up()), Seat(2), marks=Marks(), names=NAMES)) == ["clan:2"]
    assert [plate.extra for plate in choosing(planning(), 1)] == [False, True, True]


@pytest.mark.parametrize(("clans", "high"), [(2, 362), (3, 348), (4, 486), (5, 686), (6, 686)])
def test_r11_cards_are_larger_where_there_are_few(clans: int, high: int) -> None:
    """
    Two cards beside each other for two and four clans, three for the others.
    """
    assert board(Match(clans).state)[1].image().size == (WIDE, high)


def test_nothing_but_what_a_plate_shows_draws_it_anew() -> None:
    """
    A card that changes leaves the plate of the grounds as it is, a Grumpf on a ground that of the clans.
    """
    given = mock_up()
    richer = replace(given, clans=(replace(given.clans[0], jokers=1), *given.clans[1:]))
    further = replace(given, tracks={**given.tracks, "M": given.tracks["S"]})

    before = board(given)
    assert board(richer)[0] == before[0]
    assert board(richer)[1] != before[1]
    assert board(further)[0] != before[0]
    assert board(further)[1] == before[1]


@pytest.mark.parametrize("given", [mock_up, crowded, judged], ids=["4", "6", "5"])
def test_all_plates_of_a_board_keep_to_the_budget(given: Callable[[], State]) -> None:
    """
    Together they weigh at most 250 kB.
    """
    assert sum(map(len, files(board(given())))) <= BYTE_BUDGET


def test_r11_a_volley_is_read_from_one_picture() -> None:
    """
    Without marks the spaces filled or clubbed in the latest volley are flagged with their beats, and so are huts.
    """
    flags = changes(board_of(view(crowded())), Marks()).flags

    assert {"B5": "6", "B6": "5", "B7": "6", "F4": "4", "hut:Ye": "5", "hut:Or": "6"}.items() <= flags.items()
    assert "B4" not in flags


def test_marks_go_before_the_latest_volley() -> None:
    """
    What the platform marks is flagged, with the beat in which it changed; other marks are boards and collections.
    """
    found = changes(board_of(view(mock_up())), Marks(("B2", "R1", "B", "clan:1", "Z9")))

    assert found.flags == {"B2": "2", "R1": "1"}
    assert found.others == {"B", "clan:1", "Z9"}


def test_l5_live_changes_are_numbered_as_they_happened() -> None:
    """
    In a live hunt flags count what has changed since: a placement, a club, a hut, a placement.
    """
    given, marks = live()

    assert changes(board_of(view(given)), marks).flags == {"F1": "1", "B2": "2", "hut:Or": "3", "S1": "4"}
    assert changes(board_of(view(given)), Marks()).flags == {}


def test_r13_the_neutral_throw_is_no_change() -> None:
    """
    Neutral Grumpfs are not flagged at the beginning of a hunt.
    """
    assert changes(board_of(view(new_hunt())), Marks(("B1", "R1"))).flags == {}


def test_r11_only_what_changed_looks_different() -> None:
    """
    Another beat in which a Grumpf was placed changes that board and no other.
    """
    first, second = grounds(mock_up()), grounds(mock_up(), Marks(("R2", "F1", "F2", "F3", "B4")))

    assert differs(first, second, (6, 70, 546, 274))
    assert not differs(first, second, (554, 70, 1094, 274))
    assert not differs(first, second, (6, 279, 546, 483))


def test_s2_a_plan_is_drawn_for_its_owner_only() -> None:
    """
    Green's own view shows the plan tried out and on a plate; others and spectators see the same table as without.
    """
    given = planning()
    bare = replace(given, clans=tuple(replace(clan, plan=(), failed=(), planned=False) for clan in given.clans))
    own, other = (PICTURE.private(view(given, seat), Marks(), names=NAMES) for seat in (1, 0))

    assert files(other) == files(PICTURE.private(view(bare, 0), Marks(), names=NAMES))
    assert files(board(given)) == files(board(bare))
    assert own[0] != other[0] == board(given)[0]
    assert own[1].image().height > other[1].image().height


def test_17_5_only_what_is_offered_is_framed() -> None:
    """
    A Grumpf may go to six grounds: each next free space is framed; a club on the Bees to their spaces, nowhere else.
    """
    bare = PICTURE.preview(view(mock_up(), 1), Marks(), names=NAMES)[0].image()
    placing = choosing(mock_up(), 1, choice=("3>",))[0].image()
    clubbing = choosing(mock_up(), 1, choice=("x*", "B"))[0].image()
    places = {code: (x, y, x + SLAB[0], y + SLAB[1]) for code, (x, y) in PLACES.items()}

    framed = {code for code, box in places.items() if differs(bare, placing, box)}
    assert framed == set(places)
    assert differs(bare, placing, hollow("B", 6))
    assert not differs(bare, placing, hollow("B", 7))
    assert not differs(bare, placing, hollow("S", 4))
    assert {code for code, box in places.items() if differs(bare, clubbing, box)} == {"B"}


def hollow(code: str, space: int) -> tuple[int, int, int, int]:
    """The inside of a space on the plate of the grounds."""
    (x, y), (dx, dy) = PLACES[code], hollow_box(space)
    return (x + dx + 6, y + dy + 24, x + dx + HOLLOW[0] - 6, y + dy + HOLLOW[1] - 6)


@pytest.mark.parametrize(
    ("given", "seat", "verb", "filled", "spots"),
    [
        (mock_up, 1, Step, {}, {"hand:1x", "hand:3x", "hut:free"}),
        (mock_up, 1, Step, {"choice": ("3>",)}, {"free:B", "free:R", "free:F", "free:W", "free:M", "S"}),
        (mock_up, 1, Step, {"choice": ("x*",)}, set("BRFWMS")),
        (mock_up, 1, Step, {"choice": ("x*", "F")}, {"F1", "F2", "F3", "F4", "F5"}),
        (mock_up, 1, Step, {"choice": ("x*", "F", "!")}, {"clan:0", "clan:2", "clan:3"}),
        (judged, 0, Trade, {}, {"animal:0:B", "animal:0:R", "animal:0:W"}),
        (judged, 0, Trade, {"give": "B"}, {"clan:1", "clan:2", "clan:3", "clan:4"}),
        (judged, 0, Trade, {"give": "B", "partner": "Gr"}, {"animal:2:F", "animal:2:W"}),
    ],
)
def test_17_5_every_choice_has_its_place(
    given: Callable[[], State], seat: int, verb: type[Move], filled: dict[str, object], spots: set[str]
) -> None:
    """
    Faces are framed in the hand, boards at their next free space, targets, clans and Animals where they are.
    """
    marks = offering(given(), seat, verb, filled)
    bare = PICTURE.preview(view(given(), seat), replace(marks, offers=()), names=NAMES)
    framed = PICTURE.preview(view(given(), seat), marks, names=NAMES)

    assert {offer.spot for offer in marks.offers} == spots
    for offer in marks.offers:
        alone = PICTURE.preview(view(given(), seat), replace(marks, offers=(offer,)), names=NAMES)
        assert files(bare) != files(alone), offer
    assert files(framed) != files(bare)


def test_a2_a_plan_is_tried_out_as_if_nobody_else_acted() -> None:
    """
    Each step tells where it would go: a Grumpf on the next free space, a club on its target, the Elder in a hut.
    """
    steps = steps_of(view(planning(), 1))

    assert [(step.beat, step.spot, step.value, step.now) for step in steps] == [
        (4, "B3", 5, True), (5, "R1", 0, True), (6, "B4", 4, True), (7, "R3", 3, False), (8, "hut", 0, False),
    ]  # fmt: skip
    assert steps_of(view(planning())) == ()


def test_r11_5_series_show_what_tiles_and_jokers_stand_for() -> None:
    """
    A Joker stands for the missing Reptile; two tiles copy Bird and Mammoth in the next series.
    """
    first, second, *rest = series_of(view(crowded()), Seat(0))

    assert (first.species, first.wild, first.points) == (tuple("BRFWM"), ("R",), 6)
    assert (second.species, second.copied, second.points) == (tuple("BFWM"), ("W", "M"), 4)
    assert sum(one.points for one in (first, second, *rest)) == board_of(view(crowded())).cards[0].points


def test_r10_the_hunt_before_is_told_until_something_happens() -> None:
    """
    At the beginning of a hunt each board's line says who took what in the hunt before; afterwards it does not.
    """
    given = new_hunt()
    untold = grounds(replace(given, judged=None))

    assert differs(grounds(given), untold, (6, 70, 546, 274))
    begun = replace(given, tracks={**given.tracks, "M": mock_up().tracks["M"]})
    assert board(begun) == board(replace(begun, judged=None))


@pytest.mark.parametrize("phase", Phase)
def test_s1_every_phase_can_be_drawn(phase: Phase) -> None:
    """
    Each phase has a task in the head, by turns and live.
    """
    for mode in ("async", "live"):
        given = replace(mock_up(), phase=phase, mode=mode, trader=Seat(1) if phase is Phase.TRADE else None)
        assert grounds(given).size == (WIDE, HIGH)


def test_a_trade_that_was_made_is_told_in_the_head() -> None:
    """
    Once judged, the head has room for the exchange.
    """
    plain, ended = grounds(judged()), judged()
    assert ended.judged is not None
    traded = grounds(
        replace(ended, judged=replace(ended.judged, trade="Vi B ⇄ Gr M"), phase=Phase.VOTE, trader=None, rules=1)
    )

    assert differs(plain, traded, (350, 0, 760, 30))


def test_a_shared_victory_names_nobody_alone() -> None:
    """
    Two clans at the first place are both shown, the words say that it is shared.
    """
    same = collected("1 1 0 0 0", hand="")
    given = state(("Vi", "Or"), {"Vi": same, "Or": same}, round=4, beat=9, phase=Phase.OVER)
    outcome = GAME.outcome(given)
    assert outcome is not None
    image = PICTURE.final(view(given), outcome, names=NAMES[:2])[0].image()

    assert outcome.places == (1, 1)
    assert image.size == (WIDE, 84 + 2 * 150 + 10)


def test_nothing_collected_and_an_empty_hand_can_be_drawn() -> None:
    """
    Green of the crowded board has no Animals; yellow has no Grumpf left and is in a hut.
    """
    everybody = view(crowded())

    assert PICTURE.seat(everybody, Seat(2), marks=Marks(), names=NAMES)[0].image().size == (WIDE, HIGH)
    assert PICTURE.private(view(crowded(), 3), Marks(), names=NAMES)[1].image().size == (WIDE, 184)


def test_lettering_is_drawn_in_the_readers_language() -> None:
    """
    Words given for a language are drawn; a word without translation stays English.
    """
    dutch = Theme(
        "nl", {"Bees": "Bijen", "plan?": "plan klaar?", "Plan beats {first}–{last}": "Takt {first} tot {last}"}
    )
    english, clans = (plate.image() for plate in board(mock_up()))
    other, others = (plate.image() for plate in PICTURE.board(view(mock_up()), Marks(), names=NAMES, theme=dutch))

    assert set(dutch.words) <= set(PICTURE.lettering)
    assert differs(english, other, (60, 76, 200, 116))
    assert differs(clans, others, (900, 180, 1090, 230))
    assert not differs(english, other, (554, 70, 1094, 274))
