"""The command that runs worked cases."""

import json
from pathlib import Path

import pytest

from games.core.registry import games
from tests.cases.__main__ import main

HANDED = sorted(Path(__file__).parents[1].glob("games/*/cases.json"))


@pytest.mark.parametrize("file", HANDED, ids=lambda file: file.parent.name)
def test_every_handed_case_passes(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """
    Each game's handed cases all pass, and the last line counts them.
    """
    code = main([str(file), "--game", file.parent.name])

    count = len(json.loads(file.read_text())["cases"])
    assert (0, f"{count} passed, 0 failed") == (code, capsys.readouterr().out.splitlines()[-1])


def test_a_wrong_case_is_named_with_its_clause(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """
    A failing case gives one line with id, clause, what was wanted and what came, and exit code 1.
    """
    case = {"id": "X-1", "clause": ["R2.1"], "kind": "components", "given": {}, "expect": {"tiles": 1}}
    file = tmp_path / "wrong.json"
    file.write_text(json.dumps({"game": "grunn", "cases": [case]}))

    code = main([str(file)])

    line, counts = capsys.readouterr().out.splitlines()
    assert (1, "0 passed, 1 failed") == (code, counts)
    assert line.startswith("X-1 [R2.1]: wanted ")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "is not JSON"),
        ("3", "holds no list of cases"),
        ('{"cases": []}', "does not name its game"),
        ('{"game": "chess", "cases": []}', "there is no game 'chess'; known are"),
    ],
)
def test_an_unusable_file_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, said: str) -> None:
    """
    A file that holds no cases gives one sentence and exit code 2.
    """
    file = tmp_path / "cases.json"
    file.write_text(text)

    assert main([str(file)]) == 2
    assert said in capsys.readouterr().err


def test_a_missing_file_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """
    A file that is not there gives one sentence and exit code 2.
    """
    assert main([str(tmp_path / "none.json")]) == 2
    assert "cannot read" in capsys.readouterr().err


def test_shipped_games_have_handed_cases() -> None:
    """
    Every game that ships brings its worked cases.
    """
    assert {file.parent.name for file in HANDED} >= set(games())
