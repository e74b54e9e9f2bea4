"""Metrics and the health check: what they say, and that they are told as documented."""

from __future__ import annotations

import asyncio
import re
import socket
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import aiohttp
import pytest
from msgspec import json
from prometheus_client import REGISTRY

from bot import __main__ as cli
from bot.app.clock.outages import AlwaysConnected
from bot.app.runtime.queues import PriorityLimiter, Queues
from bot.app.runtime.worker import Worker
from bot.app.workers.backups import Backups
from bot.config import ConfigError, Settings
from bot.edge.application import Application
from bot.edge.imaging.render_pool import RenderPool
from bot.edge.monitoring import MonitoringServer
from db.engine.errors import Damaged, Unreachable
from db.engine.shards import Shard, all_of
from db.ids import MatchId
from db.stores.backup_files import AUTOMATIC, BackupPlan
from db.stores.sqlite import open_sqlite
from tests.app.scene import Scene
from tests.migrated import migrated

DOCUMENT = Path(__file__).parents[2] / "docs" / "monitoring.md"
DEPLOY = DOCUMENT.parent / "deploy"


class Connection(AlwaysConnected):
    """Some shards are served."""

    def __init__(self, *shards: Shard) -> None:
        super().__init__(*shards)
        self.there = frozenset(shards)

    def find_served(self) -> frozenset[Shard]:
        """Return them."""
        return self.there


class Site:
    """A bot without Discord, and what it serves."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.connection = Connection(*all_of(2))
        client = SimpleNamespace(shards={}, latencies=[], responder=SimpleNamespace(queues=Queues()))
        self.application = SimpleNamespace(
            services=scene.app,
            store=scene.store,
            client=client,
            relay=scene.relay,
            render_pool=RenderPool(0),
            workers=[],
            damaged=False,
            unchecked="",
            backups=None,
            leases=None,
        )
        self.monitoring = MonitoringServer(cast(Application, self.application), self.connection)

    async def get(self, path: str) -> tuple[int, str]:
        """Return status and text of a page."""
        assert self.monitoring._runner is not None
        host, port = self.monitoring._runner.addresses[0][:2]
        async with aiohttp.ClientSession() as session, session.get(f"http://{host}:{port}{path}") as response:
            return response.status, await response.text()


@pytest.fixture
async def site(tmp_path: Path) -> AsyncIterator[Site]:
    """It runs, with one worker."""
    path = tmp_path / "longtable.db"
    path.write_bytes(migrated())
    store = await open_sqlite(path)
    site = Site(Scene(store))
    await site.monitoring.start("127.0.0.1", 0)
    working = asyncio.create_task(Worker(site.scene.app.uow, "testing").repeat(_rest))
    await asyncio.sleep(0)
    yield site
    working.cancel()
    await asyncio.gather(working, return_exceptions=True)
    await site.monitoring.close()
    await store.close()


async def _rest() -> float:
    return 60


def value(text: str, name: str) -> float:
    """Return a sample of the page."""
    return next(float(line.rsplit(" ", 1)[1]) for line in text.splitlines() if line.startswith(f"{name} "))


async def test_all_is_well_while_gateway_database_and_workers_are_there(site: Site) -> None:
    """
    Then it is 200, with each shard and each worker.
    """
    status, text = await site.get("/health")
    health = json.decode(text)

    assert 200 == status
    assert [] == health["problems"]
    assert ({"0": True, "1": True}, {"testing": "ok"}, True) == (
        health["shards"],
        health["workers"],
        health["storage"],
    )


async def test_a_backup_that_failed_is_a_warning_and_no_problem(site: Site, tmp_path: Path) -> None:
    """
    Players notice nothing, so `/health` stays 200; the metrics say how old the newest one is.
    """
    plan = BackupPlan(folder=tmp_path, every=timedelta(days=1), kept=7, weeks=4)
    backups = Backups(site.scene.app.uow, plan)
    site.application.backups = backups
    backups.trouble = "No room."
    status, text = await site.get("/health")
    none = value((await site.get("/metrics"))[1], "longtable_backup_age_seconds")
    (tmp_path / AUTOMATIC.format(site.scene.clock.now() - timedelta(hours=3))).touch()
    age = value((await site.get("/metrics"))[1], "longtable_backup_age_seconds")

    assert (200, ["The last backup failed: No room."]) == (status, json.decode(text)["warnings"])
    assert (-1, 3 * 3600) == (none, age)


@pytest.mark.parametrize("fault", ["shard", "storage", "damaged", "trouble", "stalled", "dead", "not started"])
async def test_what_is_wrong_is_said(site: Site, fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    Then it is 503 with one sentence.
    """
    uow = site.scene.app.uow
    said = {
        "shard": "Shard 1 isn't connected to Discord.",
        "storage": str(Unreachable()),
        "damaged": str(Damaged()),
        "trouble": "Worker “testing”: its last round failed (ValueError).",
        "stalled": "Worker “testing”: it hasn't finished a round for 940 seconds.",
        "dead": "Worker “relay”: it has died; restart the bot.",
        "not started": "No worker is running: the bot is starting, or has stopped its work (the log says why).",
    }

    async def refuse(work: object) -> None:
        raise ValueError if work is None else Unreachable

    match fault:
        case "shard":
            site.connection.there = frozenset(all_of(2)[:1])
        case "storage":
            monkeypatch.setattr(uow.store, "read", refuse)
        case "damaged":  # what is read may still be whole
            site.application.damaged = True
        case "trouble":
            uow.workers["testing"].trouble = "ValueError"
        case "stalled":
            uow.workers["testing"].finished -= 1000
        case "dead":
            site.application.workers = [asyncio.create_task(refuse(None), name="relay")]
            await asyncio.wait(site.application.workers)
        case "not started":
            monkeypatch.setattr(uow, "workers", {})
    status, text = await site.get("/health")

    assert (503, [said[fault]]) == (status, json.decode(text)["problems"])
    assert (fault not in ("storage", "damaged")) == json.decode(text)["storage"]


