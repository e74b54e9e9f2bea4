"""M1, M3: the notation both ways, completion and the panel of a plan."""

from __future__ import annotations

import pytest

from games.core.input.complete import complete, complete_line
from games.core.input.forms import forms_of, read_parts
from games.core.input.panel import Draft, menu, open_draft, press
from games.core.running.play import TurnContext, asks_of
from games.core.seats import Seat
from games.core.words import Words
from games.grumpf import GAME
from games.grumpf.deeds import read_deed, read_step, strokes_of, write_step
from games.grumpf.moves import Club, Flip, Hut, Place, Step, Trade
from tests.games.grumpf.table import NAMES, Match, Table, code_of

WORDS = Words(GAME.words, NAMES, strict=True)


def test_m1_a_third_choice_is_in_words_where_there_is_room() -> None:
    """
    A label gives it in notation; a review of the match says all of it.
    """
    view, step = Table(mode="live").view("Vi"), Step(("5>B|4>R?|x*M!",))
    brief, whole = WORDS(GAME.tell(view, step)), WORDS(GAME.tell_at_length(view, step))

    assert brief.endswith(", else x*M!")
    assert whole.endswith(", else place a 4 on Reptiles if it fits, else club the strongest opponent on Mammoths")
    assert WORDS(GAME.tell(view, Flip("15"))) == WORDS(GAME.tell_at_length(view, Flip("15")))


@pytest.mark.parametrize(
    "text",
    ["5>B", "15:5>B", "4>R?", "x*B3", "1x*B3", "x*B!", "x*B!Gr", "^", "^last", "^safe", "-", "5>B|4>R?|x*M!", "^|-"],
)
def test_m3_1_texts_are_written_as_they_are_read(text: str) -> None:
    """
    Each form of the notation comes back unchanged, and its strokes make it again.
    """
    step = read_step(text)
    strokes = strokes_of(text)

    assert step is not None
    assert text == write_step(step)
    assert strokes is not None
    assert text == "".join(strokes) == Step((text,)).text


def test_m3_1_blank_or_comma_is_the_next_beat() -> None:
    """
    Both part steps.
    """
    view = Match(3).state
    lines = ("5>B 4>R?|4>B x*M!", "5>B,4>R?|4>B,x*M!", "5>B, 4>R?|4>B  x*M!")
    read = {tuple(GAME.notation.read(GAME.view(view, Seat(0)), line)) for line in lines}

    assert read == {(Step(("5>B",)), Step(("4>R?|4>B",)), Step(("x*M!",)))}


def test_m3_1_letters_may_be_small() -> None:
    """
    Case does not matter.
    """
    assert str(read_deed("1X*b!gr")) == "1x*B!Gr"
    assert str(read_deed("5>b?")) == "5>B?"


@pytest.mark.parametrize(
    "text", ["", "5>", "5>Q", "6>B", "x*S5", "x*B0", "5>B3", "x*B!?", "^home", "5>B|", "|5>B", "5B", "x*"]
)
def test_m3_1_what_is_no_step(text: str) -> None:
    """
    Unknown boards and faces, spaces beyond the track, unfinished choices.
    """
    assert read_step(text) is None


def test_m3_2_the_lowest_other_face_is_used() -> None:
    """
    15 before 25, 14 before 15 before 1x, 1x before 2x before 3x.
    """
    table = Table(mode="live", tracks={"B": ["Gr5"] * 5})
    told = [table.play("Vi", line).partition("(")[2][:2] for line in ("5>M", "1>M", "1>M", "x*B1")]

    assert told == ["15", "14", "1x", "2x"]


@pytest.mark.parametrize(
    ("line", "move"),
    [
        ("5>B", Place("5", "B")),
        ("15:5>B", Place("15:5", "B")),
        ("1x*M1", Club("1x", "M", "1")),
        ("x*M!Gr", Club("x", "M", "!Gr")),
        ("^", Hut()),
        ("~15", Flip("15")),
    ],
)
def test_m3_live_actions(line: str, move: object) -> None:
    """
    A live line is one move, and is written as it is read.
    """
    view = Table(mode="live").view("Vi")
    read = GAME.notation.read(view, line)

    assert (move,) == tuple(read)
    assert line == GAME.notation.write(view, read)


@pytest.mark.parametrize("line", ["4>R?", "^last", "5>B|4>B", "5>B 4>B"])
def test_m2_guards_and_plans_are_not_live(line: str) -> None:
    """
    Guards, alternatives and more than one move can't be read live.
    """
    assert Table(mode="live").refused("Vi", line) == "SYNTAX"


@pytest.mark.parametrize("text", ["B=Gr:M", "b=gr:m", "B⇄GrM", "B = GrM"])
def test_m2_trades(text: str) -> None:
    """
    Give = clan: take.
    """
    view = Table().view("Vi")

    assert GAME.notation.read_word(view, text, (Trade,)) == Trade("B", "Gr", "M")


