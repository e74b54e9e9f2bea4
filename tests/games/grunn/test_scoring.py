"""Sections 11 to 15 and 17: the end, scoring, solo, six players, options."""

from __future__ import annotations

import pytest

from games.core.rng import Rng
from games.core.seats import TABLE
from games.grunn import GAME
from games.grunn.grid import free_cells, usable_cells
from games.grunn.moves import Take
from games.grunn.options import GrunnOptions
from games.grunn.scoring import grass_bonuses, solo_rating
from games.grunn.state import Phase, limit_of
from tests.games.grunn.table import Table, front, words


def test_r11_1_the_match_ends_after_twelve_turns_each() -> None:
    """
    The last turn is refilled, then nothing is asked any more.
    """
    table = Table(seats=3, turns_done=33).play("1 B@F4 -").settle()
    table.play("1 W@F4 -").settle().play("1 D@F4 $").settle()

    assert table.state.phase is Phase.OVER
    assert GAME.asks(table.state) == ()


def test_r11_1_six_players_take_ten_turns() -> None:
    """
    After sixty turns the match is over.
    """
    table = Table(seats=6)

    assert table.state.turns_in_all == 60


def test_r12_2_grass_counts_undeveloped_tiles() -> None:
    """
    2 points for each Wadden tile, developed or not.
    """
    assert Table({"D4": "wadden", "E4": "wadden dev", "F4": "bog"}).rows.grass == 4


@pytest.mark.parametrize(
    ("counts", "bonus"),
    [
        ((5, 4, 3), (9, 3, 0)),
        ((5, 5, 3), (4, 4, 3)),
        ((5, 4, 4), (9, 1, 1)),
        ((0, 0, 0), (0, 0, 0)),
        ((3, 3, 3, 3, 1), (2, 2, 2, 2, 3)),
    ],
)
def test_r12_3_ties_share_each_bonus(counts: tuple[int, ...], bonus: tuple[int, ...]) -> None:
    """
    Each bonus is shared by those tied for it, rounded down; nobody gets one without a tile.
    """
    assert grass_bonuses(counts, GrunnOptions()) == bonus


def test_r17_3_no_runner_up_after_a_tie() -> None:
    """
    The option takes the second bonus away only where several tie for most.
    """
    options = GrunnOptions(runner_up_after_tie=False)

    assert grass_bonuses((5, 5, 3), options) == (4, 4, 0)
    assert grass_bonuses((5, 4, 3), options) == (9, 3, 0)


def test_r17_8_no_tile_may_be_enough() -> None:
    """
    With the option off, having none counts as the number 0.
    """
    assert grass_bonuses((2, 0, 0), GrunnOptions(bonus_needs_tile=False)) == (9, 1, 1)


def test_r12_4_only_the_longest_bog_line_counts() -> None:
    """
    A column of three beats a row of two.
    """
    assert Table({"D4": "bog", "E4": "bog", "D5": "bog", "D6": "bog"}).rows.bog == 9


def test_r12_6_a_building_on_the_ridge_itself_does_not_matter() -> None:
    """
    Two ridges that point at each other score for each other's esdorp.
    """
    assert Table({"D4": "ridge:E built", "E4": "ridge:W"}).rows.ridge == 4
    assert Table({"D4": "ridge:E built", "E4": "ridge:W built"}).rows.ridge == 8


def test_r12_7_marsh_counts_types_once() -> None:
    """
    Two Wadden tiles beside a marsh are one type; other marshes are none.
    """
    assert Table({"E5": "marsh", "E4": "wadden", "D5": "wadden", "F5": "marsh"}).rows.marsh == 1


def test_r17_2_marsh_may_count_eight_cells() -> None:
    """
    With the option corners count too.
    """
    options = GrunnOptions(marsh_neighbours=8)

    assert Table({"E5": "marsh", "E4": "wadden", "D4": "bog"}, options=options).rows.marsh == 2


def test_r12_10_canals_score_between_developed_tiles() -> None:
    """
    Sand ridges and developed forests count as developed.
    """
    tiles = {"D4": "ridge:N", "E4": "forest dev", "F4": "bog"}

    assert Table(tiles, canals=("D4e", "E4e", "D4n")).rows.canals == 1


def test_r12_11_the_bonus_is_provisional_during_the_match() -> None:
    """
    The standing names the bonus "so far", the outcome does not.
    """
    table = Table()
    standing = GAME.ending.current_score(table.state)

    assert standing is not None
    assert "grass bonus so far" in [words(score.category) for score in standing.scores[0]]
    assert GAME.outcome(table.state) is None


