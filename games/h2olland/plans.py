"""What players store ahead: season plans, wish lists, early orders and preferences (D.3, D.4)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Annotated, ClassVar, Literal

from msgspec.structs import force_setattr, replace

from games.core.errors import Refusal
from games.core.moves import Choice, Field, Move
from games.core.orders import Order, Otherwise, Plan, Resolution
from games.core.running.plans import alternatives
from games.core.seats import Seat
from games.core.text import Text, raw
from games.h2olland.board import Square, squares_in
from games.h2olland.choices import choices
from games.h2olland.components import CODES, STORAGE_LIMIT, find_item
from games.h2olland.moves import Drought, Face, Keep, Pass, Place, Reward, Run, Trade
from games.h2olland.rules.checks import face_of, problem_of
from games.h2olland.rules.defaults import best_rewards, default_drain, default_run
from games.h2olland.rules.playing import tiles_of
from games.h2olland.rules.racing import field_at, field_text, open_tulips, rank_by_rows
from games.h2olland.state import Basket, Building, Phase, Planted, Table
from games.h2olland.view import View
from games.h2olland.words.names import tell
from games.h2olland.words.notation import read, read_item, trade_code
from games.h2olland.words.refusals import Trouble, words

Season = Literal["spring", "dikes", "drought", "planting", "race"]
SEASONS = {
    "spring": "spring",
    "dikes": "summer (dikes)",
    "drought": "autumn (drought)",
    "planting": "final planting",
    "race": "tulip race",
}
"""What the seasons of a plan are called."""
"""What a plan can be for."""

_YEAR: dict[Phase, int] = {phase: place for place, phase in enumerate(Phase)}
"""The phases in the order of a year; the final trade and what follows come after the winter."""


_BARE = {
    "race": ("rn", re.compile(r"[A-N]\d{1,2}(?:[A-N]\d{1,2})?", re.IGNORECASE)),
    "drought": ("dr", re.compile(r"\d{1,2}|-")),
    "dikes": ("dk", re.compile(r"\d{1,2}-\d{1,2}")),
}
"""What a step of a season may be written as without its code."""


def _whole(line: str, code: str, bare: re.Pattern[str]) -> str:
    return f"{code} {line.strip()}" if bare.fullmatch(line.strip()) else line


class SeasonPlan(Plan, frozen=True, kw_only=True, tag="plan"):
    """Plan the turns of one season ahead, or list wishes for drought or race."""

    title: ClassVar[str] = "Plan a season"

    season: Annotated[Season, Field("For which season", named=SEASONS)]
    fails: Annotated[
        Literal["usual", "ask", "skip", "wish"],
        Field(
            "A step that can't be played: ask, skip or keep it (default: keep in race and drought, else ask)",
            named={
                "usual": "keep it in race and drought, else ask me",
                "ask": "stop the plan and ask me",
                "skip": "skip it",
                "wish": "keep it for later",
            },
        ),
    ] = "usual"  # type: ignore[assignment]

    def __post_init__(self) -> None:
        """Take bare squares, tiles and borders as steps of the season: ``J3`` in the race is ``rn J3`` (P9, D.3)."""
        if self.season in _BARE:
            code, bare = _BARE[self.season]
            whole = tuple("|".join(_whole(line, code, bare) for line in step.split("|")) for step in self.steps)
            force_setattr(self, "steps", whole)


class EarlyOrder(Order, frozen=True, kw_only=True, tag="early"):
    """Submit this year's winter order, or the final one, before your turn."""

    title: ClassVar[str] = "Early winter order"

    trades: Annotated[tuple[str, ...], Field("In order: mi buys a mill; 3co>po, 4>cw, cw>be exchange")] = ()
    stores: Annotated[tuple[str, ...], Field("What to keep, up to five fields", most=STORAGE_LIMIT)] = ()
    keep: Annotated[bool, Field("Keep it until it's carried out")] = True


