"""Whether an order would be played as things stand, and what has become of orders by somebody's own turn. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from bot.app.match.state import MatchState
from bot.app.match.turn_runner import StoredPlan, TurnRunner
from bot.app.plans.words import text_of
from games.core.orders import Order, is_preference
from games.core.running.plans import Tried, play_order
from games.core.running.play import Cause, Entry
from games.core.seats import Seat
from games.core.text import Text, raw, say, sentences


def tries_of(table: MatchState, seat: Seat, order: Order, view: object) -> list[Tried]:
    """Return what comes of an order, stored at a view, at each ask of its seat; nothing of a preference."""
    if order.expired or is_preference(type(order)) or table.held:
        return []
    state = table.require_position().state
    asks = [ask.id for ask in table.open_asks() if ask.seat == seat]
    return [play_order(table.game, state, seat, ask, order, view) for ask in asks]


def why_not(tries: Sequence[Tried]) -> Text | None:
    """Return why an order is played at none of the asks; None if it is, or nobody can tell."""
    if any(each.turn is not None for each in tries):
        return None
    return next((each.why for each in tries if each.why is not None), None)


def own_news(table: MatchState, play: TurnRunner, seat: Seat) -> tuple[Text, ...]:
    """Return what has become of the orders of the player of a seat; they read it in the answer, and not once more."""
    own = table.seats_of(next((row.user for row in table.seats if row.seat == seat), None))
    texts = [say("app.order_followed", line=turn) for turn in describe_planned_turns(play, own)]
    for at, stop in enumerate(play.stops):
        if stop.filed.seat in own and not stop.said:
            text = "app.order_halted_own" if stop.kept else "app.order_dropped_own"
            texts.append(say(text, plan=plan_named(table, stop.filed), why=stop.why))
            play.stops[at] = replace(stop, said=True)
    return tuple(texts)


def plan_named(table: MatchState, filed: StoredPlan) -> Text:
    """Return a plan in words, with its seat where its owner has several."""
    plan = text_of(filed.order)
    return say("app.order_of_seat", seat=filed.seat, plan=plan) if table.seats_to_name(filed.seat) else plan


def describe_planned_turns(play: TurnRunner, seats: tuple[Seat, ...]) -> Iterator[Text]:
    """Yield the turns that were played for seats by their orders, in words, or else in notation."""
    for entry in (entry for stretch in play.stretches for entry in stretch.entries):
        if entry.seat in seats and entry.cause in (Cause.PLAN, Cause.ORDER):
            yield _describe_turn(entry)


def _describe_turn(entry: Entry) -> Text:
    said = [event.text for event in entry.events if event.audience is None or entry.seat in event.audience]
    return sentences(*said) if said else raw(entry.line)


def report_played(turns: Sequence[Text]) -> Text:
    """Return that a plan fitted and is carried out, with its turns."""
    return say("app.order_played_whole", line=sentences(*turns))
