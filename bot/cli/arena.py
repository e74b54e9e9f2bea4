"""`longtable arena GAME`: let levels of computer players play each other, and report by how much one is stronger."""

from __future__ import annotations

import hashlib
import math
import statistics
import time
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import BrokenExecutor
from dataclasses import dataclass, field
from itertools import islice, repeat
from typing import Any

from msgspec import Struct

from bot.app.runtime.process_pools import end, pool
from bot.cli.selfplay import brains_of, count_words, game_named, seats_for
from bot.config import ConfigError
from games.core.capabilities import Brain
from games.core.contract import AnyGame
from games.core.game import Ask, Setup
from games.core.moves import Move
from games.core.rng import Rng
from games.core.running.selfplay import play_match
from games.core.seats import Seat

LIKELY = 1.96
"""Standard deviations of an interval in which 95 of 100 such results lie."""

STOPPED = 130
"""Exit code of a series that was stopped, as after Ctrl-C."""

ELO = 400
"""Points of Elo for odds of ten to one."""


class SeatResult(Struct, frozen=True):
    """What a seat came to: level, place (shared where tied), points, turns thought about and their CPU seconds."""

    level: str
    place: int
    points: int
    turns: int
    seconds: float
    longest: float


@dataclass
class Timed:
    """A computer player whose thinking is timed, in CPU seconds of this process."""

    brain: Brain[Any, Any]
    turns: int = 0
    seconds: float = 0.0
    longest: float = 0.0

    def think(self, view: Any, ask: Ask, worlds: Iterator[Any], rng: Rng) -> Sequence[Move]:  # noqa: ANN401
        """Think and count."""
        began = time.process_time()
        try:
            return self.brain.think(view, ask, worlds, rng)
        finally:
            took = time.process_time() - began
            self.turns += 1
            self.seconds += took
            self.longest = max(self.longest, took)


@dataclass
class Tally:
    """What was counted of one level: by match the share of the victory, of its seats by number, and pairs won."""

    shares: list[float] = field(default_factory=list)
    fair: list[float] = field(default_factory=list)
    points: list[int] = field(default_factory=list)
    against: dict[str, list[float]] = field(default_factory=dict)
    turns: int = 0
    seconds: float = 0.0
    longest: float = 0.0


def arena(key: str, *, players: Sequence[str], matches: int, seats: int | None, seed: int, jobs: int) -> int:
    """Play and report. Seats rotate; the last level named takes all other seats. Raises ConfigError for bad words."""
    game = game_named(key)
    count = seats_for(game, seats)
    if len(set(players)) < 2:
        raise ConfigError("Name at least two different players, such as --player steady --player easy")
    if len(players) > count:
        raise ConfigError(f"{len(players)} players don't fit {count} seats; add --seats {len(players)}")
    levels = (*players, *(players[-1] for _ in range(count - len(players))))
    brains_of(game, levels)
    print(f"{game.spec.title}: {count_words(matches)} with {count} seats", flush=True)
    tallies: dict[str, Tally] = {level: Tally() for level in levels}
    played = 0
    try:
        for seated in _play(key, levels, seed, range(matches), jobs):
            add(tallies, seated)
            played += 1
    except KeyboardInterrupt:
        print(f"\nstopped after {count_words(played)}")
    except BrokenExecutor:
        print(f"stopped after {count_words(played)}: a process died; perhaps there isn't enough memory for {jobs}")
    for line in report(tallies) if played else ():
        print(line)
    return 0 if played == matches else STOPPED


def _play(key: str, levels: Sequence[str], seed: int, numbers: range, jobs: int) -> Iterator[Sequence[SeatResult]]:
    if jobs == 1:
        yield from map(play_one, repeat(key), repeat(levels), repeat(seed), numbers)
        return
    executor, left = pool(jobs, behind=0), iter(numbers)
    try:
        # Few at a time: all of a long series at once would take memory and time before the first is played.
        going = deque(executor.submit(play_one, key, levels, seed, number) for number in islice(left, 4 * jobs))
        while going:
            yield going.popleft().result()
            going += [executor.submit(play_one, key, levels, seed, number) for number in islice(left, 1)]
    finally:
        end(executor)


