"""What Grumpf's pictures show, that they repeat exactly, and what they weigh."""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256

import pytest
from msgspec.structs import replace
from PIL import Image

from games.core.game import Marks
from games.core.seats import Seat
from games.grumpf import GAME
from games.grumpf.state import Phase, State
from games.grumpf.view import board_of, series_of, steps_of
from render.core.encode import png
from render.core.picture import Theme
from render.core.plates import BYTE_BUDGET
from render.grumpf.cells import standing
from render.grumpf.inks import STONES, palette
from render.grumpf.paint import on
from render.grumpf.pictures import PORTRAITS as PICTURE
from render.grumpf.sights import changes
from tests.render import golden
from tests.render.grumpf.gallery import GALLERY
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


def board(given: State, marks: Marks = Marks()) -> Image.Image:  # noqa: B008 (frozen)
    """The table as a spectator sees it."""
    return PICTURE.board(view(given), marks, names=NAMES)


def differs(first: Image.Image, second: Image.Image, box: tuple[int, int, int, int]) -> bool:
    """Whether two pictures differ in a box."""
    return first.crop(box).tobytes() != second.crop(box).tobytes()


@pytest.mark.parametrize("name", GALLERY)
def test_r11_picture_is_the_golden_one(name: str) -> None:
    """
    Every kind of picture looks as it did when it was last looked at.
    """
    golden.check(f"grumpf/{name}", GALLERY[name]())


@pytest.mark.parametrize("name", GALLERY)
def test_picture_is_in_the_palette_and_within_the_budget(name: str) -> None:
    """
    Pictures are in palette mode with at most 128 colours and weigh at most 250 kB.
    """
    image = GALLERY[name]()

    assert image.mode == "P"
    assert len(image.getcolors() or ()) <= len(palette().colours) <= 128
    assert len(png(image)) <= BYTE_BUDGET


def test_r11_sizes() -> None:
    """
    The table is 1080 x 1236; one's own band lies below it; one clan's collection is 1080 x 720.
    """
    assert board(mock_up()).size == (1080, 1236)
    assert GALLERY["live"]().size == (1080, 1402)
    assert GALLERY["seat"]().size == (1080, 720)


def test_the_same_position_is_the_same_file() -> None:
    """
    Nothing in a picture hangs on what was drawn before, nor on the order of sets.
    """
    first = png(board(mock_up()))
    for given in (crowded(), new_hunt()):
        board(given)

    assert png(board(mock_up())) == first


def test_another_process_draws_the_same_file() -> None:
    """
    Seeds come from keys, not from hashes that change with the process.
    """
    code = (
        "from hashlib import sha256; from render.core.encode import png; "
        "from tests.render.grumpf.gallery import GALLERY; print(sha256(png(GALLERY['board4']())).hexdigest())"
    )
    environment = {**os.environ, "PYTHONHASHSEED": "7"}
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True, env=environment)

    assert found.stdout.strip() == sha256(png(GALLERY["board4"]())).hexdigest()


def test_threads_draw_the_same_file() -> None:
    """
    Pictures may be drawn in several threads at once.
    """
    names = ("board4", "plan", "live", "seat")
    alone = [png(GALLERY[name]()) for name in names]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(lambda name: png(GALLERY[name]()), names * 2))

    assert together == alone * 2


def test_sprites_are_never_changed_in_place() -> None:
    """
    A cached sprite holds the same bytes after it has been drawn on boards.
    """
    sprite = on(STONES["B"], standing, "B", "Or", "5", sheltered=False)
    before = sprite.image.tobytes()
    for _ in range(2):
        board(mock_up())
        board(replace(mock_up(), beat=7, last=()))

    assert sprite.image.tobytes() == before


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
    first, second = board(mock_up()), board(mock_up(), Marks(("R2", "F1", "F2", "F3", "B4")))

    assert differs(first, second, (10, 118, 534, 402))
    assert not differs(first, second, (546, 118, 1070, 402))
    assert not differs(first, second, (10, 410, 534, 694))
    assert not differs(first, second, (0, 990, 1080, 1236))


