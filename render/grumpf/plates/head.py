"""The head of a board: hunt, what is asked, the beats on a rope (live: the clock's rules), the huts."""

from dataclasses import dataclass, field

from games.grumpf.view import IN_HUT, OPEN_HUT, Board, Phase
from render.core.ink import even
from render.core.memory.cache import cached
from render.core.picture import Theme
from render.core.surface import Raster, Surface
from render.grumpf.inks import CAVE, CREAM, QUIET, ROPE, TORCH
from render.grumpf.paint import Painter, wide
from render.grumpf.pieces import cells, signs
from render.grumpf.pieces.cells import TEXT
from render.grumpf.sights import Changes

START, STEP = 360, 48  # the first beat, and from one to the next
UPPER, ROPE_Y, LOWER = 14, 50, 54  # middles of captions, of the rope, and of what is asked
BETWEEN = 22  # two captions, at least
TENTS = 1094, 88  # where the last hut ends, and from one to the next
HUNT, OF = "Hunt {number}", "of {rounds}"
ONE, MORE = "Plan beat {first}", "Plan beats {first}–{last}"
TRADE = "{clan} may trade"
JUST, NEXT, FREE = "just played", "next", "free"
OPEN, OPENS, LIMIT = "huts are open", "huts open at {opens} s", "up to {limit} s"
TASKS = {
    Phase.SET_OUT: "Hunt over",
    Phase.VOTE: "Vote on the next",
    Phase.READY: "Ready for hunt {number}?",
    Phase.COUNT: "3 – 2 – 1",
    Phase.HUNT: "GRUMPF!",
    Phase.JUDGE: "Hunt over",
    Phase.OVER: "Game over",
}
LETTERING = (HUNT, OF, ONE, MORE, TRADE, JUST, NEXT, FREE, OPEN, OPENS, LIMIT, *dict.fromkeys(TASKS.values()))


@dataclass(frozen=True, slots=True)
class Head:
    """
    What the head shows; heads with equal keys look the same.

    `flags`: the beat in which a clan went into a hut. `offered`: the tag of the next free hut, if it may be chosen.
    """

    table: Board = field(compare=False)
    key: tuple[object, ...]
    flags: tuple[tuple[str, str], ...]
    offered: str


def head_of(table: Board, changed: Changes) -> Head:
    """The head of a board, and what of it has changed."""
    key = (
        table.phase, table.mode, table.round, table.rounds, table.beat, table.beats, table.coming, table.played,
        table.huts, table.open, table.opens, table.limit, table.trader, table.judged and table.trade,
    )  # fmt: skip
    flags = tuple((spot, text) for spot, text in changed.flags.items() if spot.startswith(IN_HUT))
    return Head(table, key, flags, changed.offers.get(OPEN_HUT, ""))


def task(table: Board, theme: Theme) -> str:
    """What is asked now."""
    if table.phase is Phase.VOLLEY:
        first, last = table.coming
        return theme.say(ONE if first == last else MORE, first=first, last=last)
    if table.phase is Phase.TRADE:
        return theme.say(TRADE, clan=table.trader)
    number = table.round + 1 if table.judged or not table.round else table.round
    return theme.say(TASKS[table.phase], number=number)


def draw(painter: Painter, head: Head, theme: Theme) -> None:
    """The whole head."""
    table = head.table
    painter.ground = CAVE
    title = theme.say(HUNT, number=max(table.round, 1))
    x = 14 + painter.fit_word(title, (14, 23), 210, (44, TEXT), colour=CREAM) + 12
    painter.fit_word(theme.say(OF, rounds=table.rounds), (x, 27), round(START - 24 - x), (TEXT, TEXT), colour=QUIET)
    painter.fit_word(task(table, theme), (14, LOWER), START - 36, (TEXT, TEXT), colour=TORCH)
    if table.trade and table.judged:
        painter.fit_word(table.trade, (START - 10, UPPER), 400, (TEXT, TEXT), colour=CREAM)
    if table.mode == "live":
        _live(painter, table, theme)
    else:
        _beats(painter, table, theme)
    _huts(painter, head, theme)


def _huts(painter: Painter, head: Head, theme: Theme) -> None:
    """A tent for each hut, right-aligned; the next free one is framed where it may be chosen."""
    huts, flags = head.table.huts, dict(head.flags)
    first = huts.index("") if "" in huts else -1
    end, step = TENTS
    for i, clan in enumerate(huts):
        x = end - step * (len(huts) - i)
        painter.put(signs.tent, (x, 2), clan, theme.say(FREE), offered=head.offered if i == first else "")
        number = flags.get(f"{IN_HUT}{clan}")
        if clan and number:
            painter.put(cells.flag, (x + 68, 19), number)


def _live(painter: Painter, table: Board, theme: Theme) -> None:
    opened = theme.say(OPEN) if table.open else theme.say(OPENS, opens=table.opens)
    if not (table.trade and table.judged):
        colour = TORCH if table.open else QUIET
        painter.fit_word(opened, (START, 23), 440, (TEXT, TEXT), colour=colour)
    painter.fit_word(theme.say(LIMIT, limit=table.limit), (START, LOWER), 440, (TEXT, TEXT), colour=QUIET)


@cached
def rope(across: int) -> Raster:
    """The rope on which the beats hang, from (0, 0)."""
    plate = Surface("rope", (-16, -6, across + 16, 6), 1.0, flat=True)
    plate.pen().line([(-14, 0), (across / 2, 2), (across + 14, -1)], even(3, ROPE))
    return plate.raster()


def _beats(painter: Painter, table: Board, theme: Theme) -> None:
    """Knots for old beats, flags for the latest volley, drums for the next, knots again for those behind it."""
    coming = table.coming if table.phase is Phase.VOLLEY else (table.beats + 1, table.beats)
    places = {beat: START + STEP * (beat - 1) + (6 if beat >= coming[0] else 0) for beat in range(1, table.beats + 1)}
    painter.put(rope, (START, ROPE_Y), STEP * (table.beats - 1))
    first, last = table.played
    for beat, x in places.items():
        if first <= beat <= last and not coming[0] <= beat <= coming[1]:
            painter.put(cells.flag, (x, ROPE_Y), str(beat))
        elif coming[0] <= beat <= coming[1]:
            painter.put(cells.drumhead, (x, ROPE_Y - 3), str(beat))
        else:
            painter.put(signs.knot, (x, ROPE_Y))
    if table.beat < table.opens - 1 and table.phase is Phase.VOLLEY and table.opens > coming[1]:
        painter.put(signs.roof_icon, (places[table.opens], 20), 34)
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
        need = (wide(spans[0][0], TEXT) + wide(spans[1][0], TEXT)) / 2 + BETWEEN
        short = need - (middles[1] - middles[0])
        if short > 0:
            middles = [middles[0] - short / 2, middles[1] + short / 2]
    least = places[1] - 15.0
    for (text, _, colour), middle in zip(spans, middles, strict=True):
        across = wide(text, TEXT)
        at = max(middle, least + across / 2)
        painter.word(text, (at, UPPER), TEXT, side="middle", colour=colour)
        least = at + across / 2 + BETWEEN
