"""The moves of Grumpf (M2): plans by turns, single actions live, the trade, and what the table does.

By turns a plan is a turn of several moves: a ``step`` for each beat, perhaps ``final``, and the silent ``hand_in``.
Live each action is a turn of its own.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from msgspec.structs import force_setattr

from games.core.moves import Field, Move
from games.grumpf.deeds import strokes_of


class Step(Move, frozen=True, tag="step"):
    """Plan the next beat: a first choice and its alternatives (A2.1, A5).

    A whole step may be given as one element, ``5>R?|4>B``; it is taken apart into its strokes.
    """

    title: ClassVar[str] = "Plan the next beat"
    secret: ClassVar[bool] = True

    choice: Annotated[
        tuple[str, ...],
        Field("What to do in this beat, such as 5>B, 4>R?|4>B, x*M!, ^ or -", asked="What to do in this beat"),
    ]

    def __post_init__(self) -> None:
        """Take the text apart, so that equal steps are equal; what cannot be read stays for the check to refuse."""
        strokes = strokes_of("".join(self.choice))
        if strokes is not None and strokes != self.choice:
            force_setattr(self, "choice", strokes)

    @property
    def text(self) -> str:
        """The step in notation."""
        return "".join(self.choice)


class Final(Move, frozen=True, tag="final"):
    """Make the plan final: what goes beyond this volley is submitted too (A2.2)."""

    title: ClassVar[str] = "Make the plan final"
    secret: ClassVar[bool] = True


class HandIn(Move, frozen=True, tag="hand_in"):
    """Submit the plan (A2.3)."""

    secret: ClassVar[bool] = True


class TakeOver(Move, frozen=True, tag="take_over"):
    """Submit a plan unchecked, as a draft at a deadline (A2.2, A10.3)."""

    secret: ClassVar[bool] = True
    offered: ClassVar[bool] = False

    steps: Annotated[tuple[str, ...], Field("The steps, as typed")]


class Idle(Move, frozen=True, tag="idle"):
    """Submit nothing: only at a missed deadline (A10.1)."""

    secret: ClassVar[bool] = True
    offered: ClassVar[bool] = False


class Place(Move, frozen=True, tag="place"):
    """Place a Grumpf (R5.2)."""

    instant: ClassVar[bool] = True

    grumpf: Annotated[str, Field("Grumpf and face, such as 15:5, or only the face, such as 5", asked="Which Grumpf")]
    board: Annotated[str, Field("Board: B, R, F, W, M or S", asked="Which board")]


class Club(Move, frozen=True, tag="club"):
    """Knock out a Grumpf (R5.4)."""

    instant: ClassVar[bool] = True

    grumpf: Annotated[str, Field("Grumpf with a club, such as 1x, or only x", asked="Grumpf with a club")]
    board: Annotated[str, Field("Board: B, R, F, W, M or S", asked="Which board")]
    target: Annotated[
        str,
        Field(
            "Number of the space, ! for the strongest opponent, or !Gr for the strongest green Grumpf",
            asked="Which Grumpf to club",
        ),
    ]
    own: Annotated[bool, Field("Yes: you may club your own Grumpf")] = False


class Hut(Move, frozen=True, tag="hut"):
    """Enter a hut with your Elder (R5.9)."""

    title: ClassVar[str] = "Enter a hut"
    instant: ClassVar[bool] = True


class Flip(Move, frozen=True, tag="flip"):
    """Flip a Grumpf in your hand (R5.8)."""

    title: ClassVar[str] = "Flip a Grumpf"
    instant: ClassVar[bool] = True
    secret: ClassVar[bool] = True

    token: Annotated[str, Field("Grumpf, such as 15")]


class Ready(Move, frozen=True, tag="ready"):
    """Say that you are ready for the hunt (L1.1)."""

    title: ClassVar[str] = "Ready"
    instant: ClassVar[bool] = True


class Go(Move, frozen=True, tag="go"):
    """Start the hunt without the players who aren't ready (L1.1)."""

    title: ClassVar[str] = "Start now"
    instant: ClassVar[bool] = True


class Trade(Move, frozen=True, tag="trade"):
    """Make the Forced Trade: one of your Animals for one of another player (R9.2)."""

    title: ClassVar[str] = "Forced Trade"

    give: Annotated[str, Field("Species you give: B, R, F, W or M", asked="Species you give")]
    partner: Annotated[str, Field("Clan you trade with, such as Gr", asked="Clan you trade with")]
    take: Annotated[str, Field("Species you take: B, R, F, W or M", asked="Species you take")]


class Decline(Move, frozen=True, tag="decline"):
    """Decline the Forced Trade (R9.4)."""


class Choose(Move, frozen=True, tag="mode"):
    """Choose how the next hunt is played (section 10)."""

    title: ClassVar[str] = "Live or by turns"

    mode: Annotated[
        Literal["async", "live"],
        Field(
            "async: by turns; live: everyone at once",
            asked="By turns or live",
            named={"async": "by turns", "live": "live"},
        ),
    ]


class SetOut(Move, frozen=True, tag="set_out"):
    """Set out Animals (R4)."""

    offered: ClassVar[bool] = False


class Resolve(Move, frozen=True, tag="resolve"):
    """Play the beats of a volley (A3)."""

    offered: ClassVar[bool] = False


class Judge(Move, frozen=True, tag="judge"):
    """Judge the boards at the end of a hunt (R6 to R9)."""

    offered: ClassVar[bool] = False


class Late(Move, frozen=True, tag="late"):
    """Allow the hunt to start without the players who aren't ready (L1.1)."""

    offered: ClassVar[bool] = False


class Count(Move, frozen=True, tag="count"):
    """Count down to the hunt (L1.2)."""

    offered: ClassVar[bool] = False


class Open(Move, frozen=True, tag="open"):
    """Open the huts of a live hunt (L3.1)."""

    offered: ClassVar[bool] = False


class Warn(Move, frozen=True, tag="warn"):
    """Warn that the time of a live hunt runs out (L4.2)."""

    offered: ClassVar[bool] = False


class TimeUp(Move, frozen=True, tag="time_up"):
    """End a live hunt, or a trade, whose time has run out (L4.2, L4.3)."""

    offered: ClassVar[bool] = False


class Again(Move, frozen=True, tag="again"):
    """Start a hunt over that was interrupted (L6.5)."""

    offered: ClassVar[bool] = False
