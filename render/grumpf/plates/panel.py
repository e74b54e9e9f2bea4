"""What changes on a hunting ground: condition and state, stake, track, ranking. (0, 0) is the slab's corner."""

from dataclasses import dataclass, field

from PIL import Image

from games.grumpf.view import FREE, BoardSight, SpaceSight, StepSight
from render.core.colour import mix
from render.core.memory.cache import cached
from render.core.picture import Theme
from render.grumpf.inks import BOARDS, HOLLOWS, LETTERS, PALE, SOOT, STONES
from render.grumpf.paint import Painter, formula_width, wide
from render.grumpf.pieces import cells, signs
from render.grumpf.pieces.cells import TEXT
from render.grumpf.pieces.pictograms import pictogram
from render.grumpf.plates import ranking
from render.grumpf.plates.ranking import Last
from render.grumpf.sights import MEANT
from render.grumpf.terrain.slab import LETTER, letter_ring, side_dot, stake_frame
from render.grumpf.terrain.stone import HOLLOW, hollow_box

RIGHT, MIDDLE = 528, 25  # where the strip's lettering ends, and its middle
START = 63  # where it begins, behind the letter
FORMULA, STAKE = (36, TEXT), 46
NAME = (34, TEXT)
NAMES = {"B": "Bees", "R": "Reptiles", "F": "Fish", "W": "Birds", "M": "Mammoths", "S": "Sorcerer"}
FIRST = "1st"
LETTERING = (*NAMES.values(), FIRST, "any", "last 3", "Σ even", "each ≤ 3", *ranking.LETTERING)


@dataclass(frozen=True, slots=True)
class Scene:
    """
    A board as it is drawn; scenes with equal keys look the same.

    `flags` by space; `stake`: its Animals changed; `aims`: an unfinished move is about it (`B`, `free:B`).
    `steps` of the plan of the clan `own`; `offers`: places that may be chosen (`B`, `B4`, `free:B`). `judged`: it is
    over. `last`: how the hunt before ended here.
    """

    board: BoardSight = field(compare=False)
    key: tuple[object, ...] = ()
    flags: tuple[tuple[str, str], ...] = ()
    stake: bool = False
    aims: tuple[str, ...] = ()
    steps: tuple[StepSight, ...] = ()
    own: str = ""
    offers: tuple[str, ...] = ()
    judged: bool = False
    last: Last | None = None


@dataclass(frozen=True, slots=True)
class Ground:
    """The printed slab that a scene is drawn on; told apart by its board."""

    board: str
    image: Image.Image = field(compare=False)


@cached
def draw_panel(ground: Ground, scene: Scene, theme: Theme) -> Image.Image:
    """A slab with everything on it; scenes that come again, as in live play, are kept."""
    painter = Painter(ground.image)
    taken = {step.spot for step in scene.steps}
    open_spaces = (space.spot for space in scene.board.spaces if not space.clan and space.spot not in taken)
    free = next(open_spaces, "")
    _strip(painter, scene, free, theme)
    _track(painter, scene, free)
    ranking.draw(painter, scene.board, theme, judged=scene.judged, last=scene.last)
    return painter.image


def _strip(painter: Painter, scene: Scene, free: str, theme: Theme) -> None:
    """From the right: what is to be had, how the condition stands, the condition; then the name in what is left."""
    board = scene.board
    light = LETTERS[board.code]
    painter.ground = BOARDS[board.code]
    x = _stake(painter, scene, theme) - 10
    if board.met is not None:
        text = "" if board.number is None else str(board.number)
        x -= signs.plate_width(text)
        painter.put(signs.state_plate, (x, MIDDLE), text, met=board.met)
        x -= 10
    told = theme.say(board.formula)
    least = START + wide(theme.say(NAMES[board.code]), NAME[1]) + 16 + 14 * int(board.side)
    fitting = (size for size in range(FORMULA[0], FORMULA[1], -1) if x - formula_width(told, size) >= least)
    size = next(fitting, FORMULA[1])
    x -= formula_width(told, size)
    painter.formula(told, (x, MIDDLE), size, light)
    _name(painter, board, x - 10, theme)
    meant = {*scene.aims, *scene.offers}
    if board.code in meant or (f"{FREE}{board.code}" in meant and not free):
        painter.put(letter_ring, LETTER)


