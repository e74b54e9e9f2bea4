"""Facts about the database itself."""

from __future__ import annotations

from sqlalchemy import bindparam, delete, select, update

from db.engine.columns import Shape
from db.engine.statements import Statement, upsert
from db.engine.transaction import Repository, select_all
from db.records import RegistrationRecord
from db.tables import meta, registration

REGISTRATION = Shape(RegistrationRecord, registration)

_fact = Statement(select(meta.c.value).where(meta.c.key == bindparam("key")))
_first_fact = upsert(meta, update=False)
_hold_fact = Statement(update(meta).where(meta.c.key == bindparam("about")).values(value=meta.c.value))
_put_fact = Statement(update(meta).where(meta.c.key == bindparam("about")).values(value=bindparam("value")))
_forget_fact = Statement(delete(meta).where(meta.c.key == bindparam("about")))
_registration = Statement(select_all(REGISTRATION).where(registration.c.application == bindparam("application")))
_put_registration = upsert(registration)


class FactRepository(Repository):
    """Facts by key."""

    def get(self, key: str) -> str | None:
        """Return a fact about the database."""
        row = self._row(_fact, key=key)
        return None if row is None else str(row[0])

    def get_or(self, key: str, value: str) -> str:
        """Return a fact about the database, setting it first if it is not known yet."""
        self._change(_first_fact, key=key, value=value)
        known = self.get(key)
        assert known is not None
        return known

    def lock(self, key: str, value: str) -> str:
        """Return a fact (``value`` if there is none yet) and keep others from changing it until this unit is over."""
        self._change(_first_fact, key=key, value=value)
        self._change(_hold_fact, about=key)
        known = self.get(key)
        assert known is not None
        return known

    def put(self, key: str, value: str) -> None:
        """Replace a fact that is known."""
        self._change(_put_fact, about=key, value=value)

    def forget(self, key: str) -> None:
        """Delete a fact, if it is known."""
        self._change(_forget_fact, about=key)

    def registration(self, application: int) -> RegistrationRecord | None:
        """Return what Discord was last told of an application's commands."""
        return self._record(REGISTRATION, _registration, application=application)

    def put_registration(self, record: RegistrationRecord) -> None:
        """Note what Discord was told of an application's commands."""
        self._put(REGISTRATION, _put_registration, record)
