"""
Every kind of picture of Grumpf, by name.

`python -m tests.render.grumpf.gallery` writes the golden pictures anew; look at them before they are kept.
"""

from collections.abc import Callable, Mapping
from typing import Any

from games.core.game import Marks, Offer
from games.core.moves import Move
from games.core.seats import Seat
from games.grumpf import GAME
from games.grumpf.moves import Step, Trade
from games.grumpf.state import State
from render.core.plates import Plates
from render.grumpf import PICTURE
from tests.render import golden
from tests.render.grumpf.positions import (
    LONG_NAMES,
    NAMES,
    crowded,
    finished,
    judged,
    live,
    mock_up,
    new_hunt,
    planning,
    view,
)


def board(given: State, marks: Marks = Marks()) -> Plates:  # noqa: B008 (frozen)
    """A board as a spectator sees it."""
    return PICTURE.board(view(given), marks, names=NAMES)


def choosing(given: State, seat: int, verb: type[Move] = Step, **filled: Any) -> Plates:  # noqa: ANN401 (fields)
    """The preview of a draft while a field is chosen: what is offered is ringed, what is chosen so far sketched."""
    shown = view(given, seat)
    return PICTURE.preview(shown, offering(given, seat, verb, filled), names=NAMES)


def offering(given: State, seat: int, verb: type[Move], filled: Mapping[str, Any]) -> Marks:
    """What is offered for the next field of a move, and the sketch of it."""
    shown = view(given, seat)
    spots = {choice.spot: choice.tag for choice in GAME.choices(shown, verb, filled) if choice.spot}
    sketch = GAME.panel.sketch(shown, verb, filled)
    return Marks(sketch.spots, sketch.seat, (), tuple(Offer(spot, tag) for spot, tag in spots.items()))


def hand() -> Plates:
    """One's own view in a live hunt: faces that are up, changes numbered as they happened."""
    given, marks = live()
    return PICTURE.private(view(given, 0), marks, names=NAMES)


def final() -> Plates:
    """The result of six, names that are too long, in other scripts, or nothing at all."""
    given = finished()
    outcome = GAME.outcome(given)
    assert outcome is not None
    return PICTURE.final(view(given), outcome, names=LONG_NAMES)


def seat() -> Plates:
    """Two-digit counts, tiles and a Joker in series."""
    return PICTURE.seat(view(crowded()), Seat(0), marks=Marks(), names=LONG_NAMES)


def crowd() -> Plates:
    """Six clans with names that are too long, in other scripts, or nothing at all."""
    return PICTURE.board(view(crowded()), Marks(), names=LONG_NAMES)


PLATES: dict[str, tuple[Callable[[], Plates], int]] = {
    "grounds4": (lambda: board(mock_up()), 0),
    "clans4": (lambda: board(mock_up()), 1),
    "grounds6": (crowd, 0),
    "clans6": (crowd, 1),
    "new_hunt": (lambda: board(new_hunt()), 0),
    "clans2": (lambda: board(new_hunt()), 1),
    "judged": (lambda: board(judged()), 0),
    "plan": (lambda: choosing(planning(), 1), 1),
    "ground": (lambda: choosing(planning(), 1, choice=("5>",)), 0),
    "target": (lambda: choosing(mock_up(), 1, choice=("x*", "B")), 0),
    "trade": (lambda: choosing(judged(), 0, Trade), 1),
    "live": (hand, 1),
    "seat": (seat, 0),
    "final": (final, 0),
}
"""By name: what draws the plates, and which of them is meant."""
GALLERY = golden.Gallery("grumpf", golden.plates(PLATES))
drawn, fresh = GALLERY.drawn, GALLERY.fresh


if __name__ == "__main__":
    GALLERY.keep()
