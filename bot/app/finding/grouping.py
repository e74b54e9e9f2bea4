"""Who of those that wait for others plays with whom. Pure."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from msgspec import Struct

from db.ids import ChannelId, UserId

NEAR = 200
"""Points between two ratings that are near each other, at most."""

STEPS = 200
"""People who are tried at a table for one person, at most."""

Apart = Collection[tuple[UserId, UserId]]
"""Pairs of people who do not meet, each in both orders."""


class Waiting(Struct, frozen=True, kw_only=True):
    """Somebody who waits for a game; as in ``SeekerRecord``. ``points``: their rating."""

    user: UserId
    seats: int
    live: bool
    near: bool
    channel: ChannelId
    open: bool
    points: int


class Crowd:
    """People who wait for the same, and who of them can play together.

    Who that is is compared once for each pair; what is looked for afterwards is counted in bits, and bounded by
    ``STEPS`` for each person, so that a thousand tangled wishes hold up nobody.
    """

    def __init__(self, waiting: Sequence[Waiting], apart: Apart) -> None:
        """``waiting``: the longest first."""
        self._waiting = tuple(waiting)
        self._partners = [0] * len(self._waiting)
        for at, one in enumerate(self._waiting):
            for other in range(at):
                if fits(one, self._waiting[other], apart):
                    self._partners[at] |= 1 << other
                    self._partners[other] |= 1 << at

    def find_table(self, *, but: Collection[UserId] = ()) -> tuple[Waiting, ...]:
        """Return the first table that can be filled without some people, empty if none can.

        Who waits longest is served first, and with those who wait longest.
        """
        left = sum(1 << at for at, one in enumerate(self._waiting) if one.user not in but)
        left = self._drop_lonely(left)
        for at, first in enumerate(self._waiting):
            if left >> at & 1:
                search = _Search(self._partners, first.seats)
                found = search.fill((at,), left & self._partners[at])
                if found:
                    return tuple(self._waiting[each] for each in sorted(found))
                if search.is_complete:
                    left &= ~(1 << at)
        return ()

    def _drop_lonely(self, left: int) -> int:
        """Leave out who has too few partners among the others, until nobody else has."""
        while True:
            lonely = sum(
                1 << at
                for at, one in enumerate(self._waiting)
                if left >> at & 1 and (self._partners[at] & left).bit_count() < one.seats - 1
            )
            if not lonely:
                return left
            left &= ~lonely


class _Search:
    """Looks for one person's table, in so many steps at most."""

    def __init__(self, partners: Sequence[int], seats: int) -> None:
        self._partners = partners
        self._seats = seats
        self._steps = STEPS

    @property
    def is_complete(self) -> bool:
        """Whether all was looked at that could be a table."""
        return self._steps > 0

    def fill(self, table: tuple[int, ...], among: int) -> tuple[int, ...]:
        """Fill a table with the first of those who fit everybody there; empty if it can't be filled."""
        if len(table) == self._seats:
            return table
        while among.bit_count() >= self._seats - len(table) and self._steps > 0:
            self._steps -= 1
            at = (among & -among).bit_length() - 1
            among &= ~(1 << at)
            found = self.fill((*table, at), among & self._partners[at])
            if found:
                return found
        return ()


def fits(one: Waiting, other: Waiting, apart: Apart) -> bool:
    """Return whether two people can play together: both want the same, can see where it is played, and may meet."""
    if one.user == other.user or (one.user, other.user) in apart:
        return False
    if (one.seats, one.live) != (other.seats, other.live):
        return False
    if one.channel != other.channel and not (one.open and other.open):
        return False
    return abs(one.points - other.points) <= NEAR or not (one.near or other.near)
