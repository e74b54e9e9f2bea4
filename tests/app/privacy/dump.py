"""All that a database holds, to look for somebody in it."""

from __future__ import annotations

import re
import zlib
from contextlib import suppress
from typing import Any

from sqlalchemy import select

from db.engine.statements import Statement
from db.ids import MatchId
from db.matches.packing import unpack
from db.stores.store import Store
from db.tables import metadata

STATEMENTS = {name: Statement(select(table)) for name, table in metadata.tables.items()}


async def dump(store: Store) -> dict[str, list[tuple[Any, ...]]]:
    """Return all rows of all tables."""
    return await store.read(
        lambda tx: {
            name: [tuple(row) for row in tx.privacy._rows(statement)]  # past the repository: all rows as they lie
            for name, statement in STATEMENTS.items()
        }
    )


def find(rows: dict[str, list[tuple[Any, ...]]], user: int, *names: str) -> list[str]:
    """Return where an id or a name stands: as a number, in words, in JSON, in what is compressed."""
    found = []
    for table, each in rows.items():
        for row in each:
            for column, value in zip(metadata.tables[table].columns.keys(), row, strict=True):
                if _holds(value, user, names):
                    found.append(f"{table}.{column}: {value!r}")
    return found


def _holds(value: object, user: int, names: tuple[str, ...]) -> bool:
    if isinstance(value, int):
        return value == user
    if isinstance(value, bytes | memoryview):
        data = bytes(value)
        with suppress(zlib.error):
            data = zlib.decompress(data)
        with suppress(ValueError):
            log = unpack(MatchId(0), data)
            positions = [zlib.decompress(each.data) for each in log.positions]
            data = b" ".join([*(each.data for each in log.entries), *positions])
        value = data.decode("utf-8", "replace")
    if not isinstance(value, str):
        return False
    return str(user) in value or any(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", value) for name in names)
