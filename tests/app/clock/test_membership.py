"""The bot removed from a server: its matches stand still, and go on with what was left when it is added again."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.app.changes.outbox import Kind
from bot.app.match.paces import Banked, Late, PerMove
from db.clocks.records import FOREVER, StopReason
from db.engine.shards import WHOLE, Shard
from db.ids import GuildId
from db.records import PendingKind, Status
from games.core.errors import Refusal
from games.core.text import raw
from tests.app.clock.test_outages import FAR, PACE, connect, due, far_match, turns
from tests.app.scene import ANN, BEN, DORA, PLACE, Permanent, Scene
from tests.stores import NOW

HOUR = timedelta(hours=1)
BANKED = Banked(bank=10 * 3600, increment=3600, cap=12 * 3600, late=Late.MOVE)
GUILD, FAR_GUILD = PLACE.guild or GuildId(0), FAR.guild or GuildId(0)


def posted(scene: Scene) -> list[str]:
    """Return what was posted about the bot's return."""
    texts = [text for notice in scene.courier.posts for text in [notice.text] if text is not None]
    lines = [event.text for notice in scene.courier.posts for line in notice.lines for event in line.entry.events]
    return [scene.words(text) for text in (*texts, *lines) if text.id == "app.added_again"]


@pytest.mark.parametrize("pace", [PACE, BANKED], ids=["a turn", "banked"])
async def test_a_match_stands_still_while_the_bot_is_no_member(scene: Scene, pace: PerMove | Banked) -> None:
    """
    No default move is made in weeks; added again, the clock goes on with what was left, and the match is told once.
    """
    match = await scene.match(pace=pace)
    before = await due(scene, match)
    assert before is not None
    membership = scene.app.scheduler.membership
    scene.clock.forward(minutes=30)
    membership.note_left(GUILD)
    await scene.app.scheduler.sweep()
    scene.clock.forward(days=21)
    swept = await scene.app.scheduler.sweep()
    away = await scene.app.matches.view(match, None)
    membership.note_joined(GUILD)
    await scene.app.scheduler.sweep()
    await scene.app.scheduler.sweep()
    await scene.relay.pump()

    assert (0, True, None) == (swept, away.removed, away.seats[0].due)
    assert before + timedelta(days=21) == await due(scene, match)
    assert [
        "The bot couldn't be used on this server for 21 days. That time doesn't count: deadlines were extended."
    ] == posted(scene)
    assert (ANN.user,) == scene.courier.of(Kind.BOARD)[-1].mention


async def test_who_plays_meanwhile_is_told_why_not(scene: Scene) -> None:
    """
    A turn, its panel, an undo and resigning are refused with a sentence; nothing changes. Afterwards all of it goes.
    """
    match = await scene.match(pace=PACE)
    scene.app.scheduler.membership.note_left(GUILD)
    await scene.app.scheduler.sweep()
    calls = (
        scene.play(match, ANN, "1"),
        scene.app.drafts.open(ANN, match=match),
        scene.app.undo.undo(scene.key(), ANN, match=match, turns=1),
        scene.app.matches.resign(scene.key(), BEN, match=match),
    )
    said = []
    for call in calls:
        with pytest.raises(Refusal, match="ON_HOLD") as refused:
            await call
        said.append(refused.value.text.id)
    scene.app.scheduler.membership.note_joined(GUILD)
    await scene.app.scheduler.sweep()
    await scene.play(match, ANN, "1")

    assert ["app.bot_removed"] * 4 == said
    assert 1 == await turns(scene, match)


async def test_what_was_missed_follows_from_the_list_of_servers(scene: Scene) -> None:
    """
    A bot that was removed and added while it was offline learns it from the servers that Discord names for a shard;
    those of other shards, and matches outside of servers, are left alone.
    """
    connect(scene, Shard(0, 2), Shard(1, 2))
    near, far = await scene.match(pace=PACE), await far_match(scene)
    membership = scene.app.scheduler.membership
    membership.note_seen(Shard(0, 2), ())
    membership.note_seen(Shard(1, 2), (FAR_GUILD,))
    await scene.app.scheduler.sweep()
    removed = [(await scene.app.matches.view(match, None)).removed for match in (near, far)]
    serves = scene.app.scheduler.serves(GUILD)
    scene.clock.forward(minutes=40)
    membership.note_seen(Shard(0, 2), (GUILD,))
    await scene.app.scheduler.sweep()
    back = [(await scene.app.matches.view(match, None)).removed for match in (near, far)]

    assert ([True, False], False) == (removed, serves)
    assert ([False, False], True) == (back, scene.app.scheduler.serves(GUILD))
    assert NOW + HOUR + timedelta(minutes=40) == await due(scene, near)


