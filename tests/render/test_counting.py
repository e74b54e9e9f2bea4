"""Numbers in lettering: one is a point, two are points, in every game's pictures and in the words beside them."""

import re
from dataclasses import replace

import pytest

from games.core.language.messages import slots
from games.core.registry import games
from games.core.words import load
from render.core import painter
from render.core.colour import RGB
from render.core.lettering.fonts import Face
from render.core.lettering.letters import lettering
from render.core.picture import ENGLISH, Theme
from render.core.registry import picture
from render.core.surface import Raster
from render.h2olland.inks import PAPER, palette
from render.h2olland.paint import Painter
from render.h2olland.plates import panels
from tests.render.h2olland.positions import racing

NEVER_MANY = {"in", "left", "more", "of", "on", "open", "pt", "s", "•", "–"}
"""Words behind a number that stay as they are: abbreviations, prepositions, adjectives."""
COUNTED = {
    "ducats", "points", "tiles", "streets", "stops", "areas", "coins", "figures", "improvements", "horses", "choices",
    "fields", "mills",
}  # fmt: skip
"""What sentences of games count."""
NO_NUMBERS = {"name", "clan"}
NEVER_ONE = {"years", "each", "goal", "draw"}
"""Facts of a box that sentences name: there is no match in which one of these is 1."""
ONE_OF_MANY = re.compile(r"\b1 (?!stays)\w+s\b")


def placeholders(text: str) -> dict[str, int]:
    """Every argument of a piece of lettering that is a number, as one."""
    return {slot.name: 1 for slot in slots(text) if slot.name not in NO_NUMBERS}


@pytest.mark.parametrize("key", games())
def test_a_number_in_lettering_chooses_its_word(key: str) -> None:
    """
    A word right behind a number is given for one and for many, unless it never changes.
    """
    bare = [
        (text, word)
        for text in picture(key).lettering
        for name, word in re.findall(r"(?<! one )\{(\w+)\} ([^\s{}]+)", text)
        if name not in NO_NUMBERS and word not in NEVER_MANY
    ]

    assert bare == []


@pytest.mark.parametrize("key", games())
def test_lettering_about_one_is_singular(key: str) -> None:
    """
    Filled with ones, no lettering says "1 points"; filled with twos, what counts says something else.
    """
    for text in picture(key).lettering:
        ones = placeholders(text)
        if not ones:
            continue
        people = dict.fromkeys(NO_NUMBERS, "Ann")
        said = ENGLISH.say(text, **ones, **people)
        both = ENGLISH.say(text, **dict.fromkeys(ones, 2), **people)

        assert ONE_OF_MANY.search(said) is None
        assert "plural" not in text or said.replace("1", "2") != both


def test_lettering_of_another_language_counts_too() -> None:
    """
    A translation chooses by the same braces; without arguments they are left as they are.
    """
    dutch = Theme(
        "nl", {"{count, plural, one {# tile} other {# tiles}}": "{count, plural, one {# tegel} other {# tegels}}"}
    )
    text = "{count, plural, one {# tile} other {# tiles}}"

    assert ["1 tegel", "0 tegels", "7 tegels"] == [dutch.say(text, count=count) for count in (1, 0, 7)]
    assert dutch.say(text) == "{count, plural, one {# tegel} other {# tegels}}"


@pytest.mark.parametrize(("points", "word"), [(0, "points"), (1, "point"), (2, "points")])
def test_the_word_beside_a_number_of_its_own_counts(points: int, word: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    In H₂Olland's race the points stand in large figures, their word in smaller letters beside them.
    """
    shown: list[str] = []

    def note(text: str, face: Face, size: int, colour: RGB) -> Raster:
        shown.append(text)
        return lettering(text, face, size, colour)

    monkeypatch.setattr(painter, "lettering", note)
    first = panels.facts(racing(), ("Ann", "Bob", "Cas", "Dan"), ENGLISH)[0]
    told = replace(first, points=points, unit=ENGLISH.say(panels.POINTS, count=points))
    panels.draw(Painter(palette().ground((600, 200), PAPER)), told, (10, 10), (530, 120))

    assert [word] == [text for text in shown if text.startswith("point")]


@pytest.mark.parametrize("key", games())
def test_sentences_of_a_game_choose_their_words(key: str) -> None:
    """
    So do the sentences of a game, from which the alternative texts of pictures are made.
    """
    sentences = load(f"games.{key}").values()
    bare = [
        text
        for text in sentences
        for name, word in re.findall(r"\{(\w+)\} (\w+)", text)
        if name not in NEVER_ONE and word in COUNTED
    ]

    assert bare == []
