"""The head of a board: hunt, what is asked, the beats on a rope (live: the clock's rules), the huts."""

from functools import lru_cache

from games.grumpf.view import Board, Phase
from render.core.ink import even
from render.core.picture import Theme
from render.core.surface import Raster, Surface
from render.grumpf import cells, signs
from render.grumpf.inks import CAVE, CREAM, QUIET, ROPE, TORCH
from render.grumpf.paint import Painter, wide
from render.grumpf.sights import HUT, Changes

HIGH = 112
STEP = 43  # between two beats
HUNT, OF = "Hunt {number}", "of {rounds}"
ONE, MORE = "Plan beat {first}", "Plan beats {first}–{last}"
TRADE = "{clan} may trade"
JUST, NEXT, FREE = "just played", "next", "free"
OPEN, OPENS, LIMIT = "huts are open", "huts open at {opens} s", "{limit} s at most"
TASKS = {
    Phase.SET_OUT: "Hunt over",
    Phase.VOTE: "Vote on the next",
    Phase.READY: "Get ready",
    Phase.COUNT: "3 – 2 – 1",
    Phase.HUNT: "GRUMPF!",
    Phase.JUDGE: "Hunt over",
    Phase.OVER: "Game over",
}
LETTERING = (HUNT, OF, ONE, MORE, TRADE, JUST, NEXT, FREE, OPEN, OPENS, LIMIT, *dict.fromkeys(TASKS.values()))
TENTS = {1: (956,), 2: (838, 956), 3: (754, 856, 958)}


def task(table: Board, theme: Theme) -> str:
    """What is asked now."""
    if table.phase is Phase.VOLLEY:
        first, last = table.coming
        return theme.say(ONE if first == last else MORE, first=first, last=last)
    if table.phase is Phase.TRADE:
        return theme.say(TRADE, clan=table.trader)
    return theme.say(TASKS[table.phase])


def draw(painter: Painter, table: Board, changed: Changes, theme: Theme) -> None:
    """The whole head."""
    painter.ground = CAVE
    start = 372 if len(table.huts) > 2 else 392
    title = theme.say(HUNT, number=max(table.round, 1))
    of = theme.say(OF, rounds=table.rounds)
    room = round(start - 26 - 58 - min(110.0, wide(of, 42)))
    x = 26 + painter.fitted(title, (26, 40), room, (66, 44), colour=CREAM) + 14
    painter.fitted(of, (x, 49), 110, (42, 30), colour=QUIET)
    painter.fitted(task(table, theme), (26, 92), start - 26 - 24, (36, 26), colour=TORCH)
    if table.trade and table.judged:
        painter.fitted(table.trade, (start - 10, 34), 400, (32, 26), colour=CREAM)
    if table.mode == "live":
        _live(painter, table, start, theme)
    else:
        _beats(painter, table, start, theme)
    for clan, x in zip(table.huts, TENTS[len(table.huts)], strict=True):
        painter.put(signs.tent, (x, 6), clan, theme.say(FREE))
        number = changed.flags.get(f"{HUT}{clan}")
        if clan and number:
            painter.put(cells.flag, (x + 84, 24), number)


def _live(painter: Painter, table: Board, start: int, theme: Theme) -> None:
    opened = theme.say(OPEN) if table.open else theme.say(OPENS, opens=table.opens)
    if not (table.trade and table.judged):
        painter.fitted(opened, (start, 40), 360, (34, 26), colour=TORCH if table.open else QUIET)
    painter.fitted(theme.say(LIMIT, limit=table.limit), (start, 86), 360, (34, 26), colour=QUIET)


@lru_cache(maxsize=8)
def rope(across: int) -> Raster:
    """The rope on which the beats hang, from (0, 0)."""
    plate = Surface("rope", (-16, -6, across + 16, 6), 1.0, flat=True)
    plate.pen().line([(-14, 0), (across / 2, 2), (across + 14, -1)], even(3, ROPE))
    return plate.raster()


def _beats(painter: Painter, table: Board, start: int, theme: Theme) -> None:
    """Knots for old beats, flags for the latest volley, drums for the next, knots again for those behind it."""
    coming = table.coming if table.phase is Phase.VOLLEY else (table.beats + 1, table.beats)
    places = {beat: start + STEP * (beat - 1) + (8 if beat >= coming[0] else 0) for beat in range(1, table.beats + 1)}
    painter.put(rope, (start, 78), STEP * (table.beats - 1))
    first, last = table.played
    for beat, x in places.items():
        if first <= beat <= last and not coming[0] <= beat <= coming[1]:
            painter.put(cells.flag, (x, 78), str(beat))
        elif coming[0] <= beat <= coming[1]:
            painter.put(cells.drumhead, (x, 78), str(beat))
        else:
            painter.put(signs.knot, (x, 78))
    if table.beat < table.opens - 1 and table.phase is Phase.VOLLEY and table.opens > coming[1]:
        painter.put(signs.roof_icon, (places[table.opens], 44), 34)
    if table.trade and table.judged:
        return
    spans = [(JUST, (first, last), CREAM), (NEXT, coming, TORCH)]
    _captions(
        painter, [(theme.say(text), span, colour) for text, span, colour in spans if span[1] >= span[0] > 0], places
    )


def _captions(
    painter: Painter,
    spans: list[tuple[str, tuple[int, int], tuple[int, int, int]]],
    places: dict[int, int],
) -> None:
    """Captions centred over their beats, pushed apart where they would touch."""
    middles = [(places[first] + places[last]) / 2 for _, (first, last), _ in spans]
    if len(spans) == 2:
        need = (wide(spans[0][0], 30) + wide(spans[1][0], 30)) / 2 + 22
        short = need - (middles[1] - middles[0])
        if short > 0:
            middles = [middles[0] - short / 2, middles[1] + short / 2]
    for (text, _, colour), middle in zip(spans, middles, strict=True):
        at = max(middle, places[1] - 15 + wide(text, 30) / 2)
        painter.word(text, (at, 32), 30, side="middle", colour=colour)
