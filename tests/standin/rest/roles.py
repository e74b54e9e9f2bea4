"""Roles: made and deleted, given and taken, by who may manage roles and stands above them."""

from __future__ import annotations

from tests.standin import payloads
from tests.standin.errors import ApiError, Code, Problem, invalid
from tests.standin.model import Guild, Member, Role
from tests.standin.permissions import Right, in_guild, stands_below
from tests.standin.rates import Rate
from tests.standin.rest.pipeline import NOTHING, Call, Reply, route
from tests.standin.wire import Snowflake
from tests.standin.world import BOT

ALL_ROLES = "/guilds/{guild_id}/roles"
ONE = "/guilds/{guild_id}/members/{user_id}/roles/{role_id}"
RATE = Rate(10, 10.0, major="guild_id")
MOST = 250
"""Roles of a guild, @everyone included."""
LONGEST_NAME = 100


def _found(call: Call) -> tuple[Guild, Snowflake, Member, Role]:
    """
    The member and the role, if the bot may change whether one has the other.

    Raises:
        ApiError: 50013 without the right or above the bot's own role, 50028 for what is nobody's to give, 10007, 10011
    """
    guild, user = _managed(call), call.key("user_id")
    if user not in guild.members:
        raise ApiError(Code.UNKNOWN_MEMBER)
    return guild, user, guild.members[user], _below(call, guild)


def _managed(call: Call) -> Guild:
    """The guild, if the bot may manage its roles."""
    guild = call.stand.world.guild(call.key("guild_id"))
    if not in_guild(guild, BOT) & Right.MANAGE_ROLES:
        raise ApiError(Code.MISSING_PERMISSION)
    return guild


def _below(call: Call, guild: Guild) -> Role:
    """The role, if the bot may change it."""
    role = guild.roles.get(call.key("role_id"))
    if role is None:
        raise ApiError(Code.UNKNOWN_ROLE)
    if role.managed or role.id == guild.id:
        raise ApiError(Code.INVALID_ROLE)
    if not stands_below(guild, role, user=BOT):
        raise ApiError(Code.MISSING_PERMISSION)
    return role


@route("POST", ALL_ROLES)
def create(call: Call) -> Reply:
    """A new role, below all others but @everyone; it has no rights that the bot lacks."""
    guild, world = _managed(call), call.stand.world
    name, permissions = call.body.get("name") or "new role", int(call.body.get("permissions") or 0)
    if not 1 <= len(name) <= LONGEST_NAME:
        raise invalid([Problem(("name",), "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 100 in length.")])
    if permissions & ~in_guild(guild, BOT):
        raise ApiError(Code.MISSING_PERMISSION)
    for other in guild.roles.values():
        other.position += other.id != guild.id
    if len(guild.roles) >= MOST:
        raise ApiError(Code.MAX_ROLES)
    role = Role(id=world.mint.new(), name=name, permissions=permissions, position=1)
    guild.roles[role.id] = role
    world.save(guild)
    told = {"guild_id": str(guild.id), "role": payloads.role(role)}
    call.stand.hub.tell("GUILD_ROLE_CREATE", told, guild=guild.id)
    return Reply(payloads.role(role))


@route("DELETE", f"{ALL_ROLES}/{{role_id}}")
def delete(call: Call) -> Reply:
    """Delete a role below the bot's own; its members lose it."""
    guild = _managed(call)
    role = _below(call, guild)
    del guild.roles[role.id]
    for member in guild.members.values():
        member.roles = [key for key in member.roles if key != role.id]
    call.stand.world.save(guild)
    call.stand.hub.tell("GUILD_ROLE_DELETE", {"guild_id": str(guild.id), "role_id": str(role.id)}, guild=guild.id)
    return NOTHING


@route("PUT", ONE, rate=RATE)
def give(call: Call) -> Reply:
    """Give a member a role; one that is there already stays."""
    guild, user, member, role = _found(call)
    if role.id not in member.roles:
        member.roles.append(role.id)
    return _changed(call, guild, user)


@route("DELETE", ONE, rate=RATE)
def take(call: Call) -> Reply:
    """Take a role from a member; one that isn't there is no error."""
    guild, user, member, role = _found(call)
    member.roles = [key for key in member.roles if key != role.id]
    return _changed(call, guild, user)


def _changed(call: Call, guild: Guild, user: Snowflake) -> Reply:
    """Store it. Without the privileged intent the bot is told of changes to its own roles alone."""
    call.stand.world.save(guild)
    if user == BOT:
        account = call.stand.world.users[user]
        told = {**payloads.member(guild.members[user], account), "guild_id": str(guild.id)}
        call.stand.hub.tell("GUILD_MEMBER_UPDATE", told, guild=guild.id)
    return NOTHING
