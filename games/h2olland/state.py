"""The state of a match: the open table, and the trades that players are still writing down."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from functools import cached_property, wraps
from operator import attrgetter
from typing import Any, TypeAlias, TypeVar, TypeVarTuple

from msgspec import Struct
from msgspec.structs import replace

from games.core.search.kept import cached_by_identity
from games.core.seats import Seat
from games.h2olland.board import Board, Pair, Point, Square, Tile, board_for
from games.h2olland.components import BARREN, BUILDINGS_EACH, LETTERS, Item

Given = TypeVarTuple("Given")
R = TypeVar("R")

RULES = 2
"""The rules number.

By rules 1 a field could lie across a bridge (R4.4). Matches begun so go on so, and can be replayed.
"""
GROUNDS = 256
"""So many grounds are kept, those of the matches that are played just now."""
NOBODY = Seat(-1)
"""In ``Table.turn``: nobody's turn, the table acts or the match is over."""


class Phase(StrEnum):
    """Where the year stands (D.2)."""

    SPRING = "spring"
    DIKES = "dikes"
    DRAIN = "drain"
    REWARD = "reward"
    AUTUMN = "autumn"
    DROUGHT = "drought"
    WINTER = "winter"
    FINAL_TRADE = "final_trade"
    PLANTING = "planting"
    RACE = "race"
    OVER = "over"


ROUNDS = (Phase.SPRING, Phase.DIKES, Phase.PLANTING, Phase.RACE)
"""Phases in which a turn is one single item, round and round (R3.3)."""


class Building(Struct, frozen=True):
    """A farm or mill on the board."""

    kind: str
    seat: Seat


class Planted(Struct, frozen=True):
    """A field on the board; it belongs to nobody (R2.6).

    ``at`` are its squares, left or upper first; ``worker`` is the seat of the worker on a tulip field, ``runner`` that
    of the runner in the race; ``by`` is who planted it, which no rule asks (plans with a guard do).
    """

    item: str
    at: Pair
    worker: Seat | None = None
    runner: Seat | None = None
    by: Seat | None = None

    @property
    def name(self) -> str:
        """Return the field in the notation: ``J3K3``."""
        return "".join(self.at)


class Turned(Struct, frozen=True):
    """A tile of the area being drained that has been turned: by whom, and its face once it is seen."""

    seat: Seat
    face: str | None = None


class Basket(Struct, frozen=True):
    """What a player has written down for his trade so far (R7.1); private until it is carried out.

    ``trades`` are codes (``mi``, ``3co>po``); ``keep`` is None while nothing was said about it.
    """

    trades: tuple[str, ...] = ()
    keep: tuple[str, ...] | None = None
    handed: bool = False


Barn: TypeAlias = dict[str, int]
"""Item to number; what is missing is none."""


class Lake(Struct, frozen=True):
    """What follows from the land alone: tiles still water, barren squares and dry ones, points that touch dry tiles."""

    water: tuple[Tile, ...]
    barren: frozenset[Square]
    dry: frozenset[Square]
    points: frozenset[Point]


@cached_by_identity(GROUNDS)
def lake_of(board: Board, land: dict[Tile, str]) -> Lake:
    """Work out what follows from the land."""
    water = tuple(tile for tile in board.tiles if tile not in land)
    return Lake(
        water=water,
        barren=frozenset(board.tiles[tile][at] for tile, face in land.items() for at in BARREN.get(face, ())),
        dry=frozenset(board.squares).difference(*(board.tiles[tile] for tile in water)),
        points=board.shore_points.union(*(board.corners[tile] for tile in land)),
    )


class Ground(Struct, frozen=True):
    """What follows from land, buildings and fields: what lies where, and which land is empty.

    ``notes`` holds what rules worked out from these alone (``cached_on_ground``): most moves leave them as they are.
    """

    lake: Lake
    on: dict[Square, Building | Planted]
    free: frozenset[Square]
    notes: dict[object, Any]


