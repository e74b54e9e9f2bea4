"""What the operator orders from the command line: maintenance, blocked servers, messages to the owners of servers."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta

import pytest

from bot.app.changes.outbox import Kind
from bot.app.match.preferences import OWNER_NEWS
from bot.app.runtime.operator_orders import Maintenance, order_maintenance
from db.clocks.records import StopReason
from db.ids import GuildId, UserId
from db.operations.records import BlockedServerRecord
from tests.app.clock.test_outages import HOUR, MINUTE, PACE, due, told, turns
from tests.app.scene import ANN, BEN, CLEO, PLACE, Scene
from tests.stores import NOW

GUILD = PLACE.guild or GuildId(0)


class Owners:
    """Who owns the servers of this process."""

    def __init__(self, scene: Scene, *users: UserId) -> None:
        """Each has a server."""
        self.users = users
        scene.app.uow.members = self

    async def has_left(self, guild: GuildId, user: UserId) -> bool | None:
        """Return that nobody has."""
        return False

    def find_owners(self) -> Mapping[GuildId, UserId]:
        """Return them."""
        return {GuildId(number): user for number, user in enumerate(self.users, 1)}


@pytest.mark.parametrize("wait", [0, 10], ids=["at once", "announced"])
async def test_no_clock_runs_during_maintenance(scene: Scene, wait: int) -> None:
    """
    A deadline passes unanswered; afterwards it has moved by the length of the maintenance, and the match says so.
    """
    match = await scene.match(pace=PACE)
    await scene.app.scheduler.sweep()
    scene.clock.forward(minutes=50 - wait)
    await scene.app.scheduler.sweep()
    starts = scene.clock.now() + timedelta(minutes=wait)
    await scene.app.uow.store.run(lambda tx: order_maintenance(tx, Maintenance("", starts)))
    await scene.app.scheduler.sweep()
    for _minute in range(wait + 30):
        scene.clock.forward(minutes=1)
        await scene.app.scheduler.sweep()
    await scene.app.uow.store.run(lambda tx: order_maintenance(tx, None))
    await scene.app.scheduler.sweep()
    await scene.relay.pump()
    moved = await due(scene, match)
    assert moved is not None

    assert 0 == await turns(scene, match)
    assert 30 * MINUTE <= moved - (NOW + HOUR) <= 31 * MINUTE
    assert told(scene)[0].startswith("The bot was offline for")


async def test_the_matches_of_a_blocked_server_wait(scene: Scene) -> None:
    """
    Their log says why; unblocked, the clock goes on with what was left.
    """
    match = await scene.match(pace=PACE)
    before = await due(scene, match)
    assert before is not None
    blocked = BlockedServerRecord(guild=GUILD, reason="spam", at=scene.clock.now())
    await scene.app.uow.store.run(lambda tx: tx.operations.block(blocked))
    await scene.app.scheduler.sweep()
    stop = (await scene.app.uow.read(match)).stop(StopReason.REMOVED)
    log = await scene.app.uow.store.read(lambda tx: tx.log.entries(match, first=0, last=99))
    scene.clock.forward(days=3)
    swept = await scene.app.scheduler.sweep()
    await scene.app.uow.store.run(lambda tx: tx.operations.unblock(GUILD))
    await scene.app.scheduler.sweep()
    await scene.app.scheduler.sweep()

    assert stop is not None
    assert b"app.server_blocked" in log[-1].data
    assert (0, False) == (swept, scene.app.uow.orders.blocked != {})
    assert before + timedelta(days=3) == await due(scene, match)


async def test_an_owner_who_is_deleted_is_not_told_again(scene: Scene) -> None:
    """
    Nor is one who wanted nothing, although that is forgotten with them; a server that comes anew is told.
    """
    owners = Owners(scene, ANN.user, BEN.user)
    await scene.app.preferences.set_person(BEN, {OWNER_NEWS: False})
    await scene.app.uow.store.run(lambda tx: tx.operations.add_broadcast("Hello", at=scene.clock.now()))
    first = await scene.app.broadcasts.sweep()
    await scene.relay.pump()
    for each in (ANN, BEN):
        await scene.app.privacy.deletions.delete(each.user)
    again = await type(scene.app.broadcasts)(scene.app.uow).sweep()
    owners.users = (ANN.user, BEN.user, CLEO.user)
    new = await scene.app.broadcasts.sweep()

    assert (1, 0, 1) == (first, again, new)


async def test_each_owner_is_told_once_unless_they_want_nothing(scene: Scene) -> None:
    """
    Whoever owns two servers is told once, also after a restart; an old message goes to nobody new.
    """
    owners = Owners(scene, ANN.user, BEN.user, ANN.user)
    await scene.app.preferences.set_person(BEN, {OWNER_NEWS: False})
    await scene.app.uow.store.run(lambda tx: tx.operations.add_broadcast("Hello *all*", at=scene.clock.now()))
    made = [await scene.app.broadcasts.sweep(), await scene.app.broadcasts.sweep()]
    again = await type(scene.app.broadcasts)(scene.app.uow).sweep()
    scene.clock.forward(days=2)
    owners.users = (CLEO.user,)
    late = await scene.app.broadcasts.sweep()
    await scene.relay.pump()
    text = scene.courier.reached[0].text
    assert text is not None

    assert ([1, 0], 0, 0) == (made, again, late)
    assert [(ANN.user, Kind.OWNER_NEWS)] == [(notice.user, notice.kind) for notice in scene.courier.reached]
    assert "Hello *all*" == scene.words(text)
