"""Taking turns back after they were confirmed, as the edge sees it."""

from __future__ import annotations

from typing import Protocol

from bot.app.records import Actor, Receipt
from bot.app.undo.records import UndoView
from db.ids import Key, MatchId, UserId


class UndoService(Protocol):
    """Turns are taken back at once, or by consent of those concerned; an undo can be undone the same way.

    A proposal names ``newest``, the ply of the newest turn when it was made; it is void once somebody has moved.
    """

    async def preview(self, actor: Actor, *, match: MatchId, turns: int = 1) -> UndoView:
        """Return what would go if the actor's last turns were taken back, and who must agree; nothing is changed.

        Raises Refusal where it is not allowed at all.
        """
        ...

    async def preview_redo(self, actor: Actor, *, match: MatchId) -> UndoView:
        """Return what would come back if the last undo were undone, and who must agree."""
        ...

    async def undo(
        self, key: Key, actor: Actor, *, match: MatchId, turns: int = 1, newest: int | None = None
    ) -> Receipt:
        """Take the actor's last turns back at once, or propose it where others must agree.

        ``newest``: refused if that is not the newest turn any more (the preview that was shown is out of date).
        """
        ...

    async def redo(self, key: Key, actor: Actor, *, match: MatchId, newest: int | None = None) -> Receipt:
        """Let the turns stand after all that were taken back last, or propose it."""
        ...

    async def agree(self, key: Key, actor: Actor, *, match: MatchId, newest: int) -> Receipt:
        """Agree to what is proposed; with the last word that is needed it is done."""
        ...

    async def refuse(self, key: Key, actor: Actor, *, match: MatchId, newest: int) -> Receipt:
        """Refuse what is proposed, or (who proposed it) withdraw it."""
        ...

    async def proposed(self, match: MatchId, user: UserId | None) -> UndoView | None:
        """Return what is proposed, as the user may see it; None if nothing is."""
        ...
