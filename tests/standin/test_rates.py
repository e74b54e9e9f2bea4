"""Limits of channels, tokens and the day; addresses that are shut out; heartbeats that stop on either side."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import aiohttp
import discord
import pytest

from tests.standin.client import Control
from tests.standin.small_bot import SmallBot, aim, online
from tests.standin.stand import Stand
from tests.standin.test_gateway import identify, line
from tests.standin.wire import Obj
from tests.standin.world import BOT


class Told:
    """One answer: its status, headers and JSON (its text if it has none)."""

    def __init__(self, status: int, headers: dict[str, str], body: Obj, text: str) -> None:
        self.status, self.headers, self.body, self.text = status, headers, body, text


class Rest:
    """Requests as the bot could make them, without a library that holds them back."""

    def __init__(self, url: str, session: aiohttp.ClientSession) -> None:
        self.url = f"{url}/api/v10"
        self.session = session

    async def ask(self, method: str, path: str, *, token: str = "standin") -> Told:
        """Make a request with the words "x"."""
        body = {"content": "x"} if method in ("POST", "PATCH") else None
        headers = {"Authorization": f"Bot {token}"}
        async with self.session.request(method, self.url + path, json=body, headers=headers) as response:
            told = await response.json() if response.content_type == "application/json" else {}
            return Told(response.status, dict(response.headers), told, await response.text())


@pytest.fixture
async def rest(stand: Stand) -> AsyncIterator[Rest]:
    """A client of its own."""
    async with aiohttp.ClientSession() as session:
        yield Rest(stand.world.base, session)


async def opened(control: Control, stand: Stand) -> str:
    """The path of an answered interaction's messages."""
    await control.interact("user1", "tables", "/grunn take count:1")
    return f"/webhooks/{BOT}/{next(reversed(stand.world.interactions.values())).token}"


@pytest.mark.usefixtures("bot")
async def test_a_token_allows_five_requests_in_two_seconds(control: Control, stand: Stand, rest: Rest) -> None:
    """
    Follow-ups, edits and deletions through one token share its bucket; another interaction has its own.
    """
    first, second = await opened(control, stand), await opened(control, stand)
    told = [await rest.ask("PATCH", f"{first}/messages/@original") for _ in range(3)]
    told += [await rest.ask("POST", first) for _ in range(3)]
    other = await rest.ask("PATCH", f"{second}/messages/@original")

    assert [200] * 5 + [429] == [each.status for each in told]
    assert 1 == len({each.headers["X-RateLimit-Bucket"] for each in told})
    assert ("user", False) == (told[-1].headers["X-RateLimit-Scope"], told[-1].body["global"])
    assert (200, "4") == (other.status, other.headers["X-RateLimit-Remaining"])


@pytest.mark.usefixtures("bot")
async def test_a_channel_allows_so_many_follow_ups_a_minute(control: Control, stand: Stand, rest: Rest) -> None:
    """
    Follow-ups count by channel, whatever their tokens, and no header tells; edits only where it is so set. What is
    refused for that counts against nobody.
    """
    await control.settings(webhook_a_minute=2, invalid_requests=1)
    paths = [await opened(control, stand) for _ in range(3)]
    told = [await rest.ask("POST", path) for path in paths]
    edit = await rest.ask("PATCH", f"{paths[0]}/messages/@original")
    await control.settings(webhook_edits=True)
    late = await rest.ask("PATCH", f"{paths[0]}/messages/@original")
    await control.fault("clock", ahead_s=61)
    again = await rest.ask("PATCH", f"{paths[0]}/messages/@original")

    assert [200, 200, 429] == [each.status for each in told]
    assert ("shared", "4") == (told[-1].headers["X-RateLimit-Scope"], told[-1].headers["X-RateLimit-Remaining"])
    assert 30 < told[-1].body["retry_after"] <= 60
    assert (200, 429, 200) == (edit.status, late.status, again.status)
    assert 0 == (await control.world("invalid_requests"))["invalid_requests"]


@pytest.mark.usefixtures("bot")
async def test_callbacks_count_by_interaction(control: Control, stand: Stand, rest: Rest) -> None:
    """
    As many interactions as there are can be answered in one second; the answers to one are limited as its token is.
    """
    await opened(control, stand)
    first, *others = [f"/interactions/{1 + at}/token{at}/callback" for at in range(60)]
    apart = [(await rest.ask("POST", path)).status for path in others]
    same = [(await rest.ask("POST", first)).status for _ in range(6)]

    assert 429 not in apart
    assert 429 == same[-1] != same[-2]


