"""What players store ahead: a draft for a missed deadline, a wish list for the Forced Trade (A10.3, S3.2)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Annotated, ClassVar

from games.core.errors import Refusal, Unreadable
from games.core.moves import Choice, Field
from games.core.orders import Order, Otherwise, Resolution
from games.core.text import Text, say
from games.grumpf.choices import choices
from games.grumpf.deeds import HUT, form_fault
from games.grumpf.moves import Step, TakeOver, Trade
from games.grumpf.rules.planning import draft_fault
from games.grumpf.rules.trading import never_fault, trades
from games.grumpf.state import Phase
from games.grumpf.view import View
from games.grumpf.words.describe import tell
from games.grumpf.words.names import refusal
from games.grumpf.words.notation import read_word

MOST_WISHES = 3
"""Exchanges in a wish list (S3.2)."""


class Draft(Order, frozen=True, kw_only=True, tag="draft"):
    """A plan that is played only if you miss the deadline of the next volley (A10.3)."""

    title: ClassVar[str] = "If you miss the deadline"
    expired: ClassVar[bool] = True

    moves: Annotated[tuple[str, ...], Field("A step for each beat, such as 5>B 4>R?|4>B x*M!", least=1, most=9)]


class Wish(Order, frozen=True, kw_only=True, tag="wish"):
    """Trades for your Forced Trade: the first possible one is made at once (S3.2)."""

    title: ClassVar[str] = "Forced Trade wishes"

    trades: Annotated[
        tuple[str, ...],
        Field("Give=Clan:take, best first, such as B=Gr:M R=Pi:W", least=1, most=MOST_WISHES),
    ]
    keep: Annotated[bool, Field("Keep these wishes for later hunts")] = True


def resolve(order: Order, now: View) -> Resolution:
    """Return what an order plays now; what cannot be read is dropped with the reason."""
    state = now.state
    try:
        if isinstance(order, Draft):
            steps = _steps(order, now)
            mine = state.phase is Phase.VOLLEY and now.seat is not None
            return Resolution(((TakeOver(steps),),) if mine else ())
        if isinstance(order, Wish):
            wishes = tuple(_wish(now, text) for text in order.trades)
            mine = state.phase is Phase.TRADE and state.trader == now.seat
            return Resolution(tuple((wish,) for wish in wishes) if mine else (), rest=order if order.keep else None)
    except Refusal as refusal:
        return Resolution(otherwise=Otherwise.DROP, why=refusal.text)
    return Resolution(otherwise=Otherwise.DROP)


def check_order(order: Order, view: View) -> Text | None:
    """Refuse what cannot be read, a draft that is too long, and one whose first choices the hand does not allow (A2.4).

    The hand is looked at while the volley is planned that the draft would be for.
    """
    if isinstance(order, Wish):
        _check_wish(order, view)
    elif isinstance(order, Draft):
        _check_draft(order, view)
    return None


def _check_wish(order: Wish, view: View) -> None:
    if not any(view.state.side(board).effect == "trade" for board in view.state.sides):
        raise refusal("NEVER_TRADE", "R9.2")
    for text in order.trades:
        if (wrong := never_fault(view.state, view.seat, _wish(view, text))) is not None:
            raise wrong


def _check_draft(order: Draft, view: View) -> None:
    steps, state = _steps(order, view), view.state
    if state.mode == "live" and not state.options.switching:
        raise refusal("NEVER_DRAFT", "A10.3")
    hand = view.seat if state.phase is Phase.VOLLEY else None
    if hand is not None and (wrong := draft_fault(state, hand, steps)) is not None:
        raise wrong


def tell_order(view: View, order: Order) -> tuple[Text, ...]:
    """Return the steps of a draft, or the exchanges of a wish list, in words."""
    if isinstance(order, Wish):
        best, *others = (tell(view, _wish(view, text)) for text in order.trades)
        return (best, *(say("grumpf.move.or_else", what=what) for what in others))
    if not isinstance(order, Draft):
        return ()
    first = view.state.beat + 1 if view.state.phase is Phase.VOLLEY else 1
    steps = enumerate(_steps(order, view), first)
    return tuple(say("grumpf.move.in_beat", beat=beat, what=tell(view, Step((text,)))) for beat, text in steps)


def _steps(order: Draft, view: View) -> tuple[str, ...]:
    """Return the steps of a draft; it is read, but not checked against the hand (A2.4)."""
    texts = tuple(text for element in order.moves for text in re.split(r"[\s,]+", element) if text)
    for text in texts:
        wrong = form_fault(text, view.state.players)
        if wrong is not None:
            raise wrong
    return texts


def _wish(view: View, text: str) -> Trade:
    try:
        move = read_word(view, text, (Trade,))
    except Unreadable:
        move = None
    if not isinstance(move, Trade):
        raise Unreadable("SYNTAX", "S3.2", say("grumpf.refusal.wish_syntax", text=text))
    return move


def suggestions(view: View, order: type[Order], field: str) -> Iterator[Choice]:
    """Yield values for a field of an order: simple steps, and exchanges that would be possible now."""
    seat = view.seat
    if seat is None or not 0 <= seat < view.state.players:
        return
    if order is Wish and field == "trades":
        for trade in trades(view.state, seat):
            yield Choice(f"{trade.give}={trade.partner}:{trade.take}", tell(view, trade))
    if order is Draft and field == "moves":
        for step in _simple_steps(view):
            yield Choice(step.text, tell(view, step))


def _simple_steps(view: View) -> Iterator[Step]:
    """Yield steps of one choice that name a face; a hut, too, since a draft is for a later volley."""
    yield Step((HUT,))
    for head in choices(view, Step, {}):
        start = str(head.value)
        if ":" in start or (start[0].isdigit() and start[1] not in ">"):
            continue
        if start.endswith(">"):
            boards = (str(choice.value) for choice in choices(view, Step, {"choice": (start,)}))
            yield from (Step((start, board)) for board in boards)
        elif start.endswith("*"):
            boards = (str(choice.value) for choice in choices(view, Step, {"choice": (start,)}))
            yield from (Step((start, board, "!")) for board in boards)
        elif start != HUT:
            yield Step((start,))
