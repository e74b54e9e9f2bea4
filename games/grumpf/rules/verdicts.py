"""How a board was judged, in a sentence (M3.4): "Fish: Cees takes 2 and Anna takes 1 (2+2+1 = 5 ≤ 10)."."""

from __future__ import annotations

from games.core.text import Text, raw, say
from games.grumpf.components import Condition, Kind, Side
from games.grumpf.rules.judging import is_met
from games.grumpf.state import Result, State
from games.grumpf.words.names import board_name


def result_line(state: State, result: Result) -> Text:
    """Return the sentence of a board that somebody stands on, or where Animals lie."""
    side = state.side(result.board)
    board = board_name(result.board)
    if not (result.values or result.left):
        return say("grumpf.log.judged.nobody_empty", board=board)
    if not result.values:
        return say("grumpf.log.judged.nobody", board=board, left=_tell_left(result), count=result.left)
    if side.effect:
        return say(f"grumpf.log.judged.{_prize(state, side, result)}", board=board, **_first(state, result))
    reckoning = tell_reckoning(side.condition, result.values)
    if not result.met and result.left:
        left = _tell_left(result)
        return say("grumpf.log.judged.failed", board=board, reckoning=reckoning, left=left, count=result.left)
    if not result.met or not result.got:
        free = "free_empty" if side.condition.type is Kind.NONE else "empty"
        what = free if result.met else "failed_empty"
        return say(f"grumpf.log.judged.{what}", board=board, reckoning=reckoning)
    return say("grumpf.log.judged.taken", board=board, shares=shares(state, result), reckoning=reckoning)


def _tell_left(result: Result) -> Text:
    return say(f"grumpf.name.count.{result.board}", count=result.left)


def _first(state: State, result: Result) -> dict[str, int]:
    """Return the seat of the first clan as an argument; the neutral clan has none."""
    seat = state.seat_of(result.ranking[0].clan)
    return {} if seat is None else {"seat": seat}


def _prize(state: State, side: Side, result: Result) -> str:
    """Return the sentence of what the first clan on the Sorcerer board has won."""
    name = "may_trade" if side.effect == "trade" else "tile" if result.got else "no_tile"
    return f"{name}_neutral" if state.seat_of(result.ranking[0].clan) is None else name


def shares(state: State, result: Result) -> tuple[Text, ...]:
    """Return who takes how many, in the order of the ranking."""
    told = []
    for clan, count in result.got.items():
        seat = state.seat_of(clan)
        if seat is None:
            told.append(say("grumpf.name.share_neutral", count=count))
        else:
            told.append(say("grumpf.name.share", seat=seat, count=count))
    return tuple(told)


def tell_reckoning(condition: Condition, values: tuple[int, ...]) -> Text:
    """Return values and condition with how they compare: ``2+2+1 = 5 ≤ 10``."""
    total, met = sum(values), is_met(condition, values)
    addends = "+".join(map(str, values))
    sums = f"{addends} = {total}" if len(values) > 1 else str(total)
    listed = raw("-".join(map(str, values)))
    match condition.type:
        case Kind.SUM_MIN:
            return raw(f"{sums} {'≥' if met else '<'} {condition.value}")
        case Kind.SUM_MAX:
            return raw(f"{sums} {'≤' if met else '>'} {condition.value}")
        case Kind.SUM_BETWEEN:
            too = f"< {condition.min}" if total < condition.min else f"> {condition.max}"
            return raw(f"{condition.min} ≤ {sums} ≤ {condition.max}" if met else f"{sums} {too}")
        case Kind.SUM_EVEN:
            return say("grumpf.log.reckoning.even" if met else "grumpf.log.reckoning.odd", sums=raw(sums))
        case Kind.COUNT_MIN:
            return say("grumpf.log.reckoning.count", count=len(values), needed=condition.value)
        case Kind.ALL_SAME:
            return say("grumpf.log.reckoning.same" if met else "grumpf.log.reckoning.not_same", values=listed)
        case Kind.ALL_DIFFERENT:
            return say("grumpf.log.reckoning.different" if met else "grumpf.log.reckoning.not_different", values=listed)
        case Kind.EACH_MAX:
            what = "grumpf.log.reckoning.each" if met else "grumpf.log.reckoning.not_each"
            return say(what, values=listed, most=condition.value)
        case Kind.NONE:
            return say("grumpf.log.reckoning.free")


def formula(side: Side) -> str:
    """Return a condition as a formula, for pictures and text boards (section 11)."""
    condition = side.condition
    if side.ranking:
        return "last 3"
    match condition.type:
        case Kind.SUM_MIN:
            return f"Σ ≥ {condition.value}"
        case Kind.SUM_MAX:
            return f"Σ ≤ {condition.value}"
        case Kind.SUM_BETWEEN:
            return f"{condition.min} ≤ Σ ≤ {condition.max}"
        case Kind.SUM_EVEN:
            return "Σ even"
        case Kind.COUNT_MIN:
            return f"≥ {condition.value} ⬤"
        case Kind.ALL_SAME:
            return "= = ="
        case Kind.ALL_DIFFERENT:
            return "≠ ≠ ≠"
        case Kind.EACH_MAX:
            return f"each ≤ {condition.value}"
        case Kind.NONE:
            return "any"
