"""
How soon the bot answers in the simulator: twenty matches moving at once, all in one process and on one event loop.

Acknowledged: from the moment an interaction is sent to the call by which the bot acknowledges it. Posted: from sending
the line of a turn to the message with the new board. Turns are thought out before; in each of them the panel is opened
first, as people do, and nobody takes any time to think. The simulator and the players take their share of the loop; on
the wire (`tests.bench.wire`) they have processes of their own. `python -m tests.bench.answers [GAME]` prints it.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from time import perf_counter
from typing import Any

from msgspec.structs import replace
from simcord.builders import ChannelHandle
from simcord.env import Env
from simcord.results import InteractionResult

from bot.app.changes.turns import play_of
from bot.app.match.state import MatchState as MatchTable
from bot.config import LogFormat, LogLevel, Settings
from bot.edge.application import Application, Overrides, open_application
from bot.edge.bot import LongtableBot
from bot.log import set_up
from db.ids import MatchId
from games.core.running.play import Cause
from tests.edge.table import Table, asked, line_of, said, thought

MATCHES = 20
TURNS = 8
LIMIT_ACKNOWLEDGED_MS = 100
LIMIT_POSTED_MS = 1000
PATIENCE_SECONDS = 60

Planned = tuple[int, str, bool]
"""A seat, the line of its turn, and whether a board follows (not yet, where others hand in secretly too)."""


@dataclass
class Watch:
    """Notes when interactions were sent and acknowledged, and when a board came to a channel."""

    env: Env
    sent: dict[int, float] = field(default_factory=dict)
    acknowledged: list[float] = field(default_factory=list)
    boards: dict[int, asyncio.Event] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Listen between the simulator and the bot, and let nobody wait until the bot is idle again."""

        async def at_once(**_: object) -> None:
            pass

        self.env._settle_internal = at_once  # type: ignore[method-assign]
        self.env._register_dispatch_observer(self._interaction)
        answers, requests = self.env._webhook_adapter, self.env.bot.http
        self._answer, answers.request = answers.request, self._answering
        self._request, requests.request = requests.request, self._requesting  # type: ignore[method-assign]

    def _interaction(self, record: Any) -> None:  # noqa: ANN401  # the simulator's
        self.sent[record.id] = perf_counter()

    async def _answering(self, route: Any, *rest: Any, **named: Any) -> Any:  # noqa: ANN401  # the simulator's
        if route.url.endswith("/callback"):
            number = int(route.url.split("/interactions/")[1].split("/")[0])
            self.acknowledged.append((perf_counter() - self.sent.pop(number)) * 1000)
        return await self._answer(route, *rest, **named)

    async def _requesting(self, route: Any, **named: Any) -> Any:  # noqa: ANN401  # discord.py's
        done = await self._request(route, **named)
        if route.method == "POST" and named.get("files") and int(route.channel_id) in self.boards:
            self.boards[int(route.channel_id)].set()
        return done

    async def board(self, channel: ChannelHandle) -> None:
        """Wait for the next board in a channel."""
        seen = self.boards.setdefault(channel.id, asyncio.Event())
        await asyncio.wait_for(seen.wait(), PATIENCE_SECONDS)
        seen.clear()


@asynccontextmanager
async def opened(folder: Path) -> AsyncIterator[tuple[Table, Watch]]:
    """The bot as it runs, workers and drawing processes too, in a simulated server."""
    client = LongtableBot(shard_count=1, ready_seconds=0)
    application: Application = await open_application(
        Settings(_env_file=None, data_dir=folder, request_burst=0, most_open_in_channel=10**6),
        client,
        Overrides(threads=False),
    )
    env = Env(client, check_errors=False)
    try:
        await env.start()
        await client.tree.sync()
        table = Table(env, application)
        application.start(application.courier)
        await asyncio.gather(*(worker for worker in application.workers if worker.get_name() == "warming"))
        try:
            yield table, Watch(env)
        finally:
            await application.stop()
            del env._settle_internal
            await env.shutdown()
    finally:
        await application.close()


