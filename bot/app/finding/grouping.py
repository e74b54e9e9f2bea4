"""Who of those that wait for others plays with whom. Pure."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from msgspec import Struct

from db.ids import ChannelId, UserId

NEAR = 200
"""Points between two ratings that are near each other, at most."""

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


def find_table(waiting: Sequence[Waiting], apart: Apart) -> tuple[Waiting, ...]:
    """Return the first table that can be filled, empty if none can; ``waiting``: the longest first.

    Who waits longest is served first, and with those who wait longest.
    """
    for at, first in enumerate(waiting):
        found = _fill((first,), waiting[at + 1 :], apart)
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


def _fill(table: tuple[Waiting, ...], rest: Sequence[Waiting], apart: Apart) -> tuple[Waiting, ...]:
    """Fill a table with the first of the others who fit everybody there; empty if it can't be filled."""
    if len(table) == table[0].seats:
        return table
    for at, one in enumerate(rest):
        if all(fits(one, each, apart) for each in table):
            found = _fill((*table, one), rest[at + 1 :], apart)
            if found:
                return found
    return ()