async def test_edits_and_deletions_count_by_channel(bot: SmallBot, rest: Rest) -> None:
    """
    Five edits in five seconds and five deletions in one, each of the whole channel; another channel has its own.
    """
    places = [f"/channels/{bot.place(name).id}/messages" for name in ("tables", "lobby")]
    ids = [[(await rest.ask("POST", place)).body["id"] for _ in range(5)] for place in places]
    edits = [await rest.ask("PATCH", f"{places[0]}/{key}") for key in (*ids[0], ids[0][0])]
    deletions = [await rest.ask("DELETE", f"{places[0]}/{key}") for key in (*ids[0], "1")]
    others = [await rest.ask(method, f"{places[1]}/{ids[1][0]}") for method in ("PATCH", "DELETE")]

    assert [200] * 5 + [429] == [each.status for each in edits]
    assert [204] * 5 + [429] == [each.status for each in deletions]
    assert [200, 204] == [each.status for each in others]


async def test_who_asks_wrongly_too_often_is_shut_out(bot: SmallBot, control: Control, rest: Rest) -> None:
    """
    So many answers of 401, 403 and 429 within the time, and everything is answered with a page of Cloudflare's and
    without ``Via``, an acknowledgement too; the library raises that at once. It passes.
    """
    await control.settings(invalid_requests=3, invalid_s=600, shut_out_s=900)
    await control.fault("rights", remove=["SEND_MESSAGES"])
    place = f"/channels/{bot.place('tables').id}/messages"
    wrong = [(await rest.ask("GET", "/users/@me", token="wrong")).status, (await rest.ask("POST", place)).status]
    counted = (await control.world("invalid_requests"))["invalid_requests"]
    await control.http_fault("429", method="GET")
    wrong.append((await rest.ask("GET", "/users/@me")).status)
    page = await rest.ask("GET", "/users/@me")
    with pytest.raises(discord.HTTPException) as refused:
        await bot.application_info()
    lost = await control.interact("user1", "tables", "/grunn take count:1")
    await control.fault("clock", ahead_s=901)
    after = await rest.ask("GET", "/users/@me")

    assert ([401, 403, 429], 2) == (wrong, counted)
    assert (429, "text/html") == (page.status, page.headers["Content-Type"].partition(";")[0])
    assert "Via" not in page.headers
    assert "1015" in page.text
    assert (429, "failed") == (refused.value.status, lost.kind)
    assert 200 == after.status


async def test_wrong_requests_are_forgotten(control: Control, rest: Rest) -> None:
    """
    Only those of the last ten minutes count.
    """
    await control.settings(invalid_requests=2, invalid_s=600)
    for _ in range(2):
        await rest.ask("GET", "/users/@me", token="wrong")
        await control.fault("clock", ahead_s=601)
    told = await rest.ask("GET", "/users/@me")

    assert 200 == told.status


async def _until_closed(socket: aiohttp.ClientWebSocketResponse) -> None:
    while (await socket.receive()).type is aiohttp.WSMsgType.TEXT:
        pass


async def test_who_stops_beating_is_cut_off(stand: Stand, control: Control) -> None:
    """
    Without a heartbeat for one and a half intervals the socket is closed with 4009, and its session is over; with them
    it stays open.
    """
    await control.settings(heartbeat_ms=200)
    async with line(stand) as silent, line(stand) as beating:
        for socket in (silent, beating):
            await socket.receive_json()
        await silent.send_json(identify())
        cut_off = asyncio.create_task(_until_closed(silent))
        for _ in range(5):
            await beating.send_json({"op": 1, "d": None})
            await beating.receive_json()
            await asyncio.sleep(0.1)
        await cut_off
        open_still = not beating.closed

    assert (4009, True) == (silent.close_code, open_still)
    assert [] == (await control.world("sessions"))["sessions"]


async def test_heartbeats_that_are_not_acknowledged(
    stand: Stand, control: Control, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    A client whose heartbeats stay without an answer closes the connection itself and resumes.
    """
    aim(f"{control.url}/api/v10", monkeypatch)
    await control.settings(heartbeat_ms=100)
    async with online(SmallBot(heartbeat_seconds=0.25)) as bot:
        await control.fault("mute")
        async with asyncio.timeout(5):
            while not bot.resumes:
                await asyncio.sleep(0.02)
        await control.fault("clear")
        outcome = await control.interact("user1", "tables", "/grunn take count:1")

    assert "message" == outcome.kind


async def test_so_many_identifies_a_day(stand: Stand, control: Control, rest: Rest) -> None:
    """
    Above the number of the day, over all shards, the token is void: 4004. The REST interface tells how many are left.
    """
    await control.settings(daily_identifies=1)
    before = (await rest.ask("GET", "/gateway/bot")).body["session_start_limit"]
    async with line(stand) as first, line(stand) as second:
        for socket in (first, second):
            await socket.receive_json()
            await socket.send_json(identify())
        await _until_closed(second)
        after = (await rest.ask("GET", "/gateway/bot")).body["session_start_limit"]

    assert (1, 1, 0) == (before["total"], before["remaining"], after["remaining"])
    assert 4004 == second.close_code
