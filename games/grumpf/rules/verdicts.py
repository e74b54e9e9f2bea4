"""How a board was judged, in a line: ``2 F: 2+2+1 = 5 ≤ 10 ok – Pi 2, Gr 1`` (M3.4)."""

from __future__ import annotations

from games.core.text import Text, raw, say
from games.grumpf.components import Condition, Kind, Side
from games.grumpf.state import Result, State


def result_line(state: State, result: Result) -> Text:
    """Return the line of a board that somebody stands on, or where Animals lie."""
    side = state.side(result.board)
    head = raw(f"{state.round} {result.board}")
    if not result.values:
        return say("grumpf.log.result.nobody", head=head, left=result.left)
    reckoning = reckoning_text(side.condition, result.values)
    if not result.met:
        return say("grumpf.log.result.failed", head=head, reckoning=reckoning, left=result.left)
    if side.effect:
        return say("grumpf.log.result.sorcerer", head=head, prize=_prize(side, result))
    return say("grumpf.log.result.ok", head=head, reckoning=reckoning, prize=shares(result))


def _prize(side: Side, result: Result) -> Text:
    """Return what the first clan on the Sorcerer board has won."""
    trade = side.effect == "trade"
    name = "may_trade" if trade else "tile" if result.got else "no_tile"
    return say(f"grumpf.log.result.{name}", clan=result.ranking[0].clan)


def shares(result: Result) -> Text:
    """Return who got how many: ``Pi 2, Gr 1``."""
    if not result.got:
        return say("grumpf.log.result.nothing")
    return raw(", ".join(f"{clan} {count}" for clan, count in result.got.items()))


def reckoning_text(condition: Condition, values: tuple[int, ...]) -> Text:
    """Return values and condition with how they compare: ``2+2+1 = 5 ≤ 10``."""
    total = sum(values)
    addends = "+".join(map(str, values))
    sums = f"{addends} = {total}" if len(values) > 1 else str(total)
    listed = raw("-".join(map(str, values)))
    match condition.type:
        case Kind.SUM_MIN:
            return raw(f"{sums} {'≥' if total >= condition.value else '<'} {condition.value}")
        case Kind.SUM_MAX:
            return raw(f"{sums} {'≤' if total <= condition.value else '>'} {condition.value}")
        case Kind.SUM_BETWEEN:
            low = f"{condition.min} {'≤' if total >= condition.min else '>'}"
            return raw(f"{low} {sums} {'≤' if total <= condition.max else '>'} {condition.max}")
        case Kind.SUM_EVEN:
            return say("grumpf.log.result.odd" if total % 2 else "grumpf.log.result.even", sums=raw(sums))
        case Kind.COUNT_MIN:
            return raw(f"{len(values)} {'≥' if len(values) >= condition.value else '<'} {condition.value}")
        case Kind.ALL_SAME:
            return say("grumpf.log.result.same", values=listed)
        case Kind.ALL_DIFFERENT:
            return say("grumpf.log.result.different", values=listed)
        case Kind.EACH_MAX:
            return say("grumpf.log.result.each", values=listed, most=condition.value)
        case Kind.NONE:
            return say("grumpf.log.result.free")


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
            return "free"
