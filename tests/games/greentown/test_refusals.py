"""Refusals: every code of section 6 with its sentence, in the order in which they are looked for."""

from __future__ import annotations

from typing import Any

import pytest

from games.core.errors import IllegalMove
from games.core.running.play import Refused
from games.greentown import GAME
from games.greentown.moves import Announce, Double, Forgo, Tour
from games.greentown.rules.explaining import explain
from games.greentown.words.names import refusal as named
from tests.games.greentown.table import BUILT, EMPTY, PLAIN, STUCK, Match, refusal_of, seat, sentence_of, words

TAIL = "+L15:45"

ATTEMPTS: list[tuple[str, dict[str, Any], str, str]] = [
    ("SYNTAX", {}, "B L15 45",
     "“L15” isn't part of a turn. A turn looks like this: BT +L15:45 ^L14:2345 C@L15 ~M12-L12-L13"),
    ("MARKER_USED", {"markers_up": {"P1": ["T", "BT"]}}, BUILT,
     "This marker is face down: Build. Choose one of these: Tour (T) and Build and Tour (BT)."),
    ("NO_ROUTE", STUCK, "T",
     ("No tour has exactly 5 stops right now. Choose one of these: "
      "Build (B), Build and Tour (BT) and Build or Tour: build (?B).")),
    ("NO_BUILD", {"supply": EMPTY}, "B", "Nothing can be laid or developed right now. Choose something else."),
    ("NOT_BUILDING", {}, f"T {TAIL} +N15:56", "The Tour marker doesn't let you build. Lead a tour."),
    ("NOT_TOURING", {}, f"{BUILT} ~M12-L12", "The Build marker doesn't let you lead a tour. Lay or develop tiles."),
    ("OFF_FRAME", {}, f"B +M27:25 {TAIL}", "M27 is outside the map. Choose a space from A1 to Y26."),
    ("LAY_OCCUPIED", {}, f"B +M13:25 {TAIL}", "M13 already has a tile. Develop it, or choose an empty space."),
    ("NO_SUCH_TILE", {}, f"B +L15:246 {TAIL}", "There is no tile with the streets 246. Choose others."),
    ("SUPPLY_EMPTY", {"supply": EMPTY}, f"BT {TAIL}", "There are no tiles left in the supply."),
    ("LAY_NOT_FEWEST", {}, f"B +L15:456 {TAIL}",
     "Lay a tile with 2 streets: those have the fewest streets in the supply."),
    ("TYPE_OUT", {"supply": {"2-flower": 0}}, f"B {TAIL} +N15:25",
     "There are none left of this tile: 2-flower (tight bend). Choose another."),
    ("LAY_NOT_CONNECTED", {}, "B +L15:12 +N15:56",
     "No street of the new tile would meet a street of the town. Turn it, or choose another space."),
    ("DEV_NO_TILE", {}, f"B ^K13:145 {TAIL}", "K13 has no tile. Choose a space with one."),
    ("DEV_HOTEL", {}, f"B ^M12:12345 {TAIL}", "Hotels can't be developed. Choose another tile."),
    ("DEV_MAX", {"map": {"M13": "12345 vacant"}}, f"B ^M13:23456 {TAIL}",
     "A tile with five streets can't be developed any further. Choose another tile."),
    ("DEV_NOT_ONE_MORE", {}, f"B ^L13:124 {TAIL}",
     "The new tile must have exactly 4 streets, one more than the old one."),
    ("DEV_OPPONENT", {"map": {"L13": "245 P2:C"}}, f"B ^L13:1256 {TAIL}",
     "Wessel has a building there, so no street may be closed. This would close: SW."),
    ("DEV_LOSES_TWO", {}, f"B ^L13:1236 {TAIL}", "You may close only one street. This would close: SW and W."),
    ("DEV_DISCONNECTS", {"map": {"K13": "14 vacant", "L12": "124 tree"}}, f"B ^L12:2345 {TAIL}",
     "That would cut off part of the town: K13. Keep the streets connected."),
    ("DEV_SAME_TILE", {"map": {"K13": "14 vacant"}}, "B ^K13:145 ^K13:1456",
     "You already developed that tile this turn. Choose another one."),
    ("BUILD_TOO_MANY", {}, f"{BUILT} +K13:45",
     "You have already laid or developed two tiles, as many as a build allows."),
    ("BUILD_INCOMPLETE", {}, f"B {TAIL}", "Lay or develop 1 more tile first."),
    ("ERECT_NO_LAY", {}, "B ^L13:2345 ^L14:2345 M@M13",
     "You can only erect a building if you laid a new tile this turn."),
    ("ERECT_TWO", {}, f"{BUILT} M@M13 C@M14", "You already erected a building this turn. You can't erect another."),
    ("ERECT_KIND", {}, f"{BUILT} X@M13", "That isn't a building. Choose C (culture), S (sport) or M (shopping)."),
    ("ERECT_NONE_LEFT", {"left": {"P1": {"M": 0}}}, f"{BUILT} M@M13",
     "You have none of these left: shopping site. Choose another building."),
    ("ERECT_NO_TILE", {}, f"{BUILT} C@K13", "K13 has no tile. Choose a space with one."),
    ("ERECT_HOTEL", {}, f"{BUILT} C@M15", "You can't build on a hotel. Choose another space."),
    ("ERECT_OCCUPIED", {"map": {"M13": "1245 P2:C"}}, f"{BUILT} M@M13",
     "Wessel already has a building there (culture site). Choose another space."),
    ("TREE_TARGET_MISSING", {}, f"{BUILT} M@L12",
     "The tree has to move. Name a vacant site for it: L15, M13, M14 and N15."),
    ("TREE_TARGET_BAD", {}, f"{BUILT} M@L12>L13",
     "L13 isn't a vacant site. Choose one of these: L15, M13, M14 and N15."),
    ("TREE_NOT_MOVED", {}, f"{BUILT} M@M13>L15", "There is no tree on M13, so don't name a space for it to move to."),
    ("TOUR_MISSING", {}, "T", "A tour is possible, so you must lead one. Choose it from the list, or type its path."),
    ("TOUR_EMPTY", {}, "T ~M12", "A tour needs two or more spaces."),
    ("TOUR_NO_TILE", {}, "T ~M12-K12", "K12 has no tile. A tour goes from tile to tile."),
    ("TOUR_START", {}, "T ~L12-M12", "A tour starts at a hotel. Choose one of these: M12 and M15."),
    ("TOUR_NO_STREET", {}, "T ~M12-L12-M13", "No street connects L12 and M13."),
    ("TOUR_REUSED", {}, "T ~M12-L12-M12",
     "This tour uses the street between L12 and M12 twice. Each may be used once."),
    ("TOUR_END", {}, "T ~M12-L12", "This tour ends at L12. It must end at a hotel."),
    ("TOUR_TOO_SHORT", {}, "T ~M12-L12-L13-L14-M15",
     "This tour has 4 stops, but your visitors want exactly 5: L12(1) L13(2) L14(3) M15(4)."),
    ("TOUR_TOO_LONG", {}, "T ~M12-L12-L13-L14-M14-N13-N14-M15",
     "This tour has 6 stops, but your visitors want exactly 5: L12(1) L13(2) L14(3) [M14] N13(4) N14(5) M15(6)."),
]  # fmt: skip


