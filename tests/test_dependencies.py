"""What is imported is declared, where it is needed, and the lock file holds all of it."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path
from types import ModuleType

import pytest

from bot import __main__ as cli
from bot.config import Settings

ROOT = Path(__file__).parents[1]
OURS = {"bot", "db", "games", "render", "tests", "nim", "nim_pictures"}
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = {"bot/sandbox/": "sandbox", "db/stores/postgres": "postgres", "bot/conformance/": "author"}
"""Which part of the bot needs which extra; all other parts do with the dependencies."""

UNIMPORTED = {
    "coverage", "mypy", "pytest-asyncio", "pytest-cov", "pytest-timeout", "pytest-xdist", "ruff",
    "setuptools", "types-jsonschema", "types-networkx", "vulture",
}  # fmt: skip
"""Tools and types of the extra `dev`: run or read, never imported."""


def _plain(requirement: str) -> str:
    """Return the name of a requirement as registries compare it."""
    found = re.match(r"[\w.-]+", requirement)
    assert found is not None
    return re.sub(r"[-_.]+", "-", found.group()).lower()


DECLARED = {_plain(each) for each in PROJECT["dependencies"]}
OF_EXTRAS = {extra: {_plain(each) for each in listed} for extra, listed in PROJECT["optional-dependencies"].items()}


def _imports(file: Path) -> Iterator[str]:
    """Yield the top-level modules that a file imports, also inside functions."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.partition(".")[0]


@cache
def _wanted(folder: str) -> dict[str, set[str]]:
    """Return the distributions that the files of a folder import, each with the files."""
    known = packages_distributions()
    found: dict[str, set[str]] = {}
    for file in (ROOT / folder).rglob("*.py"):
        for module in set(_imports(file)) - OURS - set(sys.stdlib_module_names):
            for name in set(known.get(module, [module])):
                found.setdefault(_plain(name), set()).add(file.relative_to(ROOT).as_posix())
    return found


def _extra_of(file: str) -> set[str]:
    """Return what the extra brings that this file may count on."""
    return next((OF_EXTRAS[extra] for part, extra in EXTRAS.items() if file.startswith(part)), set())


def test_what_the_bot_imports_is_declared() -> None:
    """
    As a dependency, or in the extra of the part that imports it.
    """
    missing = {
        f"{name}: {file}"
        for folder in ("bot", "db", "games", "render")
        for name, files in _wanted(folder).items()
        for file in files
        if name not in DECLARED and name not in _extra_of(file)
    }

    assert set() == missing


def test_what_tests_import_is_declared() -> None:
    """
    In any extra: `make setup` installs them all.
    """
    assert set() == set(_wanted("tests")) - DECLARED.union(*OF_EXTRAS.values())


def test_what_is_declared_is_imported() -> None:
    """
    Dependencies and extras by the bot, the extra `dev` by tests or as a tool.
    """
    bot = {name for folder in ("bot", "db", "games", "render") for name in _wanted(folder)}
    used = bot | set(_wanted("tests"))

    assert set() == DECLARED - bot
    assert set().union(*(OF_EXTRAS[extra] for extra in EXTRAS.values())) <= bot
    assert OF_EXTRAS["dev"] - used == UNIMPORTED


def test_the_lock_file_holds_everything() -> None:
    """
    Dependencies and all extras, so that `make setup` installs each of them.
    """
    lock = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    locked = {_plain(line) for line in lock.splitlines() if line[:1].isalnum()}

    assert set() == (DECLARED | set().union(*OF_EXTRAS.values())) - locked
    assert "--all-extras" in (ROOT / "Makefile").read_text(encoding="utf-8")


@pytest.fixture
def _bare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """An empty working directory, and no variable of the machine."""
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.chdir(tmp_path)


@pytest.mark.usefixtures("_bare")
@pytest.mark.parametrize(
    ("line", "url", "missing", "loaded", "extra"),
    [
        (["sandbox", "--headless"], "", "simcord", "bot.sandbox", "sandbox"),
        (["db", "upgrade"], "postgresql+asyncpg://me@localhost/none", "asyncpg", "db.stores.postgres", "postgres"),
        (["db", "backup"], "postgresql+asyncpg://me@localhost/none", "asyncpg", "db.stores.postgres", "postgres"),
    ],
)
def test_what_needs_an_extra_says_which(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    line: list[str],
    url: str,
    missing: str,
    loaded: str,
    extra: str,
) -> None:
    """
    Without its packages there is one sentence that says what to install, and exit code 2.
    """
    monkeypatch.setenv("DATABASE_URL", url)
    nowhere: ModuleType | None = None
    for name in [name for name in sys.modules if name.partition(".")[0] == missing or name.startswith(loaded)]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, missing, nowhere)  # how Python says: not there
    code = cli.main(line)
    said = capsys.readouterr().err

    assert 2 == code
    assert 1 == said.count("\n")
    assert f"'.[{extra}]'" in said
