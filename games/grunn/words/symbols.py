"""The pieces by their looks, with their names."""

from __future__ import annotations

from games.core.game import Piece, Symbols
from games.core.text import say
from games.grunn.components import BOX, CANAL, KINDS, Landscape
from games.grunn.words.names import kind_name, land_name, piece_name, tile_piece

_PLAIN = [kind for kind, facts in KINDS.items() if not facts.arrows]
_RIDGES = [kind for kind, facts in KINDS.items() if facts.arrows]
_SIDES = "nesw"


def _piece(name: str) -> Piece:
    logged = [f"dug.{side}" for side in _SIDES] if name == CANAL else [f"built.{name}"]
    ids = (f"grunn.name.pieces.{name}", *(f"grunn.{what}.{id}" for what in ("move", "log") for id in logged))
    return Piece(name, piece_name(name), ids)


SYMBOLS = (
    Symbols("tiles", tuple(Piece(tile_piece(kind), land_name(Landscape(KINDS[kind].landscape))) for kind in _PLAIN)),
    Symbols(
        "developed",
        tuple(
            Piece(tile_piece(kind, developed=True), say("grunn.name.developed", tile=kind_name(kind)))
            for kind in _PLAIN
        ),
    ),
    Symbols("ridges", tuple(Piece(tile_piece(kind), kind_name(kind)) for kind in _RIDGES)),
    Symbols("buildings", tuple(_piece(str(name)) for name in (*(each.id for each in BOX.buildings), CANAL))),
)
