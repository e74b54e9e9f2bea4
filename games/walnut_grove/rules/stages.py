"""How far an order has come, and which moves may follow: orders are written in the order of their line (5.3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.core.moves import Move
from games.core.seats import Seat
from games.walnut_grove.components import STOPS, Kind
from games.walnut_grove.moves import (
    WINTER_MOVES,
    Coins,
    Done,
    Drop,
    GiveUp,
    Go,
    Lay,
    Pass,
    Renounce,
    Repay,
    RepayGate,
    RepayMid,
    Save,
    Sell,
    Sources,
    Take,
    Tax,
    Work,
)
from games.walnut_grove.rules.errand import PASS
from games.walnut_grove.rules.summer import awaits_drop
from games.walnut_grove.rules.town import gates_between
from games.walnut_grove.state import Phase, Table

FARM_STAGES: tuple[type[Move], ...] = (Lay, Work, Renounce, RepayMid, Drop, Repay)
"""The moves of a farm order as they follow each other; help may also be paid back before the first."""
TOWN_STAGES: tuple[type[Move], ...] = (
    Go, Take, Tax, RepayGate, Save, Coins, Sources, Drop, Repay, *WINTER_MOVES,
)  # fmt: skip
"""The same for a town order; selling stands where taking does, passing where nothing more is done but paying back."""
COIN_STAGES: tuple[type[Move], ...] = (GiveUp, Repay, *WINTER_MOVES)
BEFORE = 1
"""Stage of help paid back before anything else; the others follow from 2 on."""


def _stages(table: Table, seat: Seat) -> tuple[type[Move], ...]:
    if table.phase is Phase.FARM:
        return FARM_STAGES
    if table.current != seat:
        return WINTER_MOVES
    return TOWN_STAGES if table.phase is Phase.TOWN else COIN_STAGES


def stage_after(table: Table, seat: Seat, move: Move) -> int:
    """Return the stage that an order has reached with a move."""
    stages = _stages(table, seat)
    if isinstance(move, Repay) and _before(table, seat):
        return BEFORE
    if isinstance(move, Pass):
        return _number(stages, Drop)
    return _number(stages, Take if isinstance(move, Sell) else type(move))


def _number(stages: tuple[type[Move], ...], verb: type[Move]) -> int:
    return BEFORE + 1 + stages.index(verb) if verb in stages else 0


def _before(table: Table, seat: Seat) -> bool:
    """Whether help paid back now is paid back before everything else."""
    if table.phase is Phase.FARM:
        return not table.summers[seat].laid
    return table.phase is Phase.TOWN and not table.desks[seat].errand.to


def in_stage_order(moves: Sequence[Move]) -> tuple[Move, ...]:
    """Bring the parts of a town order, however they were written, into the order in which they are played."""
    order = {verb: at for at, verb in enumerate((GiveUp, *TOWN_STAGES))}
    order |= {Pass: order[Go], Sell: order[Take]}
    there = next((at for at, move in enumerate(moves) if isinstance(move, Go | Pass)), 0)
    early = [at for at, move in enumerate(moves[:there]) if isinstance(move, Repay)]
    later = sorted((at for at in range(len(moves)) if at not in early), key=lambda at: order[type(moves[at])])
    return tuple(moves[at] for at in (*early, *later))


def instructs(table: Table, seat: Seat) -> bool:
    """Whether the order under way holds winter instructions (M5)."""
    return table.desks[seat].stage >= _number(_stages(table, seat), WINTER_MOVES[0])


def verbs(table: Table, seat: Seat) -> tuple[type[Move], ...]:
    """Return what a seat may add to its order now."""
    if table.phase is Phase.FARM:
        return tuple(_farm_verbs(table, seat))
    if table.current != seat:
        return (*_later(table, seat, WINTER_MOVES), *((Done,) if table.desks[seat].stage else ()))
    if table.phase is Phase.COINS:
        return (*_later(table, seat, COIN_STAGES), Done)
    return tuple(_town_verbs(table, seat))


def _later(table: Table, seat: Seat, stages: tuple[type[Move], ...]) -> tuple[type[Move], ...]:
    stage = table.desks[seat].stage
    return tuple(verb for verb in stages if _number(_stages(table, seat), verb) > stage)


def _farm_verbs(table: Table, seat: Seat) -> Iterator[type[Move]]:
    summer = table.summers[seat]
    farm = table.farms[seat]
    if summer.laid < table.the_disc.keep:
        if farm.open and not table.desks[seat].stage:
            yield Repay
        yield Lay
    elif not summer.areas:
        yield Work
    elif awaits_drop(summer):
        yield from (Drop, Done)
    else:
        for verb in _later(table, seat, FARM_STAGES[2:]):
            helpful = verb not in (RepayMid, Repay) or farm.open
            if helpful and (verb is not Renounce or any(worked.barn + worked.lost for worked in summer.worked)):
                yield verb
        yield Done


def _town_verbs(table: Table, seat: Seat) -> Iterator[type[Move]]:
    desk, farm = table.desks[seat], table.farms[seat]
    errand = desk.errand
    if not errand.to:
        if farm.open and desk.stage < BEFORE:
            yield Repay
        yield Go
        yield Pass
        return
    stop = STOPS.get(errand.to)
    if stop is not None and not errand.take and not errand.sell:
        yield Sell if stop.kind is Kind.STORE else Take
        return
    if desk.unpaid:
        yield from (Tax, Done)
        return
    for verb in _later(table, seat, TOWN_STAGES):
        if _makes_sense(table, seat, verb):
            yield verb
    yield Done


def _makes_sense(table: Table, seat: Seat, verb: type[Move]) -> bool:
    """Whether a part of a town order can be right, from what lies open; names that are not needed are right, too."""
    desk, farm = table.desks[seat], table.farms[seat]
    errand = desk.errand
    stop = STOPS.get(errand.to)
    gates = gates_between(desk.place, errand.to) if stop is not None else ()
    if verb in (Tax, RepayGate):
        return bool(gates)
    if verb in (Save, Coins, Sources):
        return stop is not None
    if verb is Repay:
        return bool(farm.open)
    return verb is not Drop or errand.to != PASS
