"""
Every kind of picture of Green Town, by name.

`python -m tests.render.greentown.gallery` writes the golden pictures anew; look at them before they are kept.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from typing import Any

from PIL import Image

from games.core.game import Marks, Offer
from games.core.moves import Move
from games.core.seats import Seat
from games.greentown import GAME
from games.greentown.moves import Announce, Develop, Erect, Lay
from games.greentown.view import View
from render.core.plates import Plates, plate
from render.greentown import PICTURE
from render.greentown.terrain.town import Town
from tests.games.greentown.table import Match
from tests.render import golden
from tests.render.greentown.positions import (
    LONG_NAMES,
    LONG_TOWN,
    NAMES,
    building_draft,
    erecting_draft,
    finished,
    long_town,
    mock_up,
    opening,
    touring_draft,
    wide_town,
)

NUMBERED = Marks(spots=("laid:M10", "developed:N11", "built:L14", "tree:L15", "laid:P12"), numbers=(3, 3, 2, 2, 1))
"""What several turns changed in the town of the target picture."""


@lru_cache(maxsize=16)
def seen(make: Callable[[], Match], seat: Seat | None = None) -> View:
    """A position as a seat or everybody sees it; played once, so that pictures alone are measured."""
    return GAME.view(make().state, seat)


def offered(view: View, verbs: Sequence[type[Move]], filled: Mapping[str, Any]) -> tuple[Offer, ...]:
    """What the platform collects of the choices for some verbs."""
    return tuple(
        Offer(choice.spot, choice.tag) for verb in verbs for choice in GAME.choices(view, verb, filled) if choice.spot
    )


def posted(make: Callable[[], Match], names: tuple[str, ...] = NAMES) -> Plates:
    """The table as everybody sees it."""
    view = seen(make)
    return PICTURE.board(view, Marks(), names=names[: len(view.table.players)])


def choosing(make: Callable[[], Match], *verbs: type[Move], **filled: str) -> Plates:
    """A draft as the player to move sees it, with what can be chosen for some verbs after what is filled in."""
    view = seen(make, Seat(3))
    sketch = [GAME.panel.sketch(view, verb, filled).spots for verb in verbs]
    marks = Marks(spots=tuple(spot for spots in sketch for spot in spots), offers=offered(view, verbs, filled))
    return PICTURE.preview(view, marks, names=NAMES)


def touring() -> Plates:
    """A whole turn as its player drafts it."""
    return PICTURE.preview(seen(touring_draft, Seat(2)), Marks(), names=NAMES)


def since() -> Plates:
    """What several turns changed, with their numbers."""
    return PICTURE.since(seen(mock_up, Seat(3)), NUMBERED, names=NAMES)


def history() -> Plates:
    """The same in a town that folds, every tile beside the map of the start changed by two turns."""
    spots = [(f"{kind}:{at}", turn) for turn, at in enumerate(LONG_TOWN, 5) for kind in ("laid", "built")]
    marks = Marks(tuple(spot for spot, _ in spots), numbers=tuple(turn + i % 2 for i, (_, turn) in enumerate(spots)))
    return PICTURE.since(seen(long_town, Seat(0)), marks, names=NAMES[:3])


def film() -> Plates:
    """The last picture of a film about a town that is too tall for names."""
    return (plate("film", framed, long_town),)


def framed(make: Callable[[], Match]) -> Image.Image:
    """A position at the end of its own film."""
    view = seen(make)
    return PICTURE.frame(view, Marks(), last=view, names=NAMES[: len(view.table.players)])


def alone() -> Plates:
    """What Noor has, as Noor sees it."""
    return PICTURE.seat(seen(mock_up, Seat(2)), Seat(2), marks=Marks(), names=NAMES)


def end(seats: int) -> Plates:
    """The final score and the finished town."""
    view, outcome = finished(seats)
    return PICTURE.final(view, outcome, names=(NAMES if seats == 4 else LONG_NAMES)[:seats])


board_of_four = partial(posted, mock_up)
beginning = partial(posted, opening, LONG_NAMES)
late = partial(posted, long_town)
PLATES: dict[str, tuple[Callable[[], Plates], int]] = {
    "town4": (board_of_four, 0),
    "players4": (board_of_four, 1),
    "upper3": (late, 0),
    "lower3": (late, 1),
    "players3": (late, 2),
    "players2": (beginning, 1),
    "markers": (partial(choosing, mock_up, Announce), 0),
    "spaces": (partial(choosing, building_draft, Lay, Develop), 0),
    "sides": (partial(choosing, building_draft, Lay, at="I16"), 0),
    "tiles": (partial(choosing, building_draft, Develop, at="L15"), 1),
    "sites": (partial(choosing, erecting_draft, Erect, kind="C"), 0),
    "touring": (touring, 0),
    "since": (since, 0),
    "seat": (alone, 0),
    "score4": (partial(end, 4), 0),
    "score2": (partial(end, 2), 0),
    "finished": (partial(end, 4), 1),
    "wide": (partial(posted, wide_town), 0),
    "beside": (partial(posted, wide_town), 1),
    "history": (history, 1),
    "film": (film, 0),
}
"""Pictures with the number of the plate."""
GALLERY = golden.Gallery("greentown", golden.plates(PLATES))
picture = GALLERY.drawn


def drawn(plates: Plates) -> tuple[Image.Image, ...]:
    """The plates as images."""
    return tuple(plate.image() for plate in plates)


def town_of(plates: Plates) -> Town:
    """What the town's plate shows."""
    found = next(each for plate in plates for each in plate.of if isinstance(each, Town))
    assert isinstance(found, Town)
    return found


if __name__ == "__main__":
    GALLERY.keep()
