"""What the processes use, what the bot says of itself, and how busy the machine is: sampled while players play."""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import Iterator, Set
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import aiohttp
from msgspec import Struct

EVERY_S = 1.0
TICK = os.sysconf("SC_CLK_TCK")
LAG = re.compile(r'longtable_event_loop_lag_seconds_bucket\{le="([^"]+)"\} (\S+)')
AGE = re.compile(r"^longtable_outbox_oldest_seconds (\S+)", re.MULTILINE)


class Usage(Struct, frozen=True):
    """CPU seconds since its start and memory (PSS, in MB) of a process."""

    cpu: float
    megabytes: float


@dataclass
class Samples:
    """From the first look to the last; ``pids`` by what the processes are."""

    metrics: str
    pids: dict[str, int] = field(default_factory=dict)
    first: dict[str, Usage] = field(default_factory=dict)
    last: dict[str, Usage] = field(default_factory=dict)
    most: dict[str, float] = field(default_factory=dict)
    whole: list[float] = field(default_factory=list)
    """MB of all processes of the bot together, the first one before anybody plays."""
    ages: list[float] = field(default_factory=list)
    lag: dict[str, float] = field(default_factory=dict)
    machine: list[tuple[float, float]] = field(default_factory=list)
    """Busy and all CPU seconds of all cores, since the machine's start."""

    async def run(self) -> None:
        """Sample until cancelled."""
        async with aiohttp.ClientSession() as session:
            lag = await self._scrape(session)
            while True:
                self.machine.append(_machine())
                self.whole.append(self.weigh("bot"))
                for name, used in _all(self.pids):
                    self.first.setdefault(name, used)
                    self.last[name] = used
                    self.most[name] = max(self.most.get(name, 0), used.megabytes)
                now = await self._scrape(session)
                self.lag = {bound: now[bound] - lag.get(bound, 0) for bound in now}
                await asyncio.sleep(EVERY_S)

    def weigh(self, name: str) -> float:
        """MB of a process and of all that it has started."""
        return sum(used.megabytes for _, used in _all({name: self.pids[name]}))

    async def _scrape(self, session: aiohttp.ClientSession) -> dict[str, float]:
        async with session.get(self.metrics) as response:
            text = await response.text()
        age = AGE.search(text)
        if age is not None:
            self.ages.append(float(age[1]))
        return {bound: float(count) for bound, count in LAG.findall(text)}

    def cpu(self, name: str) -> float:
        """Seconds that a process used between the first look and the last."""
        return self.last[name].cpu - self.first[name].cpu

    def lag_at(self, share: float) -> str:
        """The bound in ms below which this share of the looks at the bot's event loop was."""
        wanted = share * self.lag.get("+Inf", 0)
        bound = next((bound for bound, count in self.lag.items() if count >= wanted), "+Inf")
        return "more" if bound == "+Inf" else f"{1000 * float(bound):.0f}"

    def busy(self) -> float:
        """How busy all cores were, from 0 to 1, whoever kept them so."""
        (busy, total), (busy_after, total_after) = self.machine[0], self.machine[-1]
        return (busy_after - busy) / max(total_after - total, 1e-9)


def _all(pids: dict[str, int]) -> Iterator[tuple[str, Usage]]:
    """Yield the named processes, and together what each of them started besides others named, if they are there."""
    for name, pid in pids.items():
        own = [pid]
        children = find_started(pid, but=set(pids.values()))
        for title, group in ((name, own), (f"{name}'s processes", children)):
            found = [used for used in map(_usage, group) if used is not None]
            if found:
                yield title, Usage(sum(each.cpu for each in found), sum(each.megabytes for each in found))


def find_started(pid: int, *, but: Set[int]) -> list[int]:
    """Return what any thread of a process has started, and what that has started; ``but`` some, and theirs."""
    found = []
    for thread in Path(f"/proc/{pid}/task").glob("*/children"):
        with suppress(OSError):
            found += [int(one) for one in thread.read_text().split() if int(one) not in but]
    return found + [each for one in found for each in find_started(one, but=but)]


def _usage(pid: int) -> Usage | None:
    try:
        stat = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        rollup = Path(f"/proc/{pid}/smaps_rollup").read_text()
    except OSError:
        return None
    pss = re.search(r"^Pss:\s+(\d+) kB", rollup, re.MULTILINE)
    return Usage((int(stat[11]) + int(stat[12])) / TICK, int(pss[1]) / 1024 if pss else 0.0)


def _machine() -> tuple[float, float]:
    """Busy and all CPU seconds of all cores."""
    ticks = [int(one) for one in Path("/proc/stat").read_text().splitlines()[0].split()[1:9]]
    idle = ticks[3] + ticks[4]
    return (sum(ticks) - idle) / TICK, sum(ticks) / TICK
