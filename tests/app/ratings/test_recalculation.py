"""Ratings are rated again from a mark on, page by page: whatever comes between, they end as a fold from nothing."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from bot.app.match.paces import NoPace
from bot.app.ratings import calculator, recalculation
from bot.app.ratings.fold import Key, as_key
from bot.app.ratings.marks import Mark, read_mark
from db.ids import GuildId, MatchId, UserId
from db.ratings.records import PlacingRecord, RatingProgress, RatingRecord, ResultRecord, StepRecord, Unrated
from db.ratings.repository import RatingRepository
from db.ratings.results import ResultRepository
from db.records import Status
from db.tx import Tx
from tests.app.ratings.facts import BEGAN, Book, placed, result
from tests.app.scene import Scene
from tests.db.samples import new_match

GUILDS = (7, 8)
CIRCLES = tuple(tuple(range(first, first + 4)) for first in range(1, 20, 4))
"""Who mostly play with each other, so that a correction leaves the others alone."""
PEOPLE = tuple(range(1, 21))


class Plays:
    """Results made by hand, put by the calculator as those of logs are; ``scenes`` are two processes."""

    def __init__(self, scene: Scene, monkeypatch: pytest.MonkeyPatch, *, page: int = 3) -> None:
        """Rate three results in a page, and one page at a time."""
        self.scenes = (scene, Scene(scene.store))
        self.store = scene.store
        self.made: dict[MatchId, tuple[ResultRecord, tuple[PlacingRecord, ...]]] = {}
        self.days = 0
        monkeypatch.setattr(recalculation, "PAGE", page)
        monkeypatch.setattr(calculator, "PAGES", 1)
        made = self.made

        async def give(self: object, match: MatchId) -> tuple[ResultRecord, tuple[PlacingRecord, ...]]:
            return made[match]

        monkeypatch.setattr(calculator.RatingCalculator, "result", give)

    async def add(
        self, *ranks: tuple[int | str, int], guild: int = 7, days: int | None = None, more: dict[str, int] | None = None
    ) -> MatchId:
        """Let a match end and put its result: a day after the one before, or when that was."""
        self.days += days is None
        over = {"status": Status.FINISHED, "pace": msgspec.json.encode(NoPace())}
        match = (await new_match(self.store, guild=GuildId(guild), **over)).id
        row = result(match, guild=guild, days=self.days if days is None else days)
        self.made[match] = row, placed(match, *ranks, **more or {})

        def meet(tx: Tx) -> None:
            for who, _ in ranks:
                if isinstance(who, int):
                    tx.people.meet(UserId(who), f"Player {who}", at=BEGAN)

        await self.store.run(meet)
        await self._reckon(match)
        return match

    async def rule(self, match: MatchId, *, void: bool = False) -> None:
        """Turn the places of a match round, or let it count for nothing (or again)."""
        row, placings = await self.store.read(lambda tx: (tx.results.get(match), tx.results.placings([match])))
        if row is None:
            return  # its server is gone
        most = 1 + max(each.rank for each in placings)
        if void:
            row = replace(row, rated=not row.rated, why=Unrated.VOID if row.rated else Unrated.RATED)
        else:
            placings = tuple(replace(each, rank=most - each.rank) for each in placings)
        self.made[match] = row, placings
        await self._reckon(match)

    async def _reckon(self, match: MatchId) -> None:
        await self.store.run(lambda tx: tx.results.owe(match))
        await self.scenes[0].app.rating_calculator._reckon(match)

    async def go_on(self, process: int = 0) -> bool:
        """Rate a page; return whether there is more."""
        worker = self.scenes[process].app.rating_calculator
        await worker.work()
        return worker.is_behind

    def wait(self) -> None:
        """Let so much time go by that a process without a page is taken to have died."""
        for scene in self.scenes:
            scene.clock.forward(minutes=2)

    async def finish(self, process: int = 0) -> None:
        """Rate all that is left, after the other process has had time to die."""
        self.wait()
        while await self.go_on(process):
            pass

    async def progress(self) -> RatingProgress:
        """How far ratings are."""
        return await self.store.read(lambda tx: tx.ratings.progress())

    async def stored(self) -> tuple[dict[Key, RatingRecord], list[str]]:
        """All ratings, and their steps in some order."""

        def read(tx: Tx) -> tuple[dict[Key, RatingRecord], list[str]]:
            matches = [row.match for row in tx.results.after((-1, 0), most=10_000)]
            return {as_key(row): row for row in tx.ratings.get_all()}, _sorted(tx.ratings.steps_of(matches))

        return await self.store.read(read)

    async def folded(self) -> tuple[dict[Key, RatingRecord], list[str]]:
        """The same by a fold from nothing over the results."""

        def read(tx: Tx) -> Book:
            book = Book()
            for row in tx.results.after((-1, 0), most=10_000):
                book.add(row, tx.results.placings([row.match]))
            return book

        book = await self.store.read(read)
        return book.ratings, _sorted(book.steps)


def _sorted(steps: tuple[StepRecord, ...] | list[StepRecord]) -> list[str]:
    return sorted(map(repr, steps))


@pytest.fixture
def plays(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> Plays:
    """No results yet."""
    return Plays(scene, monkeypatch)


async def _add_random(plays: Plays, chance: Random) -> None:
    among = chance.choice(CIRCLES) if chance.random() < 0.9 else PEOPLE
    who: list[int | str] = list(chance.sample(among, chance.randint(2, 3)))
    more: dict[str, int] = {}
    if chance.random() < 0.25:
        who[-1] = "easy"
    if chance.random() < 0.3:  # somebody took a seat over: a loss doesn't count, whatever else changes
        seat = chance.randrange(len(who))
        left = chance.choice([each for each in among if each not in who])
        more = {"guarded": seat, "former": left}
    ranks = tuple((each, chance.randint(1, len(who))) for each in who)
    days = chance.randint(0, plays.days) if chance.random() < 0.15 else None
    await plays.add(*ranks, guild=chance.choice(GUILDS), days=days, more=more)


WHAT = {"add": 5, "rule": 4, "page": 8, "all": 4, "other": 2, "delete": 1, "purge": 0.7}


@pytest.mark.parametrize("seed", range(5))
async def test_whatever_comes_between_ratings_end_as_a_fold_from_nothing(plays: Plays, seed: int) -> None:
    """
    Results in and out of order, rulings, deleted people and purged servers, between the pages of two processes that
    relieve each other.
    """
    chance = Random(seed)
    for _ in range(20):
        await _add_random(plays, chance)
    for at in range(24):
        matches = list(plays.made)
        match chance.choices(tuple(WHAT), tuple(WHAT.values()))[0]:
            case "add":
                await _add_random(plays, chance)
            case "rule":
                await plays.rule(chance.choice(matches), void=chance.random() < 0.3)
            case "page":
                await plays.go_on()
            case "all":
                await plays.finish()
            case "other":
                if chance.random() < 0.5:
                    plays.wait()
                await plays.go_on(1)
            case "delete":
                await plays.scenes[0].app.privacy.deletions.delete(UserId(chance.choice(PEOPLE)))
            case _:
                await plays.scenes[at % 2].app.privacy.retention.purge(GuildId(chance.choice(GUILDS)))
    await plays.finish(seed % 2)

    assert not (await plays.progress()).stale
    assert await plays.folded() == await plays.stored()


async def _fill(plays: Plays, matches: int) -> list[MatchId]:
    """Let people 1 and 2 play in server 7, 3 and 4 in server 8, by turns."""
    pairs = ((1, 2), (3, 4))
    return [
        await plays.add(*((who, rank) for rank, who in enumerate(pairs[at % 2], 1)), guild=GUILDS[at % 2])
        for at in range(matches)
    ]


def _note_writes(monkeypatch: pytest.MonkeyPatch) -> list[StepRecord]:
    written: list[StepRecord] = []
    add = RatingRepository.add_step

    def note(ratings: RatingRepository, step: StepRecord) -> None:
        written.append(step)
        add(ratings, step)

    monkeypatch.setattr(RatingRepository, "add_step", note)
    return written


async def test_a_ruling_writes_nothing_of_others(plays: Plays, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    On an old match of one server: ratings of those who play elsewhere are not written.
    """
    first, *_ = await _fill(plays, 20)
    written = _note_writes(monkeypatch)
    await plays.rule(first)
    await plays.finish()

    assert {1, 2} == {step.user for step in written}
    assert await plays.folded() == await plays.stored()


