"""Registering application commands, globally and per guild."""

from __future__ import annotations

from collections.abc import Sequence

from tests.standin import payloads
from tests.standin.command_limits import SLASH, check_set
from tests.standin.errors import ApiError, Code
from tests.standin.model import Command
from tests.standin.rest.pipeline import NOTHING, Call, Reply, route
from tests.standin.wire import Obj, Snowflake, made_at
from tests.standin.world import BOT

GLOBAL = "/applications/{application_id}/commands"
LOCAL = "/applications/{application_id}/guilds/{guild_id}/commands"
DAY_MS = 24 * 3600 * 1000


def _place(call: Call) -> Snowflake | None:
    if call.key("application_id") != BOT:
        raise ApiError(Code.MISSING_ACCESS)
    return call.stand.world.guild(call.key("guild_id")).id if "guild_id" in call.params else None


def _there(call: Call, place: Snowflake | None) -> list[Command]:
    return [c for c in call.stand.world.commands.values() if c.guild == place]


def _found(call: Call) -> Command:
    command = call.stand.world.commands.get(call.key("command_id"))
    if command is None or command.guild != _place(call):
        raise ApiError(Code.UNKNOWN_COMMAND)
    return command


def _name(body: Obj) -> tuple[int, str]:
    return body.get("type") or SLASH, body["name"]


def _plain(body: Obj) -> Obj:
    return {key: value for key, value in body.items() if value is not None and key != "id"}


def _write(call: Call, place: Snowflake | None, *, bodies: Sequence[Obj]) -> list[Command]:
    """Create or update those commands; unchanged ones keep their version, new ones count against the day."""
    world = call.stand.world
    before = {_name(command.body): command for command in _there(call, place)}
    new = [body for body in bodies if _name(body) not in before]
    if new:
        day = world.clock.now() - DAY_MS
        made = sum(1 for c in _there(call, place) if made_at(c.id) > day)
        if made + len(new) > world.settings.daily_commands:
            raise ApiError(Code.MAX_COMMAND_CREATES, extra={"retry_after": DAY_MS / 1000, "global": False})
    written: list[Command] = []
    for body in bodies:
        command = before.get(_name(body))
        if command is None:
            command = Command(id=world.mint.new(), guild=place, body=_plain(body), version=world.mint.new())
        elif command.body != _plain(body):
            command.body, command.version = _plain(body), world.mint.new()
        world.save(command)
        written.append(command)
    return written


@route("GET", GLOBAL)
@route("GET", LOCAL)
def listed(call: Call) -> Reply:
    """All commands of a place."""
    return Reply([payloads.command(call.stand.world, c) for c in _there(call, _place(call))])


@route("PUT", GLOBAL)
@route("PUT", LOCAL)
def overwrite(call: Call) -> Reply:
    """Replace all commands of a place."""
    place = _place(call)
    check_set(call.bodies, indexed=True)
    written = _write(call, place, bodies=call.bodies)
    for command in [c for c in _there(call, place) if c not in written]:
        call.stand.world.forget_command(command)
    return Reply([payloads.command(call.stand.world, c) for c in written])


@route("POST", GLOBAL)
@route("POST", LOCAL)
def create(call: Call) -> Reply:
    """Create one command, or overwrite the one of that name."""
    place = _place(call)
    others = [c.body for c in _there(call, place) if _name(c.body) != _name(call.body)]
    check_set([call.body], indexed=False)
    check_set([*others, call.body], indexed=True)
    new = all(_name(c.body) != _name(call.body) for c in _there(call, place))
    return Reply(
        payloads.command(call.stand.world, _write(call, place, bodies=[call.body])[0]), status=201 if new else 200
    )


@route("GET", GLOBAL + "/{command_id}")
@route("GET", LOCAL + "/{command_id}")
def get(call: Call) -> Reply:
    """One command."""
    return Reply(payloads.command(call.stand.world, _found(call)))


@route("PATCH", GLOBAL + "/{command_id}")
@route("PATCH", LOCAL + "/{command_id}")
def edit(call: Call) -> Reply:
    """Change one command."""
    command = _found(call)
    body = {**command.body, **call.body}
    check_set([body], indexed=False)
    command.body, command.version = _plain(body), call.stand.world.mint.new()
    call.stand.world.save(command)
    return Reply(payloads.command(call.stand.world, command))


@route("DELETE", GLOBAL + "/{command_id}")
@route("DELETE", LOCAL + "/{command_id}")
def delete(call: Call) -> Reply:
    """Remove one command."""
    call.stand.world.forget_command(_found(call))
    return NOTHING
