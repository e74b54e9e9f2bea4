"""What the host may choose (section 10). Deadlines and reminders belong to the match."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from games.core.game import Options
from games.core.moves import Field, Needs
from games.grumpf.components import BOX

BoardSide: TypeAlias = Literal["as sides", "standard", "advanced"]
"""A board's side: as the option ``sides`` says, one dot, two dots."""


BY_TURNS = Needs(beside=(("mode", "async"), ("switching", True)))
LIVE = Needs(beside=(("mode", "live"), ("switching", True)))

MODES = {"async": "by turns, in secret plans", "live": "live, everyone at once"}
SIDES = {"standard": "all standard (•)", "advanced": "all advanced (••)", "mixed": "each at random"}
SIDE = {"as sides": "as for all boards", "standard": "standard (•)", "advanced": "advanced (••)"}
PACES = {"standard": "three", "brisk": "five, then four", "close": "one"}


class GrumpfOptions(Options, frozen=True, kw_only=True):
    """Rule options of Grumpf."""

    mode: Annotated[
        Literal["async", "live"],
        Field("By turns, in secret plans; or live, everyone at once", label="How hunts are played", named=MODES),
    ] = "async"
    sides: Annotated[
        Literal["standard", "advanced", "mixed"],
        Field(
            "Which side of the boards is up: all •, all ••, or each at random", label="Sides of the boards", named=SIDES
        ),
    ] = "standard"
    bees: Annotated[
        BoardSide, Field("Which side of this board is up: standard • or advanced ••", label="Bees board", named=SIDE)
    ] = "as sides"
    reptiles: Annotated[
        BoardSide,
        Field("Which side of this board is up: standard • or advanced ••", label="Reptiles board", named=SIDE),
    ] = "as sides"
    fish: Annotated[
        BoardSide, Field("Which side of this board is up: standard • or advanced ••", label="Fish board", named=SIDE)
    ] = "as sides"
    birds: Annotated[
        BoardSide,
        Field("Which side of this board is up: standard • or advanced ••", label="Birds board", named=SIDE),
    ] = "as sides"
    mammoths: Annotated[
        BoardSide,
        Field("Which side of this board is up: standard • or advanced ••", label="Mammoths board", named=SIDE),
    ] = "as sides"
    sorcerer: Annotated[
        BoardSide,
        Field("Which side of this board is up: standard • or advanced ••", label="Sorcerer board", named=SIDE),
    ] = "as sides"
    pace: Annotated[
        Literal["standard", "brisk", "close"],
        Field(
            "By turns: how many beats you plan at a time. Standard 3, brisk 5 then 4, close 1",
            label="Beats planned at a time",
            named=PACES,
            needs=BY_TURNS,
        ),
    ] = "standard"
    huts_from: Annotated[
        Literal[1, 4],
        Field("By turns: the beat in which huts open", label="Beat in which huts open", needs=BY_TURNS),
    ] = 4
    limit: Annotated[
        int,
        Field(
            "Live: how many seconds a hunt can last",
            least=45,
            most=300,
            label="Seconds a live hunt can last",
            needs=LIVE,
        ),
    ] = BOX.live.hunt_limit_s
    huts_after: Annotated[
        int,
        Field(
            "Live: seconds from the start of a hunt until huts open",
            least=0,
            most=30,
            label="Seconds until huts open, live",
            needs=LIVE,
        ),
    ] = BOX.live.huts_open_after_s
    fair_window: Annotated[
        int,
        Field(
            "Live: presses within this many milliseconds count in drum order",
            least=0,
            most=300,
            label="Fair window, live (milliseconds)",
            named={"0": "off"},
            needs=LIVE,
        ),
    ] = 0
    switching: Annotated[
        bool,
        Field(
            "Between hunts, players can change between live and by turns if all agree",
            label="Mode can change between hunts",
        ),
    ] = False
    joker_1: Annotated[
        bool,
        Field(
            "The player in seat 1 is new to the game and gets a Joker",
            label="Joker for seat 1",
            seat=1,
        ),
    ] = False
    joker_2: Annotated[
        bool,
        Field(
            "The player in seat 2 is new to the game and gets a Joker",
            label="Joker for seat 2",
            seat=2,
        ),
    ] = False
    joker_3: Annotated[
        bool,
        Field(
            "The player in seat 3 is new to the game and gets a Joker",
            label="Joker for seat 3",
            seat=3,
            needs=Needs(seats=(3, 4, 5, 6)),
        ),
    ] = False
    joker_4: Annotated[
        bool,
        Field(
            "The player in seat 4 is new to the game and gets a Joker",
            label="Joker for seat 4",
            seat=4,
            needs=Needs(seats=(4, 5, 6)),
        ),
    ] = False
    joker_5: Annotated[
        bool,
        Field(
            "The player in seat 5 is new to the game and gets a Joker",
            label="Joker for seat 5",
            seat=5,
            needs=Needs(seats=(5, 6)),
        ),
    ] = False
    joker_6: Annotated[
        bool,
        Field(
            "The player in seat 6 is new to the game and gets a Joker",
            label="Joker for seat 6",
            seat=6,
            needs=Needs(seats=(6,)),
        ),
    ] = False

    def joker(self, seat: int) -> int:
        """Return the Jokers of a seat, at most one (R2.6, Q18)."""
        return int(getattr(self, f"joker_{seat + 1}"))

    def side(self, board: str) -> str | None:
        """Return "1" or "2" for a board's name in the options; None: by chance (R2.1)."""
        wish = getattr(self, board)
        wish = self.sides if wish == "as sides" else wish
        return {"standard": "1", "advanced": "2"}.get(wish)
