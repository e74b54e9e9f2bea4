"""The messages that show matches."""

from __future__ import annotations

from sqlalchemy import bindparam

from db.engine.columns import Shape
from db.engine.statements import Statement, upsert
from db.engine.transaction import Repository, select_all
from db.ids import MatchId
from db.records import PostRecord
from db.tables import post

POST = Shape(PostRecord, post)

_post = Statement(select_all(POST).where(post.c.match == bindparam("match"), post.c.kind == bindparam("kind")))
_put_post = upsert(post)


class PostRepository(Repository):
    """The newest message of each kind for a match."""

    def get(self, match: MatchId, kind: str) -> PostRecord | None:
        """Return the newest message of a kind."""
        return self._record(POST, _post, match=match, kind=kind)

    def put(self, record: PostRecord) -> None:
        """Note the newest message of a kind."""
        self._send_record(POST, _put_post, record)
