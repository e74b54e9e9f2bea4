"""The table of rewinds: where in its log a match went on from an earlier turn."""

from sqlalchemy import Column, Integer, String, Table

from db.tables import match_column, metadata

rewind = Table(
    "rewind",
    metadata,
    match_column(key=True),
    Column("ply", Integer, primary_key=True, autoincrement=False),
    Column("target", Integer, nullable=False),
    Column("kind", String, nullable=False),
)
