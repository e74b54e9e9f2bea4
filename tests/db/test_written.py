"""Words of persons lie in the database without what cannot be seen, and are read so from old rows."""

from __future__ import annotations

from datetime import datetime
from typing import get_args, get_type_hints

import pytest
from msgspec import Struct
from sqlalchemy import Column, MetaData, String, Table

from db import records
from db.audit import records as audit_records
from db.engine.columns import Shape
from db.engine.personal import Written
from db.ids import UserId
from db.moderation import records as moderation_records
from db.notifications import records as notifications_records
from db.ratings import records as ratings_records
from db.stores.store import Store
from db.tournaments import records as tournaments_records
from tests.stores import NOW

WRITTEN = {
    "AppealRecord.answer",
    "AppealRecord.words",
    "AuditRecord.name",
    "AuditRecord.why",
    "BarRecord.by_name",
    "BarRecord.name",
    "BarRecord.why",
    "EntrantRecord.name",
    "TournamentRecord.name",
    "MemberRecord.name",
    "NoteRecord.text",
    "PersonRecord.name",
    "ReportRecord.claimer_name",
    "ReportRecord.name",
    "ReportRecord.outcome",
    "ReportRecord.words",
}
"""Every column that holds a name or words of a person."""


class Sample(Struct, frozen=True, kw_only=True):
    """A record of words."""

    name: Written
    answer: Written | None
    key: str


def test_words_are_stripped_on_the_way_in_and_out() -> None:
    """
    Only those that a person wrote.
    """
    shape = Shape(Sample, Table("t", MetaData(), *(Column(name, String) for name in ("name", "answer", "key"))))
    stored = shape.params(Sample(name="A\u202enna", answer=None, key="k\u200b"))
    read = shape.read(("B\u200ben", "no\u2066", "k\u200b"))

    assert {"name": "Anna", "answer": None, "key": "k\u200b"} == stored
    assert Sample(name="Ben", answer="no", key="k\u200b") == read


def test_all_records_say_which_words_a_person_wrote() -> None:
    """
    A new column for words of a person belongs into this list.
    """
    found = set()
    for module in (
        records,
        audit_records,
        tournaments_records,
        ratings_records,
        notifications_records,
        moderation_records,
    ):
        for kind in vars(module).values():
            if isinstance(kind, type) and issubclass(kind, Struct) and kind is not Struct:
                hints = get_type_hints(kind, include_extras=True)
                found |= {f"{kind.__name__}.{n}" for n, hint in hints.items() if Written in (hint, *get_args(hint))}

    assert WRITTEN == found


@pytest.mark.parametrize("when", [NOW])
async def test_a_person_is_met_by_a_name_that_can_be_seen(store: Store, when: datetime) -> None:
    """
    Anna with a control of direction in her name is Anna.
    """
    await store.run(lambda tx: tx.people.meet(UserId(1), "An\u202ena\u200b", at=when))
    person = await store.read(lambda tx: tx.people.get(UserId(1)))

    assert person is not None
    assert "Anna" == person.name
