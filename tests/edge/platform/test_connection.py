"""Whether players can reach the bot, seen from the gateway's events and from what becomes of requests."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from types import SimpleNamespace
from typing import Any

import pytest

from bot.edge.bot import LongtableBot
from bot.edge.platform import connection as module
from bot.edge.platform.connection import DiscordConnection
from db.engine.shards import WHOLE, Shard, all_of

HERE = "https://discord.com/api/v10/users/1"


class Client:
    """A client whose user is fetched, and whose shards are connected, as the test says."""

    def __init__(self, seen: DiscordConnection) -> None:
        """Answer, and have one shard that is closed."""
        self.user = SimpleNamespace(id=1)
        self.answer: Exception | None = None
        self.hangs = False
        self.tried = 0
        self.closed = True
        self.shards, self.shard_count = {0: self}, 1
        self._seen = seen

    async def fetch_user(self, user: int) -> None:
        """Let the trace see what becomes of the request."""
        if self.answer is not None:
            await self._seen._note_failure(None, SimpleNamespace(), SimpleNamespace(url=HERE))  # type: ignore[arg-type]
            raise self.answer
        await ended(self._seen, 200)

    def is_closed(self) -> bool:
        """Return what the test says."""
        return self.closed

    async def connect(self) -> None:
        """Connect, or hang."""
        self.tried += 1
        if self.hangs:
            await asyncio.Event().wait()


async def ended(seen: DiscordConnection, status: int, url: str = HERE, *, via: bool = True) -> None:
    """Let the trace see a request that was answered; ``via``: by Discord itself."""
    headers = {"Via": "1.1 google"} if via else {}
    end: Any = SimpleNamespace(url=url, response=SimpleNamespace(status=status, headers=headers))
    await seen._note_end(None, SimpleNamespace(), end)


async def test_requests_beyond_what_discord_takes_wait_and_answers_do_not() -> None:
    """
    Of many requests at once no more go in a second than may; acknowledging people is exempt, as is another server.
    """
    seen = DiscordConnection(1, ())
    went: list[float] = []

    async def begin(url: str) -> None:
        await seen._hold_back(None, SimpleNamespace(), SimpleNamespace(url=url))  # type: ignore[arg-type]
        went.append(asyncio.get_running_loop().time())

    begun = asyncio.get_running_loop().time()
    waiting = [asyncio.create_task(begin(HERE)) for _ in range(module.MOST_REQUESTS + 2)]
    await asyncio.sleep(0.01)
    at_once = len(went)
    for exempt in ("interactions/1/token/callback", "webhooks/1/token/messages/@original"):
        await asyncio.wait_for(begin(f"https://discord.com/api/v10/{exempt}"), 0.5)
    await asyncio.wait_for(begin("https://cdn.discordapp.com/attachments/1/2/board.png"), 0.5)
    await asyncio.gather(*waiting)

    assert at_once == module.MOST_REQUESTS
    assert [at - begun >= 1 for at in went[-2:]] == [True, True]


async def test_a_shard_is_served_while_it_is_connected_and_discord_answers() -> None:
    """
    Errors of Discord's own make all unreachable, refusals do not; other servers' answers say nothing.
    """
    seen = DiscordConnection(2, (0, 1))
    changes: list[int] = []
    seen.changed = lambda: changes.append(len(seen.find_served()))
    seen.note_connected(0, 2)
    seen.note_connected(1, 2)
    seen.note_disconnected(1)
    await ended(seen, 503)
    await ended(seen, 503, "https://elsewhere.example")
    await ended(seen, 404)
    await ended(seen, 200)

    assert [1, 2, 1, 0, 1] == changes
    assert frozenset({Shard(0, 2)}) == seen.find_served()


async def test_who_is_shut_out_cannot_be_reached() -> None:
    """
    A limit that is met says nothing; the 429 of Cloudflare, without ``Via``, means that no player gets an answer.
    """
    seen = DiscordConnection(1, ())
    seen.note_connected(0, 1)
    served = []
    for status, via in ((429, True), (429, False), (200, True)):
        await ended(seen, status, via=via)
        served.append(bool(seen.find_served()))

    assert [True, False, True] == served


async def test_without_a_setting_discord_says_how_many_shards_there_are() -> None:
    """
    Until then the process serves them all as one.
    """
    seen = DiscordConnection(None, ())
    before = (seen.shards, seen.find_served())
    seen.note_connected(1, 3)

    assert ((WHOLE,), frozenset()) == before
    assert (all_of(3), frozenset({Shard(1, 3)})) == (seen.shards, seen.find_served())


async def test_the_client_tells_it_of_its_shards() -> None:
    """
    Ready and resumed shards are connected, lost ones not; a client without one tells nobody.
    """
    seen = DiscordConnection(1, ())
    client = LongtableBot(shard_count=1, connection=seen)
    found = []
    for event in (client.on_shard_connect, client.on_shard_disconnect, client.on_shard_resumed):
        await event(0)
        found.append(bool(seen.find_served()))
    alone = LongtableBot(shard_count=1)
    await alone.on_shard_connect(0)
    await alone.on_shard_disconnect(0)

    assert [True, False, True] == found


@pytest.mark.parametrize("count", [1, 2])
async def test_it_asks_when_nobody_else_does_and_connects_what_is_lost(
    monkeypatch: pytest.MonkeyPatch, count: int
) -> None:
    """
    While Discord does not answer nothing is connected; then a lost shard is, without waiting for discord.py's pause.
    """
    quick = {"ASK": 0.0, "ASK_AGAIN": 0.001, "DISCONNECTED": 0.0, "PATIENCE": 0.01, "CONNECTING": 0.01}
    for name, value in quick.items():
        monkeypatch.setattr(module, name, value)
    seen = DiscordConnection(1, ())
    client: Any = Client(seen)
    client.answer, client.shard_count = OSError("gone"), count
    seen.note_connected(0, 1)
    seen.note_disconnected(0)
    task = asyncio.create_task(_watch(seen, client))
    await asyncio.sleep(0.05)
    away = client.tried
    client.answer, client.hangs = None, True
    await asyncio.sleep(0.1)
    hanging = client.tried
    client.closed = False
    await asyncio.sleep(0.05)
    client.user = None
    await asyncio.sleep(0.02)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)

    assert 0 == away
    assert 1 < hanging <= client.tried


async def test_a_question_without_an_answer_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """
    Discord that lets a request hang cannot be reached.
    """
    monkeypatch.setattr(module, "PATIENCE", 0.01)
    seen = DiscordConnection(1, ())
    client: Any = SimpleNamespace(user=SimpleNamespace(id=1), fetch_user=lambda user: asyncio.Event().wait())
    seen.note_connected(0, 1)
    await seen._ask(client)

    assert frozenset() == seen.find_served()


async def _watch(seen: DiscordConnection, client: Any) -> None:  # noqa: ANN401  # a stand-in
    """Look again and again, as a worker does."""
    while True:
        await asyncio.sleep(await seen.look(client))


# --- Which servers the bot is a member of -----------------------------------------------------------------------------


class Heard:
    """Stands for the membership, and keeps what it hears."""

    def __init__(self) -> None:
        """Have heard nothing."""
        self.said: list[tuple[str, object]] = []
        self.retried: list[int] = []

    def is_member(self, guild: int) -> bool:
        """Return whether it is one as far as was heard."""
        return ("left", guild) not in self.said

    def note_left(self, guild: int) -> None:
        """Hear of a removal."""
        self.said.append(("left", guild))

    def note_joined(self, guild: int) -> None:
        """Hear of a server that is there."""
        self.said.append(("joined", guild))

    def note_seen(self, shard: Shard, guilds: Iterable[int]) -> None:
        """Hear of a shard's servers."""
        self.said.append((f"shard {shard.index} of {shard.count}", sorted(guilds)))

    async def retry(self, guild: int) -> None:
        """Try again what could not be posted."""
        self.retried.append(guild)


