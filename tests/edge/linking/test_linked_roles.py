"""Linked roles over real HTTP: the bot's own pages on one side, the stand-in as Discord on the other."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, cast
from urllib.parse import parse_qs, urlsplit

import aiohttp
import pytest
from msgspec.structs import replace
from structlog.testing import capture_logs
from yarl import URL

from bot.app.clock.outages import AlwaysConnected
from bot.app.ratings.linked_roles import LOOK
from bot.edge.application import Application
from bot.edge.linking.oauth import CALLBACK, RECORDS, START, OAuth
from bot.edge.linking.pages import LinkPages
from bot.edge.linking.records import fetch_records, list_records, register_records
from bot.edge.monitoring import MonitoringServer
from db.engine.shards import Shard
from db.ids import UserId
from db.people.links import LinkRecord
from db.stores.sqlite import open_sqlite
from tests.app.scene import ANN, Scene
from tests.app.tournaments.held import finished
from tests.migrated import migrated
from tests.standin.client import Control, NotPossible
from tests.standin.conftest import bot, control, stand
from tests.standin.launch import free_port
from tests.standin.small_bot import SmallBot
from tests.standin.stand import Stand
from tests.standin.world import BOT

__all__ = ["bot", "control", "stand"]


class Site:
    """The bot's pages, and a browser that has looked at none yet."""

    def __init__(self, scene: Scene, stand: Stand, control: Control, *, secret: str = "standin-secret") -> None:
        self.scene, self.stand, self.control = scene, stand, control
        self.port = free_port()
        self.own = f"http://127.0.0.1:{self.port}"
        self.oauth = OAuth(f"{stand.world.base}/api/v10", self.own, secret, lambda: int(BOT))
        self.linked_roles = scene.app.linked_roles
        self.linked_roles.linker = self.oauth
        pages = LinkPages(self.linked_roles, self.oauth).routes()
        self.server = MonitoringServer(cast(Application, object()), AlwaysConnected(Shard(0, 1)), pages=pages)
        self.browser = aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True))

    async def get(self, url: str, **more: Any) -> tuple[int, str, str]:  # noqa: ANN401  # as aiohttp has it
        """Open an address; status, words, and where the browser is sent."""
        async with self.browser.get(URL(url, encoded=True), allow_redirects=False, **more) as response:
            return response.status, await response.text(), response.headers.get("Location", "")

    async def connect(self, user: str = "user2") -> tuple[int, str]:
        """Go through all of it; status and words of the last page."""
        _status, _words, asked = await self.get(f"{self.own}{START}")
        back = await self.control.authorize(user, asked)
        status, words, _ = await self.get(back)
        return status, words

    async def link(self, user: str = "user2") -> LinkRecord | None:
        """What is stored of a user."""
        number = await self.number(user)
        return await self.scene.store.read(lambda tx: tx.links.get(number))

    async def number(self, user: str = "user2") -> UserId:
        """The id of a user."""
        return UserId(
            next(int(each["id"]) for each in (await self.control.world("users"))["users"] if each["username"] == user)
        )

    async def known(self, user: str = "user2") -> dict[str, str] | None:
        """What Discord knows about a user."""
        users = (await self.control.world("users"))["users"]
        found = next(each["connection"] for each in users if each["username"] == user)
        return None if found is None else dict(found["metadata"])


async def told_about(control: Control) -> list[str]:
    """What Discord was told about linked roles: the addresses."""
    sent = [str(each["path"]) for each in await control.requests(method="PUT")]
    return [path for path in sent if "role-connection" in path]


@pytest.fixture
async def scene(tmp_path: Path) -> AsyncIterator[Scene]:
    """Services over an empty database."""
    path = tmp_path / "longtable.db"
    path.write_bytes(migrated())
    store = await open_sqlite(path)
    yield Scene(store)
    await store.close()


@pytest.fixture
async def site(scene: Scene, stand: Stand, control: Control, bot: SmallBot) -> AsyncIterator[Site]:
    """Pages that are served, of an application that is set up."""
    made = Site(scene, stand, control)
    await control.settings(redirect=made.oauth.callback_url, verification_url=made.oauth.start_url, rates="loose")
    await register_records(bot)
    await made.server.start("127.0.0.1", made.port)
    yield made
    await made.browser.close()
    await made.oauth.close()
    await made.server.close()


async def test_the_records_are_registered_once(bot: SmallBot, control: Control) -> None:
    """
    Up to five, with translations; a second start finds them as they are.
    """
    await register_records(bot)
    await register_records(bot)

    assert list_records() == await fetch_records(bot)
    assert {"nl", "de"} <= list_records()[0]["name_localizations"].keys()
    assert 1 == len(await told_about(control))
    assert 5 >= len(RECORDS)


async def test_who_agrees_is_known_to_discord(site: Site) -> None:
    """
    The page says so; what is stored are tokens that no page and no line of the log shows.
    """
    with capture_logs() as lines:
        status, words = await site.connect()
    link = await site.link()
    assert link is not None

    assert 200 == status
    assert "You&#x27;re connected" in words
    assert {"rating": "0", "matches": "0", "wins": "0"} == await site.known()
    assert json.loads(link.told) == {"rating": 0, "matches": 0, "wins": 0}
    assert all(token not in f"{words}{lines}" for token in (link.access, link.refresh, "standin-secret"))


