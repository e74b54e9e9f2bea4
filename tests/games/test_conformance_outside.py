"""The conformance suite in the hands of another package's author."""

import subprocess
import sys
from pathlib import Path
from shutil import copytree

ROOT = Path(__file__).parents[2]
FAULTY = """
import nim_pictures
from nim.game import GAME, Nim
from nim.moves import Take
from bot.conformance import conformance, picture_conformance
from render.core.plates import plate


class Hasty(Nim):
    def fallback(self, view, ask):
        return Take(1, 9)


class Faint(nim_pictures.NimPictures):
    def board(self, view, marks, *, names, theme=None):
        return (plate("heaps", draw, [view.heaps]),)


def draw(heaps):
    return nim_pictures._draw(heaps[0], (), "Take what you like, as often as you like, from any one heap")


TestHasty = conformance(Hasty())
TestFaint = picture_conformance(GAME, Faint())
"""


def test_a_package_that_is_installed_nowhere_is_tried(tmp_path: Path) -> None:
    """
    The example passes in a folder of its own, with what the extra ``author`` brings. Of a game that breaks one promise
    the test of it fails; so it is with a plate whose lettering goes beyond its edge, and which has no hash.
    """
    copytree(ROOT / "docs" / "example", tmp_path, dirs_exist_ok=True)
    (tmp_path / "test_faulty.py").write_text(FAULTY, encoding="utf-8")
    line = [sys.executable, "-m", "pytest", "-q", "-rfp", "-p", "no:cacheprovider", "--rootdir", str(tmp_path), "."]
    bare = {"PYTHONPATH": f"{tmp_path}:{ROOT}", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    done = subprocess.run(line, cwd=tmp_path, env=bare, capture_output=True, text=True, check=False)
    told = done.stdout.splitlines()
    failed = [part.partition(" - ")[0].partition("::")[2] for part in told if part.startswith("FAILED")]
    passed = [part for part in told if part.startswith("PASSED test_nim.py::")]

    assert 1 == done.returncode, done.stdout + done.stderr
    assert len(passed) > 30
    assert "TestHasty::test_the_fallback_ends_every_ask[nim-2]" in failed
    assert "TestFaint::test_boards_can_be_read_as_discord_shows_them[nim-2]" in failed
    assert "TestFaint::test_unchanged_plates_are_not_drawn_again[nim-2]" in failed
    assert not [part for part in told if part.startswith("FAILED test_nim.py::")]
