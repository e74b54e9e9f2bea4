"""The wheel: it holds every file of the bot, and what is installed from it works without the sources."""

import subprocess
import sys
import tomllib
from importlib.metadata import Distribution
from pathlib import Path
from shutil import copy
from zipfile import ZipFile

from tests.sandbox.browser import running, walk
from tests.test_house import tracked

ROOT = Path(__file__).parents[2]
PACKAGES = ("bot", "db", "games", "render")
ABOUT = ("pyproject.toml", "README.md", "LICENSE")


def _sources() -> list[str]:
    """Every file that belongs into the wheel, as git writes its path."""
    names = [path.relative_to(ROOT).as_posix() for path in tracked()]
    return [name for name in names if name.startswith(tuple(f"{package}/" for package in PACKAGES))]


def _build(folder: Path) -> Path:
    """Build the wheel from a copy, where no earlier build has left anything; returns where it is unpacked."""
    copied = folder / "copy"
    for name in (*_sources(), *ABOUT):
        (copied / name).parent.mkdir(parents=True, exist_ok=True)
        copy(ROOT / name, copied / name)
    line = "wheel . --quiet --no-deps --no-build-isolation --no-index --disable-pip-version-check --wheel-dir .."
    subprocess.run([sys.executable, "-m", "pip", *line.split()], check=True, cwd=copied, stdin=subprocess.DEVNULL)
    (wheel,) = folder.glob("longtable-*.whl")
    with ZipFile(wheel) as archive:
        archive.extractall(folder / "unpacked")
    return folder / "unpacked"


async def test_the_sandbox_runs_from_the_wheel(tmp_path: Path) -> None:
    """
    The wheel has all files and entry points; in a folder of its own, with no database yet, three presses (*Play
    something*, a game, *Play the computer*) lead to a drawn board against a computer player.
    """
    code, data = _build(tmp_path), tmp_path / "data"
    files = {path.relative_to(code).as_posix() for path in code.rglob("*") if path.is_file()}
    about = next(code.glob("*.dist-info"))
    data.mkdir()
    async with running(data, code=code) as sandbox:
        for label in ("Try a game", "Grunn", "Play the computer"):
            await sandbox.click(label)
        number, _ = await sandbox.wait_for(lambda part: part.get("label") == "Play")
        pictures = [part for part in walk(sandbox.state["messages"][number]["components"]) if part.get("type") == 12]
        words = sandbox.words()

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    entries = {"console_scripts": project["scripts"], **project["entry-points"]}
    assert set(_sources()) == {name for name in files if not name.startswith(about.name)}
    assert f"{about.name}/licenses/LICENSE" in files
    assert {(group, name, value) for group, all_ in entries.items() for name, value in all_.items()} == {
        (entry.group, entry.name, entry.value) for entry in Distribution.at(about).entry_points
    }
    assert 1 == len(pictures)
    assert "Computer (easy)" in words
    assert 6 == len(sandbox.state["viewers"])
    assert all((code / package / "__pycache__").is_dir() for package in PACKAGES), "imported from elsewhere"