def _stake(painter: Painter, scene: Scene, theme: Theme) -> float:
    """The Animals that lie there, on the Sorcerer what the first one may take or do; where it begins."""
    board = scene.board
    if not board.effect:
        text = f"×{board.animals if board.drawn else '?'}"
        across = round(wide(text, STAKE))
        if scene.stake:
            painter.put(stake_frame, (RIGHT, MIDDLE), board.code, across)
        painter.word(text, (RIGHT, MIDDLE + 1), STAKE, side="right", colour=LETTERS[board.code])
        return RIGHT - across - (8 if scene.stake else 0)
    first = theme.say(FIRST)
    across = round(wide(first, TEXT)) + 62
    painter.put(signs.prize_plate, (RIGHT - across, MIDDLE), across)
    painter.ground = PALE
    if board.effect == "sorcerer_tile":
        painter.put(signs.spiral_tile, (RIGHT - 25, MIDDLE), 30)
    else:
        painter.put(signs.swap, (RIGHT - 27, MIDDLE), 33)
    painter.word(first, (RIGHT - across + 10, MIDDLE), TEXT)
    painter.ground = BOARDS[board.code]
    return RIGHT - across


def _name(painter: Painter, board: BoardSight, end: float, theme: Theme) -> None:
    """The board's name and the dots of its side; where there is no room for it, the animal itself."""
    light, dots = LETTERS[board.code], int(board.side)
    room = end - START - 6 - 14 * dots
    text = theme.say(NAMES[board.code])
    size = next((size for size in range(NAME[0], NAME[1] - 1, -1) if wide(text, size) <= room), 0)
    x = float(START)
    if size:
        x += painter.word(text, (x, MIDDLE), size, colour=light)
    elif room >= 40:
        painter.put(pictogram, (x, MIDDLE - 20), board.code, 40, light)
        x += 40
    for dot in range(dots):
        painter.put(side_dot, (x + 12 + 14 * dot, MIDDLE + 1), board.code)


def _track(painter: Painter, scene: Scene, free: str) -> None:
    """Hollows, then roofs and bars that reach over their neighbours, one's own plan, choices, at last flags."""
    board, flags = scene.board, dict(scene.flags)
    for space in board.spaces:
        x, y = hollow_box(space.number)
        if space.clan:
            _fill(painter, board.code, space, fresh=space.spot in flags)
        else:
            painter.ground = HOLLOWS[board.code]
            colour = mix(SOOT, HOLLOWS[board.code], 0.82)
            painter.number(str(space.number), (x + HOLLOW[0] / 2, y + 58), 40, colour=colour)
    for space in board.spaces:
        x, y = hollow_box(space.number)
        if space.sheltered and not space.club:
            painter.put(cells.roof, (x, y))
        if space.counted:
            painter.put(cells.draw_counted_bar, (x + HOLLOW[0] / 2, y + 113))
    _draw_plan(painter, scene)
    _frame_offers(painter, scene, free)
    if f"{FREE}{board.code}" in scene.aims:
        flags[free] = MEANT
    for space in board.spaces:
        if space.spot in flags:
            x, y = hollow_box(space.number)
            dx, dy = (36, 0) if space.sheltered and not space.club else (57, 1)
            painter.put(cells.flag, (x + dx, y + dy), flags[space.spot])


def _fill(painter: Painter, board: str, space: SpaceSight, *, fresh: bool) -> None:
    x, y = hollow_box(space.number)
    look = cells.FRESH if fresh else board
    painter.ground = STONES[board]
    if space.club:
        painter.put(cells.draw_knocked_out, (x, y), look, space.clan, space.club)
    else:
        painter.put(cells.draw_standing, (x, y), look, space.clan, str(space.value), sheltered=space.sheltered)
    painter.ground = cells.ground(look)
    painter.put(cells.space_tab, (x + 16, y + 97), space.number)
    painter.word(space.clan, (x + 49, y + 97), TEXT, side="middle")


def _draw_plan(painter: Painter, scene: Scene) -> None:
    """What one's own plan would do here."""
    board = scene.board
    painter.ground = HOLLOWS[board.code]
    for step in scene.steps:
        x, y = hollow_box(int(step.spot[1:]))
        if step.value:
            painter.put(cells.draw_planned, (x, y), board.code, scene.own, str(step.value))
        else:
            painter.put(cells.aim, (x, y))
        at = (x + 52, y + 8) if step.value else (x + 55, y + 94)
        painter.put(cells.drumhead, at, str(step.beat), pale=not step.now)


def _frame_offers(painter: Painter, scene: Scene, free: str) -> None:
    """Each place that may be chosen in a dashed frame: the next free hollow by its ground's letter, else its number."""
    board = scene.board
    taken = {step.spot for step in scene.steps}
    painter.ground = HOLLOWS[board.code]
    for space in board.spaces:
        by_ground = space.spot == free and f"{FREE}{board.code}" in scene.offers
        if not (by_ground or space.spot in scene.offers):
            continue
        x, y = hollow_box(space.number)
        painter.put(cells.open_hollow, (x, y))
        low = bool(space.clan) or space.spot in taken
        text = board.code if by_ground else str(space.number)
        painter.put(cells.tag, (x + HOLLOW[0] / 2, y + (99 if low else 58)), text)
