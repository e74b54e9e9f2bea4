"""Every move of H₂Olland (D.2, E.3). What chance shows is shown by the table's moves."""

from __future__ import annotations

from typing import Annotated, ClassVar, TypeAlias

from games.core.moves import Field, Move
from games.h2olland.components import STORAGE_LIMIT


class Place(Move, frozen=True, tag="place"):
    """Place one thing from your barn on the board (R4.1)."""

    title: ClassVar[str] = "Build or plant"

    item: Annotated[str, Field("What to build or plant")]
    at: Annotated[str, Field("Where: one square (K4) for a building, two (J1K1) for a field", asked="Where")]


class Pass(Move, frozen=True, tag="pass"):
    """Pass for the rest of the season (R3.4)."""

    title: ClassVar[str] = "Pass"


class Dike(Move, frozen=True, tag="dike"):
    """Lay one dike between two water tiles (R5.1)."""

    title: ClassVar[str] = "Lay a dike"

    at: Annotated[str, Field("The border: both tile numbers, such as 3-4", asked="Which border")]


class Area(Move, frozen=True, tag="area"):
    """Choose the area that is drained next (R5.9)."""

    title: ClassVar[str] = "Choose an area"

    tile: Annotated[int, Field("Any tile of the area")]


class Flip(Move, frozen=True, tag="flip"):
    """Flip one tile of the area being drained (R5.11)."""

    title: ClassVar[str] = "Flip a tile"

    tile: Annotated[int, Field("Number of the tile")]


class Face(Move, frozen=True, tag="face"):
    """Rotate, once, a barren tile that you flipped (R5.15)."""

    title: ClassVar[str] = "Rotate a barren tile"

    tile: Annotated[int, Field("Number of the tile")]
    to: Annotated[
        str, Field("Where its barren part faces: NW, NE, SE, SW or N, E, S, W", asked="Where its barren part faces")
    ]


class Reward(Move, frozen=True, tag="reward"):
    """Take a tulip field for every mill that helped to drain (R5.17)."""

    title: ClassVar[str] = "Take tulip fields"

    colours: Annotated[tuple[str, ...], Field("One color for each mill that helped", least=1, most=6)]


class Drought(Move, frozen=True, tag="drought"):
    """Flip any one water tile, or none, in a drought (R6.3)."""

    title: ClassVar[str] = "Flip a water tile"

    tile: Annotated[int, Field("Number of the tile, or 0 for none", least=0)]


class Trade(Move, frozen=True, tag="trade"):
    """Buy from the co-op or exchange with it (R7.1)."""

    title: ClassVar[str] = "Trade with the co-op"

    trades: Annotated[
        tuple[str, ...],
        Field(
            "In order: mi buys a mill; 3co>po, 4>cw, cw>be exchange", asked="What to buy or exchange", least=1, most=60
        ),
    ]


class Keep(Move, frozen=True, tag="keep"):
    """Choose which fields you keep in your barn, up to five (R7.7)."""

    title: ClassVar[str] = "Choose fields to keep"

    items: Annotated[tuple[str, ...], Field("Up to five fields", most=STORAGE_LIMIT + 1)]


class HandIn(Move, frozen=True, tag="handin"):
    """Submit your order, with or without trades."""

    title: ClassVar[str] = "Submit the order"


class Run(Move, frozen=True, tag="run"):
    """Send one runner to a field in the tulip race (R9.3)."""

    title: ClassVar[str] = "Send a runner"

    at: Annotated[str, Field("Any square of the field")]


class Reveal(Move, frozen=True, tag="reveal"):
    """Reveal the tile that was just flipped."""

    offered: ClassVar[bool] = False


class Weather(Move, frozen=True, tag="weather"):
    """Reveal the weather card of the year (R6.1)."""

    offered: ClassVar[bool] = False


class CarryOut(Move, frozen=True, tag="carryout"):
    """Carry out the next order that was submitted in secret."""

    offered: ClassVar[bool] = False


Turn: TypeAlias = Place | Pass | Dike | Area | Flip | Face | Reward | Drought | Run
"""What a player does on the board in one move."""

Order: TypeAlias = Trade | Keep | HandIn | CarryOut
"""What belongs to an order of winter or final trade."""

MOVES: tuple[type[Move], ...] = (
    Place,
    Pass,
    Dike,
    Area,
    Flip,
    Face,
    Reward,
    Drought,
    Trade,
    Keep,
    HandIn,
    Run,
    Reveal,
    Weather,
    CarryOut,
)
