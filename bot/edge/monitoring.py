"""Metrics for Prometheus at ``/metrics`` and a health check at ``/health``, served where METRICS_PORT is set."""

import asyncio
from collections.abc import Sequence
from time import monotonic

import structlog
from aiohttp import web
from msgspec import Struct, json
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from bot import metrics
from bot.app.clock.leases import State
from bot.app.clock.outages import Connection
from bot.config import ConfigError
from bot.edge.application import Application
from db.engine.errors import Damaged, StoreError, raised

log = structlog.get_logger(__name__)

SAMPLE = 0.5
"""Seconds between two measurements of the event loop's lag."""
PATIENCE = 5.0
"""Seconds that the database may take to answer before it counts as down."""
STALLED = 300.0
"""Seconds that a round of a worker may take before the worker counts as stalled."""


class Health(Struct, frozen=True, kw_only=True):
    """What ``/health`` says: ``problems`` in sentences, none if all is well; the rest is what they are made of.

    ``warnings`` are for the operator, while players notice nothing. ``state``: whether it serves its shards, waits for
    shards that another process has, or couldn't renew its leases.
    """

    healthy: bool
    problems: tuple[str, ...]
    warnings: tuple[str, ...] = ()
    state: State = State.SERVING
    storage: bool
    shards: dict[str, bool]
    workers: dict[str, str]


