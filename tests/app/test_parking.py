"""What cannot be told: said to those it was for, and tried again."""

from __future__ import annotations

from datetime import timedelta

from bot.app.courier import Kind, Notice, Permanent
from bot.app.parking import KEPT
from bot.app.records import MessageRef
from bot.app.relay import Relay
from db.ids import GuildId, MatchId
from db.records import NoticeState
from tests.app.scene import ANN, RecordingCourier, Scene


class Unable(RecordingCourier):
    """Posts no boards while ``able`` is off."""

    able = False

    async def post(self, notice: Notice) -> MessageRef:
        """Refuse boards as Discord does where a right is missing."""
        if notice.kind is Kind.BOARD and not self.able:
            raise Permanent(50013, "The bot lacks a right.")
        return await super().post(notice)


async def refused(scene: Scene) -> tuple[MatchId, Unable, Relay]:
    """A running match whose first board was refused."""
    courier = Unable()
    relay = Relay(scene.app.desk, courier, holder="test", pause=0)
    match = await scene.match()
    await relay.pump()
    return match, courier, relay


def boards(courier: Unable) -> int:
    """How many boards were posted."""
    return sum(notice.kind is Kind.BOARD for notice in courier.posts)


async def test_who_is_asked_is_told_in_private_once(scene: Scene) -> None:
    """
    A board that cannot be posted becomes a private sentence to those it calls; further ones do not repeat it.
    """
    match, courier, relay = await refused(scene)
    await scene.play(match, ANN, "1")
    await relay.pump()
    words = [notice for notice in courier.posts if notice.kind is Kind.WORD]

    assert [True] == [notice.user is not None and notice.text is not None for notice in words]
    assert ["app.board_not_posted"] == [notice.text.id for notice in words if notice.text is not None]


async def test_it_is_tried_again_when_a_right_comes_back(scene: Scene) -> None:
    """
    Of the server in which something has changed, and only of what is not too old.
    """
    _, courier, relay = await refused(scene)
    courier.able = True
    await relay.retry(GuildId(999))
    await relay.pump()
    elsewhere = boards(courier)
    await relay.retry()
    await relay.pump()

    assert (0, 1) == (elsewhere, boards(courier))


async def test_what_is_a_week_old_is_left(scene: Scene) -> None:
    """
    The match has moved on, or nobody misses it.
    """
    match, _, relay = await refused(scene)
    scene.clock.forward(seconds=(KEPT + timedelta(minutes=1)).total_seconds())
    await relay.retry()
    states = {row.state for row in await scene.store.read(lambda tx: tx.parked(match))}

    assert {NoticeState.PARKED} == states
