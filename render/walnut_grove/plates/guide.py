"""Where the discs of the guide lie in town and on a farm."""

from games.core.seats import Seat
from games.walnut_grove.view import TownSight
from render.core.guide import Disc
from render.walnut_grove.plates import town
from render.walnut_grove.terrain import street


def in_town(sight: TownSight) -> tuple[Disc, ...]:
    """Before the first house, behind the first player's figure, below the left gate, beside the year disc."""
    left, top, wide, high = street.box(1)
    middle, (x, y) = left + wide / 2, town.places(sight)[Seat(0)]
    return (
        Disc("building", (middle, street.TOP_Y + 8), (middle, top + high + 5)),
        Disc("figure", (x + 72, y + 2), (x + 34, y)),
        Disc("gate", (street.LEFT_X, street.GATE_FOOT + 46), (street.LEFT_X, street.GATE_FOOT + 2)),
        Disc("disc", (417, 312), (452, 322)),
    )


def on_farm() -> tuple[Disc, ...]:
    """On the land, and on the rows of the board."""
    return (
        Disc("area", (424, 222), (386, 264)),
        Disc("barn", (564, 104), (612, 102)),
        Disc("needs", (580, 180), (616, 157)),
        Disc("laborers", (806, 352), (824, 300)),
        Disc("help", (936, 366), (1002, 366)),
    )
