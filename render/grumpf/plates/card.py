"""A clan's card: whose it is, its points so far, what it has collected and still holds, what it owes."""

from dataclasses import dataclass, field

from PIL import Image

from games.grumpf.view import CardSight
from render.core.colour import RGB, mix
from render.core.ink import even
from render.core.lettering.fonts import CHERRY, KAFFEESATZ
from render.core.lettering.text import fit_lines
from render.core.memory.cache import cached
from render.core.picture import Theme
from render.core.surface import Raster, Surface
from render.grumpf.inks import INK, RED, RESTING, SOOT, WAITING
from render.grumpf.paint import Painter, wide
from render.grumpf.pieces import cells, signs
from render.grumpf.pieces.cells import TEXT
from render.grumpf.pieces.grumpfs import mark, scowl
from render.grumpf.pieces.pictograms import pictogram
from render.grumpf.plates import series
from render.grumpf.terrain.blank import blank
from render.grumpf.terrain.stone import wall

LEFT, TOP, GAP, LOW = 6, 8, 12, 14  # of the first card, between two, below the last
MARGIN = 4  # of wall that belongs to a card
LINE = 89  # middle of the line with code and colour
NARROW = (KAFFEESATZ, (40, 34))  # of names that are too long for two lines
LOW_NAME = {CHERRY: 34, KAFFEESATZ: 36}  # largest size of two lines
HUT, POINTS = "hut", "{count, plural, one {point} other {points}}"
COLOURS = ("violet", "orange", "green", "yellow", "pink", "blue")
LETTERING = (HUT, POINTS, *COLOURS)


@dataclass(frozen=True, slots=True)
class Layout:
    """Measures of a card for a number of clans: columns, from one to the next, size; rows by their middles."""

    columns: int
    pitch: int
    size: tuple[int, int]
    margin: int
    mark: int
    plate: int
    """Height of the plate of points."""

    animals: int
    counts: int
    """Middle of the counts; that of the Animals themselves where they stand beside them."""

    icon: int
    figure: int
    rule: int
    hand: int
    low: int
    """Size of the icons in the last row."""

    points: int = 0
    """Middle of the row of points and state; 0: points stand beside the name, the state ends the last row."""


TWO = Layout(2, 548, (540, 340), 18, 66, 54, animals=152, counts=214, icon=66, figure=46, rule=252, hand=296, low=46)
FOUR = Layout(2, 548, (540, 226), 18, 66, 54, animals=139, counts=139, icon=52, figure=42, rule=172, hand=199, low=40)
MANY = Layout(
    3, 365, (358, 326), 14, 56, 46, animals=184, counts=229, icon=48, figure=38, rule=256, hand=290, low=38, points=131
)


def layout(clans: int) -> Layout:
    """The layout for so many clans."""
    return {2: TWO, 4: FOUR}.get(clans, MANY)


@dataclass(frozen=True, slots=True)
class Scene:
    """
    A card as it is drawn; scenes with equal keys look the same.

    `clans`: how many there are. `owed`: the word for what is awaited of the clan. `done`: plans or presses are in.
    `offers`: the species (`B`) that may be chosen, and "" where the clan itself may be; each with its tag.
    """

    card: CardSight = field(compare=False)
    key: tuple[object, ...]
    name: str
    clans: int
    owed: str
    lit: bool
    changed: bool
    done: bool
    offers: tuple[tuple[str, str], ...] = ()


def height(clans: int) -> int:
    """How high the plate of so many clans is."""
    given = layout(clans)
    rows = (clans + given.columns - 1) // given.columns
    return TOP + rows * (given.size[1] + GAP) - GAP + LOW