async def test_only_the_browser_that_asked_comes_back(site: Site) -> None:
    """
    Without its cookie, or with another state, nothing is redeemed; nor twice.
    """
    _, _, asked = await site.get(f"{site.own}{START}")
    back = await site.control.authorize("user2", asked)
    code = parse_qs(urlsplit(back).query)["code"][0]
    forged = await site.get(f"{site.own}{CALLBACK}?code={code}&state=guess")
    async with aiohttp.ClientSession() as other, other.get(URL(back, encoded=True)) as response:
        elsewhere = response.status
    stored = await site.link()
    first, again = await site.get(back), await site.get(back)

    assert (400, 400, None) == (forged[0], elsewhere, stored)
    assert (200, 400) == (first[0], again[0])


async def test_who_refuses_changes_nothing(site: Site) -> None:
    """
    The page says so in the language of the browser.
    """
    _, _, asked = await site.get(f"{site.own}{START}")
    back = await site.control.authorize("user2", asked, agrees=False)
    status, words, _ = await site.get(back, headers={"Accept-Language": "de-DE,en;q=0.5"})

    assert (200, None) == (status, await site.link())
    assert "zugestimmt" in words


async def test_what_is_known_is_told_once_and_again_after_a_failure(site: Site) -> None:
    """
    Without news nothing is sent; while Discord fails, the next try waits.
    """
    await site.connect()
    for _ in range(3):
        site.scene.clock.forward(seconds=LOOK.total_seconds() + 1)
        await site.linked_roles.sweep()
    asked = len(await told_about(site.control))
    link = await site.link()
    assert link is not None
    changed = replace(link, told="{}", due=site.scene.clock.now())
    await site.scene.store.run(lambda tx: tx.links.put(changed))
    broken = {"do": "error", "status": 502, "path": "/users/@me/applications/*", "times": 1}
    await site.control.fault("http", fault=broken)
    await site.linked_roles.sweep()
    await site.linked_roles.sweep()
    failed = await site.link()
    site.scene.clock.forward(seconds=30)
    await site.linked_roles.sweep()
    after = await site.link()

    assert failed is not None
    assert after is not None
    assert 2 == asked, "the records, and one telling"
    assert (1, "{}") == (failed.failures, failed.told)
    assert (0, link.told) == (after.failures, after.told)


async def test_a_finished_match_is_told_at_once(site: Site) -> None:
    """
    Whoever was in it is looked at in the next round: the winner has a win more.
    """
    await site.connect()
    link = await site.link()
    assert link is not None
    ann = replace(link, user=ANN.user, due=site.scene.clock.now() + LOOK)
    await site.scene.store.run(lambda tx: tx.links.put(ann))
    await finished(site.scene)
    due = await site.scene.store.read(lambda tx: tx.links.find_due(now=site.scene.clock.now(), most=9))
    await site.linked_roles.sweep()

    assert ANN.user in [each.user for each in due]
    assert {"rating": "0", "matches": "1", "wins": "1"} == await site.known()


async def test_tokens_are_renewed_before_they_end(site: Site) -> None:
    """
    The new ones are stored, and the old ones are void.
    """
    await site.connect()
    before = await site.link()
    assert before is not None
    over = replace(before, told="", expires=site.scene.clock.now(), due=site.scene.clock.now())
    await site.scene.store.run(lambda tx: tx.links.put(over))
    await site.linked_roles.sweep()
    after = await site.link()
    assert after is not None

    assert before.access not in site.stand.oauth.grants
    assert after.access in site.stand.oauth.grants
    assert before.told == after.told


async def test_who_withdraws_on_discord_is_forgotten(site: Site) -> None:
    """
    At the next telling the row goes.
    """
    await site.connect()
    await site.control.authorize("user2")
    link = await site.link()
    assert link is not None
    gone = replace(link, told="", due=site.scene.clock.now())
    await site.scene.store.run(lambda tx: tx.links.put(gone))
    await site.linked_roles.sweep()

    assert await site.link() is None


async def test_deleting_takes_it_back_on_discord_too(site: Site) -> None:
    """
    The row is gone, Discord knows nothing anymore, and both tokens are void. The file of one's data has no token.
    """
    await site.connect()
    user, link = await site.number(), await site.link()
    assert link is not None
    rows = await site.scene.store.read(lambda tx: tx.privacy.export(user))
    await site.scene.app.privacy.deletions.delete(user)

    assert link.access not in str(rows)
    assert link.refresh not in str(rows)
    assert "link" in rows
    assert (None, None, {}) == (await site.link(), await site.known(), site.stand.oauth.grants)


async def test_a_wrong_secret_is_nobodys_link(scene: Scene, stand: Stand, control: Control, bot: SmallBot) -> None:
    """
    The page says that it didn't work, the log why; an address that isn't registered isn't even asked about.
    """
    site = Site(scene, stand, control, secret="wrong")
    await site.server.start("127.0.0.1", site.port)
    _, _, asked = await site.get(f"{site.own}{START}")
    with pytest.raises(NotPossible):
        await control.authorize("user2", asked)
    await control.settings(redirect=site.oauth.callback_url)
    with capture_logs() as lines:
        status, _words = await site.connect()
    await site.browser.close()
    await site.oauth.close()
    await site.server.close()

    assert (503, None) == (status, await site.link())
    assert any("DISCORD_CLIENT_SECRET" in str(line) for line in lines)