@cached_by_identity(GROUNDS)
def ground_of(
    board: Board, land: dict[Tile, str], buildings: dict[Square, Building], fields: dict[Square, Planted]
) -> Ground:
    """Work out what follows from land, buildings and fields."""
    lake = lake_of(board, land)
    on: dict[Square, Building | Planted] = dict(buildings)
    for field in fields.values():
        for square in field.at:
            on[square] = field
    return Ground(lake, on, lake.dry.difference(on), {})


class Table(Struct, frozen=True, kw_only=True, dict=True):
    """Everything open to all (D.1). Tuples of numbers are by seat."""

    seats: int
    years: int
    zones: str
    """``full`` or ``village``: which shore squares are safe zone (section H)."""
    sealed_trade: bool
    """Section H, winter: orders are handed in secretly."""
    rules: int = RULES
    """The rules number that the match was begun with."""
    year: int = 1
    phase: Phase = Phase.SPRING
    start: Seat = Seat(0)
    """Who holds the clog."""
    turn: Seat = Seat(0)
    count: int = 0
    """Turns given out so far; makes the ids of asks."""
    passed: tuple[Seat, ...] = ()
    land: dict[Tile, str]
    """Lake tiles lying land side up, island included, with their faces: ``plain``, ``s.NW``, ``d.N``."""
    unseen: dict[str, int]
    """How many undersides of each kind (plain, single, double) nobody has seen yet."""
    buildings: dict[Square, Building] = {}
    fields: dict[Square, Planted] = {}
    """By first square."""
    dikes: dict[str, Seat] = {}
    """From a border to who laid the dike there; dikes belong to nobody (R5.5)."""
    barns: tuple[Barn, ...]
    coop: Barn
    """What the co-op holds (R2.8): fields and dikes."""
    workers: tuple[int, ...]
    """Workers in stock."""
    used: tuple[Square, ...] = ()
    """Mills that have pumped this summer (R5.8)."""
    helped: tuple[int, ...]
    """How many mills of a seat have pumped this summer."""
    owed: tuple[int, ...]
    """Rewards still to be taken (R5.17)."""
    chooser: Seat = NOBODY
    """Who chose the area being drained."""
    area: tuple[Tile, ...] = ()
    flipped: dict[Tile, Turned] = {}
    turning: Tile = 0
    """The tile whose underside the table has to show now; 0: none."""
    rotatable: dict[Tile, Seat] = {}
    """Who may still set the facing of a barren tile (D.5)."""
    faced: tuple[int, ...]
    """How often a seat has set a facing; makes the ids of asks."""
    cards: tuple[int, ...] = ()
    """Weather cards turned so far, the current one last."""
    collecting: bool = False
    """Sealed trade: orders are still being handed in."""
    keeps: dict[Seat, Barn] = {}
    """What players who have traded this winter will keep (R7.7)."""
    last_flipper: Seat | None = None
    """Who turned the last tile (R5.16)."""
    runners: tuple[int, ...]
    """Race: runners at the start line."""

    @cached_property
    def board(self) -> Board:
        """Return the board for this number of players."""
        return board_for(self.seats)

    @cached_property
    def ground(self) -> Ground:
        """Return what follows from land, buildings and fields alone."""
        return ground_of(self.board, self.land, self.buildings, self.fields)

    @property
    def on(self) -> Mapping[Square, Building | Planted]:
        """Return what lies on each occupied square."""
        return self.ground.on

    @property
    def water(self) -> tuple[Tile, ...]:
        """Return the tiles lying water side up; those just turned count until their area is done (R5.14)."""
        return self.ground.lake.water

    @property
    def barren(self) -> frozenset[Square]:
        """Return the barren squares of the land (R4.5)."""
        return self.ground.lake.barren

    @property
    def free(self) -> frozenset[Square]:
        """Return the empty land squares."""
        return self.ground.free

    @cached_property
    def levels(self) -> tuple[int, ...]:
        """Return the tulip level of each seat (R2.9)."""
        mills = [building.seat for building in self.buildings.values() if building.kind == Item.MILL]
        return tuple(mills.count(Seat(seat)) for seat in range(self.seats))

    @cached_property
    def players(self) -> tuple[Seat, ...]:
        """Return the seats, clockwise."""
        return tuple(map(Seat, range(self.seats)))

    @cached_property
    def notes(self) -> dict[object, Any]:
        """Return where rules keep what they worked out about this table (``cached_on_table``)."""
        return {}

    def is_land(self, square: Square) -> bool:
        """Return whether the square is land (R2.2)."""
        tile = self.board.tile_of.get(square)
        return tile is None or tile in self.land

    def order(self, first: Seat | None = None) -> tuple[Seat, ...]:
        """Return all seats clockwise from ``first``, by default the start player: the player order (R2.10)."""
        begin = self.start if first is None else first
        return self.players[begin:] + self.players[:begin]

    def after(self, seat: Seat) -> Seat:
        """Return the next seat clockwise."""
        return Seat((seat + 1) % self.seats)

    def has(self, seat: Seat, item: str) -> int:
        """Return how many of the item the barn of the seat holds."""
        return self.barns[seat].get(item, 0)

    def count_standing(self, seat: Seat, kind: str) -> int:
        """Return how many buildings of the kind the seat has on the board."""
        mine = Building(kind, seat)
        return sum(building == mine for building in self.buildings.values())

    def stock(self, seat: Seat, kind: str) -> int:
        """Return how many farms or mills of the seat are neither on the board nor in the barn (R2.8)."""
        return BUILDINGS_EACH[kind] - self.count_standing(seat, kind) - self.has(seat, kind)

    def zone_owner(self, square: Square) -> Seat | None:
        """Return the player in whose safe zone the square lies, or None (R2.7)."""
        zone = self.board.zones[self.zones].get(square)
        return Seat(zone) if zone is not None and zone < self.seats else None

    def find_touching_seats(self, field: Planted) -> frozenset[Seat]:
        """Return the seats with a building adjacent to the field."""
        return frozenset(
            thing.seat for thing in map(self.on.get, self.board.around[field.at]) if isinstance(thing, Building)
        )

    def change_barn(self, seat: Seat, item: str, count: int) -> Table:
        """Return the table with so many more (or fewer) of the item in the barn of the seat."""
        barn = change_count(self.barns[seat], item, count)
        return replace(self, barns=put(self.barns, seat, barn))


