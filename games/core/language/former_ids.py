"""Ids that sentences had in earlier releases, and names of their arguments.

Matches, match files and notices keep Texts by their ids; what was stored before a sentence got another id is read as
if it had always had it, so that old logs are worded, replayed and compared like new ones.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

_former: dict[str, str] = {}
_former_args: dict[str, Mapping[str, str]] = {}
_NONE: Mapping[str, str] = {}


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


def add_former_args(former: Mapping[str, Mapping[str, str]]) -> None:
    """Let arguments be known by former names, too: by the part of a sentence's id before its first dot."""
    _former_args.update(former)
    former_args.cache_clear()


@lru_cache(maxsize=8192)
def former_args(id: str) -> Mapping[str, str]:
    """Return former names of a sentence's arguments, with those of today.

    >>> add_former_args({"nim": {"pile": "heap"}})
    >>> former_args("nim.log.taken")
    {'pile': 'heap'}
    """
    return _former_args.get(id.partition(".")[0], _NONE)
