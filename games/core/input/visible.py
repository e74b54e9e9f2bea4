"""What people write, without what cannot be seen.

Controls of direction (U+202E and the like) turn the rest of a sentence round; a name of zero-width characters looks
like none, and one that has some in it like somebody else's. Hundreds of marks on one letter cover other people's lines.
"""

from __future__ import annotations

from functools import lru_cache
from unicodedata import category

_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\U0001d159")
"""Letters and marks that are drawn as nothing: fillers, a blank Braille cell, a note without a head."""

_SIGNS = frozenset("\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u070f\u0890\u0891\u08e2\U000110bd\U000110cd")
"""Format characters that are drawn: Arabic and Kaithi signs around numbers."""

_JOINERS = "\u200c\u200d\ufe0e\ufe0f"
"""Characters that choose the form of those beside them: emoji of several parts, Persian and Indian letters."""

MOST_MARKS = 4
"""Marks on one letter: scripts have up to so many, a pile of more covers the lines above and below."""

_JOINED_FROM = "\u0590"
"""The first character that can be joined: those of Latin, Greek and Cyrillic stand before."""


@lru_cache(maxsize=1024)
def strip_invisible(words: str) -> str:
    """Return words without characters that show nothing, change the direction of others, or pile up over them.

    Lines stay lines, all other white space becomes blanks. Joiners stay where they join.
    """
    if words.isascii() and words.isprintable():
        return words
    kept: list[str] = []
    for char in words:
        if char in _JOINERS:
            if kept and kept[-1] >= _JOINED_FROM and (kept[-1] not in _JOINERS or kept[-1] == "\ufe0f"):
                kept.append(char)
        elif char.isspace():
            _trim(kept)
            kept.append("\n" if char == "\n" else " ")
        elif _is_seen(char) and not _is_piled(char, kept):
            if char < _JOINED_FROM:
                _trim(kept)
            kept.append(char)
    _trim(kept)
    return "".join(kept)


def _is_seen(char: str) -> bool:
    """Whether a character is drawn; those for private use are, as boxes."""
    kind = category(char)
    return char in _SIGNS or kind == "Co" or (kind[0] != "C" and char not in _BLANK and not _selects(char))


def _is_piled(char: str, kept: list[str]) -> bool:
    """Whether a character is one mark too many on the letter before."""
    below = kept[-MOST_MARKS:]
    return len(below) == MOST_MARKS and all(each in _JOINERS or category(each)[0] == "M" for each in (*below, char))


def _selects(char: str) -> bool:
    """Whether a character chooses among forms of the one before, which no font here has."""
    return "\ufe00" <= char <= "\ufe0d" or "\u180b" <= char <= "\u180f" or "\U000e0100" <= char <= "\U000e01ef"


def _trim(kept: list[str]) -> None:
    """Take joiners away that join nothing."""
    while kept and kept[-1] in _JOINERS[:2]:
        kept.pop()
