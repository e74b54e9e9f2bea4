"""Scheduled events of announced starts: what is to stand in the server's calendar, as things stand when it is told."""

from __future__ import annotations

from datetime import datetime, timedelta

from bot.app.match.records import MatchRequest
from bot.app.notifications.courier import Doubtful, Permanent, Stage
from bot.app.tournaments.records import TournamentChange
from db.ids import MatchId
from games.core.text import say
from tests.app.scene import ANN, BEN, PLACE, Scene
from tests.app.tournaments.held import HOST, opened, signed
from tests.stores import NOW

LATER = NOW + timedelta(hours=3)
MUCH_LATER = NOW + timedelta(days=2)
PLANNED, BEGUN, OVER = Stage.PLANNED, Stage.BEGUN, Stage.OVER


async def announced(scene: Scene, *, calendar: bool = True, private: bool = False) -> MatchId:
    """An open match of two whose start is announced."""
    await scene.app.settings.set_server(PLACE, {"calendar": calendar})
    wish = MatchRequest(game="season", seats=2, starts=LATER, private=private)
    return (await scene.app.lobby.create(scene.key(), ANN, place=PLACE, wish=wish)).match


async def told(scene: Scene, **by: float) -> list[tuple[Stage, datetime, bool]]:
    """What is to become of events after some time: each with its start, and whether one is known."""
    await scene.relay.pump()
    scene.clock.forward(**(by or {"seconds": 6}))
    await scene.app.scheduler.sweep()
    await scene.relay.pump()
    done, scene.courier.events = scene.courier.events, []
    return [(each.stage, each.starts, each.known is not None) for each in done]


async def test_an_event_follows_the_announced_start(scene: Scene) -> None:
    """
    It is made once, moves with the start, begins with the match and ends with it.
    """
    match = await announced(scene)
    made = await told(scene)
    await scene.app.lobby.join(scene.key(), BEN, match=match)
    joined = await told(scene)
    await scene.app.lobby.announce(scene.key(), ANN, match=match, starts=MUCH_LATER)
    moved = await told(scene)
    await scene.app.lobby.start(scene.key(), ANN, match=match)
    begun = [stage for stage, _, _ in await told(scene)]
    await scene.app.matches.resign(scene.key(), BEN, match=match)
    over = [stage for stage, _, _ in await told(scene)]

    assert [(PLANNED, LATER, False)] == made
    assert [] == joined
    assert [(PLANNED, MUCH_LATER, True)] == moved
    assert ([BEGUN], [OVER]) == (begun, over)


async def test_a_start_that_is_taken_back_takes_its_event_back(scene: Scene) -> None:
    """
    So does a match that is called off; one announced anew after that may be made again.
    """
    match = await announced(scene)
    await told(scene)
    await scene.app.lobby.announce(scene.key(), ANN, match=match, starts=None)
    back = await told(scene)
    await scene.app.lobby.announce(scene.key(), ANN, match=match, starts=MUCH_LATER)
    await scene.relay.pump()
    scene.clock.forward(seconds=6)
    await scene.relay.pump()
    again = [(each.stage, each.anew) for each in scene.courier.events]
    await told(scene)
    await scene.app.lobby.cancel(scene.key(), ANN, match=match)

    assert [(OVER, True)] == [(stage, known) for stage, _, known in back]
    assert [(PLANNED, True)] == again
    assert [OVER] == [stage for stage, _, _ in await told(scene)]


async def test_nothing_is_planned_unasked(scene: Scene) -> None:
    """
    Where the server has not chosen events there are none, nor for private matches.
    """
    await announced(scene, calendar=False)
    unchosen = await told(scene)
    await announced(scene, private=True)

    assert ([], []) == (unchosen, await told(scene))


async def test_an_event_of_doubtful_fate_is_looked_for(scene: Scene) -> None:
    """
    After a lost answer the event is known to be doubtful, and keeps its marker.
    """
    await announced(scene)
    scene.courier.after = []
    await scene.relay.pump()
    scene.clock.forward(seconds=6)
    scene.courier.after = [Doubtful("lost")]
    await scene.relay.pump()
    scene.clock.forward(minutes=1)
    await scene.relay.pump()
    first, second = scene.courier.events

    assert (False, True) == (first.doubtful, second.doubtful)
    assert first.marker == second.marker


async def test_players_are_not_told_what_staff_has_to_mend(scene: Scene) -> None:
    """
    An event that can't be made stands among the server's faults, not with the match.
    """
    match = await announced(scene)
    await scene.relay.pump()
    scene.clock.forward(seconds=6)
    scene.courier.before = [Permanent(50013, say("app.undelivered_event_right"))]
    await scene.relay.pump()
    assert PLACE.guild is not None
    faults = (await scene.app.delivery_health.server_health(PLACE.guild)).faults
    view = await scene.app.matches.view(match, ANN.user)
    own = await scene.app.delivery_health.health(ANN.user)

    assert ["app.undelivered_event_right"] == [fault.reason.id for fault in faults]
    assert ((), ()) == (view.undelivered, own.faults)


async def test_a_tournament_has_an_event_for_its_start(scene: Scene) -> None:
    """
    It is made when the time is set, and begins with the first round.
    """
    await scene.app.settings.set_server(PLACE, {"calendar": True})
    cup = await opened(scene)
    none = await told(scene)
    change = TournamentChange(starts=LATER)
    await scene.app.tournaments.change(scene.key(), HOST, tournament=cup, change=change)
    made = await told(scene)
    await signed(scene, cup, people=(ANN, BEN))
    await scene.app.tournaments.start(scene.key(), HOST, tournament=cup)

    assert [] == none
    assert [(PLANNED, LATER, False)] == made
    assert [BEGUN] == [stage for stage, _, _ in await told(scene)]
