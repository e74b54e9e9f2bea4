"""Section 22: what is seen, in pictures and in words; marks and hints."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from games.core.game import Marks
from games.core.seats import TABLE, Seat
from games.grunn import GAME
from games.grunn.components import BOX
from games.grunn.moves import Arrange, Canal, Develop, Exchange, Place, Relocate, Take
from games.grunn.options import GrunnOptions
from games.grunn.state import Change, Phase, Player
from games.grunn.view import board_of, open_cells
from tests.games.grunn.table import Table, front, words


def test_r22_pairs_show_cost_and_ducats() -> None:
    """
    A pair shows its place, what it costs, what lies on it, and whether it can be paid.
    """
    board = board_of(Table(ducats=2, pool=front("bog+develop_bog+3")).view)

    assert [pair.cost for pair in board.pairs] == [0, 1, 2, 3, 4]
    assert [pair.payable for pair in board.pairs] == [True, True, True, False, False]
    assert board.pairs[0].ducats == 3
    assert [pair.card_ducats for pair in board.pairs] == [3, 2, 4, None, 5]


def test_r22_the_landscape_shows_what_is_still_usable() -> None:
    """
    A square of two by two may grow by two columns and rows on every side.
    """
    land = board_of(Table().view).lands[0]

    assert land.columns == ("B", "C", "D", "E", "F", "G")
    assert land.lines == ("2", "3", "4", "5", "6", "7")
    assert land.free == ("D3", "E3", "C4", "F4", "C5", "F5", "D6", "E6")


def test_r22_columns_keep_their_true_order_on_the_ring() -> None:
    """
    Z comes before A.
    """
    land = board_of(Table({"A1": "bog", "Z1": "bog", "B1": "bog", "C1": "marsh"}).view).lands[0]

    assert land.columns == ("Z", "A", "B", "C")
    assert land.lines == ("24", "25", "26", "1", "2", "3", "4")


def test_r22_tiles_show_payout_site_and_building() -> None:
    """
    Undeveloped tiles show their payout, sites what may stand there, developed forests their income.
    """
    tiles = {"D4": "bog", "E4": "bog dev", "D5": "forest dev", "E5": "ridge:NE built"}
    bog, site, wood, ridge = board_of(Table(tiles).view).lands[0].tiles

    assert (bog.payout, bog.site) == (3, False)
    assert (site.payout, site.site, site.building, site.cost, site.points) == (None, True, "turf_hut", 3, 3)
    assert (wood.income, wood.site) == (1, False)
    assert (ridge.built, ridge.arrows, ridge.arrow_points) == (True, ("N", "E"), 3)


def test_r22_canals_lie_by_column_and_line() -> None:
    """
    A canal on the outer edge to the left or above has -1.
    """
    table = Table({"D4": "ridge:N", "E4": "ridge:N", "F4": "bog", "G4": "bog", "D5": "bog", "D6": "bog", "D7": "bog"})
    table.state = replace(
        table.state, players=(replace(table.player, canals=("D4e", "D3s", "C4e")), *table.state.players[1:])
    )
    inner, above, left = board_of(table.view).lands[0].canals

    assert (inner.across, inner.down, inner.upright, inner.scores) == (0, 0, True, True)
    assert (above.across, above.down, above.upright, above.scores) == (0, -1, False, False)
    assert (left.across, left.down, left.upright) == (-1, 0, True)


def test_r22_before_arranging_the_dealt_tiles_show() -> None:
    """
    The landscape is empty, its block begins at D4, nobody is to move.
    """
    table = Table(phase=Phase.ARRANGE)
    table.state = replace(table.state, players=(Player(("bog", "ridge:N"), 5), *table.state.players[1:]))
    board = board_of(table.view)

    assert board.mover is None
    assert [tile.kind for tile in board.lands[0].dealt] == ["bog", "ridge:N"]
    assert board.lands[0].usable[0] == "D4"
    assert board.lands[0].free == ()
    assert all(pair.payable for pair in board.pairs)


def test_r22_a_taken_pair_is_marked_and_a_laid_tile_closes_the_cells() -> None:
    """
    The draft's picture knows the pair chosen and the tile laid.
    """
    table = Table().moves(Take(2))

    assert [pair.taken for pair in board_of(table.view).pairs] == [False, True, False, False, False]
    table.moves(Place("F4"))
    assert open_cells(table.view, Seat(0)) == ()
    assert board_of(table.view).latest == "F4"


def test_r22_solo_shows_the_automatons_tiles() -> None:
    """
    They are counted by landscape; with other numbers of players there are none.
    """
    table = Table(seats=1).play("1 B@F4 -").settle()
    counts = board_of(table.view).automaton

    assert counts is not None
    assert {land.value: count for land, count in counts.items() if count} == {"wadden": 1, "dollard": 1}
    assert board_of(Table().view).automaton is None


def test_r22_the_winner_shows_after_the_end() -> None:
    """
    Winners are those with the highest total.
    """
    board = board_of(Table({"D4": "marsh dev built"}, seats=2, phase=Phase.OVER).view)

    assert board.winners == (1,)
    assert board_of(Table().view).winners == ()


def test_r22_the_last_change_is_kept() -> None:
    """
    Cells and edges changed by the latest turn stay known, with its seat.
    """
    table = Table().play("1 B@F4 +F4 =D4e").settle()

    assert board_of(table.view).last == Change(Seat(0), ("F4", "D4e"))
    assert board_of(table.view).spots == ()


def test_r22_marks_name_seat_and_spot() -> None:
    """
    Changed cells and new canals are marked, also while a draft grows.
    """
    table = Table(pool=front("bog+exchange"))
    before = table.view
    after = table.moves(Take(1), Place("F4"), Exchange("D4", "E4"), Canal("D4e")).view
    marks = GAME.panel.marks(before, after)

    assert sorted(marks.spots) == ["0:D4", "0:D4e", "0:E4", "0:F4"]
    assert marks.seat == 0
    assert GAME.panel.marks(before, before).spots == ()


def test_r22_marks_over_several_turns_name_the_last_player() -> None:
    """
    Since an earlier view two players have moved: the later one is named.
    """
    table = Table()
    before = table.view
    table.play("1 B@F4 -").settle().play("1 W@F4 -").settle()
    marks = GAME.panel.marks(before, table.view)

    assert marks.spots == ("0:F4", "1:F4")
    assert marks.seat == 1


@pytest.mark.parametrize("seats", range(1, 7))
def test_r22_the_short_description_fits_beside_a_picture(seats: int) -> None:
    """
    With a full landscape it keeps to 1,024 characters.
    """
    facts = BOX.players[seats]
    columns, rows = "DEFG", facts.tiles_each // 4
    cells = [f"{column}{row}" for row in range(4, 4 + rows) for column in columns]
    tiles = dict.fromkeys(cells, "dollard dev built")
    pool = ("ridge:NE+develop_dollard+2",) * 5
    view = Table(tiles, seats=seats, pool=pool, canals=("D4e", "D4s", "E4s", "E4e")).view

    assert len(words(GAME.describe(view, short=True))) <= 1024


def test_r22_one_can_play_by_the_description() -> None:
    """
    It has the pool, every landscape, free cells, canals, scores, stocks, and a text board of the player to move.
    """
    tiles = {"D4": "bog dev built", "E4": "ridge:NE built", "D5": "forest dev", "E5": "ridge:S"}
    told = words(GAME.describe(Table(tiles, canals=("D4e", "D4s"), options=GrunnOptions(show_next_tile=True)).view))

    assert "Round 1 of 12: it's Anna's turn." in told
    assert "Pool, from the front: 1 bog with Develop bog" in told
    assert "D4 bog (built on) and E4 sand ridge NE (built on)." in told
    assert "D5 forest (developed) and E5 sand ridge S." in told
    assert "Canals: D4e and D4s." in told
    assert "Free cells: D3, E3" in told
    assert "35 canal" in told
    assert "B#  |R:NE#" in told
    assert "-----" in told


def test_r22_every_phase_can_be_described() -> None:
    """
    Arranging, playing, and the end each have their heading.
    """
    heads = {phase: words(GAME.describe(Table(phase=phase).view)).splitlines()[0] for phase in Phase}

    assert heads[Phase.ARRANGE] == "The players are arranging their starting tiles."
    assert heads[Phase.OVER] == "The match is over."


def test_hints_as_each_turn_begins() -> None:
    """
    Every turn has a suggestion in words, with its moves; none once a pair is taken.
    """
    hints = []
    for turns in (0, 1, 5, 11):
        table = Table(turns_done=turns * 4, pool=front("bog+develop_bog"))
        hints.append(GAME.panel.hint(table.view, table.ask))

    begun = Table(pool=front("bog+develop_bog")).moves(Take(1))
    assert [hint is not None for hint in hints] == [True] * 4
    assert GAME.panel.hint(begun.view, begun.ask) is None
    assert hints[0] is not None
    assert hints[0].moves
    assert "Suggestion:" in words(hints[0].text)
    assert "Together: +" in words(hints[0].text)


def test_hint_for_arranging_but_none_for_the_table() -> None:
    """
    Four bogs in one line score 12; the table needs no advice.
    """
    table = Table(phase=Phase.ARRANGE)
    table.state = replace(table.state, players=(Player(("bog",) * 4, 5), *table.state.players[1:]))
    refill = Table().play("1 B@F4 -")
    hint = GAME.panel.hint(table.view, table.ask)

    assert hint is not None
    assert "+12 points" in words(hint.text)
    assert refill.ask.seat == TABLE
    assert GAME.panel.hint(refill.view, refill.ask) is None


def test_choices_carry_labels_and_notes() -> None:
    """
    Everything offered can be put into words.
    """
    table = Table({"D4": "bog dev", "E4": "wadden"}, pool=front("bog+develop_any")).moves(Take(1))
    for verb in (Place, Develop):
        for choice in GAME.choices(table.view, verb, {}):
            assert choice.label is None or words(choice.label)
            assert choice.note is None or words(choice.note)

    assert [words(choice.note) for choice in GAME.choices(table.view, Place, {}) if choice.note] == ["+6 points"] * 3


def test_nothing_is_offered_to_those_who_may_not_act() -> None:
    """
    Spectators, other seats and players who have done a part already have no choices.
    """
    table = Table(pool=front("bog+exchange")).moves(Take(1), Place("F4"))
    spectator, other = GAME.view(table.state, None), GAME.view(table.state, Seat(2))
    arranging = Table(phase=Phase.ARRANGE)
    verbs = [verb for verb in GAME.spec.moves if verb.__struct_fields__]

    assert not any(list(GAME.choices(view, verb, {})) for view in (spectator, other) for verb in verbs)
    assert not list(GAME.choices(GAME.view(arranging.state, None), Arrange, {}))
    assert not list(GAME.choices(table.view, Place, {}))
    assert not list(GAME.choices(table.view, Develop, {}))
    assert not list(GAME.choices(table.moves(Exchange("D4", "E4")).view, Exchange, {}))
    assert not list(GAME.choices(table.moves(Canal("D4n")).view, Canal, {}))


def test_describe_tells_dealt_tiles_and_the_automaton() -> None:
    """
    Before arranging the tiles dealt are named; solo the automaton's tiles are counted.
    """
    table = Table(phase=Phase.ARRANGE)
    table.state = replace(table.state, players=(Player(("bog", "ridge:N"), 5), *table.state.players[1:]))
    solo = Table(seats=1).play("1 B@F4 -").settle()

    assert "Tiles to arrange: bog and sand ridge N." in words(GAME.describe(table.view))
    assert "The automaton's tiles: 1 Wadden and 1 Dollard." in words(GAME.describe(solo.view))


def test_describe_names_the_next_tile() -> None:
    """
    With the option on, the tile shown is told.
    """
    table = Table(options=GrunnOptions(show_next_tile=True)).play("1 B@F4 -").settle()

    assert "Next tile: " in words(GAME.describe(table.view))
    shown = board_of(table.view).next_tile
    assert shown is not None
    assert shown.kind == table.state.next_tile


def test_r2_7_cells_chosen_so_far_are_sketched() -> None:
    """
    An arrangement that is not complete marks its cells in the order dealt, STOP left out.
    """
    table = Table(phase=Phase.ARRANGE)

    assert GAME.panel.sketch(table.view, Arrange, {}) == Marks()
    assert GAME.panel.sketch(table.view, Arrange, {"cells": ("D4", "E4")}) == Marks(("0:D4", "0:E4"), Seat(0))
    assert GAME.panel.sketch(table.view, Arrange, {"cells": ("D4", "E4", ".")}) == Marks(("0:D4", "0:E4"), Seat(0))


def test_r7_the_tile_to_move_is_sketched() -> None:
    """
    Of a relocation or an exchange the cell chosen first is marked; other moves are whole at once.
    """
    table = Table()

    assert GAME.panel.sketch(table.view, Relocate, {"source": "D4"}) == Marks(("0:D4",), Seat(0))
    assert GAME.panel.sketch(table.view, Exchange, {"first": "E4"}) == Marks(("0:E4",), Seat(0))
    assert GAME.panel.sketch(table.view, Place, {}) == Marks()


def test_r16_4_unseen_tiles_and_cards_are_told_by_kind() -> None:
    """
    R16.4, 18.1 ``left``: what is not turned up yet and what is discarded, never in which order.
    """
    told = words(GAME.describe(Table().view))

    assert "Tiles not seen yet: 20 Wadden, 20 Dollard, 17 bog, 11 forest, 11 marsh, 1 sand ridge N" in told
    assert "Cards not seen yet: 6 Develop Dollard, 6 Develop Wadden, 5 Develop bog" in told
