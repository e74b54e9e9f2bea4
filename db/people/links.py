"""People who let the bot tell Discord how they play, for roles that servers tie to it."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from msgspec import Struct
from sqlalchemy import bindparam, delete, update

from db.engine.columns import Shape, to_millis
from db.engine.statements import Statement, upsert
from db.engine.transaction import Repository, select_all
from db.ids import UserId
from db.tables import link


class LinkRecord(Struct, frozen=True, kw_only=True):
    """What a person has granted: two secret tokens of Discord's, of which ``access`` ends at ``expires``.

    ``told``: what Discord knows, as JSON, empty: nothing yet. At ``due`` it is compared with what has become of it;
    ``failures``: attempts in a row at which Discord could not be told.
    """

    user: UserId
    access: str
    refresh: str
    expires: datetime
    told: str
    due: datetime
    failures: int


LINK = Shape(LinkRecord, link)

_put = upsert(link)
_get = Statement(select_all(LINK).where(link.c.user == bindparam("who")))
_drop = Statement(delete(link).where(link.c.user == bindparam("who")))
_due = Statement(
    select_all(LINK).where(link.c.due <= bindparam("now")).order_by(link.c.due, link.c.user).limit(bindparam("most"))
)
_hasten = Statement(
    update(link).where(link.c.user == bindparam("who"), link.c.due > bindparam("now")).values({"due": bindparam("now")})
)


class LinkRepository(Repository):
    """Links, by person."""

    def put(self, record: LinkRecord) -> None:
        """Note what a person has granted, or what has become of it."""
        self._put(LINK, _put, record)

    def get(self, user: UserId) -> LinkRecord | None:
        """Return what a person has granted."""
        return self._record(LINK, _get, who=user)

    def drop(self, user: UserId) -> bool:
        """Forget what a person has granted; return whether there was something."""
        return self._change(_drop, who=user) > 0

    def find_due(self, *, now: datetime, most: int) -> tuple[LinkRecord, ...]:
        """Return whose are to be looked at now, the longest due first."""
        return self._records(LINK, _due, now=to_millis(now), most=most)

    def hasten(self, users: Iterable[UserId], *, now: datetime) -> None:
        """Have those looked at now of whom something may have changed."""
        for user in users:
            self._change(_hasten, who=user, now=to_millis(now))
