"""The step that gives what matches wait for columns of its own, tried over matches that run and one that is open."""

from __future__ import annotations

from datetime import timedelta

from bot.app.match.paces import Late
from bot.app.timing.timekeeping import Choice
from db.clocks.records import ProposalRecord
from db.ids import Key, MatchId, UserId
from db.records import PendingKind, PendingRecord, ProposalKind, Status
from db.stores.upgrade import open_store, upgrade
from db.tx import Tx
from games.core.seats import TABLE
from tests.app.scene import BEN, Scene
from tests.app.timing.test_timeouts import start
from tests.db.samples import new_match
from tests.db.steps_back import SINCE_SUMMARIES, set_back
from tests.stores import NOW

BACK = (*SINCE_SUMMARIES, "UPDATE alembic_version SET version_num = '0014'")

HOUR = timedelta(hours=1)


def _rows(match: MatchId) -> list[PendingRecord]:
    """One row of each kind."""
    beside = (PendingKind.SEAT, PendingKind.REMINDER, PendingKind.FORCED)
    asks = [PendingRecord(match=match, kind=kind, ask="a:b~1", seat=0, since=NOW, due=NOW + HOUR) for kind in beside]
    other = (PendingKind.COMPUTER, PendingKind.OPEN, PendingKind.TIMER)
    more = [PendingRecord(match=match, kind=kind, ask=f"{kind}1", seat=1, since=NOW, due=None) for kind in other]
    alone = (PendingKind.GRACE, PendingKind.START, PendingKind.CHECK, PendingKind.EXPIRY)
    own = [PendingRecord(match=match, kind=kind, seat=TABLE, since=NOW, due=NOW) for kind in alone]
    proposed = [
        PendingRecord(match=match, kind=PendingKind.PROPOSAL, proposal=kind, seat=TABLE, since=NOW, due=NOW)
        for kind in (ProposalKind.END, ProposalKind.PAUSE, ProposalKind.UNDO)
    ]
    ready = [
        PendingRecord(match=match, kind=PendingKind.READY, user=UserId(2**60 + user), seat=TABLE, since=NOW, due=None)
        for user in range(2)
    ]
    return [*asks, *more, *own, *proposed, *ready]


async def test_each_kind_is_carried_over(database: str) -> None:
    """
    The mark in an ask, the user behind it, and the seat in the kind of a vote become columns.
    """
    store = await open_store(database, now=NOW)
    match = (await new_match(store, status=Status.LOBBY)).id
    kinds = [(kind, TABLE) for kind in ProposalKind if kind is not ProposalKind.TIMEOUT]
    proposals = [
        ProposalRecord(match=match, kind=kind, seat=seat, mover=1, yes=(0, 1), data=b"{}", at=NOW)
        for kind, seat in (*kinds, (ProposalKind.TIMEOUT, 0), (ProposalKind.TIMEOUT, 11))
    ]

    def write(tx: Tx) -> None:
        for row in _rows(match):
            tx.pending.put(row)
        tx.proposals.replace(match, proposals)

    await store.run(write)
    before = await store.read(lambda tx: (set(tx.pending.of_match(match)), set(tx.proposals.of_match(match))))
    await store.close()
    await set_back(database, BACK)
    versions = await upgrade(database, now=NOW)
    store = await open_store(database, now=NOW)
    after = await store.read(lambda tx: (set(tx.pending.of_match(match)), set(tx.proposals.of_match(match))))
    await store.close()

    assert ("0014", True) == (versions[0], versions[1] >= "0015")
    assert (set(_rows(match)), set(proposals)) == before == after


async def test_a_vote_in_a_running_match_goes_on(database: str) -> None:
    """
    A seat's time is up and the others are asked; after the upgrade the match stands as it stood, and they decide.
    """
    store = await open_store(database, now=NOW)
    scene = Scene(store)
    match = await start(scene, Late.VOTE)
    scene.clock.forward(hours=1)
    await scene.app.scheduler.sweep()
    before = await scene.app.uow.read(match)
    await store.close()
    await set_back(database, BACK)
    await upgrade(database, now=NOW)
    store = await open_store(database, now=NOW)
    scene = Scene(store)
    after = await scene.app.uow.read(match)
    scene.clock.forward(hours=1)
    await scene.app.timeout_votes.vote(Key("later"), BEN, match=match, choice=Choice.MOVE)
    decided = await scene.app.uow.read(match)
    await store.close()

    assert (before.pending, before.proposals, before.clocks) == (after.pending, after.proposals, after.clocks)
    assert [(ProposalKind.TIMEOUT, 0)] == [(each.kind, each.seat) for each in after.proposals]
    assert ((), after.require_position().state.turns + 1) == (decided.proposals, decided.require_position().state.turns)
