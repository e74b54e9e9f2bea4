"""Servers and their settings."""

from __future__ import annotations

from sqlalchemy import bindparam

from db.engine.columns import Shape
from db.engine.statements import Statement, upsert
from db.engine.transaction import Repository, select_all
from db.ids import GuildId
from db.records import ServerRecord
from db.tables import server

SERVER = Shape(ServerRecord, server)

_server = Statement(select_all(SERVER).where(server.c.guild == bindparam("guild")))
_sharing = Statement(select_all(SERVER).where(server.c.shares == 1).order_by(server.c.guild).limit(bindparam("most")))
_put_server = upsert(server)


class ServerRepository(Repository):
    """The settings of servers."""

    def get(self, guild: GuildId) -> ServerRecord | None:
        """Return a server's settings."""
        return self._record(SERVER, _server, guild=guild)

    def find_sharing(self, *, most: int) -> tuple[ServerRecord, ...]:
        """Return the servers that share their open matches with others."""
        return self._records(SERVER, _sharing, most=most)

    def put(self, record: ServerRecord) -> None:
        """Store a server's settings."""
        self._put(SERVER, _put_server, record)
