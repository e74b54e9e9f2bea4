"""A process that neither ends nor answers: another one takes its shard, and it does nothing more for it."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path

import asyncpg  # type: ignore[import-untyped]
import pytest

from tests.nursery import Nursery
from tests.standin.client import Control
from tests.standin.launch import Process
from tests.stores import emptied
from tests.wire.bot import Bot
from tests.wire.matches import Match
from tests.wire.test_handover import SERVES, discord, joined
from tests.wire.troubles import NOTHING_WRONG, begun, left, play

__all__ = ["discord"]

TURNS = 3
LOST = "another process has taken shards; this one ends"
SOCKET = ".s.PGSQL.5432"


class Line:
    """A way to the database. Once cut it swallows what is sent; mended, it carries what connects from then on."""

    def __init__(self, target: Path) -> None:
        self._target = target / SOCKET
        self._cuts, self._is_cut = 0, False

    def cut(self) -> None:
        """Carry nothing more, and say so to nobody."""
        self._cuts, self._is_cut = self._cuts + 1, True

    def mend(self) -> None:
        """Carry again; what was connected before has no way anymore."""
        self._is_cut = False

    async def connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Carry both ways."""
        since = -1 if self._is_cut else self._cuts
        there, back = await asyncio.open_unix_connection(self._target)
        await asyncio.gather(self._carry(reader, back, since), self._carry(there, writer, since))

    async def _carry(self, source: asyncio.StreamReader, target: asyncio.StreamWriter, since: int) -> None:
        with suppress(ConnectionError):
            while data := await source.read(1 << 16):
                if since == self._cuts:
                    target.write(data)
        target.close()


async def outlive(
    match: Match, bots: Sequence[Bot], holder: Bot, harm: Callable[[], None], heal: Callable[[], None]
) -> tuple[int, int, str]:
    """
    Play while the holder of the shard is harmed and another process takes it, then heal the holder, which ends.

    Returns how many turns were acknowledged, and of the holder its exit code and what it has logged after the harm.
    """
    playing = asyncio.create_task(play(match, turns=TURNS))
    await asyncio.sleep(0.5)
    before, logged = sum(SERVES in bot.text() for bot in bots), len(holder.text())
    harm()
    while sum(SERVES in bot.text() for bot in bots) == before:
        await asyncio.sleep(0.05)
    made = await playing
    heal()
    return made, await asyncio.to_thread(holder.wait), holder.text()[logged:]


@pytest.mark.timeout(300)
async def test_who_neither_ends_nor_answers_loses_its_shard(
    nursery: Nursery, discord: Process, tmp_path: Path, postgres_folder: Path, postgres_url: str
) -> None:
    """
    The first process is cut off from its database, then the second stands still, each while people play: another one
    goes on. Whoever comes back ends when it notices, and does nothing until then.
    """
    await asyncio.to_thread(asyncio.run, emptied(postgres_url))
    line = Line(postgres_folder)
    server = await asyncio.start_unix_server(line.connect, tmp_path / SOCKET)
    cut_off = postgres_url.replace(str(postgres_folder), str(tmp_path))
    first, second, third = (
        Bot(
            discord.api_base,
            tmp_path / name,
            settings={"DATABASE_URL": url, "DRAWING_PROCESSES": "0"},
            module="tests.wire.hasty",
            nursery=nursery,
        )
        for name, url in (("one", cut_off), ("two", postgres_url), ("three", postgres_url))
    )
    bots = (first, second, third)
    async with Control(discord.url) as control:
        await control.settings(rates="loose")
        with first:
            await control.until_ready(seconds=60)
            match = await begun(control, first, ["user1", "user2"])
            match.wait = 3.0
            with second, third:
                await joined(control, 3)
                told = [await outlive(match, bots, first, line.cut, line.mend)]
                holder = second if SERVES in second.text() else third
                stop, go_on = (partial(os.kill, holder.pid, number) for number in (signal.SIGSTOP, signal.SIGCONT))
                told += [await outlive(match, bots, holder, stop, go_on)]
                found = await left(match, first)
    connection = await asyncpg.connect(postgres_url.replace("+asyncpg", ""))
    credited = await connection.fetchval("SELECT count(*) FROM clock_stop WHERE ends IS NOT NULL")
    await connection.close()
    server.close()

    assert [True, True] == [made >= TURNS for made, _, _ in told]
    assert [(1, True), (1, True)] == [(code, LOST in text) for _, code, text in told]
    assert max(text.count("result=done") for _, _, text in told) <= 1, "what was stored as the harm came"
    assert NOTHING_WRONG == found
    assert credited == len(told)
