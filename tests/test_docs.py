"""What the pages say about the code is true."""

import re
from importlib import import_module
from pathlib import Path

import pytest

from db.tables import metadata
from tests.test_house import ROOT

PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "render" / "README.md",
    *sorted((ROOT / "docs").glob("*.md")),
]
LATER = {"tests/render/golden/failed"}
"""What is made when it is needed."""
PATH = re.compile(r"`((?:bot|db|docs|games|render|tests)/[\w./-]*\w/?)`")
MODULE = re.compile(r"`((?:bot|db|games|render)\.[a-z_.]*[a-z_])`")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_places_in_the_code_are_there(page: Path) -> None:
    """
    Each folder, file and module that a page names exists.
    """
    text = page.read_text(encoding="utf-8")
    paths = [path for path in PATH.findall(text) if path not in LATER and not (ROOT / path).exists()]
    modules = [name for name in MODULE.findall(text) if not name.endswith(".py") and not _has(name)]

    assert [] == paths + modules


def test_few_words_are_our_own() -> None:
    """
    The glossary of the architecture has fewer than 30 terms.
    """
    glossary = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8").partition("\n## Words\n")[2]
    rows = re.findall(r"^\| ([a-z, ]+) \|", glossary, re.MULTILINE)
    terms = [term for row in rows if row != "word" for term in row.split(", ")]

    assert 20 < len(terms) < 30
    assert len(set(terms)) == len(terms)


def test_the_data_model_holds_every_table() -> None:
    """
    The page on the data model has each table of the database, once.
    """
    page = (ROOT / "docs" / "data-model.md").read_text(encoding="utf-8")
    named = [name for row in re.findall(r"^\| (`[^|]+) \|", page, re.MULTILINE) for name in re.findall(r"`(\w+)`", row)]

    for schema in ROOT.glob("db/*/*schema.py"):
        import_module(".".join(schema.relative_to(ROOT).with_suffix("").parts))

    assert sorted(metadata.tables) == sorted(named)


def _has(name: str) -> bool:
    """Whether a module, or a name in one, is there."""
    *folders, last = name.split(".")
    folder = ROOT.joinpath(*folders)
    if (folder / last).is_dir() or (folder / f"{last}.py").is_file():
        return True
    file = folder.with_suffix(".py") if folder.with_suffix(".py").is_file() else folder / "__init__.py"
    return file.is_file() and re.search(rf"\b{last}\b", file.read_text(encoding="utf-8")) is not None
