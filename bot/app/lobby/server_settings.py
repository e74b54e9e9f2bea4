"""What a server has set: how its matches are shown, how many may be open, who may open tournaments."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from bot.app.changes.caps import Caps
from bot.app.runtime.refusals import refuse
from db.ids import GuildId
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
}
"""``threads``: each match gets a thread of its own; else it is played in the channel. ``forum``: the id of a forum in
which that is a post, 0: the thread hangs in the channel where the match was opened. ``events``: who may open
tournaments, ``staff`` (those who may manage the server or its events) or ``anybody``; ``organisers``: the id of a role
whose members may in any case, 0: none. ``expire``: days after which an open match that nobody fills is closed;
``open``: most open matches in a channel; both 0: as the owner of the bot has set it.
"""

MOST_EXPIRE_DAYS = 90
"""Days that an open match waits for players, at most."""

MOST_OPEN = 100
"""Open matches in one channel, at most."""

SERVER_BOUNDS: Mapping[str, tuple[int, int]] = {"expire": (0, MOST_EXPIRE_DAYS), "open": (0, MOST_OPEN)}
"""Least and most of the numbers among a server's settings."""

_values = msgspec.json.Decoder(Values)


def caps_of(values: Mapping[str, Value], usual: Caps) -> Caps:
    """Return the caps that hold in a server with these settings: of open matches it may have fewer than elsewhere."""
    most = int(values["open"]) or usual.channel
    return replace(usual, channel=min(most, usual.channel), expire_days=int(values["expire"]) or usual.expire_days)


def server_values(tx: Tx, guild: GuildId | None) -> Values:
    """Return a server's settings, with defaults for what was never set; outside servers (None) the defaults."""
    record = None if guild is None else tx.servers.get(guild)
    return {**SERVER_DEFAULTS, **(_values.decode(record.settings) if record else {})}


def may_open(values: Mapping[str, Value], roles: Collection[int]) -> None:
    """Raise Refusal where a server's settings do not let a member with these roles open events."""
    role = int(values["organisers"])
    if values["events"] == "anybody" or role in roles:
        return
    if role:
        raise refuse("NOT_ORGANISER", "event_organisers_role", role=f"<@&{role}>")
    raise refuse("NOT_ORGANISER", "event_organisers")
