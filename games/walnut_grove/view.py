"""What a seat may see, and what the two pictures show (section 7): all that ``render/walnut_grove`` knows of the game.

The view holds the table with others' secrets taken out: coins of unknown value are ``$``, tiles drawn by others, their
orders and instructions are missing, bags keep their numbers only. What a picture needs beside it the functions here
work out.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from games.core.game import View as CoreView
from games.core.seats import Seat
from games.walnut_grove.components import (
    BARN_SITES,
    BARN_SPACES,
    BOARD_GOODS,
    CIRCLES,
    COINS,
    COLOURS,
    DISCS,
    FOOD,
    GOODS,
    IMPROVEMENT_PLACES,
    PRINTED,
    PRINTED_SQUARES,
    RING,
    ROWS,
    SIDES,
    STOPS,
    TILES,
    UNKNOWN,
    WAGONS,
    YEARS,
    Disc,
    Good,
    Kind,
    Stop,
)
from games.walnut_grove.rules.farm import Farm, campfires, count_owned, hide_coins, needs_of
from games.walnut_grove.rules.land import COLUMNS, Pen, fences_of, sides_of, split_cell, spots
from games.walnut_grove.rules.town import others_at
from games.walnut_grove.scoring import improvement_points, score
from games.walnut_grove.state import Desk, Frost, Phase, Summer, Table, Walk, Worked

__all__ = [
    "BARN_SITES", "BARN_SPACES", "BOARD_GOODS", "COINS", "COLOURS", "COLUMNS", "DISCS", "FOOD", "GOODS",
    "IMPROVEMENT_PLACES", "PRINTED", "RING", "SIDES", "STOPS", "TILES", "UNKNOWN", "WAGONS", "YEARS",
    "Disc", "DrawnSight", "Farm", "FarmSight", "Frost", "ImprovementSight", "Kind", "NeedSight", "Pen", "PenSight",
    "Phase", "SquareSight", "Stop", "StopSight", "Table", "TileSight", "TownSight", "Turn", "View", "Walk",
    "Worked", "WorkedSight", "farm_of", "order_of", "score", "season_of", "town_of", "view_of",
]  # fmt: skip

NOTHING_KNOWN = "?"
"""A tile in the bag: nobody knows which."""


class View(CoreView, frozen=True, kw_only=True):
    """A match of Walnut Grove as a seat sees it."""

    table: Table


def view_of(table: Table, seat: Seat | None) -> View:
    """Return what the seat may see (4.3); with open coins, or at the end, all coins are seen."""
    bare = table.over or table.options.coins == "open"
    farms = tuple(farm if bare or at == seat else hide_coins(farm) for at, farm in enumerate(table.farms))
    coins = sum(table.coin_bag.values())
    seen = replace(
        table,
        farms=farms,
        drawn=tuple(tiles if at == seat else () for at, tiles in enumerate(table.drawn)),
        desks=tuple(desk if at == seat else Desk() for at, desk in enumerate(table.desks)),
        tile_bag=(NOTHING_KNOWN,) * len(table.tile_bag),
        coin_bag=table.coin_bag if bare else ({UNKNOWN: coins} if coins else {}),
    )
    return View(seat=seat, table=seen if bare else hide_given(seen, seat))


def hide_given(table: Table, seat: Seat | None) -> Table:
    """Turn face down the coins that others have dropped or paid."""
    return replace(
        table,
        summers=tuple(summer if at == seat else _hide_summer(summer) for at, summer in enumerate(table.summers)),
        frosts=tuple(frost if at == seat else _hide_frost(frost) for at, frost in enumerate(table.frosts)),
        walk=_hide_walk(table.walk, seat),
    )


def face_down(items: Sequence[str]) -> tuple[str, ...]:
    """Return goods and coins with the coins face down."""
    return tuple(UNKNOWN if item in COINS else item for item in items)


def _hide_summer(summer: Summer) -> Summer:
    return replace(
        summer,
        repay_before=face_down(summer.repay_before),
        drop=face_down(summer.drop),
        mid_goods=face_down(summer.mid_goods),
        repay_after=face_down(summer.repay_after),
        worked=tuple(replace(worked, repaid=face_down(worked.repaid)) for worked in summer.worked),
    )


def _hide_frost(frost: Frost) -> Frost:
    return replace(frost, coins=face_down(frost.coins), repaid=tuple(map(face_down, frost.repaid)))


def _hide_walk(walk: Walk | None, seat: Seat | None) -> Walk | None:
    return walk if walk is None or walk.seat == seat else replace(walk, ways=face_down(walk.ways))


def season_of(table: Table) -> str:
    """Return the season: start, spring (with summer), autumn, winter, over."""
    match table.phase:
        case Phase.START:
            return "start"
        case Phase.FARM | Phase.YEAR:
            return "spring"
        case Phase.TOWN | Phase.DRAW | Phase.COINS:
            return "autumn"
        case Phase.WINTER:
            return "winter"
        case Phase.OVER:
            return "over"


# --- The town ------------------------------------------------------------------------------------------------------


class StopSight(Struct, frozen=True, kw_only=True):
    """A building as it is drawn: what lies there, and who stands there (earliest first)."""

    pos: int
    id: str
    lying: tuple[tuple[str, int], ...]
    """Colours, hut and barn, or improvements, each with its number."""
    figures: tuple[Seat, ...]
    sold_out: bool


class TownSight(Struct, frozen=True, kw_only=True):
    """All that the picture of the town needs."""

    stops: tuple[StopSight, ...]
    rows: tuple[tuple[str, tuple[Seat | None, ...]], ...]
    """The start rows ``town`` and ``church`` with their circles, lowest first; () once a row is empty for good."""
    year: int
    season: str
    disc: Disc | None
    next_letter: str
    """Letter of the next disc (A or B), "" in the last year."""
    tiles: int
    """In the bag."""
    awaited: tuple[Seat, ...]
    """Whose town figures are awaited on the road or beside it."""
    walk: Walk | None


def town_of(view: View) -> TownSight:
    """Return what everybody sees of the town."""
    table = view.table
    return TownSight(
        stops=tuple(_stop_sight(view, number) for number in range(len(RING))),
        rows=tuple((row, _circles(table, row)) for row in ROWS),
        year=table.year,
        season=season_of(table),
        disc=DISCS.get(table.disc),
        next_letter=min(table.discs_left)[0] if table.discs_left else "",
        tiles=len(table.tile_bag),
        awaited=() if table.current is None or table.phase is Phase.DRAW else (table.current,),
        walk=table.walk,
    )


def _stop_sight(view: View, number: int) -> StopSight:
    table, stop = view.table, RING[number]
    lying = table.stock.get(stop.id, ())
    here = others_at(table, None, stop.id)
    return StopSight(
        pos=stop.pos,
        id=stop.id,
        lying=tuple((thing, lying.count(thing)) for thing in dict.fromkeys(lying)),
        figures=tuple(sorted(here, key=lambda seat: table.arrived.index(seat) if seat in table.arrived else len(here))),
        sold_out=stop.kind not in (Kind.FREE, Kind.STORE) and not lying,
    )


def _circles(table: Table, row: str) -> tuple[Seat | None, ...]:
    places = {place: Seat(seat) for seat, place in enumerate(table.places)}
    circles = tuple(places.get(f"{row}:{circle + 1}") for circle in range(CIRCLES))
    return circles if table.phase is Phase.START or any(seat is not None for seat in circles) else ()


def order_of(view: View) -> tuple[Seat, ...]:
    """Return this year's town order; before it is fixed, the seats as they sit."""
    return view.table.order or view.table.players