def cached_on_table(make: Callable[[Table, *Given], R]) -> Callable[[Table, *Given], R]:
    """Keep what a rule makes of a table, and of what else it is given, among the table's notes: it is made once.

    Other arguments go by position and are told apart by value; what a rule makes is never None.
    """
    return _keep_in(attrgetter("notes"), make)


def cached_on_ground(make: Callable[[Table, *Given], R]) -> Callable[[Table, *Given], R]:
    """Keep what a rule makes of a table among the notes of its ground: it may ask for nothing else of the table."""
    return _keep_in(attrgetter("ground.notes"), make)


def _keep_in(
    notes_of: Callable[[Table], dict[object, Any]], make: Callable[[Table, *Given], R]
) -> Callable[[Table, *Given], R]:
    @wraps(make)
    def find(table: Table, *given: *Given) -> R:
        notes, key = notes_of(table), (make, given)
        found: R | None = notes.get(key)
        if found is None:
            found = notes[key] = make(table, *given)
        return found

    return find


def change_count(barn: Barn, item: str, count: int) -> Barn:
    """Return the barn with so many more (or fewer) of the item; nothing is held as a zero."""
    return put_goods(barn, {item: 1}, count)


def put_goods(barn: Barn, goods: Mapping[str, int], times: int) -> Barn:
    """Return the barn with these goods put in so many times (or, below zero, taken out)."""
    after = dict(barn)
    for item, count in goods.items():
        left = after.pop(item, 0) + times * count
        if left:
            after[item] = left
    return after


def put(values: tuple[Any, ...], seat: Seat, value: object) -> tuple[Any, ...]:
    """Return a tuple by seat with one entry replaced."""
    return (*values[:seat], value, *values[seat + 1 :])


def letter(seat: Seat) -> str:
    """Return the player letter (E.3)."""
    return LETTERS[seat]


class State(Struct, frozen=True):
    """A match: the open table, and each seat's basket."""

    table: Table
    baskets: tuple[Basket, ...]
