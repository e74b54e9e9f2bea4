"""The handed cases of all games."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cases.judging import Case, judge
from tests.games.matches import GAMES

HANDED = {"greentown": 141, "grumpf": 148, "grunn": 139, "h2olland": 154, "walnut_grove": 129}
"""How many cases were handed, by game."""

LENIENT = "gone"
"""What a case of Grunn expects to be empty: it holds for fewer cells, too."""


def _read(key: str) -> list[Case]:
    file = Path(__file__).parent / key / "cases.json"
    cases: list[Case] = json.loads(file.read_text(encoding="utf-8"))["cases"]
    return cases


CASES = {key: _read(key) for key in HANDED}


def test_all_cases_are_here() -> None:
    """
    None was lost on the way, and none stands there twice.
    """
    assert HANDED == {key: len({case["id"] for case in cases}) for key, cases in CASES.items()}


@pytest.mark.parametrize(
    ("key", "case"), [pytest.param(key, case, id=case["id"]) for key, cases in CASES.items() for case in cases]
)
def test_handed_case(key: str, case: Case) -> None:
    """
    The rules say what the case expects.
    """
    verdict = judge(GAMES[key], case)

    assert verdict.wanted == verdict.got


@pytest.mark.parametrize("key", HANDED)
def test_wrong_expectations_are_noticed(key: str) -> None:
    """
    The judge compares: with another value of any field a case fails.
    """
    unnoticed = [
        f"{case['id']} {field}"
        for case in CASES[key]
        for field, value in case["expect"].items()
        if field != LENIENT and not _fails(key, {**case, "expect": {**case["expect"], field: _spoilt(value)}})
    ]

    assert unnoticed == []


def _fails(key: str, case: Case) -> bool:
    """Whether a case fails, or names what there isn't."""
    try:
        return not judge(GAMES[key], case).passed
    except KeyError:
        return True


def _spoilt(value: Any) -> object:  # noqa: ANN401 (JSON)
    match value:
        case {"legal": False, "reason": _}:
            return {**value, "reason": "another"}
        case {"after": after}:
            return {"legal": True, "after": _spoilt(after)}
        case dict():
            return {key: _spoilt(part) for key, part in value.items()} or {"nobody": 1}
        case bool():
            return not value
        case int():
            return value + 1
        case list():
            return [*value, "more"]
    return "another"
