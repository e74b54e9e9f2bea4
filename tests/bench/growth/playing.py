"""Real matches and a tournament, played through the services: what the generator copies."""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Iterator
from datetime import datetime

from bot.app.changes.change import Change
from bot.app.changes.server_rules import Access
from bot.app.changes.turns import player_turn
from bot.app.changes.unit_of_work import UnitOfWork
from bot.app.match.paces import PRESETS
from bot.app.match.records import Actor, MatchRequest, Place
from bot.app.match.state import MatchState
from bot.app.runtime.library import Library
from bot.app.runtime.time_source import ManualClock
from bot.app.services import Services
from bot.app.tournaments.records import TournamentWish
from bot.app.tournaments.settings import TournamentSettings
from db.ids import ChannelId, GuildId, Key, MatchId, UserId
from db.records import Status
from db.stores.store import Store
from db.tournaments.records import Format, PairingStatus, TournamentStatus
from games.core.registry import games
from games.core.rng import Rng
from tests.games.chance import random_turn
from tests.stores import NOW

PEOPLE = tuple(Actor(UserId(number), name) for number, name in enumerate(("Ann", "Ben", "Cleo", "Dora"), 101))
PLACE = Place(GuildId(9 << 22), ChannelId(77))
SEATS = (2, 2, 2, 3, 2, 4)
"""How many play in one match after the other, as far as the game allows."""
HOURS = 5
"""Between two turns."""
BEGUN = 5
"""Matches that are left running after some turns."""
TURNS = 12


class Plays:
    """Services over an empty database, with a clock that is moved by hand; always the same seeds are drawn."""

    def __init__(self, store: Store) -> None:
        """Wire the services."""
        self.clock = ManualClock(NOW)
        uow, seeds = UnitOfWork(store, Library(games()), self.clock), itertools.count(1)
        self.app = Services(uow, new_seed=lambda: next(seeds).to_bytes(32, "big"))
        self._keys = map(Key, map("growth {}".format, itertools.count()))

    async def play(self, matches: int) -> None:
        """Play so many matches of all games and a tournament to their ends, pack and rate them, and begin some more."""
        for game, seats in itertools.islice(_kinds(), matches):
            await self._finish(await self._begin(game, seats))
        await self._play_tournament()
        await self.app.rating_calculator.work()
        self.clock.forward(days=8)
        self.app.log_packing._rest = 0
        while await self.app.log_packing.pack():
            pass
        for game, seats in itertools.islice(_kinds(), BEGUN):
            match = await self._begin(game, seats)
            for _ in range(TURNS):
                await self._turn(match)

    async def _begin(self, game: str, seats: int) -> MatchId:
        wish = MatchRequest(game=game, seats=seats, pace=PRESETS["easy"])
        host, *others = PEOPLE[:seats]
        match = (await self.app.lobby.create(next(self._keys), host, place=PLACE, wish=wish)).match
        for player in others:
            await self.app.lobby.join(next(self._keys), player, match=match)
        return match

    async def _finish(self, match: MatchId) -> None:
        while (await self.app.uow.read(match)).match.status is Status.RUNNING:
            await self._turn(match)

    async def _turn(self, match: MatchId) -> None:
        self.clock.forward(hours=HOURS)
        await self.app.uow.act(next(self._keys), PEOPLE[0], match, make_random_turn)

    async def _play_tournament(self) -> None:
        """Play a round-robin of four."""
        settings = TournamentSettings(most=4, least=4, group=4, at_once=3)
        wish = TournamentWish(name="Cup", game="h2olland", format=Format.ROUND_ROBIN, settings=settings)
        host, app = PEOPLE[0], self.app
        opened = await app.tournaments.create(next(self._keys), host, place=PLACE, wish=wish, access=Access(staff=True))
        number = opened.tournament
        for player in PEOPLE:
            await app.tournaments.join(next(self._keys), player, tournament=number)
        await app.tournaments.start(next(self._keys), host, tournament=number)
        while (view := await app.tournaments.view(number)).record.status is TournamentStatus.RUNNING:
            for pairing in view.pairings:
                if pairing.status is PairingStatus.PLAYING and pairing.match is not None:
                    await self._finish(pairing.match)
            self.clock.forward(hours=HOURS)
            await app.tournament_runner.work()


def _kinds() -> Iterator[tuple[str, int]]:
    """Games and numbers of seats, one match after the other."""
    for seats in itertools.cycle(SEATS):
        for key, game in games().items():
            yield key, seats if seats in game.spec.seats else 2


def make_random_turn(table: MatchState, now: datetime) -> Change:
    """Decide about a match that runs: a turn by chance of whoever is asked."""
    ask = max(table.open_asks(), key=lambda each: each.waits)
    rng = Rng(hashlib.sha256(f"{table.match.id}:{table.match.ply}".encode()).digest())
    moves = random_turn(table.game, table.require_position().state, ask.seat, ask.id, rng)
    return player_turn(table, ask.seat, ask.id, moves, now=now)
