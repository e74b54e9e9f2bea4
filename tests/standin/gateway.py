"""The gateway: HELLO, IDENTIFY, READY, heartbeats, resume with replay, shards, and the faults of a socket."""

from __future__ import annotations

import asyncio
import json
import secrets
import zlib
from collections import deque
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from enum import IntEnum

from aiohttp import WSMsgType, web

from tests.standin import payloads
from tests.standin.model import Channel, Guild
from tests.standin.wire import Obj, Snowflake
from tests.standin.world import BOT, World

TOKEN = "standin"
GUILDS, GUILD_MESSAGES, DM_MESSAGES = 1 << 0, 1 << 9, 1 << 12
PRIVILEGED = 1 << 1 | 1 << 8 | 1 << 15
REMEMBERED_MS = 120_000
SENDS_A_MINUTE = 120
LONGEST_SEND = 4096
LATEST_BEAT = 1.5
"""Intervals without a heartbeat after which a connection is closed; Discord tells no number."""
DAY_MS = 24 * 3600 * 1000


class Op(IntEnum):
    """Gateway opcodes."""

    DISPATCH = 0
    HEARTBEAT = 1
    IDENTIFY = 2
    PRESENCE = 3
    RESUME = 6
    RECONNECT = 7
    MEMBERS = 8
    INVALID = 9
    HELLO = 10
    ACK = 11


class Shut(IntEnum):
    """Gateway close codes."""

    UNKNOWN = 4000
    UNKNOWN_OP = 4001
    DECODE = 4002
    NOT_AUTHENTICATED = 4003
    BAD_TOKEN = 4004
    TWICE = 4005
    INVALID_SEQ = 4007
    TOO_FAST = 4008
    TIMED_OUT = 4009
    BAD_SHARD = 4010
    SHARDING_REQUIRED = 4011
    DISALLOWED_INTENTS = 4014


class Line:
    """One websocket: a queue and a writer, so that events keep their order and nobody waits for a slow reader."""

    def __init__(self, socket: web.WebSocketResponse, request: web.Request) -> None:
        self.socket = socket
        self._request = request
        self._queue: asyncio.Queue[str | None] = asyncio.Queue()
        compressed = request.query.get("compress") == "zlib-stream"
        self._deflate = zlib.compressobj() if compressed else None
        self._writer = asyncio.create_task(self._write())
        self.session: Session | None = None
        self.sends: deque[float] = deque(maxlen=SENDS_A_MINUTE)
        self.beat = asyncio.get_running_loop().time()
        self.shut_with: int | None = None

    def send(self, op: Op, data: object, *, event: str | None = None, seq: int | None = None) -> None:
        """Queue one message."""
        self._queue.put_nowait(json.dumps({"op": op, "d": data, "t": event, "s": seq}))

    async def _write(self) -> None:
        while (text := await self._queue.get()) is not None:
            with suppress(ConnectionError):
                if self._deflate is None:
                    await self.socket.send_str(text)
                else:
                    packed = self._deflate.compress(text.encode()) + self._deflate.flush(zlib.Z_SYNC_FLUSH)
                    await self.socket.send_bytes(packed)

    async def shut(self, code: int) -> None:
        """Send what is queued, then close with a code."""
        self.shut_with = code
        await self.end()
        await self.socket.close(code=code)

    def cut(self) -> None:
        """Drop the TCP connection without a word."""
        if self._request.transport is not None:
            self._request.transport.abort()

    async def end(self) -> None:
        """Stop the writer after what is queued."""
        self._queue.put_nowait(None)
        with suppress(ConnectionError):
            await self._writer


async def _watch(line: Line, seconds: float) -> None:
    """Close a connection once no heartbeat has come for so long."""
    loop = asyncio.get_running_loop()
    while (left := line.beat + seconds - loop.time()) > 0:
        await asyncio.sleep(left)
    await line.shut(Shut.TIMED_OUT)


@dataclass
class Session:
    """What the gateway remembers of one shard's session, connected or not."""

    id: str
    shard: int
    count: int
    intents: int
    seq: int = 0
    sent: deque[tuple[int, str, Obj]] = field(default_factory=lambda: deque(maxlen=1000))
    line: Line | None = None
    left_ms: int = 0

    def push(self, event: str, data: Obj) -> None:
        """Number an event, keep it for a replay, send it if anyone listens."""
        self.seq += 1
        self.sent.append((self.seq, event, data))
        if self.line is not None:
            self.line.send(Op.DISPATCH, data, event=event, seq=self.seq)


