"""What is in the box, read from ``data/components.json``: the only place where a number of the game stands.

Goods are the letters g f m w s, coins the letters C S G, in this order everywhere.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any, TypeAlias

from msgspec import Struct

from games.core.box import read_box

Good: TypeAlias = str
"""One of ``GOODS``."""

Coin: TypeAlias = str
"""One of ``COINS``."""

UNKNOWN = "$"
"""A coin whose value the reader may not know (4.3)."""

_BOX = read_box("games.walnut_grove", dict[str, Any])


def _value(entry: object) -> Any:  # noqa: ANN401 - JSON
    return entry["value"] if isinstance(entry, dict) and "value" in entry else entry


class Kind(StrEnum):
    """What one does at a stop in town (1.4)."""

    FREE = "free_goods"
    HIRE = "hire"
    BUILD = "build"
    STORE = "store"
    IMPROVE = "improve"


_NAMES: dict[str, str] = _BOX["goods"]["letters"]
GOODS: tuple[Good, ...] = tuple(_NAMES)
GOOD_NAMES: dict[Good, str] = dict(_NAMES)
"""From the letter to the name of the good: grain, fish, milk, wood, stone."""
LETTER_OF: dict[str, Good] = {name: letter for letter, name in _NAMES.items()}

COIN_NAMES: dict[Coin, str] = dict(_BOX["coins"]["letters"])
COINS: tuple[Coin, ...] = tuple(COIN_NAMES)
"""Cheapest first."""
COIN_POINTS: dict[Coin, int] = {coin: _value(_BOX["coins"]["vp"])[name] for coin, name in COIN_NAMES.items()}
COINS_IN_BOX: dict[Coin, int] = {coin: _value(_BOX["coins"]["count"])[name] for coin, name in COIN_NAMES.items()}
ITEMS: tuple[str, ...] = (*GOODS, *COINS)
"""What may lie in a barn."""
ITEM_NAMES: dict[str, str] = {**GOOD_NAMES, **COIN_NAMES}
ITEM_OF: dict[str, str] = {name: letter for letter, name in ITEM_NAMES.items()}

_LABOURERS = _BOX["labourers"]
FOOD: dict[str, Good] = {colour: LETTER_OF[good] for colour, good in _value(_LABOURERS["food"]).items()}
"""What a labourer of a colour eats (R7.2)."""
FUEL: Good = LETTER_OF["wood"]
"""What a fire burns (R7.3)."""
HUNGRY = 2
"""Times a labourer eats whose colour the disc shows (R7.2)."""
COLOURS: tuple[str, ...] = tuple(FOOD)
LABOURERS_IN_BOX: dict[str, int] = _value(_LABOURERS["count"])
MOST_LABOURERS: int = _value(_LABOURERS["max_per_farm"])

SEAT_NUMBERS: tuple[int, ...] = tuple(range(_value(_BOX["players"])["min"], _value(_BOX["players"])["max"] + 1))
YEARS: int = _value(_BOX["years"])

_BOARDS = _BOX["player_boards"]
BOARDS_IN_BOX: dict[str, int] = _value(_BOARDS["count"])
BOARD_GOODS: dict[str, tuple[Good, ...]] = {
    kind: tuple(LETTER_OF[good] for good in facts["landscapes"]) for kind, facts in _value(_BOARDS["kinds"]).items()
}
"""The printed landscapes of a board from left to right, by what they yield."""
FIRST_LABOURER: dict[str, str] = {kind: facts["first_labourer"] for kind, facts in _value(_BOARDS["kinds"]).items()}
PRINTED: tuple[str, ...] = tuple(_value(_BOARDS["cells"]))
"""The cells of the printed landscapes from left to right."""
PRINTED_SQUARES: dict[Good, int] = {LETTER_OF[good]: number for good, number in _value(_BOARDS["storage"]).items()}
BARN_SPACES: int = _value(_BOARDS["barn_spaces"])
BARN_SITES: int = _value(_BOARDS["barn_slots"])
WAGONS: int = _value(_BOARDS["wagons"])
IMPROVEMENT_PLACES: int = _value(_BOARDS["improvement_slots"])
START_COINS: str = _value(_BOARDS["start"])["coins"]
START_GOODS: dict[str, int] = _value(_BOARDS["start"])["goods"]

HUT, BARN = "hut", "barn"
BUILDING_TILES: dict[str, int] = _value(_BOX["building_tiles"]["count"])
BARN_EXTRA: int = _value(_BOX["building_tiles"]["barn_extra_spaces"])
IMPROVEMENTS: tuple[str, ...] = tuple(_BOX["improvements"]["kinds"])
IMPROVEMENT_COPIES: int = _value(_BOX["improvements"]["copies"])
HELP_GOODS: int = _value(_BOX["help_tiles"]["repay_goods"])
HELP_POINTS: int = _value(_BOX["help_tiles"]["vp"])
SOLO_GOALS: dict[str, int] = _value(_BOX["solo_goals"])


def count_at_start(kind: Kind, seats: int) -> int:
    """Return how many labourers or tiles are put on each building of the kind (R2.5 to R2.7)."""
    table = {
        Kind.HIRE: _BOX["hire_setup_per_building"],
        Kind.BUILD: _BOX["building_tiles"]["setup_per_building"],
        Kind.IMPROVE: _BOX["improvements"]["setup_per_building"],
    }[kind]
    return int(_value(table)[str(seats)])


class Stop(Struct, frozen=True):
    """A building in town; ``price`` by good, ``buys`` the goods a store takes, ``spaces`` for figures."""

    pos: int
    id: str
    name: str
    kind: Kind
    spaces: int
    price: dict[Good, int]
    buys: tuple[Good, ...] = ()


def _stop(facts: dict[str, Any]) -> Stop:
    return Stop(
        pos=facts["pos"],
        id=facts["id"],
        name=facts["name"],
        kind=Kind(facts["kind"]),
        spaces=facts["capacity"],
        price={LETTER_OF[good]: number for good, number in facts["cost"].items()},
        buys=tuple(LETTER_OF[good] for good in facts.get("sells", ())),
    )


RING: tuple[Stop, ...] = tuple(map(_stop, _BOX["town"]["ring"]))
"""The stops clockwise from the Town Hall."""
STOPS: dict[str, Stop] = {stop.id: stop for stop in RING}
TOWN_HALL, BAZAAR = (gate["id"] for gate in _value(_BOX["town"]["gates"]))
"""The gates: the first lies between the last stop and the first, the second before the stop ``BAZAAR_BEFORE``."""
BAZAAR_BEFORE: int = _value(_BOX["town"]["gates"])[1]["between"][1]
CIRCLES: int = _value(_BOX["town"]["start_rows"])["circles_each"]
TOWN_ROW, CHURCH_ROW = "town", "church"
ROWS = (CHURCH_ROW, TOWN_ROW)


class Disc(Struct, frozen=True):
    """A year disc (1.5): tiles drawn and kept, the goods with a bonus, fires, and who is twice as hungry."""

    id: str
    draw: int
    keep: int
    summer: Good
    autumn: Good
    fires: int
    double: tuple[str, ...]

    @property
    def letter(self) -> str:
        """The pile it belongs to: A or B."""
        return self.id[0]


def _disc(facts: dict[str, Any]) -> Disc:
    return Disc(
        id=facts["id"],
        draw=facts["draw"],
        keep=facts["keep"],
        summer=LETTER_OF[facts["summer"]],
        autumn=LETTER_OF[facts["autumn"]],
        fires=facts["fires"],
        double=tuple(facts["double"]),
    )


DISCS: dict[str, Disc] = {facts["id"]: _disc(facts) for facts in _BOX["year_discs"]["discs"]}

SIDES = "NESW"
"""The sides of a tile, clockwise; side i and i + 1 meet at diagonal i (NE, SE, SW, NW)."""
_DIAGONALS = tuple(_BOX["landscape_tiles"]["diagonals"])


class Tile(Struct, frozen=True):
    """A landscape tile unturned: a good for each side, the fenced diagonals, squares by good (R4.10)."""

    id: str
    sides: str
    fences: tuple[int, ...]
    storage: dict[Good, int]


TILES: dict[str, Tile] = {
    facts["id"]: Tile(facts["id"], facts["sides"], tuple(map(_DIAGONALS.index, facts["fences"])), facts["storage"])
    for facts in _BOX["landscape_tiles"]["tiles"]
}
