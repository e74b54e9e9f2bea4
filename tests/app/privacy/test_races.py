"""What others do at the same moment as somebody is deleted or a server is purged, and what a killed purge leaves."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from contextlib import suppress
from datetime import datetime

import msgspec
import pytest
from msgspec.structs import replace
from sqlalchemy import text

from bot.app.changes import outbox
from bot.app.match.records import Actor
from bot.app.privacy import retention
from db.ids import GuildId, MatchId, UserId
from db.records import NoticeState
from db.stores.postgres import PostgresStore
from games.core.errors import Refusal
from games.core.text import say_name
from tests.app.finding.test_player_search import seek
from tests.app.playing import play_random
from tests.app.privacy.dump import dump, find
from tests.app.privacy.test_deleting import GUILD, NAMES, ZOE
from tests.app.privacy.test_retention import filled, of_guild
from tests.app.scene import BEN, CLEO, PLACE, Scene
from tests.app.tournaments.held import HOST, opened, signed

ROUNDS = 3


async def attempt(what: Awaitable[object]) -> None:
    """Do something that may be refused."""
    with suppress(Refusal):
        await what


def make_person(number: int) -> Actor:
    """Return a person whose words nobody else has."""
    return Actor(UserId(ZOE.user + number), f"Zoë Quill{number}", GUILD, f"zoe.quill{number}")


async def test_nothing_that_others_do_meanwhile_brings_a_deleted_person_back(scene: Scene) -> None:
    """
    They play on in the person's matches, join them, wait for the same game, start the tournament; all is sent.
    """
    for number in range(ROUNDS):
        zoe = make_person(number)
        matches = [await scene.match("season", (zoe, BEN, CLEO)) for _ in range(2)]
        lobby = await scene.open("season", seats=3, host=zoe)
        await seek(scene, zoe)
        cup = await opened(scene, name=f"Cup {number}")
        await signed(scene, cup, people=(zoe, BEN))
        await asyncio.gather(
            _play(scene, zoe, matches),
            _join(scene, lobby),
            *(scene.relay.pump() for _ in range(3)),
            attempt(scene.app.tournaments.start(scene.key(), HOST, tournament=cup)),
            scene.app.privacy.deletions.delete(zoe.user),
        )
        left = find(await dump(scene.store), zoe.user, zoe.name, zoe.account)
        await attempt(scene.app.tournaments.cancel(scene.key(), HOST, tournament=cup))

        assert [] == left


async def _play(scene: Scene, zoe: Actor, matches: list[MatchId]) -> None:
    for match in matches * 3:
        await attempt(scene.app.substitutes.offer(scene.key(), zoe, match=match))
        await attempt(play_random(scene, match))


async def _join(scene: Scene, lobby: MatchId) -> None:
    for _ in range(3):
        await attempt(scene.app.lobby.join(scene.key(), BEN, match=lobby))
        await attempt(scene.app.lobby.leave(scene.key(), BEN, match=lobby))
        await attempt(seek(scene, CLEO))


async def left(scene: Scene) -> MatchId:
    """A match that somebody has left whose deletion has begun; the last step of it is to come."""
    match = await scene.match("season", (ZOE, BEN))
    await scene.store.run(lambda tx: tx.privacy.begin_deletion(ZOE.user, at=scene.clock.now()))
    await scene.app.privacy.deletions._leave_matches(ZOE.user)
    return match


async def test_what_is_just_being_written_about_a_person_is_found(scene: Scene) -> None:
    """
    A line of the log that names them, not stored yet when the deletion begins, doesn't keep the name.
    """
    match, deletions = await left(scene), scene.app.privacy.deletions
    if not isinstance(scene.store, PostgresStore):
        pytest.skip("SQLite has one writer")
    line = (
        "INSERT INTO entry SELECT match, ply + 1, seat, cause, audience, convert_to(:data, 'UTF8'), at FROM entry "
        "WHERE match = :match ORDER BY ply DESC LIMIT 1"
    )
    data = msgspec.json.encode({"id": "core.person", "args": {"name": ZOE.name}}).decode()
    async with scene.store.engine.begin() as writing:
        await writing.execute(text("UPDATE match SET version = version + 1 WHERE id = :match"), {"match": match})
        await writing.execute(text(line), {"match": match, "data": data})
        suspects = await deletions._find_suspects(ZOE.user)
        deleting = asyncio.create_task(deletions._erase(ZOE.user, frozenset(), suspects))
        await asyncio.sleep(0.5)
    await deleting

    assert [] == find(await dump(scene.store), ZOE.user, *NAMES)


async def test_what_is_claimed_while_a_person_is_taken_out_of_it_is_waited_for(scene: Scene) -> None:
    """
    Whoever sends it has read the name, and writes its row back in the end.
    """
    match, deletions = await left(scene), scene.app.privacy.deletions
    if not isinstance(scene.store, PostgresStore):
        pytest.skip("SQLite has one writer")
    record = (await scene.app.uow.read(match)).match
    row = outbox.words(record, say_name(ZOE.name), (), now=record.created)
    number = await scene.store.run(lambda tx: tx.outbox.add(replace(row, lane=1)))
    async with scene.store.engine.begin() as claiming:
        await claiming.execute(text("UPDATE outbox SET state = 'sending' WHERE id = :id"), {"id": number})
        suspects = await deletions._find_suspects(ZOE.user)
        deleting = asyncio.create_task(deletions._erase(ZOE.user, frozenset(), suspects))
        await asyncio.sleep(0.5)
    await asyncio.sleep(0.5)
    claimed = replace(row, id=number, lane=1, state=NoticeState.SENDING)
    await scene.store.run(lambda tx: tx.outbox.note_sent(claimed))
    await deleting

    assert [] == find(await dump(scene.store), ZOE.user, *NAMES)


async def test_a_purge_that_was_killed_is_finished_by_the_next_process(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    Also at once by the owner, where no departure is noted: nothing is half deleted.
    """
    kept = await filled(scene)
    monkeypatch.setattr(retention, "BATCH", 1)
    purging = scene.app.privacy.retention
    run, calls = scene.store.run, 0

    async def die(work: object) -> object:
        nonlocal calls
        calls += 1
        if calls == 3:
            raise KeyboardInterrupt
        return await run(work)  # type: ignore[arg-type]  # whatever is passed on

    with monkeypatch.context() as killed:
        killed.setattr(scene.store, "run", die)
        with pytest.raises(KeyboardInterrupt):
            await purging.purge(GUILD)
    half = await dump(scene.store)
    await Scene(scene.store).app.privacy.retention.tidy()
    after = await dump(scene.store)

    assert 1 < len(half["match"]) < 4
    assert [] == of_guild(after, GUILD)
    assert [kept] == [row[0] for row in after["match"]]


