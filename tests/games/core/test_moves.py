"""Declarations of moves, refusals, and the core's own notation."""

import pickle
from typing import Annotated

import pytest
from msgspec import Struct

from games.core.errors import Ambiguous, IllegalMove, Refusal, Unreadable
from games.core.input.forms import PartRefused
from games.core.input.notation import read_word, tell, word
from games.core.moves import STOP, Field, Move, close_tuple, fields_of, next_field, values_of, verb_of, what_of
from games.core.running.codec import NewerState
from games.core.running.play import Refused
from games.core.text import say
from games.core.words import Words
from tests.cases.verdict import Verdict


class Draw(Move, frozen=True, tag="draw"):
    """Draw cards.

    More about it.
    """

    cards: Annotated[tuple[str, ...], Field("Which", most=3)]
    where: Annotated[int, Field("Where to", label="to pile")]
    open: Annotated[bool, Field("Openly")] = False


class Name(Move, frozen=True, tag="name"):
    """Name something."""

    what: Annotated[str, Field("What")]


class Rest(Move, frozen=True, tag="rest"):
    """Do nothing."""


class Bag(Move, frozen=True, tag="bag"):
    """Fill the bag."""

    things: Annotated[tuple[int, ...], Field("What")]


VERBS = (Draw, Name, Rest, Bag)


def test_a_declaration_tells_verb_and_fields() -> None:
    """
    Tag, first line of the docstring and annotated fields are what the platform knows of a move.
    """
    draw = Draw(("a",), 1)

    assert verb_of(Draw) == verb_of(draw) == "draw"
    assert what_of(Draw) == "Draw cards"
    assert [(info.name, info.type, info.repeated, info.required) for info in fields_of(Draw)] == [
        ("cards", str, True, True),
        ("where", int, False, True),
        ("open", bool, False, False),
    ]


def test_a_field_needs_its_meaning() -> None:
    """
    A field without ``Annotated[..., Field(...)]`` is a mistake that is named.
    """

    class Bare(Struct):
        n: int

    with pytest.raises(TypeError, match=r"Bare\.n"):
        fields_of(Bare)


def test_the_field_asked_about_is_the_first_unfinished_one() -> None:
    """
    A tuple is asked about until STOP or until it has all it may have.
    """
    cards, where, open_ = fields_of(Draw)

    assert cards == next_field(Draw, {})
    assert cards == next_field(Draw, {"cards": ("a",)})
    assert where == next_field(Draw, {"cards": ("a", STOP)})
    assert where == next_field(Draw, {"cards": ("a", "b", "c")})
    assert open_ == next_field(Draw, {"cards": ("a", STOP), "where": 1})
    assert next_field(Draw, {"cards": (STOP,), "where": 1, "open": True}) is None
    assert values_of({"cards": ("a", STOP)}, "cards") == ("a",)
    assert values_of({"cards": ("a",)}, "cards") == ("a",)
    assert values_of({}, "cards") == ()
    assert close_tuple(cards, ("a",)) == ("a", STOP)
    assert close_tuple(cards, ("a", "b", "c")) == ("a", "b", "c")


@pytest.mark.parametrize(
    ("move", "written"),
    [
        (Draw(("a", "b"), 3), "draw:a+b,3,no"),
        (Draw((), -1, True), "draw:,-1,yes"),
        (Name("50% of it, or a+b: so"), "name:50%25;%20;of%20;it%2c;%20;or%20;a%2b;b%3a;%20;so"),
        (Name(""), "name:"),
        (Rest(), "rest"),
        (Bag((1, -2)), "bag:1+-2"),
        (Bag(()), "bag:"),
    ],
)
def test_a_move_is_one_word_and_back(move: Move, written: str) -> None:
    """
    A word holds the verb and the values; signs with a meaning are written as codes.
    """
    assert written == word(move)
    assert move == read_word(written, VERBS)


def test_words_may_leave_out_what_is_plain() -> None:
    """
    The verb may be left out where one only fits, and fields at the end that have a default.
    """
    assert Draw(("a",), 1) == read_word("draw:a,1", VERBS)
    assert Draw(("a",), 1, True) == read_word("a,1,yes", VERBS)
    assert Bag((1,)) == read_word("1", (Rest, Bag))


def test_words_of_two_meanings_are_ambiguous() -> None:
    """
    Where two verbs fit, the refusal names both readings.
    """
    with pytest.raises(Ambiguous) as caught:
        read_word("1", VERBS)

    assert caught.value.text.args["readings"] == ("name:1", "bag:1")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("dance:1", "core.unknown_verb"),
        ("a,b,c,d", "core.unknown_verb"),
        ("draw:a", "core.wrong_count"),
        ("draw:a,1,yes,no", "core.wrong_count"),
        ("rest:1", "core.wrong_count"),
        ("draw:a,b", "core.bad_value"),
        ("draw:a,--1", "core.bad_value"),
        ("draw:a,1,perhaps", "core.bad_value"),
        ("bag:x", "core.bad_value"),
    ],
)
def test_other_words_are_unreadable(text: str, sentence: str) -> None:
    """
    Unknown verbs, wrong numbers of values and values of another type are refused with a reason.
    """
    with pytest.raises(Unreadable) as caught:
        read_word(text, VERBS)

    assert sentence == caught.value.text.id


@pytest.mark.parametrize(
    "error",
    [
        IllegalMove("CODE", "R1", say("x", n=1)),
        Refused(IllegalMove("CODE", "R1", say("x")), 2),
        PartRefused("pair", Unreadable("CODE", "R1", say("x"))),
        NewerState("grunn", 4, 3),
    ],
)
def test_refusals_travel_between_processes(error: Exception) -> None:
    """
    Computer players think in a pool: a refusal arrives there as it was.
    """
    copy = pickle.loads(pickle.dumps(error))

    assert type(copy) is type(error)
    assert {**vars(error), "refusal": None} == {**vars(copy), "refusal": None}
    assert str(copy) == str(error)


def test_a_refusal_shows_code_and_clause() -> None:
    """
    In logs a refusal is its code and clause.
    """
    assert str(Refusal("COUNT", "R2.1", say("x"))) == "COUNT (R2.1)"


def test_a_verdict_passes_if_nothing_differs() -> None:
    """
    A case has passed if what was wanted came.
    """
    assert Verdict("a", "a").passed
    assert not Verdict("a", "b").passed


@pytest.mark.parametrize(
    ("move", "words"),
    [
        (Draw(("a", "b"), 1), "Draw cards: cards a and b, to pile 1 and open no"),
        (Draw((), 2, True), "Draw cards: cards none, to pile 2 and open yes"),
        (Name("Q2"), "Name something: what Q2"),
        (Rest(), "Do nothing"),
    ],
)
def test_a_move_is_told_by_its_title_and_fields(move: Move, words: str) -> None:
    """
    Where a game has no words of its own for a move, players read no code.
    """
    assert words == Words({}, strict=True)(tell(move))
