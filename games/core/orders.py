"""Orders: what a player stores ahead, played when asked if it fits.

An order is declared like a move: a frozen struct whose fields carry a Field. The platform keeps it with the seat, the
view at the time of filing, and whether it is halted.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Annotated, ClassVar, Literal

from msgspec import Struct

from games.core.moves import Field, Move, fields_of
from games.core.text import Text

KEEP = "keep"
"""The field of every order that says whether it outlives the next turn."""


class Order(Struct, frozen=True, kw_only=True, tag_field="order_type"):
    """Something stored ahead by a player. Subclasses set ``tag="standing"`` and annotate their fields.

    An order that is not kept serves the seat's next turn only: it goes when that turn was made in any way. One that is
    carried out goes in any case, but for what its game says is left of it.
    """

    title: ClassVar[str] = ""
    """What it is called on a button and in lists: up to 25 characters. Empty: the first line is as short."""
    expired: ClassVar[bool] = False
    """True: played only when the deadline has passed, before the fallback; False: as soon as the seat is asked."""
    single: ClassVar[bool] = False
    """True: a new one takes the place of the one before, as preferences do."""
    most: ClassVar[int] = 20
    """How many of this kind a seat may store."""
    told: ClassVar[bool] = False
    """True: the log says that a turn came from an order; False: to others it looks like any other turn."""

    keep: Annotated[bool, Field("Keep it after my next turn")] = False


def tag_of(kind: type[Order]) -> str:
    """Return the tag of a kind of order: ``"standing"``."""
    return str(kind.__struct_config__.tag)


def is_preference(kind: type[Order]) -> bool:
    """Return whether an order of a kind decides small things for the whole match, with a usual value for each."""
    return kind.single and not any(info.required for info in fields_of(kind))


def preferences(kinds: Iterable[type[Order]]) -> tuple[Order, ...]:
    """Return the preferences among kinds of orders as they usually are: each player's seat starts with them."""
    return tuple(kind() for kind in kinds if is_preference(kind))


class Plan(Order, frozen=True, kw_only=True, tag="plan"):
    """A plan for several turns: steps with alternatives, tried one turn at a time.

    Each step is a line of the game's notation, or several of them separated by ``|`` of which the first that can be
    played is. ``games.core.running.plans`` gives it its meaning.
    """

    title: ClassVar[str] = "Plan ahead"

    season: Annotated[str, Field("What it is for")] = ""
    steps: Annotated[tuple[str, ...], Field("Steps, separated by ; with alternatives separated by |", spaced=True)] = ()
    fails: Annotated[Literal["ask", "skip", "wish"], Field("If a step cannot be played: ask me, skip it, keep it")] = (
        "ask"
    )
    ends: Annotated[
        Literal["ask", "pass"],
        Field("When all steps are played: ask me, or pass", named={"ask": "ask me", "pass": "pass"}),
    ] = "ask"
    guard: Annotated[bool, Field("Stop if others build beside what is planned")] = False
    keep: Annotated[bool, Field("Keep it after my next turn")] = True


class Otherwise(StrEnum):
    """What becomes of an order none of whose tries can be played."""

    KEEP = "keep"
    """It stays for a later ask; the player is asked as usual."""
    ASK = "ask"
    """It is halted; the player is told why and asked."""
    DROP = "drop"
    """It goes; the player is told why and asked."""
    DONE = "done"
    """It has served and goes without a word; the player is asked."""


class Resolution(Struct, frozen=True):
    """What an order means now.

    ``tries`` are whole turns, of which the first that can be played is; ``rest`` is what is left of the order then
    (None: nothing, it is carried out and gone, also where it is kept after turns it did not make), or
    ``rests`` where that depends on which try was played. If none can be played, ``otherwise`` and
    ``why`` say what becomes of it.
    """

    tries: tuple[tuple[Move, ...], ...] = ()
    rest: Order | None = None
    rests: tuple[Order | None, ...] = ()
    otherwise: Otherwise = Otherwise.KEEP
    why: Text | None = None
