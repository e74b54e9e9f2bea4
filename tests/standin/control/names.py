"""Users, channels and messages as a test names them: by name or by id."""

from __future__ import annotations

from tests.standin.messages import open_dm
from tests.standin.model import Channel, Guild, Message, User
from tests.standin.slash import Place, Refused
from tests.standin.stand import Stand
from tests.standin.wire import Snowflake
from tests.standin.world import BOT, World


def user(world: World, name: str) -> User:
    """
    ``user1``, an id, or ``bot``.

    Raises:
        Refused: nobody has it
    """
    if name == "bot":
        return world.users[BOT]
    found = next((u for u in world.users.values() if name in (u.name, str(u.id))), None)
    if found is None:
        raise Refused(f"There is no user {name!r}.")
    return found


def guild(world: World, name: str | None) -> Guild:
    """
    A guild by name or id; None is the first.

    Raises:
        Refused: there is none
    """
    found = next((g for g in world.guilds.values() if name in (None, g.name, str(g.id))), None)
    if found is None:
        raise Refused(f"There is no guild {name!r}.")
    return found


def channel(stand: Stand, name: str) -> Channel:
    """
    ``tables``, ``Guild/tables``, the name of a thread (of several the newest) or group, an id, or ``dm:user1``.

    Raises:
        Refused: there is none
    """
    world = stand.world
    if name.startswith("dm:"):
        return open_dm(stand, user(world, name.removeprefix("dm:")).id)
    place, _, rest = name.rpartition("/")
    guilds: set[Snowflake | None] = {guild(world, place).id} if place else {None, *world.guilds}
    found = [c for c in world.channels.values() if not c.deleted and str(c.id) == name]
    found = found or [c for c in world.channels.values() if not c.deleted and c.name == rest and c.guild in guilds]
    if not found:
        raise Refused(f"There is no channel {name!r}.")
    return found[-1] if found[-1].thread is not None else found[0]


def message(world: World, key: str, *, reader: User) -> Message:
    """
    A message by id, if the reader can see it.

    Raises:
        Refused: they can't
    """
    found = world.messages.get(Snowflake(int(key))) if key.isdecimal() else None
    if found is None or found.deleted or not readable(world, found, reader=reader):
        raise Refused(f"{reader.name} sees no message {key}.")
    return found


def readable(world: World, found: Message, *, reader: User) -> bool:
    """Whether a user sees a message: the channel is open to them, and an ephemeral one is theirs."""
    return found.ephemeral_to in (None, reader.id) and world.sees(reader.id, world.channels[found.channel])


def place(stand: Stand, user_name: str, *, channel_name: str) -> Place:
    """
    Who is where.

    Raises:
        Refused: no such user or channel, or the user can't see it
    """
    who, where = user(stand.world, user_name), channel(stand, channel_name)
    if not stand.world.sees(who.id, where):
        raise Refused(f"{who.name} doesn't see {channel_name}.")
    return Place(world=stand.world, user=who, channel=where)
