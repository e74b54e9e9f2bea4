"""Times what people wait for and what goes on beside it, with services over a filled database."""

from __future__ import annotations

import itertools
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from datetime import timedelta
from functools import partial
from statistics import median
from time import perf_counter, process_time
from uuid import uuid4

from bot.app.changes.caps import Caps
from bot.app.changes.unit_of_work import UnitOfWork
from bot.app.match.paces import PRESETS
from bot.app.match.records import Actor, MatchRequest, Place
from bot.app.notifications.relay import Relay
from bot.app.notifications.thread_cleanup import Active, plan_round
from bot.app.ratings.exports import Form
from bot.app.runtime.library import Library
from bot.app.runtime.time_source import ManualClock
from bot.app.services import Services
from bot.app.views import targets
from bot.app.views.targets import everywhere
from db.engine.shards import WHOLE
from db.ids import ChannelId, Key, MatchId, TournamentId
from db.records import Status
from db.stores.store import Store
from games.core.registry import games
from tests.app.scene import RecordingCourier
from tests.bench.growth.filling import BUSIEST_GUILD, BUSIEST_OTHER, BUSIEST_USER, END
from tests.bench.growth.playing import make_random_turn

TIMES = 9
"""Each is timed so often; a long one only once more."""
LONG_S = 1.0
CAPS = Caps(open=1000, matches=1000, channel=1000)
PLACE = Place(BUSIEST_GUILD, ChannelId(BUSIEST_GUILD + 1))
ME, OTHER = Actor(BUSIEST_USER, "Player 0"), Actor(BUSIEST_OTHER, "Player 1")

Call = Callable[[], Awaitable[object]]


class Measured:
    """What one thing took, in milliseconds: the first time, the median, and the longest after the first.

    ``busy`` is the least that this process was busy with it, which says more where other work keeps the machine busy.
    """

    def __init__(self, first: float, later: list[float], *, busy: float) -> None:
        """Sum up."""
        self.first = first
        self.busy = busy
        self.median = median(later or [first])
        self.longest = max(later or [first])


