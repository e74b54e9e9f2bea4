"""From what the platform marks to what is drawn: what changed on each farm and in town."""

from collections.abc import Mapping
from typing import TypeAlias

from games.core.game import Marks
from render.core.badge import numbers_of

TOWN = "town"
Changed: TypeAlias = Mapping[str, int]
"""The parts of a farm, or the stops of the town, that changed, each with its number (0: none)."""
NOTHING: Mapping[str, Changed] = {}
"""No change anywhere."""


def changes(marks: Marks) -> Mapping[str, Changed]:
    """What changed, by the seat of the farm (`"0"`) and for `TOWN`; where nothing changed it is left out."""
    numbers = numbers_of(marks)
    found: dict[str, dict[str, int]] = {}
    for spot in marks.spots:
        owner, _, part = spot.partition(":")
        found.setdefault(owner, {})[part] = numbers.get(spot, 0)
    return found
