"""The moves of Green Town: a turn is a marker, up to two operations, a building and a tour; and what the table does.

A space is ``L12``; streets are the digits of the sides they run to, in ascending order: 1 NE, 2 E, 3 SE, 4 SW, 5 W,
6 NW.
"""

from __future__ import annotations

from typing import Annotated, ClassVar

from msgspec.structs import force_setattr

from games.core.moves import Field, Move

JOINT = "-"
"""Joins the spaces of a path."""


class Announce(Move, frozen=True, tag="announce"):
    """Announce an action marker and flip it (R4).

    ``marker`` is B, T, BT, or ?B or ?T for Build or Tour with its use.
    """

    title: ClassVar[str] = "Announce a marker"

    marker: Annotated[
        str,
        Field(
            "B Build, T Tour, BT Build and Tour, ?B Build or Tour: build, ?T Build or Tour: tour", asked="Which marker"
        ),
    ]


class Lay(Move, frozen=True, tag="lay"):
    """Lay a tile from the supply on an empty space (R6)."""

    title: ClassVar[str] = "Lay a tile"

    at: Annotated[str, Field("Empty space that a street points at, e.g. L15")]
    streets: Annotated[
        str, Field("Sides of its streets: 1 NE, 2 E, 3 SE, 4 SW, 5 W, 6 NW, e.g. 45", asked="Sides of its streets")
    ]


class Develop(Move, frozen=True, tag="develop"):
    """Replace a tile with one that has one more street (R7)."""

    title: ClassVar[str] = "Develop a tile"

    at: Annotated[str, Field("Space of the tile, e.g. L14")]
    streets: Annotated[
        str,
        Field(
            "Sides of the new tile's streets: 1 NE, 2 E, 3 SE, 4 SW, 5 W, 6 NW, e.g. 2345",
            asked="Sides of the new tile's streets",
        ),
    ]


class Erect(Move, frozen=True, tag="erect"):
    """Erect one of your buildings (R8)."""

    title: ClassVar[str] = "Erect a building"

    kind: Annotated[str, Field("C culture, S sport, M shopping", asked="Which building")]
    at: Annotated[str, Field("Site that is vacant or has a tree, e.g. L15")]
    tree_to: Annotated[
        str, Field("Vacant site for the tree to move to, if there is a tree", asked="Vacant site for the tree")
    ] = ""


class Tour(Move, frozen=True, tag="tour"):
    """Lead your visitors from hotel to hotel (R9).

    A path may be given in pieces: an element that holds several spaces (``L12-L13``) is taken apart.
    """

    title: ClassVar[str] = "Lead a tour"

    path: Annotated[
        tuple[str, ...],
        Field(
            "The spaces from hotel to hotel: a listed tour, or space by space", asked="A listed tour, or space by space"
        ),
    ]

    def __post_init__(self) -> None:
        """Take elements of several spaces apart, so that equal tours are equal."""
        if any(JOINT in element for element in self.path):
            force_setattr(self, "path", spaces_of(self.path))


class Via(Move, frozen=True, tag="via"):
    """List only tours that pass a space (12)."""

    title: ClassVar[str] = "Tours that pass a space"
    aid: ClassVar[bool] = True

    at: Annotated[str, Field("Space that the tour must pass, e.g. L13")]


class Avoid(Move, frozen=True, tag="avoid"):
    """List only tours that avoid a space (12)."""

    title: ClassVar[str] = "Tours that avoid a space"
    aid: ClassVar[bool] = True

    at: Annotated[str, Field("Space that the tour must avoid, e.g. M14")]


class Double(Move, frozen=True, tag="double"):
    """Use your double turn, or save it (R10.6)."""

    title: ClassVar[str] = "Double turn"
    follows: ClassVar[bool] = True

    choice: Annotated[str, Field("use: another turn now; save: keep it for later", asked="Now or later")]


class Done(Move, frozen=True, tag="done"):
    """End your turn (R3.2)."""


class Forgo(Move, frozen=True, tag="forgo"):
    """Build nothing: only at a missed deadline (R12.1)."""

    offered: ClassVar[bool] = False


class Reveal(Move, frozen=True, tag="reveal"):
    """Turn up the next visitor card (R9.10)."""

    offered: ClassVar[bool] = False


def spaces_of(path: tuple[str, ...]) -> tuple[str, ...]:
    """Return the single spaces of a path given in pieces."""
    return tuple(space for element in path for space in element.split(JOINT) if space)
