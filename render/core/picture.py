"""What a game's picture module offers, and what comes out of it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from string import Formatter
from typing import Any, Protocol, TypeVar

from PIL import Image

from games.core.game import Marks, Outcome, View
from games.core.seats import Seat
from render.core.encode import png

V_contra = TypeVar("V_contra", bound=View, contravariant=True)

ALT_LIMIT = 1024  # Discord: description of an attachment
HALF_COLOURS = 128  # of a picture scaled down: as many as the full one has at most
BYTE_BUDGET = 250_000  # a phone on a slow line loads this in a second or two


@dataclass(frozen=True, slots=True)
class Theme:
    """
    In which language a picture is lettered.

    `words` maps the English lettering to that language and must be the same for the same `language`, by which cached
    backgrounds are told apart; lettering without an entry stays English.
    """

    language: str = "en"
    words: Mapping[str, str] = field(default_factory=dict, compare=False)

    def say(self, english: str, **args: object) -> str:
        """
        The lettering in the reader's language.

        With `args` its braces are filled: `{name}` with an argument, `{count:tile|tiles}` with the first word if the
        argument is 1, else with the second. Without, they are left for the caller.
        """
        text = self.words.get(english, english)
        return _COUNTING.vformat(text, (), args) if args else text


class _Counting(Formatter):
    """Fills braces, and chooses between one and many."""

    def format_field(self, value: Any, format_spec: str) -> str:  # noqa: ANN401  # whatever an argument is
        """Return the word for one or for many of a `one|many`, else the value."""
        one, choice, many = format_spec.partition("|")
        if not choice:
            return str(super().format_field(value, format_spec))
        return one if value == 1 else many


_COUNTING = _Counting()


ENGLISH = Theme()


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture ready to be sent: a PNG file, its size in pixels, and the text for those who cannot see it."""

    png: bytes
    width: int
    height: int
    alt: str


def finish(image: Image.Image, alt: str) -> Drawing:
    """Encode a picture; `alt` is the game's own short description, cut at what Discord takes (1,024 characters)."""
    if len(alt) > ALT_LIMIT:
        alt = alt[: ALT_LIMIT - 1].rstrip() + "…"
    return Drawing(png(image), image.width, image.height, alt)


def halved(drawing: Drawing) -> Drawing:
    """Return the picture at half its width and height, for a place that takes only small files."""
    with Image.open(BytesIO(drawing.png)) as full:
        size = (max(1, full.width // 2), max(1, full.height // 2))
        small = full.convert("RGB").resize(size, Image.Resampling.BOX)
    image = small.quantize(HALF_COLOURS, dither=Image.Dither.NONE)
    return Drawing(png(image), image.width, image.height, drawing.alt)


class Picture(Protocol[V_contra]):
    """
    The pictures of one game: pure functions of a view, safe in any thread or process.

    A game's class inherits from it and draws what has no default: `board`, `seat`, `final`, `warm`.

    `names` are the players' names by seat. Images are in palette mode. A view hides what its seat may not see, so
    every method shows the whole of the view it is given.
    """

    lettering: Sequence[str]
    """Every English word or sentence drawn, for translators."""

    def board(self, view: V_contra, marks: Marks, *, names: Sequence[str], theme: Theme = ENGLISH) -> Image.Image:
        """The whole table for everybody; what changed is outlined."""
        ...

    def private(self, view: V_contra, marks: Marks, *, names: Sequence[str], theme: Theme = ENGLISH) -> Image.Image:
        """The table as the seat of the view sees it, with its secrets; unless said otherwise the board."""
        return self.board(view, marks, names=names, theme=theme)

    def since(self, view: V_contra, marks: Marks, *, names: Sequence[str], theme: Theme = ENGLISH) -> Image.Image:
        """
        All that one or several turns changed, as the seat of the view sees it; `marks.numbers` stand on the changes.

        Unless said otherwise what is `private`.
        """
        return self.private(view, marks, names=names, theme=theme)

    def frame(
        self, view: V_contra, marks: Marks, *, last: V_contra, names: Sequence[str], theme: Theme = ENGLISH
    ) -> Image.Image:
        """
        A board of a film that ends with `last`: as `board`, or as `private` if the view has a seat.

        Unless said otherwise nothing of it depends on `last`.
        """
        draw = self.board if view.seat is None else self.private
        return draw(view, marks, names=names, theme=theme)

    def preview(self, view: V_contra, marks: Marks, *, names: Sequence[str], theme: Theme = ENGLISH) -> Image.Image:
        """The table after the moves of a draft, whose changes `marks` outline; unless said otherwise `private`."""
        return self.private(view, marks, names=names, theme=theme)

    def seat(
        self, view: V_contra, seat: Seat, *, marks: Marks, names: Sequence[str], theme: Theme = ENGLISH
    ) -> Image.Image:
        """What one seat has before it, at full size."""
        ...

    def final(self, view: V_contra, outcome: Outcome, *, names: Sequence[str], theme: Theme = ENGLISH) -> Image.Image:
        """The result: scores by category, and who won."""
        ...

    def warm(self) -> Iterator[None]:
        """Draw what every picture needs, piece by piece, so that the first one is not slow; yield after each piece."""
        ...
