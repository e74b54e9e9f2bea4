"""What is planted, built and traded: names, prices, points and cards, all read from ``data/components.json``."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from enum import StrEnum
from typing import Any, Final

import msgspec
from msgspec import Struct

from games.core.box import read_box

COMPONENTS: Final[Mapping[str, Any]] = read_box("games.h2olland", dict[str, Any])
"""The file as it stands; section L.1 of the specification describes it."""


def _value(key: str) -> Any:  # noqa: ANN401 - the file's entries differ in shape
    return COMPONENTS[key]["value"]


class Item(StrEnum):
    """Everything a barn can hold (L.1 names)."""

    CORN = "corn"
    BEAN = "bean"
    CARROT = "carrot"
    POTATO = "potato"
    COW = "cow"
    RED = "tulip-red"
    YELLOW = "tulip-yellow"
    ORANGE = "tulip-orange"
    PINK = "tulip-pink"
    WHITE = "tulip-white"
    PURPLE = "tulip-purple"
    DIKE = "dike"
    FARM = "farm"
    MILL = "mill"


CODES: Final[Mapping[str, str]] = {
    Item.CORN: "co",
    Item.BEAN: "be",
    Item.CARROT: "ca",
    Item.POTATO: "po",
    Item.COW: "cw",
    Item.FARM: "fa",
    Item.MILL: "mi",
    Item.RED: "t1",
    Item.YELLOW: "t2",
    Item.ORANGE: "t3",
    Item.PINK: "t4",
    Item.WHITE: "t5",
    Item.PURPLE: "t6",
    Item.DIKE: "dk",
}
"""Two-letter codes of the notation (E.2)."""

ITEM_OF: Final[Mapping[str, str]] = {code: str(item) for item, code in CODES.items()}
"""Code to item."""

COLOURS: Final[tuple[str, ...]] = tuple(_value("colours"))
"""Player colours by seat."""

LETTERS: Final[tuple[str, ...]] = tuple(colour[0].upper() for colour in COLOURS)
"""Player letters by seat (E.3)."""

CROPS: Final[tuple[str, ...]] = tuple(_value("crops"))
PRODUCE: Final[tuple[str, ...]] = tuple(_value("produce"))
TULIPS: Final[tuple[str, ...]] = tuple(tulip["item"] for tulip in _value("tulips"))
"""Tulip fields in the order of the tulip list: the first ``level`` of them are open to a player (R2.9)."""
FIELDS: Final[tuple[str, ...]] = PRODUCE + TULIPS
BUILDINGS: Final[tuple[str, ...]] = (Item.FARM, Item.MILL)

POINTS: Final[Mapping[str, int]] = {tulip["item"]: tulip["points"] for tulip in _value("tulips")}
STEP: Final[Mapping[str, int]] = {tulip["item"]: tulip["step"] for tulip in _value("tulips")}
"""Mills on the board that a tulip colour needs."""
PRICES: Final[Mapping[str, Mapping[str, int]]] = {
    **_value("prices"),
    **{tulip["item"]: tulip["price"] for tulip in _value("tulips")},
}

TOTALS: Final[Mapping[str, int]] = _value("totals")
START_BARN: Final[Mapping[str, int]] = _value("start_barn")
BUILDINGS_EACH: Final[Mapping[str, int]] = {item: _value("per_player")[item] for item in BUILDINGS}
WORKERS_EACH: Final[int] = _value("per_player")["worker"]
STORAGE_LIMIT: Final[int] = _value("storage_limit")
MAX_AREA: Final[int] = _value("max_area")
YEARS: Final[Mapping[int, int]] = {int(seats): years for seats, years in _value("years").items()}
SEAT_NUMBERS: Final[tuple[int, ...]] = tuple(_value("players"))

_exchange = {entry["code"]: entry for entry in _value("exchanges")}
EQUAL_CROPS: Final[int] = int(_exchange["three"]["give"].split()[0])
"""How many equal crops give one other."""
CROP_SET: Final[Mapping[str, int]] = _exchange["set"]["give"]
"""What gives a cow."""

FACES: Final[Mapping[str, tuple[str, ...]]] = {
    kind: tuple(directions) for kind, directions in _value("barren_squares").items()
}
"""The directions in which a tile with one (``single``) or two (``double``) barren squares can lie (R5.15)."""
BARREN: Final[Mapping[str, tuple[int, ...]]] = {
    f"{kind[0]}.{direction}": tuple(("NW", "NE", "SW", "SE").index(quarter) for quarter in quarters)
    for kind, directions in _value("barren_squares").items()
    for direction, quarters in directions.items()
}
"""From a face (``s.NW``, ``d.N``) to the places of its barren squares in the order NW, NE, SW, SE."""
PLAIN: Final = "plain"
TILE_MIX: Final[Mapping[str, int]] = _value("tile_mix")
"""How many of the 28 tiles are plain, single, double."""


class Card(Struct, frozen=True):
    """A weather card (A.6): crops that flood and rot, drought, crops of which one more or one less grows."""

    id: int
    flood: str | None
    drought: bool
    rot: str | None
    plus: tuple[str, ...]
    minus: tuple[str, ...]


WEATHER: Final[Mapping[int, Card]] = {
    card.id: card for card in msgspec.convert(_value("weather"), type=tuple[Card, ...])
}


def kind_of(item: str) -> str:
    """Return which placing rule an item follows: ``farm``, ``mill``, ``cow``, ``crop`` or ``tulip``."""
    if item in TULIPS:
        return "tulip"
    return "crop" if item in CROPS else item


def faces_of(face: str) -> tuple[str, ...]:
    """Return the directions a face can be turned to: none for a plain one."""
    return {"s": FACES["single"], "d": FACES["double"]}.get(face.partition(".")[0], ())


_NAMES: Final[Mapping[str, str]] = {
    name: item
    for code, item in ITEM_OF.items()
    for name in (item, code, item.removeprefix("tulip-"), item.replace("tulip-", "") + " tulips")
    if name == item or item in TULIPS or not name.endswith("tulips")
} | {"cow pasture": str(Item.COW), "pasture": str(Item.COW)}


def find_item(name: str) -> str | None:
    """Return the item of a name as people type it: ``corn``, ``co``, ``pink``, ``t4``, ``pink tulips``; or None."""
    return _NAMES.get(name.strip().casefold())


def nearest(name: str) -> tuple[str, ...]:
    """Return the items whose names are spelt most like this (section F, bot level)."""
    found = get_close_matches(name.strip().casefold(), _NAMES, n=3, cutoff=0.5)
    return tuple(dict.fromkeys(_NAMES[close] for close in found)) or tuple(map(str, Item))
