"""Regular tables: opened when due, once, with the same people; skipped, stopped, refused."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

import pytest
from msgspec.structs import replace

from bot.app.changes.outbox import Kind
from bot.app.changes.server_rules import MEMBER
from bot.app.runtime.operator_orders import Maintenance, order_maintenance
from db.ids import MatchId
from db.records import MatchRecord, Status
from db.seeking.records import Every
from db.tx import Tx
from games.core.errors import Refusal
from tests.app.finding.test_player_search import leave_server
from tests.app.scene import ANN, BEN, CLEO, PLACE, Scene


async def play_once(scene: Scene) -> MatchId:
    """Play a match of Ann's with Ben to the end."""
    match = await scene.match()
    await scene.app.matches.resign(scene.key(), BEN, match=match)
    return match


async def open_matches(scene: Scene) -> list[MatchRecord]:
    """Return the open matches of the server, the oldest first."""
    assert PLACE.guild is not None
    guild = PLACE.guild
    found = await scene.store.read(lambda tx: tx.matches.in_guild(guild, status=Status.LOBBY, most=9))
    return [*reversed(found)]


async def test_a_match_is_opened_again_for_the_same_people(scene: Scene) -> None:
    """
    When it is due, once, with a seat kept for the other; they hear of it as soon as it is set. Sweeps change nothing.
    """
    match = await play_once(scene)
    tables = scene.app.regular_tables
    record = await tables.repeat(ANN, match=match, every=Every.WEEK, access=MEMBER)
    await scene.relay.pump()
    told = [notice for notice in scene.courier.of(Kind.WORD) if notice.text and notice.text.id == "app.regular"]
    await tables.sweep()
    early = await open_matches(scene)
    scene.clock.forward(days=7, seconds=1)
    for _ in range(3):
        await tables.sweep()
    (opened,) = await open_matches(scene)
    invites = await scene.store.read(lambda tx: tx.matches.invites(opened.id))
    (known,) = await scene.store.read(lambda tx: tx.regulars.of_user(ANN.user, most=9))

    assert [(BEN.user,)] == [notice.mention for notice in told]
    assert [] == early
    assert (ANN.user, match, [(BEN.user, True)]) == (
        opened.host,
        opened.rematch_of,
        [(invite.user, bool(invite.kept)) for invite in invites],
    )
    assert (opened.id, record.due + timedelta(days=7)) == (known.latest, known.due)


async def test_none_is_opened_while_the_last_one_runs(scene: Scene) -> None:
    """
    Its host is told, and the next one comes a week later.
    """
    match = await play_once(scene)
    tables = scene.app.regular_tables
    await tables.repeat(ANN, match=match, every=Every.WEEK, access=MEMBER)
    scene.clock.forward(days=7, seconds=1)
    await tables.sweep()
    (first,) = await open_matches(scene)
    scene.clock.forward(days=7)
    await tables.sweep()
    skipped = await open_matches(scene)
    await scene.relay.pump()
    words = [notice.user for notice in scene.courier.of(Kind.WORD) if notice.text and "skipped" in notice.text.id]
    await scene.app.lobby.cancel(scene.key(), ANN, match=first.id)
    scene.clock.forward(days=7)
    await tables.sweep()
    (again,) = await open_matches(scene)

    assert [first.id] == [record.id for record in skipped]
    assert [ANN.user] == words
    assert again.rematch_of == match


async def test_players_are_called_once_however_often_it_is_changed(scene: Scene) -> None:
    """
    Another interval, the same again, and a stop that is taken back: one mention, and the last choice holds.
    """
    match = await play_once(scene)
    tables = scene.app.regular_tables
    for every in (Every.WEEK, Every.MONTH, Every.MONTH):
        await tables.repeat(ANN, match=match, every=every, access=MEMBER)
    await tables.stop(ANN, match=match)
    record = await tables.repeat(ANN, match=match, every=Every.FORTNIGHT, access=MEMBER)
    await scene.relay.pump()
    told = [notice.mention for notice in scene.courier.of(Kind.WORD) if notice.text and "regular" in notice.text.id]

    assert [(BEN.user,)] == told
    assert record == await tables.find(ANN, match=match)


