"""What a player stores ahead: the town plan of a year (D6)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, ClassVar, Literal

from msgspec.structs import replace

from games.core.errors import Refusal
from games.core.moves import Choice, Field, Move
from games.core.orders import Order, Otherwise, Resolution
from games.core.text import raw
from games.walnut_grove.components import BARN, FOOD, FUEL, GOODS, HUT, IMPROVEMENTS, RING, STOPS, Kind
from games.walnut_grove.farm import Farm, needs_of, owned
from games.walnut_grove.lines import read
from games.walnut_grove.moves import Go, Pass, Take
from games.walnut_grove.notation import unreadable
from games.walnut_grove.saying import words
from games.walnut_grove.state import Phase, Table
from games.walnut_grove.telling import stop_label
from games.walnut_grove.view import View

MOST_ALTERNATIVES = 5
_THINGS = frozenset({*GOODS, *FOOD, HUT, BARN, *IMPROVEMENTS})
"""All that can be taken in town."""


class TownPlan(Order, frozen=True, kw_only=True, tag="plan"):
    """Plan this year's town order ahead: the first alternative that can be carried out is."""

    title: ClassVar[str] = "Plan this year"
    single: ClassVar[bool] = True

    orders: Annotated[
        tuple[str, ...],
        Field(
            "Up to five town orders, best first, separated by ; (church+wf; = h(wws))",
            least=1,
            most=MOST_ALTERNATIVES,
            spaced=True,
        ),
    ]
    otherwise: Annotated[Literal["ask", "pass"], Field("If none can be carried out: ask me, or pass")] = "ask"
    keep: Annotated[bool, Field("Keep it until it is carried out or the year is over")] = True


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


def check_plan(plan: TownPlan, view: View) -> None:
    """Refuse alternatives that are no town orders, or name a building or thing that there is not (5.3)."""
    in_town = replace(view, table=replace(view.table, phase=Phase.TOWN))
    for line in plan.orders:
        moves = read(in_town, line)
        if not moves or not isinstance(moves[0], (Go, Pass)):
            raise unreadable(line)
        for move in moves:
            names = (move.to,) if isinstance(move, Go) else move.what if isinstance(move, Take) else ()
            known = STOPS.keys() if isinstance(move, Go) else _THINGS
            for name in names:
                if name not in known:
                    raise unreadable(name)


def suggestions(view: View, field: str) -> Iterable[Choice]:
    """Suggest town orders: every building with what lies there, whether it can be paid now or not."""
    if field != "orders" or view.seat is None:
        return ()
    return _suggested(view)


def _suggested(view: View) -> Iterator[Choice]:
    table, seat = view.table, view.seat
    assert seat is not None, "an order belongs to a seat"
    if not table.places[seat]:
        return
    for stop in RING:
        label = stop_label(table, seat, stop)
        if stop.kind is Kind.FREE:
            yield from (Choice(f"{stop.id}+{goods}", label) for goods in _wanted(table.farms[seat], table))
        elif stop.kind is Kind.STORE:
            yield Choice(f"{stop.id}<{''.join(stop.buys)}", label)
        else:
            yield from (Choice(f"{stop.id}+{thing}", label) for thing in dict.fromkeys(table.stock.get(stop.id, ())))
    yield Choice("=", raw("="))


def _wanted(farm: Farm, table: Table) -> Iterator[str]:
    """Yield pairs of goods to take: what winter asks for most, twice or with wood."""
    needs = needs_of(farm, table.the_disc) if table.disc else {}
    short = sorted(GOODS, key=lambda good: owned(farm, good) - needs.get(good, 0))
    yield short[0] * 2
    yield short[0] + short[1]
    if FUEL not in short[:2]:
        yield short[0] + FUEL
