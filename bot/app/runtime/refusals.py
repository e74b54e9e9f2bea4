"""Refusals of the platform, and its sentences."""

from __future__ import annotations

import msgspec

from games.core.errors import Refusal
from games.core.text import Arg, Text, raw, say
from games.core.words import load

WORDS = load("bot.app")
"""English sentences of the services by Text id (``app.…``), in the form of ``games.core.words``."""

OVERTAKEN = frozenset(
    ("NOT_DUE", "STALE", "NOT_YOUR_TURN", "BUSY", "ON_HOLD", "GAME_OVER", "NOT_STARTED", "CANCELLED", "NO_MATCH")
)
"""Codes by which a worker hears that what it wanted to do is done, or not to be done any more."""


def refuse(code: str, sentence: str, /, **args: Arg) -> Refusal:
    """Make a refusal whose sentence stands under ``app.<sentence>``."""
    return Refusal(code, "app", say(f"app.{sentence}", **args))


def write_text(text: Text) -> str:
    """Return a sentence as the database keeps it: by its id, so that each reader gets it in their language."""
    return msgspec.json.encode(text).decode()


def read_text(kept: str) -> Text:
    """Return a sentence that the database keeps; earlier releases kept its words."""
    return msgspec.json.decode(kept, type=Text) if kept.startswith("{") else raw(kept)


def is_overtaken(refusal: Refusal) -> bool:
    """Return whether a worker was refused by the platform since somebody was first, not by rules that went wrong."""
    return refusal.clause in ("app", "core") and refusal.code in OVERTAKEN
