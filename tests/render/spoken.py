"""A game's pictures as others than English readers see them, and what is wrong with their words."""

from collections.abc import Iterator, Sequence
from typing import Any

from PIL import Image

from bot.conformance.lettering.reading import faults, read
from render.core.lettering.text import ELLIPSIS
from render.core.picture import Picture, Theme

NAMES = ("Anna", "Bert", "Cees", "Dora", "Emma", "Finn")
"""So short that nothing is cut for them."""


class Spoken:
    """A game's pictures lettered by a theme, with short names."""

    def __init__(self, pictures: Picture[Any], theme: Theme) -> None:
        self._pictures = pictures
        self._theme = theme

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401  # a method of the pictures
        """What draws, whoever is named and in whatever language."""

        def draw(*args: Any, names: Sequence[str], **options: Any) -> Any:  # noqa: ANN401
            return getattr(self._pictures, name)(*args, names=NAMES[: len(names)], theme=self._theme, **options)

        return draw


def misread(image: Image.Image, struck: frozenset[str] = frozenset()) -> Iterator[str]:
    """Yield what is wrong with the words of a picture; `struck` are those that are struck through on purpose."""
    found = read(image)
    yield from faults(image, found, struck=struck)
    yield from (f"{each.note.text!r} is cut" for each in found if ELLIPSIS in each.note.text)