def planned(table: MatchTable) -> Iterator[Planned]:
    """Think out a match from where it stands: a turn after the other."""
    play = play_of(table)
    while not play.over:
        ask = asked(table)[0]
        turn = thought(table, ask)
        line = line_of(table, ask, turn)
        if not line:
            return  # nothing to type: such a turn is ended in the panel
        play.turn(ask.seat, ask.id, turn, cause=Cause.PLAYER)
        yield int(ask.seat), line, not play.position.sealed
        play.run_on()
        table = replace(table, position=play.position)


async def _begin(table: Table, watch: Watch, game: str, number: int) -> tuple[ChannelHandle, list[Planned]]:
    """Start a match for two in a channel of its own."""
    channel = table.guild.create_text_channel(f"table-{number}")
    watch.boards[channel.id] = asyncio.Event()
    first, second = _players(number)
    await table.members[first].slash(channel, "match new", game=game, seats=2)
    while not (found := [m for m in channel.history() if m.components]):
        await asyncio.sleep(0.01)
    await table.members[second].slash(channel, "match join", match=str(number + 1))
    assert found
    await watch.board(channel)
    uow = table.application.services.uow
    begun = await uow.store.read(lambda tx: uow.match_reader.read(tx, MatchId(number + 1), seed=True))
    return channel, list(islice(planned(begun), TURNS))


def _players(number: int) -> tuple[int, int]:
    return number % 6, (number + 1) % 6


async def _play(table: Table, watch: Watch, match: tuple[ChannelHandle, list[Planned]], number: int) -> list[float]:
    """Open the panel, and when it is there type the turn, one turn after the other; milliseconds until each board."""
    channel, turns = match
    posted: list[float] = []
    for seat, line, shown in turns:
        member = table.members[_players(number)[seat]]
        table.channel = channel
        await answered(await member.slash(channel, "next"))
        began = perf_counter()
        answer = await member.slash(channel, "move", line=line)
        if not shown:
            await answered(answer)
            continue
        try:
            await watch.board(channel)
        except TimeoutError:
            raise AssertionError(f"no board after {line!r}: {said(answer)}") from None
        posted.append((perf_counter() - began) * 1000)
    return posted


async def answered(result: InteractionResult) -> None:
    """Wait for the answer to an interaction, after its acknowledgement."""
    while result.response is None or not result.response.components:
        await asyncio.sleep(0.01)


async def _measured(folder: Path, game: str) -> list[str]:
    async with opened(folder) as (table, watch):
        matches = [await _begin(table, watch, game, number) for number in range(MATCHES)]
        watch.acknowledged.clear()
        found = await asyncio.gather(*(_play(table, watch, match, at) for at, match in enumerate(matches)))
    acknowledged, posted = sorted(watch.acknowledged), sorted(ms for one in found for ms in one)
    return [
        f"{MATCHES} matches of {game} at once, {len(posted)} turns   p50 ms   p99 ms      max",
        f"acknowledged (limit {LIMIT_ACKNOWLEDGED_MS} at p99)     {_at(acknowledged)}",
        f"board posted (limit {LIMIT_POSTED_MS} at p99)    {_at(posted)}",
    ]


def _at(values: list[float]) -> str:
    shares = (values[min(len(values) - 1, int(len(values) * share))] for share in (0.5, 0.99))
    return "".join(f"{value:9.0f}" for value in (*shares, values[-1]))


def rows(game: str = "grunn") -> list[str]:
    """Measure and return lines to print; milliseconds of wall time."""
    set_up(LogLevel.WARNING, LogFormat.CONSOLE)  # the bot's line for each command would stand before the table
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(_measured(Path(folder), game))


if __name__ == "__main__":
    print("\n".join(rows(*sys.argv[1:2])))
