"""Leases: one process serves a shard; whoever takes it from a dead one takes what that one had under way."""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import nullcontext
from datetime import timedelta
from functools import partial

import pytest
from msgspec.structs import replace
from sqlalchemy import bindparam, update
from structlog.testing import capture_logs

from bot.app.clock.leases import HeldElsewhere, Lapsed, Leases, State
from bot.app.clock.outages import OutageMonitor
from bot.app.clock.process_names import is_dead, name_process
from bot.app.match.records import Place
from bot.app.notifications.relay import Relay
from db.clocks.schema import service
from db.engine.shards import WHOLE, Shard, all_of
from db.engine.statements import Statement
from db.ids import ChannelId, GuildId
from db.records import NoticeRecord, NoticeState
from db.stores.store import Store
from db.tx import Tx
from tests.app.clock.test_outages import HOUR, PACE, Line, due, told
from tests.app.notifications.test_relay import waiting
from tests.app.scene import Scene
from tests.stores import NOW

ZERO, ONE = all_of(2)
NOTHING: frozenset[Shard] = frozenset()
BOTH = frozenset([ZERO, ONE])
NEAR, FAR = GuildId(5), GuildId((1 << 22) + 5)

_pass = Statement(
    update(service).values(expires=service.c.expires - bindparam("by"), waits=service.c.waits - bindparam("by"))
)


class Process:
    """A process over the scene's database that wants some shards; all of two by default."""

    def __init__(
        self, scene: Scene, name: str, wanted: Iterable[Shard] = (ZERO, ONE), dead: Iterable[str] = ()
    ) -> None:
        self.line = Line(ZERO)
        self.monitor = OutageMonitor(scene.app.uow, self.line, process=name, leased=True)
        self.leases = Leases(
            scene.app.uow,
            wanted,
            process=name,
            is_dead=tuple(dead).__contains__,
            last_served=self.monitor.find_last_served,
        )

    async def attend(self) -> list[timedelta]:
        """Look what is served, as the scheduler does; the lengths of the outages that it finds."""
        self.line.shards = tuple(sorted(self.leases.held))
        return [outage.length for outage in (await self.monitor.check()).outages]


async def passes(scene: Scene, seconds: float) -> None:
    """Let time pass by all clocks: for the database, everything that it knows of ends so much earlier."""
    scene.clock.forward(seconds=seconds)
    await scene.store.run(lambda tx: tx.leases._change(_pass, by=int(seconds * 1000)))


# --- Taking, renewing, expiring --------------------------------------------------------------------------------------


async def test_of_two_processes_with_one_shard_the_second_gets_it_when_the_first_stops_renewing(scene: Scene) -> None:
    """
    It takes what nobody has, waits for the rest, and has that when the first one's fifteen seconds are over.
    """
    first, second = Process(scene, "first", [ZERO]), Process(scene, "second")
    taken = await first.leases.take(), await second.leases.take()
    await passes(scene, 14)
    early = await second.leases.take()
    await second.leases.renew()
    await passes(scene, 1.1)
    late = await second.leases.take()

    assert (frozenset([ZERO]), frozenset([ONE])) == taken
    assert (NOTHING, frozenset([ZERO])) == (early, late)
    assert second.leases.held == BOTH


async def test_a_process_that_renews_keeps_its_shards(scene: Scene) -> None:
    """
    For as long as it likes, and it serves them all the time.
    """
    first, second = Process(scene, "first"), Process(scene, "second")
    await first.leases.take()
    for _ in range(8):
        await passes(scene, 4)
        assert first.leases.has(FAR)
        await first.leases.renew()

    assert NOTHING == await second.leases.take()
    assert (State.SERVING, State.WAITING) == (first.leases.state, second.leases.state)


async def test_who_cant_renew_stops_before_anybody_else_can_begin(scene: Scene) -> None:
    """
    Three seconds before. It goes on if nobody has begun meanwhile.
    """
    first = Process(scene, "first")
    await first.leases.take()
    await passes(scene, 11.9)
    before = first.leases.has(NEAR)
    await passes(scene, 0.2)
    stopped = first.leases.has(NEAR), first.leases.state
    await passes(scene, 60)
    await first.leases.renew()

    assert before
    assert (False, State.LAPSED) == stopped
    assert (first.leases.has(NEAR), first.leases.lost.is_set()) == (True, False)


