"""What a guided first match teaches: who one is and what counts, then each season as it first comes.

All of it follows from the view: the year, and how far the order under way has come.
"""

from __future__ import annotations

from collections.abc import Iterator

from games.core.game import Ask
from games.core.text import Text
from games.walnut_grove.components import BARN_EXTRA, SOLO_GOALS, YEARS
from games.walnut_grove.rules.farm import find_missing, needs_of
from games.walnut_grove.scoring import POINTS_PER_FIGURE
from games.walnut_grove.state import Phase, Table
from games.walnut_grove.view import View
from games.walnut_grove.words.names import counts, item_text, words

FIGURES = ("green", "red", "cream", "purple")
"""The town figures by seat, as they are drawn."""
COINS_TAUGHT = 3
"""Until this year it is said what to do with drawn coins."""


def lessons(view: View, ask: Ask) -> tuple[Text, ...]:
    """Return what must be known for the decision, most important first; () once all has been met."""
    table = view.table
    if view.seat != ask.seat or ask.seat not in table.players:
        return ()
    match table.phase:
        case Phase.START if table.current == ask.seat:
            return tuple(_start(view))
        case Phase.FARM:
            return tuple(_farm(view))
        case Phase.TOWN if table.current == ask.seat and not table.desks[ask.seat].errand.to:
            return tuple(_town(view))
        case Phase.COINS if table.current == ask.seat and table.year <= COINS_TAUGHT:
            return (words("lesson.coins"),)
    return ()


def _start(view: View) -> Iterator[Text]:
    assert view.seat is not None, "a seat is asked"
    yield words("lesson.you", colour=words(f"name.figure.{FIGURES[view.seat]}"), number=view.seat + 1)
    if view.table.seats == 1:
        yield words("lesson.goal.solo", years=YEARS, each=POINTS_PER_FIGURE, goal=SOLO_GOALS["win"])
    else:
        yield words("lesson.goal", years=YEARS, each=POINTS_PER_FIGURE)
    yield words("lesson.start")


# --- Spring and summer ---------------------------------------------------------------------------------------------


def _farm(view: View) -> Iterator[Text]:
    table, seat = view.table, view.seat
    assert seat is not None, "a seat is asked"
    summer, disc = table.summers[seat], table.the_disc
    if summer.areas:
        if table.year == 1:
            yield words("lesson.farm.done")
    elif summer.laid == disc.keep:
        if table.year == 1:
            yield from _summer(table, view)
    elif summer.laid:
        if table.year == 1:
            yield words("lesson.spring.more")
    elif table.year == 1:
        yield words("lesson.spring", draw=disc.draw, keep=disc.keep)
        yield words("lesson.fences")
    else:
        yield from _new_year(view)


def _summer(table: Table, view: View) -> Iterator[Text]:
    assert view.seat is not None, "a seat is asked"
    farm, disc = table.farms[view.seat], table.the_disc
    yield words("lesson.summer", count=farm.figures, good=item_text(disc.summer))
    yield words("lesson.room", spaces=farm.spaces)
    yield words("lesson.needs", needs=counts(needs_of(farm, disc)))
    if set(disc.double) & set(farm.labourers):
        yield words("lesson.double", colour=words(f"name.colour.{disc.double[0]}"))


def _new_year(view: View) -> Iterator[Text]:
    """Yield what is new in the second year, and whenever the first help tiles have come in the winter before."""
    table, seat = view.table, view.seat
    assert seat is not None, "a seat is asked"
    farm, disc = table.farms[seat], table.the_disc
    if table.year == 2:
        yield words("lesson.year", draw=disc.draw, keep=disc.keep, good=item_text(disc.summer))
        yield words("lesson.fires", count=disc.fires)
    helped = table.frosts[seat].help if table.frosts else 0
    if helped and farm.help == helped and table.year <= YEARS // 2:
        yield words("lesson.help" if farm.open else "lesson.help.flipped", count=helped)


# --- Autumn --------------------------------------------------------------------------------------------------------


def _town(view: View) -> Iterator[Text]:
    table = view.table
    assert view.seat is not None, "a seat is asked"
    farm, disc = table.farms[view.seat], table.the_disc
    match table.year:
        case 1:
            yield words("lesson.autumn", years=YEARS)
            yield words("lesson.gates")
            short = find_missing(farm, disc)
            yield words("lesson.short", things=counts(short)) if short else words("lesson.enough")
        case 2:
            yield words("lesson.hire", each=POINTS_PER_FIGURE)
            yield words("lesson.build", spaces=BARN_EXTRA)
        case 3:
            yield words("lesson.improve")
            yield words("lesson.sell", good=item_text(disc.autumn))
