"""The handed cases."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from games.grunn import GAME
from tests.cases.judging import judge

CASES: list[dict[str, Any]] = json.loads((Path(__file__).parent / "cases.json").read_text(encoding="utf-8"))["cases"]


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_handed_case(case: dict[str, Any]) -> None:
    """
    The rules say what the case expects.
    """
    verdict = judge(GAME, case)

    assert verdict.wanted == verdict.got


def test_a_wrong_expectation_is_noticed() -> None:
    """
    The judge compares: a case with a wrong number fails.
    """
    case = next(case for case in CASES if case["kind"] == "turn" and case["expect"].get("ducats") is not None)
    wrong = {**case, "expect": {**case["expect"], "ducats": 99}}

    assert not judge(GAME, wrong).passed
