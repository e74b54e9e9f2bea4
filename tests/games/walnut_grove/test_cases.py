"""The handed cases."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from games.walnut_grove import GAME
from tests.cases.judging import judge

CASES: list[dict[str, Any]] = json.loads((Path(__file__).parent / "cases.json").read_text(encoding="utf-8"))["cases"]
every_case = pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])


def test_all_cases_are_here() -> None:
    """
    129 cases were handed.
    """
    assert len({case["id"] for case in CASES}) == 129


@every_case
def test_handed_case(case: dict[str, Any]) -> None:
    """
    The rules say what the case expects.
    """
    verdict = judge(GAME, case)

    assert verdict.wanted == verdict.got


@every_case
def test_a_wrong_expectation_is_noticed(case: dict[str, Any]) -> None:
    """
    The judge compares: with another value of any field the case fails.
    """
    for key, value in case["expect"].items():
        wrong = {**case, "expect": {**case["expect"], key: _spoilt(value)}}

        assert not judge(GAME, wrong).passed, key


def _spoilt(value: object) -> object:
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case list():
            return [*value, "more"]
        case dict():
            return {**value, "nobody": 1}
    return "another"
