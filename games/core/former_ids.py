"""Ids that sentences had in earlier releases.

Matches, match files and notices keep Texts by their ids; what was stored before a sentence got another id is read as
if it had always had it, so that old logs are worded, replayed and compared like new ones.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

_former: dict[str, str] = {}


def add_former_ids(former: Mapping[str, str]) -> None:
    """Let sentences be known by former ids, too: whole ones, or up to a dot (``grunn.no``: ``grunn.refusal``)."""
    _former.update(former)
    current_id.cache_clear()


@lru_cache(maxsize=8192)
def current_id(id: str) -> str:
    """Return the id that a sentence has today; the longest former beginning counts.

    >>> add_former_ids({"nim.no": "nim.refusal"})
    >>> current_id("nim.no.game_over"), current_id("nim.log.over")
    ('nim.refusal.game_over', 'nim.log.over')
    """
    parts = id.split(".")
    for size in range(len(parts), 1, -1):
        if new := _former.get(".".join(parts[:size])):
            return ".".join((new, *parts[size:]))
    return id
