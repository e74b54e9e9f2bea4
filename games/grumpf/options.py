"""What the host may choose (section 10). Deadlines and reminders belong to the match."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from games.core.game import Options
from games.core.moves import Field
from games.grumpf.components import BOX

BoardSide: TypeAlias = Literal["as sides", "standard", "advanced"]
"""A board's side: as the option ``sides`` says, one dot, two dots."""


class GrumpfOptions(Options, frozen=True, kw_only=True):
    """Rule options of Grumpf."""

    mode: Annotated[Literal["async", "live"], Field("By turns, in secret plans; or live, all at once")] = "async"
    sides: Annotated[
        Literal["standard", "advanced", "mixed"], Field("All boards with one dot, all with two, or by chance")
    ] = "standard"
    bees: Annotated[BoardSide, Field("Side of the Bees: standard one dot, advanced two dots")] = "as sides"
    reptiles: Annotated[BoardSide, Field("Side of the Reptiles: standard one dot, advanced two dots")] = "as sides"
    fish: Annotated[BoardSide, Field("Side of the Fish: standard one dot, advanced two dots")] = "as sides"
    birds: Annotated[BoardSide, Field("Side of the Birds: standard one dot, advanced two dots")] = "as sides"
    mammoths: Annotated[BoardSide, Field("Side of the Mammoths: standard one dot, advanced two dots")] = "as sides"
    sorcerer: Annotated[BoardSide, Field("Side of the Sorcerer: standard one dot, advanced two dots")] = "as sides"
    pace: Annotated[
        Literal["standard", "brisk", "close"],
        Field("By turns, beats planned at a time: 3+3+3, brisk 5+4, or one by one"),
    ] = "standard"
    huts_from: Annotated[Literal[1, 4], Field("By turns: the beat from which huts are open")] = 4
    limit: Annotated[int, Field("Live: seconds a hunt lasts at most", least=45, most=300)] = BOX.live.hunt_limit_s
    huts_after: Annotated[int, Field("Live: seconds until the huts open", least=0, most=30)] = (
        BOX.live.huts_open_after_s
    )
    fair_window: Annotated[
        int, Field("Live: presses within so many milliseconds count in drum order", least=0, most=300)
    ] = 0
    switching: Annotated[bool, Field("Between hunts, change between live and by turns if all agree")] = False
    joker_1: Annotated[bool, Field("The player of seat 1 is new to the game and gets a Joker")] = False
    joker_2: Annotated[bool, Field("The player of seat 2 is new to the game and gets a Joker")] = False
    joker_3: Annotated[bool, Field("The player of seat 3 is new to the game and gets a Joker")] = False
    joker_4: Annotated[bool, Field("The player of seat 4 is new to the game and gets a Joker")] = False
    joker_5: Annotated[bool, Field("The player of seat 5 is new to the game and gets a Joker")] = False
    joker_6: Annotated[bool, Field("The player of seat 6 is new to the game and gets a Joker")] = False

    def joker(self, seat: int) -> int:
        """Return the Jokers of a seat, at most one (R2.6, Q18)."""
        return int(getattr(self, f"joker_{seat + 1}"))

    def side(self, board: str) -> str | None:
        """Return "1" or "2" for a board's name in the options; None: by chance (R2.1)."""
        wish = getattr(self, board)
        wish = self.sides if wish == "as sides" else wish
        return {"standard": "1", "advanced": "2"}.get(wish)
