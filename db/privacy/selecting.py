"""Statements made from the answers about columns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct
from sqlalchemy import BindParameter, Column, Table, and_, bindparam, delete, exists, select, true, update
from sqlalchemy.sql import ColumnElement

from db.audit import schema as audit_schema
from db.clocks import schema as clocks_schema
from db.engine.statements import Statement
from db.matches import rewind_schema
from db.moderation import schema as moderation_schema
from db.notifications import schema as notifications_schema
from db.operations import schema as operations_schema
from db.privacy import schema as privacy_schema
from db.privacy.rules import RULES, Export, Holds, Purge, Where
from db.puzzles import schema as puzzles_schema
from db.ratings import schema as ratings_schema
from db.seeking import schema as seeking_schema
from db.tables import metadata, seat
from db.tournaments import schema as tournaments_schema

SCHEMAS = (
    audit_schema,
    clocks_schema,
    moderation_schema,
    notifications_schema,
    operations_schema,
    privacy_schema,
    puzzles_schema,
    ratings_schema,
    seeking_schema,
    rewind_schema,
    tournaments_schema,
)
assert all(each.metadata is metadata for each in SCHEMAS), "importing them brings all tables in"

OF: BindParameter[int] = bindparam("of")
TO: BindParameter[int] = bindparam("to")
TABLES = {name: metadata.tables[name] for name in RULES}


def _columns(kind: Holds) -> Iterator[tuple[Table, Column[Any]]]:
    """The columns that hold something of a kind, with their tables."""
    for name, table in TABLES.items():
        for column, holds in RULES[name].columns().items():
            if holds is kind:
                yield table, table.c[column]


def _is_of_seat(table: Table) -> ColumnElement[bool]:
    """Whether a row belongs to a seat of the person."""
    own = and_(seat.c.match == table.c.match, seat.c.seat == table.c.seat, seat.c.user == OF)
    return exists(select(seat.c.match).where(own))


RENUMBER = [
    Statement(update(table).where(each == OF).values({each.name: TO})) for table, each in _columns(Holds.PERSON)
]
"""A person's id becomes another."""
DROP = [Statement(delete(table).where(each == OF)) for table, each in _columns(Holds.OWNER)]
"""Rows that are about a person alone."""
HOLD = [
    Statement(select(each).where(each == OF).limit(1))
    for kind in (Holds.OWNER, Holds.PERSON)
    for _table, each in _columns(kind)
]
"""The person's id wherever it stands, in rows of others, too."""
DROP_OF_SEATS = [
    Statement(delete(table).where(_is_of_seat(table))) for name, table in TABLES.items() if RULES[name].of_seat
]
"""Rows of a person's seats that are theirs alone."""
_NAMES = [
    (table, each, table.c[RULES[table.name].names.get(each.name, "user")] == OF) for table, each in _columns(Holds.NAME)
]
RENAME = [Statement(update(table).where(own).values({each.name: bindparam("called")})) for table, each, own in _NAMES]
"""Names beside a person's id."""
NAMES = [Statement(select(each).where(own)) for _table, each, own in _NAMES]
"""All of a person's names."""
BLANK = [
    Statement(update(table).where(table.c[by] == OF).values({each.name: ""}))
    for table, each in _columns(Holds.WRITTEN)
    if (by := RULES[table.name].writers.get(each.name)) is not None
]
"""What a person has written."""


class Wording(Struct, frozen=True):
    """Where words stand in which a person may be named: how rows are found and one is saved.

    A row found begins with the key, ``columns`` follow.
    """

    table: Table
    where: Where
    keys: tuple[str, ...]
    columns: tuple[str, ...]
    find: Statement
    save: Statement


def _scope(table: Table, where: Where) -> ColumnElement[bool]:
    match where:
        case Where.ALL:
            return true()
        case Where.TOURNAMENT if table.name == "tournament":
            return table.c.id == OF
        case _:
            return table.c[where.value] == OF


def _make_wording(table: Table) -> Wording | None:
    """How words in a table are rewritten; None: there are none."""
    rule = RULES[table.name]
    names = tuple(name for name, holds in rule.columns().items() if holds in (Holds.SAID, Holds.WRITTEN))
    if not names or rule.where is Where.NOWHERE:
        return None
    keys = tuple(column.name for column in table.primary_key.columns)
    own = (table.c[name] == bindparam(f"key_{name}") for name in keys)
    return Wording(
        table,
        rule.where,
        keys,
        names,
        Statement(select(*(table.c[name] for name in (*keys, *names))).where(_scope(table, rule.where))),
        Statement(update(table).where(*own).values({name: bindparam(f"new_{name}") for name in names})),
    )


WORDINGS = tuple(made for table in TABLES.values() if (made := _make_wording(table)) is not None)

PURGE = [
    Statement(delete(table).where(table.c.guild == OF))
    for name, table in TABLES.items()
    if RULES[name].purge is Purge.GUILD
]
"""A server's rows; those of its matches and tournaments go with them."""


class Handed(Struct, frozen=True):
    """Rows that are handed out to a person: how they are found, and their columns in order.

    ``hidden`` columns are left out; ``said`` are those in which the person is taken out whom the first of them names.
    """

    find: Statement
    columns: tuple[str, ...]
    hidden: tuple[str, ...] = ()
    said: tuple[str, ...] = ()


def _list_exported(table: Table) -> list[Column[Any]]:
    return [column for column in table.c if column.name not in RULES[table.name].secret.split()]


def _hand_out(table: Table, own: ColumnElement[bool], hidden: tuple[str, ...] = ()) -> Handed:
    """What is handed out of rows; the hidden columns are read, but left out."""
    columns = _list_exported(table)
    said = [name for name, holds in RULES[table.name].columns().items() if holds is Holds.SAID]
    return Handed(
        Statement(select(*columns).where(own)),
        tuple(each.name for each in columns),
        hidden,
        tuple(said) if hidden else (),
    )


def _list_handed(table: Table) -> Iterator[Handed]:
    rule = RULES[table.name]
    if rule.export is Export.SEAT:
        yield _hand_out(table, _is_of_seat(table))
    elif rule.export is Export.ROWS:
        own = table.c[rule.by] == OF
        yield _hand_out(table, own)
        for column, hidden in rule.also.items():
            yield _hand_out(table, and_(table.c[column] == OF, ~own), tuple(hidden.split()))


EXPORT: Mapping[str, tuple[Handed, ...]] = {
    name: tuple(_list_handed(table))
    for name, table in TABLES.items()
    if RULES[name].export in (Export.ROWS, Export.SEAT)
}
"""What is handed out to a person, by table."""