async def test_metrics_tell_the_present(site: Site) -> None:
    """
    What waits and how long, what is parked and fails, which shard is there, how often the database could not be used.
    """
    scene = site.scene
    await scene.match()
    scene.clock.forward(seconds=90)
    scene.app.uow.failures.note("deadlines", MatchId(7), ValueError("oops"), match=MatchId(7))
    site.connection.there = frozenset(all_of(2)[:1])
    before = float(REGISTRY.get_sample_value("longtable_storage_errors", {"error": "Unreachable"}) or 0)
    Unreachable()
    _, waiting = await site.get("/metrics")
    await scene.relay.pump()
    _, text = await site.get("/metrics")

    assert 2 <= value(waiting, 'longtable_outbox_messages{state="waiting"}')
    assert 90 == value(waiting, "longtable_outbox_oldest_seconds")
    assert 0 == value(text, 'longtable_outbox_messages{state="waiting"}')
    assert 0 == value(text, "longtable_outbox_oldest_seconds")
    assert 1 == value(text, 'longtable_failing_items{state="put_off",worker="deadlines"}')
    assert (1, 0) == (value(text, 'longtable_gateway_up{shard="0"}'), value(text, 'longtable_gateway_up{shard="1"}'))
    assert before < value(text, 'longtable_storage_errors{error="Unreachable"}')
    assert 1 <= value(text, 'longtable_post_seconds_count{kind="board"}')
    assert 1 == value(text, "longtable_storage_up")


async def test_the_page_about_metrics_names_each_and_no_other(site: Site) -> None:
    """
    What is documented is served, and the other way round.
    """
    _, text = await site.get("/metrics")
    served = set(re.findall(r"^# TYPE (longtable_\w+) ", text, re.MULTILINE))
    created = {name for name in served if name.endswith("_created")}
    documented = set(re.findall(r"^\| `(longtable_\w+)`", DOCUMENT.read_text(encoding="utf-8"), re.MULTILINE))

    assert served - created == documented


async def test_dashboard_and_alerts_ask_for_what_is_served(site: Site) -> None:
    """
    Each metric in the files for Grafana and Prometheus exists, with the labels that are asked for.
    """
    _, text = await site.get("/metrics")
    families = set(re.findall(r"^# TYPE ((?:longtable|process)_\w+) ", text, re.MULTILINE))
    served = families | {f"{name}{end}" for name in families for end in ("_bucket", "_count", "_sum")}
    dashboard = json.decode((DEPLOY / "grafana.json").read_bytes())
    asked = [each["expr"] for panel in dashboard["panels"] for each in panel.get("targets", ())]
    alerts = re.findall(r"^ +expr: (.+)$", (DEPLOY / "alerts.yaml").read_text(encoding="utf-8"), re.MULTILINE)
    used = {name for each in (*asked, *alerts) for name in re.findall(r"\b(?:longtable|process)_\w+", each)}
    panels = [(panel["gridPos"]["x"], panel["gridPos"]["y"]) for panel in dashboard["panels"]]
    scraped = {name for name in used if name.startswith("process_")}

    assert 8 < len(alerts)
    assert set() == used - scraped - served
    assert {"process_resident_memory_bytes", "process_cpu_seconds_total"} == scraped
    assert len(panels) == len(set(panels))


async def test_a_port_that_is_taken_is_refused_in_one_sentence(site: Site) -> None:
    """
    The setting is named, and what to do.
    """
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        other = MonitoringServer(cast(Application, site.application), site.connection)

        with pytest.raises(ConfigError, match=rf"METRICS_PORT {port} can't be opened on 127\.0\.0\.1 .*Choose another"):
            await other.start("127.0.0.1", port)


def test_the_bot_ends_with_exit_code_2_then(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """
    Before it has asked Discord for anything.
    """
    monkeypatch.chdir(tmp_path)
    for setting in Settings.model_fields:
        monkeypatch.delenv(setting.upper(), raising=False)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        for name, set_to in (
            ("DISCORD_TOKEN", "x"),
            ("DATA_DIR", str(tmp_path)),
            ("METRICS_PORT", str(taken.getsockname()[1])),
        ):
            monkeypatch.setenv(name, set_to)
        code = cli.main(["run"])

    assert 2 == code
    assert "can't be opened on 127.0.0.1" in capsys.readouterr().err


async def test_queues_know_how_long_they_are() -> None:
    """
    A place counts until it is left; who passes a gate waits no more.
    """
    lanes, limiter = Queues(), PriorityLimiter(1)
    first, second = lanes.take(1), lanes.take(1)
    taken = lanes.places
    first.skip()
    second.skip()
    async with limiter.enter(0):
        waiting = asyncio.create_task(_pass(limiter))
        await asyncio.sleep(0)
        length = limiter.waiting
    await waiting

    assert (2, 0) == (taken, lanes.places)
    assert (1, 0) == (length, limiter.waiting)


async def _pass(limiter: PriorityLimiter) -> None:
    async with limiter.enter(0):
        pass
