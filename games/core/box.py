"""What a game's package brings as data, read when it is imported: its box, its pages of rules help, its guide."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib.resources import files
from typing import TypeVar

import msgspec
from msgspec import Raw, Struct

from games.core.game import Guide, Topic
from games.core.moves import Move

T = TypeVar("T")


class _StoredGuide(Struct, frozen=True):
    """A position as `longtable render` writes it."""

    names: tuple[str, ...]
    position: Raw


def read_box(package: str, kind: type[T]) -> T:
    """Read ``data/components.json`` of a game's package as ``kind``; raises msgspec.ValidationError where it differs.

    A kind may leave out what it does not need: each module reads the part that is its business.
    """
    return msgspec.json.decode((files(package) / "data" / "components.json").read_bytes(), type=kind)


def read_topics(
    package: str, titles: Iterable[tuple[str, str]], moves: Mapping[str, tuple[type[Move], ...]]
) -> tuple[Topic, ...]:
    """Read the pages of rules help: for each key and title the words of ``data/topics/<key>.md``.

    ``moves``: those that a page explains, by its key.
    """
    folder = files(package) / "data" / "topics"
    return tuple(
        Topic(key, title, (folder / f"{key}.md").read_text(encoding="utf-8").strip(), moves.get(key, ()))
        for key, title in titles
    )


def read_guide(package: str, *things: str) -> Guide:
    """Read the position on which these things are explained, from ``data/guide.json``."""
    stored = msgspec.json.decode((files(package) / "data" / "guide.json").read_bytes(), type=_StoredGuide)
    return Guide(things, stored.names, bytes(stored.position))
