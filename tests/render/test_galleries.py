"""What every picture of every game keeps: its look, its palette, its measure, and that it repeats exactly."""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from hashlib import sha256
from importlib import import_module

import pytest
from PIL import Image

from games.core.registry import games
from render.core.palette import NEAR, Palette, distance
from render.core.plates import HIGH, WIDE
from render.core.registry import picture
from render.core.sprites import Canvas, Sprite
from tests.render import golden
from tests.render.golden import Gallery

KEYS = tuple(games())
TOGETHER = {
    "greentown": ("town4", "spaces", "seat", "score4"),
    "grumpf": ("grounds4", "clans4", "plan", "seat"),
    "grunn": ("board4", "cells", "seat", "lands6"),
    "h2olland": ("four1", "squares1", "trade1", "end1"),
    "walnut_grove": ("town", "four_farms", "one_farm", "score"),
}
"""Pictures that have much and little in common."""
LETTERED = {
    "greentown": {"{name} to move", "final score", "in the town", "draft"},
    "grumpf": {"Hunt {number}"},
    "grunn": {"{name} to move"},
    "h2olland": {"Everyone", "Your order", "{name} wins", "no fields in barn"},
    "walnut_grove": {"to move", "{name} wins", "winter", "storehouse", "town row"},
}
"""Lettering from all over a game's pictures."""
ELSEWHERE = """
from tests.render.test_galleries import KEYS, printed
print(*map(printed, KEYS))
"""


@cache
def gallery(key: str) -> Gallery:
    """The pictures of a game."""
    found: Gallery = import_module(f"tests.render.{key}.gallery").GALLERY
    return found


def palette_of(key: str) -> Palette:
    """The palette of a game."""
    found: Palette = import_module(f"render.{key}.inks").palette()
    return found


def printed(key: str) -> str:
    """The fingerprint of a picture of a game."""
    return sha256(gallery(key).drawn(TOGETHER[key][0]).tobytes()).hexdigest()


@pytest.mark.parametrize(("key", "name"), [(key, name) for key in KEYS for name in gallery(key).makes])
def test_picture_is_the_golden_one(key: str, name: str) -> None:
    """
    Every kind of picture looks as it did when it was last looked at, in a palette of at most 128 colours; it is 1100
    pixels wide and at most 700 high.
    """
    image = gallery(key).drawn(name)

    golden.check(f"{key}/{name}", image)
    assert image.mode == "P"
    assert len(image.getcolors() or ()) <= len(palette_of(key).colours) <= 128
    assert image.width == WIDE
    assert image.height <= HIGH


@pytest.mark.parametrize("key", KEYS)
def test_named_inks_come_through(key: str) -> None:
    """
    The palette holds the named inks, or what no eye tells from them.
    """
    inks, colours = import_module(f"render.{key}.inks").NAMED, palette_of(key).colours

    assert [ink for ink in inks if min(distance(ink, colour) for colour in colours) > NEAR] == []


def test_another_process_draws_the_same_pictures() -> None:
    """
    Seeds come from keys, not from hashes that change with the process; nor does anything hang on the order of sets.
    """
    environment = {**os.environ, "PYTHONHASHSEED": "7"}
    found = subprocess.run(
        [sys.executable, "-c", ELSEWHERE], capture_output=True, check=True, text=True, env=environment
    )

    assert found.stdout.split() == [printed(key) for key in KEYS]


@pytest.mark.parametrize("key", KEYS)
def test_threads_draw_the_same_pictures(key: str) -> None:
    """
    Pictures may be drawn in several threads at once, and nothing in them hangs on what was drawn before.
    """
    alone = [gallery(key).drawn(name).tobytes() for name in TOGETHER[key]]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(lambda name: gallery(key).fresh(name).tobytes(), TOGETHER[key] * 2))

    assert together == alone * 2


@pytest.mark.parametrize("key", KEYS)
def test_sprites_are_never_changed_in_place(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    A cached sprite holds the same bytes after it has been drawn on several pictures.
    """
    held: dict[int, tuple[Sprite, list[bytes]]] = {}
    paste = Canvas.paste
    plain = Image.new("L", (1, 1))

    def pixels(sprite: Sprite) -> list[bytes]:
        return [plain._new(part.core).tobytes() for part in sprite.parts]

    def note(self: Canvas, sprite: Sprite, x: float, y: float) -> None:
        held.setdefault(id(sprite), (sprite, pixels(sprite)))
        paste(self, sprite, x, y)

    monkeypatch.setattr(Canvas, "paste", note)
    for name in TOGETHER[key] * 2:
        gallery(key).fresh(name)

    assert len(held) > 50
    assert [(each.width, each.height) for each, before in held.values() if pixels(each) != before] == []


@pytest.mark.parametrize("key", KEYS)
def test_pictures_are_warmed_and_their_words_are_listed(key: str) -> None:
    """
    What every match needs can be drawn before it is asked for; all lettering is there for translators.
    """
    for _ in picture(key).warm():
        pass

    assert LETTERED[key] <= set(picture(key).lettering)
