"""The composition root: settings, store, services, workers and client put together, and taken apart in good order."""

import asyncio
import gc
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial

import discord
import structlog

from bot.app.changes.caps import Caps
from bot.app.changes.unit_of_work import UnitOfWork
from bot.app.clock.leases import Leases
from bot.app.clock.outages import AlwaysConnected, Connection, OutageMonitor
from bot.app.clock.process_names import is_dead, name_process
from bot.app.notifications.courier import Courier
from bot.app.notifications.relay import Relay
from bot.app.notifications.thread_cleanup import ThreadCleanup
from bot.app.runtime.library import Library
from bot.app.runtime.process_pools import count_by_cores, count_cores
from bot.app.runtime.time_source import Clock, SystemClock, read_boot_time
from bot.app.runtime.watchdog import Watchdog
from bot.app.services import Services
from bot.app.workers.backups import Backups
from bot.config import Settings
from bot.edge.bot import LongtableBot
from bot.edge.delivery.courier import DiscordCourier
from bot.edge.delivery.thread_states import ThreadKeeper
from bot.edge.imaging.processes import choose_count
from bot.edge.imaging.render_pool import RenderPool
from bot.edge.interactions.rate_limits import RateLimits
from bot.edge.interactions.responder import Responder
from bot.edge.languages import problems
from bot.edge.linking.oauth import OAuth
from bot.edge.linking.records import register_records
from bot.edge.measured_store import MeasuredStore
from bot.edge.platform.emoji import EmojiKeeper
from bot.edge.platform.members import DiscordMembers
from bot.edge.platform.registration import register
from db.engine.shards import shards_of
from db.ids import GuildId
from db.stores.store import Store
from db.stores.upgrade import open_store
from games.core.contract import AnyGame
from games.core.registry import registry

log = structlog.get_logger(__name__)


