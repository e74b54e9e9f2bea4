"""What a player stores ahead: the town plan of a year (D6)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated, ClassVar, Literal

from msgspec.structs import replace

from games.core.errors import IllegalMove, Refusal
from games.core.moves import Choice, Field, Move
from games.core.orders import Order, Otherwise, Resolution
from games.core.text import Text, raw
from games.walnut_grove.components import BARN, COLOURS, FUEL, GOODS, HUT, IMPROVEMENTS, RING, STOPS, Kind, Stop
from games.walnut_grove.moves import Go, Pass, Sell, Take
from games.walnut_grove.rules.errand import sale_trouble
from games.walnut_grove.rules.farm import Farm, count_owned, needs_of
from games.walnut_grove.rules.town import FREE_GOODS, take_trouble
from games.walnut_grove.state import Phase, Table
from games.walnut_grove.view import View
from games.walnut_grove.words.describe import stop_label, tell
from games.walnut_grove.words.lines import read
from games.walnut_grove.words.names import item_text, refuse, stop_text, words
from games.walnut_grove.words.notation import unreadable

MOST_ALTERNATIVES = 5
_THINGS_BY_KIND: Mapping[Kind, tuple[str, ...]] = {
    Kind.HIRE: COLOURS,
    Kind.BUILD: (HUT, BARN),
    Kind.IMPROVE: IMPROVEMENTS,
}
"""What can lie at a building of a kind."""


class TownPlan(Order, frozen=True, kw_only=True, tag="plan"):
    """Plan this year's town turn ahead: the first one that is possible is played."""

    title: ClassVar[str] = "Plan this year"
    single: ClassVar[bool] = True

    orders: Annotated[
        tuple[str, ...],
        Field(
            "Up to five town turns, best first, separated by ; (church+wf; mill+hut; = passes)",
            least=1,
            most=MOST_ALTERNATIVES,
            spaced=True,
        ),
    ]
    otherwise: Annotated[
        Literal["ask", "pass"], Field("If none is possible: ask me, or pass", named={"ask": "ask me", "pass": "pass"})
    ] = "ask"
    keep: Annotated[bool, Field("It stays until it is played or the year is over", hidden=True)] = True


ORDERS: tuple[type[Order], ...] = (TownPlan,)


def year_of(filed: Table, seat: int | None) -> int:
    """Return the year a plan is for: the next one if its owner had acted in town already when filing it."""
    acted = filed.phase is Phase.WINTER or (filed.phase is not Phase.FARM and seat in filed.has_acted)
    return filed.year + acted


def resolve(plan: TownPlan, filed: View, now: View) -> Resolution:
    """Return what a plan plays now: its alternatives in order, then passing or asking."""
    year, seat = year_of(filed.table, filed.seat), now.seat
    if now.table.year > year or now.table.over:
        return Resolution(otherwise=Otherwise.DROP, why=words("plan.over", year=year))
    if now.table.year < year or now.table.phase is not Phase.TOWN or now.table.current != seat:
        return Resolution(otherwise=Otherwise.KEEP)
    tries: list[tuple[Move, ...]] = []
    why = None
    for line in plan.orders:
        try:
            tries.append(read(now, line))
        except Refusal as refusal:
            why = why or refusal.text
    if plan.otherwise == "pass":
        tries.append((Pass(),))
    return Resolution(tries=tuple(tries), otherwise=Otherwise.ASK, why=why)


def check_plan(plan: TownPlan, view: View) -> Text | None:
    """Refuse alternatives that are no town orders, or that can never be carried out (5.3).

    Return what is missing in town for the first if none of them finds what it is to take: nothing is ever refilled.
    """
    missing: list[Text] = []
    lines = _lines_of(plan, view)
    for moves in lines:
        wrong = _visit_trouble(view.table, moves)
        if wrong is not None:
            missing.append(wrong)
    return missing[0] if missing and len(missing) == len(lines) else None


def tell_order(plan: TownPlan, view: View) -> tuple[Text, ...]:
    """Return the alternatives in words, with the year they are for."""
    first, *others = (_turn_text(view, moves) for moves in _lines_of(plan, view))
    return (
        words("plan.year", year=year_of(view.table, view.seat), what=first),
        *(words("plan.else", what=what) for what in others),
        words(f"plan.otherwise.{plan.otherwise}"),
    )


