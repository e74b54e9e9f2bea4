"""The moves: the start row, the farm order, the town order, giving up for coins, winter instructions (section 5).

Goods are g f m w s, coins C S G; an area is named by its oldest region, ``N0.w``. Moves that may name coins or winter
instructions are secret: others read the public line of the log (4.3).
"""

from __future__ import annotations

from typing import Annotated, ClassVar, TypeAlias

from games.core.moves import Field, Move
from games.walnut_grove.components import HELP_GOODS, MOST_LABOURERS

NO_REPAY = "-"
"""In a list of repayments: none here."""
HELP = "!"
"""As the payment of a tax: a help tile instead of a coin."""


class Start(Move, frozen=True, tag="start"):
    """Put your town figure on the first free circle of a start row (R2.9)."""

    title: ClassVar[str] = "Choose a start row"

    row: Annotated[str, Field("church or town", asked="Which start row")]


# --- Farm order (M2) -----------------------------------------------------------------------------------------------


class Lay(Move, frozen=True, tag="lay"):
    """Lay one of the tiles you drew (R4)."""

    title: ClassVar[str] = "Lay a tile"

    tile: Annotated[str, Field("One of your tiles, e.g. L12")]
    at: Annotated[str, Field("Free cell above your board, e.g. N1")]
    turn: Annotated[int, Field("Quarter turns clockwise, 0 to 3", least=0, most=3)]


class Work(Move, frozen=True, tag="work"):
    """Put each of your figures on an area of its own, in the order of harvesting (R5.2)."""

    title: ClassVar[str] = "Place your figures"

    areas: Annotated[tuple[str, ...], Field("Areas, in the order of harvesting", least=1, most=MOST_LABOURERS + 1)]


class Renounce(Move, frozen=True, tag="renounce"):
    """Leave behind goods that don't fit on a square, to keep room in the barn (R5.5)."""

    title: ClassVar[str] = "Leave goods behind"
    extra: ClassVar[bool] = True

    goods: Annotated[tuple[str, ...], Field("Area and number of goods, e.g. J0.g-1", least=1, most=MOST_LABOURERS + 1)]


class RepayMid(Move, frozen=True, tag="repay_mid"):
    """Pay help back between two areas (R3.12)."""

    title: ClassVar[str] = "Pay help back mid-harvest"
    secret: ClassVar[bool] = True
    extra: ClassVar[bool] = True

    after: Annotated[str, Field("Area after which help is paid back")]
    goods: Annotated[tuple[str, ...], Field("Three goods (coins count)", least=HELP_GOODS, most=HELP_GOODS)]


# --- Farm and town -------------------------------------------------------------------------------------------------


class Repay(Move, frozen=True, tag="repay"):
    """Pay your open help tile back with three goods (R3.12)."""

    title: ClassVar[str] = "Pay help back"
    secret: ClassVar[bool] = True

    goods: Annotated[tuple[str, ...], Field("Three goods (coins count)", least=HELP_GOODS, most=HELP_GOODS)]


class Drop(Move, frozen=True, tag="drop"):
    """Drop goods or coins from your barn to make room (R3.5)."""

    title: ClassVar[str] = "Make room in the barn"
    secret: ClassVar[bool] = True
    extra: ClassVar[bool] = True

    things: Annotated[tuple[str, ...], Field("Goods and coins from the barn", least=1)]


class Done(Move, frozen=True, tag="done"):
    """Submit your turn."""


# --- Town order (M3, M4) -------------------------------------------------------------------------------------------


class Go(Move, frozen=True, tag="go"):
    """Walk clockwise to a building and use it (R6.2)."""

    title: ClassVar[str] = "Go to a building"

    to: Annotated[str, Field("Building")]


class Pass(Move, frozen=True, tag="pass"):
    """Stay where you are and do nothing in town (R6.8)."""

    title: ClassVar[str] = "Stay and do nothing"


class Take(Move, frozen=True, tag="take"):
    """Choose what to take at the building: a laborer, a tile, or two goods (R6.10 to R6.13)."""

    title: ClassVar[str] = "Choose what to take"

    what: Annotated[
        tuple[str, ...],
        Field("Laborer color, hut, barn, improvement, or two goods", asked="What to take", least=1, most=2),
    ]


class Sell(Move, frozen=True, tag="sell"):
    """Sell one to three different goods to the store (R6.14)."""

    title: ClassVar[str] = "Sell goods"

    goods: Annotated[
        tuple[str, ...], Field("Goods the store buys, one of each kind", asked="Goods the store buys", least=1, most=3)
    ]


class Tax(Move, frozen=True, tag="tax"):
    """Choose how to pay the tax at each gate: a coin or a help tile (R6.4)."""

    title: ClassVar[str] = "Pay the tax"
    secret: ClassVar[bool] = True
    extra: ClassVar[bool] = True

    ways: Annotated[
        tuple[str, ...],
        Field("For each gate: C, S, G, or ! for a help tile", asked="Which coin do you pay as tax?", least=1, most=2),
    ]


