"""The gateway and REST spoken without discord.py: what the library would never do, or does unseen."""

from __future__ import annotations

import json
import zlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import aiohttp
import pytest

from tests.standin.client import Control
from tests.standin.stand import Stand
from tests.standin.wire import Obj
from tests.standin.world import BOT

INTENTS = 1 << 0 | 1 << 9


@asynccontextmanager
async def line(stand: Stand, query: str = "") -> AsyncIterator[aiohttp.ClientWebSocketResponse]:
    """A socket, greeted."""
    url = f"{stand.world.base}/gateway/?v=10&encoding=json{query}"
    async with aiohttp.ClientSession() as session, session.ws_connect(url) as socket:
        yield socket


def identify(**more: object) -> Obj:
    """An IDENTIFY."""
    return {"op": 2, "d": {"token": "standin", "intents": INTENTS, "properties": {}, **more}}


async def test_ready_then_guilds(stand: Stand) -> None:
    """
    HELLO, then after IDENTIFY: READY with unavailable guilds, and GUILD_CREATE for each.
    """
    async with line(stand) as socket:
        hello = await socket.receive_json()
        await socket.send_json(identify(shard=[0, 1]))
        ready, guild = await socket.receive_json(), await socket.receive_json()
        await socket.send_json({"op": 1, "d": 2})
        beat = await socket.receive_json()

    assert (10, 41_250) == (hello["op"], hello["d"]["heartbeat_interval"])
    assert ("READY", 1, [0, 1]) == (ready["t"], ready["s"], ready["d"]["shard"])
    assert [guild["d"]["id"]] == [told["id"] for told in ready["d"]["guilds"]]
    assert ["tables", "lobby"] == [channel["name"] for channel in guild["d"]["channels"]]
    assert 11 == beat["op"]


async def test_zlib_stream(stand: Stand) -> None:
    """
    With ``compress=zlib-stream`` everything comes as one compressed stream.
    """
    inflate = zlib.decompressobj()
    async with line(stand, "&compress=zlib-stream") as socket:
        first = json.loads(inflate.decompress(await socket.receive_bytes()))
        await socket.send_json(identify())
        second = json.loads(inflate.decompress(await socket.receive_bytes()))

    assert (10, "READY") == (first["op"], second["t"])


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        ("no json", 4002),
        (json.dumps({"op": 99, "d": None}), 4002),
        (json.dumps({"op": 4, "d": None}), 4002),
        (json.dumps({"op": 3, "d": {}}), 4003),
        (json.dumps(identify(token="wrong")), 4004),
        (json.dumps(identify(intents=1 << 1)), 4014),
        (json.dumps(identify(shard=[2, 2])), 4010),
        (json.dumps(identify(properties={"x": "y" * 4096})), 4002),
    ],
)
async def test_close_codes(stand: Stand, sent: str, code: int) -> None:
    """
    What isn't understood or allowed closes the socket with its code.
    """
    async with line(stand) as socket:
        await socket.receive_json()
        await socket.send_str(sent)
        await socket.receive()

    assert code == socket.close_code


async def test_too_many_sends(stand: Stand) -> None:
    """
    More than 120 sends a minute close the socket with 4008.
    """
    async with line(stand) as socket:
        await socket.receive_json()
        for _ in range(121):
            await socket.send_json({"op": 1, "d": None})
        while (await socket.receive()).type is aiohttp.WSMsgType.TEXT:
            pass

    assert 4008 == socket.close_code


async def test_resume_of_a_forgotten_session(stand: Stand, control: Control) -> None:
    """
    A session closed with 1000 is over: RESUME gets opcode 9; so does an IDENTIFY that comes too soon, if so set.
    """
    await control.settings(identify_every_s=5)
    async with line(stand) as socket:
        await socket.receive_json()
        await socket.send_json(identify())
        session = (await socket.receive_json())["d"]["session_id"]
    async with line(stand) as socket:
        await socket.receive_json()
        await socket.send_json({"op": 6, "d": {"token": "standin", "session_id": session, "seq": 2}})
        forgotten = await socket.receive_json()
        await socket.send_json(identify())
        hasty = await socket.receive_json()

    assert [(9, False), (9, False)] == [(told["op"], told["d"]) for told in (forgotten, hasty)]


async def test_orders_to_the_client(stand: Stand, control: Control) -> None:
    """
    Opcode 9 can be sent, heartbeats left without an answer, connections refused, sessions forgotten.
    """
    async with line(stand) as socket:
        await socket.receive_json()
        await socket.send_json(identify())
        ready, _ = await socket.receive_json(), await socket.receive_json()
        await control.fault("mute")
        await socket.send_json({"op": 1, "d": 2})
        await control.fault("invalid_session", resumable=True)
        told = await socket.receive_json()
    await control.fault("deaf", seconds=60)
    with pytest.raises(aiohttp.WSServerHandshakeError):
        async with line(stand):
            pass
    await control.fault("clear")
    await control.fault("forget_sessions")

    assert "READY" == ready["t"]
    assert (9, True) == (told["op"], told["d"])
    assert [] == (await control.world("sessions"))["sessions"]


async def test_members_by_name(stand: Stand) -> None:
    """
    Members can be asked for by id or the beginning of the name, without the privileged intent.
    """
    async with line(stand) as socket:
        await socket.receive_json()
        await socket.send_json(identify())
        guild = (await socket.receive_json())["d"]["guilds"][0]["id"]
        await socket.receive_json()
        await socket.send_json({"op": 8, "d": {"guild_id": guild, "query": "user", "limit": 0}})
        chunk = await socket.receive_json()

    assert 6 == len(chunk["d"]["members"])


async def test_rest_by_hand(stand: Stand, control: Control) -> None:
    """
    Broken JSON, a body that is missing, an id that is none, and a command registered alone.
    """
    api = f"{control.url}/api/v10"
    commands = f"{api}/applications/{BOT}/commands"
    async with aiohttp.ClientSession(headers={"Authorization": "Bot standin"}) as session:

        async def ask(method: str, url: str, data: str) -> tuple[int, Obj]:
            kind = {"Content-Type": "application/json"}
            async with session.request(method, url, data=data, headers=kind) as response:
                return response.status, await response.json()

        told = [
            await ask("POST", f"{api}/users/@me/channels", "{"),
            await ask("POST", f"{api}/users/@me/channels", "{}"),
            await ask("POST", f"{api}/channels/abc/messages", '{"content": "x"}'),
            await ask("POST", commands, '{"name": "one", "description": "x", "type": 1}'),
        ]
        made = told[-1][1]
        same = await ask("POST", commands, '{"name": "one", "description": "x", "type": 1}')
        other = await ask("PATCH", f"{commands}/{made['id']}", '{"description": "y"}')
        async with session.delete(f"{commands}/{made['id']}") as gone:
            pass

    assert [(400, 50109), (400, 50035), (400, 50035)] == [(status, body["code"]) for status, body in told[:3]]
    assert (201, 200, 200, 204) == (told[-1][0], same[0], other[0], gone.status)
    assert made["version"] == same[1]["version"] != other[1]["version"]


async def test_global_rate_limit(stand: Stand, control: Control) -> None:
    """
    More than the allowed requests in a second over all routes are 429 with ``global``.
    """
    await control.settings(global_per_second=3)
    async with aiohttp.ClientSession(headers={"Authorization": "Bot standin"}) as session:
        answers = []
        for _ in range(4):
            async with session.get(f"{control.url}/api/v10/users/@me") as response:
                answers.append((response.status, await response.json()))

    assert [200, 200, 200, 429] == [status for status, _ in answers]
    assert answers[-1][1]["global"]
