"""Filling in sentences, and which arguments they take."""

import pytest

from games.core.language.messages import BadMessage, Slot, fill, slots


@pytest.mark.parametrize(
    ("message", "wanted"),
    [
        ("Nothing.", []),
        ("{seat} gives {what} to {to_seat}", [Slot("seat"), Slot("what"), Slot("to_seat")]),
        ("{n, plural, one {# tile of {whose}} other {# tiles}}", [Slot("n", "plural"), Slot("whose")]),
        ("{n,plural,=0 {none} other {{n} of {most}}}", [Slot("n", "plural"), Slot("n"), Slot("most")]),
        ("{n, plural, one {tile} other {tiles}}", [Slot("n", "plural")]),
        ("{what, select, farm {a farm} other {it}}", [Slot("what", "select")]),
        ("It's {seat}'s turn: `{line}`", [Slot("seat"), Slot("line", code=True)]),
        ("'{seat}' and ''{line}''", [Slot("line")]),
    ],
)
def test_the_arguments_of_a_sentence_are_known(message: str, wanted: list[Slot]) -> None:
    """
    Plain ones, those that choose between words, those within such words; not what is quoted.
    """
    assert wanted == list(slots(message))


@pytest.mark.parametrize(
    ("message", "args", "wanted"),
    [
        ("#{match} is over.", {"match": 12345}, "#12345 is over."),
        ("{n, plural, one {# coin} other {# coins}}", {"n": 12345}, "12,345 coins"),
        ("{n, plural, one {# coin} other {# coins}}", {"n": -12345}, "−12,345 coins"),
        ("Hand of {n}: {what}", {"n": -3, "what": "t2-1 -4"}, "Hand of −3: t2-1 -4"),
        ("Type `{n}`.", {"n": -3}, "Type `-3`."),
        ("{name} wins.", {"name": "{Ann} 'A'"}, "{Ann} 'A' wins."),
        ("{name} wins.", {}, "{name} wins."),
        ("{name} wins.", {"name": "A\ud83d"}, "A? wins."),
        ("It isn't {name}'s.", {"name": "Ann"}, "It isn't Ann's."),
        ("No braces, isn't it?", {}, "No braces, isn't it?"),
    ],
)
def test_a_sentence_is_filled_in(message: str, args: dict[str, object], wanted: str) -> None:
    """
    Numbers that are names stay plain, those that are counted are written as the language does; below 0 they have a
    minus sign, unless they are typed. Names do nothing.
    """
    assert wanted == fill(message, "en", args)


@pytest.mark.parametrize(
    ("message", "args"), [("{n, plural, one {x}}", {"n": 1}), ("{n, plural, other {x}}", {"n": "a"})]
)
def test_what_is_no_message_is_an_error(message: str, args: dict[str, object]) -> None:
    """
    Words for any number are missing, or what is counted is none.
    """
    with pytest.raises(BadMessage):
        fill(message, "en", args)
