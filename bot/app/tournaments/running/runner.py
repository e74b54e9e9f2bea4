"""The tournament runner: rates finished matches and lets tournaments go on, so that both follow by themselves."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from bot.app.changes.unit_of_work import UnitOfWork
from bot.app.ratings.calculator import RatingCalculator
from bot.app.runtime.worker import Worker
from bot.app.tournaments.running.matches import TournamentMatches
from bot.app.tournaments.running.pauses import TournamentPauses
from bot.app.tournaments.running.weekly_summary import WEEK, WeeklySummaries
from bot.app.tournaments.unit_of_work import Decided, TournamentUnitOfWork
from db.engine.columns import to_millis
from db.ids import GuildId, TournamentId
from db.tournaments.records import TournamentRecord
from db.tx import Tx

MOST = 100
"""Tournaments looked at together."""

ROUNDS = 50
"""How often a tournament goes on in one look, at most."""


SOON = 0.05
"""Seconds until the next look, at least."""


class TournamentRunner:
    """One per process; several on one database may run, since the first to write wins."""

    def __init__(
        self,
        uow: UnitOfWork,
        calculator: RatingCalculator,
        tournaments: TournamentUnitOfWork,
        playing: TournamentMatches,
        pauses: TournamentPauses,
        *,
        every: float = 5,
    ) -> None:
        """``every``: seconds between two looks for what other processes left; dates due earlier are met in time."""
        self._uow = uow
        self._calculator = calculator
        self._tournaments = tournaments
        self._playing = playing
        self._pauses = pauses
        self._summaries = WeeklySummaries(tournaments)
        self._every = every
        self._recovered: set[TournamentId] | None = set()
        self.serves: Callable[[GuildId | None], bool] = lambda guild: True
        """Whether players of a server can be reached: elsewhere nothing goes on without them."""
        self._worker = Worker(uow, "tournaments")

    async def run(self) -> None:
        """Work until cancelled."""
        await self._worker.repeat(self._round, event=self._uow.signals.listen(due=True))

    async def _round(self) -> float:
        await self.work()
        return await self._until_next()

    async def work(self) -> int:
        """Do all that is to be done now; returns how many matches were reckoned."""
        if self._recovered is not None:
            await self._recover(self._recovered)
        done = await self._calculator.work()
        await self._sum_up()
        tried: set[TournamentRecord] = set()
        for _ in range(ROUNDS):
            due = [record for record in await self._due() if record not in tried]
            if not due:
                break
            tried.update(due)  # one that stays as it is waits for the next look
            for record in due:
                await self._go_on(record.id)
            done += await self._calculator.work()
        return done

    async def _sum_up(self) -> None:
        """Post the weekly summaries whose time has come."""
        before, most = self._uow.clock.now() - WEEK, MOST + self._worker.failing
        for tournament in await self._uow.store.read(
            lambda tx: tx.tournaments.to_sum_up(before=before, most=most), short=True
        ):
            if self._worker.may(tournament.id) and self.serves(tournament.guild):
                await self._worker.attempt(tournament.id, partial(self._summaries.tell, tournament.id))

    async def _due(self) -> list[TournamentRecord]:
        """The tournaments that go on now, without those that failed and are put off.

        Where nobody can be reached.
        """
        now, most = self._uow.clock.now(), MOST + self._worker.failing
        due = await self._uow.store.read(lambda tx: tx.tournaments.due(now=now, most=most), short=True)
        return [record for record in due if self._worker.may(record.id) and self.serves(record.guild)]

    async def _go_on(self, tournament: TournamentId) -> None:
        """Let a tournament go on; one that breaks is put off, so that it holds up no other."""

        async def act() -> None:
            await self._pauses.end_due(tournament)
            await self._tournaments.act(None, None, tournament, lambda known, seen: Decided(tournament=known))
            await self._playing.start_all(tournament)
            await self._playing.enforce(tournament)
            await self._playing.keep_clocks(tournament)
            await self._playing.overrun(tournament)

        await self._worker.attempt(tournament, act)

    async def _recover(self, done: set[TournamentId]) -> None:
        """After a start: finish what a process that died may have left half done in running tournaments."""
        running = await self._uow.store.read(lambda tx: tx.tournaments.find_running(), short=True)
        left = [record for record in running if record.id not in done]
        for record in left:
            if self.serves(record.guild):
                await self._go_on(record.id)
                done.add(record.id)
        if all(record.id in done for record in left):
            self._recovered = None

    async def _until_next(self) -> float:
        """Seconds until the next tournament goes on by itself, at most the usual pause."""

        def work(tx: Tx) -> int | None:
            return tx.tournaments.next_due()

        if self._calculator.is_behind:
            return SOON
        due = await self._uow.store.read(work, short=True)
        left = self._every if due is None else (due - to_millis(self._uow.clock.now())) / 1000
        # What is still due has just been tried in vain.
        return self._every if left <= 0 else min(max(left, SOON), self._every)
