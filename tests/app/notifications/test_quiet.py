"""Quiet hours: invitations and what tournaments tell wait until they end, or are dropped."""

from __future__ import annotations

from bot.app.changes.outbox import Kind
from bot.app.tournaments.news import news_row
from db.ids import UserId
from db.tx import Tx
from games.core.text import say
from tests.app.notifications.test_notices import choose, pump, said
from tests.app.scene import ANN, BEN, CLEO, Scene
from tests.app.tournaments.held import opened


async def test_an_invitation_waits_until_the_quiet_hours_end(scene: Scene) -> None:
    """
    The card stands there at once and calls nobody who sleeps; who does not sleep is called by it.
    """
    await choose(scene, BEN, zone="UTC", quiet="11:00-15:00")
    await scene.open(seats=3, invite=(BEN, CLEO))
    await pump(scene)
    during = [notice.mention for notice in scene.courier.of(Kind.CARD)]
    await pump(scene, hours=4)

    assert [(CLEO.user,)] == during
    assert ["Ann invites you to Season, match #1."] == said(scene)
    assert (BEN.user,) == scene.courier.of(Kind.WORD)[0].mention


async def test_an_invitation_to_what_has_begun_is_dropped(scene: Scene) -> None:
    """
    In the morning nobody is invited to a match that has no seat any more.
    """
    await choose(scene, BEN, zone="UTC", quiet="11:00-15:00")
    match = await scene.open(seats=2, invite=(BEN,))
    await pump(scene)
    await scene.app.lobby.decline(scene.key(), BEN, match=match)
    await scene.app.lobby.join(scene.key(), CLEO, match=match)
    await pump(scene, hours=4)

    assert not any("invites you" in words for words in said(scene))


async def test_what_an_event_tells_waits_too(scene: Scene) -> None:
    """
    Its channel reads it at once, but who sleeps is called later, and told in private later; others are told now.
    """
    tournament = await opened(scene)
    await pump(scene)
    await choose(scene, BEN, zone="UTC", quiet="11:00-15:00")
    text = say("app.private_news")

    def tell(tx: Tx) -> None:
        record = tx.tournaments.get(tournament)
        assert record is not None
        tx.outbox.enqueue(news_row(record, text, now=scene.clock.now(), users=(ANN.user, BEN.user)))
        tx.outbox.enqueue(news_row(record, text, now=scene.clock.now(), to=BEN.user))

    def news() -> list[tuple[tuple[UserId, ...], UserId | None]]:
        return [(notice.mention, notice.user) for notice, _ in scene.courier.told if notice.kind is Kind.NEWS]

    await scene.store.run(tell)
    await pump(scene)
    during = news()
    await pump(scene, hours=4)

    assert [((ANN.user,), None)] == during
    assert [((), BEN.user), ((BEN.user,), None)] == sorted(news()[1:], key=str)
