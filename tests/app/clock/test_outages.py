"""Outages: no clock runs while players cannot reach the bot, whatever the cause, and the match is told once."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from bot.app.changes.outbox import Kind
from bot.app.clock.outages import OutageMonitor
from bot.app.match.paces import Late, NoPace, PerMove
from bot.app.match.records import MatchRequest, Place
from db.engine.errors import Unreachable
from db.engine.shards import WHOLE, Shard, all_of, merge_shards, shards_of
from db.ids import ChannelId, GuildId, MatchId
from db.records import PendingKind
from db.stores.store import Store
from tests.app.scene import ANN, BEN, PLACE, Scene
from tests.app.timing.test_timeouts import start
from tests.stores import NOW

HOUR = timedelta(hours=1)
MINUTE = timedelta(minutes=1)
PACE = PerMove(seconds=3600, late=Late.MOVE, check_in=False)
FAR = Place(GuildId((1 << 22) + 5), ChannelId(88))
"""A place in a server of shard 1 of 2."""


class Line:
    """A connection that the test cuts and mends."""

    def __init__(self, *shards: Shard) -> None:
        """Serve shards; all by default."""
        self.shards = shards or (WHOLE,)
        self.cut: set[Shard] = set()

    def find_served(self) -> frozenset[Shard]:
        """Return what is not cut."""
        return frozenset(self.shards) - self.cut


def connect(scene: Scene, *shards: Shard, process: str = "") -> Line:
    """Give the scene's process a connection for some shards."""
    line = Line(*shards)
    scene.app.scheduler.monitor = OutageMonitor(scene.app.uow, line, process=process)
    return line


async def due(scene: Scene, match: MatchId) -> datetime | None:
    """Return when the time of the player who is asked is up."""
    seats = (await scene.app.matches.view(match, None)).seats
    return min((seat.due for seat in seats if seat.due is not None), default=None)


async def turns(scene: Scene, match: MatchId) -> int:
    """Return how many turns were made."""
    return int((await scene.app.matches.view(match, None)).view.state.turns)


def told(scene: Scene) -> list[str]:
    """Return what was said about outages."""
    words = [notice.text for notice in scene.courier.of(Kind.WORD) if notice.text is not None]
    return [scene.words(text) for text in words if text.id.startswith("app.outage")]


async def far_match(scene: Scene) -> MatchId:
    """Start a match in a server of shard 1."""
    wish = MatchRequest(game="season", seats=2, options={}, pace=PACE)
    match = (await scene.app.lobby.create(scene.key(), ANN, place=FAR, wish=wish)).match
    await scene.app.lobby.join(scene.key(), BEN, match=match)
    return match


# --- Discord away ---------------------------------------------------------------------------------------------------


async def test_time_without_discord_is_credited(scene: Scene) -> None:
    """
    Nobody who could not be reached loses a turn: the deadline passes unanswered and moves by as much.
    """
    line = connect(scene)
    match = await scene.match(pace=PACE)
    await scene.app.scheduler.sweep()
    scene.clock.forward(minutes=55)
    await scene.app.scheduler.sweep()
    line.cut = {WHOLE}
    scene.clock.forward(minutes=10)
    away = await scene.app.scheduler.sweep()
    line.cut = set()
    back = await scene.app.scheduler.sweep()
    await scene.relay.pump()

    assert (0, 0, 0) == (away, back, await turns(scene, match))
    assert NOW + HOUR + 10 * MINUTE == await due(scene, match)
    assert ["The bot couldn't reach Discord for 10 minutes. That time doesn't count: deadlines were extended."] == told(
        scene
    )


async def test_a_short_interruption_is_none(scene: Scene) -> None:
    """
    A gateway that resumes within a minute moves nothing and says nothing; one of more than a minute moves deadlines.
    """
    line = connect(scene)
    match = await scene.match(pace=PACE)
    dues = []
    for seconds in (50, 100):
        await scene.app.scheduler.sweep()
        line.cut = {WHOLE}
        scene.clock.forward(seconds=seconds)
        await scene.app.scheduler.sweep()
        line.cut = set()
        await scene.app.scheduler.sweep()
        dues.append(await due(scene, match))
    await scene.relay.pump()

    assert [NOW + HOUR, NOW + HOUR + timedelta(seconds=100)] == dues
    assert [] == told(scene)


