"""Making a review: one step after the other, each a short piece of work in the processes that think."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import BrokenExecutor
from typing import TypeVar

import structlog
from msgspec import Raw, Struct
from msgspec.structs import replace

from bot.app.reviews.reading import Subject
from bot.app.reviews.records import Decision, Point, Review
from bot.app.reviews.tasks import Case, Judged, confirm, foresee, judge, tell_both
from bot.app.runtime.refusals import refuse
from bot.app.views.replays import thin_out
from bot.app.workers.fair_limiter import Waiting
from bot.app.workers.stored_logs import Choice, find_choices
from bot.app.workers.thinking_pool import ThinkingPool
from games.core.search.halving import ALONE, Gain
from games.core.search.review import Prospect, hold, join, plays_to_end

R = TypeVar("R")

STEP_SECONDS = 60.0
"""A step takes a second or two; one that takes so long is given up, and the review with it."""

MOST_POINTS = 60
"""Points of the curve; of a longer match every second, third … turn has one."""

TRIES, AT_ONCE = 60, 10
"""How often a match is played on from each point, and how often in one step."""

TOLD = 3
"""Turns of each player that are told, those that have cost most."""

TRIED = 6
"""Turns of each player that are looked at a second time: those that seem to have cost most."""


class Budget(Struct, frozen=True, kw_only=True):
    """Turns made in rollouts: for one decision at most, and at least where there are many; for all of them; for one
    step of playing a match on, and for all points of the curve.
    """

    decision: int
    least: int
    decisions: int
    step: int
    points: int


TO_END = Budget(decision=1500, least=1250, decisions=80_000, step=1500, points=130_000)
"""In games whose turns are compared at the end of the match: these have the quicker players."""

AHEAD = Budget(decision=350, least=250, decisions=35_000, step=400, points=130_000)
"""In games that are played on for a few turns only."""

FIRST_PART = 0.85
"""Share of the work up to where turns are looked at a second time."""

MOST_ERROR = 1e6
"""What is noted for an error that isn't known."""

_log = structlog.get_logger(__name__)


