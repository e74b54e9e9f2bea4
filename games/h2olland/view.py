"""What a seat sees: everything that is open, and its own order while it writes one.

This is all that a picture of the match knows; what it needs beside the table itself the functions here work out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from games.core.game import View as BaseView
from games.core.seats import Seat
from games.h2olland.board import Board, Square, Tile
from games.h2olland.components import (
    BARREN,
    BUILDINGS,
    CODES,
    COLOURS,
    FIELDS,
    LETTERS,
    POINTS,
    PRICES,
    STEP,
    STORAGE_LIMIT,
    TULIPS,
    WEATHER,
    Card,
    Item,
    find_item,
)
from games.h2olland.rules.checks import apply_basket
from games.h2olland.rules.draining import areas_for, dike_borders, flips, letter_areas
from games.h2olland.rules.flow import placeable
from games.h2olland.rules.placing import places
from games.h2olland.rules.racing import runs
from games.h2olland.rules.trading import deal_problem, deals, price, read_deal
from games.h2olland.scoring import count_claimed_fields, near_points, total
from games.h2olland.state import NOBODY, ROUNDS, Barn, Basket, Building, Phase, Planted, Table, change_count

__all__ = [
    "BARREN",
    "NOBODY",
    "POINTS",
    "Board",
    "Building",
    "Deal",
    "Item",
    "Ledger",
    "Offer",
    "Panel",
    "Phase",
    "Planted",
    "Square",
    "Table",
    "Tile",
    "View",
    "faces",
    "ledger",
    "legal",
    "panels",
    "ready",
    "weather",
]

Spot: TypeAlias = str
"""A part of the board: a square ``J3``, a tile ``t9`` or a border ``3-4``."""


class View(BaseView, frozen=True, kw_only=True):
    """The open table, and the basket of the seat (empty for a spectator)."""

    table: Table
    basket: Basket = Basket()


class Panel(Struct, frozen=True, kw_only=True):
    """What the picture shows of one player (section I)."""

    seat: Seat
    colour: str
    letter: str
    corner: str
    clog: bool
    passed: bool
    to_move: bool
    barn: Barn
    """With what an order being written would change."""
    mills: tuple[int, int, int]
    """On the board, in the barn, in stock."""
    farms: tuple[int, int, int]
    level: int
    workers: int
    runners: int
    points: int
    """Tulip points claimed in the race."""
    hint: int
    """Tulip points planted next to own mills, nobody's points yet (section G)."""
    tulips: tuple[int, ...]
    """Tulip fields claimed by colour, red first."""


def panels(view: View) -> tuple[Panel, ...]:
    """Return the panels of all players, clockwise from NW (W)."""
    return tuple(_panel(view, seat) for seat in view.table.players)


def _panel(view: View, seat: Seat) -> Panel:
    table = view.table
    own = seat == view.seat
    barn = apply_basket(table, seat, view.basket).barns[seat] if own else table.barns[seat]
    return Panel(
        seat=seat,
        colour=COLOURS[seat],
        letter=LETTERS[seat],
        corner=table.board.corners_named[seat],
        clog=seat == table.start,
        passed=table.phase in ROUNDS and seat in table.passed,
        to_move=seat == table.turn or table.collecting,
        barn=barn,
        mills=_counts(table, seat, Item.MILL),
        farms=_counts(table, seat, Item.FARM),
        level=table.levels[seat],
        workers=table.workers[seat],
        runners=table.runners[seat],
        points=total(table, seat),
        hint=near_points(table, seat),
        tulips=tuple(count_claimed_fields(table, seat).values()),
    )


def _counts(table: Table, seat: Seat, kind: str) -> tuple[int, int, int]:
    return table.count_standing(seat, kind), table.has(seat, kind), table.stock(seat, kind)


class Offer(Struct, frozen=True, kw_only=True):
    """One line of the price list as it stands for a player (A.5, R7)."""

    item: str
    price: Barn
    left: int
    """What the co-op, or for a building the player's own stock, still holds."""
    level: int
    """Mills on the board that the item needs; 0: none."""
    state: Literal["open", "level", "gone", "poor", "closed"]
    """Can be bought; level too low; none left; not affordable; not sold in the final trade."""


class Deal(Struct, frozen=True, kw_only=True):
    """One trade of an order: what is paid for what."""

    give: Barn
    get: str


class Ledger(Struct, frozen=True, kw_only=True):
    """The order that the viewer is writing: its trades, the barn they leave, and what could be added (R7)."""

    before: Barn
    now: Barn
    deals: tuple[Deal, ...]
    offers: tuple[Offer, ...]
    """Tulips from red up, then mill, farm, dike."""
    exchanges: tuple[Deal, ...]
    """Exchanges that are possible now."""
    keep: tuple[str, ...] | None
    held: int
    """Fields in the barn now."""
    limit: int | None
    """How many of them can be kept; None in the final trade (R8.3)."""


