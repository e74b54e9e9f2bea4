"""What a seat may see, and what a picture of it shows (section 22). All that ``render/grunn`` knows of the game."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from games.core.game import View as CoreView
from games.core.seats import Seat
from games.grunn.components import BOX, CARDS, KINDS, LANDS, Effect, Landscape
from games.grunn.grid import (
    ANCHOR,
    COLUMN,
    RING,
    ROW,
    cell_at,
    frame_of,
    free_cells,
    sort_by_rows,
    usable_cells,
    write_edge,
)
from games.grunn.scoring import Rows, breakdown, canal_scores, count_buildings, count_wadden, score_lands, solo_rating
from games.grunn.state import Change, Pair, Phase, Player, State, Tile, Tiles, new_tile

LEAST = tuple(rating.least for rating in BOX.solo_ratings)
"""From how many points there is each rating of a solo match."""

PAIR = "pair"
"""In the spot of a pair of the pool (``pair:3``) what in that of a cell is the seat (``0:E5``)."""


class View(CoreView, frozen=True, kw_only=True):
    """A match of Grunn as a seat sees it (R16.4).

    Nothing in a state is secret: the piles are counted by kind, which follows from what everybody has seen. Drafts and
    standing orders are not part of it. So the view is the state beside the seat that looks.
    """

    state: State


class TileSight(Struct, frozen=True, kw_only=True):
    """A tile as it is drawn.

    ``payout``: ducats for developing it (None: developed or never pays). ``income``: ducats a turn it yields now.
    ``building``: the building on it or, on a site, the one that may be put there; ``cost`` in ducats, ``points``.
    """

    cell: str
    kind: str
    landscape: Landscape
    letter: str
    developed: bool
    built: bool
    site: bool
    arrows: tuple[str, ...]
    arrow_points: int
    payout: int | None
    income: int
    building: str | None
    cost: int
    points: int


class CanalSight(Struct, frozen=True):
    """A canal: its edge under the kept name (``E4e``, ``E4s``) and whether it scores as things stand (R12.10).

    ``across`` and ``down`` count the columns and lines of that cell from the first usable one: -1 for a canal on the
    outer edge to the left or above; one that tiles have left behind may lie farther outside. ``upright``: it lies on
    the cell's right side, else on its lower side.
    """

    edge: str
    scores: bool
    across: int
    down: int
    upright: bool


class PairSight(Struct, frozen=True, kw_only=True):
    """A pair of the pool as it is drawn.

    ``position`` counts from 1, the front. ``cost`` is what reaching it costs, ``ducats`` what lies on it. ``payable``:
    the player to move has the ducats to reach it (true where nobody is to move). ``taken``: chosen in this turn.
    ``card_landscape`` is what the card develops: a landscape, "any", or None; ``card_ducats`` what it pays (None: it
    hangs on the tile, or nothing).
    """

    position: int
    tile: TileSight
    card: str
    effect: Effect
    card_landscape: str | None
    card_ducats: int | None
    cost: int
    ducats: int
    payable: bool
    taken: bool


class LandSight(Struct, frozen=True, kw_only=True):
    """One player's landscape and what belongs to it.

    ``columns`` (letters) and ``lines`` (numbers) are those still usable, in true order; ``usable`` are all cells still
    usable, ``free`` those where a tile may be laid now (R6.1), both in reading order. ``dealt`` are the starting tiles.
    """

    seat: Seat
    columns: tuple[str, ...]
    lines: tuple[str, ...]
    usable: tuple[str, ...]
    free: tuple[str, ...]
    tiles: tuple[TileSight, ...]
    canals: tuple[CanalSight, ...]
    dealt: tuple[TileSight, ...]
    ducats: int
    wadden: int
    rows: Rows
    buildings: dict[str, int]
    turns: int


class Board(Struct, frozen=True, kw_only=True):
    """Everything a picture shows.

    ``mover`` is None while arranging and after the end. ``automaton`` counts its tiles by landscape (None: not solo).
    ``stocks`` holds what is left of each building and of ``canal``. ``next_tile`` is set where the option shows it.
    ``last`` is what the latest finished turn changed; ``spots`` what the turn under way has changed so far.
    ``latest`` the cell of the tile laid in the turn under way (""). ``rating``: of a finished solo match the rating
    reached, from 1, and from how many points there is each.
    """

    phase: Phase
    round: int
    rounds: int
    mover: Seat | None
    pairs: tuple[PairSight, ...]
    lands: tuple[LandSight, ...]
    stocks: dict[str, int]
    automaton: dict[Landscape, int] | None
    next_tile: TileSight | None
    last: Change | None
    spots: tuple[str, ...]
    latest: str
    winners: tuple[Seat, ...]
    rating: tuple[int, tuple[int, ...]] | None


def tile_sight(cell: str, tile: Tile) -> TileSight:
    """Return all that a picture needs of the tile on a cell."""
    kind = KINDS[tile.kind]
    building = kind.building
    return TileSight(
        cell=cell,
        kind=tile.kind,
        landscape=kind.landscape,
        letter=kind.letter,
        developed=tile.developed,
        built=tile.built,
        site=tile.is_site,
        arrows=kind.arrows,
        arrow_points=kind.arrow_points,
        payout=None if tile.developed else kind.payout,
        income=kind.income if tile.developed else 0,
        building=None if building is None else building.id,
        cost=0 if building is None else building.cost,
        points=0 if building is None else building.points,
    )


def kind_sight(kind: str) -> TileSight:
    """Return a tile that lies in no landscape yet."""
    return tile_sight("", Tile(kind, developed=KINDS[kind].always_developed))


def skip_cost(position: int) -> int:
    """Return the ducats that reaching a pair costs; the front is position 1 (R5.2)."""
    return BOX.pool.skip_cost * (position - 1)


def pair_sight(position: int, pair: Pair, *, ducats: int | None, taken: bool) -> PairSight:
    """Return a pair as it is drawn for a player with so many ducats (None: nobody is to move)."""
    card = CARDS[pair.card]
    develops = card.landscape if card.effect is Effect.DEVELOP and card.landscape != "any" else None
    return PairSight(
        position=position,
        tile=kind_sight(pair.tile),
        card=pair.card,
        effect=card.effect,
        card_landscape=card.landscape,
        card_ducats=LANDS[Landscape(develops)].payout if develops else card.ducats or None,
        cost=skip_cost(position),
        ducats=pair.ducats,
        payable=taken or ducats is None or ducats >= skip_cost(position),
        taken=taken,
    )


def open_cells(view: View, seat: Seat) -> tuple[str, ...]:
    """Return where the seat may lay a tile now, in reading order: nothing once this turn's tile is laid (R6.1)."""
    state = view.state
    player = state.players[seat]
    laid = seat == state.mover and bool(state.stage.laid)
    if laid or not player.tiles or len(player.tiles) >= state.facts.tiles_each:
        return ()
    return free_cells(player.tiles, state.limit)