class Maker:
    """Makes one review."""

    def __init__(self, thinking: ThinkingPool, subject: Subject) -> None:
        """Nothing is made yet."""
        self._thinking, self._subject = thinking, subject
        self._game = subject.table.game
        self._budget = TO_END if plays_to_end(self._game) else AHEAD
        self.share = 0.0
        """How much of it is made, from 0 to 1."""

    async def make(self) -> Review:
        """Return the review. Raises Refusal if nothing can be judged, TimeoutError and BrokenExecutor."""
        found = await self._step(find_choices, self._game, self._subject.log) or ()
        if not found:
            raise refuse("TOO_SHORT", "review_nothing", match=self._subject.match)
        whole = self._subject.whole
        turns = thin_out(tuple(range(len(self._subject.shown) - whole)), MOST_POINTS)
        judged = choose_judged(found, self._budget.decisions // self._budget.least)
        count = len(judged) + len(turns)
        decisions = []
        for choice in judged:
            decisions.append(await self._judge(choice, len(judged)))
            self.share += FIRST_PART / count
        points = await self._foresee_all(turns, FIRST_PART / count)
        if not points:  # the game's code fails: there is nothing to keep
            raise refuse("NO_REVIEW", "review_failed", match=self._subject.match)
        return Review(
            rules=self._subject.table.match.rules_number,
            whole=whole,
            points=points,
            decisions=await self._look_again([each for each in decisions if each is not None]),
            skipped=len(found) - len(judged),
        )

    async def _step(self, work: Callable[..., R], *args: object) -> R | None:
        """Return what a step comes to; None if the game's code fails at it."""
        try:
            return await self._thinking.run(Waiting.REVIEW, self._subject.match, STEP_SECONDS, work, *args)
        except (TimeoutError, BrokenExecutor):
            raise
        except Exception as error:
            _log.warning("a step of a review failed", match=self._subject.match, step=work.__name__, why=repr(error))
            return None

    async def _judge(self, choice: Choice, count: int) -> tuple[Choice, Judged] | None:
        turns = min(self._budget.decision, self._budget.decisions // count)
        found = await self._step(judge, self._game, self._case(choice, turns, "judge"))
        return None if found is None else (choice, found)

    def _case(self, choice: Choice, turns: int, *about: object) -> Case:
        return Case(
            position=self._subject.position(choice.before),
            seat=choice.seat,
            ask=choice.ask,
            made=choice.made,
            seed=self._subject.seed(choice.ask, *about),
            turns=turns,
        )

    async def _foresee_all(self, turns: Sequence[int], share: float) -> tuple[Point, ...]:
        """Return the points of the curve, made from the last one on: what these leave, those before them share."""
        points, left = list[Point](), self._budget.points
        for done, turn in enumerate(reversed(turns)):
            found = await self._foresee(turn, left // (len(turns) - done))
            if found is not None:
                left -= found.turns
                points.append(Point(turn=turn, shares=found.shares, points=found.points, tries=found.tries))
            self.share += share
        return tuple(reversed(points))

    async def _foresee(self, turn: int, left: int) -> Prospect | None:
        """Return how the match may end from a turn, played on until ``left`` turns are made."""
        position, parts = self._subject.position(self._subject.shown[turn]), list[Prospect]()
        for part in range(TRIES // AT_ONCE):
            if parts and left <= 0:
                break
            seed, most = self._subject.seed("turn", turn, part), max(1, min(self._budget.step, left))
            found = await self._step(foresee, self._game, position, seed, AT_ONCE, most)
            if found is None:
                return None
            parts.append(found)
            left -= found.turns
        return join(parts)

    async def _look_again(self, judged: Sequence[tuple[Choice, Judged]]) -> tuple[Decision, ...]:
        """Return the decisions, those that have cost most looked at again by each player of the rollouts alone."""
        decisions = {choice.ply: self._note(choice, found) for choice, found in judged}
        least = self._game.bots.least_loss
        sure = sorted((each for each in judged if each[1].gain.is_sure(least)), key=lambda each: -each[1].gain.points)
        seats = [
            [each for each in sure if each[0].seat == seat][:TRIED] for seat in sorted({each[0].seat for each in sure})
        ]
        for doubtful in seats:
            held = 0
            for choice, found in doubtful:
                if held < TOLD:
                    decisions[choice.ply] = again = await self._confirm(choice, found)
                    held += again.held
                self.share += (1 - FIRST_PART) / (len(seats) * len(doubtful))
        return tuple(decisions.values())

    async def _confirm(self, choice: Choice, found: Judged) -> Decision:
        alone = list[Gain]()
        for player in range(ALONE):
            case = self._case(choice, self._budget.decision, "alone", player)
            gain = await self._step(confirm, self._game, case, found.best, player)
            if gain is not None:
                alone.append(gain)
        decision = self._note(choice, found)
        if len(alone) < ALONE:
            return decision
        gain, held = hold(alone, self._game.bots.least_loss)
        words = await self._step(tell_both, self._game, self._case(choice, 0), found.best) if held else None
        held = words is not None
        return replace(decision, gain=round(gain.points, 2), error=_finite(gain.error), held=held, words=words)

    def _note(self, choice: Choice, found: Judged) -> Decision:
        return Decision(
            ply=choice.ply,
            turn=self._subject.turn_of(choice.ply),
            seat=choice.seat,
            ask=choice.ask,
            made=Raw(choice.made),
            best=Raw(found.best),
            gain=round(found.gain.points, 2),
            error=_finite(found.gain.error),
        )


def choose_judged(found: Sequence[Choice], most: int) -> tuple[Choice, ...]:
    """Return the turns that are judged: all, or of a long match at most so many, as many of each seat, evenly spread.

    Of turns that were spread over all seats alike, every fourth might always be the same player's.
    """
    if len(found) <= most:
        return tuple(found)
    seats = {choice.seat for choice in found}
    plies = {
        ply
        for seat in seats
        for ply in thin_out(tuple(choice.ply for choice in found if choice.seat == seat), max(2, most // len(seats)))
    }
    return tuple(choice for choice in found if choice.ply in plies)


def _finite(error: float) -> float:
    """An error as JSON can hold it: that of a single try is infinite."""
    return round(min(error, MOST_ERROR), 2)
