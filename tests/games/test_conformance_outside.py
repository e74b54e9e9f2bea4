"""The conformance suite in the hands of another package's author."""

import subprocess
import sys
from pathlib import Path
from shutil import copytree

ROOT = Path(__file__).parents[2]
TESTS = """
from nim.game import GAME, Nim
from nim.moves import Take
from bot.conformance import conformance

TestNim = conformance(GAME)


class Hasty(Nim):
    def fallback(self, view, ask):
        return Take(1, 9)


TestHasty = conformance(Hasty())
"""


def test_a_package_that_is_installed_nowhere_is_tried(tmp_path: Path) -> None:
    """
    Two lines try the example in a folder of its own; of a game that breaks one promise the test of it fails, and says
    with what values.
    """
    for package in ("nim", "nim_pictures"):
        copytree(ROOT / "docs" / "example" / package, tmp_path / package)
    (tmp_path / "test_nim.py").write_text(TESTS, encoding="utf-8")
    line = [sys.executable, "-m", "pytest", "-q", "-rfp", "-p", "no:cacheprovider", "--rootdir", str(tmp_path), "."]
    bare = {"PYTHONPATH": f"{tmp_path}:{ROOT}", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    done = subprocess.run(line, cwd=tmp_path, env=bare, capture_output=True, text=True, check=False)
    told = done.stdout.splitlines()
    failed = [part.partition(" - ")[0].partition("::")[2] for part in told if part.startswith("FAILED")]
    passed = [part for part in told if part.startswith("PASSED test_nim.py::TestNim::")]

    assert 1 == done.returncode, done.stdout + done.stderr
    assert len(passed) > 25
    assert "TestHasty::test_the_fallback_ends_every_ask[nim-2]" in failed
    assert not [name for name in failed if name.startswith("TestNim")]
