"""Linked roles with the whole bot: it serves the pages, registers the records, and tells Discord about who connects."""

from __future__ import annotations

import asyncio
from pathlib import Path

import aiohttp
import pytest
from yarl import URL

from tests.nursery import Nursery
from tests.standin.client import Control
from tests.standin.launch import Process, free_port
from tests.wire.bot import Bot

pytestmark = pytest.mark.timeout(300)


async def test_a_browser_connects(nursery: Nursery, tmp_path: Path) -> None:
    """
    From the bot's own address to Discord's question and back. Nothing in its log is secret.
    """
    port = free_port()
    own = f"http://127.0.0.1:{port}"
    settings = {
        "DRAWING_PROCESSES": "0",
        "METRICS_PORT": str(port),
        "LINKED_ROLES_URL": own,
        "DISCORD_CLIENT_SECRET": "standin-secret",
        "LOG_LEVEL": "debug",
    }
    with Process(tmp_path / "world.db", check_answers=False, nursery=nursery) as discord:
        bot = Bot(discord.api_base, tmp_path / "bot", settings=settings, nursery=nursery)
        with bot:
            async with (
                Control(discord.url) as control,
                aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as browser,
            ):
                await control.settings(rates="loose", redirect=f"{own}/linked-role/callback")
                await control.until_ready(seconds=60)
                for _attempt in range(200):
                    sent = await control.requests(method="PUT")
                    if any("role-connections" in each["path"] for each in sent):
                        break
                    await asyncio.sleep(0.1)
                async with browser.get(f"{own}/linked-role", allow_redirects=False) as asked:
                    back = await control.authorize("user2", asked.headers["Location"])
                async with browser.get(URL(back, encoded=True)) as page:
                    status, words = page.status, await page.text()
                users = (await control.world("users"))["users"]
        told = next(each["connection"] for each in users if each["username"] == "user2")

    assert (200, True) == (status, "connected" in words)
    assert {"platform_name": "Longtable", "metadata": {"rating": "0", "matches": "0", "wins": "0"}} == told
    assert "standin-secret" not in bot.text()
    assert back.partition("code=")[2].partition("&")[0] not in bot.text()