@pytest.mark.parametrize(("code", "position", "line", "sentence"), ATTEMPTS, ids=[attempt[0] for attempt in ATTEMPTS])
def test_6_illegal_attempt(code: str, position: dict[str, Any], line: str, sentence: str) -> None:
    """
    Each attempt has its code and a sentence; nothing is changed by it.
    """
    match = Match(position)
    before = match.position

    assert code == refusal_of(lambda: match.play(line))
    assert sentence == sentence_of(lambda: match.play(line))
    assert before == match.position


LAPSING: dict[str, Any] = {**STUCK, "supply": EMPTY}
"""Neither building nor touring is possible: every marker lapses."""

ORDER: list[tuple[str, dict[str, Any], str]] = [
    ("MARKER_USED", {"markers_up": {"P1": ["T"]}}, "B +L15:456 +N15:56 ~M12"),
    ("NOT_TOURING", {}, "B +L15:456 +N15:56 ~M12-L12"),
    ("NOT_BUILDING", {}, "T C@M12 ~M99"),
    ("BUILD_TOO_MANY", {}, "B +L15:456 +N15:56 +K13:45"),
    ("LAY_NOT_FEWEST", {}, "B +L15:456 C@M12"),
    ("BUILD_INCOMPLETE", {}, "B +L15:45 X@M12"),
    ("ERECT_HOTEL", {}, "BT +L15:45 +N15:56 C@M12 ~M99"),
    ("ERECT_TWO", {}, f"{BUILT} X@M13 C@M14"),
    ("TOUR_NO_TILE", {}, "T ~L12-M99"),
    ("TOUR_NO_TILE", {}, "T ~A1.1"),
    ("TOUR_NO_TILE", {}, "T ~Z99.1"),
    ("TOUR_NO_TILE", {}, "T ~M12.55555555555555"),
    ("TOUR_NO_TILE", {"map": {"A1": "2 hotel"}}, "T ~A1.1"),
    ("NOT_TOURING", LAPSING, "B +N15:1456 ~N13.1513"),
    ("NOT_BUILDING", LAPSING, "T +N15:1456 ~N13.1513"),
    ("NO_BUILD", LAPSING, "BT +N15:1456 ~N13.1513"),
    ("TOUR_START", {}, "T ~L12-M13"),
    ("DEV_SAME_TILE", {"map": {"K13": "14 vacant"}}, "B ^K13:145 ^K13:246"),
    ("NO_SUCH_TILE", {"map": {"M13": "12345 vacant"}}, f"B ^M13:123456 {TAIL}"),
    ("TOUR_TOO_SHORT", {"variant_saved": True}, "T ~M12-L12-L13-L14-M15 x2:use"),
]


