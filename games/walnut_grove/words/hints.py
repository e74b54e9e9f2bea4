"""Advice for a beginner in a practice match: what matters now, and a good order in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce

from games.core.game import Ask
from games.core.moves import Move
from games.core.seats import Seat
from games.core.text import Text, lines
from games.walnut_grove.components import HELP_POINTS, YEARS
from games.walnut_grove.moves import HELP, WINTER_MOVES, Done, Tax
from games.walnut_grove.rules.farm import find_missing
from games.walnut_grove.rules.playing import errand_with, ran_for
from games.walnut_grove.state import Phase, Table
from games.walnut_grove.view import View
from games.walnut_grove.words.describe import tell
from games.walnut_grove.words.names import counts, item_text, words


def hint(view: View, ask: Ask, turn: Sequence[Move]) -> Text | None:
    """Return advice for what is asked; ``turn`` is an order that is good enough (empty: none is named)."""
    advice = _advice(view, ask)
    steps = (*_steps(view, turn), *_taxes(view.table, ask.seat, turn))
    return lines(advice, words("hint.suggestion"), *steps) if advice is not None and steps else advice


def _steps(view: View, turn: Sequence[Move]) -> Iterator[Text]:
    """Yield the moves of an order in words, the taxes left out; none needs what those before it have changed."""
    yield from (words("hint.step", what=tell(view, move)) for move in turn if not isinstance(move, Done | Tax))


def _taxes(table: Table, seat: Seat, turn: Sequence[Move]) -> Iterator[Text]:
    """Yield what each gate on the way takes, which the order may leave to the rules."""
    if table.phase is not Phase.TOWN or table.current != seat:
        return
    errand = reduce(errand_with, _list_town_moves(turn), table.desks[seat].errand)
    for way in ran_for(table, seat, errand, whole=False).gates:
        if way == HELP:
            yield words("hint.tax.help", points=-HELP_POINTS)
        else:
            yield words("hint.tax", coin=item_text(way))


def _list_town_moves(turn: Sequence[Move]) -> list[Move]:
    """Return the moves of an order but for its end and what is said of the winter."""
    return [move for move in turn if not isinstance(move, (Done, *WINTER_MOVES))]


def _advice(view: View, ask: Ask) -> Text | None:
    table = view.table
    if view.seat != ask.seat:
        return None
    match table.phase:
        case Phase.START:
            return words("hint.start")
        case Phase.FARM:
            return words("hint.farm.first" if table.year == 1 else "hint.farm")
        case Phase.COINS:
            return words("hint.coins")
        case Phase.TOWN if table.current == ask.seat:
            short = find_missing(table.farms[ask.seat], table.the_disc)
            if short:
                return words("hint.town.short", things=counts(short))
            return words("hint.town.last" if table.year == YEARS else "hint.town")
    return None
