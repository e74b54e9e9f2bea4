"""JSON objects as they travel, ids and times: the few things every module of the stand-in needs."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, NewType, TypeAlias

Obj: TypeAlias = dict[str, Any]
"""A JSON object in Discord's own shape. The API description checks it, so no second set of types repeats it."""

Json: TypeAlias = Any
"""Any JSON value, where it isn't known to be an object."""

Snowflake = NewType("Snowflake", int)
"""Any id of Discord: milliseconds since :data:`EPOCH_MS` in the upper bits, a counter in the lower 22."""

EPOCH_MS = 1_420_070_400_000
"""The first second of 2015, UTC, in Unix milliseconds: Discord's epoch."""


def iso(at_ms: int) -> str:
    """Unix milliseconds as Discord writes a time: ``2026-01-02T03:04:05.678000+00:00``."""
    return datetime.fromtimestamp(at_ms / 1000, UTC).isoformat(timespec="microseconds")


def from_iso(text: str) -> int:
    """Unix milliseconds of a time as Discord writes it."""
    return round(datetime.fromisoformat(text).timestamp() * 1000)


def made_at(snowflake: int) -> int:
    """Unix milliseconds at which an id was made."""
    return (snowflake >> 22) + EPOCH_MS


def first_id_at(at_ms: int) -> Snowflake:
    """The smallest id that can be made at that Unix millisecond."""
    return Snowflake(max(0, at_ms - EPOCH_MS) << 22)
