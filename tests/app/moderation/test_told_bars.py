"""Who is barred is told in private, once; staff sees in the log where that failed."""

from __future__ import annotations

from datetime import timedelta

from bot.app.changes.outbox import Kind
from bot.app.changes.server_rules import TELL_BARRED
from bot.app.moderation.bars import Barred, BarTerms
from bot.app.notifications.courier import Permanent, PersonNotice, Refused
from games.core.text import say
from tests.app.scene import BEN, DORA, PLACE, Scene
from tests.stores import NOW

RUDE = BarTerms(until=NOW + timedelta(days=5), why="rude")
CLOSED = Refused(50007, say("app.undelivered_closed"))
UNTOLD = "The direct message that tells Ben about the bar couldn't be delivered."


async def bar(scene: Scene, terms: BarTerms = RUDE) -> Barred:
    """Bar Ben from the usual server."""
    return await scene.app.bars.bar(scene.key(), DORA, place=PLACE, guest=BEN, terms=terms)


def told(scene: Scene) -> list[PersonNotice]:
    """Return what Ben was told."""
    return [notice for notice in scene.courier.reached if notice.kind is Kind.BAR]


async def log(scene: Scene) -> list[str]:
    """Return the sentences of the staff log, the newest first."""
    return [scene.words(entry.what) for entry in await scene.app.staff_log.find(PLACE)]


async def test_who_is_barred_is_told_where_why_and_whom_to_ask(scene: Scene) -> None:
    """
    In one message; the same bar set again makes no other one, a changed one does.
    """
    await scene.app.settings.set_server(PLACE, {"moderators": 4711})
    done = [await bar(scene), await bar(scene)]
    await scene.relay.pump()
    (first,) = told(scene)
    await bar(scene, BarTerms(until=None, why="rude", offers=True))
    await scene.relay.pump()
    second = told(scene)[-1]

    assert [True, False] == [each.told for each in done]
    assert first.bar is not None
    assert (PLACE.guild, RUDE.until, "rude") == (first.bar.guild, first.bar.until, first.bar.why)
    assert (BEN.user, 4711) == (first.user, first.moderators)
    assert first.text == say("app.bar_plays_on")
    assert second.text == say("app.bar_seats_offered")
    assert 2 == len(told(scene))


async def test_a_bar_that_is_asked_for_twice_at_once_is_answered_the_same(scene: Scene) -> None:
    """
    As Discord may deliver a command twice: staff reads that the person is told, and since when the bar holds.
    """
    key = scene.key()
    first = await scene.app.bars.bar(key, DORA, place=PLACE, guest=BEN, terms=RUDE)
    scene.clock.forward(minutes=1)
    again = await scene.app.bars.bar(key, DORA, place=PLACE, guest=BEN, terms=RUDE)

    assert first.told
    assert first == again


async def test_nothing_is_told_of_a_bar_that_was_lifted_or_changed_meanwhile(scene: Scene) -> None:
    """
    Only the newest one is told.
    """
    await bar(scene)
    await scene.app.bars.lift(scene.key(), DORA, place=PLACE, guest=BEN)
    await scene.relay.pump()
    none = told(scene)
    await bar(scene)
    scene.clock.forward(seconds=1)
    await bar(scene, BarTerms(until=None, why="worse"))
    await scene.relay.pump()

    assert [] == none
    assert ["worse"] == [notice.bar.why for notice in told(scene) if notice.bar is not None]


async def test_a_message_that_fails_is_noted_once(scene: Scene) -> None:
    """
    In the staff log, for closed direct messages as for anything else that Discord refuses for good.
    """
    scene.courier.closed = CLOSED
    await bar(scene)
    await scene.relay.pump()
    closed = await log(scene)
    scene.courier.closed = Permanent(50001, say("app.undelivered_error"))
    await bar(scene, BarTerms(until=None, why="worse"))
    await scene.relay.pump()
    await scene.relay.retry()
    await scene.relay.pump()

    assert [UNTOLD] == [line for line in closed if line == UNTOLD]
    assert 2 == (await log(scene)).count(UNTOLD)
    assert [] == told(scene)


async def test_who_wants_silence_is_not_written_to_and_that_is_noted(scene: Scene) -> None:
    """
    They chose to get no messages; in quiet hours the message waits for their end.
    """
    await scene.app.preferences.set_person(BEN, {"where": "none"})
    await bar(scene)
    await scene.relay.pump()

    assert [] == told(scene)
    assert UNTOLD in await log(scene)


async def test_a_server_can_switch_it_off(scene: Scene) -> None:
    """
    Then nothing is sent, and nothing noted.
    """
    await scene.app.settings.set_server(PLACE, {TELL_BARRED: False})
    done = await bar(scene)
    await scene.relay.pump()

    assert not done.told
    assert [] == told(scene)
    assert 1 == len(await log(scene))
