"""The state of a match of Grunn (R16.1).

No order of a pile is stored: tiles and cards not yet turned up are counted by kind, and drawn when they are revealed.
So a state holds no secret; everything in it may be counted from what lies on the table.
"""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from games.core.seats import Seat
from games.grunn.components import BOX, KINDS, Kind, SeatFacts
from games.grunn.grid import Limit
from games.grunn.options import GrunnOptions


class Phase(StrEnum):
    """Where the match stands (section 16.1); LOT, REFILL and AUTOMATON are the table's."""

    ARRANGE = "arrange"
    LOT = "lot"
    TURN = "turn"
    REFILL = "refill"
    AUTOMATON = "automaton"
    OVER = "over"


class Tile(Struct, frozen=True, omit_defaults=True):
    """A tile in a landscape: its kind (``bog``, ``ridge:NE``), its side, and whether it carries its building."""

    kind: str
    developed: bool = False
    built: bool = False

    @property
    def facts(self) -> Kind:
        """What is printed on tiles of its kind."""
        return KINDS[self.kind]

    @property
    def is_site(self) -> bool:
        """Whether it is developed, not a forest, and without a building (R1.8)."""
        return self.developed and not self.built and KINDS[self.kind].building is not None


Tiles = dict[str, Tile]
"""A landscape: cell to tile."""


class Pair(Struct, frozen=True, omit_defaults=True):
    """A tile and a card of the pool, and the ducats that lie on them (R5.3)."""

    tile: str
    card: str
    ducats: int = 0


class Player(Struct, frozen=True, omit_defaults=True):
    """One player: tiles dealt, landscape (empty until arranged), canals by edge, ducats, turns taken."""

    dealt: tuple[str, ...]
    ducats: int
    tiles: Tiles = {}
    canals: tuple[str, ...] = ()
    turns: int = 0


class Stage(Struct, frozen=True, omit_defaults=True):
    """How far the turn has come: income booked, pair taken (0: none yet), and what was done with it.

    ``laid`` is the cell of the new tile and follows it when it moves; ``spots`` are the cells and edges changed.
    """

    income: int = 0
    pair: int = 0
    tile: str = ""
    card: str = ""
    laid: str = ""
    used: bool = False
    built: bool = False
    spots: tuple[str, ...] = ()


class Change(Struct, frozen=True):
    """What the latest finished turn changed: whose, and the cells and edges in the order of happening."""

    seat: Seat
    spots: tuple[str, ...]


class State(Struct, frozen=True, kw_only=True):
    """A match of Grunn.

    ``tiles`` and ``cards`` count what is not yet turned up, ``discard`` the discarded cards, by kind. ``next_tile`` is
    drawn ahead only if the option shows it (""). ``used`` is the card of the turn just ended, not yet discarded
    (R10.1). ``automaton`` lists the kinds of the automaton's tiles in the order taken.
    """

    options: GrunnOptions
    phase: Phase
    first: Seat | None
    players: tuple[Player, ...]
    pool: tuple[Pair, ...]
    tiles: dict[str, int]
    cards: dict[str, int]
    discard: dict[str, int]
    stocks: dict[str, int]
    next_tile: str = ""
    turns_done: int = 0
    stage: Stage = Stage()
    used: str = ""
    automaton: tuple[str, ...] = ()
    last: Change | None = None

    @property
    def facts(self) -> SeatFacts:
        """The numbers for this number of players (R2.2)."""
        return BOX.players[len(self.players)]

    @property
    def mover(self) -> Seat:
        """The seat whose turn it is, or would be next (R3.1)."""
        return Seat(((self.first or 0) + self.turns_done) % len(self.players))

    @property
    def turns_in_all(self) -> int:
        """The number of turns after which the match ends (R11.1)."""
        return self.facts.turns_each * len(self.players)

    @property
    def limit(self) -> Limit:
        """The full sizes of a landscape (R1.5, R14.1)."""
        return limit_of(len(self.players), self.options)


def limit_of(seats: int, options: GrunnOptions) -> Limit:
    """Return the full sizes of a landscape for a number of players (R1.5, R14.1)."""
    frame = BOX.players[seats].frame
    wide = (frame.long_side_max, frame.short_side_max)
    if wide[0] == wide[1] or options.six_pattern == "wide":
        return Limit((wide,))
    return Limit((wide, (frame.short_side_max, frame.long_side_max)))


def new_tile(kind: str) -> Tile:
    """Return a tile as it is laid: undeveloped, a sand ridge developed (R6.4)."""
    return Tile(kind, developed=KINDS[kind].always_developed)
