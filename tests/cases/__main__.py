"""Run handed cases of a game through its reader: ``python -m tests.cases FILE [--game KEY]``."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from games.core.contract import AnyGame
from games.core.registry import game as game_of
from games.core.registry import games
from tests.cases.judging import judge
from tests.cases.verdict import Verdict


class BadCases(Exception):
    """The file cannot be read as cases; says why in one sentence."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a file of cases; return 0, 1 if one failed, 2 for a file without cases."""
    parser = argparse.ArgumentParser(prog="python -m tests.cases", description="Run worked cases of a game.")
    parser.add_argument("file", type=Path, help="A JSON file of worked cases.")
    parser.add_argument("--game", help="The game's key, where the file does not name it.")
    given = parser.parse_args(arguments)
    try:
        return run(given.file, given.game)
    except BadCases as error:
        print(error, file=sys.stderr)
        return 2


def run(file: Path, key: str | None = None) -> int:
    """Run every case of a file; print a line for each that fails and the counts; return 1 if any failed.

    The game is ``key``, or the one the file names. A file that cannot be read as cases raises BadCases.
    """
    document = _read(file)
    game = _game(document, key)
    listed: Sequence[Any] = document if isinstance(document, list) else document["cases"]
    failed = 0
    for case in listed:
        verdict = _judged(game, case)
        if not verdict.passed:
            failed += 1
            print(f"{case.get('id', '?')} {_clauses(case)}: wanted {verdict.wanted}, got {verdict.got}")
    print(f"{len(listed) - failed} passed, {failed} failed")
    return 1 if failed else 0


def _judged(game: AnyGame, case: Mapping[str, Any]) -> Verdict:
    """Run one case; one that makes its reader stumble has failed."""
    try:
        return judge(game, case)
    except Exception as error:  # a malformed case must not hide the others
        return Verdict("a result", f"{type(error).__name__}: {error}")


def _clauses(case: Mapping[str, Any]) -> str:
    clauses = case.get("clause", case.get("clauses", case.get("rule", ())))
    return f"[{clauses if isinstance(clauses, str) else ', '.join(map(str, clauses))}]"


def _read(file: Path) -> Any:  # noqa: ANN401 - whatever JSON holds
    try:
        document = json.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadCases(f"cannot read {file}: {error.strerror}") from None
    except ValueError as error:
        raise BadCases(f"{file} is not JSON: {error}") from None
    listed = document.get("cases") if isinstance(document, dict) else document
    if not isinstance(listed, list) or not all(isinstance(case, dict) for case in listed):
        raise BadCases(f"{file} holds no list of cases")
    return document


def _game(document: object, key: str | None) -> AnyGame:
    named = key or (document.get("game") if isinstance(document, dict) else None)
    known = ", ".join(games())
    if not isinstance(named, str):
        raise BadCases(f"the file does not name its game; say --game KEY (one of {known})")
    try:
        return game_of(named.lower().replace(" ", "_").replace("₂", "2"))
    except LookupError:
        raise BadCases(f"there is no game {named!r}; known are {known}") from None


if __name__ == "__main__":
    sys.exit(main())
