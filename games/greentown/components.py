"""What is in the box, read from ``data/components.json``: the only place where a number of the game stands."""

from __future__ import annotations

from enum import StrEnum

import msgspec
from msgspec import Struct

from games.core.box import read_box
from games.greentown.grid import HEXAGON, SIDES, Sides, sides_of, turn_sides


class Category(StrEnum):
    """The four categories of sites that visitors ask for (R1.2)."""

    NATURE = "N"
    CULTURE = "C"
    SPORT = "S"
    SHOPPING = "M"


CATEGORIES = tuple(Category)
"""Always in the order tree, house, disc, square."""

BUILDINGS = (Category.CULTURE, Category.SPORT, Category.SHOPPING)
"""The categories that players build."""


class Symbol(StrEnum):
    """What tells tiles with the same number of streets apart."""

    COW = "cow"
    TREE = "tree"
    FLOWER = "flower"


class Marker(StrEnum):
    """The four action markers (R4.1), in the order of the rules."""

    BUILD = "B"
    TOUR = "T"
    BOTH = "BT"
    EITHER = "BOT"


class Kind(Struct, frozen=True):
    """One of the nine kinds of tiles (1.1): ``streets`` in one orientation, ``count`` in the box."""

    id: str
    number: int
    symbol: Symbol
    streets: str
    name: str
    count: int


class Range(Struct, frozen=True, array_like=True):
    """How many visits to a category are wanted, both ends included (R9.6)."""

    least: int
    most: int

    def is_met_by(self, visits: int) -> bool:
        """Return whether so many visits are within the range."""
        return self.least <= visits <= self.most


class Card(Struct, frozen=True):
    """A visitor card (1.2): stops asked for and the wish for each category; ``start``: it makes the start player."""

    id: str
    stops: int
    nature: Range = msgspec.field(name="N")
    culture: Range = msgspec.field(name="C")
    sport: Range = msgspec.field(name="S")
    shopping: Range = msgspec.field(name="M")
    start: bool = False

    @property
    def wishes(self) -> tuple[Range, Range, Range, Range]:
        """The wishes in the order of ``CATEGORIES``."""
        return self.nature, self.culture, self.sport, self.shopping


class Placed(Struct, frozen=True):
    """A tile of a starting map (1.3); ``site`` is hotel, tree or vacant."""

    at: str
    streets: str
    site: str


class Layout(Struct, frozen=True):
    """A starting map (1.3)."""

    id: str
    name: str
    tiles: tuple[Placed, ...]


class MarkerFacts(Struct, frozen=True):
    """One action marker and how many of it each player has."""

    id: Marker
    name: str
    per_player: int


class HotelTiles(Struct, frozen=True):
    """The six-street tiles that carry hotels."""

    streets: str
    in_play: int
    spare: int


class PlayersFacts(Struct, frozen=True):
    """How many can play."""

    min: int
    max: int


class Box(Struct, frozen=True):
    """Everything in the box that the rules use."""

    players: PlayersFacts
    tile_types: tuple[Kind, ...]
    hotel_tiles: HotelTiles
    action_markers: tuple[MarkerFacts, ...]
    visitor_cards: tuple[Card, ...]
    fives_removed: dict[str, int | str]
    buildings_per_player: dict[str, int | str]
    layouts: tuple[Layout, ...]
    default_layout: str


BOX = read_box("games.greentown", Box)

KINDS: dict[str, Kind] = {kind.id: kind for kind in BOX.tile_types}
CARDS: dict[str, Card] = {card.id: card for card in BOX.visitor_cards}
LAYOUTS: dict[str, Layout] = {layout.id: layout for layout in BOX.layouts}
MARKERS: tuple[Marker, ...] = tuple(marker.id for marker in BOX.action_markers)
MOST_STREETS = max(kind.number for kind in BOX.tile_types)
"""More streets than on any tile that can be laid or developed to: fives (R7.2)."""

FEWEST_STOPS = min(card.stops for card in BOX.visitor_cards)
START_CARDS: tuple[str, ...] = tuple(card.id for card in BOX.visitor_cards if card.stops == FEWEST_STOPS)
"""The fives, of which each player is dealt one (R2.5)."""

DECK: tuple[str, ...] = tuple(card.id for card in BOX.visitor_cards if card.stops > FEWEST_STOPS)
"""The twelve cards of the deck (R2.4)."""


def _orientations() -> dict[Sides, str]:
    return {turn_sides(sides_of(kind.streets), turn): kind.id for kind in BOX.tile_types for turn in range(HEXAGON)}


KIND_OF: dict[Sides, str] = _orientations()
"""The kind of tile that has these streets (R1.6)."""

ORIENTATIONS: dict[str, tuple[Sides, ...]] = {
    kind: tuple(sorted((sides for sides, of in KIND_OF.items() if of == kind), key=SIDES.__getitem__)) for kind in KINDS
}
"""The different orientations of each kind, sorted by their digits."""


def fives_removed(seats: int) -> int:
    """Return how many fives go out of the game before dealing (R2.5)."""
    return int(BOX.fives_removed[str(seats)])


def stock_of_buildings() -> dict[str, int]:
    """Return a player's buildings at the start, by category (R2.3)."""
    return {category: int(BOX.buildings_per_player[category]) for category in BUILDINGS}