@dataclass(slots=True)
class Application:
    """Everything that lives as long as the process. Workers run in tasks of their own, outside the client's."""

    settings: Settings
    client: LongtableBot
    store: Store
    services: Services
    render_pool: RenderPool
    courier: DiscordCourier
    watchdog: Watchdog
    oauth: OAuth | None = None
    """Asks Discord about linked roles, where these are set up."""
    leases: Leases | None = None
    """Which shards are this process's; None: all are."""
    backups: Backups | None = None
    """Makes backups, where the settings say so and this is the process that does."""
    relay: Relay | None = None
    """Brings what the outbox holds, once the workers have started."""
    workers: list[asyncio.Task[None]] = field(default_factory=list)
    guard: asyncio.Task[None] | None = None
    """Stops the workers when the database turns out to be damaged."""
    unchecked: str = ""
    """Why the database couldn't be checked for damage as a whole; empty if nothing of that is known."""
    keeps_backups: bool = True
    """Whether backups are made if the settings say so."""
    prepared: bool = False
    """Whether pictures were drawn ahead while this process waited."""
    leads: bool = False
    """Whether the workers run of which a bot has one each."""

    def owns(self, guild: GuildId | None) -> bool:
        """Return whether a server is this process's just now; direct messages (None) are shard 0's."""
        return self.leases is None or self.leases.has(guild)

    def prepare(self) -> None:
        """Do ahead what would take its time once people wait: while another process serves them."""
        _set_aside()
        if self.settings.drawing_ahead:
            self.prepared = True
            self.run_beside(partial(self.render_pool.warm, self.client.games), "warming")

    def start(self, courier: Courier) -> None:
        """Start the workers; deliveries go through ``courier``. The client must be logged in."""
        relay = Relay(
            self.services.uow,
            courier,
            holder=self.services.scheduler.monitor.process,
            owns=self.owns,
            every=self.settings.sweep_seconds,
        )
        self.relay, self.client.changed = relay, relay.retry
        self.client.membership = self.services.scheduler.membership
        self.client.note_servers()
        self.services.scheduler.returned = relay.resume
        runs = [
            self.services.scheduler.run,
            self.services.computer_players.run,
            self.services.tournament_runner.run,
            self.services.privacy.retention.run,
            self.services.log_packing.run,
            relay.run,
            self.services.broadcasts.run,
        ]
        if self.client.responder is not None:
            followers = self.client.responder.followers
            followers.changed = self.services.uow.signals.listen()
            runs.append(followers.run)
        cleanup = ThreadCleanup(self.services.uow, ThreadKeeper(self.client), owns=self.owns)
        runs.append(cleanup.run)
        for run in runs:
            self.run_beside(run, f"worker {run.__qualname__}")
        self.lead()
        self.run_beside(self._register, "registering")
        self.run_beside(self._note_failed_check, "noting a failed check")
        if self.settings.drawing_ahead and not self.prepared:
            self.run_beside(partial(self._prepare_pictures, relay), "warming")
        if self.settings.piece_emoji:
            self.run_beside(partial(self._keep_emoji, relay), "keeping emoji")
        self.guard = asyncio.create_task(self._stop_when_damaged(), name="guarding the database")
        _set_aside()

    def lead(self) -> None:
        """Start what a bot has one each of, once this process has shard 0: what is private, and backups."""
        if self.leads or self.relay is None or not self.owns(None):
            return
        self.leads = True
        services, backups = self.services, make_backups(self.settings, self.services.uow)
        runs = [
            services.player_search.run,
            services.regular_tables.run,
            services.shared_lists.run,
            services.daily_puzzles.run,
            services.digests.run,
            services.following.run,  # what goes to who follows a match
        ]
        if self.oauth is not None:
            runs.append(services.linked_roles.run)
        if backups is not None and self.keeps_backups:
            self.backups = backups
            runs.append(backups.run)
        for run in runs:
            self.run_beside(run, f"worker {run.__qualname__}")

    def run_beside(self, run: Callable[[], Coroutine[None, None, None]], name: str) -> None:
        """Run something until the bot stops."""
        worker = asyncio.create_task(run(), name=name)
        worker.add_done_callback(_report_death)
        self.workers.append(worker)

    @property
    def damaged(self) -> bool:
        """Whether damage was found in the database, so that nothing is stored any more."""
        return self.guard is not None and self.guard.done() and not self.guard.cancelled()

    async def _stop_when_damaged(self) -> None:
        """Let nothing be written to a damaged database; whoever presses or types something gets a sentence."""
        await self.store.wait_for_damage()
        log.error("the database is damaged: nothing is stored anymore; stop the bot and restore a backup")
        await self._stop_workers()

    async def _note_failed_check(self) -> None:
        """Say so if the database can't be checked for damage: nobody else would learn that it wasn't."""
        self.unchecked = await self.store.wait_for_failed_check()
        log.warning("the whole database couldn't be checked for damage", why=self.unchecked)

    async def _register(self) -> None:
        """Read the translations, which takes half a second, off the event loop; then tell Discord the commands."""
        await asyncio.to_thread(_report_translations)
        await register(self.client.tree, self.store)
        if self.oauth is not None and self.owns(None):
            await register_records(self.client)

    async def _prepare_pictures(self, relay: Relay) -> None:
        """Draw ahead what all pictures are made of, once what was waiting at the start has been delivered.

        Even a piece of it would hold up a board, and on a small machine it takes a core from the rest of the start.
        """
        await relay.caught_up.wait()
        await self.render_pool.warm(self.client.games)

    async def _keep_emoji(self, relay: Relay) -> None:
        """Have Discord show small pictures of pieces, once what was waiting at the start has been delivered."""
        await relay.caught_up.wait()
        await self.client.wait_until_ready()
        await EmojiKeeper(self.client, self.render_pool, self.client.games, leads=self.owns(None)).run()

    async def finish(self, seconds: float) -> None:
        """Begin nothing new, and wait so long for what is being answered and delivered."""
        self.services.reviews.close()
        under_way = [self.client.responder.finish(seconds)] if self.client.responder is not None else []
        if self.relay is not None:
            under_way.append(self.relay.finish(seconds))
        await asyncio.gather(*under_way)

    async def finish_deliveries(self, seconds: float) -> None:
        """Deliver nothing more, and wait so long for what is being delivered; then let the workers end."""
        if self.relay is not None:
            await self.relay.finish(seconds)
        for worker in self.workers:
            worker.cancel()

    async def stop(self) -> None:
        """Stop the workers; what they had not done stands in the database."""
        if self.guard is not None:
            self.guard.cancel()
        await self._stop_workers()

    async def _stop_workers(self) -> None:
        for worker in self.workers:
            worker.cancel()
        await asyncio.gather(*self.workers, return_exceptions=True)
        self.workers = []

    async def close(self) -> None:
        """Let pictures, computer players and the database go."""
        self.render_pool.close()
        self.services.suggestions.close()
        self.services.reviews.close()
        self.services.computer_players.close()
        self.services.completions.close()
        if self.oauth is not None:
            await self.oauth.close()
        await self.store.close()
        self.watchdog.stop()


def _report_translations() -> None:
    """Read the translations before anyone waits for one, and say what is wrong with them."""
    for problem in problems():
        log.warning("a translation isn't valid; its sentence is shown in English", problem=problem)


