"""The database's own clock in a statement, which all processes that use the database share."""

from __future__ import annotations

from sqlalchemy import BigInteger
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.expression import FunctionElement


class DatabaseTime(FunctionElement[int]):
    """The milliseconds since 1970 by the database's clock, at the moment the statement runs."""

    type = BigInteger()
    inherit_cache = True


@compiles(DatabaseTime, "sqlite")
def _on_sqlite(*_: object, **options: object) -> str:
    return "CAST(ROUND((julianday('now') - 2440587.5) * 86400000) AS INTEGER)"


@compiles(DatabaseTime, "postgresql")
def _on_postgres(*_: object, **options: object) -> str:
    return "(extract(epoch from clock_timestamp()) * 1000)::bigint"
