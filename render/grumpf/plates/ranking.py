"""The foot of a hunting ground: the clans by Strength, what each took, how the hunt before ended here."""

from dataclasses import dataclass, field

from games.grumpf.view import BoardSight, RankSight
from render.core.colour import mix
from render.core.picture import Theme
from render.grumpf.inks import BLOOD, SOOT, STONES
from render.grumpf.paint import Painter, wide
from render.grumpf.pieces import signs
from render.grumpf.pieces.cells import TEXT
from render.grumpf.pieces.grumpfs import mark

START, END = 14.0, 526.0
LINE = 187  # middle of the line
STRENGTH = 34
STAY = "{count, plural, one {# stays} other {# stay}}"
LAST_HUNT = "hunt {number}"
LETTERING = (STAY, LAST_HUNT)


@dataclass(frozen=True, slots=True)
class Last:
    """The number of the hunt before and how it ended on a ground; told apart with the scene that has it."""

    number: int
    board: BoardSight = field(compare=False)


def draw(painter: Painter, board: BoardSight, theme: Theme, *, judged: bool, last: Last | None = None) -> None:
    """
    The clans by Strength, once judged with what each took, or that all stays; else the awards.

    `last` is the hunt before, which is told as long as nothing has happened since: then hardly anybody stands there.
    """
    painter.ground = STONES[board.code]
    x, end = START, END
    if judged and not board.got and board.animals:
        x += painter.word(theme.say(STAY, count=board.animals), (x, LINE), TEXT, colour=BLOOD) + 14
    elif not judged and not board.effect:
        painter.put(signs.podium, (END + 2, LINE + 16), board.awards)
        end -= signs.AWARD * len(board.awards) + 8
    if last is None:
        _clans(painter, board, x, end)
        return
    standing = sum(_measure_clan(board, one, place=True, code=True) + 14 for one in board.ranking)
    if x + standing + _before_width(last, theme) <= end:
        x = _clans(painter, board, x, x + standing)
    _before(painter, last, x, theme)


def _clans(painter: Painter, board: BoardSight, start: float, end: float) -> float:
    """Place, mark, code and Strength of each, as much of it as there is room for; where it ends."""
    places, codes, loose = _fit_clans(board, end - start)
    quiet = mix(SOOT, STONES[board.code], 0.62)
    x = start
    for i, one in enumerate(board.ranking):
        if x + _measure_clan(board, one, place=places, code=i < codes) > end + 8:
            break
        if places:
            x += painter.word(str(one.place), (x, LINE), TEXT, colour=quiet) + 3
        painter.put(mark, (x + 15, LINE), one.clan, 30)
        x += 33
        if i < codes:
            x += painter.word(one.clan, (x, LINE), TEXT) + 4 + loose / 3
        x += painter.word(str(one.strength), (x, LINE), STRENGTH) + 8
        x += _took(painter, board.got.get(one.clan, 0), x) + loose
    return x


def _measure_clan(board: BoardSight, one: RankSight, *, place: bool, code: bool) -> float:
    """How wide a clan of the ranking is."""
    found = 41 + wide(str(one.strength), STRENGTH)
    found += wide(str(one.place), TEXT) + 3 if place else 0
    found += wide(one.clan, TEXT) + 4 if code else 0
    took = board.got.get(one.clan)
    return found + (_took_width(took) if took else 0)


def _fit_clans(board: BoardSight, room: float) -> tuple[bool, int, float]:
    """Whether there is room for the places, for the codes of how many clans, and for what gaps."""
    ranking = board.ranking
    awarded = sum(one.awarded for one in ranking)
    for places, codes in ((True, len(ranking)), (True, awarded), (True, 0), (False, 0)):
        total = sum(_measure_clan(board, one, place=places, code=i < codes) for i, one in enumerate(ranking))
        if total <= room + 8:
            return places, codes, min(14.0, (room + 8 - total) / max(1, 1.5 * len(ranking)))
    return False, 0, 0.0


def _took_width(count: int) -> float:
    return wide(f"+{count}", TEXT) + 18


def _took(painter: Painter, count: int, x: float) -> float:
    """How many a clan took; how wide that is."""
    if not count:
        return 0.0
    painter.put(signs.took_plate, (x, LINE), f"+{count}")
    return _took_width(count)


def _before_width(last: Last, theme: Theme) -> float:
    """How wide the ending of the hunt before is."""
    took = sum(_took_width(count) + 40 for count in last.board.got.values())
    stay = 0.0 if last.board.got else wide(theme.say(STAY, count=last.board.animals), TEXT)
    return wide(theme.say(LAST_HUNT, number=last.number), TEXT) + 12 + took + stay


def _before(painter: Painter, last: Last, start: float, theme: Theme) -> None:
    """How the hunt before ended here."""
    board = last.board
    quiet = mix(SOOT, STONES[board.code], 0.8)
    x = start + painter.word(theme.say(LAST_HUNT, number=last.number), (start, LINE), TEXT, colour=quiet) + 12
    for clan, count in board.got.items():
        painter.put(mark, (x + 15, LINE), clan, 30)
        x += 35 + _took(painter, count, x + 35) + 5
    if not board.got:
        stay = theme.say(STAY, count=board.animals) if board.animals else "–"
        painter.word(stay, (x, LINE), TEXT, colour=BLOOD if board.animals else quiet)
