"""
Bots broken on purpose, to see that the trial catches it: the fault is put in after the fork, never into the product.

Each is a function that changes a class of the product in the process that calls it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum

from msgspec.structs import replace

from bot.app.changes.outbox import Kind
from bot.app.match.records import MessageRef
from bot.app.notifications.courier import Notice
from bot.edge.delivery.courier import DiscordCourier
from db.ids import ChannelId, MessageId
from db.matches.log import LogRepository
from db.records import EntryRecord

EVERY = 3
"""Of so many boards or turns one goes wrong."""


class Mutant(StrEnum):
    """What is wrong with a bot."""

    DOUBLES = "posts some boards twice, with another nonce"
    LOSES = "answers that a turn stands, and does not write it down"
    STICKS = "takes boards for posted that are not"


def doubles() -> None:
    """Post some boards twice."""
    real = DiscordCourier.post

    async def post(self: DiscordCourier, notice: Notice) -> MessageRef:
        if notice.kind is Kind.BOARD and notice.id % EVERY == 0:
            await real(self, replace(notice, nonce=f"x{notice.nonce}"[:25]))
        return await real(self, notice)

    DiscordCourier.post = post  # type: ignore[method-assign]


def loses() -> None:
    """Leave some turns out of the log."""
    real = LogRepository.add_entry

    def add_entry(self: LogRepository, record: EntryRecord) -> None:
        if record.ply % EVERY or record.seat < 0:
            real(self, record)

    LogRepository.add_entry = add_entry  # type: ignore[method-assign]


def sticks() -> None:
    """Keep every board from the third on to itself."""
    real = DiscordCourier.post

    async def post(self: DiscordCourier, notice: Notice) -> MessageRef:
        if notice.kind is Kind.BOARD and notice.match_view.ply >= EVERY:
            return MessageRef(ChannelId(notice.place.channel), MessageId(1))
        return await real(self, notice)

    DiscordCourier.post = post  # type: ignore[method-assign]


BREAK: Mapping[Mutant, Callable[[], None]] = {
    Mutant.DOUBLES: doubles,
    Mutant.LOSES: loses,
    Mutant.STICKS: sticks,
}