def server(number: int, **more: bool) -> Any:  # noqa: ANN401  # what the gateway says
    """Return what GUILD_CREATE says of a server, as far as it matters."""
    return more | {"id": str(number), "name": "server", "roles": [], "channels": [], "threads": [], "members": []}


async def listening() -> tuple[LongtableBot, Heard]:
    """Return a client that hears the gateway, one shard of one."""
    bot, heard = LongtableBot(shard_count=1, ready_seconds=0.01, connection=DiscordConnection(1, ())), Heard()
    await bot._async_setup_hook()
    bot._connection.shard_ids = range(1)
    bot.membership, bot.changed = heard, heard.retry  # type: ignore[assignment]  # stand-ins
    return bot, heard


async def ready(bot: LongtableBot, *servers: int) -> None:
    """Let the gateway say READY, with servers that are unavailable so far."""
    user = {"id": "1", "username": "bot", "discriminator": "0", "avatar": None}
    guilds = [{"id": str(number), "unavailable": True} for number in servers]
    data: Any = {"shard": [0, 1], "user": user, "guilds": guilds, "application": {"id": "1", "flags": 0}}
    bot._connection.parse_ready(data)
    await asyncio.sleep(0.03)


async def test_servers_that_discord_names_no_more_have_removed_the_bot() -> None:
    """
    READY names all servers; those of an earlier READY that discord.py still keeps, and one that was left, are not
    among them. After a RESUMED nothing is compared.
    """
    bot, heard = await listening()
    await ready(bot, 11, 12, 13)
    bot.dispatch("shard_disconnect", 0)
    await asyncio.sleep(0.01)
    resumed: Any = {"__shard_id__": 0}
    bot._connection.parse_resumed(resumed)
    await asyncio.sleep(0.01)
    bot.dispatch("shard_disconnect", 0)
    await asyncio.sleep(0.01)
    await ready(bot, 11, 13)

    assert [("shard 0 of 1", [11, 12, 13]), ("shard 0 of 1", [11, 13])] == heard.said
    assert [] == heard.retried


async def test_an_outage_of_a_server_is_no_removal() -> None:
    """
    Removed and added again is heard; unavailable is not, but what could not be posted is tried when it is over. At a
    start no server is tried by itself.
    """
    bot, heard = await listening()
    state = bot._connection
    await ready(bot, 11, 12)
    del heard.said[:]
    state.parse_guild_create(server(11, unavailable=False))
    state.parse_guild_delete({"id": "12", "unavailable": True})
    await asyncio.sleep(0.01)
    state.parse_guild_create(server(12, unavailable=False))
    await asyncio.sleep(0.01)
    before = list(heard.said), list(heard.retried)
    removed: Any = {"id": "12"}
    state.parse_guild_delete(removed)
    await asyncio.sleep(0.01)
    state.parse_guild_create(server(12))
    await asyncio.sleep(0.01)

    assert "left" not in [what for what, _ in before[0]]
    assert [("left", 12), ("joined", 12)] == heard.said[len(before[0]) :]
    assert [12, 12] == heard.retried[-2:]
