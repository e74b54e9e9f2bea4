"""What the operator has ordered, and how the servers are used."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import ColumnElement, bindparam, case, delete, func, select

from db.engine.columns import Shape, to_millis, to_time
from db.engine.statements import Statement, insert_all, upsert
from db.engine.transaction import Repository, select_all
from db.ids import GuildId, UserId
from db.operations.records import BlockedServerRecord, BroadcastRecord, ServerUse
from db.operations.schema import blocked_server, broadcast, broadcast_sent, broadcast_server
from db.records import Status
from db.tables import match

BLOCKED_SERVER = Shape(BlockedServerRecord, blocked_server)
BROADCAST = Shape(BroadcastRecord, broadcast)


def _count(status: Status) -> ColumnElement[int]:
    return func.sum(case((match.c.status == status.value, 1), else_=0))


_put_blocked = upsert(blocked_server)
_drop_blocked = Statement(delete(blocked_server).where(blocked_server.c.guild == bindparam("about")))
_blocked = Statement(select_all(BLOCKED_SERVER).order_by(blocked_server.c.at))
_new_broadcast = Statement(insert_all(broadcast, but=("id",)))
_broadcasts = Statement(
    select_all(BROADCAST).where(broadcast.c.at >= bindparam("since")).order_by(broadcast.c.id.desc())
)
_purge_broadcasts = Statement(delete(broadcast).where(broadcast.c.at < bindparam("before")))
_send = upsert(broadcast_sent, update=False)
_reach = upsert(broadcast_server, update=False)
_sent = Statement(select(func.count()).where(broadcast_sent.c.broadcast == bindparam("broadcast")))
_use = Statement(
    select(
        match.c.guild,
        _count(Status.LOBBY),
        _count(Status.RUNNING),
        _count(Status.FINISHED),
        func.max(match.c.moved),
    )
    .group_by(match.c.guild)
    .order_by(func.max(match.c.moved).desc())
)


class OperationRepository(Repository):
    """Blocked servers, messages to owners, and how servers are used."""

    def block(self, record: BlockedServerRecord) -> None:
        """Let the bot do nothing in a server any more."""
        self._put(BLOCKED_SERVER, _put_blocked, record)

    def unblock(self, guild: GuildId) -> bool:
        """Take that back; return whether there was something to take back."""
        return self._change(_drop_blocked, about=guild) > 0

    def find_blocked(self) -> tuple[BlockedServerRecord, ...]:
        """Return the blocked servers, the oldest first."""
        return self._records(BLOCKED_SERVER, _blocked)

    def add_broadcast(self, text: str, *, at: datetime) -> None:
        """Store what the owners of all servers are to be told."""
        self._put(BROADCAST, _new_broadcast, BroadcastRecord(id=0, text=text, at=at))

    def find_broadcasts(self, *, since: datetime) -> tuple[BroadcastRecord, ...]:
        """Return the messages to owners since a time, the newest first."""
        return self._records(BROADCAST, _broadcasts, since=to_millis(since))

    def note_sent(self, number: int, user: UserId) -> bool:
        """Note that a person is told a message; return False if they were before."""
        return self._change(_send, broadcast=number, user=user) > 0

    def note_reached(self, number: int, guilds: Sequence[GuildId]) -> bool:
        """Note that a message has come to servers; return False if it had to one of them.

        It holds for an owner who is deleted, of whom ``note_sent`` then knows nothing.
        """
        return sum(self._change(_reach, broadcast=number, guild=guild) for guild in guilds) == len(guilds)

    def count_sent(self, number: int) -> int:
        """Return how many people were told a message."""
        return self._count(_sent, broadcast=number)

    def purge_broadcasts(self, *, before: datetime) -> int:
        """Remove messages from before a time, with who was told; return how many."""
        return self._change(_purge_broadcasts, before=to_millis(before))

    def find_use(self) -> tuple[ServerUse, ...]:
        """Return how each server with matches is used, those in which something happened last first."""
        return tuple(
            ServerUse(
                guild=None if guild is None else GuildId(guild),
                lobby=int(lobby),
                running=int(running),
                finished=int(finished),
                moved=to_time(int(moved)),
            )
            for guild, lobby, running, finished, moved in self._rows(_use)
        )