async def test_a_stop_outlasts_a_restart_and_is_made_once(scene: Scene) -> None:
    """
    Hearing of it twice stops a match once; a process that starts anew finds what is stopped and lets it go on.
    """
    match = await scene.match(pace=PACE)
    membership = scene.app.scheduler.membership
    for _ in range(2):
        membership.note_left(GUILD)
        membership.note_seen(WHOLE, ())
        await scene.app.scheduler.sweep()
    clock_stops = (await scene.app.uow.read(match)).clock_stops
    anew = Scene(scene.store)
    anew.clock.forward(days=1)
    anew.app.scheduler.membership.note_seen(WHOLE, (GUILD,))
    await anew.app.scheduler.sweep()

    assert [(StopReason.REMOVED, FOREVER)] == [(stop.why, stop.ends) for stop in clock_stops]
    assert not (await anew.app.matches.view(match, None)).removed


async def test_staffs_hold_stays_after_the_return(scene: Scene) -> None:
    """
    A match that staff holds is still on hold when the bot is back; released, it has the time that was left.
    """
    match = await scene.match(pace=BANKED)
    scene.clock.forward(hours=2)
    await scene.app.staff.hold(scene.key(), DORA, place=PLACE, match=match)
    membership = scene.app.scheduler.membership
    membership.note_left(GUILD)
    await scene.app.scheduler.sweep()
    scene.clock.forward(days=3)
    membership.note_joined(GUILD)
    await scene.app.scheduler.sweep()
    view = await scene.app.matches.view(match, None)
    await scene.app.staff.release(scene.key(), DORA, place=PLACE, match=match)

    assert (True, False) == (view.held, view.removed)
    assert scene.clock.now() + 8 * HOUR == await due(scene, match)


async def test_timers_of_the_table_stand_still_too(scene: Scene) -> None:
    """
    What the table was to do after a while is done as much later as the match stood still.
    """
    match = await scene.match("rush")
    for actor in (ANN, BEN):
        await scene.play(match, actor, "ready")
    before = [row for row in (await scene.app.uow.read(match)).pending if row.kind is PendingKind.TIMER]
    membership = scene.app.scheduler.membership
    membership.note_left(GUILD)
    await scene.app.scheduler.sweep()
    scene.clock.forward(days=3)
    membership.note_joined(GUILD)
    await scene.app.scheduler.sweep()
    after = [row for row in (await scene.app.uow.read(match)).pending if row.kind is PendingKind.TIMER]

    shifted = [row.due + timedelta(days=3) for row in before if row.due is not None]

    assert 1 == len(shifted)
    assert shifted == [row.due for row in after if row.due is not None]


async def test_what_could_not_be_posted_follows_at_once(scene: Scene) -> None:
    """
    A board that was refused since the bot was gone is posted when it is back.
    """
    match = await scene.match(pace=PACE)
    await scene.relay.pump()
    scene.courier.before = [Permanent(50001, raw("The bot isn't there."))] * 4
    await scene.play(match, ANN, "1")
    await scene.relay.pump()
    scene.app.scheduler.membership.note_left(GUILD)
    await scene.app.scheduler.sweep()
    scene.courier.before = []
    scene.app.scheduler.membership.note_joined(GUILD)
    await scene.app.scheduler.sweep()
    await scene.relay.retry(GUILD)
    await scene.relay.pump()

    assert (BEN.user,) == scene.courier.of(Kind.BOARD)[-1].mention
    assert () == (await scene.app.matches.view(match, None)).undelivered


async def test_a_match_that_has_ended_is_left_alone(scene: Scene) -> None:
    """
    Neither finished nor open matches are stopped; nothing is left to be done.
    """
    match = await scene.match(pace=PACE)
    await scene.app.matches.resign(scene.key(), ANN, match=match)
    await scene.open()
    membership = scene.app.scheduler.membership
    membership.note_left(GUILD)
    pending = await membership.changes()

    assert () == pending
    assert Status.FINISHED is (await scene.app.matches.view(match, None)).match.status
