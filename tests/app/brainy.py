"""The tiny game of seasons with computer players: one that plays, and some that fail in each way a player can."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, ClassVar

from msgspec.structs import replace

from games.core.base import BaseBots
from games.core.capabilities import Brain
from games.core.game import Ask, Spec
from games.core.moves import Field, Move
from games.core.orders import Order, Otherwise, Resolution
from games.core.rng import Rng
from tests.games.tiny.season import PLOTS, Pass, Season, Sow, State, View
from tests.games.tiny.season import Planning as SeasonPlanning


class First:
    """Sows the first free plot."""

    def think(self, view: View, ask: Ask, worlds: Iterator[State], rng: Rng) -> Sequence[Move]:
        """Return the first free plot, or pass."""
        if Sow not in ask.verbs:
            return (Pass(),)
        return (Sow(next(plot for plot in range(1, PLOTS + 1) if plot not in view.state.owner)),)


class Cheat:
    """Makes a turn that the rules forbid."""

    def think(self, view: View, ask: Ask, worlds: Iterator[State], rng: Rng) -> Sequence[Move]:
        """Return a plot there is not."""
        return (Sow(99),)


class Idle:
    """Does not want to act now."""

    def think(self, view: View, ask: Ask, worlds: Iterator[State], rng: Rng) -> Sequence[Move]:
        """Return nothing."""
        return ()


class Slow:
    """Thinks for ever."""

    def think(self, view: View, ask: Ask, worlds: Iterator[State], rng: Rng) -> Sequence[Move]:
        """Return after a minute."""
        time.sleep(2)
        return (Pass(),)


class Endless:
    """Never comes to an end."""

    def think(self, view: View, ask: Ask, worlds: Iterator[State], rng: Rng) -> Sequence[Move]:
        """Think for ever."""
        while True:
            pass


class Dead:
    """Takes its process down."""

    def think(self, view: View, ask: Ask, worlds: Iterator[State], rng: Rng) -> Sequence[Move]:
        """Do not return."""
        os._exit(1)


class Late(Order, frozen=True, kw_only=True, tag="late"):
    """Sow a plot when my time has run out."""

    expired: ClassVar[bool] = True

    plot: Annotated[int, Field("Number of the plot")]


class Planning(SeasonPlanning):
    """The plans of seasons, and one for those who are late."""

    def resolve(self, order: Order, filed: View, now: View) -> Resolution:
        """Sow late."""
        if isinstance(order, Late):
            return Resolution(tries=((Sow(order.plot),),), otherwise=Otherwise.ASK)
        return super().resolve(order, filed, now)


class Bots(BaseBots[State, View]):
    """The players."""

    def players(self) -> Mapping[str, Brain[State, View]]:
        """Return the players by level."""
        return {"easy": First(), "cheat": Cheat(), "idle": Idle(), "slow": Slow(), "endless": Endless(), "dead": Dead()}


class Brainy(Season):
    """The rules of seasons, with players."""

    spec: ClassVar[Spec] = replace(
        Season.spec, key="brainy", command="brainy", title="Brainy", orders=(*Season.spec.orders, Late)
    )

    planning = Planning()
    bots = Bots()


BRAINY = Brainy()
