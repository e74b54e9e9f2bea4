"""Plans: whole turns stored ahead (4.4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

from msgspec.structs import replace

from games.core.errors import Refusal, Unreadable
from games.core.moves import Choice, Field, Move
from games.core.orders import Order, Otherwise, Resolution
from games.core.seats import Seat
from games.core.text import Text, say
from games.greentown.components import CARDS
from games.greentown.moves import JOINT, Announce, Avoid, Develop, Double, Erect, Lay, Tour, Via
from games.greentown.rules.markers import words_up
from games.greentown.rules.playing import play
from games.greentown.rules.trying import try_turn
from games.greentown.state import Pay, Table
from games.greentown.tours.listing import list_tours, tour_choice
from games.greentown.view import View
from games.greentown.words.describe import tell
from games.greentown.words.notation import read_line

MOST_SUGGESTED = 100
"""Characters of a suggestion (Discord limit)."""

LINE: tuple[type[Move], ...] = (Announce, Lay, Develop, Erect, Via, Avoid, Tour, Double)
"""The parts of a line that a player may write."""


class Plan(Order, frozen=True, kw_only=True, tag="plan"):
    """A turn to play when it's yours, if its tour then pays you no less and others no more."""

    title: ClassVar[str] = "Plan a turn"
    single: ClassVar[bool] = True

    turns: Annotated[
        tuple[str, ...],
        Field("A whole turn, e.g. T ~M12-L12-L13; a second after ; for a double turn", least=1, most=2, spaced=True),
    ]
    played: Annotated[int, Field("How many of them are played already", least=0, most=1, hidden=True)] = 0


def resolve(order: Order, filed: View, now: View) -> Resolution:
    """Return what a plan plays now (4.4): the turn if it is legal in every part and its tour as good as when stored."""
    assert isinstance(order, Plan)
    if now.seat is None or now.table.over or now.table.current != now.seat or now.table.doing is not None:
        return Resolution(rest=order)
    line = order.turns[order.played]
    try:
        moves = read_line(now.table, line, LINE)
        turn = try_turn(now.table, moves).turn
    except Refusal as refusal:
        return Resolution(otherwise=Otherwise.DROP, why=refusal.text)
    if turn is not None and turn.pay is not None:
        stored = _pay_when_stored(order, filed, now.seat)
        if stored is None or not as_good(turn.pay, stored, now.seat):
            return Resolution(otherwise=Otherwise.DROP, why=say("greentown.plan.worse"))
    rest = replace(order, played=order.played + 1) if order.played + 1 < len(order.turns) else None
    return Resolution(tries=(moves,), rest=rest, otherwise=Otherwise.DROP)


def check_order(order: Order, view: View) -> Text | None:
    """Refuse turns that cannot be read; return why they could not be played on the present map (4.4)."""
    assert isinstance(order, Plan)
    if view.seat is None or view.table.over:
        return None
    table, fault = _in_turn(view.table, view.seat), None
    for line in order.turns:
        try:
            table = _in_turn(try_turn(table, read_line(table, line, LINE)).table, view.seat)
        except Unreadable:
            raise
        except Refusal as refusal:
            fault = fault or refusal.text
    return fault


def tell_order(order: Order, view: View) -> tuple[Text, ...]:
    """Return the turns of a readable plan move by move, and on what terms it is played (4.4)."""
    assert isinstance(order, Plan)
    if view.seat is None or view.table.over:
        return ()
    table, told, pays = _in_turn(view.table, view.seat), [], None
    for line in order.turns:
        try:
            moves = read_line(table, line, LINE)
            played = try_turn(table, moves)
        except Refusal:
            return ()
        for move in moves:
            told.append(tell(replace(view, table=table), move))
            table = play(table, move).table
        table = _in_turn(played.table, view.seat)
        pays = pays if played.turn is None or played.turn.pay is None else played.turn.pay.pays[view.seat]
    if pays is not None:
        told.append(say("greentown.plan.terms", pay=pays))
    return tuple(told)


def as_good(now: Pay, stored: Pay, seat: Seat) -> bool:
    """Return whether a tour pays the player at least, and every opponent at most, what it did (4.4)."""
    others = (seat_ for seat_ in range(len(now.pays)) if seat_ != seat)
    return now.pays[seat] >= stored.pays[seat] and all(now.pays[other] <= stored.pays[other] for other in others)


def _pay_when_stored(order: Plan, filed: View, seat: Seat) -> Pay | None:
    """Return what the tour paid on the table of that time; None if the plan could not be played then."""
    table = _in_turn(filed.table, seat)
    try:
        for line in order.turns[: order.played + 1]:
            table = _in_turn(table, seat)
            played = try_turn(table, read_line(table, line, LINE))
            table = played.table
    except Refusal:
        return None
    return None if played.turn is None else played.turn.pay


def _in_turn(table: Table, seat: Seat) -> Table:
    """Return the table as if it were the seat's turn."""
    return replace(table, current=seat, doing=None, deciding=False, second=False)


def suggestions(view: View, field: str) -> Iterator[Choice]:
    """Yield plain tours that could be led on the present map, as lines for a plan."""
    table = view.table
    seat = view.seat
    if field != "turns" or seat is None or table.over or table.players[seat].card is None:
        return
    table = _in_turn(table, seat)
    word = next((word for word in words_up(table) if word in ("T", "?T")), None)
    if word is None or table.options.tour_help != "list":
        return
    for number, group in enumerate(list_tours(table, CARDS[table.mover.card or ""]), start=1):
        line = f"{word} ~{JOINT.join(group.path)}"
        if len(line) <= MOST_SUGGESTED:
            yield tour_choice(line, number, group, seat)
