"""From what the platform marks to what is drawn: what changed on each farm and in town, and what can be chosen."""

from collections.abc import Mapping
from dataclasses import dataclass

from games.core.game import Marks
from render.core.lettering.badge import numbers_of

TOWN = "town"
SEVERAL = "items"
"""Goods that are chosen together; each is framed."""


@dataclass(frozen=True, slots=True)
class Marked:
    """
    What is marked of one farm, or of the town.

    `changed` are the parts that changed, each with its number (0: none); `offers` the parts that can be chosen, each
    with its tag ("": it has a printed name).
    """

    changed: tuple[tuple[str, int], ...] = ()
    offers: tuple[tuple[str, str], ...] = ()

    def number(self, part: str) -> int | None:
        """The number on a changed part; None if it did not change."""
        return dict(self.changed).get(part)

    def tag(self, part: str) -> str | None:
        """The tag of a part that can be chosen; None if it can't."""
        return dict(self.offers).get(part)

    @property
    def unnumbered(self) -> "Marked":
        """The same without the numbers of changes."""
        return Marked(tuple((part, 0) for part, _ in self.changed), self.offers)


NOTHING = Marked()


def group_marks(marks: Marks) -> Mapping[str, Marked]:
    """What is marked, by the seat of the farm (`"0"`) and for `TOWN`; who has no marks is left out."""
    numbers = numbers_of(marks)
    changed: dict[str, dict[str, int]] = {}
    offers: dict[str, dict[str, str]] = {}
    for spot in marks.spots:
        owner, _, part = spot.partition(":")
        changed.setdefault(owner, {})[part] = numbers.get(spot, 0)
    for offer in marks.offers:
        owner, _, part = offer.spot.partition(":")
        kind, _, goods = part.partition(":")
        for each in [f"item:{good}" for good in goods] if kind == SEVERAL else [part] if part else []:
            offers.setdefault(owner, {})[each] = offer.tag
    return {
        owner: Marked(tuple(changed.get(owner, {}).items()), tuple(offers.get(owner, {}).items()))
        for owner in dict.fromkeys((*changed, *offers))
    }
