"""Coming back, as the edge sees it: what has happened, notes, films."""

from __future__ import annotations

from typing import Protocol

from bot.app.records import Actor
from bot.app.views.history import TurnSummary
from bot.app.views.notes import Note
from bot.app.views.replays import Replay
from db.ids import MatchId, UserId


class BackService(Protocol):
    """What has happened."""

    async def since(self, match: MatchId, user: UserId) -> TurnSummary:
        """Return the present, marked against the board after the user's own last move, and all that came after it.

        Raises Refusal for who does not play, and before the start.
        """
        ...

    async def turn(
        self, match: MatchId, user: UserId | None, *, ply: int | None = None, turn: int | None = None
    ) -> TurnSummary:
        """Return the board as it stood at a turn, and what happened in that turn; the newest if none is named.

        ``turn`` is its number as people count (0: the start), ``ply`` one of the log of which the newest turn not after
        it is meant. Raises Refusal if there is no turn of that number.
        """
        ...


class NoteService(Protocol):
    """Private notes."""

    async def show(self, user: UserId, *, match: MatchId) -> Note:
        """Return what the user has written down; raises Refusal for who does not play there."""
        ...

    async def write(self, actor: Actor, *, match: MatchId, text: str, add: bool = False) -> Note:
        """Store a note in place of the one before, or (``add``) below it; an empty text removes it.

        Raises Refusal if it becomes too long, and for who does not play there; then nothing was changed.
        """
        ...


class ReplayService(Protocol):
    """Films of matches."""

    async def reel(self, match: MatchId, user: UserId, *, own: bool = False) -> Replay:
        """Return the boards of a match as the user may see them; ``own``: since the user's own last move.

        Raises Refusal before the start, where nothing is new, and for ``own`` from who does not play.
        """
        ...
