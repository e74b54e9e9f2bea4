"""Variants of the tiny games for single questions of the machinery."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, ClassVar

from msgspec.structs import replace

from games.core.game import Ask, Spec
from games.core.moves import Choice, Field, Move, asked
from tests.games.tiny import digs, shop


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
        field = asked(verb, filled)
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
