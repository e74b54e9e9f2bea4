"""The tiny game of seasons with players by whom it can be reviewed: plots that touch own ones are worth more."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from msgspec.structs import replace

from games.core.base import BaseBots
from games.core.game import Ask, Spec
from games.core.moves import Move
from games.core.rng import Rng
from tests.games.tiny.season import PLOTS, Pass, Season, Sow, State, View


class First:
    """Sows the first free plot that the seat has seeds for, or passes."""

    def think(self, view: View, ask: Ask, worlds: Iterator[State], rng: Rng) -> Sequence[Move]:
        """Return the first free plot, or pass."""
        free = find_free(view, ask)
        return (Sow(free[0]) if free else Pass(),)


class Last(First):
    """Sows the last free plot, or passes."""

    def think(self, view: View, ask: Ask, worlds: Iterator[State], rng: Rng) -> Sequence[Move]:
        """Return the last free plot, or pass."""
        free = find_free(view, ask)
        return (Sow(free[-1]) if free else Pass(),)


def find_free(view: View, ask: Ask) -> list[int]:
    """Return the plots that can be sown."""
    return [plot for plot in range(1, PLOTS + 1) if Sow in ask.verbs and plot not in view.state.owner]


class Bots(BaseBots[State, View]):
    """Players who play by rote; every free plot may be tried."""

    def propose(self, view: View, ask: Ask, most: int, rng: Rng) -> Sequence[tuple[Move, ...]]:
        """Propose all that can be done."""
        return tuple((Sow(plot),) for plot in find_free(view, ask)) or ((Pass(),),)


class Thoughtful(Season):
    """The rules of seasons."""

    spec: ClassVar[Spec] = replace(Season.spec, key="thoughtful", command="thoughtful", title="Thoughtful")

    bots = Bots({"easy": First(), "steady": Last()})


THOUGHTFUL = Thoughtful()
