"""Rating results again from a mark on, a page at a time; whoever writes waits for one page at most."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable
from datetime import timedelta
from functools import partial

from msgspec import Struct, field
from msgspec.structs import replace

from bot.app.changes.unit_of_work import UnitOfWork
from bot.app.ratings.fold import (
    EVERYWHERE,
    NOTHING,
    Key,
    Known,
    as_key,
    as_known,
    as_rating,
    changes,
    keys_of,
    mark,
    rows,
)
from bot.app.ratings.marks import Mark, before, doubt, mark_of, move, read_mark, read_span, take_from
from bot.app.runtime.process_pools import run_in_thread
from db.ids import MatchId, UserId
from db.ratings.records import PlacingRecord, RatingProgress, ResultRecord, StepRecord
from db.ratings.repository import LAST
from db.tx import Tx

PAGE = 100
"""Results rated in one unit of work."""

PATIENCE = timedelta(minutes=1)
"""After so long without a page, a process that has begun is taken to have died."""

MOST_KEPT = 20_000
"""Ratings kept in memory between two pages, some megabytes; the others are read again."""

Rated = tuple[ResultRecord, tuple[PlacingRecord, ...]]


class _Memory(Struct, frozen=True):
    """What is known from the page before, if it was written with that token.

    ``known`` are ratings as they stand there. ``differing`` are those that aren't what was stored, with the next match
    in which that may count (of a computer player: any).
    """

    token: str | None = None
    known: dict[Key, Known] = {}
    differing: dict[Key, Mark] = {}


class _Page(Struct, frozen=True):
    """Results as they were read, those of them that are to be rated again, and what that needs."""

    progress: RatingProgress
    memory: _Memory
    results: tuple[Rated, ...]
    again: frozenset[MatchId]
    stored: dict[MatchId, dict[Key, StepRecord]]
    known: dict[Key, Known]


class _Found(Struct):
    """What rating a page has found.

    ``known``: ratings after it. ``differs``: whether a rating differs from what was stored, at its last match here.
    ``changed``: ratings with rows that are written or dropped.
    """

    known: dict[Key, Known]
    differs: dict[Key, bool] = field(default_factory=dict)
    changed: set[Key] = field(default_factory=set)
    written: list[StepRecord] = field(default_factory=list)
    dropped: list[StepRecord] = field(default_factory=list)


class Recalculation:
    """One per process; of several on one database, the first to write a page wins."""

    def __init__(self, uow: UnitOfWork) -> None:
        """Know nothing yet."""
        self._uow = uow
        self._memory = _Memory()

    async def go_on(self, *, thorough: bool = False) -> bool:
        """Rate the next page of results; return whether there may be more.

        ``thorough``: also look whether the ratings themselves are what was last stored of them.
        """
        if not (await self._uow.store.read(lambda tx: tx.ratings.progress(), short=True)).stale:
            return False
        page = await self._uow.store.read(partial(self._read, alone=not thorough), long=True)
        if page is None:
            return False
        found = await run_in_thread(_rate, page)
        progress = RatingProgress(stale=True, token=secrets.token_hex(4), at=self._uow.clock.now())

        def write(tx: Tx) -> tuple[_Memory, bool]:
            return _write(tx, page, found, progress, thorough=thorough)

        # What is remembered counts only if the page is stored: another token stands there otherwise.
        self._memory, more = await self._uow.store.run(write)
        return more

    def _read(self, tx: Tx, *, alone: bool) -> _Page | None:
        """Read the next page; None: there is none, or (``alone``) another process goes on."""
        progress = tx.ratings.progress()
        if not progress.stale or (alone and self._is_anothers(progress)):
            return None
        memory = self._memory if progress.token == self._memory.token else _Memory()
        results = _read_results(tx, progress)
        stored: dict[MatchId, dict[Key, StepRecord]] = {}
        for step in tx.ratings.steps_of(result.match for result, _ in results):
            stored.setdefault(step.match, {})[as_key(step)] = step
        again = frozenset(_find_again(progress, memory, results, stored))
        needed = {
            key
            for result, placings in results
            if result.match in again
            for key in keys_of(result, placings)
            if key not in memory.known
        }
        reached = read_mark(progress)
        found = {key: as_known(tx.ratings.last_step(*key, until=reached)) for key in needed}
        return _Page(progress, memory, results, again, stored, memory.known | found)

    def _is_anothers(self, progress: RatingProgress) -> bool:
        if progress.token in (None, self._memory.token) or progress.at is None:
            return False
        return abs(self._uow.clock.now() - progress.at) < PATIENCE


def _read_results(tx: Tx, progress: RatingProgress) -> tuple[Rated, ...]:
    """The results after those that are rated as they should be."""
    results = tx.results.after(read_mark(progress), most=PAGE)
    placings: dict[MatchId, list[PlacingRecord]] = {}
    for row in tx.results.placings(result.match for result in results):
        placings.setdefault(row.match, []).append(row)
    return tuple((result, tuple(placings.get(result.match, ()))) for result in results)


def _find_span(progress: RatingProgress, memory: _Memory) -> tuple[Mark, Mark] | None:
    """Between which results only ratings change that are known to differ; None: another process knew which."""
    return read_span(progress) if progress.token == memory.token else None


def _find_again(
    progress: RatingProgress,
    memory: _Memory,
    results: Iterable[Rated],
    stored: dict[MatchId, dict[Key, StepRecord]],
) -> Iterable[MatchId]:
    """Which results are rated again: where it isn't known that what is stored is right."""
    span, differing = _find_span(progress, memory), set(memory.differing)
    for result, placings in results:
        keys = keys_of(result, placings) | stored.get(result.match, {}).keys()
        if span is None or not span[0] < mark(result) <= span[1] or not differing.isdisjoint(keys):
            differing |= keys
            yield result.match


