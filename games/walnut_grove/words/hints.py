"""Advice for a beginner in a practice match: what matters now, and a good order in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce

from games.core.game import Ask
from games.core.moves import Found, Move, tell_better
from games.core.seats import Seat
from games.core.text import Text, lines
from games.walnut_grove.components import HELP_POINTS, YEARS
from games.walnut_grove.moves import HELP, WINTER_MOVES, Done, Go, Pass, Repay, Tax
from games.walnut_grove.rules.farm import find_missing
from games.walnut_grove.rules.playing import errand_with, ran_for
from games.walnut_grove.state import Instructions, Phase, Table
from games.walnut_grove.view import View
from games.walnut_grove.words.describe import tell
from games.walnut_grove.words.names import counts, item_text, words


def has_begun(table: Table, seat: Seat) -> bool:
    """Whether the seat has written something of the order, for which alone there is advice as a whole."""
    desk = table.desks[seat]
    return desk.stage > 0 if desk.sale is not None else desk.base is not None


def has_steps(turn: Sequence[Move]) -> bool:
    """Whether an order has more than its end."""
    return any(not isinstance(move, Done) for move in turn)


def hint(view: View, ask: Ask, turn: Sequence[Move], found: Found | None = None) -> Text | None:
    """Return advice for what is asked; ``turn`` is an order that is good enough or was found (empty: none is named)."""
    advice = _advice(view, ask, turn)
    steps = tuple(_steps(view, ask.seat, turn))
    better = () if found is None else (tell_better(found),)
    return lines(advice, words("hint.suggestion"), *steps, *better) if advice is not None and steps else advice


def _steps(view: View, seat: Seat, turn: Sequence[Move]) -> Iterator[Text]:
    """Yield the moves of an order in words, taxes with the way; none needs what those before it have changed."""
    for move in turn:
        if not isinstance(move, Done | Tax):
            yield words("hint.step", what=tell(view, move))
        if isinstance(move, Go):
            yield from _taxes(view.table, seat, turn)


def _taxes(table: Table, seat: Seat, turn: Sequence[Move]) -> Iterator[Text]:
    """Yield what each gate on the way takes, which the order may leave to the rules."""
    errand = reduce(errand_with, _list_town_moves(turn), table.desks[seat].errand)
    for way in ran_for(table, seat, errand, whole=False).gates:
        if way != HELP:
            yield words("hint.tax", coin=item_text(way))
        elif errand.repay_after:
            yield words("hint.tax.repaid")
        else:
            yield words("hint.tax.help", points=-HELP_POINTS)


def _list_town_moves(turn: Sequence[Move]) -> list[Move]:
    """Return the moves of an order but for its end and what is said of the winter."""
    return [move for move in turn if not isinstance(move, (Done, *WINTER_MOVES))]


def _advice(view: View, ask: Ask, turn: Sequence[Move]) -> Text | None:
    table = view.table
    if view.seat != ask.seat:
        return None
    match table.phase:
        case Phase.START:
            return words("hint.start")
        case Phase.FARM:
            return words("hint.farm.first" if table.year == 1 else "hint.farm")
        case Phase.COINS if table.current == ask.seat:
            return words("hint.coins" if has_steps(turn) else "hint.coins.kept")
        case Phase.TOWN if table.current == ask.seat:
            return _advise_walk(table, ask.seat, turn)
        case _ if table.desks[ask.seat].winter == Instructions():
            return words("hint.winter")
    return None


def _advise_walk(table: Table, seat: Seat, turn: Sequence[Move]) -> Text:
    """Return what matters in town; a suggestion to stay comes with its reason."""
    short = find_missing(table.farms[seat], table.the_disc)
    if any(isinstance(move, Pass) for move in turn):
        repaid = any(isinstance(move, Repay) for move in turn)
        return words("hint.town.repay", points=-HELP_POINTS) if repaid else words("hint.town.stay")
    if short:
        return words("hint.town.short", things=counts(short))
    return words("hint.town.last" if table.year == YEARS else "hint.town")
