"""Lists, numbers and dates by the rules of languages."""

import pytest

from games.core.language.formats import date, decimal, join_list, moment, percent
from games.core.text import either, say
from games.core.words import Words

AT = 1_805_047_200


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "a, b and c | a, b or c | 14 March 2027, 18:00 UTC | 14 Mar 2027 | 2.5 | 26%"),
        ("nl", "a, b en c | a, b of c | 14 maart 2027, 18:00 UTC | 14 mrt 2027 | 2,5 | 26%"),
        ("de", "a, b und c | a, b oder c | 14. März 2027, 18:00 UTC | 14. März 2027 | 2,5 | 26\xa0%"),
        ("xx", "a, b and c | a, b or c | 14 March 2027, 18:00 UTC | 14 Mar 2027 | 2.5 | 26%"),
    ],
)
def test_each_language_has_its_own_lists_numbers_and_dates(language: str, told: str) -> None:
    """
    English has no comma before the last of a list; so is one that isn't known.
    """
    parts = ("a", "b", "c")
    shown = (
        join_list(parts, language),
        join_list(parts, language, either=True),
        moment(AT, language),
        date(AT, language),
        decimal(2.5, language),
        percent(0.256, language),
    )

    assert told.split(" | ") == list(shown)


def test_lists_in_sentences_are_those_of_the_reader() -> None:
    """
    Of all that an argument holds, or of which one holds.
    """
    words = Words({"t.all": "{names}: {which}"}, language="nl")

    assert words(say("t.all", names=("a", "b"), which=either("1", "2", say("core.raw", words="3")))) == (
        "a en b: 1, 2 of 3"
    )
