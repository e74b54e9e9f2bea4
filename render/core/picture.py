"""What a game's picture module offers."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol, TypeAlias, TypeVar

from PIL import Image

from games.core.game import UNMARKED, Marks, Outcome, View
from games.core.language.messages import fill
from games.core.seats import Seat
from render.core.colour import RGB
from render.core.emoji import Pieces
from render.core.guide import Explained
from render.core.plates import Plates

V_contra = TypeVar("V_contra", bound=View, contravariant=True)


Token: TypeAlias = tuple[str, RGB]
"""A player's shape (circle, diamond, square, triangle, hexagon, star) and colour."""


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

        With `args` it is filled in, as a message of `games.core.language.messages`; without, braces are left for the
        caller.
        """
        text = self.words.get(english)
        if not args:
            return text or english
        return fill(text, self.language, args) if text else fill(english, "en", args)


ENGLISH = Theme()


class Picture(Protocol[V_contra]):
    """
    The pictures of one game: pure functions of a view, safe in any thread or process.

    Each is one or more plates, shown one below the other: first what one thinks about and chooses from, then players,
    stocks and the rest. A game's class inherits from it and draws its `board`; all other pictures are the board, too,
    unless it draws them.

    `names` are the players' names by seat. Images are in palette mode. A view hides what its seat may not see, so
    every method shows the whole of the view it is given.
    """

    lettering: Sequence[str] = ()
    """Every English word or sentence drawn, for translators."""

    def board(self, view: V_contra, marks: Marks, *, names: Sequence[str], theme: Theme = ENGLISH) -> Plates:
        """The whole table for everybody; what changed is outlined."""
        ...

    def private(self, view: V_contra, marks: Marks, *, names: Sequence[str], theme: Theme = ENGLISH) -> Plates:
        """The table as the seat of the view sees it, with its secrets; unless said otherwise the board."""
        return self.board(view, marks, names=names, theme=theme)

    def since(self, view: V_contra, marks: Marks, *, names: Sequence[str], theme: Theme = ENGLISH) -> Plates:
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

        Unless said otherwise the first plate, of which nothing depends on `last`.
        """
        draw = self.board if view.seat is None else self.private
        return draw(view, marks, names=names, theme=theme)[0].image()

    def preview(self, view: V_contra, marks: Marks, *, names: Sequence[str], theme: Theme = ENGLISH) -> Plates:
        """
        The table after the moves of a draft, whose changes `marks` outline; `marks.offers` are ringed and named.

        Unless said otherwise `private`.
        """
        return self.private(view, marks, names=names, theme=theme)

    def seat(self, view: V_contra, seat: Seat, *, marks: Marks, names: Sequence[str], theme: Theme = ENGLISH) -> Plates:
        """What one seat has before it, as large as it can be; unless said otherwise the board."""
        return self.board(view, marks, names=names, theme=theme)

    def final(self, view: V_contra, outcome: Outcome, *, names: Sequence[str], theme: Theme = ENGLISH) -> Plates:
        """The result: first scores by category, and who won; unless said otherwise the board."""
        return self.board(view, UNMARKED, names=names, theme=theme)

    def tokens(self, view: V_contra) -> Sequence[Token]:
        """By what players are known on the pictures, by seat; unless said otherwise by nothing."""
        return ()

    def guide(self, view: V_contra, *, names: Sequence[str], theme: Theme = ENGLISH) -> Explained:
        """
        What the game's guide explains, on plates of its position: where the disc of each thing lies.

        Unless said otherwise nothing.
        """
        return ()

    def cover(self, title: str) -> Plates:
        """
        One plate by which the game is chosen: what is played with, under its title; the same in every language.

        Unless said otherwise nothing.
        """
        return ()

    def emoji(self) -> Pieces:
        """
        Small pictures of pieces, which stand in menus and on buttons: by the name that a choice gives as its `piece`.

        Unless said otherwise none. `python -m render.core.emoji <package>` notes how they look.
        """
        return {}

    def warm(self) -> Iterator[None]:
        """
        Draw what every picture needs, piece by piece, so that the first one is not slow; yield after each piece.

        Unless said otherwise nothing.
        """
        return iter(())
