"""What a game's package brings as data, read when it is imported: its box and its pages of rules help."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.resources import files
from typing import TypeVar

import msgspec

from games.core.game import Topic

T = TypeVar("T")


def read_box(package: str, kind: type[T]) -> T:
    """Read ``data/components.json`` of a game's package as ``kind``; raises msgspec.ValidationError where it differs.

    A kind may leave out what it does not need: each module reads the part that is its business.
    """
    return msgspec.json.decode((files(package) / "data" / "components.json").read_bytes(), type=kind)


def read_topics(package: str, titles: Iterable[tuple[str, str]]) -> tuple[Topic, ...]:
    """Read the pages of rules help: for each key and title the words of ``data/topics/<key>.md``."""
    folder = files(package) / "data" / "topics"
    return tuple(Topic(key, title, (folder / f"{key}.md").read_text(encoding="utf-8").strip()) for key, title in titles)
