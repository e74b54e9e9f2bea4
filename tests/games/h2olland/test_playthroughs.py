"""Golden playthroughs: for each way the match can end, for each number of players, for each option."""

from __future__ import annotations

import pytest

from games.h2olland import GAME
from games.h2olland.components import BUILDINGS_EACH, TOTALS, TULIPS, WORKERS_EACH, Item
from games.h2olland.state import Phase, State, Table
from tests.games.h2olland.replay import FOLDER, played_again

FILES = sorted(FOLDER.glob("*.txt"))


@pytest.mark.parametrize("name", [file.stem for file in FILES])
def test_playthrough(name: str) -> None:
    """
    Read line by line, the match comes out as it is written: turns, skips, events and result.
    """
    text = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")

    again, state = played_again(text)

    assert again == text
    assert GAME.outcome(state) is not None
    check_pieces(state.table)


def end(name: str) -> Table:
    """Return the table at the end of a playthrough."""
    state: State = played_again((FOLDER / f"{name}.txt").read_text(encoding="utf-8"))[1]

    assert state.table.phase is Phase.OVER
    return state.table


def check_pieces(table: Table) -> None:
    """Nothing is created or lost: fields, dikes, buildings, workers."""
    planted = [field.item for field in table.fields.values()] + [Item.DIKE] * len(table.dikes)
    for item, total in TOTALS.items():
        held = sum(barn.get(item, 0) for barn in table.barns)
        assert total == table.coop.get(item, 0) + held + planted.count(item), item
    for seat in table.players:
        for kind in BUILDINGS_EACH:
            assert table.stock(seat, kind) >= 0
        ran = sum(field.runner == seat for field in table.fields.values())
        tending = sum(field.worker == seat for field in table.fields.values())
        assert WORKERS_EACH == table.workers[seat] + table.runners[seat] + ran + tending


def _tulips_taken(table: Table) -> bool:
    return all(field.runner is not None for field in table.fields.values() if field.item in TULIPS)


def test_r8_1_the_last_year_ends_the_match() -> None:
    """
    Two players: the fourth autumn, with water left and tulips unclaimed.
    """
    table = end("two_players_four_years")

    assert table.year == 4
    assert table.water
    assert not _tulips_taken(table)


def test_r8_1_a_dry_lake_ends_the_match_early() -> None:
    """
    Four players: no water is left before the sixth year.
    """
    table = end("four_players_lake_dry")

    assert not table.water
    assert table.year < 6


def test_r9_9_the_race_ends_with_the_last_tulips() -> None:
    """
    Three players: every tulip field is claimed.
    """
    table = end("three_players_six_years")

    assert _tulips_taken(table)
    assert table.seats == 3


def test_h_options_of_a_whole_match() -> None:
    """
    Sealed orders, village zones, four years, NE begins.
    """
    table = end("three_players_sealed_village")

    assert (table.sealed_trade, table.zones, table.years) == (True, "village", 4)


def test_r9_2_nobody_ever_turned_a_tile() -> None:
    """
    Two absent players: defaults lay no dikes; the start player opened the race.
    """
    table = end("two_players_absent")

    assert table.last_flipper is None
    assert "# race W" in (FOLDER / "two_players_absent.txt").read_text(encoding="utf-8")


def test_r10_3_the_victory_may_be_shared() -> None:
    """
    Equal in every colour.
    """
    outcome = GAME.outcome(State(end("two_players_shared_victory"), ()))

    assert outcome is not None
    assert outcome.places == (1, 1)
