"""What the host may choose (R17.1). Deadlines, away rules, grace and undo belong to the match."""

from __future__ import annotations

from typing import Annotated, Literal

from games.core.game import Options
from games.core.moves import Field, Needs


class GrunnOptions(Options, frozen=True):
    """Rule options of Grunn."""

    marsh_neighbours: Annotated[
        Literal[4, 8],
        Field("Marsh counts the types on this many cells around it", label="Cells around a marsh that count"),
    ] = 4
    runner_up_after_tie: Annotated[
        bool,
        Field(
            "Runner-up bonus for grass also when several tie for most",
            label="Runner-up bonus for grass after a tie for most",
            needs=Needs(seats=(3, 4, 5, 6)),
        ),
    ] = True
    bonus_needs_tile: Annotated[
        bool,
        Field("A grass bonus needs at least one Wadden tile", label="Grass bonus only for players with a Wadden tile"),
    ] = True
    six_pattern: Annotated[
        Literal["any", "wide"],
        Field(
            "Six players: 3 x 4 lying or standing, or only 4 wide and 3 high",
            label="Shape of a landscape",
            named={"any": "3 x 4, lying or standing", "wide": "4 wide and 3 high"},
            needs=Needs(seats=(6,)),
        ),
    ] = "any"
    show_next_tile: Annotated[
        bool, Field("Show the next tile of the pile", label="The next tile of the pile is shown")
    ] = False
