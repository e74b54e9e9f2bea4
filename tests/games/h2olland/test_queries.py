"""Queries of the case form that no handed case asks, and words for moves of every season."""

from __future__ import annotations

import pytest

from games.core.moves import Move
from games.core.seats import Seat
from games.h2olland import GAME
from games.h2olland.moves import Area, Face, Flip, HandIn, Keep, Place, Reveal, Reward, Run, Trade
from tests.cases.judging import judge
from tests.games.h2olland.table import START, Table, words


@pytest.mark.parametrize(
    ("position", "query", "expect"),
    [
        ({"mills": {"orange": ["I3"]}}, {"what": "placements", "player": "orange", "item": "mill"}, {"count": 2}),
        (
            {**START, "dikes": ["3-4", "3-9"]},
            {"what": "areas_for", "player": "orange"},
            {"areas": [[3]]},
        ),
        (
            {**START, "dikes": ["3-4", "3-9"]},
            {"what": "check_area", "cell": 3, "player": "white"},
            {"ready": False, "reason": "no_own_mill"},
        ),
        ({**START}, {"what": "check_area", "cell": 12}, {"ready": False, "reason": "not_water"}),
        ({**START}, {"what": "island_connected", "player": "orange"}, {"connected": False}),
        (
            {**START, "drained": {"14": "plain"}},
            {"what": "island_connected", "player": "orange"},
            {"connected": True},
        ),
        ({**START, "phase": "dikes"}, {"what": "default_move"}, {"player": "white", "move": ["pass"]}),
        ({**START, "phase": "drought"}, {"what": "default_move"}, {"player": "white", "move": ["drought", None]}),
        ({**START, "phase": "winter"}, {"what": "default_move"}, {"player": "white", "move": ["winter", []]}),
        (
            {**START, "phase": "reward", "helped": {"white": 1}},
            {"what": "default_move"},
            {"player": "white", "move": ["reward", "tulip-red"]},
        ),
    ],
)
def test_l2_queries(position: dict[str, object], query: dict[str, object], expect: dict[str, object]) -> None:
    """
    Section L.2 names more queries than the handed cases use.
    """
    verdict = judge(GAME, {"position": position, "query": query, "expect": expect})

    assert verdict.wanted == verdict.got


@pytest.mark.parametrize(
    ("move", "told"),
    [
        (Area(3), "drain tile 3"),
        (Flip(3), "flip tile 3"),
        (Face(3, "SE"), "rotate tile 3: its barren part faces SE"),
        (Reward(("pink", "t1")), "take 1 red tulip field and 1 pink tulip field"),
        (Trade(("3co>po", "mi")), "exchange 3 corn for 1 potato; buy 1 mill"),
        (Trade(("mi",) * 9), "buy 9 mills"),
        (Trade(("4>cw", "3co>po", "4>cw", "3co>po")), "exchange 2 of each crop for 2 cows and 6 corn for 2 potatoes"),
        (Trade(("3co>po", "3be>po", "4>cw", "mi", "3be>po")), "make 4 exchanges; buy 1 mill"),
        (Trade(("3co>po", "3be>po", "4>cw", "3be>co")), "make 4 trades with the co-op"),
        (Trade(("t1", "t2", "t3", "t4", "t5")), "make 5 trades with the co-op"),
        (Trade(("cw>be",)), "exchange 1 cow for 1 bean"),
        (Trade(("co",)), "exchange co"),
        (Keep(()), "keep no fields"),
        (Run("N6"), "send a runner to N6N7 (corn)"),
        (Run("A1"), "send a runner to A1"),
        (HandIn(), "submit the order"),
        (Place("dragon", "A1"), "dragon A1"),
        (Place("farm", "N2"), "build a farm on N2"),
        (Place("corn", "Z9"), "plant corn on Z9"),
        (Place("t6", "N5N4"), "plant purple tulips on N5N4 (6 points, next to none of your buildings)"),
        (Place("corn", "L6L7"), "plant corn on L6L7 (next to none of your buildings, shared with Olga)"),
        (Reveal(), "The flipped tile is revealed."),
    ],
)
def test_tell_every_move(move: Move, told: str) -> None:
    """
    Labels for every kind of move, sensible ones even for moves that cannot be played.
    """
    table = Table(**START, dikes=["3-4", "3-9"], fields=[["corn", "N6", "N7"]])

    assert words(GAME.tell(table.view("W"), move)) == told


def test_nothing_is_offered_to_spectators_or_out_of_turn() -> None:
    """
    Choices are for the seat that is asked; the table's moves have none.
    """
    table = Table(**START, barn={"white": {"corn": 1}})
    spectator = GAME.view(table.state, None)

    assert list(GAME.choices(spectator, Place, {})) == []
    assert list(GAME.choices(table.view("O"), Place, {})) == []
    assert list(GAME.choices(table.view("W"), Place, {"item": "dragon"})) == []
    assert list(GAME.choices(table.view("W"), Reveal, {})) == []
    assert GAME.panel.hint(spectator, table.asks("W")[0]) is None


def test_hints_about_facings() -> None:
    """
    Whoever may set a tile is told what for.
    """
    table = Table(**START, phase="winter", turn="orange", rotatable={"3": "white"}, drained={"3": ["single", "NW"]})
    hint = GAME.panel.hint(table.view("W"), table.asks("W")[0])

    assert hint is not None
    assert "barren" in words(hint.text)
    assert [choice.value for choice in GAME.choices(table.view("W"), Face, {})] == [3]
    assert [choice.value for choice in GAME.choices(table.view("W"), Face, {"tile": 3})] == ["NW", "NE", "SE", "SW"]
    assert table.open.players == tuple(map(Seat, range(4)))
