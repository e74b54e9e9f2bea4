"""Queries of cases that no handed case asks."""

from __future__ import annotations

from typing import Any

from games.greentown import GAME
from tests.cases.judging import judge


def test_queries_that_no_handed_case_asks() -> None:
    """
    The default turn as a line; a position without a tour has no best one; undo with nothing to undo is refused.
    """
    plain: dict[str, Any] = {"players": 3, "markers_up": {"P1": ["BT"]}}
    line = "BT ~M12-L12-L13-L14-M15-M14-M13-M12"
    bare = {"players": 3, "base": None, "map": {"M12": "123456 hotel", "M13": "25 vacant"}}
    cases = (
        (plain, {"query": "default_turn"}, {"turn": line, "marker": "BT"}),
        (bare, {"query": "best_tour", "player": "P1"}, {"pay": None, "path": None}),
        (plain, {"turns": ["undo"]}, {"legal": False, "reason": "NO_UNDO"}),
    )

    for position, action, expect in cases:
        verdict = judge(GAME, {"position": position, "action": action, "expect": expect})
        assert verdict.wanted == verdict.got
