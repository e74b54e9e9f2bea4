"""The result: the clans by place, what they collected, their series and points."""

from functools import lru_cache

from PIL import Image

from games.core.game import Outcome
from games.grumpf.view import CardSight, View, board_of, series_of
from render.core.fonts import CHERRY
from render.core.picture import Theme
from render.core.surface import Raster, Surface
from render.grumpf import foot, series, signs
from render.grumpf.grumpfs import grumpf, mark
from render.grumpf.inks import BRIGHT, CAVE, CREAM, INK, RESTING, SOOT, TORCH, WAITING
from render.grumpf.paint import Painter, wide
from render.grumpf.pictograms import pictogram
from render.grumpf.stone import cut, wall

TOP, BOTTOM = 122, 16
PITCH = 182  # of a row
TITLE, WINS, SHARED, TOKENS = "Game over", "{name} wins", "shared victory", "{count} {count:Animal|Animals}"
LETTERING = (TITLE, WINS, SHARED, TOKENS)


def draw(view: View, outcome: Outcome, names: tuple[str, ...], theme: Theme) -> Image.Image:
    """A row for each clan, best first."""
    cards = board_of(view).cards
    painter = Painter(wall(TOP + PITCH * len(cards) + BOTTOM))
    winners = [card for card in cards if outcome.places[card.seat] == 1]
    across = painter.fitted(theme.say(TITLE), (26, 56), 400, (66, 44), colour=CREAM)
    told = theme.say(SHARED) if len(winners) > 1 else theme.say(WINS, name=names[winners[0].seat])
    room = 1054 - 26 - round(across) - 120 - 60 * len(winners)
    right = 1054 - 60 * len(winners) - 16
    painter.fitted(told, (right, 56), room, (48, 28), side="right", colour=TORCH)
    for i, card in enumerate(winners):
        painter.put(grumpf, (right + 10 + 62 * i, 22), card.clan, "", size=62)
    order = sorted(cards, key=lambda card: (outcome.places[card.seat], card.seat))
    for i, card in enumerate(order):
        _row(painter, (view, card), TOP + PITCH * i, (outcome, names[card.seat]), theme)
    return painter.image


def _row(painter: Painter, who: tuple[View, CardSight], top: int, facts: tuple[Outcome, str], theme: Theme) -> None:
    """One clan: place, name, points; below it Animals, Jokers and tiles, and the series."""
    view, card = who
    outcome, name = facts
    place, total = outcome.places[card.seat], outcome.totals[card.seat]
    first = place == 1
    painter.ground = CAVE
    painter.put(foot.blank, (10, top), 1060, f"final{card.seat}", lit=first, high=PITCH - 12)
    painter.ground = WAITING if first else RESTING
    painter.put(signs.medal, (56, top + 46), place)
    painter.put(mark, (122, top + 46), card.clan, 60)
    across = painter.word(card.clan, (164, top + 46), 44)
    painter.fitted(name, (164 + across + 20, top + 46), 520 - round(across), (40, 28))
    painter.put(series.points_plate, (1000, top + 46), str(total), 66)
    tokens = theme.say(TOKENS, count=sum(card.animals.values()))
    painter.fitted(tokens, (940, top + 46), 190, (30, 26), side="right", colour=SOOT)
    _collected(painter, card, top + 122)
    _series(painter, view, card, top + 122)


def _collected(painter: Painter, card: CardSight, y: int) -> None:
    x = 36.0
    for species, count in card.animals.items():
        colour = INK if count else foot.pale(painter.ground)
        painter.put(pictogram, (x, y - 24), species, 48, colour)
        x += 52
        x += max(painter.word(str(count), (x, y), 36, colour=colour), 18) + 14
    if card.jokers:
        painter.put(signs.joker, (x + 22, y), 42)
        x += 54
    if card.tiles:
        painter.put(foot.tiles, (x + 22, y), card.tiles, 42)


def _series(painter: Painter, view: View, card: CardSight, y: int) -> None:
    """How many series of each length, and what one of them is worth: ``5×2`` on a strip, its points behind."""
    x = 1040.0
    for length, count, points in reversed([each for each in series.sums(series_of(view, card.seat)) if each[2]]):
        text = f"={count * points}"
        x -= wide(text, 36)
        painter.word(text, (x, y), 36)
        times = f"×{count}" if count > 1 else ""
        x -= wide(times, 36) + 6
        painter.word(times, (x, y), 36)
        x -= 27
        painter.put(length_sign, (x, y), length)
        x -= 27 + 22


@lru_cache(maxsize=8)
def length_sign(length: int) -> Raster:
    """The length of a series on a block of soot; (0, 0) is its middle."""
    plate = Surface("length", (-27, -27, 27, 27), 1.0, flat=True)
    plate.pen().shape(cut((-24, -24, 24, 24), 10, 0.6, "length"), SOOT, shake=0)
    plate.text(str(length), (0, 0), (CHERRY, 38, BRIGHT))
    return plate.raster()
