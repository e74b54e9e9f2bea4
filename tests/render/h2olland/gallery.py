"""
Every kind of picture of H₂Olland, by name.

`python -m tests.render.h2olland.gallery` writes the golden pictures anew; look at them before they are kept.
"""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace
from PIL import Image

from games.core.game import Marks, Offer
from games.core.moves import Move
from games.core.seats import Seat
from games.h2olland import GAME
from games.h2olland.moves import Area, Dike, Keep, Place, Run, Trade
from games.h2olland.scoring import outcome
from games.h2olland.state import Basket, Phase
from games.h2olland.view import View
from render.core.plates import Plates
from render.h2olland import PICTURE
from tests.render import golden
from tests.render.h2olland.positions import LONG_NAMES, MOCK_UP, NAMES, OBLONG, of_three, racing, staged, view

SPRING_BARN = {"corn": 1, "cow": 1, "tulip-red": 1, "tulip-pink": 1, "mill": 1, "farm": 1}
WINTER_BARN = {"corn": 4, "bean": 4, "carrot": 2, "potato": 2, "cow": 2, "tulip-pink": 2, "dike": 1, "mill": 1}
WINTER = {"phase": Phase.WINTER, "passed": (), "cards": (1, 2, 3, 5), "barns": ({}, {}, WINTER_BARN, {})}


def offers(shown: View, verb: type[Move], **filled: Any) -> tuple[Offer, ...]:  # noqa: ANN401  # fields differ in type
    """What the panel's menus offer of a verb."""
    return tuple(Offer(each.spot, each.tag) for each in GAME.choices(shown, verb, filled) if each.spot)


def choosing(shown: View, verb: type[Move], spots: tuple[str, ...] = (), **filled: Any) -> Plates:  # noqa: ANN401
    """The preview while a verb is chosen."""
    marks = Marks(spots, shown.seat, offers=offers(shown, verb, **filled))
    return PICTURE.preview(shown, marks, names=NAMES[: shown.table.seats])


def spring() -> View:
    """Saskia has something of each kind to place."""
    return staged(2, phase=Phase.SPRING, passed=(), barns=({}, {}, SPRING_BARN, {}))


def board_of_four() -> Plates:
    """The position of the target picture."""
    return PICTURE.board(view(MOCK_UP), Marks(("20-26",), Seat(3)), names=NAMES)


def board_of_three() -> Plates:
    """Areas ready to be drained, mills used, a tile turned, the other safe zones, odd names."""
    given = of_three(phase="drain", safe_zone="village", used_mills=["B4", "K9"], passed=["white"])
    return PICTURE.board(view(given), Marks(("t8", "E6", "F6"), Seat(0)), names=LONG_NAMES[:3])


def board_of_two() -> Plates:
    """The oblong board, a full barn, kinds sold out."""
    return PICTURE.board(view(OBLONG), Marks(("E1", "F1", "11-17", "t5"), Seat(1)), names=LONG_NAMES[:2])


def signs() -> Plates:
    """What Saskia can place where, before she has said what."""
    return choosing(spring(), Place, ("M14",))


def squares() -> Plates:
    """Where tulips can be planted on the oblong board."""
    return choosing(view(OBLONG, 0), Place, item="tulip-red")


def borders() -> Plates:
    """Where a dike can be laid."""
    return choosing(view(MOCK_UP, 2), Dike)


def areas() -> Plates:
    """Which areas can be drained."""
    return choosing(staged(2, phase=Phase.DRAIN, passed=()), Area)


def race() -> Plates:
    """The race, with what the runner to move can reach."""
    return PICTURE.board(racing(), Marks(("A2", "B2"), Seat(1)), names=NAMES)


def runs() -> Plates:
    """Where Saskia can send a runner."""
    return choosing(replace(racing(), seat=Seat(2)), Run)


def history() -> Plates:
    """Several turns, numbered."""
    spots = ("20-26", "A2", "B2", "t8", "E6", "F6", "I13")
    return PICTURE.since(view(MOCK_UP), Marks(spots, Seat(3), numbers=(1, 2, 2, 3, 4, 4, 12)), names=NAMES)


def trade() -> Plates:
    """An order of winter being written."""
    trades = ("3be>co", "t1", "4>cw")
    shown = staged(2, **WINTER)
    return choosing(shown, Trade, GAME.panel.sketch(shown, Trade, {"trades": trades}).spots, trades=trades)


def keep() -> Plates:
    """What to keep of a full barn."""
    return choosing(replace(staged(2, **WINTER), basket=Basket(("3be>co", "t1", "4>cw"))), Keep)


def end() -> Plates:
    """The result and the board as it ended."""
    shown = racing()
    table = replace(shown.table, phase=Phase.OVER, turn=Seat(-1), last_flipper=Seat(2))
    return PICTURE.final(replace(shown, table=table), outcome(table), names=LONG_NAMES)


SCENES: dict[str, Callable[[], Plates]] = {
    "four": board_of_four,
    "three": board_of_three,
    "two": board_of_two,
    "signs": signs,
    "squares": squares,
    "borders": borders,
    "areas": areas,
    "race": race,
    "runs": runs,
    "history": history,
    "trade": trade,
    "keep": keep,
    "end": end,
}
GOLDEN = (
    ("four", 0), ("four", 1), ("three", 1), ("two", 0), ("two", 1), ("signs", 1), ("squares", 0), ("borders", 0),
    ("areas", 1), ("runs", 1), ("history", 0), ("trade", 0), ("end", 0),
)  # fmt: skip
"""Plates that show something new: scene and place."""


def film() -> Image.Image:
    """The whole square board in one picture."""
    shown = view(MOCK_UP)
    return PICTURE.frame(shown, Marks(("20-26",), Seat(3)), last=shown, names=LONG_NAMES)


GALLERY = golden.Gallery(
    "h2olland",
    {**golden.plates({f"{scene}{at + 1}": (SCENES[scene], at) for scene, at in GOLDEN}), "film": film},
)
seen = GALLERY.drawn


if __name__ == "__main__":
    GALLERY.keep()