@pytest.mark.parametrize("is_taken", [False, True])
async def test_who_stood_still_writes_nothing_before_it_has_renewed(scene: Scene, is_taken: bool) -> None:
    """
    Not what had been begun before either; and nothing at all where another process has its shard meanwhile.
    """
    first, second = Process(scene, "first"), Process(scene, "second")
    await first.leases.take()
    begun = await first.leases.secure(lambda tx: tx.facts.get_or("late", ""))
    await passes(scene, 16)
    if is_taken:
        await second.leases.take()
    with pytest.raises(Lapsed):
        await scene.store.run(begun)
    work = await first.leases.secure(lambda tx: tx.facts.get_or("renewed", ""))
    with pytest.raises(Lapsed) if is_taken else nullcontext():
        await scene.store.run(work)

    assert first.leases.lost.is_set() == is_taken
    assert (None, None if is_taken else "") == await scene.store.read(
        lambda tx: (tx.facts.get("late"), tx.facts.get("renewed"))
    )


async def test_who_has_lost_a_shard_ends(scene: Scene) -> None:
    """
    It serves nothing from the moment that it learns of it.
    """
    first, second = Process(scene, "first"), Process(scene, "second")
    await first.leases.take()
    await passes(scene, 16)
    await second.leases.take()
    await first.leases.renew()

    assert first.leases.lost.is_set()
    assert first.leases.state is State.WAITING, "it says so to nobody, who may be another one's by now"
    assert not first.leases.has(NEAR)
    assert second.leases.has(NEAR)


async def test_shards_of_another_count_overlap(scene: Scene) -> None:
    """
    Who has all servers as one shard keeps out who counts two.
    """
    whole, half = Process(scene, "whole", [WHOLE]), Process(scene, "half", [ONE])
    await whole.leases.take()
    kept_out = await half.leases.take()
    await passes(scene, 16)

    assert (NOTHING, frozenset([ONE])) == (kept_out, await half.leases.take())
    assert NOTHING == await Process(scene, "third", [WHOLE]).leases.take()


async def test_a_process_known_to_be_dead_has_nothing(scene: Scene) -> None:
    """
    Whoever is on the same machine knows, and needs not wait; others do.
    """
    await Process(scene, "first").leases.take()
    elsewhere = await Process(scene, "elsewhere").leases.take()
    here = await Process(scene, "here", dead=["first"]).leases.take()

    assert (NOTHING, BOTH) == (elsewhere, here)


def test_names_tell_dead_processes() -> None:
    """
    A process that runs isn't dead, nor one of another machine, whatever its number; one with this one's number is.
    """
    name = name_process()
    number = f" {os.getpid()} ("

    assert not is_dead(name.replace(number, " 1 ("))
    assert is_dead(name.replace(number, " 4194999 ("))
    assert is_dead(name)
    assert not is_dead(f"elsewhere 4194999 (0123456789ab-{name[-9:]}")
    assert not is_dead("shards all")


# --- Handing over ----------------------------------------------------------------------------------------------------


async def test_who_waits_gets_what_is_given_up_before_anybody_else(scene: Scene) -> None:
    """
    A process that is ready is found by the one that leaves, and has its shards at once; others get them if it is gone.
    """
    first, ready, other = (Process(scene, name) for name in ("first", "ready", "other"))
    await first.leases.take()
    unknown = await first.leases.has_heir()
    ready.leases.is_ready = other.leases.is_ready = lambda: True
    await ready.leases.take()
    await other.leases.take()
    known = await first.leases.has_heir()
    await first.leases.release()
    kept_out = await other.leases.take()
    gained = await ready.leases.take()

    assert (False, True) == (unknown, known)
    assert (NOTHING, BOTH) == (kept_out, gained)


async def test_who_was_broken_off_while_it_took_a_shard_gives_it_up_too(scene: Scene) -> None:
    """
    It doesn't know that it has it; the database does.
    """
    first = Process(scene, "first")
    await first.leases.take()
    first.leases.held = NOTHING
    await first.leases.release()

    assert BOTH == await Process(scene, "second").leases.take()


async def test_who_said_it_waits_and_is_gone_keeps_nobody_out(scene: Scene) -> None:
    """
    After five seconds without a word, whoever comes takes what is free.
    """
    first, ready, other = (Process(scene, name) for name in ("first", "ready", "other"))
    await first.leases.take()
    ready.leases.is_ready = lambda: True
    await ready.leases.take()
    await first.leases.release()
    await passes(scene, 5.1)

    assert BOTH == await other.leases.take()


async def test_who_waits_and_stops_keeps_nobody_out(scene: Scene) -> None:
    """
    Nobody is handed anything for its sake, and the next one takes at once what is free.
    """
    first, ready, other = (Process(scene, name) for name in ("first", "ready", "other"))
    await first.leases.take()
    ready.leases.is_ready = lambda: True
    await ready.leases.take()
    waited = await first.leases.has_heir()
    await ready.leases.release()
    left = await first.leases.has_heir()
    await first.leases.release()

    assert (True, False) == (waited, left)
    assert BOTH == await other.leases.take()


