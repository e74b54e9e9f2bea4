"""What a newcomer is taught in a guided match, when it first matters."""

from __future__ import annotations

from collections.abc import Iterator

from games.core.game import Ask
from games.core.text import Text, say
from games.greentown.components import CARDS
from games.greentown.moves import Erect, Tour
from games.greentown.rules.building import still_to_build
from games.greentown.rules.order import PAIR
from games.greentown.state import Sheet, Table
from games.greentown.tours.listing import best_pay
from games.greentown.view import View


def lessons(view: View, ask: Ask) -> tuple[Text, ...]:
    """Return what must be known for the decision, nothing of what was met in an earlier turn."""
    table = view.table
    if view.seat is None or ask.seat != view.seat or view.seat != table.current or table.over or table.deciding:
        return ()
    sheet = view.sheets[view.seat]
    if sheet is None:
        return ()
    return tuple(_of_marker(table) if table.doing is None else _of_parts(table, sheet, ask))


def _of_marker(table: Table) -> Iterator[Text]:
    """Yield what matters as a turn begins, by how many came before."""
    turn = table.mover.turns
    if turn == 0:
        yield say(f"greentown.lesson.you.{table.current + 1}")
        yield say("greentown.lesson.goal")
        yield say("greentown.lesson.card", count=CARDS[table.mover.card or ""].stops)
        yield say("greentown.lesson.markers")
        pay = best_pay(table)
        if pay is not None:
            yield say("greentown.lesson.worth", count=pay.pays[table.current])
    elif turn == 1:
        yield say("greentown.lesson.used")
    elif turn == 2:
        yield say("greentown.lesson.end", count=table.deck)
    if table.second and 0 < turn < 3:
        yield say("greentown.lesson.second")


def _of_parts(table: Table, sheet: Sheet, ask: Ask) -> Iterator[Text]:
    """Yield what matters for the parts that the marker includes, each until it was done in a turn."""
    doing = table.doing
    assert doing is not None
    if still_to_build(table):
        if not sheet.laid + sheet.developed:
            yield say(_STEPS[0 if not doing.ops else 1 if doing.laid else 2])
        return
    if Erect in ask.verbs and not sheet.erected:
        yield say("greentown.lesson.erect")
    if Tour in ask.verbs and not sheet.tours:
        yield say("greentown.lesson.tour", count=CARDS[table.mover.card or ""].stops)
        if len(table.players) == PAIR:
            yield say("greentown.lesson.pair")
        pay = best_pay(table)
        if pay is not None:
            yield say("greentown.lesson.list", count=pay.pays[table.current])
    if doing.tour and not sheet.tours:
        top = table.top
        yield say("greentown.lesson.led") if top is None else say("greentown.lesson.next", count=CARDS[top].stops)


_STEPS = ("greentown.lesson.build", "greentown.lesson.laid", "greentown.lesson.developed")
"""As a build begins, and after its first step."""
