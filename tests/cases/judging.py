"""One handed case through its game's reader."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from games.core.contract import AnyGame
from tests.cases import grunn
from tests.cases.greentown import reader as greentown
from tests.cases.grumpf import reader as grumpf
from tests.cases.h2olland import reader as h2olland
from tests.cases.verdict import Verdict
from tests.cases.walnut_grove import reader as walnut_grove

Case: TypeAlias = Mapping[str, Any]

READERS: Mapping[str, Callable[[AnyGame, Case], Verdict]] = {
    "greentown": greentown.judge,
    "grumpf": grumpf.judge,
    "grunn": grunn.judge,
    "h2olland": h2olland.judge,
    "walnut_grove": walnut_grove.judge,
}
"""By the game's key."""


def judge(game: AnyGame, case: Case) -> Verdict:
    """Run one case; raise LookupError for a game whose cases nobody reads."""
    if game.spec.key not in READERS:
        raise LookupError(f"{game.spec.title} has no reader of handed cases; write one in tests/cases")
    return READERS[game.spec.key](game, case)