def play_one(key: str, levels: Sequence[str], seed: int, number: int) -> Sequence[SeatResult]:
    """Play one match: each chance is played once with every rotation of the seats."""
    game, count = game_named(key), len(levels)
    chance = hashlib.sha256(f"arena:{key}:{seed}:{number // count}".encode()).digest()
    turned = [levels[(seat + number) % count] for seat in range(count)]
    return play_timed(game, turned, brains_of(game, turned), chance)


def play_timed(
    game: AnyGame, levels: Sequence[str], brains: Mapping[Seat, Brain[Any, Any]], chance: bytes
) -> Sequence[SeatResult]:
    """Play one match between players by seat, whose names are ``levels``, and time them."""
    timed = {seat: Timed(brain) for seat, brain in brains.items()}
    outcome = play_match(game, Setup(len(levels), game.spec.options()), chance, brains=timed).outcome
    idle = Timed(None)  # type: ignore[arg-type]  # who plays at random doesn't think
    seated = []
    for seat, level in enumerate(levels):
        own = timed.get(Seat(seat), idle)
        seated.append(
            SeatResult(level, outcome.places[seat], outcome.totals[seat], own.turns, own.seconds, own.longest)
        )
    return seated


def add(tallies: dict[str, Tally], seated: Sequence[SeatResult]) -> None:
    """Count one match; a shared first place counts in parts, and so does a tie between two seats."""
    winners = sum(one.place == 1 for one in seated)
    for level, tally in tallies.items():
        own = [one for one in seated if one.level == level]
        tally.shares.append(sum(one.place == 1 for one in own) / winners)
        tally.fair.append(len(own) / len(seated))
        tally.points += [one.points for one in own]
        tally.turns += sum(one.turns for one in own)
        tally.seconds += sum(one.seconds for one in own)
        tally.longest = max(tally.longest, *(one.longest for one in own))
        for other in tallies:
            rivals = [one for one in seated if one.level == other]
            if other != level:
                pairs = [_compare(mine, rival) for mine in own for rival in rivals]
                tally.against.setdefault(other, []).append(statistics.fmean(pairs))


def _compare(mine: SeatResult, rival: SeatResult) -> float:
    return 0.5 if mine.place == rival.place else float(mine.place < rival.place)


def report(tallies: dict[str, Tally]) -> Iterator[str]:
    """Yield lines with the victories, points and thinking of each level, then Elo of the first against the others."""
    for level, tally in tallies.items():
        share = statistics.fmean(tally.shares)
        low, high = interval(share, len(tally.shares))
        each = tally.seconds / max(tally.turns, 1)
        yield (
            f"{level}: wins {share:.0%} ({low:.0%} to {high:.0%}; its share of the seats is "
            f"{statistics.fmean(tally.fair):.0%}), {statistics.fmean(tally.points):.1f} points, "
            f"{each:.2f} s of CPU a turn, at most {tally.longest:.2f} s"
        )
    first, tally = next(iter(tallies.items()))
    for other, won in tally.against.items():
        share = statistics.fmean(won)
        low, high = map(elo, interval(share, len(won)))
        if share in (0.0, 1.0):
            yield f"{first} against {other}: Elo {'more' if share else 'less'} than {low if share else high:+.0f}"
        else:
            yield f"{first} against {other}: Elo {elo(share):+.0f} ({low:+.0f} to {high:+.0f})"


def interval(share: float, count: int) -> tuple[float, float]:
    """Return the interval in which the true share lies with 95 % (Wilson): between 0 and 1 also for few matches."""
    square = LIKELY**2 / count
    middle = (share + square / 2) / (1 + square)
    half = LIKELY / (1 + square) * math.sqrt(share * (1 - share) / count + square / (4 * count))
    # Exactly 0 or 1 if none or all; and 0.0 first, since a zero may come out negative.
    return max(0.0, round(middle - half, 9)), min(1.0, round(middle + half, 9))


def elo(share: float) -> float:
    """Return how many points of Elo a share of the points in pairs stands for; infinite if all or none were won."""
    if share in (0.0, 1.0):
        return math.inf if share else -math.inf
    return ELO * math.log10(share / (1 - share))