def _usable(player: Player, state: State) -> tuple[str, ...]:
    if player.tiles:
        return usable_cells(player.tiles, state.limit)
    columns = max(width for width, _ in state.limit.sizes)
    rows = max(height for _, height in state.limit.sizes)
    return tuple(cell_at(COLUMN[ANCHOR] + x, ROW[ANCHOR] + y) for y in range(rows) for x in range(columns))


def _letters(cells: tuple[str, ...]) -> tuple[str, ...]:
    """Return the columns of a connected block of cells from left to right, though their letters run in a ring."""
    columns = {COLUMN[cell] for cell in cells}
    first = next(column for column in columns if (column - 1) % RING not in columns)
    return tuple(chr(65 + (first + step) % RING) for step in range(len(columns)))


def steps_between(corner: str, cell: str) -> tuple[int, int]:
    """Return how many columns to the right and lines down a cell lies from another one; less than 0: left, up."""
    half = RING // 2
    across = (COLUMN[cell] - COLUMN[corner] + half) % RING - half
    down = (ROW[cell] - ROW[corner] + half) % RING - half
    return across, down


def column_name(corner: str, across: int) -> str:
    """Return the letter of the column so many to the right of a cell's."""
    return chr(65 + (COLUMN[corner] + across) % RING)


def line_name(corner: str, down: int) -> str:
    """Return the number of the line so many below a cell's."""
    return str((ROW[corner] + down) % RING + 1)


