"""Which computer player thinks next, where fewer can think at once than are asked."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from enum import IntEnum
from itertools import count

from bot.app.runtime.queues import PriorityLimiter
from db.ids import MatchId


class Waiting(IntEnum):
    """Who waits for a computer player's turn; the first are served first."""

    PEOPLE = 0
    """People, and for nobody else."""
    PEOPLE_TOO = 1
    """People who have a turn of their own to make meanwhile, or others to wait for."""
    SUGGESTION = 2
    """No turn: a person who decides meanwhile sees it if it comes in time."""
    NOBODY = 3
    """No person plays in the match."""
    REVIEW = 4
    """No turn: somebody wants to know more of a match that is over."""
    PUZZLE = 5
    """No turn, and nobody: a puzzle is looked for."""


TURNS = frozenset({Waiting.PEOPLE, Waiting.PEOPLE_TOO, Waiting.NOBODY})
"""Where the match goes on with what is thought."""


class FairLimiter:
    """Lets so many think at once: those whom people wait for first, and among these the matches in turn.

    The first turn of each match comes before the second of any (start-time fair queueing), so a match with many
    computer players holds up no other. Each kind of waiting is counted by itself. Of suggestions the newest comes
    first: its reader has just opened the panel, and those who have waited longer are more likely to have decided.
    """

    def __init__(self, width: int) -> None:
        """Let ``width`` think at once."""
        self._limiter = PriorityLimiter(width)
        self._round = 0
        self._next: dict[tuple[Waiting, MatchId], int] = {}
        self._suggestions = count(1)

    @asynccontextmanager
    async def enter(self, waiting: Waiting, match: MatchId) -> AsyncIterator[None]:
        """Wait for the turn of a player of the match, be inside, and let the next one in."""
        mine = -next(self._suggestions) if waiting is Waiting.SUGGESTION else self._take_round(waiting, match)
        async with self._limiter.enter(waiting, mine):
            self._round = max(self._round, mine)
            self._next = {other: later for other, later in self._next.items() if later > self._round}
            yield

    def _take_round(self, waiting: Waiting, match: MatchId) -> int:
        own = waiting, match
        mine = max(self._round, self._next.get(own, 0))
        self._next[own] = mine + 1
        return mine
