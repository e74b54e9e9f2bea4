"""A game whose code can be broken while it is played: one of its functions raises, or does not come to an end."""

from __future__ import annotations

from typing import Any, ClassVar

from msgspec.structs import replace

from games.core.contract import Game
from games.core.game import Spec
from tests.games.tiny.season import Season

FUNCTIONS = tuple(name for name, each in vars(Game).items() if callable(each) and not name.startswith("_"))
"""All that the contract asks of a game."""


class Faulty(Season):
    """Season, until it is broken."""

    spec: ClassVar[Spec] = replace(Season.spec, key="faulty", command="faulty", title="Faulty")
    broken = ""
    """The function that fails; empty: none."""
    hangs = False

    def __getattribute__(self, name: str) -> Any:  # noqa: ANN401
        """Return a function that fails in place of the one that is broken."""
        found = super().__getattribute__(name)
        if name in FUNCTIONS and name == super().__getattribute__("broken"):
            return hang if super().__getattribute__("hangs") else fail
        return found


def fail(*args: Any, **kwargs: Any) -> Any:  # noqa: ANN401
    """Raise what nobody foresaw."""
    raise ZeroDivisionError("the rules are broken")


def hang(*args: Any, **kwargs: Any) -> Any:  # noqa: ANN401
    """Run for ever."""
    count = 0
    while True:
        count += 1
