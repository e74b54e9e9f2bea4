"""Users, the application, guilds and members, and where the gateway is."""

from __future__ import annotations

from tests.standin import installs, messages, payloads, threads
from tests.standin.errors import ApiError, Code, Problem, invalid
from tests.standin.model import ChannelKind, Overwrite
from tests.standin.permissions import Right, in_guild
from tests.standin.rest.channels import read_tags
from tests.standin.rest.pipeline import NOTHING, Call, Reply, route
from tests.standin.wire import Obj, Snowflake
from tests.standin.world import BOT, World

LONGEST_NAME = 100


@route("GET", "/users/@me")
def me(call: Call) -> Reply:
    """The bot itself."""
    return Reply(payloads.own_user(call.stand.world.users[BOT]))


@route("GET", "/users/@me/guilds")
def my_guilds(call: Call) -> Reply:
    """The guilds the bot is in."""
    guilds = [g for g in call.stand.world.guilds.values() if BOT in g.members]
    return Reply(
        [
            {
                "id": str(g.id),
                "name": g.name,
                "icon": None,
                "banner": None,
                "owner": False,
                "permissions": str(in_guild(g, BOT)),
                "features": [],
            }
            for g in guilds
        ],
    )


@route("POST", "/users/@me/channels")
def open_dm(call: Call) -> Reply:
    """A direct-message channel."""
    recipient = call.body.get("recipient_id")
    if recipient is None:
        raise invalid([Problem(("recipient_id",), "BASE_TYPE_REQUIRED", "This field is required")])
    channel = messages.open_dm(call.stand, Snowflake(int(recipient)))
    return Reply(payloads.channel(call.stand.world, channel))


@route("DELETE", "/users/@me/guilds/{guild_id}")
def leave_guild(call: Call) -> Reply:
    """The bot leaves a guild."""
    world = call.stand.world
    guild = world.guild(call.key("guild_id"))
    call.stand.hub.tell("GUILD_DELETE", {"id": str(guild.id)}, guild=guild.id)
    del guild.members[BOT]
    world.save(guild)
    return NOTHING


@route("GET", "/users/{user_id}")
def user(call: Call) -> Reply:
    """Any user."""
    return Reply(payloads.user(call.stand.world.user(call.key("user_id"))))


@route("GET", "/oauth2/applications/@me")
@route("GET", "/applications/@me")
def application(call: Call) -> Reply:
    """The application."""
    return Reply(about_application(call.stand.world))


def about_application(world: World) -> Obj:
    """The application as its owner sees it."""
    owner = next(user for user in world.users.values() if not user.bot)
    return {
        "id": str(BOT),
        "name": "standin",
        "icon": None,
        "description": "",
        "type": None,
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "0" * 64,
        "flags": 0,
        "flags_new": "0",
        "redirect_uris": [world.settings.redirect] if world.settings.redirect else [],
        "interactions_endpoint_url": None,
        "role_connections_verification_url": world.settings.verification_url or None,
        "owner": payloads.user(owner),
        "approximate_guild_count": sum(1 for g in world.guilds.values() if BOT in g.members),
        "approximate_user_install_count": sum(1 for user in world.users.values() if user.installed),
        "approximate_user_authorization_count": 0,
        "explicit_content_filter": 0,
        "team": None,
        "eligible_oauth2_scopes": [],
        "integration_types_config": {str(kind): {} for kind in installs.app_types(world)},
    }


@route("GET", "/gateway")
def gateway(call: Call) -> Reply:
    """Where the gateway is."""
    return Reply({"url": f"{call.stand.world.base.replace('http', 'ws', 1)}/gateway/"})


@route("GET", "/gateway/bot")
def gateway_bot(call: Call) -> Reply:
    """Where the gateway is, with how many shards, and how often one may identify."""
    settings = call.stand.world.settings
    limit = {
        "total": settings.daily_identifies,
        "remaining": call.stand.hub.identifies_left,
        "reset_after": 14_400_000,
        "max_concurrency": settings.max_concurrency,
    }
    url = f"{call.stand.world.base.replace('http', 'ws', 1)}/gateway/"
    return Reply({"url": url, "shards": settings.shards, "session_start_limit": limit})


@route("GET", "/guilds/{guild_id}")
def guild(call: Call) -> Reply:
    """A guild."""
    return Reply(payloads.guild(call.stand.world.guild(call.key("guild_id"))))