class Turn(StrEnum):
    """How far a player is in the season."""

    AWAITED = "to move"
    DONE = "done"
    NEXT = "next"
    OVER = ""


def turn_of(table: Table, seat: Seat) -> Turn:
    """Return how far a seat is."""
    if table.over:
        return Turn.OVER
    if is_awaited(table, seat):
        return Turn.AWAITED
    acted = seat in table.has_acted or (table.phase is Phase.FARM and table.summers[seat].done)
    placed = table.phase is Phase.START and bool(table.places[seat])
    return Turn.DONE if acted or placed else Turn.NEXT


def is_awaited(table: Table, seat: Seat) -> bool:
    """Whether the match waits for a seat."""
    if table.phase is Phase.FARM:
        return not table.summers[seat].done
    return table.phase is not Phase.DRAW and table.current == seat


# --- A farm --------------------------------------------------------------------------------------------------------


class SquareSight(Struct, frozen=True, kw_only=True):
    """The storage squares of one region: how many there are, and how many hold a good."""

    good: Good
    squares: int
    full: int


class TileSight(Struct, frozen=True, kw_only=True):
    """A tile or printed landscape as it is drawn; row 0 is printed and shows one landscape on all its piece.

    ``sides`` are the goods N, E, S, W; ``fences`` the fenced half diagonals: 0 between N and E, 1 E and S, 2 S and W,
    3 W and N.
    """

    at: str
    column: int
    row: int
    sides: tuple[Good, ...]
    fences: tuple[int, ...]
    squares: tuple[SquareSight, ...]


