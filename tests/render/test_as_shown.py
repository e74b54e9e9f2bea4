"""What pictures must keep holds for ours and for those of the example, and ours keep it in other languages, too."""

from __future__ import annotations

from importlib import import_module

import pytest
from nim import GAME as NIM
from nim_pictures import PICTURE as NIM_PICTURE

from bot.conformance import picture_conformance
from bot.conformance.pictures import LONGEST, PictureConformance, longest_of
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


class InLongestWords(PictureConformance):
    """Beside what every picture keeps, that words of all languages stand whole, and clear of each other."""

    def test_the_longest_words_stand_whole_and_apart(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """
        With each lettering in the language in which it is longest, no word is cut, lies beyond its plate or on another.
        """
        key, pictures = self.drawn.game.spec.key, self.drawn.pictures
        gallery = import_module(f"tests.render.{key}.gallery")
        monkeypatch.setattr(gallery, "PICTURE", Spoken(pictures, Theme(LONGEST, longest_of(pictures))))
        found = {name: list(misread(gallery.GALLERY.fresh(name))) for name in SCENES[key]}

        assert {name: wrong for name, wrong in found.items() if wrong} == {}


def ours(key: str, *, seed: bytes = b"shown", struck: frozenset[str] = frozenset()) -> type:
    """The tests of one of our games; while they run, what it has drawn is kept."""
    kept = picture_conformance(key, seed=seed, struck=struck, named=True)
    return type(f"Test{key}", (InLongestWords,), dict(vars(kept)))


TestGreentown = ours("greentown", seed=b"tall5")
"""Towns so tall and wide that one plate has no room for them."""
TestGrumpf = ours("grumpf")
TestGrunn = ours("grunn", struck=frozenset({"pay"}))
TestH2olland = ours("h2olland")
TestWalnutGrove = ours("walnut_grove")
TestNim = picture_conformance(NIM, NIM_PICTURE)
