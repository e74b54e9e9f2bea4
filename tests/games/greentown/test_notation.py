"""The notation, both ways (R12.3, section 5)."""

from __future__ import annotations

import pytest

from games.core.input.forms import FormKind, forms_of, read_parts
from games.core.moves import Move
from games.core.running.play import TurnContext
from games.greentown import GAME
from games.greentown.moves import Announce, Avoid, Develop, Done, Double, Erect, Forgo, Lay, Reveal, Tour, Via
from games.greentown.words.notation import read_path, write_word
from tests.games.greentown.table import BUILT, Match, refusal_of, seat

FIRST = Announce("BT")
EXAMPLE = "BT +L15:45 ^L14:2345 C@L15 ~M12-L12-L13-L14-L15-M15"
MOVES: tuple[Move, ...] = (
    FIRST,
    Lay("L15", "45"),
    Develop("L14", "2345"),
    Erect("C", "L15"),
    Tour(("M12", "L12", "L13", "L14", "L15", "M15")),
)


def test_5_2_a_line_is_read_and_written() -> None:
    """
    Marker, operations, building, tour; the silent end is not written.
    """
    view = Match().view

    assert MOVES == tuple(GAME.notation.read(view, EXAMPLE))
    assert EXAMPLE == GAME.notation.write(view, (*MOVES, Done()))


@pytest.mark.parametrize(
    ("word", "move"),
    [
        ("?b", Announce("?B")),
        ("+l15:54", Lay("L15", "45")),
        ("^L14:5432", Develop("L14", "2345")),
        ("m@l12>l15", Erect("M", "L12", "L15")),
        ("x@m13", Erect("X", "M13")),
        ("~M12,L12>L13", Tour(("M12", "L12", "L13"))),
        ("~m12.122", Tour(("M12", "L12", "L13", "L14"))),
        ("X2:USE", Double("use")),
        ("via:l13", Via("L13")),
        ("AVOID:M14", Avoid("M14")),
        ("skip", Forgo()),
    ],
)
def test_5_2_words_are_read_in_any_case(word: str, move: Move) -> None:
    """
    Spaces may be joined by comma or ``>``; a path may be its start and the sides taken.
    """
    assert move == GAME.notation.read_word(Match().view, word, GAME.spec.moves)
    assert move == GAME.notation.read_word(Match().view, write_word(move), GAME.spec.moves)


def test_5_2_a_sign_may_be_left_out_where_only_one_verb_fits() -> None:
    """
    In the options of the whole-turn command; elsewhere the sign is needed.
    """
    view = Match().view

    assert Tour(("M12", "L12")) == GAME.notation.read_word(view, "M12-L12", (Tour,))
    assert Via("L13") == GAME.notation.read_word(view, "L13", (Via,))
    assert Avoid("L13") == GAME.notation.read_word(view, "L13", (Avoid,))
    assert Double("use") == GAME.notation.read_word(view, "use", (Double,))
    assert Lay("L15", "45") == GAME.notation.read_word(view, "L15:45", (Lay,))
    assert "SYNTAX" == refusal_of(lambda: GAME.notation.read_word(view, "L13", (Lay, Via)))
    assert "SYNTAX" == refusal_of(lambda: GAME.notation.read_word(view, "B", (Tour,)))


def test_5_2_the_end_and_the_table_have_no_word() -> None:
    """
    What nobody chooses is not written; what is no move of the game cannot be.
    """
    assert ["", ""] == [write_word(Done()), write_word(Reveal())]
    with pytest.raises(AssertionError):
        write_word(Move())


def test_5_2_a_path_off_the_frame_can_be_read() -> None:
    """
    By its spaces or by sides: beyond the frame there is no tile (6). Sides end where they leave it.
    """
    assert ("A1", "A1.6") == read_path("~A1.66")
    assert ("A2", "A1", "A1.5") == read_path("~A2.555")
    assert ("Z9", "Z9.1") == read_path("~Z9.1")
    assert ("M12", "Z13") == read_path("~M12-Z13")
    assert read_path("~M12.7") is None


def test_5_3_the_whole_turn_is_one_command() -> None:
    """
    Its options are the parts of the line; filters narrow the tour; a plan is another.
    """
    forms = {form.name: form for form in forms_of(GAME)}
    match = Match()
    typed = {"marker": "bt", "first": "+L15:45", "second": "^L14:2345", "erect": "C@L15", "tour": "~1", "avoid": "M14"}

    moves = read_parts(TurnContext(GAME, match.state, seat("P1"), match.ask.id), forms["turn"], typed)
    match.commit(*moves)

    assert {"turn", "double", "plan"} == set(forms)
    assert FormKind.ORDER is forms["plan"].kind
    assert match.entries[0].line.startswith("BT +L15:45 ^L14:2345 C@L15 ~")
    assert "M14" not in match.entries[0].line


def test_5_2_the_log_adds_the_result() -> None:
    """
    Visits, wishes, payments and cards.
    """
    told = Match().play(EXAMPLE).told()

    assert "The tour meets all wishes (nature 3 and culture 1) and pays 4 Greenies to Anouk." in told
    assert "Anouk takes that visitor card: 6 stops (nature 1–3, culture 1–2, sport 0–1 and shopping 0–1)." in told


def test_r12_3_a_text_that_is_no_move_changes_nothing() -> None:
    """
    The part that cannot be read is named.
    """
    match = Match()
    before = match.position

    assert "SYNTAX" == match.refused("B +L15:45 ^^")
    assert before == match.position
    assert match.play(BUILT).table.clock == 1
