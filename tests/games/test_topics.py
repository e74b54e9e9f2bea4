"""Pages of rules help hold only what Discord shows in a message, and what fits on a phone."""

from __future__ import annotations

import re

import pytest

from games.core.registry import games

WIDTH = 40
"""Monospaced characters in a line of a phone."""

UNDONE: frozenset[str] = frozenset({"walnut_grove"})
"""Games whose pages still have what Discord doesn't show."""

UNSHOWN = {
    "a table": r"^\s*\|.*\|",
    "HTML": r"</?[A-Za-z][^>]*>|<!--|&\w+;",
    "an image": r"!\[[^\]]*\]\(",
    "a link": r"\]\([^)]*\)",
    "a horizontal rule": r"^\s*([-*_])(\s*\1){2,}\s*$",
    "a heading deeper than the third level": r"^\s*#{4,}\s",
    "an underlined heading": r"^=+\s*$",
}
"""What Discord shows as it is typed."""

FENCED = re.compile(r"^```[^\n]*\n(.*?)^```", re.MULTILINE | re.DOTALL)


def faults_of(page: str) -> list[str]:
    """Return what of a page would not be shown well."""
    prose = re.sub(r"`[^`\n]*`", "", FENCED.sub("", page))
    found = [what for what, pattern in UNSHOWN.items() if re.search(pattern, prose, re.MULTILINE)]
    code = [line for block in FENCED.findall(page) for line in block.splitlines()]
    return found + [f"a line of code with {len(line)} characters" for line in code if len(line) > WIDTH]


PAGES = [
    pytest.param(topic.words, id=f"{key}-{topic.key}")
    for key, game in sorted(games().items())
    if key not in UNDONE
    for topic in game.spec.topics
]


@pytest.mark.parametrize("page", PAGES)
def test_a_page_holds_only_what_discord_shows(page: str) -> None:
    """
    No tables, HTML, images, links, rules or deep headings; no line of code that a phone would break.
    """
    assert [] == faults_of(page)


@pytest.mark.parametrize(
    ("page", "fault"),
    [
        ("| Part | Form |\n|---|---|", "a table"),
        ("one<br>two", "HTML"),
        ("![town](town.png)", "an image"),
        ("[rules](https://example.org)", "a link"),
        ("one\n\n---\n\ntwo", "a horizontal rule"),
        ("#### Deep", "a heading deeper than the third level"),
        (f"```\n{'x' * 41}\n```", "a line of code with 41 characters"),
    ],
)
def test_what_discord_does_not_show_is_found(page: str, fault: str) -> None:
    """
    Each fault by its name.
    """
    assert fault in faults_of(page)


def test_what_discord_shows_is_no_fault() -> None:
    """
    Lists, small text, headings, code with signs that mean something elsewhere.
    """
    page = "## Turn\n- `D4>F6` moves, `a | b` too\n\n-# Rule 7\n\n```\n| 1 | 2 |\n```\n**Bold.** *3 > 2*"

    assert [] == faults_of(page)