async def test_only_the_shard_that_is_away_stands_still(scene: Scene) -> None:
    """
    With one shard of two down its matches wait; those of the other go on.
    """
    line = connect(scene, *all_of(2))
    near, far = await scene.match(pace=PACE), await far_match(scene)
    await scene.app.scheduler.sweep()
    line.cut = {Shard(1, 2)}
    scene.clock.forward(hours=2)
    swept = await scene.app.scheduler.sweep()
    line.cut = set()
    back = await scene.app.scheduler.sweep()
    await scene.relay.pump()

    assert (1, 0) == (swept, back)
    assert (1, 0) == (await turns(scene, near), await turns(scene, far))
    assert NOW + 3 * HOUR == await due(scene, far)
    assert 1 == len(told(scene))


async def test_a_database_that_was_away_is_an_outage_too(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    While nothing can be stored nobody can move.
    """
    connect(scene)
    match = await scene.match(pace=PACE)
    await scene.app.scheduler.sweep()
    run = scene.store.run

    async def broken(work: object) -> None:
        raise Unreachable

    scene.clock.forward(minutes=30)
    monkeypatch.setattr(scene.store, "run", broken)
    with pytest.raises(Unreachable):
        await scene.app.scheduler.sweep()
    monkeypatch.setattr(scene.store, "run", run)
    scene.clock.forward(minutes=40)
    swept = await scene.app.scheduler.sweep()

    assert 0 == swept
    assert NOW + HOUR + 70 * MINUTE == await due(scene, match)


async def test_computer_players_do_not_play_on_without_people(store: Store) -> None:
    """
    While nobody can be reached they make no turns either; afterwards they go on.
    """
    scene = Scene(store)
    line = connect(scene)
    match = await scene.match("brainy", (ANN,), computers=("cheat",))
    await scene.app.scheduler.sweep()
    await scene.play(match, ANN, "5")
    line.cut = {WHOLE}
    await scene.app.scheduler.sweep()
    away = await scene.app.computer_players.think()
    line.cut = set()
    await scene.app.scheduler.sweep()
    back = await scene.app.computer_players.think()
    scene.app.computer_players.close()

    assert (0, 1) == (away, back)


async def test_what_comes_back_is_told_at_once(scene: Scene) -> None:
    """
    The scheduler says so when players can be reached again after a while, the start included; a moment is none.
    """
    line = connect(scene)
    calls = []

    async def returned() -> None:
        calls.append(scene.clock.now())

    scene.app.scheduler.returned = returned
    for cut in (False, False, True, True, False, True, False):
        line.cut = {WHOLE} if cut else set()
        await scene.app.scheduler.sweep()
        scene.clock.forward(seconds=5)

    assert [NOW, NOW + timedelta(seconds=20)] == calls


# --- What waits without a clock --------------------------------------------------------------------------------------


async def away(scene: Scene, line: Line, **time: float) -> None:
    """Let Discord be away for a time."""
    await scene.app.scheduler.sweep()
    line.cut = {WHOLE}
    scene.clock.forward(**time)
    await scene.app.scheduler.sweep()
    line.cut = set()
    await scene.app.scheduler.sweep()


async def test_grace_times_are_put_off(scene: Scene) -> None:
    """
    Who could not take a turn back meanwhile still can.
    """
    line = connect(scene)
    match = await scene.match("digs", (ANN, BEN), pace=NoPace(grace=300))
    await scene.play(match, ANN, "dig")
    await away(scene, line, minutes=10)
    rows = await scene.store.read(lambda tx: tx.pending.of_match(match))

    assert [scene.clock.now() + timedelta(seconds=300)] == [row.due for row in rows if row.kind is PendingKind.GRACE]


async def test_timers_of_live_play_are_put_off(scene: Scene) -> None:
    """
    A rush has its whole time although nobody could press for a while, also after the next press.
    """
    line = connect(scene)
    match = await scene.match("rush")
    await scene.play(match, ANN, "ready")
    await scene.play(match, BEN, "ready")
    await away(scene, line, minutes=10)
    stone = (await scene.app.matches.view(match, None)).view.state.stones[0]
    await scene.play(match, ANN, f"grab:{stone}")
    rows = await scene.store.read(lambda tx: tx.pending.of_match(match))

    assert [scene.clock.now() + timedelta(seconds=30)] == [
        row.due for row in rows if row.kind is PendingKind.TIMER and row.due
    ]


async def test_votes_are_put_off(scene: Scene) -> None:
    """
    The others have as long to decide as they had.
    """
    line = connect(scene)
    match = await start(scene, Late.VOTE)
    scene.clock.forward(hours=1)
    await scene.app.scheduler.sweep()
    before = await due(scene, match)
    await away(scene, line, hours=3)
    table = await scene.app.uow.read(match)

    assert NOW + HOUR + 30 * MINUTE == before
    assert NOW + 4 * HOUR + 30 * MINUTE == await due(scene, match)
    assert 1 == len(table.proposals)


async def test_a_vote_moves_with_a_clock_that_is_set_back(scene: Scene) -> None:
    """
    The others have as long to decide as they had.
    """
    connect(scene)
    match = await start(scene, Late.VOTE)
    scene.clock.forward(hours=1)
    await scene.app.scheduler.sweep()
    scene.clock.jump(hours=-3)
    await scene.app.scheduler.sweep()

    assert scene.clock.now() + 30 * MINUTE == await due(scene, match)
    assert 1 == len((await scene.app.uow.read(match)).proposals)


async def test_an_announced_start_that_nobody_could_see_is_put_off(scene: Scene) -> None:
    """
    One whose check fell into the outage moves with it; one that lies ahead is a date, and stays.
    """
    line = connect(scene)
    wishes = [MatchRequest(game="season", seats=2, starts=NOW + hours * HOUR) for hours in (1, 48)]
    matches = [(await scene.app.lobby.create(scene.key(), ANN, place=PLACE, wish=wish)).match for wish in wishes]
    await away(scene, line, hours=2)
    starts = [(await scene.app.matches.view(match, None)).starts for match in matches]

    assert [NOW + 3 * HOUR, NOW + 48 * HOUR] == starts


async def test_an_open_match_is_closed_as_much_later(scene: Scene) -> None:
    """
    Those who would have joined had as long as anybody; the card shows the new date.
    """
    line = connect(scene)
    match = await scene.open(seats=2)
    before = (await scene.app.matches.view(match, None)).expires
    await scene.relay.pump()
    await away(scene, line, days=3)
    await scene.relay.pump()
    shown = scene.courier.edits[-1][0].match_view

    assert before is not None
    assert before + timedelta(days=3) == shown.expires
    assert match == shown.match.id


# --- The machine's clock ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("hours", "spoken"), [(144, "6 days"), (24, "24 hours")])
async def test_a_clock_that_jumps_ahead_takes_no_time(scene: Scene, hours: int, spoken: str) -> None:
    """
    A machine that slept, or whose clock was set: the jump is an outage of its own kind.
    """
    connect(scene)
    match = await scene.match(pace=PACE)
    await scene.app.scheduler.sweep()
    scene.clock.forward(minutes=40)
    await scene.app.scheduler.sweep()
    scene.clock.jump(hours=hours)
    scene.clock.forward(seconds=5)
    swept = await scene.app.scheduler.sweep()
    await scene.relay.pump()
    left = (await due(scene, match) or NOW) - scene.clock.now()

    assert 0 == swept
    assert 20 * MINUTE == left
    assert 1 == len(told(scene))
    assert f"asleep for {spoken}, or its clock was set ahead by that much. That time doesn't count" in told(scene)[0]


async def test_a_clock_that_is_set_back_gives_no_time(scene: Scene) -> None:
    """
    Deadlines move with it; a match that went on meanwhile does as well, and what waits to be told is told.
    """
    connect(scene)
    match = await scene.match(pace=PACE)
    await scene.app.scheduler.sweep()
    scene.clock.forward(minutes=40)
    await scene.app.scheduler.sweep()
    await scene.play(match, ANN, "1")
    await scene.app.scheduler.sweep()
    scene.clock.forward(minutes=10)
    await scene.app.scheduler.sweep()
    scene.clock.jump(hours=-720)
    swept = await scene.app.scheduler.sweep()
    await scene.relay.pump()
    ben = await due(scene, match) or NOW
    scene.clock.forward(minutes=51)
    late = await scene.app.scheduler.sweep()

    assert (0, 1) == (swept, late)
    assert 50 * MINUTE == ben - (scene.clock.now() - 51 * MINUTE)
    assert 1 == len(told(scene))
    assert "was set back by 30 days" in told(scene)[0]
    assert (BEN.user,) == scene.courier.of(Kind.BOARD)[-1].mention


async def test_a_clock_that_was_wrong_for_a_while_costs_nobody_anything(scene: Scene) -> None:
    """
    Ahead by 144 hours, then put right: what was credited moves along, and what is left is what was left.
    """
    connect(scene)
    match = await scene.match(pace=PACE)
    await scene.app.scheduler.sweep()
    scene.clock.forward(minutes=10)
    await scene.app.scheduler.sweep()
    for hours in (144, -144):
        scene.clock.jump(hours=hours)
        await scene.app.scheduler.sweep()
        scene.clock.forward(minutes=10)
        await scene.app.scheduler.sweep()

    assert 0 == await turns(scene, match)
    assert scene.clock.now() + 30 * MINUTE == await due(scene, match)


async def test_a_clock_that_was_set_back_over_a_restart(scene: Scene) -> None:
    """
    The last sign of life lies ahead: nobody has gained time by it.
    """
    connect(scene)
    match = await scene.match(pace=PACE)
    scene.clock.forward(minutes=20)
    await scene.app.scheduler.sweep()
    again = Scene(scene.store)
    again.clock.jump(days=-3)
    await again.app.scheduler.recover()

    assert again.clock.now() + 40 * MINUTE == await due(again, match)


# --- Several processes -----------------------------------------------------------------------------------------------


async def test_a_match_whose_shard_no_process_serves_stands_still(store: Store) -> None:
    """
    Another process does not play for players who cannot answer; who takes the shard over credits the time, under
    another name too.
    """
    here, there = Scene(store), Scene(store)
    connect(here, Shard(0, 2), process="zero")
    connect(there, Shard(1, 2), process="one")
    near, far = await here.match(pace=PACE), await far_match(here)
    for scene in (here, there):
        await scene.app.scheduler.sweep()
    for _ in range(4):
        here.clock.forward(minutes=30)
        await here.app.scheduler.sweep()
    made = (await turns(here, near), await turns(here, far))
    anew = Scene(store)
    anew.clock.forward(hours=2)
    connect(anew, Shard(1, 2), process="uno")
    await anew.app.scheduler.recover()
    swept = await anew.app.scheduler.sweep()
    await anew.relay.pump()

    assert (2, 0, 0) == (*made, swept)
    assert NOW + 3 * HOUR == await due(anew, far)
    assert ["The bot was offline for 2 hours. That time doesn't count: deadlines were extended."] == told(anew)


async def served(scene: Scene, shard: Shard) -> list[timedelta]:
    """A process of its own serves a shard for a moment; the lengths of the outages it finds."""
    found = await OutageMonitor(scene.app.uow, Line(shard), process=str(shard)).check()
    return [outage.length for outage in found.outages]


async def test_with_another_count_of_shards_each_process_finds_what_its_servers_missed(scene: Scene) -> None:
    """
    From one shard to two: the process that comes up later credits its own servers for longer. Back from two to three
    and to two: what was noted by the first two long ago counts for nothing.
    """
    await served(scene, WHOLE)
    scene.clock.forward(hours=5)
    first = await served(scene, Shard(0, 2))
    scene.clock.forward(hours=1)
    second = await served(scene, Shard(1, 2)), await served(scene, Shard(0, 2))
    scene.clock.forward(days=10)
    three = [await served(scene, shard) for shard in all_of(3)]
    scene.clock.forward(minutes=30)
    back = [await served(scene, shard) for shard in all_of(2)]

    assert [5 * HOUR] == first
    assert ([6 * HOUR], [HOUR]) == second
    assert [[240 * HOUR]] * 3 == three
    assert [[30 * MINUTE]] * 2 == back


async def test_shards_are_counted_as_discord_does() -> None:
    """
    A server falls to one shard; direct messages to shard 0; all shards of a count are the whole.
    """
    assert [False, True] == [shard.has(FAR.guild) for shard in all_of(2)]
    assert [True, False] == [shard.has(None) for shard in all_of(2)]
    assert (WHOLE,) == merge_shards(all_of(3))
    assert (Shard(1, 3),) == merge_shards([Shard(1, 3)])
    assert () == merge_shards(())
    assert (Shard(2, 4), Shard(3, 4)) == shards_of(4, (2, 3))
    assert (all_of(4), (WHOLE,)) == (shards_of(4, ()), shards_of(None, ()))


async def test_a_restart_of_one_process_leaves_the_others_matches_alone(store: Store) -> None:
    """
    A hunt that another process serves goes on when this one comes up again.
    """
    here, there = Scene(store), Scene(store)
    connect(here, Shard(0, 2))
    connect(there, Shard(1, 2))
    match = await here.match("rush")
    await here.play(match, ANN, "ready")
    await here.play(match, BEN, "ready")
    await there.app.scheduler.recover()
    untouched = (await here.app.matches.view(match, None)).view.state.running
    await here.app.scheduler.recover()

    assert untouched
    assert not (await here.app.matches.view(match, None)).view.state.running
