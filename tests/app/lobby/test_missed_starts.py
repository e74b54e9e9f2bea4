"""An announced start that passes with a free seat, or while players aren't ready: said once, and the host decides."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from bot.app.match.records import Actor, MatchRequest
from db.ids import MatchId
from db.records import Status
from games.core.errors import Refusal
from tests.app.lobby.test_scheduled_starts import LATER, at, status
from tests.app.runtime.test_members import Away
from tests.app.scene import ANN, BEN, CLEO, PLACE, Scene
from tests.stores import NOW

STAMP = int(LATER.timestamp())
HOUR = timedelta(hours=1)


async def waiting(scene: Scene, *players: Actor, seats: int, starts: datetime = LATER) -> MatchId:
    """A match of Ann's whose start is announced, and who joined it."""
    wish = MatchRequest(game="season", seats=seats, starts=starts)
    match = (await scene.app.lobby.create(scene.key(), ANN, place=PLACE, wish=wish)).match
    for player in players:
        await scene.app.lobby.join(scene.key(), player, match=match)
    return match


async def ready(scene: Scene, match: MatchId, *players: Actor) -> None:
    """Let players say that they are ready, once it is asked."""
    await at(scene, hours=2, minutes=50)
    for player in players:
        await scene.app.lobby.ready(scene.key(), player, match=match)


async def test_a_start_that_passes_with_a_free_seat_says_so_once(scene: Scene) -> None:
    """
    Though all who are there are ready: the host is called, and told what to choose from; the card's view has it.
    """
    match = await waiting(scene, BEN, seats=3)
    await ready(scene, match, ANN, BEN)
    said = await at(scene, minutes=11)
    again = await at(scene, hours=2)
    view = await scene.app.matches.view(match, None)

    text, called = said[0]
    assert [ANN.user] == called
    assert "but 1 seat is free. It begins as soon as every seat is taken and everyone is ready. Ann can start" in text
    assert [] == again
    assert view.missed is not None
    assert (LATER, 1, (), 2) == (view.missed.at, view.missed.free, view.missed.unready, view.missed.present)


async def test_who_is_missing_is_named(scene: Scene) -> None:
    """
    A free seat and two players who aren't ready; alone the host can't start, so that it isn't offered.
    """
    match = await waiting(scene, BEN, CLEO, seats=4)
    await ready(scene, match, ANN)
    said = await at(scene, minutes=11)

    text, called = said[0]
    assert [ANN.user, BEN.user, CLEO.user] == called
    assert "but 1 seat is free, and Ben and Cleo aren't ready." in text
    assert "Ann can choose a later time or cancel it." in text


async def test_the_host_starts_without_who_is_missing(scene: Scene) -> None:
    """
    The free seat is gone, and who isn't ready gives the seat up and is told; the host counts as there.
    """
    match = await waiting(scene, BEN, CLEO, seats=4)
    await ready(scene, match, BEN)
    await at(scene, minutes=11)
    with pytest.raises(Refusal, match="NOT_HOST"):
        await scene.app.lobby.start_without(scene.key(), BEN, match=match, missed=STAMP)
    receipt = await scene.app.lobby.start_without(scene.key(), ANN, match=match, missed=STAMP)
    said = await at(scene, seconds=1)
    view = await scene.app.matches.view(match, None)

    assert ["Match #1 has started without Cleo, who wasn't ready."] == list(map(scene.words, receipt.told))
    assert ("Match #1 has started without Cleo, who wasn't ready.", [CLEO.user]) in said
    assert (Status.RUNNING, ["Ann", "Ben"]) == (view.match.status, [seat.name for seat in view.seats])


async def test_too_few_cannot_start_without_the_others(scene: Scene) -> None:
    """
    The game takes no single player: the refusal says so and what else to do; nothing changes.
    """
    match = await waiting(scene, BEN, seats=2)
    await ready(scene, match, ANN)
    await at(scene, minutes=11)
    with pytest.raises(Refusal, match="SEATS") as refused:
        await scene.app.lobby.start_without(scene.key(), ANN, match=match, missed=STAMP)

    assert "Without them, 1 player is left" in scene.words(refused.value.text)
    assert ["Ann", "Ben"] == [seat.name for seat in (await scene.app.matches.view(match, None)).seats]


