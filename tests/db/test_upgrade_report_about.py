"""The step by which reports know who wrote a message, tried over a match that runs."""

from __future__ import annotations

from msgspec.structs import replace

from db.ids import GuildId, ReportId, UserId
from db.moderation.records import ReportRecord, ReportState, ReportTopic
from db.stores.upgrade import open_store, upgrade
from tests.db.samples import new_match
from tests.db.steps_back import SINCE_KEPT_BARS, set_back
from tests.stores import NOW


async def test_a_report_of_before_is_about_no_message(database: str) -> None:
    """
    All else of it, and the match, are as before; a new one knows it.
    """
    store = await open_store(database, now=NOW)
    old = await new_match(store)
    record = ReportRecord(
        id=ReportId(0),
        guild=GuildId(9),
        match=old.id,
        ply=0,
        reporter=UserId(5),
        name="Eric",
        topic=ReportTopic.OTHER,
        words="Look.",
        state=ReportState.OPEN,
        claimer=None,
        claimer_name="",
        outcome="",
        at=NOW,
        closed=None,
        channel=None,
        message=None,
    )
    before = await store.run(lambda tx: tx.moderation.add_report(record))
    await store.close()
    await set_back(database, [*SINCE_KEPT_BARS, "UPDATE alembic_version SET version_num = '0032'"])
    versions = await upgrade(database, now=NOW)
    store = await open_store(database, now=NOW)
    new = await store.run(lambda tx: tx.moderation.add_report(replace(record, about=UserId(7))))
    found = await store.read(lambda tx: [tx.moderation.report(each.id) for each in (before, new)])
    match = await store.read(lambda tx: tx.matches.get(old.id))
    await store.close()

    assert ("0032", True) == (versions[0], versions[1] > "0032")
    assert [before, new] == found
    assert UserId(7) == new.about
    assert old == match
