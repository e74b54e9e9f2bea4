"""The foot of a board: a card for each clan, what it has collected and still holds, whose it is, and its points."""

from dataclasses import dataclass, field
from functools import lru_cache

from msgspec.structs import replace
from PIL import Image

from games.grumpf.view import Board, CardSight, Phase
from render.core.colour import RGB, mix
from render.core.fonts import CHERRY
from render.core.ink import even
from render.core.paths import closed
from render.core.picture import Theme
from render.core.surface import Raster, Surface
from render.grumpf import cells, series, signs
from render.grumpf.grumpfs import mark, scowl
from render.grumpf.inks import BOARDS, BRIGHT, INK, RED, RESTING, SOOT, TORCH, WAITING
from render.grumpf.paint import Painter, wide
from render.grumpf.pictograms import pictogram
from render.grumpf.sights import CLAN, Changes, key_of
from render.grumpf.stone import block, cut, stone, wall

TOP, HIGH, LEFT, RIGHT, GAP = 996, 232, 10, 1070, 8
MARGIN = 4  # of wall that belongs to a card
PLAN, READY, TRADE, HUT = "plan?", "ready?", "trade?", "hut"
LETTERING = (PLAN, READY, TRADE, HUT)


@dataclass(frozen=True, slots=True)
class Sizes:
    """Measures of a card, smaller for five and for six clans."""

    mark: int
    mark_at: tuple[int, int]
    code: int
    code_at: int
    icon: int
    low: int
    low_text: int
    margin: int


LARGE = Sizes(mark=54, mark_at=(12, 10), code=44, code_at=72, icon=40, low=40, low_text=34, margin=14)
SMALL = Sizes(mark=44, mark_at=(9, 15), code=38, code_at=57, icon=32, low=28, low_text=28, margin=9)
LEAST = Sizes(mark=44, mark_at=(9, 15), code=38, code_at=57, icon=30, low=26, low_text=28, margin=9)


def card_width(clans: int) -> int:
    """How wide one of so many cards is."""
    return (RIGHT - LEFT - GAP * (clans - 1)) // clans


@lru_cache(maxsize=64)
def blank(across: int, key: str, *, lit: bool, changed: bool = False, high: int = HIGH) -> Raster:
    """A card; a lit one waits, in a frame of torch light; (0, 0) is its corner."""
    ground = WAITING if lit else RESTING
    raster = block(stone((across, high), ground, f"card{key}"), f"card{key}{across}", radius=14, jitter=0.9, edge=3)
    if not (lit or changed):
        return raster
    plate = Surface(f"frame{key}", (-8, -8, across + 8, high + 8), 1.0, fine=3, flat=True)
    outline = cut((2, 2, across - 2, high - 2), 14, 0.9, f"frame{across}")
    inner = cut((7, 7, across - 7, high - 7), 10, 0.9, f"inner{across}")
    if lit:
        plate.pen().line(closed(outline), even(9, INK))
        plate.pen().line(closed(outline), even(6, TORCH))
        plate.pen().line(closed(inner), even(2.6, INK))
    if changed:
        plate.pen().line(closed(inner), even(4.4, RED))
    return plate.raster().over(raster)


def waits(card: CardSight, table: Board) -> str:
    """The word for what a clan owes now; "" for nothing."""
    if card.owes:
        return PLAN
    if table.phase is Phase.READY and not card.ready:
        return READY
    if table.phase is Phase.TRADE and card.clan == table.trader:
        return TRADE
    return ""


@dataclass(frozen=True, slots=True)
class Scene:
    """A card as it is drawn; scenes with equal keys look the same. `owed`: the word for what is awaited of the clan."""

    card: CardSight = field(compare=False)
    key: tuple[object, ...]
    name: str
    left: int
    across: int
    theme: Theme
    owed: str
    lit: bool
    changed: bool
    done: bool

    @property
    def sizes(self) -> Sizes:
        """Measures by the card's width."""
        return LARGE if self.across > 210 else SMALL if self.across > 180 else LEAST


def draw(painter: Painter, table: Board, changed: Changes, names: tuple[str, ...], theme: Theme) -> None:
    """All cards in seat order, then the drums that straddle their upper edges."""
    across = card_width(len(table.cards))
    for i, card in enumerate(table.cards):
        owed = waits(card, table)
        scene = Scene(
            card=card,
            key=key_of(replace(card, drums=())),
            name=names[card.seat],
            left=LEFT + i * (across + GAP),
            across=across,
            theme=theme,
            owed=owed,
            lit=bool(owed) or (table.phase is Phase.HUNT and not card.hut),
            changed=f"{CLAN}{card.seat}" in changed.others,
            done=table.phase in (Phase.VOLLEY, Phase.READY),
        )
        painter.image.paste(drawn(scene), (scene.left - MARGIN, TOP - MARGIN))
        painter.ground = WAITING
        for j, beat in enumerate(card.drums):
            middle = scene.left + across / 2 + 12 + 46 * (j - (len(card.drums) - 1) / 2)
            painter.put(cells.drumhead, (middle, TOP + (8 if scene.sizes is LARGE else 2)), str(beat))