def test_s2_a_plan_is_drawn_for_its_owner_only() -> None:
    """
    Green's own view shows the plan tried out and below the board; others and spectators see the same table as without.
    """
    given = planning()
    bare = replace(given, clans=tuple(replace(clan, plan=(), failed=(), planned=False) for clan in given.clans))
    own = PICTURE.private(view(given, 1), Marks(), names=NAMES)
    other = PICTURE.private(view(given, 0), Marks(), names=NAMES)

    assert png(other) == png(PICTURE.private(view(bare, 0), Marks(), names=NAMES))
    assert png(board(given)) == png(board(bare))
    assert own.height > other.height > 1236


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
    untold = board(replace(given, judged=None))

    assert differs(board(given), untold, (10, 118, 534, 402))
    begun = replace(given, tracks={**given.tracks, "M": mock_up().tracks["M"]})
    assert not differs(board(begun), board(replace(begun, judged=None)), (0, 0, 1080, 1236))


@pytest.mark.parametrize("phase", Phase)
def test_s1_every_phase_can_be_drawn(phase: Phase) -> None:
    """
    Each phase has a task in the head, by turns and live.
    """
    for mode in ("async", "live"):
        given = replace(mock_up(), phase=phase, mode=mode, trader=Seat(1) if phase is Phase.TRADE else None)
        assert board(given).size == (1080, 1236)


def test_a_trade_that_was_made_is_told_in_the_head() -> None:
    """
    Once judged, the head has room for the exchange.
    """
    plain, ended = board(judged()), judged()
    assert ended.judged is not None
    traded = board(replace(ended, judged=replace(ended.judged, trade="Vi B ⇄ Gr M"), phase=Phase.VOTE, trader=None))

    assert differs(plain, traded, (372, 10, 740, 60))


def test_a_shared_victory_names_nobody_alone() -> None:
    """
    Two clans at the first place are both shown, the words say that it is shared.
    """
    same = collected("1 1 0 0 0", hand="")
    given = state(("Vi", "Or"), {"Vi": same, "Or": same}, round=4, beat=9, phase=Phase.OVER)
    outcome = GAME.outcome(given)
    assert outcome is not None
    image = PICTURE.final(view(given), outcome, names=NAMES[:2])

    assert outcome.places == (1, 1)
    assert image.size == (1080, 122 + 2 * 182 + 16)


def test_nothing_collected_and_an_empty_hand_can_be_drawn() -> None:
    """
    Green of the crowded board has no Animals; yellow has no Grumpf left and is in a hut.
    """
    shown = view(crowded())

    assert PICTURE.seat(shown, Seat(2), marks=Marks(), names=NAMES).size == (1080, 720)
    assert PICTURE.private(view(crowded(), 3), Marks(), names=NAMES).height > 1236


def test_lettering_is_drawn_in_the_readers_language() -> None:
    """
    Words given for a language are drawn; a word without translation stays English.
    """
    dutch = Theme(
        "nl", {"Bees": "Bijen", "plan?": "plan klaar?", "Plan beats {first}–{last}": "Takt {first} tot {last}"}
    )
    english = board(mock_up())
    other = PICTURE.board(view(mock_up()), Marks(), names=NAMES, theme=dutch)

    assert set(dutch.words) <= set(PICTURE.lettering)
    assert differs(english, other, (130, 120, 300, 170))
    assert differs(english, other, (400, 1010, 530, 1060))
    assert not differs(english, other, (546, 118, 1070, 402))


def test_grumpf_fulfils_the_protocol() -> None:
    """
    The pictures are found under the game's key and can be warmed.
    """
    pictures = PICTURE
    for _ in pictures.warm():
        pass

    assert "Hunt {number}" in pictures.lettering
