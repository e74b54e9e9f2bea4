"""What is in a game's box: its ``data/components.json``, read when the game's package is imported."""

from __future__ import annotations

from importlib.resources import files
from typing import TypeVar

import msgspec

T = TypeVar("T")


def read_box(package: str, kind: type[T]) -> T:
    """Read ``data/components.json`` of a game's package as ``kind``; raises msgspec.ValidationError where it differs.

    A kind may leave out what it does not need: each module reads the part that is its business.
    """
    return msgspec.json.decode((files(package) / "data" / "components.json").read_bytes(), type=kind)
