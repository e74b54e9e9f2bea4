"""Boards that still are one picture each, as plates."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from typing import Generic, TypeVar

from PIL import Image

from games.core.game import Marks, Outcome, View
from games.core.seats import Seat
from render.core.picture import ENGLISH, Picture, Theme
from render.core.plates import SCORE, Plate, Plates

V = TypeVar("V", bound=View)


class Portraits(ABC, Generic[V]):
    """The pictures of one game, each of them one image."""

    lettering: Sequence[str]

    @abstractmethod
    def board(self, view: V, marks: Marks, *, names: Sequence[str], theme: Theme = ENGLISH) -> Image.Image:
        """The whole table for everybody."""

    def private(self, view: V, marks: Marks, *, names: Sequence[str], theme: Theme = ENGLISH) -> Image.Image:
        """The table as the seat of the view sees it."""
        return self.board(view, marks, names=names, theme=theme)

    def since(self, view: V, marks: Marks, *, names: Sequence[str], theme: Theme = ENGLISH) -> Image.Image:
        """All that one or several turns changed."""
        return self.private(view, marks, names=names, theme=theme)

    def frame(self, view: V, marks: Marks, *, last: V, names: Sequence[str], theme: Theme = ENGLISH) -> Image.Image:
        """A board of a film."""
        draw = self.board if view.seat is None else self.private
        return draw(view, marks, names=names, theme=theme)

    def preview(self, view: V, marks: Marks, *, names: Sequence[str], theme: Theme = ENGLISH) -> Image.Image:
        """The table after the moves of a draft."""
        return self.private(view, marks, names=names, theme=theme)

    @abstractmethod
    def seat(self, view: V, seat: Seat, *, marks: Marks, names: Sequence[str], theme: Theme = ENGLISH) -> Image.Image:
        """What one seat has before it."""

    @abstractmethod
    def final(self, view: V, outcome: Outcome, *, names: Sequence[str], theme: Theme = ENGLISH) -> Image.Image:
        """The result."""

    @abstractmethod
    def warm(self) -> Iterator[None]:
        """Draw what every picture needs."""


def _called(draw: Callable[..., Image.Image], *given: object) -> Image.Image:
    *first, names, theme = given
    return draw(*first, names=names, theme=theme)


def _of_seat(
    draw: Callable[..., Image.Image], view: object, seat: Seat, marks: Marks, names: Sequence[str], theme: Theme
) -> Image.Image:
    return draw(view, seat, marks=marks, names=names, theme=theme)


class Whole(Picture[V]):
    """Each image as the only plate."""

    def __init__(self, portraits: Portraits[V]) -> None:
        """Take the images."""
        self._portraits = portraits
        self.lettering = portraits.lettering

    def board(self, view: V, marks: Marks, *, names: Sequence[str], theme: Theme = ENGLISH) -> Plates:
        """The whole table for everybody."""
        return (Plate("board", _called, (self._portraits.board, view, marks, tuple(names), theme)),)

    def private(self, view: V, marks: Marks, *, names: Sequence[str], theme: Theme = ENGLISH) -> Plates:
        """The table as the seat of the view sees it."""
        return (Plate("board", _called, (self._portraits.private, view, marks, tuple(names), theme)),)

    def since(self, view: V, marks: Marks, *, names: Sequence[str], theme: Theme = ENGLISH) -> Plates:
        """All that one or several turns changed."""
        return (Plate("board", _called, (self._portraits.since, view, marks, tuple(names), theme)),)

    def preview(self, view: V, marks: Marks, *, names: Sequence[str], theme: Theme = ENGLISH) -> Plates:
        """The table after the moves of a draft."""
        return (Plate("board", _called, (self._portraits.preview, view, marks, tuple(names), theme)),)

    def frame(self, view: V, marks: Marks, *, last: V, names: Sequence[str], theme: Theme = ENGLISH) -> Image.Image:
        """A board of a film."""
        return self._portraits.frame(view, marks, last=last, names=names, theme=theme)

    def seat(self, view: V, seat: Seat, *, marks: Marks, names: Sequence[str], theme: Theme = ENGLISH) -> Plates:
        """What one seat has before it."""
        return (Plate("board", _of_seat, (self._portraits.seat, view, seat, marks, tuple(names), theme)),)

    def final(self, view: V, outcome: Outcome, *, names: Sequence[str], theme: Theme = ENGLISH) -> Plates:
        """The result."""
        return (Plate(SCORE, _called, (self._portraits.final, view, outcome, tuple(names), theme)),)

    def warm(self) -> Iterator[None]:
        """Draw what every picture needs."""
        return self._portraits.warm()
