"""What changes on a hunting ground: stake, state of the condition, track, ranking. (0, 0) is the slab's corner."""

from dataclasses import dataclass, field
from functools import lru_cache

from PIL import Image

from games.grumpf.view import BoardSight, SpaceSight, StepSight
from render.core.colour import mix
from render.core.picture import Theme
from render.grumpf import cells, signs
from render.grumpf.grumpfs import mark
from render.grumpf.inks import BLOOD, BOARDS, HOLLOWS, LETTERS, SOOT, STONES
from render.grumpf.paint import Painter, formula_width, wide
from render.grumpf.slab import FORMULA, RIGHT, stake_frame
from render.grumpf.stone import hollow_box

END = 512  # of a ranking
LINE = 262  # middle of a ranking
STAY = "{count} {count:stays|stay}"
LAST_HUNT = "hunt {number}"
LETTERING = (STAY, LAST_HUNT)


@dataclass(frozen=True, slots=True)
class Scene:
    """
    A board as it is drawn; scenes with equal keys look the same.

    `flags` by space; `stake`: its Animals changed; `steps` of the plan of the clan `own`; `open`: the next free space
    is shown. `judged`: it is over. `before`: the number of the hunt before and how that one ended here.
    """

    board: BoardSight = field(compare=False)
    key: tuple[object, ...] = ()
    flags: tuple[tuple[str, str], ...] = ()
    stake: bool = False
    steps: tuple[StepSight, ...] = ()
    own: str = ""
    open: bool = False
    judged: bool = False
    number: int = 0
    before: BoardSight | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Ground:
    """The printed slab that a scene is drawn on; told apart by board, side and language."""

    board: str
    side: str
    theme: Theme
    image: Image.Image = field(compare=False)


@lru_cache(maxsize=96)
def drawn(ground: Ground, scene: Scene) -> Image.Image:
    """A slab with everything on it; scenes that come again, as in live play, are kept."""
    board, theme = scene.board, ground.theme
    painter = Painter(ground.image)
    painter.ground = BOARDS[board.code]
    if not board.effect:
        if scene.stake:
            painter.put(stake_frame, (RIGHT, 30), board.code)
        painter.word(f"×{board.animals}", (RIGHT, 31), 56, side="right", colour=LETTERS[board.code])
    painter.ground = STONES[board.code]
    left, middle, size = FORMULA
    if board.met is not None:
        text = "" if board.number is None else str(board.number)
        x = left + 18 + formula_width(theme.say(board.formula), size)
        painter.put(signs.state_plate, (x, middle), text, met=board.met)
    _track(painter, scene)
    end = _ranking(painter, scene, theme)
    if scene.before is not None:
        _before(painter, scene.before, end, (scene.number, theme))
    return painter.image


def _track(painter: Painter, scene: Scene) -> None:
    """Hollows, then roofs and bars that reach over their neighbours, then one's own plan, then flags."""
    board, flags = scene.board, dict(scene.flags)
    for space in board.spaces:
        x, y = hollow_box(space.number)
        if space.clan:
            _filled(painter, board.code, space, fresh=space.spot in flags)
        else:
            painter.ground = HOLLOWS[board.code]
            colour = mix(SOOT, HOLLOWS[board.code], 0.82)
            painter.number(str(space.number), (x + 34, y + 58), 40, colour=colour)
    for space in board.spaces:
        x, y = hollow_box(space.number)
        if space.sheltered and not space.club:
            painter.put(cells.roof, (x, y))
        if space.counted:
            painter.put(cells.counted_bar, (x + 34, y + 119))
    _planned(painter, scene)
    for space in board.spaces:
        if space.spot in flags:
            x, y = hollow_box(space.number)
            dx, dy = (34, 0) if space.sheltered and not space.club else (55, 3)
            painter.put(cells.flag, (x + dx, y + dy), flags[space.spot])


def _filled(painter: Painter, board: str, space: SpaceSight, *, fresh: bool) -> None:
    x, y = hollow_box(space.number)
    look = cells.FRESH if fresh else board
    painter.ground = STONES[board]
    if space.club:
        painter.put(cells.knocked_out, (x, y), look, space.clan, space.club)
    else:
        painter.put(cells.standing, (x, y), look, space.clan, str(space.value), sheltered=space.sheltered)
    painter.ground = cells.ground(look)
    painter.put(cells.space_disc, (x + 17, y + 100), space.number)
    painter.word(space.clan, (x + 48, y + 100), 26, side="middle")


