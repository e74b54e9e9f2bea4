"""The lower part of a farm's picture: barn, help tiles, winter needs, house and wagons, improvements."""

from games.walnut_grove.view import (
    BARN_SITES,
    BARN_SPACES,
    GOODS,
    IMPROVEMENT_PLACES,
    WAGONS,
    FarmSight,
)
from render.core.fonts import BEBAS
from render.core.picture import Theme
from render.walnut_grove import plan, things, tokens
from render.walnut_grove.inks import CREAM, FOREST, INK, LAKE_L, PAPER2, PAPER3, RAIL, RED, SOFT
from render.walnut_grove.paint import Painter
from render.walnut_grove.sights import Changed

BARN, HELP, OPEN, FLIPPED, NEEDS, NOTHING, POINTS, JOINS = (
    "barn", "help", "open", "flipped", "winter needs", "nothing", "{count} pt", "joins",
)  # fmt: skip
LETTERING = (BARN, HELP, OPEN, FLIPPED, NEEDS, NOTHING, POINTS, JOINS)
TOP, SIDE, PITCH, FIRST = 816, 84, 90, 112
NEEDS_AT = (36, 916)
LOW, WIDE, HIGH, STEP = 988, 133, 180, 141


def draw(painter: Painter, farm: FarmSight, theme: Theme, changed: Changed) -> None:
    """Everything below the land."""
    _barn(painter, farm, theme)
    _help(painter, farm, theme)
    _needs(painter, farm, theme)
    _house(painter, farm)
    for number in range(WAGONS):
        _wagon(painter, farm, number)
    for number in range(IMPROVEMENT_PLACES):
        _improvement(painter, farm, number, theme)
    painter.ground = FOREST
    if "barn" in changed:
        painter.put(tokens.changed, (FIRST - 8, TOP - 8), space_at(farm.spaces - 1) + SIDE + 16 - FIRST, SIDE + 16)
    if "help" in changed:
        painter.put(tokens.changed, (966, TOP - 8), 206, SIDE + 16)
    if "wagons" in changed:
        painter.put(tokens.changed, (36 + STEP - 8, LOW - 8), STEP * 3 + WIDE + 16, HIGH + 16)
    if "improvements" in changed and farm.improvements:
        x = place_at(len(farm.improvements) - 1)
        painter.put(tokens.changed, (x - 8, LOW - 8), WIDE + 16, HIGH + 16)


