"""Variants of the tiny games for single questions of the machinery."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, ClassVar

from msgspec.structs import replace

from games.core.errors import IllegalMove
from games.core.game import Ask, Spec, Step
from games.core.moves import Choice, Field, Move, next_field
from games.core.rng import Rng
from games.core.seats import AskId, Seat
from games.core.text import say
from tests.games.tiny import digs, season, shop


class Stow(Move, frozen=True, tag="stow"):
    """Stow things."""

    where: Annotated[str, Field("Where to")]
    things: Annotated[tuple[int, ...], Field("Which")]


class Sorting(digs.Digs):
    """Offers to stow the things 1 and 2, any number of times, at a or b."""

    def asks(self, state: digs.State) -> tuple[Ask, ...]:
        """Ask for stowing."""
        return tuple(replace(ask, verbs=(Stow,)) for ask in super().asks(state))

    def choices(self, view: digs.View, verb: type[Move], filled: Mapping[str, Any]) -> Iterable[Choice]:
        """Offer the next value."""
        field = next_field(verb, filled)
        assert field is not None
        return (Choice("a"), Choice("b")) if field.name == "where" else (Choice(1), Choice(2))


class Loose(shop.Shop):
    """A shop without whole turns: swap, twist and label at once, each a command of its own."""

    spec: ClassVar[Spec] = replace(shop.Shop.spec, turns=())

    def asks(self, state: shop.State) -> tuple[Ask, ...]:
        """Ask for everything."""
        verbs = (shop.Swap, shop.Twist, shop.Label)
        return tuple(replace(ask, verbs=verbs) for ask in super().asks(state))

    def choices(self, view: shop.View, verb: type[Move], filled: Mapping[str, Any]) -> Iterable[Choice]:
        """Offer jars although none was taken."""
        opened = replace(view, state=replace(view.state, window=("A", "B"), jar=""))
        return super().choices(opened, verb, filled)


class Wave(Move, frozen=True, tag="wave"):
    """Wave to the others."""

    instant: ClassVar[bool] = True


class WavingNotation(season.Notation):
    """Writes a wave, too."""

    def word(self, view: season.View, move: Move) -> str:
        """Write a wave."""
        return "~" if isinstance(move, Wave) else super().word(view, move)


class Waving(season.Season):
    """A season in which the others may wave, on every other turn."""

    notation = WavingNotation()

    def asks(self, state: season.State) -> tuple[Ask, ...]:
        """Ask the others openly."""
        asks = super().asks(state)
        others = [Seat(seat) for seat in range(len(state.passed)) if asks and seat != state.seat]
        return (
            *asks,
            *(
                replace(asks[0], id=AskId(f"w{state.turns}.{seat}"), seat=seat, verbs=(Wave,), waits=False, exact=False)
                for seat in others
            ),
        )

    def check(self, view: season.View, move: Move) -> None:
        """Let nobody wave on an odd turn."""
        if not isinstance(move, Wave):
            super().check(view, move)
        elif view.state.turns % 2:
            raise IllegalMove("ODD", "X", say("season.turn"))

    def step(self, state: season.State, seat: Seat, move: Move, rng: Rng) -> Step[season.State]:
        """A wave changes nothing."""
        return Step(state) if isinstance(move, Wave) else super().step(state, seat, move, rng)


class Upper(Move, frozen=True, tag="upper"):
    """Show the upper plots only."""

    aid: ClassVar[bool] = True


class Aided(season.Season):
    """A season in which a player with one seed may have the list of plots narrowed."""

    def asks(self, state: season.State) -> tuple[Ask, ...]:
        """Offer the aid too."""
        return tuple(replace(ask, verbs=(*ask.verbs, Upper)) for ask in super().asks(state))

    def step(self, state: season.State, seat: Seat, move: Move, rng: Rng) -> Step[season.State]:
        """The aid changes nothing but what is listed."""
        return Step(state) if isinstance(move, Upper) else super().step(state, seat, move, rng)
