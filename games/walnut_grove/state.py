"""The state of a match, and what each seat is writing down.

A seat's order is folded move by move; what it leads to is worked out anew from ``Desk.base`` each time, so that a draft
always shows what would come of it. Nothing is drawn in advance: bags hold what is left, without an order.
"""

from __future__ import annotations

from enum import StrEnum
from functools import cached_property
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from games.core.seats import Seat
from games.walnut_grove.components import COINS, DISCS, Coin, Disc
from games.walnut_grove.options import WalnutGroveOptions
from games.walnut_grove.rules.farm import Counts, Farm

T = TypeVar("T")

MOST_ASKED = 10
"""More goods of a kind than a price or a winter can ask for: four labourers eat eight."""
RULES = 2
"""The rules number.

By rules 1 a source named (R3.8) stood for all goods of its kind, and winter instructions given with a sale were held
against the farm before help was paid back (R6.16). Matches begun so go on so, and can be replayed.
"""


class Phase(StrEnum):
    """Where the year stands (4.1)."""

    START = "start"
    YEAR = "year"
    """The table turns the next disc."""
    FARM = "farm"
    TOWN = "town"
    DRAW = "draw"
    """The table draws the coins of a sale."""
    COINS = "coins"
    WINTER = "winter"
    """The table carries out the winter."""
    OVER = "over"


class Worked(Struct, frozen=True, kw_only=True):
    """A figure's harvest: what the area yields, and where it went (R5.3 to R5.5).

    ``repaid`` are the goods given for a help tile after this area.
    """

    area: str
    good: str
    harvest: int
    barn: int = 0
    renounced: int = 0
    lost: int = 0
    repaid: tuple[str, ...] = ()


class Summer(Struct, frozen=True, kw_only=True):
    """A farm order under way: tiles laid so far stand on the farm already."""

    repay_before: tuple[str, ...] = ()
    laid: int = 0
    drop: tuple[str, ...] = ()
    areas: tuple[str, ...] = ()
    renounce: tuple[str, ...] = ()
    mid_after: str = ""
    mid_goods: tuple[str, ...] = ()
    repay_after: tuple[str, ...] = ()
    worked: tuple[Worked, ...] = ()
    done: bool = False


class Errand(Struct, frozen=True, kw_only=True):
    """A town order under way (M3); ``to`` is a building, ``=`` for passing, or "" while nothing was said."""

    repay_before: tuple[str, ...] = ()
    to: str = ""
    take: tuple[str, ...] = ()
    sell: tuple[str, ...] = ()
    tax: tuple[str, ...] = ()
    repay_gate: tuple[str, ...] = ()
    save: tuple[str, ...] = ()
    coins: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    drop: tuple[str, ...] = ()
    repay_after: tuple[str, ...] = ()


class Instructions(Struct, frozen=True, kw_only=True):
    """Winter instructions (M5)."""

    coins: tuple[str, ...] = COINS[:2]
    save: tuple[str, ...] = ()
    repay: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()


class Sale(Struct, frozen=True, kw_only=True):
    """A sale whose coins are drawn (R6.14): how many, which, what is given up for them, help paid back after.

    ``line`` is the turn in the notation of the log so far.
    """

    number: int
    drawn: tuple[Coin, ...] = ()
    give_up: tuple[str, ...] = ()
    repay_after: tuple[str, ...] = ()
    """Asked for with the sale; done if it can be."""
    repay_now: tuple[str, ...] = ()
    """Asked for when the coins were seen."""
    line: str = ""


class Desk(Struct, frozen=True, kw_only=True):
    """What a seat is writing down; nobody else sees it. ``stage`` is how far its order has come."""

    base: Farm | None = None
    """The farm before the order under way, without the tiles laid; None: nothing was written yet."""
    place: str = ""
    """Where the town figure stood before the order under way."""
    stage: int = 0
    errand: Errand = Errand()
    unpaid: int = 0
    """What is missing for the price after the usual tax: then the tax has to be refused."""
    sale: Sale | None = None
    winter: Instructions = Instructions()
    changes: int = 0
    """How often instructions were changed after the turn this year; makes the ids of asks."""


class Frost(Struct, frozen=True, kw_only=True):
    """What a farm paid in a winter: goods and coins as they went, help tiles taken, goods given for help tiles."""

    goods: tuple[str, ...] = ()
    coins: tuple[Coin, ...] = ()
    help: int = 0
    repaid: tuple[tuple[str, ...], ...] = ()
    dropped: tuple[Coin, ...] = ()


