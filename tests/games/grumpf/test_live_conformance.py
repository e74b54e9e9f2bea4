"""What every game must keep holds for the live mode too."""

from __future__ import annotations

from msgspec.structs import replace

from bot.conformance import conformance
from games.core.game import Setup, Step
from games.core.rng import Rng
from games.grumpf.game import Grumpf
from games.grumpf.options import GrumpfOptions
from games.grumpf.state import State


class LiveGrumpf(Grumpf):
    """Grumpf with the mode ``live`` whatever the options say."""

    def setup(self, setup: Setup, rng: Rng) -> Step[State]:
        """Set the match up live."""
        assert isinstance(setup.options, GrumpfOptions)
        return super().setup(replace(setup, options=replace(setup.options, mode="live")), rng)


TestLiveConformance = conformance(LiveGrumpf())
