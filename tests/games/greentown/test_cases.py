"""The handed cases."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from games.greentown import GAME
from tests.cases.judging import judge

CASES: list[dict[str, Any]] = json.loads((Path(__file__).parent / "cases.json").read_text(encoding="utf-8"))["cases"]


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_handed_case(case: dict[str, Any]) -> None:
    """
    The rules say what the case expects.
    """
    verdict = judge(GAME, case)

    assert verdict.wanted == verdict.got


def test_there_are_141_handed_cases() -> None:
    """
    None was lost on the way.
    """
    assert 141 == len(CASES)


def test_a_wrong_expectation_is_noticed() -> None:
    """
    The judge compares: a case with another payment fails.
    """
    case = next(case for case in CASES if "pays" in case["expect"])
    wrong = {**case, "expect": {**case["expect"], "pays": {"P1": 99}}}

    assert not judge(GAME, wrong).passed


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
