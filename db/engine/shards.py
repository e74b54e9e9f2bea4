"""Discord's shards: which of them a server belongs to."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from math import gcd

from msgspec import Struct

from db.ids import GuildId


class Shard(Struct, frozen=True, order=True):
    """One of ``count`` shards, as Discord numbers them from 0."""

    index: int
    count: int

    def has(self, guild: GuildId | None) -> bool:
        """Return whether a server belongs to the shard; direct messages (None) are shard 0's."""
        return ((guild or 0) >> 22) % self.count == self.index

    def overlaps(self, other: Shard) -> bool:
        """Return whether some servers belong to both; the counts may differ."""
        return (self.index - other.index) % gcd(self.count, other.count) == 0


WHOLE = Shard(0, 1)
"""Everything: the only shard of one."""


def all_of(count: int) -> tuple[Shard, ...]:
    """Return all shards of so many."""
    return tuple(Shard(index, count) for index in range(count))


def merge_shards(shards: Collection[Shard]) -> tuple[Shard, ...]:
    """Return the same shards in order; ``WHOLE`` alone if none of their count is missing."""
    found = sorted(set(shards))
    complete = bool(found) and found == list(all_of(found[0].count))
    return (WHOLE,) if complete else tuple(found)


def shards_of(count: int | None, indexes: Iterable[int]) -> tuple[Shard, ...]:
    """Return the shards of a process by its settings; ``WHOLE`` where nothing is set."""
    found = tuple(Shard(index, count) for index in indexes) if count is not None else ()
    return found or all_of(count or 1)
