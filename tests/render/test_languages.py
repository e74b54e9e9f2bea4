"""Pictures in other languages than English: words stand whole on their plates, and clear of each other."""

from importlib import import_module

import pytest

from bot.conformance.lettering.traced import trace
from bot.conformance.pictures import LONGEST, longest_of
from render.core.picture import Theme
from tests.render.spoken import Spoken, misread

SCENES = {
    "greentown": ("town4", "players4", "players3", "players2", "seat", "score4", "score2"),
    "grumpf": ("grounds4", "clans6", "judged", "trade", "live", "seat", "final"),
    "grunn": ("board4", "players1", "players2", "players6", "cells", "start_own", "score3"),
    "h2olland": ("four1", "four2", "three2", "two1", "trade1", "end1"),
    "walnut_grove": ("town", "start", "things", "one_farm", "four_farms", "turns", "score"),
}
"""Of each game's gallery those with most words."""


@pytest.mark.parametrize("key", SCENES)
def test_the_longest_words_stand_whole_and_apart(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    With each lettering in the language in which it is longest, no word is cut, lies beyond its plate or on another.
    """
    gallery = import_module(f"tests.render.{key}.gallery")
    pictures = gallery.PICTURE
    monkeypatch.setattr(gallery, "PICTURE", Spoken(pictures, Theme(LONGEST, longest_of(pictures))))

    with trace(f"render.{key}"):
        found = {name: list(misread(gallery.GALLERY.fresh(name))) for name in SCENES[key]}

    assert {name: wrong for name, wrong in found.items() if wrong} == {}
