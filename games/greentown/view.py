"""What a seat may see, and what a picture shows. All that ``render/greentown`` knows of the game (section 9)."""

from __future__ import annotations

from msgspec import Struct

from games.core.game import View as CoreView
from games.core.seats import Seat
from games.greentown.bots.worth import Leader, value
from games.greentown.components import (
    BUILDINGS,
    CARDS,
    CATEGORIES,
    KIND_OF,
    KINDS,
    MARKERS,
    Card,
    Category,
    Kind,
    Marker,
    Symbol,
)
from games.greentown.grid import DIGITS, FRAME, NEIGHBOURS
from games.greentown.rules.town import dead_ends, fewest, open_ends, open_spaces
from games.greentown.state import Pay, Player, Sheet, Site, State, Table, Tile, Town, Turn
from games.greentown.tours.paths import stop_numbers

__all__ = [
    "BUILDINGS", "CARDS", "CATEGORIES", "FRAME", "KINDS", "MARKERS", "NEIGHBOURS",
    "Board", "Card", "Category", "Change", "Kind", "Marker", "Pay", "Player", "PlayerSight", "Sheet", "Site",
    "StackSight", "Symbol", "Table", "Tile", "TileSight", "Turn", "View",
    "board_of", "view_of",
]  # fmt: skip


class View(CoreView, frozen=True, kw_only=True):
    """A match of Green Town as a seat sees it: the open table, and the Greenies that it may know (None: secret)."""

    table: Table
    sheets: tuple[Sheet | None, ...]


def view_of(state: State, seat: Seat | None) -> View:
    """Return what the seat may see (4.3): its own Greenies, and everybody's if they are open or the game is over."""
    table = state.table
    if table.over or table.options.money == "open":
        return View(seat=seat, table=table, sheets=state.sheets)
    return View(seat=seat, table=table, sheets=tuple(s if at == seat else None for at, s in enumerate(state.sheets)))


class TileSight(Struct, frozen=True, kw_only=True):
    """A tile of the town as it is drawn.

    ``row`` and ``column`` count from 0 at A1; rows with an odd number are drawn half a space to the right. ``sides``
    are side numbers 1 (NE) to 6 (NW) with a street; ``dead`` and ``open`` those that end at a blank side or at an empty
    space. ``kind`` is None for a hotel tile.
    """

    at: str
    row: int
    column: int
    sides: tuple[int, ...]
    dead: tuple[int, ...]
    open: tuple[int, ...]
    kind: Kind | None
    site: Site
    owner: Seat | None


class Change(Struct, frozen=True, kw_only=True):
    """What a turn changed, the finished one or the one under way.

    ``words`` are the parts of its line in the notation, in order, without the tour. ``building`` is C, S or M on
    ``site``; ``tree_to`` where a tree had to go. ``numbers`` has for each space of the tour the number of the stop, 0
    for the start and vacant sites. ``pays`` is what every seat received (None: no tour, or not shown).
    """

    seat: Seat
    marker: str
    words: tuple[str, ...]
    laid: tuple[str, ...]
    developed: tuple[str, ...]
    building: str
    site: str
    tree_to: str
    tour: tuple[str, ...]
    numbers: tuple[int, ...]
    pays: tuple[int, ...] | None


class PlayerSight(Struct, frozen=True, kw_only=True):
    """One player's column: markers face up, card, stock by ``BUILDINGS``, tokens, Greenies (None: secret)."""

    seat: Seat
    up: tuple[Marker, ...]
    card: Card | None
    stock: tuple[int, ...]
    turns: int
    to_move: bool
    marker: bool
    """Holds the double turn marker."""
    saved: int
    last_turn_left: bool
    """Has a last turn to come (R11.3)."""
    greenies: int | None


class StackSight(Struct, frozen=True):
    """One of the nine stacks: kind, tiles left, and whether tiles of this number are to be laid now (R6.2)."""

    kind: Kind
    count: int
    to_lay: bool