def _planned(painter: Painter, scene: Scene) -> None:
    """What one's own plan would do here, and the space that the next Grumpf would fill."""
    board = scene.board
    taken: set[str] = set()
    painter.ground = HOLLOWS[board.code]
    for step in scene.steps:
        taken.add(step.spot)
        x, y = hollow_box(int(step.spot[1:]))
        if step.value:
            painter.put(cells.planned, (x, y), board.code, scene.own, str(step.value))
        else:
            painter.put(cells.aim, (x, y))
        painter.put(cells.drumhead, (x + (50 if step.value else 12), y + 4), str(step.beat), pale=not step.now)
    free = next((space for space in board.spaces if not space.clan and space.spot not in taken), None)
    if scene.open and free is not None:
        painter.put(cells.open_hollow, hollow_box(free.number))


def _ranking(painter: Painter, scene: Scene, theme: Theme) -> float:
    """The clans by Strength, once judged with what each took, or that all stays; where the line ends."""
    board = scene.board
    painter.ground = STONES[board.code]
    x = 16.0
    if scene.judged and not board.got and board.animals:
        text = theme.say(STAY, count=board.animals)
        x += painter.fitted(text, (x, LINE), 150, (30, 26), colour=BLOOD) + 14
    keep, loose = _codes_kept(board, x)
    quiet = mix(SOOT, STONES[board.code], 0.62)
    for i, one in enumerate(board.ranking):
        if x + 54 + wide(str(one.strength), 34) > END + 4:
            break
        x += painter.word(str(one.place), (x, LINE), 28, colour=quiet) + 4
        painter.put(mark, (x + 15, LINE), one.clan, 30)
        x += 34
        if i < keep:
            x += painter.word(one.clan, (x, LINE), 28) + 3 + loose
        x += painter.word(str(one.strength), (x, LINE), 34) + 6
        x += _took(painter, board.got.get(one.clan, 0), x) + 8 + loose
    return x


def _took(painter: Painter, count: int, x: float) -> float:
    """How many a clan took; how wide that is."""
    if not count:
        return 0.0
    painter.put(signs.took_plate, (x, LINE), f"+{count}")
    return wide(f"+{count}", 28) + 20


def _codes_kept(board: BoardSight, start: float) -> tuple[int, float]:
    """How many clans keep their code (all, else those with an award, else none), and what room is left for gaps."""
    ranking = board.ranking
    loose = 0.0
    for keep in (len(ranking), sum(one.awarded for one in ranking), 0):
        total = start
        for i, one in enumerate(ranking):
            total += wide(str(one.place), 28) + wide(str(one.strength), 34) + 52
            total += wide(one.clan, 28) + 3 if i < keep else 0
            took = board.got.get(one.clan)
            total += wide(f"+{took}", 28) + 20 if took else 0
        loose = min(5.0, (END - total) / (2 * max(1, len(ranking))))
        if loose >= 0:
            return keep, loose
    return 0, max(loose, -5.0)


def _before(painter: Painter, board: BoardSight, start: float, told: tuple[int, Theme]) -> None:
    """How the hunt before (`told` is its number, and the theme) ended here: the line is nearly empty still."""
    number, theme = told
    quiet = mix(SOOT, STONES[board.code], 0.8)
    text = theme.say(LAST_HUNT, number=number)
    need = sum(wide(f"+{count}", 28) + 62 for count in board.got.values())
    x = start
    if x + min(wide(text, 26), 150) + 12 + need <= END:
        x += painter.fitted(text, (x, LINE), 150, (28, 26), colour=quiet) + 12
    for clan, count in board.got.items():
        painter.put(mark, (x + 15, LINE), clan, 30)
        x += 36 + _took(painter, count, x + 36) + 6
    if not board.got:
        stay = theme.say(STAY, count=board.animals) if board.animals else "–"
        painter.fitted(stay, (x, LINE), round(END - x), (30, 26), colour=BLOOD if board.animals else quiet)