async def test_who_becomes_ready_after_all_starts_it(scene: Scene) -> None:
    """
    A newcomer is told what it waits for; with the last one ready it begins, and the old buttons say that it has.
    """
    match = await waiting(scene, seats=2)
    await ready(scene, match, ANN)
    await at(scene, minutes=11)
    receipt = await scene.app.lobby.join(scene.key(), BEN, match=match)
    await scene.app.lobby.ready(scene.key(), BEN, match=match)
    with pytest.raises(Refusal, match="STARTED"):
        await scene.app.lobby.start_without(scene.key(), ANN, match=match, missed=STAMP)
    with pytest.raises(Refusal, match="STARTED"):
        await scene.app.lobby.cancel(scene.key(), ANN, match=match, missed=STAMP)

    assert "It was due to begin" in scene.words(receipt.told[-1])
    assert Status.RUNNING is await status(scene, match)


async def test_a_later_time_is_told_and_old_buttons_do_nothing(scene: Scene) -> None:
    """
    The players hear when it is now, and are asked anew whether they are ready; a press on a button of before changes
    nothing, and that time passes as the first did.
    """
    match, lobby = await waiting(scene, BEN, seats=3), scene.app.lobby
    await ready(scene, match, ANN, BEN)
    await at(scene, minutes=11)
    later = scene.clock.now() + HOUR
    await lobby.announce(scene.key(), ANN, match=match, starts=later, missed=STAMP)
    said = await at(scene, seconds=1)
    view = await scene.app.matches.view(match, None)
    for stale in (
        lobby.start_without(scene.key(), ANN, match=match, missed=STAMP),
        lobby.announce(scene.key(), ANN, match=match, starts=later + HOUR, missed=STAMP),
        lobby.cancel(scene.key(), ANN, match=match, missed=STAMP),
        lobby.setup(ANN, match=match, missed=STAMP),
    ):
        with pytest.raises(Refusal, match="STALE"):
            await stale
    passes = await at(scene, hours=1)

    assert [[BEN.user]] == [called for _, called in said]
    assert "now begins" in said[0][0]
    assert (None, later, ()) == (view.missed, view.starts, view.ready)
    assert "was due to begin now" in passes[0][0]
    await lobby.cancel(scene.key(), ANN, match=match, missed=int(later.timestamp()))
    assert Status.CANCELLED is await status(scene, match)


async def test_a_host_who_has_left_the_server_hands_over_at_the_start(scene: Scene) -> None:
    """
    The next player is host and decides; the seat of who left is free.
    """
    match = await waiting(scene, BEN, CLEO, seats=3)
    await ready(scene, match, BEN, CLEO)
    Away(scene, ANN)
    said = await at(scene, minutes=11)
    view = await scene.app.matches.view(match, None)

    assert (BEN.user, ["Ben", "Cleo", ""]) == (view.match.host, [seat.name for seat in view.seats])
    assert "Ann left the server, so Ben is now the host" in said[0][0]
    assert [BEN.user] == said[1][1]
    assert "but 1 seat is free" in said[1][0]
    await scene.app.lobby.start_without(scene.key(), BEN, match=match, missed=STAMP)
    assert Status.RUNNING is await status(scene, match)


async def test_a_start_that_passes_while_the_bot_is_down_is_later_and_told(scene: Scene) -> None:
    """
    It begins later by the length of the outage, and the players are told when; then it passes as any other.
    """
    match = await waiting(scene, BEN, seats=3, starts=NOW + HOUR)
    await scene.app.scheduler.sweep()
    again = Scene(scene.store)
    again.clock.forward(hours=2)
    await again.app.scheduler.recover()
    told = await at(again, seconds=1)
    await at(again, minutes=50)
    passed = await at(again, minutes=11)
    view = await again.app.matches.view(match, None)

    assert [[ANN.user, BEN.user]] == [called for _, called in told]
    assert "The bot couldn't be reached for a while, so" in told[0][0]
    assert [[ANN.user, BEN.user]] == [called for _, called in passed]
    assert view.missed is not None
    assert NOW + 3 * HOUR == view.missed.at


async def test_a_missed_start_is_told_after_a_restart_unless_it_is_over(scene: Scene) -> None:
    """
    What was to be said when the process ended is said by the next one, once; where the match has begun meanwhile, not.
    """
    open_one, begun = await waiting(scene, BEN, seats=3), await waiting(scene, BEN, seats=3)
    scene.clock.forward(hours=3)
    await scene.app.scheduler.sweep()
    await scene.app.lobby.start(scene.key(), ANN, match=begun)
    again = Scene(scene.store)
    again.clock.forward(hours=3, seconds=1)
    await again.app.scheduler.recover()
    told = await at(again, seconds=1)

    assert [f"Season #{open_one} was"] == [text[:13] for text, _ in told if "was due to begin now" in text]
