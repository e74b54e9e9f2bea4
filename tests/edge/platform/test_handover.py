"""Which of two processes answers, and when it connects what it has got."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.app.clock.leases import State
from bot.edge.interactions.acknowledging import Acknowledgement
from bot.edge.platform import handover as module
from bot.edge.platform.connection import MOST_REQUESTS, DiscordConnection
from bot.edge.platform.handover import AWAITED, Handover
from db.engine.shards import WHOLE, Shard, all_of

ZERO, ONE = all_of(2)
NEAR, FAR = 5, (1 << 22) + 5


class Lease:
    """Leases that the test gives and takes."""

    def __init__(self, *held: Shard) -> None:
        self.held = frozenset(held)
        self.wanted = frozenset((ZERO, ONE))
        self.holders = 1
        self.valid = True
        self.is_ready: Any = None

    @property
    def state(self) -> State:
        """As it follows from them."""
        return State.WAITING if not self.held else State.SERVING if self.valid else State.LAPSED

    def have_lapsed(self) -> bool:
        """Whether any are held that can't be relied on."""
        return self.state is State.LAPSED

    def are_valid(self) -> bool:
        """Whether any are held, and can be relied on."""
        return self.valid and bool(self.held)


class Client:
    """A client that notes which shards it was to connect."""

    def __init__(self, *shards: int) -> None:
        self.shards = dict.fromkeys(shards)
        self.shard_count = 2
        self.launched: list[int] = []

    async def launch_shard(self, gateway: object, index: int) -> None:
        """Connect at once."""
        self.launched.append(index)
        self.shards[index] = None


def press(guild: int | None = NEAR, kind: discord.InteractionType = discord.InteractionType.component) -> Any:  # noqa: ANN401
    """Return an interaction in a server."""
    return SimpleNamespace(guild_id=guild, type=kind, extras={}, created_at=discord.utils.utcnow())


def given(lease: Lease, client: Client) -> Handover:
    """A handover between the two, open for people."""
    made = Handover(lease, client, DiscordConnection(2, ()))  # type: ignore[arg-type]  # stand-ins
    made.choose_shards()
    made.open()
    return made


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait for a moment only."""
    for name, seconds in (("PATIENCE", 0.1), ("BRIEFLY", 0.05), ("ALONE", 0.05), ("LOOK", 0.005)):
        monkeypatch.setattr(module, name, seconds)


async def test_a_process_answers_for_its_shards_alone() -> None:
    """
    Of those that are connected; where all of them are its own, whatever comes over them is.
    """
    lease = Lease(ZERO)
    both = given(lease, Client(0, 1))
    answers = [await both.admit(press(guild)) for guild in (NEAR, FAR, None)]
    alone = given(lease, Client(0))
    foreign = await alone.admit(press(FAR))
    lease.held = frozenset([WHOLE])

    assert [True, False, True] == answers
    assert foreign
    assert await both.admit(press(FAR))


async def test_what_came_a_moment_before_the_lease_is_answered() -> None:
    """
    It is marked, so that nothing is done where the other process has acknowledged it; later than that, it is left.
    """
    lease = Lease()
    handover, early, late = given(lease, Client(0, 1)), press(), press()
    left = await handover.admit(late)
    waiting = asyncio.create_task(handover.admit(early))
    await asyncio.sleep(0.02)
    lease.held = frozenset([ZERO])

    assert not left
    assert await waiting
    assert AWAITED in early.extras
    assert not Acknowledgement(early, update=True).hold()


async def test_who_has_left_answers_nothing() -> None:
    """
    What comes from then on is another process's, also what was held back.
    """
    handover = given(Lease(ZERO), Client(0))
    handover.leave()

    assert not await handover.admit(press())


async def test_who_cant_renew_answers_what_nobody_else_does() -> None:
    """
    After a moment in which another process could have: so people read that the database is away.
    """
    lease, mine = Lease(ZERO), press()
    lease.valid = False

    assert await given(lease, Client(0)).admit(mine)
    assert AWAITED in mine.extras


@pytest.mark.parametrize(("code", "is_ours"), [(40060, False), (10062, False), (50013, True)])
async def test_what_another_process_has_acknowledged_is_its(code: int, is_ours: bool) -> None:
    """
    Discord refuses the second acknowledgement; then nothing is done here.
    """
    mine = press()
    mine.extras[AWAITED] = True

    async def refuse(**_: object) -> None:
        raise discord.HTTPException(SimpleNamespace(status=400, reason=""), {"code": code})

    mine.response = SimpleNamespace(defer=refuse)

    assert is_ours is await Acknowledgement(mine, update=False).finish()


async def test_nothing_is_posted_without_a_lease_that_holds() -> None:
    """
    Another process may have posted it: what was under way as this one stood still isn't sent afterwards.
    """
    lease, sent = Lease(WHOLE), []
    connection = given(lease, Client(0))._connection
    for lease.valid, method in ((True, "POST"), (False, "GET"), (False, "POST")):
        request: Any = SimpleNamespace(url="https://discord.com/api/v10/channels/1/messages", method=method)
        with suppress(ConnectionError):
            await connection._hold_back(None, SimpleNamespace(), request)
            sent.append((lease.valid, method))

    assert [(True, "POST"), (False, "GET")] == sent


async def test_shards_that_come_later_are_connected() -> None:
    """
    Each once, and none that connects of itself.
    """
    lease, client = Lease(ZERO), Client()
    handover = given(lease, client)
    handover.launch()
    lease.held = frozenset([ZERO, ONE])
    handover.launch()
    handover.launch()
    await asyncio.sleep(0)

    assert [1] == client.launched


async def test_shards_that_come_together_are_connected_one_after_the_other() -> None:
    """
    Each waits five seconds before it identifies, as Discord wants it; side by side they'd all do so at once.
    """
    begun, ended = [], asyncio.Event()

    class Slow(Client):
        async def launch_shard(self, gateway: object, index: int) -> None:
            begun.append(index)
            await ended.wait()
            await super().launch_shard(gateway, index)

    lease, client = Lease(Shard(0, 3)), Slow()
    handover = given(lease, client)
    lease.held = frozenset(all_of(3))
    handover.launch()
    await asyncio.sleep(0.01)
    first = list(begun)
    ended.set()
    await asyncio.sleep(0.01)

    assert [1] == first
    assert [1, 2] == client.launched


async def test_a_process_is_ready_once_it_is_connected_and_shares_what_discord_takes() -> None:
    """
    All that it waits for must be; it serves nothing without leases.
    """
    lease, connection = Lease(), DiscordConnection(2, ())
    Handover(lease, Client(0, 1), connection)  # type: ignore[arg-type]  # stand-ins
    connection.note_connected(0, 2)
    half = lease.is_ready()
    connection.note_connected(1, 2)
    lease.holders = 3
    for _ in range(MOST_REQUESTS // 3):
        await connection._hold_back(None, SimpleNamespace(), SimpleNamespace(url=f"{discord.http.Route.BASE}/users/1"))  # type: ignore[arg-type]
    waits = connection._pace.find_wait(discord.http.Route.BASE, asyncio.get_running_loop().time())

    assert (False, True) == (half, lease.is_ready())
    assert frozenset() == connection.find_served()
    assert waits > 0
