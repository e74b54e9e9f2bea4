"""The state of a match of Green Town (4.1 to 4.3).

``Table`` is what lies open: all but the Greenies. The order of the deck is not stored: below the open top card only
the set of cards is known, and the next one is drawn when it is turned up. ``sheets`` hold each player's Greenies, line
by line of the score sheet.
"""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from games.core.seats import Seat
from games.greentown.components import CARDS, MARKERS, Card, Category
from games.greentown.grid import DIGITS, Sides
from games.greentown.options import GreenTownOptions


class Site(StrEnum):
    """What stands in the middle of a tile (R1.1): nothing, a hotel, a tree, or a building by category."""

    VACANT = "vacant"
    HOTEL = "hotel"
    TREE = "tree"
    CULTURE = "C"
    SPORT = "S"
    SHOPPING = "M"


CATEGORY_OF: dict[Site, Category] = {
    Site.TREE: Category.NATURE,
    Site.CULTURE: Category.CULTURE,
    Site.SPORT: Category.SPORT,
    Site.SHOPPING: Category.SHOPPING,
}
"""The category of each site that has one (R1.2)."""


class Tile(Struct, frozen=True):
    """A tile of the town: the digits of its streets, its site, and whose building it is (None: nobody's)."""

    streets: str
    site: Site = Site.VACANT
    owner: Seat | None = None

    @property
    def sides(self) -> Sides:
        """The streets as a set of sides."""
        return DIGITS[self.streets]


Town = dict[str, Tile]
"""Space to tile."""


class Player(Struct, frozen=True):
    """What lies open before a player.

    ``up`` are the markers face up, in the order of the rules; ``stock`` the buildings left by category; ``card`` None
    once none could be drawn (R11.1). ``last_turn`` is the moment of the latest turn (0: none yet), ``saved`` the saved
    double turns.
    """

    card: str | None
    stock: dict[str, int]
    up: tuple[str, ...] = tuple(MARKERS)
    turns: int = 0
    last_turn: int = 0
    saved: int = 0

    @property
    def visitors(self) -> Card | None:
        """What the visitor card says."""
        return None if self.card is None else CARDS[self.card]


class Pay(Struct, frozen=True):
    """What a tour is worth (R9.6 to R10.5).

    ``visits``, ``met`` and ``paid`` (Greenies of the leader's own sites) are by category; ``gross`` is the leader's
    income before the losses, ``missed`` the number of wishes not met, ``net`` what is left of it; ``pays`` what every
    seat receives in the end.
    """

    visits: tuple[int, int, int, int]
    met: tuple[bool, bool, bool, bool]
    paid: tuple[int, int, int, int]
    hotel_stops: int
    gross: int
    missed: int
    net: int
    pays: tuple[int, ...]


class Doing(Struct, frozen=True, kw_only=True):
    """The turn under way.

    ``marker`` as announced (``?T``); ``lapses``: it is only turned down (R4.5). ``ops`` are the operations as words of
    the notation, ``laid`` and ``developed`` their spaces. ``building`` is C, S or M on ``site``; ``tree_to`` where a
    tree had to go. ``via`` and ``avoid`` narrow the list of tours.
    """

    marker: str
    lapses: bool = False
    forgone: bool = False
    ops: tuple[str, ...] = ()
    laid: tuple[str, ...] = ()
    developed: tuple[str, ...] = ()
    building: str = ""
    site: str = ""
    tree_to: str = ""
    tour: tuple[str, ...] = ()
    via: tuple[str, ...] = ()
    avoid: tuple[str, ...] = ()

    @property
    def builds(self) -> bool:
        """Whether the marker includes building."""
        return self.marker in ("B", "BT", "?B")

    @property
    def tours(self) -> bool:
        """Whether the marker includes a tour."""
        return self.marker in ("T", "BT", "?T")


class Turn(Struct, frozen=True, kw_only=True):
    """A finished turn: whose, what was done, the card it was led with and what the tour paid (None: no tour).

    ``numbers`` has for each space of the tour the number of the stop made there, 0 for the start and vacant sites.
    """

    seat: Seat
    doing: Doing
    card: str | None
    pay: Pay | None
    numbers: tuple[int, ...] = ()


class Table(Struct, frozen=True, kw_only=True):
    """All that lies open on the table (4.2).

    ``supply`` counts the tiles by kind. ``top`` is the open card of the deck, ``hidden`` the set below it; ``turn_up``
    says that a new top is to be turned up by the table. ``current`` is the player to move (after the end: the last who
    did); ``marker`` holds the double turn marker; ``second``: this is a second turn in succession; ``deciding``: a
    double turn is to be used or saved (R10.6). ``queue`` lists who has a last turn left once these began (R11.3; None:
    not yet). ``idle`` counts turns in which nothing was laid, developed or led (R11.6); ``clock`` all finished turns.
    """

    options: GreenTownOptions
    town: Town
    supply: dict[str, int]
    players: tuple[Player, ...]
    start: Seat
    current: Seat
    top: str | None
    hidden: tuple[str, ...]
    discards: tuple[str, ...] = ()
    marker: Seat | None = None
    second: bool = False
    deciding: bool = False
    turn_up: bool = False
    over: bool = False
    queue: tuple[Seat, ...] | None = None
    idle: int = 0
    clock: int = 0
    doing: Doing | None = None
    last: Turn | None = None

    @property
    def mover(self) -> Player:
        """The player to move."""
        return self.players[self.current]

    @property
    def deck(self) -> int:
        """How many cards are left in the deck."""
        return len(self.hidden) + (self.top is not None)

    @property
    def variant(self) -> bool:
        """Whether double turns may be saved (R10.6): three or four players only."""
        return self.options.saved_doubles and len(self.players) > 2

    @property
    def last_turns(self) -> bool:
        """Whether the last turns have begun (R11.3)."""
        return self.queue is not None


class Sheet(Struct, frozen=True):
    """A player's Greenies by line of the score sheet (R11.7), and figures beside them.

    ``missed`` and ``settled`` are 0 or negative.
    """

    nature: int = 0
    culture: int = 0
    sport: int = 0
    shopping: int = 0
    missed: int = 0
    settled: int = 0
    from_others: int = 0
    tours: int = 0
    best: int = 0
    wishes_missed: int = 0
    erected: int = 0
    laid: int = 0
    developed: int = 0

    @property
    def total(self) -> int:
        """All Greenies: own sites visited, losses, settlement, and what others' tours paid."""
        own = self.nature + self.culture + self.sport + self.shopping
        return own + self.missed + self.settled + self.from_others


class State(Struct, frozen=True):
    """A match of Green Town: the open table, and the secret Greenies by seat."""

    table: Table
    sheets: tuple[Sheet, ...]
