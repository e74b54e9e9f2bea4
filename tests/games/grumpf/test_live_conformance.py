"""The common suite over the live mode: what every game must keep holds for it too."""

from __future__ import annotations

import inspect
from collections.abc import Callable

import pytest
from msgspec.structs import replace

from games.core.game import Setup, Step
from games.core.rng import Rng
from games.grumpf.game import Grumpf
from games.grumpf.options import GrumpfOptions
from games.grumpf.spec import SPEC
from games.grumpf.state import State
from tests.games import matches, test_conformance, test_conformance_forms, test_conformance_words

KEY = "grumpf_live"


class LiveGrumpf(Grumpf):
    """Grumpf with the mode ``live`` whatever the options say."""

    def setup(self, setup: Setup, rng: Rng) -> Step[State]:
        """Set the match up live."""
        assert isinstance(setup.options, GrumpfOptions)
        return super().setup(replace(setup, options=replace(setup.options, mode="live")), rng)


matches.GAMES[KEY] = LiveGrumpf()

CHECKS: dict[str, Callable[..., None]] = {
    name: check
    for module in (test_conformance, test_conformance_forms, test_conformance_words)
    for name, check in vars(module).items()
    if name.startswith("test_") and list(inspect.signature(check).parameters) == ["key", "seats"]
}


@pytest.mark.parametrize("seats", SPEC.seats)
@pytest.mark.parametrize("name", CHECKS)
def test_live_play_keeps_the_contract(name: str, seats: int) -> None:
    """
    Each check of the common suite passes for matches played live.
    """
    CHECKS[name](KEY, seats)
