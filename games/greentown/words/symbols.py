"""The pieces by their looks, with their names."""

from __future__ import annotations

from games.core.game import Piece, Symbols
from games.core.text import say
from games.greentown.components import BUILDINGS, CATEGORIES, KINDS, Category
from games.greentown.words.names import building_name, category_name, kind_name, marker_name

_MARKERS = ("B", "T", "BT", "?B", "?T")
"""Markers as they are announced."""


def _site(kind: Category) -> Piece:
    if kind not in BUILDINGS:
        return Piece("tree", category_name(kind))
    word = kind.name.lower()
    ids = [f"{what}.{how}.{word}" for what in ("move", "log") for how in ("erected", "erected_tree")]
    return Piece(f"building_{kind.lower()}", building_name(kind), tuple(f"greentown.{id}" for id in ids))


SYMBOLS = (
    Symbols("tiles", tuple(Piece(f"streets_{kind.streets}", kind_name(id), turned=True) for id, kind in KINDS.items())),
    Symbols("sites", (*map(_site, CATEGORIES), Piece("hotel", say("greentown.name.hotel")))),
    Symbols(
        "markers", tuple(Piece(f"marker_{word.lower().replace('?', 'any_')}", marker_name(word)) for word in _MARKERS)
    ),
)