async def test_two_hosts_cannot_repeat_the_same_match(scene: Scene) -> None:
    """
    Whoever hosts it, or the match that came of it, is told who repeats it; what was chosen first stays.
    """
    match = await play_once(scene)
    tables = scene.app.regular_tables
    await tables.repeat(ANN, match=match, every=Every.WEEK, access=MEMBER)
    scene.clock.forward(days=7, seconds=1)
    await tables.sweep()
    (opened,) = await open_matches(scene)
    await scene.app.lobby.join(scene.key(), BEN, match=opened.id)
    await scene.app.matches.resign(scene.key(), BEN, match=opened.id)
    for each in (match, opened.id):
        await scene.store.run(partial(_hand_over, match=each))
        with pytest.raises(Refusal, match="REPEATED") as refused:
            await tables.repeat(BEN, match=each, every=Every.MONTH, access=MEMBER)
        assert "Ann already repeats" in scene.words(refused.value.text)
    changed = await tables.repeat(ANN, match=opened.id, every=Every.FORTNIGHT, access=MEMBER)
    kept = await scene.store.read(lambda tx: tx.regulars.of_user(ANN.user, most=9))

    assert (changed,) == kept
    assert (opened.id, Every.FORTNIGHT) == (changed.latest, changed.every)


def _hand_over(tx: Tx, *, match: MatchId) -> None:
    """Have Ben host a match."""
    record = tx.matches.get(match)
    assert record is not None
    tx.matches.save(replace(record, host=BEN.user))


@pytest.mark.parametrize("blocked", [False, True])
async def test_none_is_opened_where_the_bot_does_nothing(scene: Scene, *, blocked: bool) -> None:
    """
    On a server that has removed it or is blocked: nobody is told anything, and the next one comes a week later.
    """
    match = await play_once(scene)
    await scene.app.regular_tables.repeat(ANN, match=match, every=Every.WEEK, access=MEMBER)
    await leave_server(scene, blocked=blocked)
    await scene.relay.pump()
    before = len(scene.courier.posts)
    scene.clock.forward(days=7, seconds=1)
    await scene.app.regular_tables.sweep()
    await scene.relay.pump()

    assert [] == await open_matches(scene)
    assert before == len(scene.courier.posts)


async def test_it_is_stopped(scene: Scene) -> None:
    """
    By its host alone; nothing is opened then.
    """
    match = await play_once(scene)
    tables = scene.app.regular_tables
    await tables.repeat(ANN, match=match, every=Every.MONTH, access=MEMBER)
    others = await tables.stop(BEN, match=match)
    stopped = await tables.stop(ANN, match=match)
    scene.clock.forward(days=40)
    await tables.sweep()

    assert (False, True) == (others, stopped)
    assert [] == await open_matches(scene)


async def test_what_cannot_be_opened_is_told_to_its_host(scene: Scene) -> None:
    """
    Where the server no longer offers the game: with the reason, and it is tried again a week later.
    """
    match = await play_once(scene)
    tables = scene.app.regular_tables
    await tables.repeat(ANN, match=match, every=Every.WEEK, access=MEMBER)
    await scene.app.settings.set_server(PLACE, {"games": "brainy"})
    scene.clock.forward(days=7, seconds=1)
    await tables.sweep()
    await scene.relay.pump()
    words = [scene.words(notice.text) for notice in scene.courier.of(Kind.WORD) if notice.text and notice.user]
    await scene.app.settings.set_server(PLACE, {"games": ""})
    scene.clock.forward(days=7)
    await tables.sweep()

    assert any("wasn't opened this time" in text and "Brainy" in text for text in words)
    assert 1 == len(await open_matches(scene))


async def test_only_the_host_of_a_finished_match_has_it_repeated(scene: Scene) -> None:
    """
    Not another player, not of a running or a practice match, and only so many.
    """
    match, running = await play_once(scene), await scene.match(players=(CLEO, BEN))
    practice = await scene.match("brainy", (ANN,), computers=("easy",))
    tables = scene.app.regular_tables

    with pytest.raises(Refusal, match="NOT_HOST"):
        await tables.repeat(BEN, match=match, every=Every.WEEK, access=MEMBER)
    with pytest.raises(Refusal, match="NOT_OVER"):
        await tables.repeat(CLEO, match=running, every=Every.WEEK, access=MEMBER)
    with pytest.raises(Refusal, match="NOT_OVER"):
        await tables.repeat(ANN, match=practice, every=Every.WEEK, access=MEMBER)


async def test_what_is_due_during_maintenance_is_opened_after_it(scene: Scene) -> None:
    """
    While nothing is played, nothing is opened either.
    """
    match, tables = await play_once(scene), scene.app.regular_tables
    await tables.repeat(ANN, match=match, every=Every.WEEK, access=MEMBER)
    scene.clock.forward(days=7, seconds=1)
    await scene.store.run(lambda tx: order_maintenance(tx, Maintenance("", scene.clock.now())))
    await scene.app.scheduler.sweep()
    await tables.sweep()
    meanwhile = await open_matches(scene)
    await scene.store.run(lambda tx: order_maintenance(tx, None))
    await scene.app.scheduler.sweep()
    await tables.sweep()

    assert [] == meanwhile
    assert 1 == len(await open_matches(scene))