class PenSight(Struct, frozen=True, kw_only=True):
    """A closed pen with the number it is shown by; ``pieces`` as in 5.1: ``J0``, ``K1E``."""

    number: int
    pieces: tuple[str, ...]


class NeedSight(Struct, frozen=True, kw_only=True):
    """What winter asks of one good: how many, how many the farm has."""

    good: Good
    asked: int
    has: int

    @property
    def short(self) -> int:
        """How many are missing."""
        return max(0, self.asked - self.has)


class ImprovementSight(Struct, frozen=True, kw_only=True):
    """An improvement and what it is worth as the farm lies; a storehouse or safe may still change."""

    kind: str
    points: int


class DrawnSight(Struct, frozen=True, kw_only=True):
    """A tile in the hand of the viewer: unturned sides and fences, squares, and whether it was laid."""

    tile: str
    sides: tuple[Good, ...]
    fences: tuple[int, ...]
    squares: tuple[SquareSight, ...]
    laid: bool


class WorkedSight(Struct, frozen=True, kw_only=True):
    """What a figure brings from an area, which is told by its regions."""

    regions: tuple[str, ...]
    harvest: int


class FarmSight(Struct, frozen=True, kw_only=True):
    """All that the picture of a farm needs."""

    seat: Seat
    turn: Turn
    points: int
    """As they stand, without coins whose value is hidden from the viewer."""
    printed: tuple[TileSight, ...]
    tiles: tuple[TileSight, ...]
    room: tuple[str, ...]
    """Cells on which the viewer may still lay a tile; () for others' farms and other seasons."""
    keep: int
    """How many of the drawn tiles are laid this spring."""
    drawn: tuple[DrawnSight, ...]
    """The viewer's draw of this spring."""
    areas: tuple[tuple[str, ...], ...]
    """The regions of each area of the viewer's land; () for others' farms."""
    pens: tuple[PenSight, ...]
    worked: tuple[WorkedSight, ...]
    """The harvest of this summer in the order of farmer and labourers, as long as it is news."""
    goods: tuple[int, ...]
    """All goods at hand, in the barn and on squares, in the order of ``GOODS``."""
    coins: int
    """Of whatever value."""
    barn: tuple[str, ...]
    """Goods and coins in the barn, ``$`` for coins face down, in the order of the specification."""
    spaces: int
    labourers: tuple[str, ...]
    hired: tuple[str, ...]
    huts: int
    barns: int
    open: int
    """Help tiles that can be paid back."""
    flipped: int
    needs: tuple[NeedSight, ...]
    """What winter asks for with the disc of the year."""
    fires: int
    """Fires of the disc."""
    campfires: int
    """Campfires in use."""
    double: tuple[str, ...]
    """Colours that are hungry twice this winter."""
    improvements: tuple[ImprovementSight, ...]

    @property
    def help(self) -> int:
        """All help tiles, open and flipped."""
        return self.open + self.flipped

    @property
    def aside(self) -> FarmSight:
        """The same farm, whoever is to move: what stays as it is while others act."""
        return replace(self, turn=Turn.OVER)


