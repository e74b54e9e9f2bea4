"""Levels of computer players, and how each plays."""

from __future__ import annotations

from collections.abc import Iterable

from bot.edge.languages import phrase
from bot.edge.words import N_, _, capitalize

PLAYS = {
    "beginner": N_("beginner: overlooks things and doesn't plan, like someone new to the game"),
    "easy": N_("easy: simple turns, good for a first match"),
    "steady": N_("steady: weighs each turn carefully, but doesn't think ahead"),
    "strong": N_("strong: thinks several turns ahead, which takes a few seconds"),
}
"""The usual levels from the weakest to the strongest; a game may have others."""


def order_levels(levels: Iterable[str]) -> list[str]:
    """Return levels from the weakest to the strongest, as far as that is known."""
    known = list(PLAYS)
    return sorted(levels, key=lambda level: (known.index(level) if level in known else len(known), level))


def describe_level(level: str) -> str:
    """Return a level and how it plays: "Easy: simple turns, good for a first match"."""
    return capitalize(_(PLAYS[level]) if level in PLAYS else phrase(level))
