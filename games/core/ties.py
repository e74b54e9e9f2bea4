"""Places by points and tie-breaks, and the sentences that say why equal points are parted or share a place. Pure."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise

from msgspec import Struct

from games.core.seats import Seat
from games.core.text import Text, lines, say


class TieBreak(Struct, frozen=True):
    """What parts players with equal points: ``values`` by seat, of which more rank higher (``fewer``: less).

    ``told`` is the sentence that it did so. Besides its own arguments it gets ``seat`` and ``behind_seat`` (tuples of
    seats), ``ahead`` (how many ``seat`` are), ``count`` (their points), and the values ``most`` and ``next``.
    """

    told: Text
    values: tuple[int, ...]
    fewer: bool = False

    def worth(self, seat: int) -> int:
        """Return what a seat's value is worth: the higher, the better."""
        return -self.values[seat] if self.fewer else self.values[seat]


class Ties(Struct, frozen=True):
    """A game's tie-breaks, the first of them first, and its sentences of a place that is shared after all of them.

    ``won`` is said of the first place. Both get ``seat`` (a tuple), ``place``, ``count`` (points each) and ``value``
    (that of the first tie-break).
    """

    breaks: tuple[TieBreak, ...] = ()
    shared: str = "core.tie.shared"
    won: str = "core.tie.won"

    def while_played(self) -> Ties:
        """Return the same for a score as it stands, in which nobody has won yet."""
        return Ties(self.breaks, self.shared, self.shared)


def rank_by_points(totals: Sequence[int], ties: Ties) -> tuple[int, ...]:
    """Return 1-based places by points, then by the tie-breaks; shared where all are equal."""
    keys = [(total, *(each.worth(seat) for each in ties.breaks)) for seat, total in enumerate(totals)]
    return tuple(1 + sum(other > key for other in keys) for key in keys)


def tell_ties(
    places: Sequence[int], totals: Sequence[int], ties: Ties, *, among: Collection[int] | None = None
) -> Text | None:
    """Return a line for each pair of places that a tie-break parts, and for each that is shared; None: no tie.

    ``among``: only these seats are told about, e.g. those that stayed to the end.
    """
    seats = sorted(range(len(places)) if among is None else among, key=lambda seat: (places[seat], seat))
    told: list[Text] = []
    for points in sorted({totals[seat] for seat in seats}, reverse=True):
        equal = [seat for seat in seats if totals[seat] == points]
        groups = [
            tuple(Seat(seat) for seat in equal if places[seat] == place)
            for place in sorted({places[seat] for seat in equal})
        ]
        told += _tell_equal(groups, places, points, ties)
    return None if not told else told[0] if len(told) == 1 else lines(*told)


def _tell_equal(groups: Sequence[tuple[Seat, ...]], places: Sequence[int], points: int, ties: Ties) -> Iterator[Text]:
    """Tell about players with equal points, in groups that share a place, best first."""
    for ahead, behind in pairwise(groups):
        decisive = next((each for each in ties.breaks if each.worth(ahead[0]) > each.worth(behind[0])), None)
        if decisive is not None:
            most, least = decisive.values[ahead[0]], decisive.values[behind[0]]
            args = say("", seat=ahead, behind_seat=behind, ahead=len(ahead), count=points, most=most, next=least).args
            yield Text(decisive.told.id, {**decisive.told.args, **args})
    for group in groups:
        if len(group) > 1:
            place = places[group[0]]
            value = ties.breaks[0].values[group[0]] if ties.breaks else 0
            sentence = ties.won if place == 1 else ties.shared
            yield say(sentence, seat=group, place=place, count=points, value=value)