class Walk(Struct, frozen=True, kw_only=True):
    """A walk of a town figure from place to place; the gates passed with what was paid: a coin or ``!``."""

    seat: Seat
    start: str
    end: str
    gates: tuple[str, ...] = ()
    ways: tuple[str, ...] = ()


class Table(Struct, frozen=True, kw_only=True, dict=True):
    """All of a match. Tuples without another word are by seat."""

    options: WalnutGroveOptions
    farms: tuple[Farm, ...]
    rules: int = RULES
    """The rules number that the match was begun with."""
    year: int = 1
    phase: Phase = Phase.START
    disc: str = ""
    """The disc of the year; "" before the first."""
    discs_left: tuple[str, ...]
    """Discs not yet turned, in no order: first those of pile A."""
    drawn: tuple[tuple[str, ...], ...]
    """Tiles drawn this spring, in the order of drawing; () once they are back in the bag."""
    summers: tuple[Summer, ...]
    """The farm orders of this year."""
    desks: tuple[Desk, ...]
    places: tuple[str, ...]
    """Where the town figures stand: a building, ``town:2``, ``church:1``, or "" (not placed)."""
    arrived: tuple[Seat, ...] = ()
    """Seats by arrival at their places, earliest first (R6.1)."""
    stock: dict[str, tuple[str, ...]]
    """What lies at each building: colours, hut and barn, improvements; in the order of the components."""
    tile_bag: tuple[str, ...]
    coin_bag: Counts
    first: Seat = Seat(0)
    """The start player (R2.9)."""
    order: tuple[Seat, ...] = ()
    """The town order of this year (R6.1); at the start the seats that place a figure, in order."""
    acted: int = 0
    """How many of ``order`` have acted."""
    walk: Walk | None = None
    """The last walk in town."""
    frosts: tuple[Frost, ...] = ()
    """What last winter took; () before."""

    @cached_property
    def notes(self) -> dict[str, Any]:
        """Return a place where rules keep what they worked out about this table."""
        return {}

    @property
    def goods_a_source(self) -> int:
        """How many goods a source named stands for (R3.8): one; by rules 1 all of its kind."""
        return 1 if self.rules >= RULES else MOST_ASKED

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.farms)

    @property
    def players(self) -> tuple[Seat, ...]:
        """The seats in order."""
        return tuple(map(Seat, range(len(self.farms))))

    @property
    def over(self) -> bool:
        """Whether the game has ended (R7.9)."""
        return self.phase is Phase.OVER

    @property
    def current(self) -> Seat | None:
        """Whose turn it is at the start and in town; None when all act at once, the table acts, or nobody."""
        if self.phase in (Phase.START, Phase.TOWN, Phase.DRAW, Phase.COINS) and self.acted < len(self.order):
            return self.order[self.acted]
        return None

    @property
    def the_disc(self) -> Disc:
        """The facts of the year's disc."""
        return DISCS[self.disc]

    @property
    def has_acted(self) -> tuple[Seat, ...]:
        """Seats whose town order of this year is carried out."""
        return self.order[: self.acted] if self.phase in (Phase.TOWN, Phase.DRAW, Phase.COINS) else ()

    def with_farm(self, seat: Seat, farm: Farm) -> Table:
        """Return the table with another farm; coins that left it are in the bag, coins that came are not (R3.11)."""
        before, after = self.farms[seat].barn, farm.barn
        back = {coin: number for coin in COINS if (number := before.get(coin, 0) - after.get(coin, 0))}
        farms = put(self.farms, seat, farm)
        if not back:
            return replace(self, farms=farms)
        bag = {coin: self.coin_bag.get(coin, 0) + back.get(coin, 0) for coin in (*self.coin_bag, *COINS)}
        return replace(self, farms=farms, coin_bag={coin: number for coin, number in bag.items() if number})

    def with_desk(self, seat: Seat, desk: Desk) -> Table:
        """Return the table with another desk."""
        return replace(self, desks=put(self.desks, seat, desk))

    def with_summer(self, seat: Seat, summer: Summer) -> Table:
        """Return the table with another farm order."""
        return replace(self, summers=put(self.summers, seat, summer))


def put(values: tuple[T, ...], seat: Seat, value: T) -> tuple[T, ...]:
    """Return a tuple by seat with one entry replaced."""
    return (*values[:seat], value, *values[seat + 1 :])
