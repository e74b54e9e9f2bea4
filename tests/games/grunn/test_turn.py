"""Sections 1 to 10: setting up and the parts of a turn."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from games.core.game import Setup
from games.core.rng import NoChance, Rng
from games.core.running.play import commit
from games.core.running.table import start
from games.core.seats import AskId, Seat
from games.grunn import GAME
from games.grunn.components import BOX, count_cards, count_tiles
from games.grunn.grid import BESIDE, CORNERS, EDGES, NEAR, frame_of, free_cells, shift_to_anchor, sort_by_rows
from games.grunn.moves import Arrange, Canal, Develop, Done, Exchange, Place, Relocate, Take
from games.grunn.options import GrunnOptions
from games.grunn.state import Pair, Phase, Stage, State, limit_of
from tests.games.grunn.table import Table, front, words

SEED = bytes(32)


def begin(seats: int, **options: object) -> State:
    """Return the first state of a match."""
    setup = Setup(seats=seats, options=GrunnOptions(**options))  # type: ignore[arg-type]
    return start(GAME, setup, SEED).position.state


def test_r1_2_neighbours_share_a_side() -> None:
    """
    A cell has four neighbours, in the order north, east, south, west.
    """
    assert NEAR["E5"] == ("E4", "F5", "E6", "D5")


def test_r1_3_columns_and_rows_are_rings() -> None:
    """
    Left of A lies Z, above row 1 lies row 26.
    """
    assert NEAR["A1"] == ("A26", "B1", "A2", "Z1")


def test_r1_4_starting_tiles_are_shifted_to_d4() -> None:
    """
    The upper left cell of the frame becomes D4, also where it held no tile and where the ring was crossed.
    """
    assert shift_to_anchor(("B1", "B2", "A2")) == ("E4", "E5", "D5")
    assert shift_to_anchor(("Z26", "A26", "Z1")) == ("D4", "E4", "D5")


def test_r1_5_the_frame_crosses_the_ring() -> None:
    """
    A landscape on Y, Z and A is three columns wide and begins at Y.
    """
    frame = frame_of(("Z4", "A4", "Y4"))

    assert (frame.left, frame.width, frame.height) == (24, 3, 1)


def test_r1_6_an_edge_has_two_names() -> None:
    """
    E4e and F4w are one edge; so are E4s and E5n.
    """
    assert EDGES["F4w"] == EDGES["E4e"]
    assert EDGES["E5n"] == EDGES["E4s"]


def test_r1_6_edges_end_in_corners() -> None:
    """
    The edge right of E4 and the edge below it meet in one corner; those right of E4 and left of E4 meet in none.
    """
    right, below, left = CORNERS[EDGES["E4e"]], CORNERS[EDGES["E4s"]], CORNERS[EDGES["E4w"]]

    assert len(set(right) & set(below)) == 1
    assert not set(right) & set(left)
    assert BESIDE["E4e"] == ("E4", "F4")


def test_r1_10_reading_order_is_by_true_position() -> None:
    """
    Column Z comes before column A where the landscape crosses the ring.
    """
    cells = ("A1", "Z1", "A26", "Z26")

    assert sort_by_rows(cells, frame_of(cells)) == ("Z26", "A26", "Z1", "A1")


@pytest.mark.parametrize("seats", range(1, 7))
def test_r2_3_each_player_is_dealt_the_starting_tiles(seats: int) -> None:
    """
    Four tiles each, with six players two; dealt, pool and the rest are the 87 tiles and 39 cards.
    """
    state = begin(seats)

    assert {len(player.dealt) for player in state.players} == {2 if seats == 6 else 4}
    dealt = sum(len(player.dealt) for player in state.players)
    assert dealt + len(state.pool) + sum(state.tiles.values()) == sum(count_tiles().values())
    assert len(state.pool) + sum(state.cards.values()) == sum(count_cards().values())


def test_r2_6_each_player_gets_five_ducats() -> None:
    """
    Everybody starts with 5 ducats.
    """
    assert [player.ducats for player in begin(3).players] == [5, 5, 5]


def test_r2_7_ridges_start_developed() -> None:
    """
    Of the starting tiles only sand ridges lie developed.
    """
    state = begin(5)
    moved = GAME.step(state, Seat(0), Arrange(("D4", "E4", "D5", "E5")), NoChance()).state
    tiles = moved.players[0].tiles.values()

    assert all(tile.developed == tile.kind.startswith("ridge") for tile in tiles)


def test_r2_8_the_lot_is_drawn_when_all_have_arranged() -> None:
    """
    The last arrangement leads to the lot; the lot opens the first turn.
    """
    position = start(GAME, Setup(seats=2, options=GrunnOptions()), SEED).position
    for seat in (0, 1):
        move = Arrange(("D4", "E4", "D5", "E5"))
        position = commit(GAME, position, Seat(seat), AskId(f"arrange:{seat}"), [move]).position

    assert position.state.phase is Phase.LOT
    opened = GAME.step(position.state, Seat(-1), GAME.asks(position.state)[0].verbs[0](), Rng(SEED)).state
    assert opened.phase is Phase.TURN
    assert opened.first in (0, 1)


def test_r2_8_the_host_may_name_the_starting_player() -> None:
    """
    With a player named by the host no lot is drawn.
    """
    state = GAME.setup(Setup(seats=3, options=GrunnOptions(), first=Seat(2)), Rng(SEED)).state
    for seat in range(3):
        state = GAME.step(state, Seat(seat), Arrange(("D4", "E4", "D5", "E5")), NoChance()).state
    opened = GAME.step(state, Seat(-1), GAME.asks(state)[0].verbs[0](), NoChance()).state

    assert opened.mover == 2


def test_r3_1_turns_go_round() -> None:
    """
    After the refill the next seat is asked.
    """
    table = Table().play("1 B@F4 -").settle()

    assert table.ask.seat == 1


def test_r3_2_the_parts_are_asked_in_turn() -> None:
    """
    First a pair, then the tile or the card, then a construction or the end.
    """
    table = Table()

    assert table.ask.verbs == (Take,)
    assert table.moves(Take(1)).ask.verbs == (Place, Develop)
    assert table.moves(Develop("E4")).ask.verbs == (Place,)
    assert Done in table.moves(Place("F4")).ask.verbs


def test_r4_1_forests_pay_when_the_turn_opens() -> None:
    """
    Each developed forest pays 1 ducat; an undeveloped one pays nothing.
    """
    tiles = {"D4": "forest dev", "E4": "forest dev", "D5": "forest"}
    table = Table(tiles, seats=1, ducats=0, turns_done=0).play("1 B@F4 -").settle()

    assert table.player.ducats == 2
    assert table.state.stage.income == 2


def test_r4_1_a_forest_developed_in_the_turn_pays_from_the_next() -> None:
    """
    The turn in which it is developed brings its payout only (Q28).
    """
    table = Table({"D4": "forest", "E4": "bog"}, pool=front("bog+develop_forest"), ducats=0)

    assert table.play("1 B@F4 +D4").player.ducats == 6


def test_r5_2_position_four_costs_three() -> None:
    """
    One ducat lies on each of the three pairs skipped.
    """
    table = Table(ducats=3).play("4 F@F4 -")

    assert table.player.ducats == 0
    assert [pair.ducats for pair in table.state.pool] == [1, 1, 1, 0]


def test_r5_3_ducats_slide_with_their_pair() -> None:
    """
    The pairs behind the taken one move up with what lies on them.
    """
    pool = ("bog+relocate", "wadden+exchange+2", "dollard+clover", "forest+develop_any+1", "marsh+relocate")
    table = Table(pool=pool).play("1 B@F4 -")

    assert table.state.pool[:3] == (
        Pair("wadden", "exchange", 2),
        Pair("dollard", "clover", 0),
        Pair("forest", "develop_any", 1),
    )


def test_r5_4_ducats_on_the_pair_are_gained_at_once() -> None:
    """
    They can pay for a building in the same turn.
    """
    tiles = {"D4": "bog dev", "E4": "wadden"}
    table = Table(tiles, pool=front("bog+relocate+3"), ducats=0).play("1 B@F4 - !D4")

    assert table.player.tiles["D4"].built


def test_r6_1_r6_2_every_rectangle_that_fits_counts() -> None:
    """
    A row of four leaves three rows above and below, but no further column.
    """
    cells = dict.fromkeys(("D4", "E4", "F4", "G4"))
    free = free_cells(cells, limit_of(4, GrunnOptions()))

    assert free == ("D3", "E3", "F3", "G3", "D5", "E5", "F5", "G5")


def test_r6_6_a_cell_always_exists() -> None:
    """
    One tile short of complete, the gap in the middle is the only cell.
    """
    cells = dict.fromkeys(f"{column}{row}" for column in "DEFG" for row in range(4, 8))
    del cells["E5"]

    assert free_cells(cells, limit_of(4, GrunnOptions())) == ("E5",)


def test_r6_4_a_tile_is_laid_undeveloped() -> None:
    """
    Only a sand ridge is laid developed.
    """
    table = Table(pool=front("ridge:N+relocate")).play("1 R:N@F4 -")

    assert table.player.tiles["F4"].developed
    assert not Table().play("1 B@F4 -").player.tiles["F4"].developed


@pytest.mark.parametrize(("kind", "payout"), [("wadden", 2), ("bog", 3), ("dollard", 4), ("marsh", 5), ("forest", 6)])
def test_r7_3_payouts(kind: str, payout: int) -> None:
    """
    Each landscape pays its own amount when developed.
    """
    table = Table({"D4": kind, "E4": "bog"}, pool=front("bog+develop_any"), ducats=0)

    assert table.play("1 B@F4 +D4").player.ducats == payout


def test_r7_5_a_clover_pays_after_the_skips() -> None:
    """
    Pair 3 costs 2, then the clover gives 4.
    """
    assert Table(ducats=2).play("3 D@F4 $").player.ducats == 4


def test_r7_6_the_card_may_come_first() -> None:
    """
    A relocation makes room for the new tile.
    """
    tiles = {"D4": "bog", "E4": "wadden", "F4": "dollard", "G4": "bog", "E5": "bog"}
    table = Table(tiles, pool=front("marsh+relocate")).play("1 D4>G5 M@H4")

    assert sorted(table.player.tiles) == ["E4", "E5", "F4", "G4", "G5", "H4"]


def test_r7_7_the_new_tile_may_be_moved() -> None:
    """
    Once laid it is an own tile; what was laid is still known as the tile of this turn.
    """
    table = Table(pool=front("marsh+relocate")).moves(Take(1), Place("F4"), Relocate("F4", "D6"))

    assert table.state.stage.laid == "D6"
    assert table.player.tiles["D6"].kind == "marsh"


def test_r7_8_the_new_tile_may_be_exchanged() -> None:
    """
    The tile of this turn is followed to its new cell.
    """
    table = Table(pool=front("marsh+exchange")).moves(Take(1), Place("F4"), Exchange("E4", "F4"))

    assert table.state.stage.laid == "E4"
    assert table.player.tiles["F4"].kind == "bog"


def test_r7_9_a_moved_tile_keeps_side_and_building() -> None:
    """
    Canals stay where they are.
    """
    tiles = {"D4": "bog dev built", "E4": "wadden", "E5": "bog"}
    table = Table(tiles, pool=front("marsh+relocate"), canals=("D4e",)).play("1 M@F4 D4>D5")

    assert table.player.tiles["D5"].built
    assert table.player.canals == ("D4e",)


def test_r8_1_the_construction_comes_last() -> None:
    """
    After a construction the card cannot be used any more.
    """
    table = Table(pool=front("bog+develop_bog")).moves(Take(1), Place("F4"), Canal("D4n"))

    assert table.refused_moves(Develop("F4")) == "CARD_TOO_LATE"
    assert table.ask.verbs == (Done,)


def test_r8_5_the_stock_is_shared_and_falls() -> None:
    """
    A building leaves the stock.
    """
    table = Table({"D4": "bog dev", "E4": "bog"}).play("1 B@F4 - !D4")

    assert table.state.stocks["turf_hut"] == 7


def test_r9_3_a_canal_may_turn_off_or_run_on() -> None:
    """
    Every edge that meets the first canal in a corner is offered, in its written name.
    """
    table = Table(canals=("D4e",)).moves(Take(1), Place("D6"))
    offered = {str(choice.value) for choice in GAME.choices(table.view, Canal, {})}

    assert offered == {"D4n", "E4n", "D4s", "E4s", "D5e"}


def test_r9_5_a_canal_left_behind_still_connects() -> None:
    """
    Its tiles have moved away; the next canal may meet it.
    """
    tiles = {"D4": "bog dev", "E4": "wadden dev", "E5": "dollard"}
    table = Table(tiles, pool=front("marsh+relocate"), canals=("D4n",)).play("1 M@F4 D4>F5 =E4w")

    assert table.player.canals == (EDGES["D4n"], EDGES["E4w"])


def test_r10_1_the_card_is_discarded_after_the_refill() -> None:
    """
    With an empty deck the new one is made without the card of this turn.
    """
    table = Table().play("1 B@F4 -")
    empty = dict.fromkeys(table.state.cards, 0)
    state = replace(table.state, cards=empty, discard={**empty, "clover": 1})
    after = GAME.step(state, Seat(-1), GAME.asks(state)[0].verbs[0](), Rng(SEED)).state

    assert after.pool[-1].card == "clover"
    assert after.discard == {**empty, "develop_bog": 1}


def test_r10_3_a_new_pair_is_turned_up() -> None:
    """
    The fifth pair is new and has no ducats.
    """
    table = Table().play("2 W@F4 -").settle()

    assert len(table.state.pool) == BOX.pool.size
    assert table.state.pool[-1].ducats == 0
    assert sum(table.state.tiles.values()) == sum(count_tiles().values()) - 1


@pytest.mark.parametrize(
    ("stage", "ducats", "expected"),
    [
        (Stage(pair=1, tile="bog", card="relocate"), 5, "Lay the tile. You can use the card before it."),
        (Stage(pair=1, tile="bog", card="clover"), 5, "Lay the tile."),
        (Stage(pair=1, tile="bog", card="develop_marsh"), 5, "Lay the tile."),
        (Stage(pair=1, tile="bog", card="develop_bog", laid="F4"), 5, "You can still use the card,"),
        (Stage(pair=1, tile="bog", card="develop_bog", laid="F4", used=True), 5, "You can still build"),
        (Stage(pair=1, tile="bog", card="develop_bog", laid="F4", used=True), 0, "Your turn is complete. Confirm it."),
        (Stage(pair=1, tile="bog", card="develop_bog", laid="F4", built=True), 5, "Your turn is complete. Confirm it."),
    ],
)
def test_the_panel_says_what_is_left_of_the_turn(stage: Stage, ducats: int, expected: str) -> None:
    """
    And that the turn is complete once nothing is.
    """
    private = Table(ducats=ducats).stage(stage).ask.private

    assert private is not None
    assert words(private).startswith(expected)
