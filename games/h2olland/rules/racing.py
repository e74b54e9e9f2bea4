"""The tulip race (R9)."""

from __future__ import annotations

from collections.abc import Iterator

from games.core.search.proofs import proof
from games.core.seats import Seat
from games.core.text import Text
from games.h2olland.board import Square, spot, squares_in
from games.h2olland.components import TULIPS, Item
from games.h2olland.state import Building, Planted, Table, cached_on_ground, cached_on_table
from games.h2olland.words.refusals import Trouble, item_text, trouble, words


def field_at(table: Table, at: str) -> Planted | None:
    """Return the field of which the text names a square (``J3``, ``J3K3``), or None."""
    squares = squares_in(at)
    thing = table.on.get(squares[0]) if squares else None
    return thing if isinstance(thing, Planted) else None


def run_problem(table: Table, seat: Seat, at: str) -> Trouble | None:
    """Return why the player cannot put a runner there, or None; in the order of section F."""
    field = field_at(table, at)
    if field is None:
        return trouble("not_a_field", "R9.5", square=at.upper())
    return _problem(table, seat, field)


def _problem(table: Table, seat: Seat, field: Planted) -> Trouble | None:
    if table.runners[seat] < 1:
        return trouble("no_worker", "R9.3")
    if field.runner is not None:
        return trouble("field_taken", "R9.6", seat=field.runner)
    if not in_reach(table, seat, field):
        return trouble("out_of_reach", "R9.4", field=field_text(field))
    return None


def in_reach(table: Table, seat: Seat, field: Planted) -> bool:
    """Return whether the field is next to an own mill, or to a field with an own runner (R9.4, R9.7)."""
    doors = _doors(table, seat)
    return field.at[0] in doors or field.at[1] in doors


@cached_on_ground
def _doors(table: Table, seat: Seat) -> frozenset[Square]:
    """Return the squares next to own mills, and next to fields with an own runner."""
    return frozenset(_beside(table, seat))


def _beside(table: Table, seat: Seat) -> Iterator[Square]:
    mine = Building(Item.MILL, seat)
    for square, building in table.buildings.items():
        if building == mine:
            yield from table.board.near[square]
    for field in table.fields.values():
        if field.runner == seat:
            yield from table.board.around[field.at]


@cached_on_table
def runs(table: Table, seat: Seat) -> tuple[Planted, ...]:
    """Return the fields on which the player can put a runner now, in reading order."""
    return tuple(sorted(_open(table, seat), key=rank_by_rows))


@proof
@cached_on_table
def can_run(table: Table, seat: Seat) -> bool:
    """Return whether there is any such field."""
    return next(_open(table, seat), None) is not None


def _open(table: Table, seat: Seat) -> Iterator[Planted]:
    """Yield the fields without a problem."""
    if table.runners[seat] > 0:
        yield from (each for each in table.fields.values() if each.runner is None and in_reach(table, seat, each))


def rank_by_rows(field: Planted) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the place of a field in reading order (D.6)."""
    return spot(field.at[0]), spot(field.at[1])


def open_tulips(table: Table) -> tuple[Planted, ...]:
    """Return the tulip fields without a runner (R9.9)."""
    return tuple(field for field in table.fields.values() if field.item in TULIPS and field.runner is None)


def field_text(field: Planted) -> Text:
    """Name a field with its squares: "purple tulips on J3K3"."""
    return words("name.field", item=item_text(field.item), at=field.name)


def beside(table: Table, field: Planted) -> tuple[Planted, ...]:
    """Return the fields adjacent to a field."""
    things = (table.on.get(square) for square in table.board.around[field.at])
    return tuple(dict.fromkeys(thing for thing in things if isinstance(thing, Planted)))