def space_at(number: int) -> int:
    """Left edge of a space of the barn; a little further before each barn tile."""
    return FIRST + PITCH * number + 12 * max(0, (number - BARN_SPACES) // 2 + 1)


def place_at(number: int) -> int:
    """Left edge of a place for an improvement."""
    return 36 + STEP * (5 + number) + 14


def _barn(painter: Painter, farm: FarmSight, theme: Theme) -> None:
    painter.ground = FOREST
    painter.fitted(theme.say(BARN).upper(), (70, TOP + 42), 72, (36, 28), face=BEBAS, colour=RAIL)
    for number in range(BARN_SPACES + 2 * BARN_SITES):
        painter.ground = FOREST
        built = number < farm.spaces
        painter.put(plan.space, (space_at(number), TOP), SIDE, SIDE, "paper" if built else "site")
        if number < len(farm.barn):
            item, at = farm.barn[number], (space_at(number) + SIDE / 2, TOP + SIDE / 2)
            painter.ground = CREAM
            if item in GOODS:
                painter.put(tokens.cube, at, item, 58.0)
            else:
                painter.put(tokens.coin, at, item, 33.0)


def _help(painter: Painter, farm: FarmSight, theme: Theme) -> None:
    """Help tiles: the open one, which can still be paid back, and the flipped ones."""
    painter.ground = FOREST
    painter.fitted(theme.say(HELP).upper(), (926, TOP + 42), 70, (36, 28), face=BEBAS, colour=RAIL)
    painter.put(plan.space, (970, TOP), 198, SIDE, "paper")
    painter.ground = CREAM
    if not farm.farm.open and not farm.farm.flipped:
        painter.word("0", (1069, TOP + 42), 38, colour=SOFT)
        return
    parts = [(OPEN, f"−{2 * farm.farm.open}")] if farm.farm.open else []
    if farm.farm.flipped:
        parts.append((FLIPPED, f"×{farm.farm.flipped}"))
    for i, (word, number) in enumerate(parts):
        x = 1069 + (i - (len(parts) - 1) / 2) * 96
        painter.fitted(theme.say(word).upper(), (x, TOP + 24), 190 // len(parts) - 4, (33, 26), face=BEBAS, colour=RED)
        painter.word(number, (x, TOP + 60), 36)


def _needs(painter: Painter, farm: FarmSight, theme: Theme) -> None:
    """What winter asks for, with a tick where goods at hand cover it, else what is missing."""
    painter.ground = FOREST
    painter.put(tokens.needs_strip, NEEDS_AT)
    y = NEEDS_AT[1] + 30
    painter.ground = LAKE_L
    painter.fitted(theme.say(NEEDS).upper(), (54, y), 190, (36, 28), face=BEBAS, side="left")
    x = 262.0
    if not any(need.asked for need in farm.needs):
        painter.fitted(theme.say(NOTHING), (x, y), 300, (34, 28), side="left", colour=SOFT)
    pitch = 165 if len(farm.needs) <= 3 else 140
    for need in farm.needs:
        if not need.asked:
            continue
        digits = painter.word(str(need.asked), (x, y), 36, side="left")
        painter.put(tokens.cube, (x + digits + 29, y), need.good, 46.0)
        if need.short:
            painter.put(tokens.short, (x + digits + 55, y), need.short)
        else:
            painter.put(tokens.tick, (x + digits + 66, y + 2), 1.5)
        x += pitch
    painter.ground = LAKE_L
    for i, colour in enumerate(farm.double):
        painter.put(tokens.pawn, (900 + 40 * i, NEEDS_AT[1] + 54), colour, 46.0)
    if farm.double:
        painter.word("×2", (930, y), 34, side="left")
    painter.put(tokens.flame, (1030, y), 40.0)
    painter.word(f"{farm.fires}+{farm.campfires}", (1060, y), 36, side="left")


def _house(painter: Painter, farm: FarmSight) -> None:
    painter.ground = FOREST
    painter.put(plan.space, (36, LOW), WIDE, HIGH, "pale")
    painter.ground = PAPER2
    painter.put(things.house, (36 + WIDE / 2, LOW + HIGH - 6))
    painter.put(tokens.pawn, (36 + WIDE / 2, LOW + HIGH - 10), "farmer", 64.0)


def _wagon(painter: Painter, farm: FarmSight, number: int) -> None:
    """A wagon with its labourer, and a hut or a campfire; one hired this year joins after the winter."""
    left, state = 36 + STEP * (number + 1), farm.farm
    taken = number < len(state.labourers)
    painter.ground = FOREST
    painter.put(plan.space, (left, LOW), WIDE, HIGH, "pale" if taken else "dull")
    painter.ground = PAPER2 if taken else PAPER3
    kind = "hut" if number < state.huts else "campfire"
    painter.put(things.thing, (left + WIDE / 2, LOW + 42), kind, 0.95)
    painter.put(things.wagon, (left + WIDE / 2 + 10, LOW + HIGH - 8))
    if taken:
        painter.put(tokens.pawn, (left + 28, LOW + HIGH - 8), state.labourers[number], 64.0)
        return
    joining = number - len(state.labourers)
    if joining < len(state.hired):
        painter.put(tokens.joining, (left + 34, LOW + HIGH - 40))
        painter.put(tokens.pawn, (left + 34, LOW + HIGH - 18), state.hired[joining], 48.0)


def _improvement(painter: Painter, farm: FarmSight, number: int, theme: Theme) -> None:
    left = place_at(number)
    painter.ground = FOREST
    if number >= len(farm.improvements):
        painter.put(plan.space, (left, LOW), WIDE, HIGH, "place")
        return
    bought = farm.improvements[number]
    painter.put(plan.space, (left, LOW), WIDE, HIGH, "paper")
    painter.ground = CREAM
    middle = left + WIDE / 2
    painter.put(things.thing, (middle, LOW + 54), bought.kind, 1.0)
    painter.fitted(theme.say(bought.kind).upper(), (middle, LOW + 112), WIDE - 16, (36, 26), face=BEBAS, colour=INK)
    painter.fitted(theme.say(POINTS, count=bought.points), (middle, LOW + 150), WIDE - 14, (34, 26), colour=SOFT)
