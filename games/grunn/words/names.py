"""Names of things as Texts, and the making of refusals."""

from __future__ import annotations

from games.core.errors import IllegalMove
from games.core.text import Arg, Text, raw, say
from games.grunn.components import KINDS, Landscape


def land_name(landscape: Landscape | str) -> Text:
    """Return a landscape in words: "Wadden"."""
    return say(f"grunn.name.land.{landscape!s}")


def kind_name(kind: str) -> Text:
    """Return a kind of tile in words: "bog", "sand ridge NE"."""
    facts = KINDS[kind]
    if facts.arrows:
        return say("grunn.name.ridge", arrows=raw(kind.partition(":")[2]))
    return land_name(facts.landscape)


def tile_piece(kind: str, *, developed: bool = False) -> str:
    """Return how the small picture of a kind of tile is called: "bog_developed", "ridge_ne"."""
    return kind.lower().replace(":", "_") + ("_developed" if developed and not KINDS[kind].arrows else "")


def card_name(card: str) -> Text:
    """Return a kind of card in words: "develop bog"."""
    return say(f"grunn.name.card.{card}")


def edge_side(edge: str) -> Text:
    """Return an edge in words, "E4, east side", for ``E4e``."""
    return say(f"grunn.name.edge.{edge[-1]}", cell=edge[:-1])


def piece_name(piece: str) -> Text:
    """Return a building or a canal in words: "turf hut"."""
    return say(f"grunn.name.piece.{piece}")


def pieces_name(piece: str, count: int) -> Text:
    """Return a number of buildings or canals in words: "2 turf huts"."""
    return say(f"grunn.name.pieces.{piece}", count=count)


def refusal(code: str, clause: str, **args: Arg) -> IllegalMove:
    """Make a refusal of section 19 with its sentence ``grunn.refusal.<code>``."""
    return IllegalMove(code, clause, say(f"grunn.refusal.{code.lower()}", **args))