def test_m4_the_command_for_a_plan() -> None:
    """
    ``/grumpf plan`` takes a step for each beat and ``final``; a dash holds, ``none`` leaves a beat out.
    """
    match = Match(3)
    form = next(form for form in forms_of(GAME) if form.name == "plan")
    ask = match.asks(0)[0]
    words = {"first": "5>B", "second": "-", "third": "none", "fourth": "4>B?|3>B", "final": "none"}
    moves = read_parts(TurnContext(GAME, match.state, Seat(0), ask.id), form, words)

    assert moves == (Step(("5>B",)), Step(("-",)), Step(("4>B?|3>B",)))


def test_m4_completion_goes_on_stroke_by_stroke() -> None:
    """
    Own faces first; after a face the boards, after a board the guard and an alternative.
    """
    match = Match(3)
    form = next(form for form in forms_of(GAME) if form.name == "plan")
    ask = match.asks(0)[0]

    def typed(text: str) -> list[str]:
        found = complete(
            TurnContext(GAME, match.state, Seat(0), ask.id),
            form=form,
            filled={},
            focused="first",
            typed=text,
            words=WORDS,
        )
        return [suggestion.word for suggestion in found.suggestions]

    assert typed("")[:6] == ["1>", "2>", "3>", "4>", "5>", "x*"]
    assert typed("5>") == ["5>B", "5>R", "5>F", "5>W", "5>M", "5>S"]
    assert typed("5>B") == ["5>B", "5>B?", "5>B|"]
    assert "5>B|x*" in typed("5>B|")
    assert "5>B|x*M!Or" in typed("5>B|x*M!")
    assert all(len(typed(text)) <= 25 for text in ("", "5", "x*B", "5>B|4>R|"))


def test_m4_completion_of_a_line_sees_the_steps_before() -> None:
    """
    After both 5s are planned no third is offered.
    """
    match = Match(3)
    ask = match.asks(0)[0]
    found = complete_line(TurnContext(GAME, match.state, Seat(0), ask.id), "5>B 5>B ", words=WORDS)
    words = [suggestion.word for suggestion in found.suggestions]

    assert "5>B 5>B 4>" in words
    assert "5>B 5>B 5>" not in words


@pytest.mark.parametrize(
    ("begun", "told"),
    [
        ("4>", "place a 4 on …"),
        ("14:4>", "place the 4 of 1|4 on …"),
        ("x*", "use a club on …"),
        ("1x*", "use the club of 1|club on …"),
        ("5>B|4>", "place a 5 on Bees, else place a 4 on …"),
    ],
)
def test_m4_a_step_that_is_begun_is_told_in_words(begun: str, told: str) -> None:
    """
    Completion says what "4>" would be, instead of the notation once more.
    """
    assert told == WORDS(GAME.tell(GAME.view(Match(3).state, Seat(0)), Step((begun,))))


def test_m5_the_plan_builder() -> None:
    """
    Face, board, guard, or else, face, board: six presses make a step with an alternative; then the next beat begins.
    """
    match = Match(3)
    ask = match.asks(0)[0]
    draft = open_draft(TurnContext(GAME, match.state, Seat(0), ask.id))
    assert not menu(TurnContext(GAME, match.state, Seat(0), ask.id), draft).finishable
    for stroke in ("5>", "R", "?", "|", "4>", "B", "."):
        rows = menu(TurnContext(GAME, match.state, Seat(0), ask.id), draft).rows
        assert all(len(row.choices) <= 25 for row in rows)
        draft = press(TurnContext(GAME, match.state, Seat(0), ask.id), draft, "step", stroke)

    assert draft == Draft((Step(("5>R?|4>B",)),))
    assert menu(TurnContext(GAME, match.state, Seat(0), ask.id), draft).finishable


def test_m1_clans_go_by_seats() -> None:
    """
    Violet, orange, green, yellow, pink, blue.
    """
    assert [clan.code for clan in Match(6).state.clans] == ["Vi", "Or", "Gr", "Ye", "Pi", "Bl"]


def test_reading_says_first_that_nobody_can_act() -> None:
    """
    In a hut, or without a hunt, even an unreadable line is refused for that.
    """
    table = Table(mode="live", in_huts=["Vi"])

    assert table.refused("Vi", "nonsense") == "IN_HUT"
    assert table.refused("Gr", "nonsense") == "SYNTAX"
    match = Match(3, mode="live").play(0, "ready").play(1, "ready").play(2, "ready")
    assert code_of(lambda: match.play(0, "nonsense")) == "NO_HUNT"
    assert asks_of(GAME, match.state, Seat(0)) == ()