def farm_of(view: View, seat: Seat) -> FarmSight:
    """Return what a viewer sees of a farm; where tiles can go and its areas are for the owner alone."""
    table = view.table
    farm, summer, disc = table.farms[seat], table.summers[seat], DISCS.get(table.disc)
    mine = seat == view.seat
    needs = needs_of(farm, disc) if disc is not None and not table.over else {}
    news = table.phase is Phase.FARM or (table.phase is Phase.TOWN and not table.acted)
    worked = [done for done in summer.worked if done.area in farm.land.of] if news else []
    return FarmSight(
        seat=seat,
        turn=turn_of(table, seat),
        points=score(farm).total,
        printed=_show_printed_land(farm),
        tiles=tuple(_tile(farm, number) for number in range(len(farm.tiles))),
        room=spots(farm.tiles) if mine and may_lay(table, seat) else (),
        keep=disc.keep if disc is not None and table.drawn[seat] else 0,
        drawn=tuple(_show_drawn_tile(farm, tile) for tile in table.drawn[seat]),
        areas=tuple(area.regions for area in farm.land.areas) if mine else (),
        pens=tuple(PenSight(number=at + 1, pieces=pen.pieces) for at, pen in enumerate(farm.land.pens)),
        worked=tuple(WorkedSight(regions=farm.land.of[done.area].regions, harvest=done.harvest) for done in worked),
        goods=tuple(count_owned(farm, good) for good in GOODS),
        coins=farm.coins,
        barn=tuple(item for item in (*GOODS, *COINS, UNKNOWN) for _ in range(farm.barn.get(item, 0))),
        spaces=farm.spaces,
        labourers=farm.labourers,
        hired=farm.hired,
        huts=farm.huts,
        barns=farm.barns,
        open=farm.open,
        flipped=farm.flipped,
        needs=tuple(
            NeedSight(good=good, asked=needs[good], has=count_owned(farm, good)) for good in GOODS if good in needs
        ),
        fires=disc.fires if disc is not None else 0,
        campfires=campfires(farm),
        double=disc.double if disc is not None else (),
        improvements=tuple(
            ImprovementSight(kind=kind, points=improvement_points(farm, kind)) for kind in farm.improvements
        ),
    )


def may_lay(table: Table, seat: Seat) -> bool:
    """Whether a seat still has a tile to lay this spring."""
    summer = table.summers[seat]
    return table.phase is Phase.FARM and not summer.done and summer.laid < table.the_disc.keep


def _show_printed_land(farm: Farm) -> tuple[TileSight, ...]:
    sights = []
    for number, (cell, good) in enumerate(zip(PRINTED, BOARD_GOODS[farm.board], strict=True)):
        full = farm.squares.get(f"{cell}.{good}", 0)
        sights.append(
            TileSight(
                at=cell,
                column=COLUMNS.index(PRINTED[0][0]) + number,
                row=0,
                sides=(good,) * len(SIDES),
                fences=(),
                squares=(SquareSight(good=good, squares=PRINTED_SQUARES[good], full=full),),
            )
        )
    return tuple(sights)


def _tile(farm: Farm, number: int) -> TileSight:
    laid = farm.tiles[number]
    place = split_cell(laid.at)
    assert place is not None, laid.at
    storage = TILES[laid.tile].storage
    return TileSight(
        at=laid.at,
        column=place[0],
        row=place[1],
        sides=sides_of(laid.tile, laid.turn),
        fences=tuple(sorted(fences_of(laid.tile, laid.turn))),
        squares=tuple(
            SquareSight(good=good, squares=room, full=farm.squares.get(f"{laid.at}.{good}", 0))
            for good, room in storage.items()
        ),
    )


def _show_drawn_tile(farm: Farm, tile: str) -> DrawnSight:
    return DrawnSight(
        tile=tile,
        sides=sides_of(tile, 0),
        fences=tuple(sorted(fences_of(tile, 0))),
        squares=tuple(SquareSight(good=good, squares=room, full=0) for good, room in TILES[tile].storage.items()),
        laid=any(laid.tile == tile for laid in farm.tiles),
    )
