"""The handed cases."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from games.h2olland import GAME
from tests.cases.judging import judge

CASES: list[dict[str, Any]] = json.loads((Path(__file__).parent / "cases.json").read_text(encoding="utf-8"))["cases"]


def test_all_cases_are_here() -> None:
    """
    154 cases were handed.
    """
    assert len({case["id"] for case in CASES}) == 154


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_handed_case(case: dict[str, Any]) -> None:
    """
    The rules say what the case expects.
    """
    verdict = judge(GAME, case)

    assert verdict.wanted == verdict.got


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_a_wrong_expectation_is_noticed(case: dict[str, Any]) -> None:
    """
    The judge compares: with another reason, another step, or another value the case fails.
    """
    wrong = {**case, "expect": _spoilt(case["expect"])}

    assert not judge(GAME, wrong).passed


def _spoilt(value: object) -> object:
    match value:
        case dict() if value.get("legal") is False and "reason" in value:
            return {**value, "reason": "another"}
        case dict() if "after" in value:
            return {"legal": True, "after": _spoilt(value["after"])}
        case dict():
            return {key: _spoilt(part) for key, part in value.items()} or {"nobody": 1}
        case bool():
            return not value
        case int():
            return value + 1
        case list():
            return [*value, "more"]
    return "another"