async def test_what_no_correction_changes_is_not_read(plays: Plays, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    Where nothing differs any more, all results in between are skipped; where something does, up to its next match.
    """
    first = await plays.add((5, 1), (6, 2))
    await _fill(plays, 20)
    await plays.add((5, 1), (6, 2))
    reads = _note_reads(monkeypatch)
    await plays.rule(first)
    await plays.finish()
    both = sum(reads)
    reads.clear()
    await plays.store.run(lambda tx: tx.results.owe(first))
    await plays.scenes[0].app.rating_calculator._reckon(first)  # it comes to the same
    await plays.finish()

    assert both < 20
    assert sum(reads) < 10
    assert await plays.folded() == await plays.stored()


def _note_reads(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Count the results that each unit of work reads."""
    reads: list[int] = []
    after = ResultRepository.after

    def note(results: ResultRepository, last: Mark, *, most: int) -> tuple[ResultRecord, ...]:
        found = after(results, last, most=most)
        reads.append(len(found))
        return found

    monkeypatch.setattr(ResultRepository, "after", note)
    return reads


async def test_no_unit_of_work_takes_more_than_a_page(plays: Plays, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    However many results there are: so many are read, and the ratings of so many are written.
    """
    await _fill(plays, 20)
    reads, written = _note_reads(monkeypatch), _note_writes(monkeypatch)
    units: list[int] = []
    run = plays.store.run

    async def count(work: Callable[[Tx], object]) -> object:
        reads.clear()
        written.clear()
        found = await run(work)
        units.append(len(written))
        assert sum(reads) <= 3
        return found

    await plays.rule(next(iter(plays.made)))
    monkeypatch.setattr(plays.store, "run", count)
    await plays.scenes[0].app.rating_calculator.refold()
    await plays.rule(next(iter(plays.made)))
    await plays.finish()

    assert 0 < max(units) <= 3 * 8
    assert await plays.folded() == await plays.stored()


async def test_ratings_never_go_back_to_an_old_date(plays: Plays) -> None:
    """
    While results are rated again, each rating stays that of its last match.
    """
    first, *_ = await _fill(plays, 12)
    before = {key: row.changed for key, row in (await plays.stored())[0].items()}
    await plays.rule(first)
    while await plays.go_on():
        assert before == {key: row.changed for key, row in (await plays.stored())[0].items()}

    assert await plays.folded() == await plays.stored()


async def test_results_that_come_meanwhile_are_waited_for_by_none(plays: Plays) -> None:
    """
    The mark moves on although a result comes with each page.
    """
    first, *_ = await _fill(plays, 12)
    await plays.rule(first)
    marks = [read_mark(await plays.progress())]
    for _ in range(4):
        await plays.go_on()
        await plays.add((1, 1), (3, 2))
        marks.append(read_mark(await plays.progress()))
    await plays.finish()

    assert marks == sorted(set(marks))
    assert await plays.folded() == await plays.stored()


async def test_another_process_goes_on_only_after_a_while(plays: Plays) -> None:
    """
    Of two, one goes on; once nothing comes of it any more, the other does.
    """
    first, *_ = await _fill(plays, 12)
    await plays.rule(first)
    await plays.go_on()
    begun = read_mark(await plays.progress())
    early = await plays.go_on(1)
    stays = read_mark(await plays.progress())
    await plays.finish(1)

    assert (False, begun) == (early, stays)
    assert await plays.folded() == await plays.stored()


async def test_rebuilding_mends_ratings_that_are_not_those_of_their_matches(plays: Plays) -> None:
    """
    A rating that no match counts for goes, and one that was changed is again what its matches say.
    """
    await _fill(plays, 8)
    kept = next(iter((await plays.stored())[0].values()))

    def spoil(tx: Tx) -> None:
        tx.ratings.put(replace(kept, mu=kept.mu + 1))
        tx.ratings.put(replace(kept, user=99))

    await plays.store.run(spoil)
    await plays.scenes[0].app.rating_calculator.refold()

    assert await plays.folded() == await plays.stored()


async def test_somebody_who_returns_after_their_deletion_begins_anew(plays: Plays) -> None:
    """
    Deleted between two pages, and back in a match before the next one: what was known by the id is forgotten.
    """
    first, *_ = await _fill(plays, 12)
    await plays.rule(first)
    await plays.go_on()
    await plays.scenes[0].app.privacy.deletions.delete(UserId(1))
    await plays.add((1, 1), (3, 2))
    await plays.finish()
    ratings, _ = await plays.stored()

    assert 1 == ratings[Key(0, "season", 1)].matches
    assert await plays.folded() == await plays.stored()


async def test_a_server_is_purged_after_the_mark(plays: Plays) -> None:
    """
    Those who played there and play on elsewhere are rated without it, although no correction concerned them.
    """
    first = await plays.add((1, 1), (2, 2))
    for _ in range(6):
        await plays.add((1, 1), (2, 2))
    await plays.add((3, 1), (4, 2), guild=8)
    for _ in range(6):
        await plays.add((3, 2), (4, 1))
    await plays.rule(first)
    await plays.go_on()
    await plays.scenes[0].app.privacy.retention.purge(GuildId(8))
    await plays.finish()

    assert await plays.folded() == await plays.stored()


async def test_results_that_come_before_the_next_match_of_those_who_differ_are_rated(plays: Plays) -> None:
    """
    They weren't rated before, so they aren't skipped.
    """
    first = await plays.add((1, 1), (2, 2))
    for _ in range(6):
        await plays.add((3, 1), (4, 2))
    await plays.rule(first)
    await plays.add((5, 1), (6, 2))
    await plays.add((1, 1), (2, 2))
    await plays.finish()

    assert await plays.folded() == await plays.stored()
