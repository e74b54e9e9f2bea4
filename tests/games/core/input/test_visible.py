"""Only what can be seen is kept of a person's words."""

from __future__ import annotations

from unicodedata import category

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.input.visible import strip_invisible
from games.core.text import raw, say, say_name
from games.core.words import Style, Words


@pytest.mark.parametrize(
    ("written", "seen"),
    [
        ("An\u202ena", "Anna"),
        ("\u2066Anna\u2069", "Anna"),
        ("\u200fAnna\u061c", "Anna"),
        ("\u200b\u2060\ufeff", ""),
        ("\u3164\uffa0\u115f", ""),
        ("An\u200dna", "Anna"),
        ("An\u200cna\u00ad", "Anna"),
        ("A\ufe0fnna\U000e0041", "Anna"),
        ("An\x00\x1b\x7fna\ud800", "Anna"),
        ("\u200d\u200c", ""),
        ("one\ntwo\r\u2028\tthree", "one\ntwo   three"),
        ("Zoë Müller-Łuk", "Zoë Müller-Łuk"),
        ("👩\u200d💻 ❤\ufe0f\u200d🔥", "👩\u200d💻 ❤\ufe0f\u200d🔥"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("שלום 你好 \u0600", "שלום 你好 \u0600"),
        ("👩\u200d", "👩"),
        ("a" + "\u0301" * 500 + "b", "a" + "\u0301" * 4 + "b"),
        ("ש" + "\u05b0\u200d" * 500, "ש\u05b0\u200d\u05b0"),
        ("\u0301\u0301a", "\u0301\u0301a"),
        ("\u1ec7 e\u0323\u0302", "\u1ec7 e\u0323\u0302"),
        ("👩\u200d Anna", "👩 Anna"),
    ],
)
def test_what_shows_nothing_goes_and_all_else_stays(written: str, seen: str) -> None:
    """
    Controls of direction, zero-width characters and fillers go; emoji of several parts and Persian keep their joiners.
    """
    assert seen == strip_invisible(written)


@given(st.text())
def test_nothing_unseen_is_left(words: str) -> None:
    """
    Whatever was written: done twice it is the same, and no format character is left but joiners that join.
    """
    seen = strip_invisible(words)

    assert seen == strip_invisible(seen)
    assert all(category(char) not in ("Cc", "Cs") or char == "\n" for char in seen)
    assert not set(seen) & set(
        "\u200b\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\ufeff\u3164"
    )


def test_no_sentence_tells_what_cannot_be_seen() -> None:
    """
    Arguments, names, lists and words that stand as they are.
    """
    words = Words({"x": "{name}, {both}, `{code}`"}, style=Style(people=lambda name: f"<{name}>"))
    text = say("x", name=say_name("A\u202enna"), both=("B\u2066en", raw("C\u200bato")), code="D\u200fora")

    assert "<Anna>, Ben and Cato, `Dora`" == words(text)