class Preferences(Order, frozen=True, kw_only=True, tag="prefs"):
    """Let small decisions be made for you."""

    title: ClassVar[str] = "Preferences"
    single: ClassVar[bool] = True

    reward: Annotated[
        Literal["best", "ask"],
        Field("Rewards: take the best tulips, or ask", named={"best": "take the best tulips", "ask": "ask me"}),
    ] = "best"
    drain: Annotated[
        Literal["ask", "auto"],
        Field("Draining: ask, or the lowest area and tile", named={"ask": "ask me", "auto": "lowest area and tile"}),
    ] = "ask"
    facing: Annotated[
        Literal["ask", "asdrawn"],
        Field("Barren tiles: ask, or leave them as drawn", named={"ask": "ask me", "asdrawn": "leave them as drawn"}),
    ] = "ask"
    race: Annotated[
        Literal["ask", "auto"],
        Field(
            "Race: ask, or run to the best tulips in reach", named={"ask": "ask me", "auto": "run to the best tulips"}
        ),
    ] = "ask"
    keep: Annotated[bool, Field("Keep these preferences for the whole match")] = True


ORDERS: tuple[type[Order], ...] = (SeasonPlan, EarlyOrder, Preferences)


# --- When a plan is for (P1) ---------------------------------------------------------------------------------------


def not_due(plan: SeasonPlan, seat: Seat, filed: Table, now: Table) -> Otherwise | None:
    """Return None if the seat has its turn in the plan's season, KEEP if that may still come, DROP if it is over."""
    season = Phase(plan.season)
    if now.phase is season and now.year == _year_of(season, filed):
        return None if now.turn == seat else Otherwise.KEEP
    over = (now.year, _YEAR[now.phase]) > (_year_of(season, filed), _YEAR[season])
    return Otherwise.DROP if over else Otherwise.KEEP


def _year_of(season: Phase, filed: Table) -> int:
    """Return the year a plan was filed for: the next one if its season was over by then."""
    if season in (Phase.PLANTING, Phase.RACE):
        return filed.years if filed.phase not in (Phase.FINAL_TRADE, Phase.PLANTING, Phase.RACE) else filed.year
    return filed.year + (_YEAR[filed.phase] > _YEAR[season])


# --- The guard (P5) ------------------------------------------------------------------------------------------------


def tell_disturbance(plan: SeasonPlan, seat: Seat, filed: Table, now: Table) -> Text | None:
    """Say what another player has put on or next to a square of a remaining step since the plan was filed."""
    watched = {near for square in _squares(plan, now) for near in (square, *now.board.near[square])}
    for square in now.board.squares:
        if square in watched and (by := _newcomer(square, seat, filed, now)) is not None:
            return words("plan.disturbed", seat=by, square=square)
    points = {point for border in _borders(plan, now) for point in now.board.borders[border]}
    for dike, by in now.dikes.items():
        if by != seat and dike not in filed.dikes and not points.isdisjoint(now.board.borders[dike]):
            return words("plan.disturbed_dike", seat=by, border=dike)
    return None


def _squares(plan: SeasonPlan, table: Table) -> Iterator[Square]:
    """Yield the squares that the steps name; a field named by one square is meant with both."""
    for step in plan.steps:
        for square in squares_in(step):
            thing = table.on.get(square)
            if square in table.board.near:
                yield from thing.at if isinstance(thing, Planted) else (square,)


def _borders(plan: SeasonPlan, table: Table) -> Iterator[str]:
    for step in plan.steps:
        yield from (border for border in re.findall(r"\d+-\d+", step) if border in table.board.borders)


def _newcomer(square: Square, seat: Seat, filed: Table, now: Table) -> Seat | None:
    thing, before = now.on.get(square), filed.on.get(square)
    if thing is None or thing == before:
        return None
    match thing:
        case Building():
            by: Seat | None = thing.seat
        case Planted(runner=None):
            by = thing.by if before is None else None
        case _:
            by = thing.runner if not isinstance(before, Planted) or before.runner is None else None
    return None if by == seat else by


# --- What orders play ----------------------------------------------------------------------------------------------


def with_usual(plan: SeasonPlan, now: Table) -> Plan:
    """Return the plan with the season's usual way to fail (P3, P9); wishes for taken fields are dropped."""
    fails = _fails(plan)
    steps = plan.steps
    if fails == "wish":
        steps = tuple(step for step in steps if any(_possible(now, line) for line in alternatives(step)))
    return replace(plan, fails=fails, steps=steps)


