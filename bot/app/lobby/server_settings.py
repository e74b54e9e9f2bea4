"""What a server has set: how its matches are shown, how many may be open, who may open tournaments."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from bot.app.changes.caps import Caps
from bot.app.changes.unit_of_work import UnitOfWork
from bot.app.match.records import Place
from bot.app.runtime.refusals import refuse
from db.ids import GuildId
from db.records import ServerRecord
from db.tx import Tx
from games.core.moves import Value

Values: TypeAlias = dict[str, Value]

SERVER_DEFAULTS: Mapping[str, Value] = {
    "threads": True,
    "forum": 0,
    "events": "staff",
    "organisers": 0,
    "expire": 0,
    "open": 0,
    "language": "",
}
"""``threads``: each match gets a thread of its own; else it is played in the channel. ``forum``: the id of a forum in
which that is a post, 0: the thread hangs in the channel where the match was opened. ``events``: who may open
tournaments, ``staff`` (those who may manage the server or its events) or ``anybody``; ``organisers``: the id of a role
whose members may in any case, 0: none. ``expire``: days after which an open match that nobody fills is closed;
``open``: most open matches in a channel; both 0: as the owner of the bot has set it. ``language``: of what is posted, a
tag such as ``de``; empty: the server's own on Discord.
"""

MOST_EXPIRE_DAYS = 90
"""Days that an open match waits for players, at most."""

MOST_OPEN = 100
"""Open matches in one channel, at most."""

SERVER_BOUNDS: Mapping[str, tuple[int, int]] = {"expire": (0, MOST_EXPIRE_DAYS), "open": (0, MOST_OPEN)}
"""Least and most of the numbers among a server's settings."""

_values = msgspec.json.Decoder(Values)


class ServerSettings:
    """Settings of servers; values are JSON-like."""

    def __init__(self, uow: UnitOfWork) -> None:
        """Work over the shared unit of work."""
        self._uow = uow

    async def server(self, place: Place) -> Mapping[str, Value]:
        """Return a server's settings; outside servers the defaults. Numbers never set are the bot's."""
        values = await self._uow.store.read(lambda tx: server_values(tx, place.guild))
        caps = caps_of(values, self._uow.caps)
        return {**values, "expire": caps.expire_days, "open": caps.channel}

    async def note_greeting(self, guild: GuildId) -> bool:
        """Return whether a server has never been greeted; from now on it has."""
        key, now = f"greeted {guild}", self._uow.clock.now().isoformat()

        def work(tx: Tx) -> bool:
            new = tx.facts.get(key) is None
            tx.facts.get_or(key, now)
            return new

        return await self._uow.store.run(work)

    async def set_server(self, place: Place, values: Mapping[str, Value]) -> None:
        """Change settings of a server; raises Refusal outside servers and for what is no setting."""
        guild = place.guild
        if guild is None:
            raise refuse("NO_SERVER", "no_server")
        check_names(values, SERVER_DEFAULTS)
        if values.get("events", "staff") not in ("staff", "anybody"):
            raise refuse("BAD_SETTING", "bad_setting", name="events", value=str(values["events"]))
        check_bounds(values, SERVER_BOUNDS)

        def work(tx: Tx) -> None:
            record = tx.servers.get(guild)
            stored = _values.decode(record.settings) if record else {}
            tx.servers.put(ServerRecord(guild=guild, settings=msgspec.json.encode({**stored, **values})))

        await self._uow.store.run(work)


def caps_of(values: Mapping[str, Value], usual: Caps) -> Caps:
    """Return the caps that hold in a server with these settings: of open matches it may have fewer than elsewhere."""
    most = int(values["open"]) or usual.channel
    return replace(usual, channel=min(most, usual.channel), expire_days=int(values["expire"]) or usual.expire_days)


def server_values(tx: Tx, guild: GuildId | None) -> Values:
    """Return a server's settings, with defaults for what was never set; outside servers (None) the defaults."""
    record = None if guild is None else tx.servers.get(guild)
    return {**SERVER_DEFAULTS, **(_values.decode(record.settings) if record else {})}


def may_open(values: Mapping[str, Value], roles: Collection[int]) -> None:
    """Raise Refusal where a server's settings do not let a member with these roles open tournaments."""
    role = int(values["organisers"])
    if values["events"] == "anybody" or role in roles:
        return
    if role:
        raise refuse("NOT_ORGANIZER", "tournament_organizers_role", role=f"<@&{role}>")
    raise refuse("NOT_ORGANIZER", "tournament_organizers")


def check_bounds(values: Mapping[str, Value], bounds: Mapping[str, tuple[int, int]]) -> None:
    """Raise Refusal for a number beyond its bounds."""
    for name, (least, most) in bounds.items():
        if name in values and not least <= int(values[name]) <= most:
            raise refuse("BAD_SETTING", "bad_setting", name=name, value=str(values[name]))


def check_names(values: Mapping[str, Value], known: Mapping[str, Value]) -> None:
    """Raise Refusal for a setting that there is not, or a value of another kind."""
    for name, value in values.items():
        if name not in known:
            raise refuse("NO_SETTING", "no_setting", name=name, known=tuple(known))
        if type(value) is not type(known[name]):
            raise refuse("BAD_SETTING", "bad_setting", name=name, value=str(value))
