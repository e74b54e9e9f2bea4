"""What is in the box, read from ``data/components.json``: the only place where a number of the game stands."""

from __future__ import annotations

from enum import StrEnum
from typing import Literal

import msgspec
from msgspec import Struct

from games.core.box import read_box


class Landscape(StrEnum):
    """The six landscapes (section 0)."""

    WADDEN = "wadden"
    DOLLARD = "dollard"
    BOG = "bog"
    FOREST = "forest"
    MARSH = "marsh"
    RIDGE = "ridge"


class Effect(StrEnum):
    """What an action card does (R7)."""

    DEVELOP = "develop"
    RELOCATE = "relocate"
    EXCHANGE = "exchange"
    DUCATS = "ducats"


class LandscapeFacts(Struct, frozen=True):
    """One landscape: its letter, what it pays when developed (None: never), its building (None: none)."""

    id: Landscape
    letter: str
    name: str
    developed_name: str | None
    payout: int | None
    always_developed: bool
    income_per_turn_when_developed: int
    building: str | None


class RidgeTile(Struct, frozen=True):
    """One sand ridge: its arrows (compass letters) and the points of each."""

    id: str
    arrows: tuple[str, ...]
    points_per_arrow: int


class Card(Struct, frozen=True):
    """One kind of action card; ``landscape`` is what it develops ("any", or None), ``ducats`` what a clover gives."""

    id: str
    count: int
    effect: Effect
    landscape: str | None
    name: str
    ducats: int = 0


class Building(Struct, frozen=True):
    """One kind of building: stock at the start, cost in ducats, points."""

    id: str
    name: str
    landscape: Landscape
    count: int
    cost: int
    points: int


class CanalFacts(Struct, frozen=True):
    """Stock, cost in ducats and points of canals."""

    count: int
    cost: int
    points: int


class PoolFacts(Struct, frozen=True):
    """Number of pairs, and ducats for each pair skipped."""

    size: int
    skip_cost: int


class FrameFacts(Struct, frozen=True):
    """How many cells the shorter and the longer side of a landscape may have."""

    short_side_max: int
    long_side_max: int


class SeatFacts(Struct, frozen=True):
    """The numbers that hang on the number of players."""

    start_tiles: int
    turns_each: int
    tiles_each: int
    frame: FrameFacts
    automaton: bool


class GrassFacts(Struct, frozen=True):
    """Points of grass (R12.2, R12.3)."""

    per_tile: int
    bonus_first: int
    bonus_second: int


class BogFacts(Struct, frozen=True):
    """Points of bog (R12.4)."""

    per_tile_of_longest_line: int
    minimum: int


class GrainFacts(Struct, frozen=True):
    """Points of a grain cluster by size, and for each tile beyond the table (R12.5)."""

    table: dict[int, int]
    each_more: int


class MarshFacts(Struct, frozen=True):
    """Points of marsh (R12.7)."""

    per_other_type: int


class ScoringFacts(Struct, frozen=True):
    """The numbers of section 12."""

    grass: GrassFacts
    bog: BogFacts
    grain: GrainFacts
    marsh: MarshFacts


class Rating(Struct, frozen=True):
    """A solo rating and the totals it stands for (R15.6); ``to`` None: no upper limit."""

    rating: int
    least: int = msgspec.field(name="from")
    to: int | None = None


class AutomatonFacts(Struct, frozen=True):
    """How the automaton of the solo game takes (R15)."""

    pairs_per_turn: int
    final_tiles: int


class StartDucats(Struct, frozen=True):
    """Ducats at the start."""

    value: int


class BankFacts(Struct, frozen=True):
    """Ducats in the box; the bank has no limit (Q16)."""

    ducats_in_box: int


class TileInBox(Struct, frozen=True):
    """One of the tiles in the box."""

    id: str
    tile: str


class Components(Struct, frozen=True):
    """The data file as far as the rules need it."""

    landscapes: tuple[LandscapeFacts, ...]
    ridge_tiles: tuple[RidgeTile, ...]
    tiles: tuple[TileInBox, ...]
    card_kinds: tuple[Card, ...]
    buildings: tuple[Building, ...]
    canal: CanalFacts
    bank: BankFacts
    pool: PoolFacts
    start_ducats: StartDucats
    players: dict[int, SeatFacts]
    scoring: ScoringFacts
    solo_ratings: tuple[Rating, ...]
    automaton: AutomatonFacts


class Kind(Struct, frozen=True):
    """One kind of tile: a landscape, or a sand ridge with its arrows.

    ``arrows`` are compass letters; ``payout`` and ``building`` are None where the landscape has none.
    """

    id: str
    landscape: Landscape
    letter: str
    payout: int | None
    always_developed: bool
    income: int
    building: Building | None
    arrows: tuple[str, ...] = ()
    arrow_points: int = 0

    @property
    def code(self) -> str:
        """The tile in notation: ``W``, ``R:NE`` (R18.2)."""
        return f"{self.letter}:{self.id.partition(':')[2]}" if self.arrows else self.letter


BOX = read_box("games.grunn", Components)
"""Everything in the box."""

CANAL: Literal["canal"] = "canal"
"""The name of the canals' stock, beside the buildings' ids."""


def _kinds() -> dict[str, Kind]:
    buildings = {building.id: building for building in BOX.buildings}
    kinds = {}
    for land in BOX.landscapes:
        plain = Kind(
            id=land.id.value,
            landscape=land.id,
            letter=land.letter,
            payout=land.payout,
            always_developed=land.always_developed,
            income=land.income_per_turn_when_developed,
            building=None if land.building is None else buildings[land.building],
        )
        ridges = BOX.ridge_tiles if land.id is Landscape.RIDGE else ()
        kinds.update(
            {
                ridge.id: msgspec.structs.replace(
                    plain, id=ridge.id, arrows=ridge.arrows, arrow_points=ridge.points_per_arrow
                )
                for ridge in ridges
            }
        )
        if not ridges:
            kinds[plain.id] = plain
    return kinds


KINDS: dict[str, Kind] = _kinds()
"""Every kind of tile by its id: ``wadden``, ``ridge:NE``."""

CARDS: dict[str, Card] = {card.id: card for card in BOX.card_kinds}
"""Every kind of card by its id."""

LANDS: dict[Landscape, LandscapeFacts] = {land.id: land for land in BOX.landscapes}
"""The landscapes by id."""


def count_tiles() -> dict[str, int]:
    """Return how many tiles of each kind the box holds."""
    counts = dict.fromkeys(KINDS, 0)
    for tile in BOX.tiles:
        counts[tile.tile] += 1
    return counts


def count_cards() -> dict[str, int]:
    """Return how many cards of each kind the box holds."""
    return {card.id: card.count for card in BOX.card_kinds}


def count_stocks() -> dict[str, int]:
    """Return the stocks at the start: buildings by id, and ``canal``."""
    return {building.id: building.count for building in BOX.buildings} | {CANAL: BOX.canal.count}
