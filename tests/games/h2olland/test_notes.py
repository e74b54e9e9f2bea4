"""What rules work out is kept with the table, or with its ground where it follows from that alone."""

from __future__ import annotations

from msgspec.structs import replace

from games.core.seats import Seat
from games.h2olland.state import Table, cached_on_ground, cached_on_table
from tests.games.h2olland.table import START
from tests.games.h2olland.table import Table as Laid


def test_a_rule_is_asked_once_about_the_same_table_or_ground() -> None:
    """
    Also where its answer is no; another seat, or other land, is another question.
    """
    asked: list[str] = []

    @cached_on_table
    def of_table(table: Table, seat: Seat) -> bool:
        asked.append(f"table {seat}")
        return False

    @cached_on_ground
    def of_ground(table: Table, seat: Seat) -> bool:
        asked.append(f"ground {seat}")
        return False

    first = Laid(**START).state.table
    next_turn = replace(first, count=first.count + 1)
    flooded = replace(first, land={})
    for table in (first, first, next_turn, flooded):
        assert not of_table(table, Seat(0))
        assert not of_ground(table, Seat(0))
    of_ground(next_turn, Seat(1))

    assert ["table 0", "ground 0", "table 0", "table 0", "ground 0", "ground 1"] == asked
