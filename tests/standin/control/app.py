"""The control API's addresses."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TypeVar

import msgspec
from aiohttp import web
from msgspec import Struct

from tests.standin import payloads
from tests.standin.control import faults, names, play, views
from tests.standin.model import REQUIRE_TAG, Channel, ChannelKind, Guild, Role, Tag
from tests.standin.oauth import NotAsked
from tests.standin.slash import Refused
from tests.standin.stand import Stand
from tests.standin.wire import EPOCH_MS, Obj, Snowflake, iso
from tests.standin.world import BOT

T = TypeVar("T")
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Create(Struct, kw_only=True):
    """
    More of the world: ``what`` is ``guild``, ``channel``, ``announcement``, ``forum``, ``media``, ``group`` (of
    ``users``), ``role`` (at a ``position``; the bot's own is at 2) or ``user``.

    ``tags``: of a forum or media channel, with ``!`` before those that only moderators can set; ``require_tag``: a post
    needs one.
    """

    what: str
    name: str
    guild: str | None = None
    with_bot: bool = True
    users: list[str] = []
    shard: tuple[int, int] | None = None
    tags: list[str] = []
    require_tag: bool = False
    position: int = 1


class Authorize(Struct, kw_only=True):
    """A user answers Discord's question at ``url``; empty: withdraws what they had granted."""

    user: str
    url: str = ""
    agrees: bool = True


KINDS = {
    "channel": ChannelKind.TEXT,
    "announcement": ChannelKind.ANNOUNCEMENT,
    "forum": ChannelKind.FORUM,
    "media": ChannelKind.MEDIA,
}


def _json(data: object, status: int = 200) -> web.Response:
    return web.Response(body=msgspec.json.encode(data), status=status, content_type="application/json")


class Control:
    """Handlers of the control API over one stand-in."""

    def __init__(self, stand: Stand) -> None:
        self._stand = stand

    def add_to(self, app: web.Application) -> None:
        """Register everything under ``/api``."""
        router = app.router
        router.add_get("/api/ready", self._guarded(self._ready))
        router.add_get("/api/world", self._guarded(self._world))
        router.add_get("/api/messages", self._guarded(self._messages))
        router.add_get("/api/requests", self._guarded(self._requests))
        router.add_get("/api/interaction", self._guarded(self._interaction))
        router.add_post("/api/interact", self._guarded(self._interact))
        router.add_post("/api/complete", self._guarded(self._complete))
        router.add_post("/api/press", self._guarded(self._press))
        router.add_post("/api/submit", self._guarded(self._submit))
        router.add_post("/api/say", self._guarded(self._say))
        router.add_post("/api/fault", self._guarded(self._fault))
        router.add_post("/api/create", self._guarded(self._create))
        router.add_post("/api/authorize", self._guarded(self._authorize))

    def _guarded(self, handler: Handler) -> Handler:
        """What a client wouldn't let a user do is 400 with a sentence."""

        async def guarded(request: web.Request) -> web.StreamResponse:
            try:
                return await handler(request)
            except Refused as refused:
                return _json({"error": str(refused)}, status=400)
            except (msgspec.MsgspecError, KeyError, ValueError) as error:
                return _json({"error": f"bad request: {error!r}"}, status=422)

        return guarded

    async def _told(self, request: web.Request, kind: type[T]) -> T:
        return msgspec.json.decode(await request.read(), type=kind)

    async def _ready(self, _: web.Request) -> web.StreamResponse:
        return _json({"ready": True})

    async def _world(self, request: web.Request) -> web.StreamResponse:
        """All of the world, or the parts that are asked for: whoever asks often would wait longest for the commands."""
        world = self._stand.world
        told = self._stand.told()
        parts: dict[str, Callable[[], object]] = {
            "now": lambda: iso(world.clock.now()),
            "guilds": lambda: [self._guild(guild) for guild in world.guilds.values()],
            "dms": lambda: [payloads.channel(world, c) for c in self._channels() if c.guild is None],
            "users": lambda: [
                {
                    **payloads.user(u),
                    "dms_closed": u.dms_closed,
                    "connection": self._stand.oauth.connections.get(u.id),
                }
                for u in world.users.values()
            ],
            "commands": lambda: [payloads.command(world, c) for c in world.commands.values()],
            "registered": lambda: len(world.commands),
            "settings": lambda: msgspec.to_builtins(world.settings),
            **{part: partial(told.get, part) for part in told},
        }
        return _json({part: parts[part]() for part in request.query.getall("part", [*parts])})

    def _channels(self) -> list[Channel]:
        return [c for c in self._stand.world.channels.values() if not c.deleted]

    def _guild(self, guild: Guild) -> Obj:
        world = self._stand.world
        own = [c for c in self._channels() if c.guild == guild.id]
        return {
            **payloads.guild(guild),
            "members": [world.users[key].name for key in guild.members],
            "holders": {
                role.name: [world.users[key].name for key, each in guild.members.items() if role.id in each.roles]
                for role in guild.roles.values()
            },
            "events": [payloads.event(each, guild.id) for each in guild.events.values()],
            "with_bot": BOT in guild.members,
            "channels": [payloads.channel(world, c) for c in own if c.thread is None],
            "threads": [self._thread(c.id) for c in own if c.thread is not None],
        }

    def _thread(self, key: Snowflake) -> Obj:
        world = self._stand.world
        channel = world.channels[key]
        assert channel.thread is not None
        members = [world.users[user].name for user in channel.thread.members]
        return {**payloads.channel(world, channel), "members": members}

    async def _messages(self, request: web.Request) -> web.StreamResponse:
        world, query = self._stand.world, request.query
        place = names.place(self._stand, query["user"], channel_name=query["channel"])
        after, limit = int(query.get("after", 0)), int(query.get("limit", 100))
        found = [m for m in world.history(place.channel.id, after=after) if names.readable(world, m, reader=place.user)]
        if query.get("public") == "1":
            found = [m for m in found if m.ephemeral_to is None]
        return _json([views.message(world, m) for m in found[-limit:]])

    async def _requests(self, request: web.Request) -> web.StreamResponse:
        query = request.query
        after, limit = int(query.get("after", 0)), int(query.get("limit", 1000))
        entries = [
            {"n": n, **json.loads(data)} for n, data in self._stand.world.storage.logged(after=after, limit=limit)
        ]
        for name in ("route", "method"):
            entries = [e for e in entries if name not in query or e[name] == query[name]]
        if query.get("wrong"):
            entries = [e for e in entries if e["problems"] or e["answer_problems"] or e["unknown_keys"]]
        return _json(entries)

    async def _interaction(self, request: web.Request) -> web.StreamResponse:
        return _json(play.outcome(self._stand, request.query["id"]))

    async def _interact(self, request: web.Request) -> web.StreamResponse:
        return _json(await play.interact(self._stand, await self._told(request, play.Interact)))

    async def _complete(self, request: web.Request) -> web.StreamResponse:
        return _json(await play.complete(self._stand, await self._told(request, play.Complete)))

    async def _press(self, request: web.Request) -> web.StreamResponse:
        return _json(await play.press(self._stand, await self._told(request, play.Press)))

    async def _submit(self, request: web.Request) -> web.StreamResponse:
        return _json(await play.submit(self._stand, await self._told(request, play.Submit)))

    async def _say(self, request: web.Request) -> web.StreamResponse:
        return _json(play.say(self._stand, await self._told(request, play.Say)))

    async def _fault(self, request: web.Request) -> web.StreamResponse:
        fault: faults.AnyFault = msgspec.json.decode(await request.read(), type=faults.AnyFault)
        return _json(await faults.apply(self._stand, fault))

    async def _authorize(self, request: web.Request) -> web.StreamResponse:
        told, oauth, world = await self._told(request, Authorize), self._stand.oauth, self._stand.world
        user = names.user(world, told.user).id
        if not told.url:
            oauth.withdraw(user)
            return _json({"location": ""})
        redirects = [world.settings.redirect] if world.settings.redirect else []
        try:
            back = oauth.agree(
                told.url,
                user,
                application=str(BOT),
                redirects=redirects,
                now=world.clock.now(),
                agrees=told.agrees,
            )
        except NotAsked as error:
            raise Refused(str(error)) from None
        return _json({"location": back})

    async def _create(self, request: web.Request) -> web.StreamResponse:
        return _json(self._made(await self._told(request, Create)))

    def _made(self, told: Create) -> Obj:
        world = self._stand.world
        match told.what:
            case "user":
                return payloads.user(world.add_user(told.name))
            case "guild":
                people = [user for user in world.users.values() if not user.bot]
                key = self._on_shard(told.shard) if told.shard else None
                guild = world.add_guild(told.name, users=people, with_bot=told.with_bot, key=key)
                world.add_channel(guild, "tables")
                if told.with_bot:
                    self._stand.hub.tell_guild(guild)
                return payloads.guild(guild)
            case "channel" | "announcement" | "forum" | "media":
                channel = world.add_channel(names.guild(world, told.guild), told.name, kind=KINDS[told.what])
                channel.tags = [Tag(world.mint.new(), name.removeprefix("!"), name[0] == "!") for name in told.tags]
                channel.flags = REQUIRE_TAG if told.require_tag else 0
                world.save(channel)
                data = payloads.channel(world, channel)
                self._stand.hub.tell_in("CHANNEL_CREATE", data, channel=channel)
                return data
            case "role":
                guild = names.guild(world, told.guild)
                role = Role(id=world.mint.new(), name=told.name, permissions=0, position=told.position)
                guild.roles[role.id] = role
                world.save(guild)
                made = {"guild_id": str(guild.id), "role": payloads.role(role)}
                self._stand.hub.tell("GUILD_ROLE_CREATE", made, guild=guild.id)
                return payloads.role(role)
            case "group":
                people = [names.user(world, name) for name in told.users]
                return payloads.channel(world, world.add_group(told.name, users=people))
            case _:
                raise Refused(f"There is no making of {told.what!r}: guild, group, role, user, {', '.join(KINDS)}.")

    def _on_shard(self, shard: tuple[int, int]) -> Snowflake:
        """An id that falls to shard ``shard[0]`` of ``shard[1]``."""
        wanted, count = shard
        at = self._stand.world.clock.now() - EPOCH_MS
        return Snowflake(at - at % count - count + wanted << 22)