def _possible(table: Table, line: str) -> bool:
    """Return whether a wish may still come true: its field is free, its tile still water."""
    try:
        moves = read(table, line)
    except Refusal:
        return False
    match moves[0] if moves else None:
        case Run(at):
            field = field_at(table, at)
            return field is not None and field.runner is None
        case Drought(tile):
            return tile not in table.land
    return True


def usual_pass(table: Table) -> tuple[Move, ...]:
    """Return the turn by which a plan passes (P4)."""
    return (Drought(0),) if table.phase is Phase.DROUGHT else (Pass(),)


def early(order: EarlyOrder, seat: Seat, filed: Table, now: Table) -> Resolution:
    """Carry out an order handed in before its turn, as a whole; ask again if it has become impossible (D.3)."""
    trading = (Phase.WINTER, Phase.FINAL_TRADE)
    if now.year != filed.year:
        return Resolution(otherwise=Otherwise.DROP, why=words("plan.too_late"))
    if now.phase not in trading or not (now.collecting or now.turn == seat):
        return Resolution(otherwise=Otherwise.KEEP)
    turn: list[Move] = [Trade(tuple(map(trade_code, order.trades)))] if order.trades else []
    if order.stores and now.phase is Phase.WINTER:
        turn.append(Keep(tuple(find_item(name) or name for name in order.stores)))
    return Resolution(tries=(tuple(turn),), otherwise=Otherwise.ASK)


_NEVER = frozenset({"BAD_EDGE", "OFF_BOARD", "BAD_SHAPE", "WRONG_PHASE"})
"""What speaks against a step whatever happens until its turn comes."""


def check_order(order: Order, view: View) -> Text | None:
    """Refuse steps that can never be played, and early orders that cannot be read; return what speaks against them now.

    Steps are looked at as if it were the seat's turn in the season of the plan.
    """
    table, seat = view.table, view.seat
    if seat is None:
        return None
    if isinstance(order, EarlyOrder):
        for trade in order.trades:
            trade_code(trade)
        for name in order.stores:
            read_item(name)
    if not isinstance(order, SeasonPlan):
        return None
    then = _then(table, seat, Phase(order.season))
    faults = [fault for step in order.steps if (fault := _fault(then, view.basket, seat, step)) is not None]
    never = next((fault for fault in faults if fault.code in _NEVER), None)
    if never is not None:
        raise never.refusal()
    return faults[0].text if faults else None


MOST_TOLD = 12
"""Steps of a plan in words."""
MOST_TRIES = 4
"""Alternatives of one step in words."""


def tell_order(order: Order, view: View) -> tuple[Text, ...]:
    """Return the steps of a plan, the trades of an early order, or what preferences decide, a sentence each."""
    table, seat = view.table, view.seat
    match order:
        case _ if seat is None:
            return ()
        case SeasonPlan():
            return tuple(_plan_texts(order, table, seat))
        case EarlyOrder():
            told = [tell(table, seat, Trade((trade_code(trade),))) for trade in order.trades]
            told += [] if order.trades else [words("plan.no_trade")]
            told += [tell(table, seat, Keep(order.stores))] if order.stores else []
            return (words("plan.early"), *told)
        case Preferences():
            decided = ("reward", "drain", "facing", "race")
            return tuple(words(f"plan.{name}_{getattr(order, name)}") for name in decided)
    return ()


def _plan_texts(plan: SeasonPlan, table: Table, seat: Seat) -> Iterator[Text]:
    then = _then(table, seat, Phase(plan.season))
    for number, step in enumerate(plan.steps[:MOST_TOLD], start=1):
        lines = alternatives(step)
        tries = tuple(tell(then, seat, move) for line in lines[:MOST_TRIES] for move in read(then, line)[:1])
        more = max(len(lines) - MOST_TRIES, 0)
        name = "step_more" if more else "step_any" if len(tries) > 1 else "step"
        if tries:
            yield words(f"plan.{name}", number=number, what=tries, count=more)
    if len(plan.steps) > MOST_TOLD:
        yield words("plan.more", count=len(plan.steps) - MOST_TOLD)
    yield words(f"plan.fails_{_fails(plan)}")
    if plan.ends == "pass":
        yield words("plan.ends_pass")
    if plan.guard:
        yield words("plan.guarded")


