"""Profiles, leaderboards, records, who meets whom: what the edge calls about results and ratings."""

from __future__ import annotations

from functools import partial

from bot.app.changes.unit_of_work import UnitOfWork
from bot.app.changes.writing import note_name
from bot.app.match.records import Actor, Place
from bot.app.ratings import exports, profiles
from bot.app.ratings.fold import ALL_GAMES
from bot.app.ratings.views import BoardView, ProfileView, RecordView, VersusView
from bot.app.runtime.process_pools import run_in_thread
from bot.app.runtime.refusals import refuse
from db.ids import UserId
from db.tx import Tx
from games.core.language.catalogue import ENGLISH

MOST_RECORDS = 3
"""Best totals shown of each game and number of seats."""

PAGE = 200
"""Results of a file that are read at once: nobody waits for more."""


class Ratings:
    """Results, ratings, profiles and boards."""

    def __init__(self, uow: UnitOfWork) -> None:
        """Work over the shared unit of work."""
        self._uow = uow

    async def profile(self, viewer: Actor, *, place: Place, user: UserId, game: str | None = None) -> ProfileView:
        """Return a player's profile as the viewer may see it in this place; raises Refusal for an unknown game."""
        self._check(game)
        now = self._uow.clock.now()
        return await self._uow.store.read(
            lambda tx: profiles.profile(tx, user, guild=place.guild, viewer=viewer.user, game=game, now=now)
        )

    async def leaderboard(
        self, viewer: Actor, *, place: Place, game: str | None = None, everywhere: bool = False
    ) -> BoardView:
        """Return the leaderboard of a game (None: over all games) of this server, or across servers."""
        self._check(game)
        guild = None if everywhere else place.guild
        now = self._uow.clock.now()
        return await self._uow.store.read(
            lambda tx: profiles.board(tx, guild=guild, game=game or ALL_GAMES, viewer=viewer.user, now=now)
        )

    async def records(
        self, *, place: Place, game: str | None = None, everywhere: bool = False
    ) -> tuple[RecordView, ...]:
        """Return the highest totals by game and number of seats."""
        self._check(game)
        guild = None if everywhere else place.guild
        specs = [each.spec for key, each in self._uow.library.games.items() if game in (None, key)]
        return await self._uow.store.read(lambda tx: profiles.records(tx, specs, guild=guild, most=MOST_RECORDS))

    async def versus(self, viewer: Actor, *, place: Place, first: UserId, second: UserId) -> VersusView:
        """Return what came of the matches of two players, as the viewer may see it in this place.

        Raises Refusal for one and the same.
        """
        if first == second:
            raise refuse("SAME", "versus_self")
        return await self._uow.store.read(
            lambda tx: profiles.versus(tx, first, second, guild=place.guild, viewer=viewer.user)
        )

    async def set_consent(self, actor: Actor, *, agrees: bool) -> None:
        """Note whether a player's results may be shown across servers."""
        now = self._uow.clock.now()

        def work(tx: Tx) -> None:
            note_name(tx, actor, at=now)
            tx.ratings.set_consent(actor.user, at=now if agrees else None)

        await self._uow.store.run(work)

    async def set_block(self, actor: Actor, *, other: UserId, blocked: bool) -> bool:
        """Note whether a player wants to meet another; return whether that changed anything. Raises Refusal."""
        if other == actor.user:
            raise refuse("SAME", "block_self")
        now = self._uow.clock.now()

        def work(tx: Tx) -> bool:
            if not blocked:
                return tx.blocks.drop(actor.user, other)
            known = other in tx.blocks.of_user(actor.user)
            tx.blocks.put(actor.user, other, at=now)
            return not known

        return await self._uow.store.run(work)

    async def list_blocked(self, actor: Actor) -> tuple[UserId, ...]:
        """Return whom a player does not want to meet."""
        return await self._uow.store.read(lambda tx: tx.blocks.of_user(actor.user))

    async def export(self, *, place: Place, form: exports.Form, most: int, language: str = ENGLISH) -> exports.Results:
        """Return a server's results as a file of at most so many bytes, the newest first; raises Refusal outside."""
        guild = place.guild
        if guild is None:
            raise refuse("NO_SERVER", "results_of_server")
        sheet = exports.Sheet(form, most=most)
        before: tuple[int, int] | None = exports.FIRST
        while before is not None:
            page = partial(exports.read_page, guild=guild, before=before, most=PAGE, language=language)
            rows, before = await self._uow.store.read(page, long=True)
            if not await run_in_thread(sheet.add, rows):
                return exports.Results(file=sheet.close(), count=sheet.count, whole=False)
        return exports.Results(file=sheet.close(), count=sheet.count, whole=True)

    def _check(self, game: str | None) -> None:
        if game is not None:
            self._uow.library.game(game)
