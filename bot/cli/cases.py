"""`longtable cases FILE`: run handed cases of a game through its own reader."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from bot.config import ConfigError
from games.core.game import AnyGame, Verdict
from games.core.registry import game as game_of
from games.core.registry import games


def cases(file: Path, key: str | None = None) -> int:
    """Run every case of a file; print a line for each that fails and the counts; return 1 if any failed.

    The game is ``key``, or the one the file names. A file that cannot be read as cases raises ConfigError.
    """
    document = _read(file)
    game = _game(document, key)
    listed: Sequence[Any] = document if isinstance(document, list) else document["cases"]
    failed = 0
    for case in listed:
        verdict = judge(game, case)
        if not verdict.passed:
            failed += 1
            print(f"{case.get('id', '?')} {_clauses(case)}: wanted {verdict.wanted}, got {verdict.got}")
    print(f"{len(listed) - failed} passed, {failed} failed")
    return 1 if failed else 0


def judge(game: AnyGame, case: Mapping[str, Any]) -> Verdict:
    """Run one case; one that makes its reader stumble has failed."""
    try:
        return game.judge(case)
    except Exception as error:  # a malformed case must not hide the others
        return Verdict("a result", f"{type(error).__name__}: {error}")


def _clauses(case: Mapping[str, Any]) -> str:
    clauses = case.get("clause", case.get("clauses", case.get("rule", ())))
    return f"[{clauses if isinstance(clauses, str) else ', '.join(map(str, clauses))}]"


def _read(file: Path) -> Any:  # noqa: ANN401 - whatever JSON holds
    try:
        document = json.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise ConfigError(f"cannot read {file}: {error.strerror}") from None
    except ValueError as error:
        raise ConfigError(f"{file} is not JSON: {error}") from None
    listed = document.get("cases") if isinstance(document, dict) else document
    if not isinstance(listed, list) or not all(isinstance(case, dict) for case in listed):
        raise ConfigError(f"{file} holds no list of cases")
    return document


def _game(document: object, key: str | None) -> AnyGame:
    named = key or (document.get("game") if isinstance(document, dict) else None)
    known = ", ".join(games())
    if not isinstance(named, str):
        raise ConfigError(f"the file does not name its game; say --game KEY (one of {known})")
    try:
        return game_of(named.lower().replace(" ", "_").replace("₂", "2"))
    except LookupError:
        raise ConfigError(f"there is no game {named!r}; known are {known}") from None
