"""The moves of Grunn: arranging, the parts of a turn, and what the table does."""

from __future__ import annotations

from typing import Annotated, ClassVar

from games.core.moves import Field, Move


class Arrange(Move, frozen=True, tag="arrange"):
    """Lay out your starting tiles (R2.7)."""

    title: ClassVar[str] = "Arrange your tiles"

    cells: Annotated[tuple[str, ...], Field("A cell for each tile, in the order dealt, e.g. D4", least=2, most=4)]


class Take(Move, frozen=True, tag="take"):
    """Choose a pair of tile and card (R5)."""

    title: ClassVar[str] = "Choose a pair"

    pair: Annotated[
        int,
        Field(
            "Pair 1 to 5; each skipped pair costs 1 ducat",
            asked="A pair; each one skipped costs 1 ducat",
            least=1,
            most=5,
        ),
    ]


class Place(Move, frozen=True, tag="place"):
    """Lay the tile beside one of yours (R6)."""

    title: ClassVar[str] = "Lay the tile"

    cell: Annotated[str, Field("Cell for the new tile, e.g. E5")]


class Develop(Move, frozen=True, tag="develop"):
    """Develop a tile with the card (R7.2)."""

    title: ClassVar[str] = "Develop a tile"

    cell: Annotated[str, Field("Cell of the tile to develop, e.g. E5")]


class Relocate(Move, frozen=True, tag="relocate"):
    """Move a tile to another cell with the card (R7.7)."""

    title: ClassVar[str] = "Move a tile"

    source: Annotated[str, Field("Cell of the tile to move, e.g. D4")]
    target: Annotated[str, Field("Empty cell it goes to, e.g. F6")]


class Exchange(Move, frozen=True, tag="exchange"):
    """Swap two neighboring tiles with the card (R7.8)."""

    title: ClassVar[str] = "Swap two tiles"

    first: Annotated[str, Field("Cell of one tile, e.g. D4")]
    second: Annotated[str, Field("Cell of the tile beside it, e.g. E4")]


class Build(Move, frozen=True, tag="build"):
    """Put a building on a developed tile (R8)."""

    title: ClassVar[str] = "Build"

    cell: Annotated[str, Field("Cell of the tile to build on, e.g. E5")]


class Canal(Move, frozen=True, tag="canal"):
    """Dig a canal along an edge (R9)."""

    title: ClassVar[str] = "Dig a canal"

    edge: Annotated[str, Field("Cell and side (n, e, s or w), e.g. E4e", asked="Cell and side")]


class Done(Move, frozen=True, tag="done"):
    """End your turn (R10)."""


class Begin(Move, frozen=True, tag="begin"):
    """Choose the starting player (R2.8)."""

    offered: ClassVar[bool] = False


class Refill(Move, frozen=True, tag="refill"):
    """Turn up a new pair (R10.3)."""

    offered: ClassVar[bool] = False


class Automaton(Move, frozen=True, tag="automaton"):
    """Take the front pairs for the automaton (R15.2)."""

    offered: ClassVar[bool] = False


USES = (Develop, Relocate, Exchange)
"""The uses of a card."""

CONSTRUCTIONS = (Build, Canal)
"""The constructions."""
