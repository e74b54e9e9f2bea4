"""Refusals of the platform, and its sentences."""

from __future__ import annotations

from games.core.errors import Refusal
from games.core.text import Arg, say
from games.core.words import load

WORDS = load("bot.app")
"""English sentences of the services by Text id (``app.…``), in the form of ``games.core.words``."""


def refuse(code: str, sentence: str, /, **args: Arg) -> Refusal:
    """Make a refusal whose sentence stands under ``app.<sentence>``."""
    return Refusal(code, "app", say(f"app.{sentence}", **args))