class MonitoringServer:
    """Serves both on a port of its own. ``connection`` knows which shards are connected."""

    def __init__(self, application: Application, connection: Connection, *, pages: Sequence[web.RouteDef] = ()) -> None:
        """Listen to nothing yet. ``pages`` are served beside."""
        self._pages = pages
        self._application = application
        self._connection = connection
        self._runner: web.AppRunner | None = None
        self._sampling: asyncio.Task[None] | None = None

    async def start(self, host: str, port: int) -> None:
        """Open the port; raises ConfigError where that is not possible."""
        app = web.Application()
        app.add_routes([web.get("/metrics", self._metrics), web.get("/health", self._health), *self._pages])
        self._runner = web.AppRunner(app, access_log=None)
        await self._runner.setup()
        try:
            await web.TCPSite(self._runner, host, port).start()
        except OSError as error:
            await self.close()
            why = error.strerror or str(error)
            raise ConfigError(
                f"METRICS_PORT {port} can't be opened on {host} ({why}). Choose another port, or leave it empty."
            ) from None
        self._sampling = asyncio.create_task(_sample_lag(), name="measuring the event loop")
        log.info("metrics are served", host=host, port=port)

    async def close(self) -> None:
        """Close the port."""
        if self._sampling is not None:
            self._sampling.cancel()
            await asyncio.gather(self._sampling, return_exceptions=True)
        if self._runner is not None:
            await self._runner.cleanup()

    async def _metrics(self, request: web.Request) -> web.Response:
        await self._measure()
        return web.Response(body=generate_latest(), headers={"Content-Type": CONTENT_TYPE_LATEST})

    async def _health(self, request: web.Request) -> web.Response:
        health = await self.check()
        status = 200 if health.healthy else 503
        return web.Response(body=json.encode(health), status=status, content_type="application/json")

    async def check(self) -> Health:
        """Look whether Discord, the database and all workers are there."""
        problems = []
        served = self._connection.find_served()
        shards = {str(shard.index): shard in served for shard in self._connection.shards}
        problems += [f"Shard {index} isn't connected to Discord." for index, there in shards.items() if not there]
        leases = self._application.leases
        state = State.SERVING if leases is None else leases.state
        if state is State.LAPSED:
            problems.append("The leases of the shards couldn't be renewed, so nothing is served.")
        why = await self._storage_problem()
        problems += [why] if why else []
        workers = self._workers()
        problems += [f"Worker “{name}”: {state}" for name, state in workers.items() if state != "ok"]
        if not workers:
            problems.append("No worker is running: the bot is starting, or has stopped its work (the log says why).")
        return Health(
            healthy=not problems,
            problems=tuple(problems),
            warnings=self._warnings(),
            state=state,
            storage=not why,
            shards=shards,
            workers=workers,
        )

    def _warnings(self) -> tuple[str, ...]:
        """What is wrong with backups, and with looking for damage."""
        backups, unchecked = self._application.backups, self._application.unchecked
        found = [f"The last backup failed: {backups.trouble}"] if backups is not None and backups.trouble else []
        if unchecked:
            found.append(
                f"The whole database couldn't be checked for damage ({unchecked}). Restart the bot to try again."
            )
        return tuple(found)

    async def _storage_problem(self) -> str:
        """Why the database cannot be used; empty if it can."""
        if self._application.damaged:
            return Damaged.sentence
        try:
            async with asyncio.timeout(PATIENCE):
                await self._application.store.read(lambda tx: tx.facts.get("tag"))
        except StoreError as error:
            return str(error)
        except TimeoutError:
            return f"The database hasn't answered for {PATIENCE:.0f} seconds."
        return ""

    def _workers(self) -> dict[str, str]:
        """How each worker is: ``ok``, or what is wrong with it."""
        found = {}
        for name, worker in self._application.services.uow.workers.items():
            late = monotonic() - worker.finished - worker.pause
            stalled = f"it hasn't finished a round for {late:.0f} seconds." if late > STALLED else "ok"
            found[name] = f"its last round failed ({worker.trouble})." if worker.trouble else stalled
        for task in self._application.workers:
            if task.done() and not task.cancelled() and task.exception() is not None:
                found[task.get_name()] = "it has died; restart the bot."
        return found

    async def _measure(self) -> None:
        """Bring the gauges to the present."""
        uow, application = self._application.services.uow, self._application
        served = self._connection.find_served()
        for shard in self._connection.shards:
            metrics.GATEWAY.labels(shard.index).set(shard in served)
        self._measure_leases()
        for index, latency in application.client.latencies if application.client.shards else ():
            metrics.LATENCY.labels(index).set(latency)
        queues = {
            "presses": application.client.responder.queues.places if application.client.responder is not None else 0,
            "deliveries": application.relay.serving if application.relay is not None else 0,
            "drawing": application.render_pool.waiting,
            "thinking": application.services.computer_players.thinking,
        }
        for queue, length in queues.items():
            metrics.QUEUE.labels(queue).set(length)
        metrics.WORKER_AGE.clear()
        for worker in uow.workers.values():
            metrics.WORKER_AGE.labels(worker.name).set(monotonic() - worker.finished)
        metrics.FAILING.clear()
        for failure in uow.failures.all():
            metrics.FAILING.labels(failure.worker, "parked" if failure.parked else "put_off").inc()
        for kind, times in raised.items():
            metrics.STORAGE_ERRORS.labels(kind).set(times)
        if application.backups is not None:
            newest = await asyncio.to_thread(application.backups.plan.find_newest)
            age = None if newest is None else uow.clock.now() - newest
            metrics.BACKUP_AGE.set(-1 if age is None else age.total_seconds())
        await self._measure_outbox()

    def _measure_leases(self) -> None:
        leases = self._application.leases
        if leases is not None:
            metrics.LEASE.clear()
            for shard in leases.wanted:
                metrics.LEASE.labels(shard.index).set(leases.find_left() if shard in leases.held else 0)

    async def _measure_outbox(self) -> None:
        now = self._application.services.uow.clock.now()
        if self._application.damaged:
            metrics.STORAGE.set(0)
            return
        try:
            async with asyncio.timeout(PATIENCE):
                waiting, parked, oldest = await self._application.store.read(lambda tx: tx.outbox.backlog(now=now))
        except (StoreError, TimeoutError):
            metrics.STORAGE.set(0)
            return
        metrics.STORAGE.set(1)
        metrics.OUTBOX.labels("waiting").set(waiting)
        metrics.OUTBOX.labels("parked").set(parked)
        metrics.OUTBOX_AGE.set(0 if oldest is None else max((now - oldest).total_seconds(), 0))


async def _sample_lag() -> None:
    """Measure how late the event loop wakes a task that sleeps."""
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + SAMPLE
        await asyncio.sleep(SAMPLE)
        metrics.LAG.observe(max(loop.time() - due, 0))
