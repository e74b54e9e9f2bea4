"""Orders at work: what a stored order plays now, and the plan of several turns that serves most games."""

from __future__ import annotations

from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from games.core.contract import Game
from games.core.errors import IllegalMove, Refusal, Unreadable
from games.core.input.forms import check_length
from games.core.moves import Move
from games.core.orders import Order, Otherwise, Plan, Resolution
from games.core.running.forced import weave_forced
from games.core.running.play import TurnContext, finish
from games.core.seats import AskId, Seat
from games.core.text import Text, raw, say, sentences

S = TypeVar("S")
V = TypeVar("V")


MOST_LINES = 1000
"""Lines of one plan, alternatives included: so many short ones are read within a fraction of a second."""


MOST_WHYS = 3
"""Reasons why alternatives were not played that are told, each once."""


class Tried(Struct, frozen=True, kw_only=True):
    """What came of trying an order.

    ``turn`` is the whole turn to commit with Cause.ORDER, or None; ``rest`` is the order that stays stored (after the
    turn, or unchanged if ``otherwise`` keeps it); ``why`` tells its owner why it was not played.
    """

    turn: tuple[Move, ...] | None
    rest: Order | None = None
    otherwise: Otherwise = Otherwise.KEEP
    why: Text | None = None


def play_order(game: Game[S, Any], state: S, seat: Seat, ask: AskId, order: Order, filed: object) -> Tried:
    """Find the first turn of an order that can be played whole at the ask; ``filed`` is the view it was stored at.

    With Otherwise.ASK the order stays, halted; with DROP and DONE it goes; with KEEP it waits for a later ask.
    """
    meaning = game.planning.resolve(order, filed, game.view(state, seat))
    whys: list[Text] = []
    for at, moves in enumerate(meaning.tries):
        turn = weave_forced(TurnContext(game, state, seat, ask), moves)
        try:
            finish(game, state, seat, ask, turn)
        except IllegalMove as refusal:
            if len(whys) < MOST_WHYS and refusal.text not in whys:
                whys.append(refusal.text)
            continue
        rest = meaning.rests[at] if meaning.rests else meaning.rest
        return Tried(turn=turn, rest=rest)
    rest = None if meaning.otherwise in (Otherwise.DROP, Otherwise.DONE) else order
    why = sentences(*whys) if whys else None
    return Tried(turn=None, rest=rest, otherwise=meaning.otherwise, why=meaning.why or why)


def alternatives(step: str) -> tuple[str, ...]:
    """Return the lines of a step, in order of preference."""
    return tuple(line.strip() for line in step.split("|") if line.strip())


def check_plan(game: Game[Any, V], view: V, plan: Plan) -> None:
    """Raise Unreadable, naming the step, if a line of the plan does not follow the notation, or for a plan of nothing.

    What the rules forbid now is no objection: a step is judged when its turn comes.
    """
    if not plan.steps and plan.ends != "pass":
        raise Unreadable("NO_STEPS", "core", say("core.plan_without_steps"))
    count = sum(len(alternatives(step)) for step in plan.steps)
    if count > MOST_LINES:
        raise Unreadable("LONG_PLAN", "core", say("core.long_plan", n=count, most=MOST_LINES))
    for number, step in enumerate(plan.steps, 1):
        lines = alternatives(step)
        if not lines:
            raise Unreadable("BAD_STEP", "core", say("core.empty_step", number=number))
        for line in lines:
            try:
                check_length(game, len(line))
                game.notation.read(view, line)
            except Unreadable as refusal:
                why = say("core.bad_step", number=number, step=line, why=refusal.text)
                raise Unreadable(refusal.code, refusal.clause, why) from refusal
            except Refusal:
                continue


def resolve(game: Game[Any, V], plan: Plan, filed: V, now: V) -> Resolution:
    """Return what a plan plays now.

    ``ask`` tries the alternatives of the first step and halts if none can be played; ``skip`` drops steps that cannot
    be played and goes on to the next at once; ``wish`` tries all steps and keeps those not played.
    """
    not_now = game.planning.not_due(plan, filed, now)
    if not_now is Otherwise.DROP:
        return _over(plan)
    if not_now is not None:
        return Resolution(otherwise=not_now)
    why = game.planning.disturbance(plan, filed, now) if plan.guard else None
    if why is not None:
        return Resolution(otherwise=Otherwise.ASK, why=why)
    if not plan.steps:
        return _end(game, plan, now)
    tries: list[tuple[Move, ...]] = []
    rests: list[Order | None] = []
    for at, step in enumerate(plan.steps if plan.fails != "ask" else plan.steps[:1]):
        left = plan.steps[at + 1 :] if plan.fails != "wish" else plan.steps[:at] + plan.steps[at + 1 :]
        for line in alternatives(step):
            try:
                turn = tuple(game.notation.read(now, line))
            except Refusal as refusal:
                why = why or refusal.text
                continue
            tries.append(turn)
            rests.append(_rest(plan, left))
    if plan.fails == "skip":
        passing = replace(_end(game, plan, now), why=say("core.plan_skipped", steps=_write(plan)))
        return replace(passing, tries=(*tries, *passing.tries), rests=(*rests, *(None for _ in passing.tries)))
    otherwise = Otherwise.KEEP if plan.fails == "wish" else Otherwise.ASK
    return Resolution(tries=tuple(tries), rests=tuple(rests), otherwise=otherwise, why=why)


def _rest(plan: Plan, left: tuple[str, ...]) -> Plan | None:
    return replace(plan, steps=left) if left or plan.ends == "pass" else None


def _over(plan: Plan) -> Resolution:
    """The season of a plan is over: a word about the steps that were left, none about a plan that was played."""
    if not plan.steps:
        return Resolution(otherwise=Otherwise.DONE)
    return Resolution(otherwise=Otherwise.DROP, why=say("core.plan_over", season=plan.season, steps=_write(plan)))


def _write(plan: Plan) -> Text:
    return raw("; ".join(plan.steps))


def _end(game: Game[Any, V], plan: Plan, now: V) -> Resolution:
    """All steps are used up: pass, or ask."""
    turn = game.planning.pass_turn(now) if plan.ends == "pass" else ()
    why = say("core.plan_used_up")
    return Resolution(tries=(turn,) if turn else (), otherwise=Otherwise.DROP, why=why)
