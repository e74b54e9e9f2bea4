"""What is stored of a rewind, beside the entry and the position."""

from __future__ import annotations

from msgspec import Struct

from bot.app.match.effective_log import Span
from db.matches.rewind_records import RewindRecord
from db.tx import Tx


class RewindWrite(Struct, frozen=True, kw_only=True):
    """Where the match goes on; spans whose boards one cannot step to any more (``buried``), or again (``revived``)."""

    rewind: RewindRecord
    buried: tuple[Span, ...]
    revived: tuple[Span, ...]


def write_rewind(tx: Tx, cut: RewindWrite) -> None:
    """Write it, after the position that goes with it."""
    tx.log.add_rewind(cut.rewind)
    tx.log.revive(cut.rewind.match, cut.revived)
    tx.log.bury(cut.rewind.match, cut.buried)