def _canal_sight(edge: str, tiles: Tiles, corner: str) -> CanalSight:
    across, down = steps_between(corner, edge[:-1])
    return CanalSight(edge, canal_scores(edge, tiles), across, down, upright=edge[-1] == "e")


def land_sight(view: View, seat: Seat, rows: Rows) -> LandSight:
    """Return a player's landscape as it is drawn."""
    state = view.state
    player = state.players[seat]
    usable = _usable(player, state)
    columns, lines = _letters(usable), tuple(dict.fromkeys(cell[1:] for cell in usable))
    return LandSight(
        seat=seat,
        columns=columns,
        lines=lines,
        usable=usable,
        free=open_cells(view, seat),
        tiles=tuple(tile_sight(cell, player.tiles[cell]) for cell in in_order(player)),
        canals=tuple(_canal_sight(edge, player.tiles, columns[0] + lines[0]) for edge in player.canals),
        dealt=tuple(map(kind_sight, player.dealt)),
        ducats=player.ducats,
        wadden=count_wadden(player.tiles),
        rows=rows,
        buildings=count_buildings(player.tiles),
        turns=player.turns,
    )


def in_order(player: Player) -> tuple[str, ...]:
    """Return a player's cells in reading order (R1.10)."""
    return sort_by_rows(player.tiles, frame_of(player.tiles)) if player.tiles else ()


def mover_of(view: View) -> Seat | None:
    """Return whose turn it is; None while arranging and after the end."""
    state = view.state
    return None if state.phase in (Phase.ARRANGE, Phase.LOT, Phase.OVER) else state.mover


def board_of(view: View) -> Board:
    """Return everything a picture shows."""
    state = view.state
    mover = mover_of(view)
    ducats = None if mover is None else state.players[mover].ducats
    scores = breakdown(state)
    best = max(rows.total for rows in scores)
    over = state.phase is Phase.OVER
    kinds = [KINDS[kind].landscape for kind in state.automaton]
    done = state.turns_done - (state.phase in (Phase.REFILL, Phase.AUTOMATON))
    return Board(
        phase=state.phase,
        round=min(done // len(state.players) + 1, state.facts.turns_each),
        rounds=state.facts.turns_each,
        mover=mover,
        pairs=tuple(
            pair_sight(position, pair, ducats=ducats, taken=state.stage.pair == position)
            for position, pair in enumerate(state.pool, 1)
        ),
        lands=tuple(land_sight(view, Seat(seat), rows) for seat, rows in enumerate(scores)),
        stocks=state.stocks,
        automaton={land: kinds.count(land) for land in Landscape} if state.facts.automaton else None,
        next_tile=kind_sight(state.next_tile) if state.next_tile else None,
        last=state.last,
        spots=state.stage.spots,
        latest=state.stage.laid,
        winners=tuple(Seat(seat) for seat, rows in enumerate(scores) if over and rows.total == best),
        rating=(solo_rating(best), LEAST) if over and state.facts.automaton else None,
    )


def score_arrangement(view: View, seat: Seat, cells: Sequence[str]) -> int:
    """Return what the seat's starting tiles score, those laid on these cells in the order dealt."""
    state = view.state
    dealt = state.players[seat].dealt
    return score_lands({cell: new_tile(kind) for cell, kind in zip(cells, dealt, strict=False)}, state.options)


def edge_name(view: View, seat: Seat, edge: str) -> str:
    """Return an edge as it is written for the seat's landscape (R18.2)."""
    return write_edge(edge, view.state.players[seat].tiles)
