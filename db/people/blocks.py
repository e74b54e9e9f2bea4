"""Who does not want to meet whom."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from sqlalchemy import bindparam, delete, select

from db.engine.columns import to_millis
from db.engine.statements import Statement, upsert
from db.engine.transaction import Repository
from db.ids import UserId
from db.tables import block

_put_block = upsert(block, update=False)
_drop_block = Statement(delete(block).where(block.c.user == bindparam("user"), block.c.other == bindparam("other")))
_blocks = Statement(select(block.c.other).where(block.c.user == bindparam("user")).order_by(block.c.at, block.c.other))


class BlockRepository(Repository):
    """Persons whom a person does not want to meet."""

    def put(self, user: UserId, other: UserId, *, at: datetime) -> None:
        """Note that a player does not want to meet another."""
        self._change(_put_block, user=user, other=other, at=to_millis(at))

    def drop(self, user: UserId, other: UserId) -> bool:
        """Take that back; return whether there was something to take back."""
        return self._change(_drop_block, user=user, other=other) > 0

    def of_user(self, user: UserId) -> tuple[UserId, ...]:
        """Return whom a player does not want to meet."""
        return tuple(UserId(row[0]) for row in self._rows(_blocks, user=user))

    def among(self, users: Iterable[UserId]) -> frozenset[tuple[UserId, UserId]]:
        """Return the pairs of users of whom one blocks the other, each pair in both orders."""
        wanted = set(users)
        found: set[tuple[UserId, UserId]] = set()
        for user in wanted:
            for other in self.of_user(user):
                if other in wanted:
                    found |= {(user, other), (other, user)}
        return frozenset(found)
