"""The named inks of Walnut Grove's pictures: a hand-printed farm almanac of 1885, and its palette."""

from functools import lru_cache

from render.core.colour import RGB, mix, rgb
from render.core.palette import Palette

PAPER, PAPER2, PAPER3 = rgb("#F3E7CC"), rgb("#E8D7B1"), rgb("#D9C28F")
CREAM, WHITE = rgb("#FBF4E2"), rgb("#FFFBEF")
INK, BLACK, SOFT = rgb("#33231A"), rgb("#241914"), rgb("#6E533F")
LEG = rgb("#A37C4A")
"""Legal cells, birds."""

FIELD, FIELD_D, FIELD_L = rgb("#E9B949"), rgb("#BD832B"), rgb("#F5D988")
LAKE, LAKE_D, LAKE_L = rgb("#477C9B"), rgb("#2F5A75"), rgb("#C4DDE0")
PASTURE, PASTURE_D, PASTURE_L = rgb("#A9BF73"), rgb("#587540"), rgb("#D3DDA0")
FOREST, FOREST_D, FOREST_L = rgb("#76512F"), rgb("#3C2A1C"), rgb("#A87C4C")
ROCK, ROCK_D, ROCK_L = rgb("#B3ABA0"), rgb("#6A635C"), rgb("#DAD4C8")
ROAD, ROAD_D, RAIL = rgb("#DDBE8D"), rgb("#B9935C"), rgb("#F0DDB0")
RED, RED_D = rgb("#A8382A"), rgb("#7A261E")
GOLD = rgb("#E3AE35")
HOT = rgb("#E8541E")
"""Only for what changed last, the present season and flames."""

SEATS = (rgb("#4F7F3F"), RED, rgb("#E5CD9B"), rgb("#6C4A80"))
LETTERS = (WHITE, WHITE, INK, WHITE)

LANDS: dict[str, tuple[RGB, RGB, RGB]] = {
    "g": (FIELD, FIELD_D, FIELD_L),
    "f": (LAKE, LAKE_D, LAKE_L),
    "m": (PASTURE, PASTURE_D, PASTURE_L),
    "w": (FOREST, FOREST_D, FOREST_L),
    "s": (ROCK, ROCK_D, ROCK_L),
}
"""Base, dark and light tone of the landscape of each good."""

CUBES: dict[str, tuple[RGB, RGB, RGB, RGB]] = {
    "g": (FIELD, FIELD_L, FIELD_D, INK),
    "f": (LAKE, LAKE_L, LAKE_D, WHITE),
    "m": (WHITE, CREAM, PAPER3, INK),
    "w": (FOREST, FOREST_L, FOREST_D, WHITE),
    "s": (ROCK, ROCK_L, ROCK_D, INK),
}
"""Front, top, side and letter of a cube."""

PAWNS: dict[str, tuple[RGB, RGB, str]] = {
    "yellow": (FIELD, INK, "Y"),
    "blue": (LAKE_D, WHITE, "B"),
    "white": (WHITE, INK, "W"),
    "farmer": (BLACK, WHITE, "F"),
}
"""Body, letter colour and letter of a figure of the farm."""

NAMED = (
    PAPER, PAPER2, PAPER3, CREAM, WHITE, INK, BLACK, SOFT, LEG, ROAD, ROAD_D, RAIL, RED, RED_D, GOLD, HOT, *SEATS,
    *(tone for tones in LANDS.values() for tone in tones),
    *(mix(INK, ground, share) for ground in (PAPER, CREAM, PAPER2) for share in (0.66, 0.33)),
    *(mix(CREAM, INK, share) for share in (0.8, 0.5)), *(mix(SOFT, PAPER, share) for share in (0.66, 0.33)),
)  # fmt: skip


@lru_cache(maxsize=1)
def palette() -> Palette:
    """The palette of all of Walnut Grove's pictures."""
    return Palette.of("render.walnut_grove")