@route("GET", "/guilds/{guild_id}/roles")
def roles(call: Call) -> Reply:
    """A guild's roles."""
    return Reply([payloads.role(r) for r in call.stand.world.guild(call.key("guild_id")).roles.values()])


@route("GET", "/guilds/{guild_id}/channels")
def channels(call: Call) -> Reply:
    """A guild's channels, without threads."""
    world = call.stand.world
    key = world.guild(call.key("guild_id")).id
    found = [c for c in world.channels.values() if c.guild == key and c.thread is None and not c.deleted]
    return Reply([payloads.channel(world, c) for c in found])


@route("POST", "/guilds/{guild_id}/channels")
def create_channel(call: Call) -> Reply:
    """A new text channel or forum; needs MANAGE_CHANNELS, and each right that its overwrites allow or deny."""
    world = call.stand.world
    found = world.guild(call.key("guild_id"))
    held, overwrites = in_guild(found, BOT), _read_overwrites(call)
    if not held & Right.MANAGE_CHANNELS or any((each.allow | each.deny) & ~held for each in overwrites):
        raise ApiError(Code.MISSING_PERMISSION)
    kind = call.body.get("type") or ChannelKind.TEXT
    if kind not in (ChannelKind.TEXT, ChannelKind.FORUM):
        raise invalid([Problem(("type",), "BASE_TYPE_CHOICES", "Only text channels and forums are to be had here.")])
    if not 1 <= len(call.body.get("name") or "") <= LONGEST_NAME:
        raise invalid([Problem(("name",), "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 100 in length.")])
    tags = read_tags(call, []) if kind == ChannelKind.FORUM else []
    channel = world.add_channel(found, call.body["name"], kind=ChannelKind(kind))
    channel.tags, channel.topic, channel.overwrites = tags, call.body.get("topic"), overwrites
    world.save(channel)
    data = payloads.channel(world, channel)
    call.stand.hub.tell_in("CHANNEL_CREATE", data, channel=channel)
    return Reply(data, status=201)


def _read_overwrites(call: Call) -> list[Overwrite]:
    """The exceptions to the roles that a new channel is to have."""
    return [
        Overwrite(
            id=Snowflake(int(each["id"])),
            kind=int(each["type"]),
            allow=int(each.get("allow") or 0),
            deny=int(each.get("deny") or 0),
        )
        for each in call.body.get("permission_overwrites") or []
    ]


@route("GET", "/guilds/{guild_id}/members/search")
def search_members(call: Call) -> Reply:
    """Members whose name begins so."""
    world = call.stand.world
    found = world.guild(call.key("guild_id"))
    query = call.query.get("query", "").lower()
    limit = int(call.query.get("limit", 1))
    people = [
        (m, world.users[key])
        for key, m in found.members.items()
        if any(name.startswith(query) for name in (world.users[key].name, (m.nick or "").lower()))
    ]
    return Reply([payloads.member(m, account) for m, account in people[:limit]])


@route("GET", "/guilds/{guild_id}/members")
def members(call: Call) -> Reply:
    """All members: refused, since it needs the privileged members intent."""
    call.stand.world.guild(call.key("guild_id"))
    raise ApiError(Code.MISSING_ACCESS)


@route("GET", "/guilds/{guild_id}/members/{user_id}")
def member(call: Call) -> Reply:
    """One member."""
    world = call.stand.world
    found = world.guild(call.key("guild_id"))
    account = world.user(call.key("user_id"))
    if account.id not in found.members:
        raise ApiError(Code.UNKNOWN_MEMBER)
    return Reply(payloads.member(found.members[account.id], account))


@route("GET", "/guilds/{guild_id}/threads/active")
def active_threads(call: Call) -> Reply:
    """The active threads the bot can see."""
    world = call.stand.world
    found = world.guild(call.key("guild_id"))
    threads.sweep(call.stand)
    active = [
        t for t in world.threads(found.id) if t.thread is not None and not t.thread.archived and world.sees(BOT, t)
    ]
    mine = [payloads.thread_member(t, BOT) for t in active if t.thread is not None and BOT in t.thread.members]
    answer: Obj = {"threads": [payloads.channel(world, t) for t in active], "members": mine, "has_more": False}
    return Reply(answer)
