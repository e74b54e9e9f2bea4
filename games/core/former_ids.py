"""Ids that sentences had in earlier releases.

Matches, match files and notices keep Texts by their ids; what was stored before a sentence got another id is read as
if it had always had it, so that old logs are worded, replayed and compared like new ones.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from importlib import resources

import msgspec


@cache
def _former() -> Mapping[str, str]:
    """Former ids, whole or up to a dot (``grunn.no``), each with what stands there today (``grunn.refusal``)."""
    file = resources.files("games.core") / "data" / "former_ids.json"
    return msgspec.json.decode(file.read_bytes(), type=dict[str, str])


@lru_cache(maxsize=8192)
def current_id(id: str) -> str:
    """Return the id that a sentence has today; the longest former beginning counts.

    >>> current_id("grunn.no.game_over"), current_id("grunn.log.over")
    ('grunn.refusal.game_over', 'grunn.log.over')
    """
    parts = id.split(".")
    for size in range(len(parts), 1, -1):
        if new := _former().get(".".join(parts[:size])):
            return ".".join((new, *parts[size:]))
    return id
