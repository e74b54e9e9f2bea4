"""What the host of a running match may do, as the edge sees it."""

from __future__ import annotations

from typing import Protocol

from bot.app.records import Actor, Receipt
from db.ids import Key, MatchId
from games.core.seats import Seat


class HostService(Protocol):
    """Of a running match; what the host does stands in its log."""

    async def extend(self, key: Key, actor: Actor, *, match: MatchId, seat: Seat, hours: int) -> Receipt:
        """Give time to another seat, beyond the cap if need be (host only)."""
        ...

    async def end(self, key: Key, actor: Actor, *, match: MatchId) -> Receipt:
        """Propose to end the match by the score as it stands (host only); at once if nobody else plays."""
        ...

    async def answer(self, key: Key, actor: Actor, *, match: MatchId, proposed: int, agrees: bool) -> Receipt:
        """Agree to the end that is proposed, or refuse it; with the last player's word the match is over."""
        ...
