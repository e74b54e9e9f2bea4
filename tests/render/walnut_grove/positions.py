"""Positions of Walnut Grove for pictures, in the form of the handed cases."""

from typing import Any

from msgspec.structs import replace

from games.core.seats import Seat
from games.walnut_grove.state import Phase, Summer, Table, Walk, Worked
from games.walnut_grove.view import View, view_of
from tests.cases.walnut_grove.position import table_from

NAMES = ("Ada", "Bram", "Juno", "Cornelis")
LONG_NAMES = ("🦊 Foxy 🦊", "Bartholomeus van der Hoogen-Oldenhuis", "太郎", "\u200b")

MOCK_UP: dict[str, Any] = {
    "players": 3,
    "year": 5,
    "phase": "town",
    "disc": "B4",
    "turn": ["P2", "P1"],
    "farms": {
        "P1": {
            "board": "yellow", "barn": {"copper": 1, "gold": 1, "fish": 1}, "squares": {"L0.g": 2, "N0.w": 1},
            "tiles": [["L01", "J1", 0], ["L02", "K1", 1], ["L15", "K2", 0]], "labourers": ["yellow"],
        },
        "P2": {
            "board": "blue", "barn": {"silver": 2, "wood": 1}, "help": {"open": 0, "flipped": 1},
            "tiles": [["L16", "M1", 0], ["L17", "N1", 1], ["L20", "N2", 3]], "labourers": ["blue", "white"],
        },
        "P3": {
            "board": "blue", "labourers": ["blue", "yellow"], "huts": 1, "barns": 1,
            "improvements": ["paddock", "safe"], "help": {"open": 1, "flipped": 0},
            "barn": {"copper": 2, "silver": 1, "wood": 1, "fish": 1},
            "tiles": [
                ["L28", "J1", 3], ["L42", "K1", 3], ["L46", "L1", 1], ["L11", "M1", 3], ["L12", "N1", 2],
                ["L44", "J2", 1], ["L38", "K2", 0],
            ],
            "squares": {"J0.g": 5, "L0.f": 2, "M0.m": 3, "N0.w": 1, "J1.w": 2},
        },
    },
    "town": {
        "figures": {"P1": "soebuck", "P2": "church", "P3": "svenson"},
        "labourers": {"lodge": ["yellow", "blue"], "hotel": ["white", "yellow", "yellow"],
                      "saloon": ["blue", "white", "blue"]},
        "buildings": {"carpenter": ["hut", "hut"], "mill": ["barn"]},
        "improvements": {"soebuck": ["safe"], "svenson": ["storehouse"]},
    },
}  # fmt: skip
"""The position of the target picture: year 5, Juno has walked from the South Store to Svenson's, Bram is to move."""

HARVEST = (
    Worked(area="J0.g", good="g", harvest=5),
    Worked(area="J1.w", good="w", harvest=3),
    Worked(area="M0.m", good="m", harvest=3),
)


def table(given: dict[str, Any] = MOCK_UP) -> Table:
    """The table of a position."""
    return table_from(given)


def mock_up() -> Table:
    """The target picture's table, with Juno's walk and harvest."""
    base = table()
    walk = Walk(seat=Seat(2), start="store_s", end="svenson")
    summers = (Summer(), Summer(), Summer(worked=HARVEST, laid=2))
    return replace(base, walk=walk, summers=summers, discs_left=("B1", "B2", "B3"), tile_bag=base.tile_bag[:29])


def view(of: Table, seat: int | None = None) -> View:
    """The view of a seat, or of a spectator."""
    return view_of(of, None if seat is None else Seat(seat))


def spring(seat: int, drawn: tuple[str, ...] = ("L33", "L36", "L24", "L23")) -> Table:
    """The target picture's table in spring: a seat has drawn tiles."""
    base = replace(mock_up(), phase=Phase.FARM, walk=None, acted=0, summers=(Summer(),) * 3)
    return replace(base, drawn=tuple(drawn if at == seat else () for at in range(3)))


def reveal() -> Table:
    """The target picture's table when the farms have just been shown."""
    return replace(mock_up(), acted=0, walk=None)


def four() -> Table:
    """Four players, the fourth with much of everything, when the farms have just been shown; Bram is to move."""
    farm = {
        "board": "yellow", "labourers": ["blue", "white", "white"], "huts": 2, "barns": 2,
        "improvements": ["storehouse", "well", "horses"], "help": {"open": 1, "flipped": 2},
        "barn": {"grain": 3, "fish": 2, "wood": 1, "copper": 2},
        "tiles": [["L01", "J1", 0], ["L02", "K1", 1], ["L15", "K2", 0], ["L16", "L1", 1], ["L17", "M1", 1],
                  ["L20", "M2", 3], ["L28", "M3", 3], ["L42", "I1", 3], ["L46", "H1", 1]],
        "squares": {"J0.f": 2, "K0.m": 2, "L0.g": 1},
    }  # fmt: skip
    base = table({**MOCK_UP, "players": 4, "farms": {**MOCK_UP["farms"], "P4": farm}, "turn": ["P2", "P1", "P4"]})
    summers = (Summer(), Summer(), Summer(worked=HARVEST, laid=2), Summer())
    return replace(base, summers=summers, acted=0, walk=None)


def alone() -> Table:
    """The target picture's third farm in a match of one."""
    farms = {"P1": MOCK_UP["farms"]["P3"]}
    return table({**MOCK_UP, "players": 1, "farms": farms, "turn": ["P1"], "town": {"figures": {"P1": "svenson"}}})


def beginning() -> Table:
    """Four players, two of whom have placed their figures; some houses sold out or with many kinds of tiles."""
    town = {
        "improvements": {"soebuck": ["tent", "ladder", "safe", "well"], "svenson": ["horses", "paddock"]},
        "buildings": {"carpenter": ["hut", "hut", "barn", "barn"], "mill": []},
    }
    base = table({"players": 4, "town": town})
    places = ("town:1", "church:1", "", "")
    return replace(base, disc="", places=places, arrived=(Seat(0), Seat(1)), acted=2)