class Board(Struct, frozen=True, kw_only=True):
    """Everything a picture shows.

    ``open`` are the empty spaces where a tile can be laid. ``mover`` is None after the end. ``last`` is the latest
    finished turn, ``draft`` the turn under way. ``top`` is the open card, ``deck`` the cards left with it.
    """

    round: int
    turn: int
    mover: Seat | None
    deciding: bool
    last_turns: bool
    second: bool
    tiles: tuple[TileSight, ...]
    open: tuple[str, ...]
    stacks: tuple[StackSight, ...]
    players: tuple[PlayerSight, ...]
    top: Card | None
    deck: int
    last: Change | None
    draft: Change | None
    variant: bool


def place(at: str) -> tuple[int, int]:
    """Return row and column of a space, counted from 0 at A1."""
    return FRAME.rows.index(at[0]), int(at[1:]) - FRAME.columns[0]


def tile_sight(town: Town, at: str) -> TileSight:
    """Return all that a picture needs of the tile on a space."""
    tile = town[at]
    row, column = place(at)
    kind = KIND_OF.get(DIGITS[tile.streets])
    return TileSight(
        at=at,
        row=row,
        column=column,
        sides=tuple(map(int, tile.streets)),
        dead=dead_ends(town, at),
        open=open_ends(town, at),
        kind=None if kind is None else KINDS[kind],
        site=tile.site,
        owner=tile.owner,
    )


def change_of(turn: Turn) -> Change:
    """Return what a turn changed."""
    doing = turn.doing
    words = (doing.marker, *doing.ops)
    if doing.building:
        words = (*words, f"{doing.building}@{doing.site}{'>' if doing.tree_to else ''}{doing.tree_to}")
    return Change(
        seat=turn.seat,
        marker=doing.marker,
        words=words,
        laid=doing.laid,
        developed=doing.developed,
        building=doing.building,
        site=doing.site,
        tree_to=doing.tree_to,
        tour=doing.tour,
        numbers=turn.numbers,
        pays=None if turn.pay is None else turn.pay.pays,
    )


def draft_of(table: Table) -> Change | None:
    """Return what the turn under way has changed so far; None before its marker is announced."""
    doing = table.doing
    if doing is None:
        return None
    numbers = stop_numbers(table.town, doing.tour)
    pay = draft_pay(table)
    return change_of(Turn(seat=table.current, doing=doing, card=table.mover.card, pay=pay, numbers=numbers))


def leader_of(table: Table) -> Leader | None:
    """Return the player to move as the leader of a tour, None without a card."""
    card = table.mover.card
    return None if card is None else Leader(table.current, CARDS[card], len(table.players))


def draft_pay(table: Table) -> Pay | None:
    """Return what the tour of the turn under way will pay; None without one, or if help is off (8)."""
    leader = leader_of(table)
    if table.doing is None or not table.doing.tour or leader is None or table.options.tour_help == "off":
        return None
    return value(table.town, table.doing.tour, leader)


def player_sight(view: View, seat: Seat) -> PlayerSight:
    """Return one player's column."""
    table = view.table
    player, sheet = table.players[seat], view.sheets[seat]
    return PlayerSight(
        seat=seat,
        up=tuple(Marker(marker) for marker in player.up),
        card=player.visitors,
        stock=tuple(player.stock.get(category, 0) for category in BUILDINGS),
        turns=player.turns,
        to_move=not table.over and table.current == seat,
        marker=table.marker == seat,
        saved=player.saved,
        last_turn_left=seat in (table.queue or ()),
        greenies=None if sheet is None else sheet.total,
    )


def board_of(view: View) -> Board:
    """Return everything a picture shows."""
    table = view.table
    least = fewest(table.supply)
    return Board(
        round=table.clock // len(table.players) + 1,
        turn=table.clock + 1,
        mover=None if table.over else table.current,
        deciding=table.deciding,
        last_turns=table.last_turns and not table.over,
        second=table.second,
        tiles=tuple(tile_sight(table.town, at) for at in sorted(table.town, key=place)),
        open=open_spaces(table.town),
        stacks=tuple(StackSight(kind, table.supply[kind.id], kind.number == least) for kind in KINDS.values()),
        players=tuple(player_sight(view, Seat(seat)) for seat in range(len(table.players))),
        top=None if table.top is None else CARDS[table.top],
        deck=table.deck,
        last=None if table.last is None else change_of(table.last),
        draft=draft_of(table),
        variant=table.variant,
    )
