"""Why a move is not allowed, in the order of section F."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from games.core.errors import game_over, not_a_player, not_your_turn
from games.core.moves import Move
from games.core.seats import Seat
from games.h2olland.board import squares_in
from games.h2olland.components import FIELDS, STEP, STORAGE_LIMIT, TULIPS, Item, faces_of, find_item, nearest
from games.h2olland.moves import Area, Dike, Drought, Face, Flip, HandIn, Keep, Pass, Place, Reward, Run, Trade
from games.h2olland.rules.draining import area_problem, dike_problem, flip_problem
from games.h2olland.rules.flow import placeable, reward_colours
from games.h2olland.rules.placing import problem
from games.h2olland.rules.racing import run_problem
from games.h2olland.rules.trading import carry_out, keep_problem, over_limit, too_low
from games.h2olland.state import ROUNDS, Basket, Phase, Table, cached_on_table, change_count
from games.h2olland.words.refusals import Trouble, as_trouble, item_text, trouble, words

VERBS: dict[Phase, tuple[type[Move], ...]] = {
    Phase.SPRING: (Place, Pass),
    Phase.DIKES: (Dike, Pass),
    Phase.DRAIN: (Area, Flip),
    Phase.REWARD: (Reward,),
    Phase.AUTUMN: (),
    Phase.DROUGHT: (Drought,),
    Phase.WINTER: (Trade, Keep, HandIn),
    Phase.FINAL_TRADE: (Trade, HandIn),
    Phase.PLANTING: (Place, Pass),
    Phase.RACE: (Run, Pass),
    Phase.OVER: (),
}
"""What a season allows (R3.1)."""


def verbs_now(table: Table) -> tuple[type[Move], ...]:
    """Return what may be played now: while an area is drained tiles are turned, else areas chosen."""
    if table.phase is Phase.DRAIN:
        return (Flip,) if table.area else (Area,)
    return VERBS[table.phase]


def problem_of(table: Table, basket: Basket, seat: Seat | None, move: Move) -> Trouble | None:
    """Return why the move is not allowed to the seat (None: a spectator), or None."""
    if seat is None:
        return as_trouble(not_a_player("F"))
    if table.phase is Phase.OVER:
        return as_trouble(game_over("R9.9"))
    if isinstance(move, Face):
        return _face(table, seat, move)
    return check_timing(table, basket, seat, type(move)) or _rules(table, basket, seat, move)


def check_timing(table: Table, basket: Basket, seat: Seat, verb: type[Move]) -> Trouble | None:
    """Return why it is not the time for the seat to play the verb, or None (R3.1, R3.2, R3.4)."""
    if verb not in verbs_now(table):
        season, can = words(f"name.season.{table.phase}"), words(f"refusal.can.{table.phase}")
        return trouble("wrong_phase", "R3.1", season=season, can=can)
    if table.phase in ROUNDS and seat in table.passed:
        return trouble("passed", "R3.4", season=words(f"name.season.{table.phase}"))
    if table.collecting:
        return trouble("not_your_turn", "R3.2", "handed") if basket.handed else None
    if seat != table.turn or table.turning:
        return as_trouble(not_your_turn(table.turn, "R3.2", plan="/h2o plan"))
    return None


def _rules(table: Table, basket: Basket, seat: Seat, move: Move) -> Trouble | None:
    match move:
        case Place():
            return _place(table, seat, move)
        case Dike():
            return _dike(table, seat, move)
        case Area():
            return area_problem(table, seat, move.tile)
        case Flip():
            return flip_problem(table, seat, move.tile)
        case Reward():
            return _rewards(table, seat, move.colours)
        case Drought():
            return _drought(table, move.tile)
        case Run():
            return run_problem(table, seat, move.at)
        case Trade() | Keep() | HandIn():
            return _order(apply_basket(table, seat, basket), seat, basket, move)
    return None


def _place(table: Table, seat: Seat, move: Place) -> Trouble | None:
    item = find_item(move.item)
    if item is None:
        return _unknown(move.item)
    if item not in placeable(table, seat):
        return trouble("not_in_barn", "R4.1" if table.phase is Phase.SPRING else "R8.6", item=item_text(item))
    return problem(table, seat, item, squares_in(move.at))


def border_in(text: str) -> str:
    """Return the border a text names (``3-4``, ``4-3``), lower tile first; the text itself if it names none."""
    parts = text.replace("/", "-").split("-")
    if len(parts) != 2 or not all(part.strip().isdecimal() and len(part) < 4 for part in parts):
        return text
    low, high = sorted(map(int, parts))
    return f"{low}-{high}"


def _dike(table: Table, seat: Seat, move: Dike) -> Trouble | None:
    if not table.has(seat, Item.DIKE):
        return trouble("not_in_barn", "R5.1", item=item_text(Item.DIKE))
    return dike_problem(table, border_in(move.at))


def _face(table: Table, seat: Seat, move: Face) -> Trouble | None:
    owner = table.rotatable.get(move.tile)
    face = face_of(table, move.tile)
    if owner != seat:
        why = "late" if owner is None else "other"
        if owner is None and not faces_of(face):
            why = "plain"
        return trouble("not_your_tile", "R5.15", why, tile=move.tile)
    if move.to.upper() not in faces_of(face):
        return trouble("bad_direction", "R5.15", tile=move.tile, directions=faces_of(face))
    return None


def face_of(table: Table, tile: int) -> str:
    """Return the face of a tile that has been turned, "" for one that has not."""
    turned = table.flipped.get(tile)
    return (turned.face or "") if turned else table.land.get(tile, "")


def _rewards(table: Table, seat: Seat, colours: Sequence[str]) -> Trouble | None:
    if len(colours) > table.owed[seat]:
        return trouble("too_many", "R5.17", count=table.owed[seat])
    for colour in colours:
        item = find_item(colour) or colour
        unfit = _reward(table, seat, item)
        if unfit is not None:
            return unfit
        table = replace(table.change_barn(seat, item, 1), coop=change_count(table.coop, item, -1))
    return None


def _reward(table: Table, seat: Seat, item: str) -> Trouble | None:
    if item not in TULIPS:
        return trouble("not_a_tulip", "R5.17")
    if STEP[item] > table.levels[seat]:
        return too_low(item, table.levels[seat], "R5.17")
    if item not in reward_colours(table, seat):
        return trouble("sold_out", "R5.18", item=item_text(item))
    return None


def _drought(table: Table, tile: int) -> Trouble | None:
    if tile and tile not in table.board.tiles:
        return trouble("unknown_tile", "E.1", tile=tile)
    if tile in table.land:
        return trouble("not_water", "R6.3", tile=tile)
    return None


def apply_basket(table: Table, seat: Seat, basket: Basket) -> Table:
    """Return the table as it would be after the trades the player has written down so far."""
    return _after(table, seat, basket.trades)


@cached_on_table
def _after(table: Table, seat: Seat, trades: tuple[str, ...]) -> Table:
    after = carry_out(table, seat, trades)
    return table if isinstance(after, Trouble) else after


def _order(after: Table, seat: Seat, basket: Basket, move: Trade | Keep | HandIn) -> Trouble | None:
    match move:
        case Trade():
            return _trades(after, seat, move.trades)
        case Keep():
            return _keep(after, seat, move.items)
    if after.phase is Phase.WINTER and basket.keep is None and over_limit(after.barns[seat]):
        held = sum(after.has(seat, item) for item in FIELDS)
        return trouble("over_storage", "R7.7", "choose", count=held, most=STORAGE_LIMIT)
    return None


def _trades(after: Table, seat: Seat, trades: Sequence[str]) -> Trouble | None:
    if not trades:
        return trouble("bad_exchange", "R7.4")
    then = carry_out(after, seat, trades)
    return then if isinstance(then, Trouble) else None


def _keep(after: Table, seat: Seat, keep: Sequence[str]) -> Trouble | None:
    for name in keep:
        if find_item(name) is None:
            return _unknown(name)
    return keep_problem(after.barns[seat], tuple(find_item(name) or name for name in keep))


def _unknown(name: str) -> Trouble:
    return trouble("unknown_item", "E.2", name=name, known=tuple(map(item_text, nearest(name))))
