"""Whether players can reach the bot: the gateway of their shard is connected, and Discord's REST interface answers."""

import asyncio
from collections.abc import Callable, Iterable
from types import SimpleNamespace

import aiohttp
import discord
import structlog
from discord import http

from bot.app.clock.leases import Leases
from bot.app.runtime.pace import Pace
from bot.metrics import DISCORD_REQUESTS
from db.engine.shards import WHOLE, Shard, all_of, shards_of

log = structlog.get_logger(__name__)

ASK = 20.0
"""Seconds without an answer of Discord's after which it is asked whether it is there."""
ASK_AGAIN = 3.0
"""Seconds between two questions while it does not answer."""
PATIENCE = 10.0
"""Seconds that one answer, or one new connection of the only shard, may take."""
CONNECTING = 25.0
"""The same of one of several shards: it has to wait until it may identify."""
DISCONNECTED = 15.0
"""Seconds after which a shard is connected anew although discord.py waits longer: its pauses grow to a quarter hour."""

MOST_REQUESTS = 45
"""Requests in a second, over all routes and processes; Discord takes 50 of a bot, and counts refusals."""
EXEMPT = ("/interactions/", "/webhooks/")
"""Routes that don't count: answers to people never wait."""

READING = frozenset({"GET", "HEAD"})
"""Methods of requests that change nothing."""

TOO_MANY = 429
"""The status of a request above a limit; without ``Via`` it says that the address is shut out of all."""


class DiscordConnection:
    """Implements ``bot.app.clock.outages.Connection`` for one process; ``count`` and ``indexes`` are its shards.

    Give ``trace`` to the client that it is to watch, and let the client tell what becomes of its shards.
    """

    def __init__(self, count: int | None, indexes: Iterable[int]) -> None:
        """Be disconnected; without a count Discord says how many shards there are."""
        self.leases: Leases | None = None
        """Which shards this process has, if that changes."""
        self._shards: tuple[Shard, ...] = shards_of(count, indexes)
        self.changed: Callable[[], None] = lambda: None
        """Called when it has become possible to reach players, or impossible."""
        self.trace = aiohttp.TraceConfig()
        self.trace.on_request_start.append(self._hold_back)
        self.trace.on_request_end.append(self._note_end)
        self.trace.on_request_exception.append(self._note_failure)
        self._fixed = count is not None
        self._connected: set[int] = set()
        self._lost: dict[int, float] = {}
        self._answers = True
        self._asked = 0.0
        self._pace = Pace(MOST_REQUESTS, 1.0)

    @property
    def shards(self) -> tuple[Shard, ...]:
        """The shards of this process, as far as it knows them."""
        if self.leases is None or WHOLE in self.leases.held:
            return self._shards
        return tuple(sorted(self.leases.held))

    def is_connected(self, index: int) -> bool:
        """Return whether a shard is connected, be it this process's or not."""
        return index in self._connected

    def find_served(self) -> frozenset[Shard]:
        """Return the shards whose players can reach the bot just now."""
        if self.leases is not None and not self.leases.are_valid():
            return frozenset()
        return frozenset(shard for shard in self.shards if self._answers and shard.index in self._connected)

    def note_connected(self, index: int, count: int | None) -> None:
        """Note that a shard is connected."""
        if not self._fixed and count is not None:
            self._shards = all_of(count)
        self._connected.add(index)
        self._lost.pop(index, None)
        self.changed()

    def note_disconnected(self, index: int) -> None:
        """Note that a shard is not connected any more."""
        self._connected.discard(index)
        self._lost.setdefault(index, asyncio.get_running_loop().time())
        self.changed()

    async def look(self, client: discord.AutoShardedClient) -> float:
        """Ask Discord whether it is there when nobody else does, then connect lost shards; seconds to the next look."""
        now = asyncio.get_running_loop().time()
        if not self._answers or now - self._asked >= ASK:
            await self._ask(client)
        if self._answers:
            for index, lost in list(self._lost.items()):
                if now - lost >= DISCONNECTED:
                    await self._reconnect(client, index)
        return ASK_AGAIN

    async def _ask(self, client: discord.AutoShardedClient) -> None:
        """Make a request of no consequence; what comes of it is seen by the trace."""
        if client.user is None:
            return
        try:
            async with asyncio.timeout(PATIENCE):
                await client.fetch_user(client.user.id)
        except TimeoutError:
            self._note(answers=False)
        except (discord.DiscordException, aiohttp.ClientError, OSError):
            pass

    async def _reconnect(self, client: discord.AutoShardedClient, index: int) -> None:
        """Connect a shard now. Cut short where that fails: else discord.py would queue one more attempt for each."""
        shard = client.shards.get(index)
        if shard is None or not shard.is_closed():
            return
        self._lost[index] = asyncio.get_running_loop().time()
        log.info("reconnecting a shard", shard=index)
        try:
            async with asyncio.timeout(PATIENCE if client.shard_count == 1 else CONNECTING):
                await shard.connect()
        except TimeoutError:
            log.info("a shard can't connect yet", shard=index)

    async def _hold_back(
        self, session: object, context: SimpleNamespace, start: aiohttp.TraceRequestStartParams
    ) -> None:
        """Let a request wait while this process has made its share of those in the last second that Discord takes.

        Nothing is posted or changed where another process may have the shards by now; raises ConnectionAbortedError.
        """
        url, clock = str(start.url), asyncio.get_running_loop().time
        if not url.startswith(http.Route.BASE) or any(part in url for part in EXEMPT):
            return
        if self.leases is not None:
            self._pace.most = max(1, MOST_REQUESTS // self.leases.holders)
        while wait := self._pace.find_wait(http.Route.BASE, clock()):
            await asyncio.sleep(wait)
        if self.leases is not None and self.leases.have_lapsed() and start.method not in READING:
            raise ConnectionAbortedError("the leases have lapsed")
        self._pace.note(http.Route.BASE, clock())

    async def _note_end(self, session: object, context: SimpleNamespace, end: aiohttp.TraceRequestEndParams) -> None:
        if str(end.url).startswith(http.Route.BASE):
            status, headers = end.response.status, end.response.headers
            shut_out = status == TOO_MANY and "Via" not in headers  # Cloudflare's word, not Discord's
            DISCORD_REQUESTS.labels(name_answer(status)).inc()
            self._note(answers=status < 500 and not shut_out)

    async def _note_failure(
        self, session: object, context: SimpleNamespace, failure: aiohttp.TraceRequestExceptionParams
    ) -> None:
        if str(failure.url).startswith(http.Route.BASE):
            DISCORD_REQUESTS.labels("none").inc()
            self._note(answers=False)

    def _note(self, *, answers: bool) -> None:
        """Note what became of a request."""
        self._asked = asyncio.get_running_loop().time()
        before, self._answers = self._answers, answers
        if answers is not before:
            self.changed()


def name_answer(status: int) -> str:
    """Return how an answer of Discord's is counted: by its class, too many requests apart."""
    return str(status) if status == TOO_MANY else f"{status // 100}xx"
