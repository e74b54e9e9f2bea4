"""Logs of matches that have been over for a while are packed, and all that is made of them is as before."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace
from sqlalchemy import bindparam, update

from bot.app.transfer.match_file import read_file
from bot.app.transfer.verification import open_file, verify_match
from bot.app.workers import packing
from db import tables
from db.engine.errors import Conflict
from db.engine.statements import Statement
from db.ids import MatchId
from db.matches.packing import Log, pack
from db.ratings.schema import placing
from db.records import Status
from games.core.seats import Seat
from tests.app.playing import play_random
from tests.app.privacy.dump import dump, find
from tests.app.privacy.test_deleting import BANKED, GUILD, ZOE
from tests.app.scene import BEN, PLACE, Scene

PLAIN = (
    Statement(update(tables.match).values(outcome=bindparam("outcome"))),
    Statement(update(placing).values(scores=bindparam("scores"), spent=bindparam("spent"))),
)
"""Rows as they were written before what is in them was compressed."""


async def finished(scene: Scene) -> MatchId:
    """Play a match to its end, with an undo and somebody's name in it, and rate it."""
    match = await scene.match("season", (ZOE, BEN), pace=BANKED)
    await scene.app.staff.extend(scene.key(), ZOE, place=PLACE, match=match, seat=Seat(0), hours=3)
    await scene.play(match, ZOE, "2")
    await scene.app.undo.undo(scene.key(), ZOE, match=match)
    while (await scene.app.uow.read(match)).match.status is Status.RUNNING:
        await play_random(scene, match)
    await scene.app.rating_calculator.work()
    return match


async def look(scene: Scene, match: MatchId) -> list[Any]:
    """Return everything that is made of a log."""
    app = scene.app
    seen: list[Any] = []
    for reader in (None, ZOE.user, BEN.user):
        seen += [await app.matches.log(match, reader, page=page) for page in range(9)]
        seen += [(await app.history.turn(match, reader, turn=turn)).lines for turn in range(3)]
        seen += [(await app.history.turn(match, reader, turn=2)).match_view.view]
        seen += [(await app.files.sheet(match, reader)).data, (await app.files.match_file(match, reader)).data]
    seen += [
        await app.replays.reel(match, ZOE.user),
        (await app.history.since(match, ZOE.user)).lines,
        await app.rating_calculator.result(match),
    ]
    seen += [await scene.store.read(lambda tx: (tx.log.last_ply_of(match, 0), tx.log.snapshots(match)[0][0]))]
    return seen


async def packed(scene: Scene, *, days: float = 8) -> dict[str, int]:
    """Let days pass, pack what there is, and return how many rows the tables of logs have."""
    scene.clock.forward(days=days)
    scene.app.log_packing._rest = 0
    await scene.app.log_packing.pack()
    rows = await dump(scene.store)
    return {name: len(rows[name]) for name in ("entry", "snapshot", "packed_log")}


async def test_a_packed_match_is_as_before(scene: Scene) -> None:
    """
    Its log, history, film, files and result; a week after its end, and not before; the match that runs stays in rows.
    """
    match = await finished(scene)
    running = await scene.match("season", (ZOE, BEN))
    await play_random(scene, running)
    before, early = await look(scene, match), await packed(scene, days=6)
    after = await packed(scene, days=2)
    other = Scene(scene.store)
    seen = await look(other, match)

    assert early["packed_log"] == 0
    assert after["packed_log"] == 1
    assert 0 < after["entry"] < early["entry"]
    assert 0 < after["snapshot"] < early["snapshot"]
    assert before == seen
    assert after == await packed(scene)


async def test_nothing_is_added_to_a_packed_log(scene: Scene) -> None:
    """
    Neither by a process that read the match before it was packed; what has nothing to do with the log is saved.
    """
    match = await finished(scene)
    await packed(scene)
    record = (await scene.app.uow.read(match)).match
    with pytest.raises(Conflict):
        await scene.store.run(lambda tx: tx.matches.save(replace(record, ply=record.ply + 1)))
    await scene.store.run(lambda tx: tx.matches.save(replace(record, closed=True)))

    assert (await scene.app.uow.read(match)).match.closed


async def test_what_was_stored_before_it_was_compressed_is_compressed_with_the_log(scene: Scene) -> None:
    """
    The outcome and what placings hold are the same afterwards, in fewer bytes.
    """
    match = await finished(scene)
    record, placings = await scene.store.read(lambda tx: (tx.matches.get(match), tx.results.placings([match])))
    assert record is not None
    outcome, first = record.outcome, placings[0]
    assert outcome is not None
    plain = {"outcome": outcome, "scores": first.scores, "spent": first.spent}
    await scene.store.run(lambda tx: [tx.matches._change(each, **plain) for each in PLAIN])
    before = await scene.store.read(lambda tx: (tx.matches.get(match), tx.results.placings([match])))
    await packed(scene)
    after = await scene.store.read(lambda tx: (tx.matches.get(match), tx.results.placings([match])))
    rows = await dump(scene.store)

    assert before == after
    assert outcome not in rows["match"][0]
    assert first.spent not in rows["placing"][0]


async def test_what_would_not_be_restored_stays_as_it_is(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    It is compared first; such a match isn't tried again and again.
    """
    match = await finished(scene)
    before = await look(scene, match)
    monkeypatch.setattr(packing, "pack", lambda log: pack(Log(log.entries[:-1], log.positions)))
    rows = await packed(scene)

    assert rows["packed_log"] == 0
    assert before == await look(scene, match)
    assert await scene.app.log_packing.pack() == 0


async def test_rows_that_have_changed_meanwhile_are_packed_anew(scene: Scene) -> None:
    """
    What was read before isn't stored in their place.
    """
    match = await finished(scene)
    log = await scene.store.read(lambda tx: tx.packed_logs.read_rows(match))
    stale = Log((replace(log.entries[0], data=b"{}"), *log.entries[1:]), log.positions)
    done = await scene.store.run(lambda tx: tx.packed_logs.replace_rows(match, b"", was=stale))
    rows = await packed(scene)
    again = await scene.store.run(lambda tx: tx.packed_logs.replace_rows(match, b"", was=log))

    assert (False, 1, False) == (done, rows["packed_log"], again)


async def test_nothing_in_a_pack_leads_to_a_deleted_person(scene: Scene) -> None:
    """
    Their name is taken out of it, and the match still verifies; another's deletion changes nothing in it.
    """
    match = await finished(scene)
    before = find(await dump(scene.store), ZOE.user, ZOE.name)
    await packed(scene)
    await scene.app.privacy.deletions.delete(ZOE.user)
    rows = await dump(scene.store)
    file = await scene.app.files.match_file(match, BEN.user)
    library = scene.app.uow.library
    verify_match(open_file(read_file(file.data), library.games, library.codec))

    assert any(each.startswith("entry.") for each in before)
    assert len(rows["packed_log"]) == 1
    assert [] == find(rows, ZOE.user, ZOE.name, ZOE.account)


async def test_a_pack_goes_with_its_server(scene: Scene) -> None:
    """
    When a server's data is deleted, no pack of its matches is left.
    """
    await finished(scene)
    await packed(scene)
    await scene.app.privacy.retention.purge(GUILD)

    assert (await packed(scene))["packed_log"] == 0
