"""What the host may choose (R17.1). Deadlines, away rules, grace and undo belong to the match."""

from __future__ import annotations

from typing import Annotated, Literal

from games.core.game import Options
from games.core.moves import Field, Needs


class GrunnOptions(Options, frozen=True):
    """Rule options of Grunn."""

    marsh_neighbours: Annotated[
        Literal[4, 8],
        Field("How many cells around a marsh count: 4 beside it, or all 8", label="Cells around a marsh that count"),
    ] = 4
    runner_up_after_tie: Annotated[
        bool,
        Field(
            "Runner-up bonus for grass even if several players tie for the most Wadden tiles",
            label="Runner-up bonus despite a tie",
            needs=Needs(seats=(3, 4, 5, 6)),
        ),
    ] = True
    bonus_needs_tile: Annotated[
        bool,
        Field("A player without a Wadden tile gets no grass bonus", label="Grass bonus needs a Wadden tile"),
    ] = True
    six_pattern: Annotated[
        Literal["any", "wide"],
        Field(
            "Six players: 4 wide and 3 high or the other way around, or only 4 wide and 3 high",
            label="Shape of the landscapes",
            named={"any": "4 x 3 or 3 x 4", "wide": "only 4 wide and 3 high"},
            needs=Needs(seats=(6,)),
        ),
    ] = "any"
    show_next_tile: Annotated[bool, Field("Show everyone the next tile of the pile", label="Next tile is shown")] = (
        False
    )
