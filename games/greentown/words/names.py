"""Texts that several parts of the game say: refusals, markers, kinds of tiles, sites."""

from __future__ import annotations

from games.core.errors import IllegalMove
from games.core.text import Arg, Text, raw, say
from games.greentown.components import Category

MARKER_IDS = {"B": "b", "T": "t", "BT": "bt", "BOT": "bot", "?B": "either_b", "?T": "either_t"}


def refusal(code: str, clause: str, /, **args: Arg) -> IllegalMove:
    """Return the refusal of section 6; its sentence is ``greentown.refusal.<code>``."""
    return IllegalMove(code, clause, say(f"greentown.refusal.{code.lower()}", **args))


def marker_name(marker: str) -> Text:
    """Return the name of a marker, or of its use: ``Build and Tour``, ``Build or Tour, as a tour``."""
    return say(f"greentown.name.marker.{MARKER_IDS[marker]}")


def building_name(kind: str) -> Text:
    """Return what is erected: a culture site."""
    return say(f"greentown.name.building.{Category(kind).name.lower()}")


def kind_name(kind: str) -> Text:
    """Return the name of a kind of tile: the number of streets and the symbol."""
    return say(f"greentown.name.kind.{kind}")


def spaces_text(spaces: tuple[str, ...]) -> tuple[Text, ...]:
    """Return spaces as a list to be read: L12, L13 and M13."""
    return tuple(raw(space) for space in spaces)