def _fails(plan: SeasonPlan) -> Literal["ask", "skip", "wish"]:
    """What becomes of a step that can't be played: in race and drought steps are wishes, unless the plan says else."""
    if plan.fails != "usual":
        return plan.fails
    return "wish" if plan.season in ("race", "drought") else "ask"


def _fault(table: Table, basket: Basket, seat: Seat, step: str) -> Trouble | None:
    """What speaks against all alternatives of a step, or against one for ever."""
    faults = []
    for line in alternatives(step):
        moves = read(table, line)
        faults.append(problem_of(table, basket, seat, moves[0]) if moves else None)
    never = next((fault for fault in faults if fault is not None and fault.code in _NEVER), None)
    return never if never is not None or None in faults else faults[0]


def _then(table: Table, seat: Seat, season: Phase) -> Table:
    """The table as if it were the seat's turn in a season; runners are handed out when the race begins."""
    runners = table.runners if table.phase is Phase.RACE else (1,) * len(table.runners)
    return replace(table, phase=season, turn=seat, passed=(), turning=0, collecting=False, runners=runners)


def prefer(order: Preferences, view: View) -> Resolution:
    """Play what the preferences decide at what is asked now (D.4)."""
    seat, table = view.seat, view.table
    tries: list[tuple[Move, ...]] = []
    if seat is not None:
        if order.facing == "asdrawn":
            tries += [(Face(tile, face_of(table, tile).partition(".")[2]),) for tile in tiles_of(table, seat)]
        if seat == table.turn and not table.turning:
            tries += _list_preferred_turns(order, table, seat)
    return Resolution(tries=tuple(tries), rest=order, otherwise=Otherwise.KEEP)


def _list_preferred_turns(order: Preferences, table: Table, seat: Seat) -> Iterable[tuple[Move, ...]]:
    match table.phase:
        case Phase.REWARD if order.reward == "best":
            yield (Reward(best_rewards(table, seat)),)
        case Phase.DRAIN if order.drain == "auto":
            yield (default_drain(table, seat),)
        case Phase.RACE if order.race == "auto":
            yield (default_run(table, seat),)


# --- Suggestions ---------------------------------------------------------------------------------------------------


def suggestions(view: View, order: type[Order], field: str, filled: dict[str, object]) -> Iterable[Choice]:
    """Suggest steps for a plan, trades and stores for an early order."""
    table, seat = view.table, view.seat
    if seat is None:
        return ()
    if order is EarlyOrder:
        phase = table.phase if table.phase in (Phase.WINTER, Phase.FINAL_TRADE) else Phase.WINTER
        winter = replace(table, phase=phase, turn=seat, collecting=False)
        verb, name = (Trade, "trades") if field == "trades" else (Keep, "items")
        return choices(winter, view.basket, seat, verb, {name: filled.get(field, ())})
    return _steps(table, seat, str(filled.get("season", table.phase))) if field == "steps" else ()


def _steps(table: Table, seat: Seat, season: str) -> Iterator[Choice]:
    match season:
        case "dikes":
            for border in table.board.borders:
                if border not in table.dikes:
                    yield Choice(f"dk {border}")
        case "drought":
            for tile in table.water:
                yield Choice(f"dr {tile}", tell(table, seat, Drought(tile)))
        case "race":
            for field in sorted(open_tulips(table), key=rank_by_rows):
                yield Choice(f"rn {field.name}", field_text(field))
        case "spring" | "planting":
            yield from _placings(table, seat, Phase(season))


def _placings(table: Table, seat: Seat, season: Phase) -> Iterator[Choice]:
    then = _then(table, seat, season)
    for item in choices(then, Basket(), seat, Place, {}):
        for at in choices(then, Basket(), seat, Place, {"item": item.value}):
            yield Choice(f"{CODES[str(item.value)]} {at.value}", raw(str(at.value)), at.note)
