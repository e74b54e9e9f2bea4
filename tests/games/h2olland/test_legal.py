"""What is listed as legal is all that the rules have nothing against."""

from __future__ import annotations

import pytest

from games.h2olland.rules.draining import can_lay_dike, dike_borders, dike_problem
from games.h2olland.rules.racing import can_run, run_problem, runs
from tests.games.matches import played


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_r5_2_borders_listed_for_dikes_are_those_without_a_problem(seats: int) -> None:
    """
    At every moment of a match; whether there is any is told alike.
    """
    for step in played("h2olland", seats).steps:
        table = step.position.state.table
        free = [border for border in table.board.borders if dike_problem(table, border) is None]

        assert free == list(dike_borders(table))
        assert bool(free) == can_lay_dike(table)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_r9_4_fields_listed_for_runners_are_those_without_a_problem(seats: int) -> None:
    """
    At every moment of a match, for every seat; whether there is any is told alike.
    """
    for step in played("h2olland", seats).steps:
        table = step.position.state.table
        for seat in table.players:
            free = {field.at for field in table.fields.values() if run_problem(table, seat, field.name) is None}

            assert free == {field.at for field in runs(table, seat)}
            assert bool(free) == can_run(table, seat)