@lru_cache(maxsize=96)
def drawn(scene: Scene) -> Image.Image:
    """A card with all that is on it, and the wall just round it."""
    card, across, sizes = scene.card, scene.across, scene.sizes
    left, top = scene.left - MARGIN, TOP - MARGIN
    painter = Painter(wall(TOP + HIGH + MARGIN).crop((left, top, left + across + 2 * MARGIN, TOP + HIGH + MARGIN)))
    painter.put(blank, (MARGIN, MARGIN), across, f"{card.seat}", lit=scene.lit, changed=scene.changed)
    painter.ground = WAITING if scene.lit else RESTING
    half = sizes.mark / 2
    x, y = sizes.mark_at
    painter.put(mark, (MARGIN + x + half, MARGIN + y + half), card.clan, sizes.mark)
    painter.word(card.clan, (MARGIN + sizes.code_at, MARGIN + 38), sizes.code)
    _status(painter, scene)
    _animals(painter, scene)
    _hand(painter, scene)
    _owner(painter, scene)
    return painter.image


def _owner(painter: Painter, scene: Scene) -> None:
    """At the foot of a card: whose clan it is, and its points so far."""
    left, right = MARGIN + scene.sizes.margin, MARGIN + scene.across - scene.sizes.margin
    y = MARGIN + HIGH - 24
    painter.put(rule, (left, y - 19), right - left, painter.ground)
    plate = series.points_plate(str(scene.card.points), 36)
    half = plate.image.width / 2
    painter.put(series.points_plate, (right - half, y), str(scene.card.points), 36)
    painter.fitted(scene.name, (left, y), round(right - left - 2 * half - 8), (30, 26))


def _status(painter: Painter, scene: Scene) -> None:
    """At the right edge: what is owed, that nothing is, the roof over who is home, the place at the end."""
    card, across, small = scene.card, scene.across, scene.sizes is not LARGE
    right = MARGIN + across - scene.sizes.margin
    top = MARGIN
    if card.place:
        painter.put(signs.medal, (right - 24, top + 38), card.place)
    elif card.hut and not scene.owed:
        painter.put(signs.roof_icon, (right - (28 if small else 34), top + 20), 40 if small else 54)
        if not small:
            painter.fitted(scene.theme.say(HUT), (right - 34, top + 54), 74, (30, 26), side="middle")
    elif scene.owed and small:
        painter.put(signs.badge, (right - 40, top + 17), "owed", 40)
    elif scene.owed:
        text = scene.theme.say(scene.owed)
        painter.fitted(text, (right, top + 38), across - 150, (34, 26), side="right", colour=RED)
    elif scene.done:
        size = 40 if small else 48
        painter.put(signs.badge, (right - size, top + (17 if small else 14)), "in", size)


def pale(ground: RGB) -> RGB:
    """Counts of nothing, still to be read."""
    return mix(SOOT, ground, 0.42)


def _animals(painter: Painter, scene: Scene) -> None:
    sizes, animals = scene.sizes, scene.card.animals
    text = {species: 34 if count < 10 or sizes is LARGE else 26 for species, count in animals.items()}
    need = {species: max(sizes.icon - 4, wide(str(count), text[species]) + 5) for species, count in animals.items()}
    gap = (scene.across - 2 * sizes.margin - sum(need.values())) / len(animals)
    half = sizes.icon / 2
    x = MARGIN + sizes.margin + gap / 2
    for species, count in animals.items():
        middle = x + need[species] / 2
        colour = INK if count else pale(painter.ground)
        painter.put(pictogram, (middle - half, MARGIN + 90 - half), species, sizes.icon, colour)
        painter.number(str(count), (middle, MARGIN + 127), text[species], colour=colour)
        x += need[species] + gap


@lru_cache(maxsize=16)
def rule(across: int, ground: RGB) -> Raster:
    """The line between collection and hand, from (0, 0)."""
    plate = Surface("rule", (0, -2, across, 2), 1.0, flat=True)
    plate.pen().line([(2, 0), (across - 2, 0)], even(2, mix(SOOT, ground, 0.55)))
    return plate.raster()


def _hand(painter: Painter, scene: Scene) -> None:
    """Tokens left and how many of them show a club, then tiles and Jokers."""
    card, sizes = scene.card, scene.sizes
    painter.put(rule, (MARGIN + sizes.margin, MARGIN + 147), scene.across - 2 * sizes.margin, painter.ground)
    y, half = MARGIN + 170, sizes.low / 2
    close = {LARGE: 10, SMALL: 4, LEAST: 2}[sizes]
    x = MARGIN + sizes.margin - 2.0
    painter.put(scowl, (x + half, y), card.clan, sizes.low)
    x += sizes.low + close
    x += painter.word(str(card.tokens), (x, y), sizes.low_text) + close
    painter.put(signs.club_icon, (x + half, y), sizes.low)
    x += sizes.low + close / 2
    x += painter.word(str(card.clubs), (x, y), sizes.low_text) + close
    if card.tiles:
        painter.put(tiles, (x + half, y), card.tiles, sizes.low)
        x += sizes.low + close
    if card.jokers:
        painter.put(signs.joker, (x + half, y), sizes.low)


@lru_cache(maxsize=16)
def tiles(count: int, size: int) -> Raster:
    """Sorcerer tiles: one, or a pile with its number; (0, 0) is the middle."""
    if count == 1:
        return signs.spiral_tile(size)
    half = size / 2
    plate = Surface(f"tiles{size}", (-half - 2, -half - 2, half + 2, half + 2), 1.0, flat=True)
    plate.pen().shape(cut((-half, -half, half, half), size / 5, 0.5, "tile"), BOARDS["S"], shake=0)
    plate.text(f"×{count}" if size > 30 else str(count), (0, 0), (CHERRY, 26, BRIGHT))
    return plate.raster()
