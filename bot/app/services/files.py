"""Matches as files, as the edge sees them."""

from __future__ import annotations

from typing import Protocol

from bot.app.records import Receipt
from bot.app.transfer.reading import Wanted
from bot.app.transfer.service import Handed
from db.ids import Key, MatchId, UserId


class FileService(Protocol):
    """What a match hands out; a match that has not started is refused."""

    async def match_file(self, match: MatchId, user: UserId | None) -> Handed:
        """Return a match as a file: after its end the whole, before it what the user may see, and the seed's hash."""
        ...

    async def sheet(self, match: MatchId, user: UserId | None) -> Handed:
        """Return the turns and the score as plain text, as the user may see them."""
        ...


class ImportService(Protocol):
    """Files that become matches."""

    async def open(self, data: bytes, wanted: Wanted, *, key: Key | None = None) -> Receipt:
        """Open a match from a file; raises ``transfer.match_file.BadFile``, with one sentence, and changes nothing."""
        ...
