"""What the match waits for: one player's turn, a decision about a double turn, or the next card (4.1)."""

from __future__ import annotations

from games.core.game import Ask
from games.core.moves import Move
from games.core.seats import TABLE, AskId
from games.core.text import Text, say
from games.greentown.moves import Announce, Avoid, Develop, Done, Double, Erect, Forgo, Lay, Reveal, Tour, Via
from games.greentown.rules.building import still_to_build
from games.greentown.rules.checks import find_end_fault
from games.greentown.rules.order import may_decide
from games.greentown.state import Doing, Table
from games.greentown.tours.listing import result_text, visit_names
from games.greentown.tours.paths import count_stops
from games.greentown.view import draft_pay


def asks(table: Table) -> tuple[Ask, ...]:
    """Return the one thing that is due; () after the end."""
    if table.over:
        return ()
    if table.turn_up:
        return (Ask(id=AskId(f"card:{table.clock}"), seat=TABLE, verbs=(Reveal,), text=say("greentown.ask.card")),)
    if table.deciding:
        decision = say("greentown.ask.double", seat=table.current)
        ask = AskId(f"double:{table.clock}")
        return (Ask(id=ask, seat=table.current, verbs=(Double,), text=decision, private=say("greentown.ask.decide")),)
    return (
        Ask(
            id=AskId(f"turn:{table.clock}"),
            seat=table.current,
            verbs=verbs(table),
            exact=owes(table),
            text=say("greentown.ask.turn", seat=table.current),
            private=_private(table),
        ),
    )


def owes(table: Table) -> bool:
    """Return whether something must still be chosen before the turn can end.

    Only then is what is forced filled in: the end itself is the player's to confirm, with the tour's result before it.
    """
    return table.doing is None or find_end_fault(table, table.doing) is not None


def verbs(table: Table) -> tuple[type[Move], ...]:
    """Return what may be played now in the turn under way."""
    doing = table.doing
    if doing is None:
        return (Announce,)
    if still_to_build(table):
        return (Lay, Develop, Forgo, Done)
    found: list[type[Move]] = []
    if doing.laid and not doing.building and not doing.tour:
        found.append(Erect)
    if doing.tours and not doing.lapses and not doing.tour:
        found.append(Tour)
        if table.options.tour_help == "list":
            found += [Via, Avoid]
    if may_decide(table):
        found.append(Double)
    return (*found, Done)


def _private(table: Table) -> Text:
    doing = table.doing
    if doing is None:
        return say("greentown.ask.marker")
    left = still_to_build(table)
    if left:
        return say("greentown.ask.build", count=left)
    if doing.tour:
        return _tour_text(table, doing)
    if doing.lapses:
        return say("greentown.ask.lapses")
    if doing.tours:
        return say("greentown.ask.erect_tour" if doing.laid and not doing.building else "greentown.ask.tour")
    return say("greentown.ask.erect" if doing.laid and not doing.building else "greentown.ask.done")


def _tour_text(table: Table, doing: Doing) -> Text:
    """Return stops, visits, wishes and payments of the tour before anything is confirmed (5.3), unless help is off."""
    pay = draft_pay(table)
    stops = count_stops(table.town, doing.tour)
    if pay is None:
        return say("greentown.ask.led", count=stops)
    result = result_text(pay, table.current, you=True)
    return say("greentown.ask.valued", count=stops, visits=visit_names(pay), result=result)
