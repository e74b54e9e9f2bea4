"""Roles of members: given and taken by who may manage roles and stands above them."""

from __future__ import annotations

from tests.standin import payloads
from tests.standin.errors import ApiError, Code
from tests.standin.model import Guild, Member, Role
from tests.standin.permissions import Right, in_guild, stands_below
from tests.standin.rates import Rate
from tests.standin.rest.pipeline import NOTHING, Call, Reply, route
from tests.standin.wire import Snowflake
from tests.standin.world import BOT

ONE = "/guilds/{guild_id}/members/{user_id}/roles/{role_id}"
RATE = Rate(10, 10.0, major="guild_id")


def _found(call: Call) -> tuple[Guild, Snowflake, Member, Role]:
    """
    The member and the role, if the bot may change whether one has the other.

    Raises:
        ApiError: 50013 without the right or above the bot's own role, 50028 for what is nobody's to give, 10007, 10011
    """
    world = call.stand.world
    guild = world.guild(call.key("guild_id"))
    user, key = call.key("user_id"), call.key("role_id")
    if not in_guild(guild, BOT) & Right.MANAGE_ROLES:
        raise ApiError(Code.MISSING_PERMISSION)
    if user not in guild.members:
        raise ApiError(Code.UNKNOWN_MEMBER)
    role = guild.roles.get(key)
    if role is None:
        raise ApiError(Code.UNKNOWN_ROLE)
    if role.managed or role.id == guild.id:
        raise ApiError(Code.INVALID_ROLE)
    if not stands_below(guild, role, user=BOT):
        raise ApiError(Code.MISSING_PERMISSION)
    return guild, user, guild.members[user], role


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