def ledger(view: View) -> Ledger | None:
    """Return the order that the viewer is writing, or None if it is not asked for one."""
    table, seat = view.table, view.seat
    trading = table.phase in (Phase.WINTER, Phase.FINAL_TRADE) and not view.basket.handed
    if seat is None or not trading or not (table.collecting or table.turn == seat):
        return None
    after = apply_basket(table, seat, view.basket)
    possible = [deal for deal in map(_deal, deals(after, seat)) if deal.get not in PRICES]
    return Ledger(
        before=table.barns[seat],
        now=after.barns[seat],
        deals=tuple(map(_deal, view.basket.trades)),
        offers=tuple(_offer(after, seat, item) for item in (*TULIPS, Item.MILL, Item.FARM, Item.DIKE)),
        exchanges=tuple(possible),
        keep=view.basket.keep,
        held=sum(after.has(seat, item) for item in FIELDS),
        limit=STORAGE_LIMIT if table.phase is Phase.WINTER else None,
    )


TRADED = "order"
"""In the spot of a trade chosen so far (``order:2:t1``, the second) what that of a tile begins with ``t``."""


TAKEN = "reward"
"""The same of a tulip chosen so far as a reward (``reward:1:t1``)."""


def with_draft(view: View, spots: Iterable[str]) -> View:
    """Return the view as if the trades chosen so far were all of the order, and the tulips so far had been taken."""
    parts = [spot.split(":") for spot in spots]
    chosen = tuple(part[2] for part in parts if part[0] == TRADED)
    if chosen:
        view = replace(view, basket=replace(view.basket, trades=chosen))
    for item in (find_item(part[2]) for part in parts if part[0] == TAKEN):
        if item is not None and view.seat is not None:
            table = view.table.change_barn(view.seat, item, 1)
            view = replace(view, table=replace(table, coop=change_count(table.coop, item, -1)))
    return view


def _deal(code: str) -> Deal:
    deal = read_deal(code)
    assert deal is not None, "an order holds trades that were checked"
    return Deal(give=dict(price(deal)), get=deal.get)


_STATES: dict[str, Literal["level", "gone", "poor", "closed"]] = {
    "LEVEL_TOO_LOW": "level",
    "NONE_LEFT": "gone",
    "SOLD_OUT": "gone",
    "CANNOT_AFFORD": "poor",
    "NOT_IN_FINAL_TRADE": "closed",
}


def _offer(table: Table, seat: Seat, item: str) -> Offer:
    problem = deal_problem(table, seat, CODES[item])
    return Offer(
        item=str(item),
        price=dict(PRICES[item]),
        left=table.stock(seat, item) if item in BUILDINGS else table.coop.get(item, 0),
        level=STEP.get(item, 0),
        state="open" if problem is None else _STATES[problem.code],
    )


def weather(view: View) -> Card | None:
    """Return the weather card of the year once it has been turned."""
    table = view.table
    return WEATHER[table.cards[-1]] if len(table.cards) == table.year and table.cards else None


def faces(view: View) -> dict[Tile, str]:
    """Return the faces of all tiles seen: land, and those turned in the area being drained."""
    turned = {tile: by.face for tile, by in view.table.flipped.items() if by.face}
    return {**view.table.land, **turned}


def ready(view: View) -> Mapping[tuple[Tile, ...], str]:
    """Return the areas that are ready while areas are chosen, with their letters a, b, c (section I)."""
    table = view.table
    return letter_areas(table) if table.phase is Phase.DRAIN and not table.area else {}


def legal(view: View, item: str | None = None) -> tuple[Spot, ...]:
    """Return the spots where the player to move can act now (of one item in spring and planting)."""
    table = view.table
    seat = view.seat if view.seat is not None else table.turn
    if seat != table.turn or seat == NOBODY:
        return ()
    match table.phase:
        case Phase.SPRING | Phase.PLANTING:
            return _squares_for(table, seat, item)
        case Phase.DIKES:
            return dike_borders(table)
        case Phase.DRAIN:
            tiles = flips(table, seat) if table.area else tuple(t for area in areas_for(table, seat) for t in area)
            return tuple(f"t{tile}" for tile in tiles)
        case Phase.DROUGHT:
            return tuple(f"t{tile}" for tile in table.water)
        case Phase.RACE:
            return tuple(square for field in runs(table, seat) for square in field.at)
    return ()


def _squares_for(table: Table, seat: Seat, item: str | None) -> tuple[Square, ...]:
    items = placeable(table, seat) if item is None else (item,)
    found = {square for each in items for at in places(table, seat, each) for square in at}
    return tuple(square for square in table.board.squares if square in found)