def _turn_text(view: View, moves: Sequence[Move]) -> Text:
    first, *rest = moves
    head = stop_text(first.to) if isinstance(first, Go) else words("plan.pass")
    return words("plan.with", head=head, things=tuple(tell(view, move) for move in rest)) if rest else head


def _lines_of(plan: TownPlan, view: View) -> tuple[tuple[Move, ...], ...]:
    """Read the alternatives; raises Refusal for what is no town order."""
    in_town = replace(view, table=replace(view.table, phase=Phase.TOWN))
    return tuple(_line_of(in_town, line) for line in plan.orders if line)


def _line_of(view: View, line: str) -> tuple[Move, ...]:
    moves = tuple(read(view, line))
    if not any(isinstance(move, Go | Pass) for move in moves):
        raise unreadable(line, "town")
    return moves


def _visit_trouble(table: Table, moves: Sequence[Move]) -> Text | None:
    """Return what is not there to take; raises IllegalMove for what that building never has, buys or gives."""
    to = next((move.to for move in moves if isinstance(move, Go)), "")
    take = tuple(thing for move in moves if isinstance(move, Take) for thing in move.what)
    sell = tuple(good for move in moves if isinstance(move, Sell) for good in move.goods)
    if not to:
        return None
    stop = STOPS.get(to)
    if stop is None:
        raise refuse("UNKNOWN_BUILDING", "R6.2", name=to, stops=tuple(map(stop_text, STOPS)))
    wrong = sale_trouble(stop, take, sell) if stop.kind is Kind.STORE else _take_trouble(stop, take, sell)
    if wrong is not None:
        raise wrong
    gone = None if stop.kind is Kind.STORE else take_trouble(table, stop, take)
    return None if gone is None else gone.text


def _take_trouble(stop: Stop, take: Sequence[str], sell: Sequence[str]) -> IllegalMove | None:
    """Return why nothing like that can ever be taken at a building that is no store."""
    if sell:
        return refuse("NOT_BOUGHT_HERE", "R6.14", "nothing", stop=stop_text(stop.id))
    if stop.kind is Kind.FREE:
        bad = len(take) != FREE_GOODS or any(thing not in GOODS for thing in take)
        return refuse("TWO_GOODS", "R6.10") if bad else None
    there = _THINGS_BY_KIND[stop.kind]
    things = tuple(map(item_text, there))
    wrong = next((thing for thing in take if thing not in there), None)
    if wrong is not None:
        return refuse("NOT_THERE", "R6.7", "ever", stop=stop_text(stop.id), thing=raw(wrong), things=things)
    variant = "nothing" if not take else "one"
    one = len(take) == 1
    return None if one else refuse("NOT_THERE", "R6.7", variant, stop=stop_text(stop.id), things=things)


def suggestions(view: View, field: str) -> Iterable[Choice]:
    """Suggest town orders: every building with what lies there, whether it can be paid now or not."""
    if field != "orders" or view.seat is None:
        return ()
    return _suggestions(view)


def _suggestions(view: View) -> Iterator[Choice]:
    table, seat = view.table, view.seat
    assert seat is not None, "an order belongs to a seat"
    if not table.places[seat]:
        return
    for stop in RING:
        label = stop_label(table, seat, stop)
        if stop.kind is Kind.FREE:
            yield from (Choice(f"{stop.id}+{goods}", label) for goods in _list_wanted_pairs(table.farms[seat], table))
        elif stop.kind is Kind.STORE:
            yield Choice(f"{stop.id}<{''.join(stop.buys)}", label)
        else:
            yield from (Choice(f"{stop.id}+{thing}", label) for thing in dict.fromkeys(table.stock.get(stop.id, ())))
    yield Choice("=", words("plan.pass"))


def _list_wanted_pairs(farm: Farm, table: Table) -> Iterator[str]:
    """Yield pairs of goods to take: what winter asks for most, twice or with wood."""
    needs = needs_of(farm, table.the_disc) if table.disc else {}
    short = sorted(GOODS, key=lambda good: count_owned(farm, good) - needs.get(good, 0))
    yield short[0] * 2
    yield short[0] + short[1]
    if FUEL not in short[:2]:
        yield short[0] + FUEL