@pytest.mark.parametrize(("code", "position", "line"), ORDER)
def test_6_the_first_failure_is_reported(code: str, position: dict[str, Any], line: str) -> None:
    """
    Marker, playability, strangers, operations, building, tour, decision.
    """
    assert code == Match(position).refused(line)


def test_6_turn_and_end_come_before_syntax() -> None:
    """
    Who cannot move at all is told so, also of a text that cannot be read.
    """
    match = Match()
    other = GAME.view(match.state, seat("P2"))

    with pytest.raises(IllegalMove, match="NOT_YOUR_TURN") as caught:
        GAME.notation.read(other, "rubbish")
    assert "It's Anouk's turn. You can plan ahead with `/greentown plan`." == words(caught.value.text)
    assert "GAME_OVER" == Match(STUCK, supply=EMPTY, idle_turns=5).play("T").refused("rubbish")


def test_6_a_later_part_out_of_order_cannot_be_read() -> None:
    """
    Two markers, two tours, parts in another order, no marker: SYNTAX.
    """
    orders = ("B T", f"{TAIL} B", f"{PLAIN} ~M12", f"B C@M13 {TAIL}", "x2:use B", TAIL)
    for line in (*orders, "", "B:", "T ~", "T ~M12--L12", "T ~M12.", "T ~M12.7"):
        assert "SYNTAX" == Match().refused(line), line


def test_6_moves_that_no_line_can_hold_are_refused_too() -> None:
    """
    A third answer to a double turn; a marker that does not exist.
    """
    variant = Match(variant_saved=True, current="P3", turns_taken={"P1": 1, "P2": 1}).play(BUILT)

    assert "DOUBLE_CHOICE" == refusal_of(lambda: GAME.check(variant.view, Double("keep")))
    assert "NO_SUCH_MARKER" == refusal_of(lambda: GAME.check(Match().view, Announce("X")))


def test_6_players_cannot_forgo_a_build() -> None:
    """
    Only a missed deadline does (R12.1).
    """
    assert "NOT_OFFERED" == refusal_of(lambda: Match().commit(Announce("B"), Forgo()))


def test_6_a_refusal_of_the_marker_is_not_explained_away() -> None:
    """
    What is wrong with the marker itself comes first.
    """
    match = Match()
    line = (Announce("B"), Tour(("M12",)))
    found = named("MARKER_USED", "R4.2")

    assert found is explain(match.view, line, 0, found)
    assert "NOT_TOURING" == explain(match.view, line, 1, found).code


def test_6_the_move_at_fault_is_named() -> None:
    """
    The platform can point at the part of the line.
    """
    match = Match()

    with pytest.raises(Refused) as caught:
        match.play("BT +L15:45 ^L14:2345 C@M12")

    assert 3 == caught.value.at
