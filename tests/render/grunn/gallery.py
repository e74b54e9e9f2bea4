"""
Every kind of plate of Grunn, by name.

`python -m tests.render.grunn.gallery` writes the golden pictures anew; look at them before they are kept.
"""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from games.core.game import Marks, Offer, Outcome
from games.core.moves import Move
from games.core.seats import Seat
from games.grunn import GAME
from games.grunn.moves import Build, Canal, Develop, Place, Take
from games.grunn.state import State
from games.grunn.view import View
from render.core.plates import Plates
from render.grunn import PICTURE
from tests.render import golden
from tests.render.grunn.positions import (
    LONG_NAMES,
    NAMES,
    arranging,
    board,
    digging,
    finished,
    mock_up,
    table,
    view,
    young,
)


def result(given: State) -> Outcome:
    """The outcome of a finished state."""
    totals = tuple(land.rows.total for land in board(given).lands)
    return Outcome(places=tuple(1 + sum(other > total for other in totals) for total in totals), totals=totals)


def offered(shown: View, *verbs: type[Move], filled: Mapping[str, Any] | None = None) -> tuple[Offer, ...]:
    """What a panel with these verbs offers."""
    choices = (choice for verb in verbs for choice in GAME.choices(shown, verb, filled or {}))
    return tuple(Offer(choice.spot, choice.tag) for choice in choices if choice.spot)


def board_of_four() -> Plates:
    """The position of the target picture."""
    return PICTURE.board(view(mock_up()), Marks(), names=NAMES)


def board_of(seats: int) -> Plates:
    """The table with some number of seats, odd names, scarce stocks."""
    return PICTURE.board(view(table(seats)), Marks(), names=LONG_NAMES[:seats])


def pairs_to_choose() -> Plates:
    """Cees chooses a pair, without ducats: four are too dear."""
    shown = view(replace(mock_up(), turns_done=34), Seat(2))
    return PICTURE.preview(shown, Marks(offers=offered(shown, Take)), names=NAMES)


def cells_to_choose() -> Plates:
    """A pair is taken: its tile may be laid on thin lines around three by three, or its card be used first."""
    shown = view(young(), Seat(0))
    return PICTURE.preview(shown, Marks(offers=offered(shown, Place, Develop)), names=NAMES)


def edges_to_choose() -> Plates:
    """The tile is laid: sites may be built on, and the first canal may lie on many edges."""
    shown = view(digging(), Seat(0))
    return PICTURE.preview(shown, Marks(offers=offered(shown, Build, Canal)), names=NAMES)


def several_turns() -> Plates:
    """All since the viewer's last turn, numbered, in three landscapes."""
    marks = Marks(spots=("0:E4", "0:D4e", "1:D4", "2:C4", "2:E4e"), seat=Seat(2), numbers=(1, 1, 2, 3, 3))
    return PICTURE.since(view(mock_up(), Seat(0)), marks, names=NAMES)


def across_the_seam() -> Plates:
    """One landscape at full size whose names run over the seam of the grid's ring."""
    marks = Marks(spots=("4:Z25", "4:A25", "4:Z25e"), seat=Seat(4))
    return PICTURE.seat(view(table(5)), Seat(4), marks=marks, names=LONG_NAMES[:5])


def start(seats: int) -> Plates:
    """Tiles dealt, none laid."""
    return PICTURE.board(view(arranging(seats)), Marks(), names=LONG_NAMES[:seats])


def own_start() -> Plates:
    """One player's arrangement, the first tile laid."""
    shown = view(arranging(4), Seat(1))
    offers = tuple(Offer(f"1:{cell}") for cell in ("E4", "F4", "D5", "E5", "D6"))
    return PICTURE.preview(shown, Marks(("1:D4",), Seat(1), offers=offers), names=NAMES)


def end(seats: int) -> Plates:
    """The final score and the finished landscapes."""
    given = finished(seats)
    return PICTURE.final(view(given), result(given), names=(*NAMES, *LONG_NAMES)[:seats])


PLATES: dict[str, tuple[Callable[[], Plates], int]] = {
    "board4": (board_of_four, 0),
    "players1": (lambda: board_of(1), 1),
    "players2": (lambda: board_of(2), 1),
    "players3": (lambda: board_of(3), 1),
    "players6": (lambda: board_of(6), 1),
    "pairs": (pairs_to_choose, 0),
    "cells": (cells_to_choose, 0),
    "edges": (edges_to_choose, 0),
    "since": (several_turns, 1),
    "seat": (across_the_seam, 0),
    "start5": (lambda: start(5), 0),
    "start_own": (own_start, 0),
    "score3": (lambda: end(3), 0),
    "lands6": (lambda: end(6), 1),
}
"""By name what is drawn, and which of its plates is kept."""
GALLERY = golden.Gallery("grunn", golden.plates(PLATES))
drawn = GALLERY.drawn


def board_plates(seats: int) -> Plates:
    """A board of some number of seats, for measuring."""
    return board_of_four() if seats == 4 else board_of(seats)


if __name__ == "__main__":
    GALLERY.keep()