def _rate(page: _Page) -> _Found:
    """Rate the results of a page one after the other."""
    found = _Found(dict(page.known))
    for result, placings in page.results:
        old = page.stored.get(result.match, {})
        if result.match not in page.again:
            found.known |= {key: as_known(step) for key, step in old.items()}
            continue
        changed = changes(result, placings, lambda key: found.known.get(key, NOTHING))
        found.known |= changed
        made = {as_key(step): step for _, step in rows(result, changed)}
        for key in made.keys() | old.keys():
            found.differs[key] = made.get(key) != old.get(key)
            if not found.differs[key]:
                continue
            found.changed.add(key)
            if key in made:
                found.written.append(made[key])
            else:
                found.dropped.append(old[key])
    return found


def _write(tx: Tx, page: _Page, found: _Found, own: RatingProgress, *, thorough: bool) -> tuple[_Memory, bool]:
    """Store what a page has changed, and how far ratings are right then; nothing if anything has changed meanwhile."""
    progress = tx.ratings.lock_progress()
    if progress != page.progress or _read_results(tx, progress) != page.results:
        return page.memory, True
    for step in found.dropped:
        tx.ratings.drop_step(step)
    for step in found.written:
        tx.ratings.add_step(step)
    reached = mark(page.results[-1][0]) if page.results else read_mark(progress)
    for key in found.differs if thorough else found.changed:
        _settle(tx, key, reached)
    if len(page.results) < PAGE:
        tx.ratings.put_progress(move(RatingProgress(), reached))
        return _Memory(), False
    span = _find_span(progress, page.memory)
    differing = _find_differing(tx, page.memory.differing, found.differs, reached) if span is not None else {}
    if span is None or len(differing) > MOST_KEPT:
        progress, differing = doubt(progress), {}
    skipped = _skip(progress, reached, differing)
    known = found.known
    if skipped != reached:
        known = {key: known[key] for key in differing if key in known}
    tx.ratings.put_progress(replace(move(progress, skipped), token=own.token, at=own.at))
    return _Memory(own.token, known if len(known) <= MOST_KEPT else {}, differing), True


def _find_differing(tx: Tx, earlier: dict[Key, Mark], differs: dict[Key, bool], reached: Mark) -> dict[Key, Mark]:
    """Which ratings aren't what was stored, each with the next match in which it may count (or none: then not)."""
    matches: dict[int, Mark | None] = {0: reached}
    found = {}
    for key in earlier.keys() | {key for key, differing in differs.items() if differing}:
        if not differs.get(key, True):
            continue
        following = earlier.get(key)
        if following is None or key in differs or following <= reached:
            if key.user not in matches:
                matches[key.user] = tx.results.next_of(UserId(key.user), after=reached)
            following = matches[key.user]
        if following is not None:
            found[key] = following
    return found


def _skip(progress: RatingProgress, reached: Mark, differing: dict[Key, Mark]) -> Mark:
    """Up to where ratings are right if they are up to ``reached``: to the next match of one that differs, or to all."""
    span = read_span(progress)
    if span is None or not span[0] <= reached < span[1]:
        return reached
    return max(reached, min((span[1], *map(before, differing.values()))))


def _settle(tx: Tx, key: Key, reached: Mark) -> None:
    """Let a rating be what is stored of its last match, if that is right: people see no rating of long ago."""
    last = tx.ratings.last_step(*key)
    if last is None:
        tx.ratings.drop(*key)
    elif mark_of(last) <= reached:
        tx.ratings.put(as_rating(last))


def forget(tx: Tx, matches: tuple[MatchId, ...], drop: Callable[[], object]) -> None:
    """Drop matches: ratings across servers go back to the last of those that are left, until they are calculated again.

    Ratings of the matches' own server go with it.
    """
    progress = tx.ratings.lock_progress()
    steps = [step for step in tx.ratings.steps_of(matches) if step.guild == EVERYWHERE]
    drop()
    for key in {as_key(step) for step in steps}:
        _settle(tx, key, LAST)
    if steps:
        tx.ratings.put_progress(take_from(progress, min(map(mark_of, steps))))
