"""The search for a suggestion, in the processes in which computer players think."""

from __future__ import annotations

from collections.abc import Callable

from bot.app.match.state import MatchState
from bot.app.workers.fair_limiter import Waiting
from bot.app.workers.thinking import advice_of
from bot.app.workers.thinking_pool import ThinkingPool
from games.core.moves import Found
from games.core.seats import AskId

PATIENCE = 10.0
"""Seconds that a search may take; what takes longer hangs."""
ENOUGH = 4.0
"""Seconds after which it is given up: it counts what it tries, so only a busy machine takes as long."""


async def search_advice(
    thinking: ThinkingPool, table: MatchState, position: bytes, ask: AskId, seed: bytes, wanted: Callable[[], bool]
) -> Found | None:
    """Return the turn that is surely the best for the player of an ask; None if none is.

    What isn't ``wanted`` any more holds up no computer player: it isn't begun, or is stopped. It raises Unwanted then.
    Raises also BudgetSpent after ENOUGH seconds, what the game raises, TimeoutError and BrokenExecutor.
    """
    task = table.game, position, ask, seed, ENOUGH
    found = await thinking.run(Waiting.SUGGESTION, table.match.id, PATIENCE, advice_of, *task, wanted=wanted)
    if found is None:
        return None
    moves, points, usual = found
    codec = table.codec
    return Found(moves=codec.read_moves(moves), points=points, usual=codec.read_moves(usual))