def _set_aside() -> None:
    """Leave what lives as long as the process out of the rounds of the garbage collector.

    A whole round over games, commands and modules takes a third of a second, in which nobody is acknowledged.
    """
    gc.collect()
    gc.freeze()


def _report_death(worker: asyncio.Task[None]) -> None:
    """Say so when a worker ends that should not."""
    if not worker.cancelled() and (error := worker.exception()) is not None:
        log.error("a worker died; restart the bot", worker=worker.get_name(), exc_info=error)


def load_games() -> Mapping[str, AnyGame]:
    """Return the games that are installed; the log says which could not be loaded, and why."""
    for name, reason in registry().broken.items():
        log.error("a game couldn't be loaded; the others run without it", game=name, reason=reason)
    return registry().games


@dataclass(frozen=True, slots=True, kw_only=True)
class Overrides:
    """What is otherwise than the settings say.

    ``games``: those installed by default. ``threads`` False: matches are always played in the channel. ``database``: an
    URL. ``drawing``: processes that draw (0: a thread).
    """

    games: Mapping[str, AnyGame] | None = None
    clock: Clock | None = None
    threads: bool = True
    database: str = ""
    drawing: int | None = None


USUAL = Overrides()


async def open_application(
    settings: Settings, client: LongtableBot, overrides: Overrides = USUAL, *, connection: Connection | None = None
) -> Application:
    """Open the database and put everything together around a client that is not logged in yet.

    ``connection`` says whether players can reach the bot, as far as it has leases; by default they always can, and all
    shards are its own.
    """
    games, drawing = overrides.games, overrides.drawing
    opened = await open_store(
        overrides.database or settings.database,
        now=datetime.now(UTC),
        durability=settings.database_durability,
        alone=True,
    )
    store = MeasuredStore(opened)
    offered = load_games() if games is None else games
    caps = Caps(
        open=settings.most_open_matches,
        matches=settings.most_matches,
        channel=settings.most_open_in_channel,
        tournaments=settings.most_tournaments,
        expire_days=settings.expire_days,
    )
    uow = UnitOfWork(store, Library(offered), overrides.clock or SystemClock(), caps=caps)
    thinking = settings.thinking_processes or count_by_cores()
    services = Services(uow, processes=thinking, pause=settings.thinking_pause, sweep=settings.sweep_seconds)
    if drawing is None:
        drawing = settings.drawing_processes
    render_pool = RenderPool(choose_count(count_cores()) if drawing is None else drawing, settings.drawing_memory)
    rates = RateLimits(settings.request_burst, settings.requests_per_minute)
    client.furnish(Responder(services, render_pool, offered, rates=rates))
    services.uow.members = DiscordMembers(client)
    courier = DiscordCourier(client, render_pool, services.settings, services.languages, threads=overrides.threads)
    own = shards_of(settings.shard_count, settings.shards)
    leased = connection is not None
    services.scheduler.monitor = OutageMonitor(
        uow, connection or AlwaysConnected(*own), process=name_process() if leased else "shards all", leased=leased
    )
    leases = make_leases(settings, services, opened) if leased else None
    store.leases = None if settings.database.startswith("sqlite") else leases
    watchdog = Watchdog()
    watchdog.start()
    if leases is None:
        await services.scheduler.recover()
    oauth = make_oauth(settings, client)
    services.linked_roles.linker = oauth
    application = Application(settings, client, store, services, render_pool, courier, watchdog, oauth, leases)
    application.keeps_backups = not overrides.database
    return application


def make_backups(settings: Settings, uow: UnitOfWork) -> Backups | None:
    """Return what makes backups by the clock; None where the settings want none."""
    plan = settings.backup_plan
    return Backups(uow, plan) if plan is not None else None


def make_leases(settings: Settings, services: Services, store: Store) -> Leases:
    """Return the leases of this process. A file has one bot, which has locked it: whoever had shards there is dead."""
    monitor, is_file = services.scheduler.monitor, settings.database.startswith("sqlite")
    leases = Leases(
        services.uow,
        shards_of(settings.shard_count, settings.shards),
        process=monitor.process,
        is_dead=(lambda name: True) if is_file else is_dead,
        last_served=monitor.find_last_served,
        read_time=read_boot_time,
    )
    leases.store = store
    return leases


def make_oauth(settings: Settings, client: discord.Client) -> OAuth | None:
    """Return what asks Discord about linked roles; None where they aren't set up."""
    if not settings.linked_roles_base or settings.discord_client_secret is None:
        return None
    secret = settings.discord_client_secret.get_secret_value()
    return OAuth(settings.api_base, settings.linked_roles_base, secret, lambda: client.application_id)
