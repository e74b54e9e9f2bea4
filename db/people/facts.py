"""Facts about the database itself."""

from __future__ import annotations

from sqlalchemy import bindparam, select, update

from db.engine.statements import Statement, upsert
from db.engine.transaction import Repository
from db.tables import meta

_fact = Statement(select(meta.c.value).where(meta.c.key == bindparam("key")))
_first_fact = upsert(meta, update=False)
_put_fact = upsert(meta)
_hold_fact = Statement(update(meta).where(meta.c.key == bindparam("about")).values(value=meta.c.value))


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
        """Note a fact about the database, in place of what was known."""
        self._change(_put_fact, key=key, value=value)