async def test_a_server_that_is_added_again_at_the_last_moment_is_not_purged(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    It was looked up as departed, and is noted as back before anything is deleted.
    """
    await filled(scene)
    membership, purging = scene.app.scheduler.membership, scene.app.privacy.retention
    membership.note_left(GUILD)
    await scene.app.scheduler.sweep()
    scene.clock.forward(days=31)
    purge = purging._purge_departed

    async def come_back(guild: GuildId, before: datetime) -> None:
        membership.note_joined(GUILD)
        await scene.app.scheduler.sweep()
        await purge(guild, before)

    before = await dump(scene.store)
    monkeypatch.setattr(purging, "_purge_departed", come_back)
    await purging.tidy()
    after = await dump(scene.store)

    assert (1, 0) == (len(before["departure"]), len(after["departure"]))
    assert {row[0] for row in before["match"]} == {row[0] for row in after["match"]}
    assert "purge" not in {str(row[0]).split()[0] for row in after["meta"]}


async def test_a_server_is_purged_while_its_matches_are_played(scene: Scene) -> None:
    """
    What is decided or sent meanwhile finds nothing; no worker fails, and what others have stays.
    """
    kept = await filled(scene)
    running = await scene.match("brainy", (BEN,), computers=("easy",))
    await scene.app.substitutes.offer(scene.key(), BEN, match=running)
    await asyncio.gather(
        scene.app.privacy.retention.purge(GUILD),
        scene.relay.pump(),
        scene.app.computer_players.think(),
        scene.app.scheduler.sweep(),
        scene.app.rating_calculator.work(),
        attempt(scene.play(running, BEN, "1")),
        attempt(scene.open("season", place=PLACE, host=CLEO)),
    )
    await scene.app.privacy.retention.purge(GUILD)
    await scene.relay.pump()
    after = await dump(scene.store)

    assert [kept] == [row[0] for row in after["match"]]
    assert [] == of_guild(after, GUILD)
    assert not [loop for loop in scene.app.uow.workers.values() if loop.trouble]