def place(clans: int, seat: int) -> tuple[int, int]:
    """The corner of a seat's card on the plate."""
    given = layout(clans)
    return LEFT + given.pitch * (seat % given.columns), TOP + (given.size[1] + GAP) * (seat // given.columns)


@cached
def draw_card(scene: Scene, theme: Theme) -> Image.Image:
    """A card with all that is on it, and the wall just round it."""
    given = layout(scene.clans)
    across, high = given.size
    x, y = place(scene.clans, scene.card.seat)
    part = wall(height(scene.clans)).crop((x - MARGIN, y - MARGIN, x + across + MARGIN, y + high + MARGIN))
    painter = Painter(part, origin=(MARGIN, MARGIN))
    painter.put(blank, (0, 0), given.size, scene.card.seat, lit=scene.lit, changed=scene.changed)
    painter.ground = WAITING if scene.lit else RESTING
    _owner(painter, scene, given, theme)
    _animals(painter, scene, given)
    painter.put(rule, (given.margin, given.rule), across - 2 * given.margin, painter.ground)
    end = _hand(painter, scene, given)
    if given.points:
        _points(painter, scene.card, (given.margin, given.points), given, theme)
        _drums(painter, scene, (across - given.margin, given.hand), across - given.margin - end)
        _state(painter, scene, (across - given.margin, given.points), theme)
    else:
        left = _state(painter, scene, (across - given.margin, given.hand), theme) - 8
        _drums(painter, scene, (left, given.hand), left - end)
    return painter.image


def _owner(painter: Painter, scene: Scene, given: Layout, theme: Theme) -> None:
    """Mark and name, in two lines where it is long; below it code and colour, beside it (or not) the points."""
    card, across = scene.card, given.size[0]
    half = given.mark / 2
    painter.put(mark, (given.margin + half, 16 + half), card.clan, given.mark)
    left, right = given.margin + given.mark + 14, across - given.margin
    room = right - left
    if not given.points:
        plate = series.points_plate(str(card.points), given.plate).image.width
        painter.put(series.points_plate, (right - plate / 2 + 3, 40), str(card.points), given.plate)
        word = theme.say(POINTS, count=card.points)
        painter.fit_word(word, (right, LINE), 150, (TEXT, TEXT), side="right")
        room -= plate + 10
    found = fit_lines(scene.name, ((CHERRY, (42, TEXT)), NARROW), room)
    for i, line in enumerate(found.lines):
        single = len(found.lines) == 1
        y, size = (38, found.size) if single else (25 + 32 * i, min(found.size, LOW_NAME[found.face]))
        painter.center_capitals(line, (left, y), (found.face, size, INK), side="left")
    offered = "" in dict(scene.offers)
    if offered:
        painter.put(cells.tag, (left + 36, LINE), card.clan)
    code = f"{card.clan} · "
    x = left + (80 if offered else painter.word(code, (left, LINE), TEXT, colour=SOOT))
    painter.fit_word(theme.say(card.name), (x, LINE), round(right - x), (TEXT, TEXT), colour=SOOT)


def _points(painter: Painter, card: CardSight, at: tuple[int, int], given: Layout, theme: Theme) -> None:
    """Points in a row of their own: the plate, and the word behind it."""
    x, y = at
    plate = series.points_plate(str(card.points), given.plate).image.width
    painter.put(series.points_plate, (x + plate / 2 - 3, y), str(card.points), given.plate)
    painter.fit_word(theme.say(POINTS, count=card.points), (x + plate + 4, y), 130, (TEXT, TEXT))


def _state(painter: Painter, scene: Scene, at: tuple[float, float], theme: Theme) -> float:
    """At a right edge: what is owed, that nothing is, the roof of who is home, the place at the end; its left edge."""
    card, (right, y) = scene.card, at
    if card.place:
        painter.put(signs.medal, (right - 26, y), card.place)
        return right - 52
    if scene.owed:
        return right - painter.fit_word(theme.say(scene.owed), (right, y), 150, (36, TEXT), side="right", colour=RED)
    if card.hut:
        across = painter.fit_word(theme.say(HUT), (right, y), 90, (36, TEXT), side="right")
        painter.put(signs.roof_icon, (right - across - 40, y - 9), 50)
        return right - across - 74
    if scene.done:
        painter.put(signs.badge, (right - 42, y - 21), "in", 42)
        return right - 44
    return right


def _drums(painter: Painter, scene: Scene, at: tuple[float, float], room: float) -> None:
    """The coming beats in which the clan drums, right-aligned, as many as there is room for."""
    beats = scene.card.drums[: max(0, int((room - 4) // 48))]
    for i, beat in enumerate(reversed(beats)):
        painter.put(cells.drumhead, (at[0] - 24 - 48 * i, at[1]), str(beat))


def pale(ground: RGB) -> RGB:
    """Counts of nothing, still to be read."""
    return mix(SOOT, ground, 0.42)


def _animals(painter: Painter, scene: Scene, given: Layout) -> None:
    """A pictogram and a count for each species, beside each other or one below the other; choices in a frame."""
    animals, offers = scene.card.animals, dict(scene.offers)
    beside = given.animals == given.counts
    sizes = {species: given.figure if count < 10 else given.figure - 6 for species, count in animals.items()}
    spans = {species: wide(str(count), sizes[species]) for species, count in animals.items()}
    need = {species: given.icon + 5 + span if beside else max(given.icon, span) for species, span in spans.items()}
    icon = given.icon
    gap = (given.size[0] - 2 * given.margin - sum(need.values())) / len(animals)
    if gap < 4:
        icon -= round(4 - gap)
        gap = 4.0
    x = given.margin + gap / 2
    for species, count in animals.items():
        colour = INK if count else pale(painter.ground)
        middle = x + icon / 2 if beside else x + need[species] / 2
        if species in offers:
            painter.put(cells.tag, (middle, given.animals), offers[species] or species)
        else:
            painter.put(pictogram, (middle - icon / 2, given.animals - icon / 2), species, icon, colour)
        at = (x + icon + 5 + spans[species] / 2, given.counts) if beside else (middle, given.counts)
        painter.number(str(count), at, sizes[species], colour=colour)
        x += need[species] + gap - (given.icon - icon if beside else 0)


@cached
def rule(across: int, ground: RGB) -> Raster:
    """The line between collection and hand, from (0, 0)."""
    plate = Surface("rule", (0, -2, across, 2), 1.0, flat=True)
    plate.pen().line([(2, 0), (across - 2, 0)], even(2, mix(SOOT, ground, 0.55)))
    return plate.raster()


def _hand(painter: Painter, scene: Scene, given: Layout) -> float:
    """Tokens left and how many of them show a club, then tiles and Jokers; where it ends."""
    card, y, size = scene.card, given.hand, given.low
    figure = min(38, given.figure)
    x = float(given.margin)
    painter.put(scowl, (x + size / 2, y), card.clan, size)
    x += size + 6
    x += painter.word(str(card.tokens), (x, y), figure) + 8
    painter.put(signs.club_icon, (x + size / 2, y), size)
    x += size + 4
    x += painter.word(str(card.clubs), (x, y), figure) + 8
    for count, make in ((card.tiles, signs.spiral_tile), (card.jokers, signs.joker)):
        if count:
            painter.put(make, (x + size / 2, y), size)
            x += size + 4
            x += painter.word(str(count), (x, y), figure) + 4 if count > 1 else 4
    return x