class Hub:
    """All sessions; the rest of the stand-in speaks to the bot through :meth:`tell`."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.sessions: dict[str, Session] = {}
        self.lines: set[Line] = set()
        self.deaf_until_ms = 0
        self.hang_ups = 0
        self.mute = False
        self._identified: dict[int, int] = {}
        self._identifies: deque[int] = deque()

    # --- telling -----------------------------------------------------------------------------------------------------

    def tell(self, event: str, data: Obj, *, guild: Snowflake | None, intent: int = GUILDS) -> bool:
        """
        Send an event to whichever sessions hold the guild (direct messages: shard 0) and asked for it.

        Returns:
            whether any session took it, be it for a later replay
        """
        self._forget_old()
        taken = False
        for session in self.sessions.values():
            mine = guild is None and session.shard == 0
            if guild is not None:
                mine = (guild >> 22) % session.count == session.shard
            if mine and (intent == 0 or session.intents & intent):
                session.push(event, data)
                taken = True
        return taken

    def tell_in(self, event: str, data: Obj, *, channel: Channel, intent: int = GUILDS) -> None:
        """Send an event about a channel, if the bot can see it."""
        if self.world.sees(BOT, channel):
            self.tell(event, data, guild=channel.guild, intent=intent)

    def tell_guild(self, guild: Guild) -> None:
        """GUILD_CREATE, as after the bot was added: ``unavailable`` is then not there (discord-api-docs 5124)."""
        data = payloads.guild_create(self.world, guild)
        del data["unavailable"]
        self.tell("GUILD_CREATE", data, guild=guild.id)

    def shards(self) -> list[Obj]:
        """What the control API tells of the sessions."""
        self._forget_old()
        return [
            {"shard": [s.shard, s.count], "session": s.id, "connected": s.line is not None, "sequence": s.seq}
            for s in self.sessions.values()
        ]

    def _forget_old(self) -> None:
        now = self.world.clock.now()
        for session in list(self.sessions.values()):
            if session.line is None and now - session.left_ms > REMEMBERED_MS:
                del self.sessions[session.id]

    def chosen(self, shard: int | None) -> Iterable[Line]:
        """The open lines of one shard, or of all."""
        for line in list(self.lines):
            if shard is None or (line.session is not None and line.session.shard == shard):
                yield line

    # --- one connection ----------------------------------------------------------------------------------------------

    async def connect(self, request: web.Request) -> web.StreamResponse:
        """Serve one websocket until it closes."""
        if self.world.clock.now() < self.deaf_until_ms:
            return web.Response(status=503)
        socket = web.WebSocketResponse(max_msg_size=1 << 20)
        await socket.prepare(request)
        line = Line(socket, request)
        if self.hang_ups:
            self.hang_ups -= 1
            line.cut()
            await line.end()
            return socket
        self.lines.add(line)
        interval = self.world.settings.heartbeat_ms
        line.send(Op.HELLO, {"heartbeat_interval": interval})
        watching = asyncio.create_task(_watch(line, LATEST_BEAT * interval / 1000))
        try:
            async for message in socket:
                if message.type is WSMsgType.TEXT:
                    code = self._hear(line, message.data)
                    if code is not None:
                        await line.shut(code)
        finally:
            if line.shut_with == Shut.TIMED_OUT:
                await watching  # it is the one that closes
            watching.cancel()
            self._leave(line)
            await line.end()
        return socket

    def _leave(self, line: Line) -> None:
        self.lines.discard(line)
        session = line.session
        if session is not None and session.line is line:
            session.line = None
            session.left_ms = self.world.clock.now()
            # A close of ours leaves the session to be resumed, whatever code the client echoes.
            if (line.shut_with or line.socket.close_code) in (1000, 1001, Shut.TIMED_OUT):
                self.sessions.pop(session.id, None)

    def _hear(self, line: Line, text: str) -> Shut | None:
        """Handle one message; the answer is a code to close with, or None."""
        now = asyncio.get_running_loop().time()
        if len(line.sends) == SENDS_A_MINUTE and now - line.sends[0] < 60:
            return Shut.TOO_FAST
        line.sends.append(now)
        try:
            message = json.loads(text)
            op, data = Op(message["op"]), message.get("d")
        except (ValueError, KeyError, TypeError):
            return Shut.DECODE
        if len(text.encode()) > LONGEST_SEND:
            return Shut.DECODE
        match op:
            case Op.HEARTBEAT:
                line.beat = now
                self._acknowledge(line, data)
                return None
            case Op.IDENTIFY:
                return self._identify(line, data)
            case Op.RESUME:
                return self._resume(line, data)
            case Op.PRESENCE:
                return None if line.session else Shut.NOT_AUTHENTICATED
            case Op.MEMBERS:
                self._members(line, data)
                return None if line.session else Shut.NOT_AUTHENTICATED
            case _:
                return Shut.UNKNOWN_OP

    def _acknowledge(self, line: Line, seen: int | None) -> None:
        if self.mute:
            return
        line.send(Op.ACK, None)
        session = line.session
        while session is not None and session.sent and seen is not None and session.sent[0][0] <= seen:
            session.sent.popleft()

    def _identify(self, line: Line, data: Obj) -> Shut | None:
        if line.session is not None:
            return Shut.TWICE
        if data.get("token") != TOKEN or not self.identifies_left:
            return Shut.BAD_TOKEN  # too often in a day: Discord has made the token void
        self._identifies.append(self.world.clock.now())
        if data["intents"] & PRIVILEGED and not self.world.settings.privileged_intents:
            return Shut.DISALLOWED_INTENTS
        shard, count = data.get("shard") or (0, 1)
        if not 0 <= shard < count:
            return Shut.BAD_SHARD
        if self._too_soon(shard):
            line.send(Op.INVALID, False)
            return None
        for old in [s for s in self.sessions.values() if (s.shard, s.count) == (shard, count) and s.line is None]:
            del self.sessions[old.id]
        session = Session(id=secrets.token_hex(16), shard=shard, count=count, intents=data["intents"])
        self.sessions[session.id] = session
        line.session, session.line = session, line
        mine = [g for g in self.world.guilds.values() if (g.id >> 22) % count == shard and BOT in g.members]
        session.push(
            "READY",
            {
                "v": 10,
                "user": payloads.own_user(self.world.users[BOT]),
                "guilds": [{"id": str(g.id), "unavailable": True} for g in mine],
                "session_id": session.id,
                "resume_gateway_url": f"{self.world.base.replace('http', 'ws', 1)}/gateway/",
                "shard": [shard, count],
                "application": {"id": str(BOT), "flags": 0},
            },
        )
        if session.intents & GUILDS:
            for guild in mine:
                session.push("GUILD_CREATE", payloads.guild_create(self.world, guild))
        return None

    @property
    def identifies_left(self) -> int:
        """How many more IDENTIFY the day allows, over all shards."""
        while self._identifies and self._identifies[0] <= self.world.clock.now() - DAY_MS:
            self._identifies.popleft()
        return max(0, self.world.settings.daily_identifies - len(self._identifies))

    def _too_soon(self, shard: int) -> bool:
        """Whether an IDENTIFY comes too early after another of the same rate-limit key."""
        key = shard % self.world.settings.max_concurrency
        now = self.world.clock.now()
        last = self._identified.get(key)
        if last is not None and now - last < self.world.settings.identify_every_s * 1000:
            return True
        self._identified[key] = now
        return False

    def _resume(self, line: Line, data: Obj) -> Shut | None:
        if data.get("token") != TOKEN:
            return Shut.BAD_TOKEN
        session = self.sessions.get(data["session_id"])
        if session is None:
            line.send(Op.INVALID, False)
            return None
        seen = data["seq"] or 0
        if seen > session.seq:
            return Shut.INVALID_SEQ
        line.session, session.line = session, line
        for seq, event, payload in session.sent:
            if seq > seen:
                line.send(Op.DISPATCH, payload, event=event, seq=seq)
        session.push("RESUMED", {"_trace": []})
        return None

    def _members(self, line: Line, data: Obj) -> None:
        guild = self.world.guilds.get(Snowflake(int(data["guild_id"])))
        if line.session is None or guild is None:
            return
        wanted = {int(key) for key in data.get("user_ids") or ()}
        query = (data.get("query") or "").lower()
        found = [
            payloads.member(record, self.world.users[key])
            for key, record in guild.members.items()
            if key in wanted or (query and self.world.users[key].name.lower().startswith(query))
        ]
        missing = [str(key) for key in wanted if key not in guild.members]
        chunk: Obj = {"guild_id": str(guild.id), "members": found, "chunk_index": 0, "chunk_count": 1}
        line.session.push("GUILD_MEMBERS_CHUNK", {**chunk, "not_found": missing, "nonce": data.get("nonce")})

    # --- faults ------------------------------------------------------------------------------------------------------

    async def drop(self, *, shard: int | None, code: int | None) -> int:
        """Close the sockets with a code, or cut them without one; how many."""
        lines = list(self.chosen(shard))
        for line in lines:
            if code is None:
                line.cut()
            else:
                await line.shut(code)
        return len(lines)

    def order(self, *, shard: int | None, op: Op, data: object) -> int:
        """Send an opcode such as RECONNECT or INVALID to the sockets; how many."""
        lines = list(self.chosen(shard))
        for line in lines:
            if op is Op.INVALID and data is False and line.session is not None:
                self.sessions.pop(line.session.id, None)
                line.session = None
            line.send(op, data)
        return len(lines)

    async def close(self) -> None:
        """Close every socket as a server going down does."""
        await self.drop(shard=None, code=1001)
