"""From what the view shows and the platform marks to what is drawn: changes, choices, coasts, seasons."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import chain

from games.core.game import Marks
from games.h2olland.view import NOBODY, Board, Phase, Table, View, faces, legal
from render.core.lettering.badge import numbers_of
from render.core.painter import drawable
from render.h2olland.inks import BEAN, CARROT, CORN, COW, POTATO, TULIPS

KINDS: dict[str, tuple[str, ...]] = {
    "mill": ("mill",),
    "farm": ("farm",),
    "crop": (CORN, BEAN, CARROT, POTATO),
    COW: (COW,),
    "tulip": TULIPS,
}
"""Items by the rule that says where they can be placed (R4.7 to R4.12)."""
_SQUARES = re.compile(r"(?:[A-N][0-9]{1,2})+")
_TILE = re.compile(r"t([0-9]{1,2})(?::[NESW]{1,2})?")
_SQUARE = re.compile(r"[A-N][0-9]{1,2}")


class Season(Enum):
    """The marks in the head."""

    SPRING = "spring"
    SUMMER = "summer"
    AUTUMN = "autumn"
    WINTER = "winter"
    RACE = "race"


SEASONS: dict[Phase, Season] = {
    Phase.SPRING: Season.SPRING,
    Phase.DIKES: Season.SUMMER,
    Phase.DRAIN: Season.SUMMER,
    Phase.REWARD: Season.SUMMER,
    Phase.AUTUMN: Season.AUTUMN,
    Phase.DROUGHT: Season.AUTUMN,
    Phase.WINTER: Season.WINTER,
    Phase.FINAL_TRADE: Season.RACE,
    Phase.PLANTING: Season.RACE,
    Phase.RACE: Season.RACE,
    Phase.OVER: Season.RACE,
}


@dataclass(frozen=True, slots=True)
class Spots:
    """Parts of the board: squares, tiles, borders; what is written on each that has a number or letter."""

    squares: frozenset[str] = frozenset()
    tiles: frozenset[int] = frozenset()
    borders: frozenset[str] = frozenset()
    pairs: frozenset[tuple[str, str]] = frozenset()
    """Squares that are named together: a field lies, or could lie, on both."""
    labels: tuple[tuple[str, str], ...] = ()


NONE = Spots()


def spots(names: Iterable[str], labels: Iterable[tuple[str, str]] = ()) -> Spots:
    """Sort names such as `J3`, `J3K3` (both squares of a field), `3-4`, `t9` and `t9:NW` (a direction of a tile)."""
    known = tuple(names)
    tiles = frozenset(int(found[1]) for found in map(_TILE.fullmatch, known) if found)
    borders = frozenset(name for name in known if "-" in name)
    named = [tuple(_SQUARE.findall(name)) for name in known if _SQUARES.fullmatch(name)]
    pairs = frozenset((each[0], each[1]) for each in named if len(each) > 1)
    return Spots(frozenset(chain(*named)), tiles, borders, pairs, tuple(labels))


def changes(marks: Marks) -> Spots:
    """What is outlined as new."""
    return spots(marks.spots, ((spot, str(number)) for spot, number in numbers_of(marks).items()))


def find_offered(marks: Marks) -> Spots:
    """Where what is offered now lies on the board; directions of a tile (`t9:NW`) and areas have a tag."""
    return spots(
        (offer.spot for offer in marks.offers), ((offer.spot, offer.tag) for offer in marks.offers if offer.tag)
    )


def list_offered_items(marks: Marks, place: str) -> tuple[str, ...]:
    """Which items of a `barn`, of the `coop` or of the price list (`trade`) are offered now."""
    found = (offer.spot.partition(":") for offer in marks.offers)
    return tuple(dict.fromkeys(item for where, _, item in found if where == place))


def reach(view: View) -> frozenset[str]:
    """In the race the fields that the runner to move can reach, by their squares: marked on every board (section I)."""
    if view.table.phase is not Phase.RACE:
        return frozenset()
    return frozenset(legal(View(seat=None, table=view.table)))


def find_fitting(view: View) -> dict[str, tuple[str, ...]]:
    """
    What the viewer can place on each square: an item, or `crop` or `tulip` for several that follow one rule.

    Nothing outside spring and the last planting.
    """
    table, seat = view.table, view.seat
    if seat is None or seat != table.turn or table.phase not in (Phase.SPRING, Phase.PLANTING):
        return {}
    found: dict[str, tuple[str, ...]] = {}
    for name, kinds in KINDS.items():
        held = [kind for kind in kinds if table.barns[seat].get(kind)]
        for square in legal(view, held[0]) if held else ():
            found[square] = (*found.get(square, ()), held[0] if len(held) == 1 else name)
    return found


def coast(board: Board, lie: dict[int, str], tile: int) -> str:
    """Where land begins round a tile of water, as `lake.water` wants it."""
    wet = {square for number, four in board.tiles.items() if number not in lie for square in four}
    first = board.tiles[tile][0]
    column, row = ord(first[0]), int(first[1:])

    def sea(across: int, down: int) -> bool:
        return f"{chr(column + across)}{row + down}" in wet

    sides = {"N": sea(0, -1), "E": sea(2, 0), "S": sea(0, 2), "W": sea(-1, 0)}
    corners = {"NW": (-1, -1), "NE": (2, -1), "SW": (-1, 2), "SE": (2, 2)}
    found = [side for side, open_water in sides.items() if not open_water]
    found += [name for name, step in corners.items() if all(sides[side] for side in name) and not sea(*step)]
    return " ".join(found)


def lie(view: View) -> dict[int, str]:
    """Tiles that are seen to be land, with their faces: also those turned in the area being drained."""
    return faces(view)


def movers(table: Table) -> tuple[int, ...]:
    """Whose turn it is: one seat, everybody in a sealed trade, or nobody."""
    if table.phase is Phase.OVER:
        return ()
    if table.collecting:
        return tuple(table.players)
    return () if table.turn == NOBODY else (table.turn,)


def make_names_drawable(names: Sequence[str], pattern: str) -> tuple[str, ...]:
    """The players' names as they can be drawn."""
    return drawable(tuple(names), pattern)
