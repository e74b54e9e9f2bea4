"""Nothing is kept longer than is said: a server that removed the bot, what staff did, what couldn't be sent."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from bot.app.changes import outbox
from bot.app.match.records import Place
from bot.app.privacy.retention import EVERY, SOON
from db.engine.shards import WHOLE
from db.ids import ChannelId, GuildId, MatchId, UserId
from db.privacy.rules import RULES, Purge
from db.records import NoticeState, Status
from db.tables import metadata
from db.tx import Tx
from games.core.seats import Seat
from games.core.text import raw
from tests.app.playing import play_random
from tests.app.privacy.dump import dump
from tests.app.privacy.test_deleting import BANKED, GUILD, ZOE
from tests.app.scene import ANN, BEN, PLACE, Scene
from tests.app.tournaments.held import finished

ELSEWHERE = Place(GuildId(123456789), ChannelId(987654321))


async def filled(scene: Scene) -> MatchId:
    """Fill two servers with matches, a tournament and settings; return the match that runs elsewhere."""
    match = await scene.match("season", (ZOE, BEN))
    for _ in range(60):
        if (await scene.app.uow.read(match)).match.status is Status.RUNNING:
            await play_random(scene, match)
    running = await scene.match("season", (ZOE, BEN), pace=BANKED)
    await scene.app.staff.extend(scene.key(), ANN, place=PLACE, match=running, seat=Seat(0), hours=3)
    await finished(scene)
    await scene.app.settings.note_greeting(GUILD)
    await scene.store.run(lambda tx: tx.facts.get_or(f"openings {PLACE.channel} {GUILD}", "5"))
    await scene.app.settings.set_server(PLACE, {"threads": False, "moderators": 5})
    await scene.app.rating_calculator.work()
    return await scene.open("season", place=ELSEWHERE)


def of_guild(rows: dict[str, list[tuple[Any, ...]]], guild: GuildId) -> list[str]:
    """Return the tables with rows of a server."""
    found = []
    for name, rule in RULES.items():
        names = list(metadata.tables[name].c.keys())
        if "guild" in names and any(row[names.index("guild")] == guild for row in rows[name]):
            found.append(name)
        if rule.purge is Purge.FACT and any(str(guild) in row[0].split() for row in rows[name]):
            found.append(name)
    return found


async def test_a_server_is_purged_thirty_days_after_it_removed_the_bot(scene: Scene) -> None:
    """
    Not a day before; then nothing of it is left, what others have stays, and ratings across servers are recalculated.
    """
    kept = await filled(scene)
    membership, before = scene.app.scheduler.membership, await dump(scene.store)
    chosen = await scene.app.settings.moderators(GUILD)
    membership.note_left(GUILD)
    await scene.app.scheduler.sweep()
    scene.clock.forward(days=29)
    await scene.app.privacy.retention.tidy()
    early = await dump(scene.store)
    scene.clock.forward(days=2)
    await scene.app.privacy.retention.tidy()
    await scene.app.rating_calculator.work()
    after = await dump(scene.store)

    assert (5, 0) == (chosen, await scene.app.settings.moderators(GUILD))
    assert {"match", "tournament", "server", "meta", "rating", "audit_entry"} <= set(of_guild(before, GUILD))
    assert {row[0] for row in before["match"]} == {row[0] for row in early["match"]}
    assert [] == of_guild(after, GUILD)
    assert [kept] == [row[0] for row in after["match"]]
    assert not any(after[name] for name in ("entry", "placing", "rating", "member", "audit_entry", "departure"))
    assert {row[0] for row in before["person"]} == {row[0] for row in after["person"]}


async def test_a_server_that_returns_finds_all_as_it_was(scene: Scene) -> None:
    """
    Even at the last moment, and if the bot was added again while it was offline: only a known absence purges.
    """
    await filled(scene)
    membership = scene.app.scheduler.membership
    membership.note_left(GUILD)
    await scene.app.scheduler.sweep()
    scene.clock.forward(days=40)
    again = Scene(scene.store)  # a new process, which hasn't heard from Discord yet
    again.clock.forward(days=40)
    await again.app.privacy.retention.tidy()
    unheard, pause = await dump(scene.store), await again.app.privacy.retention._round()
    again.app.scheduler.membership.note_seen(WHOLE, (GUILD, GuildId(123456789)))
    await again.app.scheduler.sweep()
    await again.app.privacy.retention.tidy()
    after = await dump(scene.store)

    assert {row[0] for row in unheard["match"]} == {row[0] for row in after["match"]}
    assert unheard["departure"]
    assert (SOON, EVERY) == (pause, await again.app.privacy.retention._round())
    assert not after["departure"]
    assert not [row for row in after["clock_stop"] if row[3] == "removed" and row[5] > 2**42]


async def test_a_removal_while_the_bot_was_offline_is_noted(scene: Scene) -> None:
    """
    At the first connection, also for servers in which no match runs.
    """
    await scene.app.settings.set_server(ELSEWHERE, {"threads": False})
    scene.app.scheduler.membership.note_seen(WHOLE, (GUILD,))
    await scene.app.scheduler.sweep()

    assert [ELSEWHERE.guild] == [row[0] for row in (await dump(scene.store))["departure"]]


async def test_a_deletion_that_fails_holds_up_nothing_else(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    Others are deleted and servers purged; it is tried again later.
    """
    await filled(scene)
    scene.app.scheduler.membership.note_left(GUILD)
    await scene.app.scheduler.sweep()
    deletions = scene.app.privacy.deletions
    leave = deletions._leave_matches

    async def fail(user: UserId) -> None:
        if user == ZOE.user:
            raise ValueError
        await leave(user)

    for user in (ZOE.user, BEN.user):
        await scene.store.run(lambda tx, user=user: tx.privacy.begin_deletion(user, at=scene.clock.now()))  # type: ignore[misc]
    scene.clock.forward(days=31)
    with monkeypatch.context() as broken:
        broken.setattr(deletions, "_leave_matches", fail)
        await scene.app.privacy.retention.tidy()
    rows = await dump(scene.store)

    assert [ZOE.user] == [row[1] for row in rows["deletion"]]
    assert [] == of_guild(rows, GUILD)


async def test_notices_and_staff_entries_are_kept_for_as_long_as_is_said(scene: Scene) -> None:
    """
    What couldn't be sent for 90 days, what staff did for two years.
    """
    match = await scene.match("season", (ZOE, BEN), pace=BANKED)
    await scene.app.staff.extend(scene.key(), ANN, place=PLACE, match=match, seat=Seat(0), hours=3)
    await scene.store.run(lambda tx: _park(tx, match))
    left = []
    for days in (89, 2, 638, 2):
        scene.clock.forward(days=days)
        await scene.app.scheduler.tidy()
        rows = await dump(scene.store)
        left.append((sum("parked" in row for row in rows["outbox"]), len(rows["audit_entry"])))

    assert [(1, 1), (0, 1), (0, 1), (0, 0)] == left


def _park(tx: Tx, match: MatchId) -> None:
    """Let something not be delivered."""
    record = tx.matches.get(match)
    assert record is not None
    row = outbox.words(record, raw("hello"), (), now=record.created)
    tx.outbox.enqueue(replace(row, state=NoticeState.PARKED))
