"""What a load run prints."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from math import isinf

from msgspec import Struct

from tests.load.measuring import Samples
from tests.load.players import Players
from tests.load.practice import Practice
from tests.load.requests import TOO_MANY
from tests.load.reviews import Reviews
from tests.load.tournament import FirstRound

TITLES = {"spread": "", "crowd": " in the crowded channel"}


class Beside(Struct, frozen=True, kw_only=True):
    """What goes on besides the matches that are played; None: not in this run."""

    first_round: FirstRound | None = None
    reviews: Reviews | None = None
    practice: Practice | None = None


class Run(Struct, frozen=True, kw_only=True):
    """What was measured between two times of the clock."""

    players: Players
    samples: Samples
    since: float
    until: float
    beside: Beside = Beside()

    @property
    def seconds(self) -> float:
        """How long it was measured."""
        return self.until - self.since

    def turns(self, group: str) -> list[float | None]:
        """When boards came of the turns of a group that were sent in that time."""
        return [t.board for t in self.players.turns if t.group == group and self.since <= t.at < self.until]


def rows(run: Run) -> Iterator[str]:
    """Yield the lines to print; the last is the summary."""
    groups = list(run.players.free)
    yield f"{'milliseconds':38}{'count':>8}{'p50':>8}{'p95':>8}{'p99':>8}"
    for group in groups:
        yield from _times(run, group)
    yield from _besides(run)
    yield from _requests(run)
    yield from _processes(run)
    yield from _troubles(run)
    shares = [_summary(run, group) for group in groups]
    turns = sum(len(run.turns(group)) for group in groups)
    yield f"load: {turns / run.seconds:.1f} turns/s sustained, " + "; ".join(shares)


def _besides(run: Run) -> Iterator[str]:
    first_round, reviews, practice = run.beside.first_round, run.beside.reviews, run.beside.practice
    if first_round is not None:
        begun = list(first_round.find_begun(run.players.log.entries))
        yield _columns(f"begun, of {first_round.pairings} pairings in one channel", begun)
    if reviews is not None:
        yield _columns("review made", reviews.seconds)
        yield from reviews.troubles
    if practice is not None:
        yield _columns(f"suggested, of {practice.panels} panels", practice.seconds)
        yield from practice.troubles


def _times(run: Run, group: str) -> Iterator[str]:
    found = [a for a in run.players.answers if a.group == group and run.since <= a.at < run.until]
    boards = [board for board in run.turns(group) if board is not None]
    title = TITLES[group]
    yield _columns(f"acknowledged{title}", [a.acknowledged for a in found])
    yield _columns(f"answered{title}", [a.answered for a in found])
    yield _columns(f"board{title}", boards)


def _columns(title: str, seconds: Sequence[float]) -> str:
    return f"{title:38}{len(seconds):8}" + "".join(f"{percentile(seconds, share):>8}" for share in (0.5, 0.95, 0.99))


def percentile(seconds: Sequence[float], share: float) -> str:
    """A percentile in milliseconds; what never came counts as the longest."""
    if not seconds:
        return "-"
    found = sorted(seconds)[min(len(seconds) - 1, int(len(seconds) * share))]
    return "never" if isinf(found) else f"{1000 * found:.0f}"


def _requests(run: Run) -> Iterator[str]:
    made = [e for e in run.players.log.entries if run.since <= e.time < run.until]
    turns = max(1, sum(run.since <= t.at < run.until for t in run.players.turns))
    counted = [e for e in made if e.counts]
    yield ""
    yield f"requests a turn {len(made) / turns:.2f}; of these count for the 50 a second {len(counted) / turns:.2f}:"
    routes = Counter((e.method, e.route) for e in counted)
    for (method, route), times in routes.most_common(10):
        yield f"  {times / turns:6.2f}  {method} {route}"
    limited = Counter((e.method, e.route) for e in made if e.status == TOO_MANY)
    yield f"answers of 429: {sum(limited.values())}" + "".join(
        f"; {times} {method} {route}" for (method, route), times in limited.most_common(3)
    )


def _processes(run: Run) -> Iterator[str]:
    samples = run.samples
    turns = max(1, sum(run.since <= t.at < run.until for t in run.players.turns))
    yield ""
    yield f"{'process':24}{'CPU ms a turn':>14}{'of a core':>11}{'MB first':>10}{'last':>8}{'most':>8}"
    for name in samples.first:
        cpu = samples.cpu(name)
        memory = (samples.first[name].megabytes, samples.last[name].megabytes, samples.most[name])
        yield f"{name:24}{1000 * cpu / turns:14.1f}{cpu / run.seconds:11.0%}" + "".join(
            f"{each:{width}.0f}" for each, width in zip(memory, (10, 8, 8), strict=True)
        )
    rest, *busy = samples.whole
    yield f"MB of all processes of the bot together: {rest:.0f} before play, then {busy[0]:.0f} to {max(busy):.0f}"
    lags = ", ".join(f"p{share * 100:.0f} {samples.lag_at(share)}" for share in (0.5, 0.95, 0.99))
    yield f"event loop of the bot late by at most (ms): {lags}"
    yield f"oldest message in the outbox: at most {max(samples.ages):.1f} s, at the end {samples.ages[-1]:.1f} s"
    yield f"the machine's cores were {samples.busy():.0%} busy, with all that ran on it"


def _troubles(run: Run) -> Iterator[str]:
    if run.players.opened:
        yield f"matches opened in place of those that ended: {run.players.opened}"
    for group, times in run.players.busy.items():
        yield f"turns not made{TITLES[group]}, as all matches waited for a board: {times}"
    for trouble, times in run.players.troubles.most_common(8):
        yield f"{times} × {trouble}"


def _summary(run: Run, group: str) -> str:
    acknowledged = [a.acknowledged for a in run.players.answers if a.group == group and run.since <= a.at < run.until]
    boards = [board for board in run.turns(group) if board is not None]
    title = TITLES[group]
    return f"ack p99 {percentile(acknowledged, 0.99)} ms, board p99 {percentile(boards, 0.99)} ms{title}"