class RepayGate(Move, frozen=True, tag="repay_gate"):
    """Pay help back at a gate (R6.16)."""

    secret: ClassVar[bool] = True
    extra: ClassVar[bool] = True

    goods: Annotated[
        tuple[str, ...],
        Field("For each gate: three goods, or -", asked="Three goods for each gate, or none", least=1, most=2),
    ]


class Save(Move, frozen=True, tag="save"):
    """Keep goods that the price asks for and pay a coin for each (R3.9)."""

    title: ClassVar[str] = "Keep goods, pay coins"
    secret: ClassVar[bool] = True
    extra: ClassVar[bool] = True

    goods: Annotated[tuple[str, ...], Field("Goods of the price to keep", least=1)]


class Coins(Move, frozen=True, tag="coins"):
    """Choose which coins pay, in order (R3.9)."""

    title: ClassVar[str] = "Choose coins to pay"
    secret: ClassVar[bool] = True
    extra: ClassVar[bool] = True

    coins: Annotated[tuple[str, ...], Field("Coins, in order", least=1)]


class Sources(Move, frozen=True, tag="sources"):
    """Choose where to take goods from, a place for each (R3.8)."""

    title: ClassVar[str] = "Choose sources of goods"
    secret: ClassVar[bool] = True
    extra: ClassVar[bool] = True

    places: Annotated[
        tuple[str, ...],
        Field("Good, then barn or area, in order, e.g. w=N0.w", asked="Where the goods come from", least=1),
    ]


# --- Coins that do not fit (M7) ------------------------------------------------------------------------------------


class GiveUp(Move, frozen=True, tag="give_up"):
    """Drop goods or coins from your barn for the coins you drew (R6.15)."""

    title: ClassVar[str] = "Make room for coins"
    secret: ClassVar[bool] = True

    things: Annotated[tuple[str, ...], Field("Goods and coins from the barn", least=1)]


# --- Winter instructions (M5) --------------------------------------------------------------------------------------


class WinterCoins(Move, frozen=True, tag="winter_coins"):
    """Winter: choose which coins may stand in for missing goods (R7.5)."""

    title: ClassVar[str] = "Winter: coins for goods"
    secret: ClassVar[bool] = True
    extra: ClassVar[bool] = True

    kinds: Annotated[
        tuple[str, ...], Field("Kinds of coins, in order, or none", asked="Kinds of coins, in order", most=3)
    ]


class WinterSave(Move, frozen=True, tag="winter_save"):
    """Winter: keep goods it asks for and pay a coin for each (R7.5)."""

    title: ClassVar[str] = "Winter: keep goods"
    secret: ClassVar[bool] = True
    extra: ClassVar[bool] = True

    goods: Annotated[tuple[str, ...], Field("Goods to keep, or none", asked="Goods to keep")]


class WinterRepay(Move, frozen=True, tag="winter_repay"):
    """Winter: pay help back after taking help tiles (R7.7)."""

    title: ClassVar[str] = "Winter: pay help back"
    secret: ClassVar[bool] = True
    extra: ClassVar[bool] = True

    goods: Annotated[
        tuple[str, ...],
        Field(
            "After each help tile: three goods, or -; one more for the end",
            asked="Three goods for each help tile, or none",
        ),
    ]


class WinterSources(Move, frozen=True, tag="winter_sources"):
    """Winter: choose where to take goods from, a place for each (R3.8)."""

    title: ClassVar[str] = "Winter: sources of goods"
    secret: ClassVar[bool] = True
    extra: ClassVar[bool] = True

    places: Annotated[
        tuple[str, ...], Field("Good, then barn or area, in order, e.g. w=N0.w", asked="Where the goods come from")
    ]


# --- The table's ---------------------------------------------------------------------------------------------------


class TurnDisc(Move, frozen=True, tag="turn_disc"):
    """Turn the disc of a new year and draw tiles for everybody (R4.1, R4.2)."""

    offered: ClassVar[bool] = False


class DrawCoins(Move, frozen=True, tag="draw_coins"):
    """Draw the coins of a sale (R6.14)."""

    offered: ClassVar[bool] = False


class Winter(Move, frozen=True, tag="winter"):
    """Carry out the winter of all farms (R7)."""

    offered: ClassVar[bool] = False


WinterMove: TypeAlias = WinterCoins | WinterSave | WinterRepay | WinterSources
WINTER_MOVES: tuple[type[Move], ...] = (WinterCoins, WinterSave, WinterRepay, WinterSources)
MOVES: tuple[type[Move], ...] = (
    Start,
    Repay,
    Lay,
    Drop,
    Work,
    Renounce,
    RepayMid,
    Go,
    Pass,
    Take,
    Sell,
    Tax,
    RepayGate,
    Save,
    Coins,
    Sources,
    GiveUp,
    *WINTER_MOVES,
    Done,
    TurnDisc,
    DrawCoins,
    Winter,
)
