"""What the host may choose (D12)."""

from __future__ import annotations

from typing import Annotated, Literal

from games.core.game import Options
from games.core.moves import Field, Needs


class WalnutGroveOptions(Options, frozen=True):
    """Table options (D12); the start player, the clock and what a missed deadline means belong to the match."""

    start_rows: Annotated[
        Literal["chosen", "dealt"],
        Field(
            "Start rows: chosen, or dealt alternately (church, town)",
            label="Start rows",
            named={"chosen": "chosen", "dealt": "dealt alternately (church, town)"},
        ),
    ] = "chosen"
    coins: Annotated[
        Literal["hidden", "open"],
        Field(
            "Coin values: hidden until the end, or open",
            label="Coin values",
            named={"hidden": "hidden until the end", "open": "open"},
        ),
    ] = "hidden"
    reveal: Annotated[
        Literal["together", "at_once"],
        Field(
            "Farm turns: shown together, or each at once (faster, less fair)",
            label="Farm turns are shown",
            named={"together": "together", "at_once": "each at once (faster, less fair)"},
            needs=Needs(seats=(2, 3, 4)),
        ),
    ] = "together"
    boards: Annotated[
        Literal["dealt", "blue", "yellow"],
        Field(
            "Player boards: dealt, or all of one kind",
            label="Player boards",
            named={"dealt": "dealt", "blue": "all blue", "yellow": "all yellow"},
        ),
    ] = "dealt"
    winter_coins_forced: Annotated[
        bool,
        Field(
            "In winter, coins must stand in before help tiles are taken",
            label="Coins before help tiles in winter",
        ),
    ] = False
    farm_hours: Annotated[
        int,
        Field(
            "Hours for each farm turn, if there is a clock (0: as the clock says)",
            least=0,
            most=720,
            label="Hours for each farm turn",
            named={"0": "as the clock says"},
            needs=Needs(clock=True),
        ),
    ] = 0
    town_hours: Annotated[
        int,
        Field(
            "Hours for each town turn, if there is a clock (0: as the clock says)",
            least=0,
            most=720,
            label="Hours for each town turn",
            named={"0": "as the clock says"},
            needs=Needs(clock=True),
        ),
    ] = 0