async def test_the_number_of_processes_is_read_at_first_and_at_each_renewal(scene: Scene) -> None:
    """
    By it they share what Discord takes of one bot.
    """
    first, second = Process(scene, "first", [ZERO]), Process(scene, "second", [ONE])
    await first.leases.take()
    await second.leases.take()
    at_first = second.leases.holders
    await first.leases.renew()
    both = first.leases.holders
    await passes(scene, 16)
    await first.leases.renew()

    assert (2, 2, 1) == (at_first, both, first.leases.holders)


@pytest.mark.parametrize(("wanted", "every", "refused"), [([ZERO], True, True), ([ZERO, ONE], False, False)])
async def test_who_does_not_want_to_wait_hears_who_has_it(
    scene: Scene, wanted: list[Shard], every: bool, refused: bool
) -> None:
    """
    A sentence names the shard and the process; who takes any shards is content with some.
    """
    await Process(scene, "first", [ZERO]).leases.take()
    second = Process(scene, "second", wanted)
    with capture_logs() as lines:
        await second.leases.take()
        if not refused:
            await second.leases.expect_free(every=every)
            return
        with pytest.raises(HeldElsewhere, match="Shard 0 of 2 is served by another process: first"):
            await second.leases.expect_free(every=every)

    assert [] == lines, "it doesn't say that it waits"


async def test_who_waits_says_so_once(scene: Scene) -> None:
    """
    With the process that it waits for.
    """
    await Process(scene, "first").leases.take()
    second = Process(scene, "second")
    with capture_logs() as lines:
        for _ in range(2):
            await second.leases._round()

    assert [["first"]] == [line["held_by"] for line in lines]


# --- What goes with a shard ------------------------------------------------------------------------------------------


async def test_the_gap_between_two_processes_is_credited(scene: Scene) -> None:
    """
    A dead process's fifteen seconds are; the moment between two that hand over isn't, nor a short failure of one.
    """
    match = await scene.match(pace=PACE)
    first, second, third = (Process(scene, name, [ZERO]) for name in ("first", "second", "third"))
    await first.leases.take()
    await first.attend()
    for _ in range(4):
        await passes(scene, 4)
        await first.attend()
        await first.leases.renew()
    await first.leases.release()
    await passes(scene, 1)
    await second.leases.take()
    handed = await second.attend()
    second.line.cut = {ZERO}
    await passes(scene, 14)
    await second.attend()
    second.line.cut = set()
    failed = await second.attend()
    await second.leases.renew()
    await passes(scene, 16)
    await third.leases.take()
    died = await third.attend()

    assert ([], [], [timedelta(seconds=16)]) == (handed, failed, died)
    assert NOW + HOUR == await due(scene, match), "it is moved by the scheduler"


async def test_a_process_that_takes_a_shard_moves_the_deadlines(store: Store) -> None:
    """
    So no clock has run while nobody had it; so short a time isn't told.
    """
    here, there = Scene(store), Scene(store)
    match = await here.match(pace=PACE)
    first = Process(here, "first", [ZERO])
    await first.leases.take()
    await first.attend()
    await passes(here, 16)
    there.clock.forward(seconds=16)
    second = Process(there, "second", [ZERO])
    await second.leases.take()
    there.app.scheduler.monitor = second.monitor
    second.line.shards = (ZERO,)
    await there.app.scheduler.recover()
    await there.relay.pump()

    assert NOW + HOUR + timedelta(seconds=16) == await due(there, match)
    assert [] == told(there)


async def test_what_a_dead_process_had_under_way_goes_on_once(store: Store) -> None:
    """
    Whoever takes the shard tells it at once, with the nonce that it had; rows of other shards are left alone.
    """
    first, second = Scene(store), Scene(store)
    dead = Process(first, "first")
    await dead.leases.take()
    await first.open()
    await first.open(place=Place(FAR, ChannelId(88)))
    for channel in (77, 88):
        (row,) = await waiting(first, channel)
        taken = replace(row, state=NoticeState.SENDING, sending=first.clock.now(), holder="first", attempts=1)
        await store.run(partial(_save, taken))
    relay = Relay(second.app.uow, second.courier, holder="second", pause=0)
    await relay.pump()
    before = len(second.courier.posts)
    await passes(first, 16)
    second.clock.forward(seconds=16)
    await Process(second, "second", [ZERO]).leases.take()
    await relay.pump()
    await relay.pump()

    assert 0 == before
    assert [77] == [notice.place.channel for notice in second.courier.posts]


def _save(row: NoticeRecord, tx: Tx) -> None:
    tx.outbox.save(row, was=NoticeState.WAITING)