class Measuring:
    """Services as the bot has them, with a clock at the end of the copied matches."""

    def __init__(self, store: Store, matches: int) -> None:
        """``matches``: how many are over."""
        self.clock = ManualClock(END)
        self.app = Services(UnitOfWork(store, Library(games()), self.clock, caps=CAPS))
        self.matches = matches
        self._agrees = False
        self._keys = (Key(f"{uuid4()}") for _ in itertools.count())
        self._relay = Relay(self.app.uow, RecordingCourier(), holder="measured", pause=0)

    async def rows(self) -> dict[str, Measured]:
        """Time everything."""
        await self.app.scheduler.recover()
        running = [await self._begin() for _ in range(12)]
        over = await self._find_copied()
        found: dict[str, Measured] = {}
        for name, call in (
            *self._looks(over, running[0]),
            *self._writes(iter(running)),
            *self._sweeps(),
            *self._long(),
        ):
            found[name] = await _time(call)
        return found

    async def _find_copied(self) -> MatchId:
        """Return a match that was played to its end."""
        read = self.app.uow.store.read
        found = await read(lambda tx: tx.matches.of_user(ME.user, status=Status.FINISHED, most=500))
        copied = [each.id for each in found if each.id <= self.matches]
        if not copied:
            raise LookupError(f"{self.matches} matches are too few: the busiest player has none that is over")
        return copied[0]

    async def _begin(self) -> MatchId:
        wish = MatchRequest(game="grunn", seats=2, pace=PRESETS["easy"])
        match = (await self.app.lobby.create(next(self._keys), ME, place=PLACE, wish=wish)).match
        await self.app.lobby.join(next(self._keys), OTHER, match=match)
        return match

    def _looks(self, over: MatchId, running: MatchId) -> Iterator[tuple[str, Call]]:
        """What is asked for and only read."""
        app = self.app
        for name, target in {"any": targets.ANY, "turn": targets.TURN, "rematch": targets.REMATCH}.items():
            yield (
                f"match numbers completed ({name})",
                lambda target=target: app.matches.candidates(PLACE, ME.user, target, sees=everywhere),  # type: ignore[misc]
            )
        yield "/match list", lambda: app.matches.list_matches(PLACE)
        for status in Status:
            yield (
                f"/match list ({status.value})",
                lambda status=status: app.matches.list_matches(PLACE, status=status),  # type: ignore[misc]
            )
        yield "/next", lambda: app.matches.next_for(ME.user)
        yield "/my matches", lambda: app.matches.mine(ME.user)
        yield "the matches that one leads", lambda: app.matches.list_hosted(ME.user)
        yield "/board", lambda: app.matches.look(running, ME.user)
        yield "/match show (over)", lambda: app.matches.look(over, ME.user)
        yield "/match log (over)", lambda: app.matches.log(over, ME.user)
        yield "/match history (over)", lambda: app.history.turn(over, ME.user, turn=3)
        yield "/match replay (over)", lambda: app.replays.reel(over, ME.user)
        yield "/match text (over)", lambda: app.files.sheet(over, ME.user)
        yield "/match export (over)", lambda: app.files.match_file(over, ME.user)
        yield "/match share (over)", lambda: app.sharing.summary(over, ME.user, PLACE.channel)
        yield "/profile", lambda: app.ratings.profile(ME, place=PLACE, user=ME.user)
        yield "/profile of another", lambda: app.ratings.profile(OTHER, place=PLACE, user=ME.user, game="grunn")
        yield "/profile versus", lambda: app.ratings.versus(ME, place=PLACE, first=ME.user, second=OTHER.user)
        yield "/leaderboard", lambda: app.ratings.leaderboard(ME, place=PLACE)
        yield "/leaderboard of a game", lambda: app.ratings.leaderboard(ME, place=PLACE, game="grunn")
        yield "/leaderboard everywhere", lambda: app.ratings.leaderboard(ME, place=PLACE, everywhere=True)
        yield "/leaderboard records", lambda: app.ratings.records(place=PLACE)
        yield "/leaderboard records of a game", lambda: app.ratings.records(place=PLACE, game="grunn")
        yield "/leaderboard records everywhere", lambda: app.ratings.records(place=PLACE, everywhere=True)
        yield from self._more_looks()

    def _more_looks(self) -> Iterator[tuple[str, Call]]:
        app = self.app
        yield "/watch list", lambda: app.following.find_interesting(PLACE, sees=everywhere)
        yield "/watch own", lambda: app.following.list_followed(ME.user)
        yield "/tournament find", lambda: app.tournaments.find(PLACE)
        yield "/tournament here", lambda: app.tournaments.here(PLACE)
        yield "/tournament show", lambda: app.tournaments.view(TournamentId(1))
        yield "/staff stuck", lambda: app.staff.find_stuck(PLACE)
        yield "/staff reports", lambda: app.reports.list_pending(PLACE)
        yield "/staff log", lambda: app.staff_log.find(PLACE)
        yield "/staff log of a person", lambda: app.staff_log.find(PLACE, user=ME.user)
        yield "/my health", lambda: app.delivery_health.health(ME.user)
        yield "/settings health", lambda: app.delivery_health.server_health(BUSIEST_GUILD)
        yield "/privacy delete, asked", lambda: app.privacy.deletions.measure(ME.user)

    def _writes(self, running: Iterator[MatchId]) -> Iterator[tuple[str, Call]]:
        """What is asked for and changes something."""
        app, first = self.app, next(running)
        yield "a match is opened and joined", self._begin
        yield "a turn", lambda: app.uow.act(next(self._keys), ME, first, make_random_turn)
        yield "a match ends and is rated", lambda: self._end(next(running))
        yield "a consent", self._change_consent

    def _sweeps(self) -> Iterator[tuple[str, Call]]:
        """What goes on by itself."""
        app = self.app
        yield "consents, spread over placings", app.rating_calculator.work
        yield "deadlines", app.scheduler.sweep
        yield "deadlines, when next", app.scheduler._until_next
        yield "forgetting, hourly", self._tidy
        yield "servers and people to delete", app.privacy.retention.tidy
        yield "tournaments", app.tournament_runner.work
        yield "computer players", app.computer_players.think
        yield "deliveries", self._relay.pump
        yield "digests", app.digests.sweep
        yield "followed matches", app.following.sweep
        yield "player search", app.player_search.sweep
        yield "regular matches", app.regular_tables.sweep
        yield "shared lists", app.shared_lists.sweep
        yield (
            "logs to pack",
            lambda: app.uow.store.read(
                lambda tx: tx.packed_logs.find_unpacked(before=END - timedelta(days=7), most=50)
            ),
        )
        yield (
            "threads, which servers",
            lambda: app.uow.store.read(lambda tx: tx.matches.guilds_with_threads(since=END - timedelta(days=3))),
        )
        yield (
            "threads of a server",
            lambda: app.uow.store.read(lambda tx: plan_round(tx, BUSIEST_GUILD, Active(own=(), total=9), now=END)),
        )
        yield (
            "after an outage",
            lambda: app.uow.store.run(
                lambda tx: tx.outages.put_off(WHOLE, starts=END - timedelta(minutes=9), ends=END)
            ),
        )
        yield "servers that removed the bot", lambda: app.uow.store.read(lambda tx: tx.clocks.guilds_left(WHOLE))
        yield "metrics", lambda: app.uow.store.read(lambda tx: tx.outbox.backlog(now=END))

    async def _end(self, match: MatchId) -> None:
        await self.app.matches.resign(next(self._keys), ME, match=match)
        await self.app.rating_calculator.work()

    async def _change_consent(self) -> None:
        self._agrees = not self._agrees
        await self.app.ratings.set_consent(ME, agrees=self._agrees)

    async def _tidy(self) -> None:
        self.clock.forward(hours=1, minutes=1)
        await self.app.scheduler.tidy()

    def _long(self) -> Iterator[tuple[str, Call]]:
        """What may take long, but must hold up nobody."""
        app = self.app
        yield "the operator's list of servers", lambda: app.uow.store.read(lambda tx: tx.operations.find_use())
        yield "/privacy export", lambda: app.privacy.exports.export(ME, most=8 * 2**20)
        for form in (Form.JSON, Form.CSV):
            yield f"/results as {form.value}", partial(app.ratings.export, place=PLACE, form=form, most=8 * 2**20)


async def _time(call: Call) -> Measured:
    times: list[float] = []
    busy: list[float] = []
    while len(times) < TIMES and not (len(times) > 1 and times[0] > LONG_S):
        began, spent = perf_counter(), process_time()
        with suppress(StopIteration):
            await call()
        times.append(perf_counter() - began)
        busy.append(process_time() - spent)
    first, *later = (each * 1000 for each in times)
    return Measured(first, later, busy=min(busy) * 1000)