def test_r12_11_buildings_are_counted_by_kind() -> None:
    """
    The row of buildings tells how many of each there are, several in the plural.
    """
    standing = GAME.ending.current_score(
        Table({"D4": "bog dev built", "E4": "bog dev built", "F4": "marsh dev built"}).state
    )

    assert standing is not None
    notes = [words(score.note) for score in standing.scores[0] if score.note is not None]
    assert notes == ["2 turf huts and 1 church"]


def test_r13_2_a_tie_is_shared() -> None:
    """
    Equal totals share the first place, whatever ducats are left, and the tie is told.
    """
    table = Table(seats=2, ducats=30, phase=Phase.OVER)
    outcome = GAME.outcome(table.state)

    assert outcome is not None
    assert outcome.places == (1, 1)
    assert outcome.tie is not None
    assert (
        words(outcome.tie) == f"Anna and Bert share the win with {outcome.totals[0]} points each; ducats don't count."
    )


def test_r14_1_six_players_may_lie_or_stand() -> None:
    """
    A bar of two may become 4 x 3 or 3 x 4; a bar of four must lie.
    """
    limit = limit_of(6, GrunnOptions())

    assert limit.allows(4, 3)
    assert limit.allows(3, 4)
    assert not limit.allows(4, 4)
    assert "D7" not in free_cells(dict.fromkeys(("D4", "E4", "F4", "G4", "D5", "D6")), limit)


def test_r14_1_usable_cells_are_those_of_all_full_rectangles() -> None:
    """
    For six players the cells still usable form a cross: no corner belongs to a rectangle of full size.
    """
    usable = usable_cells(("D4", "E4"), limit_of(6, GrunnOptions()))

    assert "B1" not in usable
    assert "D1" in usable
    assert "B4" in usable


def test_r17_1_six_pattern_wide() -> None:
    """
    With the option only 4 wide and 3 high is allowed.
    """
    limit = limit_of(6, GrunnOptions(six_pattern="wide"))

    assert limit.sizes == ((4, 3),)


def test_r15_2_the_automaton_takes_after_the_refill() -> None:
    """
    Solo, the two pairs at the front go to the automaton's row, and two new pairs come.
    """
    table = Table(seats=1).play("1 B@F4 -").settle()

    assert table.state.automaton == ("wadden", "dollard")
    assert len(table.state.pool) == 5


def test_r15_3_the_automatons_ducats_go_to_the_bank() -> None:
    """
    Ducats on its pairs leave the game, its cards are discarded.
    """
    table = Table(seats=1).play("3 D@F4 $").settle()

    assert sum(pair.ducats for pair in table.state.pool) == 0
    assert table.state.discard["develop_bog"] == 1
    assert table.state.discard["clover"] == 1


def test_r15_4_the_automaton_takes_after_the_last_turn_too() -> None:
    """
    After the twelfth turn it takes once more, then the match is over.
    """
    table = Table(seats=1, turns_done=11).play("1 B@F4 -").settle()

    assert len(table.state.automaton) == 2
    assert table.state.phase is Phase.OVER


def test_r15_6_a_solo_total_is_rated() -> None:
    """
    The outcome of a solo match tells the rating.
    """
    outcome = GAME.outcome(Table(seats=1, phase=Phase.OVER).state)

    assert outcome is not None
    assert outcome.note is not None
    assert words(outcome.note) == f"{outcome.totals[0]} points: you can do better (rating 1 of 6)."
    assert [solo_rating(total) for total in (59, 60, 100)] == [1, 2, 6]


def test_r17_4_the_next_tile_may_be_shown() -> None:
    """
    The tile shown is the one that the next refill turns up.
    """
    table = Table(options=GrunnOptions(show_next_tile=True)).play("1 B@F4 -").settle()
    shown = table.state.next_tile
    table.play("1 W@F4 -").settle(b"another")

    assert table.state.pool[-1].tile == shown


def test_r17_4_by_default_no_tile_is_drawn_ahead() -> None:
    """
    Without the option nothing about the next tile is stored.
    """
    assert Table().play("1 B@F4 -").settle().state.next_tile == ""


def test_r10_3_only_the_table_draws() -> None:
    """
    The refill counts its draws; a turn of a seat draws nothing.
    """
    table = Table(pool=front("bog+relocate")).moves(Take(1))
    rng = Rng(b"tests")
    state = table.play("B@F4").state
    GAME.step(state, TABLE, GAME.asks(state)[0].verbs[0](), rng)

    assert rng.drawn == {"tiles": 1, "cards": 1}
