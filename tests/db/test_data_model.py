"""The page about the data model names what is stored."""

import re
from pathlib import Path

from db.tables import metadata
from db.tx import Tx

PAGE = (Path(__file__).parents[2] / "docs" / "data-model.md").read_text("utf-8")


def test_the_page_names_every_table_and_no_other() -> None:
    """
    A new table is written down: what it holds, who writes it, how long it lives.
    """
    named = [
        name
        for line in PAGE.splitlines()
        if line.startswith("| `")
        for name in re.findall(r"`(\w+)`", line.split("|")[1])
    ]

    assert Tx.__module__ == "db.tx", "importing it brings all tables in"
    assert sorted(metadata.tables) == sorted(named)
