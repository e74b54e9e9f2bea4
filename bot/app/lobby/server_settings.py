"""What a server has set: how its matches are shown, how many may be open, who may open tournaments."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from datetime import datetime, timedelta

from msgspec.structs import replace

from bot.app.changes import outbox
from bot.app.changes.server_rules import (
    MODERATORS,
    OWN_ROLES,
    SERVER_DEFAULTS,
    UTC_NAME,
    WHOSE_ROLES,
    Made,
    caps_of,
    read_list,
    read_values,
    server_values,
    store_values,
    with_made,
)
from bot.app.changes.unit_of_work import UnitOfWork
from bot.app.match.records import Place
from bot.app.runtime.moments import zone_names
from bot.app.runtime.refusals import refuse
from bot.app.timing.calendars import LONGEST_NIGHT
from bot.app.timing.timekeeping import read_night
from bot.app.views.openings import MOST_SHARING
from db.ids import ChannelId, GuildId
from db.puzzles.records import PuzzleChannelRecord
from db.tx import Tx
from games.core.moves import Value

MOST_EXPIRE_DAYS = 90
"""Days that an open match waits for players, at most."""

MOST_OPEN = 100
"""Open matches in one channel, at most."""

SERVER_BOUNDS: Mapping[str, tuple[int, int]] = {"expire": (0, MOST_EXPIRE_DAYS), "open": (0, MOST_OPEN)}
"""Least and most of the numbers among a server's settings."""


Follow = Callable[[Tx, GuildId], Callable[[Tx, datetime], None]]


class ServerSettings:
    """Settings of servers; values are JSON-like."""

    def __init__(self, uow: UnitOfWork, *, follow: Follow) -> None:
        """Work over the shared unit of work; ``follow`` notes what depends on settings, and acts when they are set."""
        self._uow = uow
        self._follow = follow
        self._moderators: dict[GuildId, int] = {}
        """The role of each server's moderators, so that it isn't read anew for every request."""
        self._forgotten = 0

    async def moderators(self, guild: GuildId) -> int:
        """Return the role of a server's moderators, 0: none. Whatever changes it calls `forget`."""
        if guild in self._moderators:
            return self._moderators[guild]
        forgotten = self._forgotten
        role = int((await self._uow.store.read(lambda tx: server_values(tx, guild)))[MODERATORS])
        if forgotten == self._forgotten:  # what was read meanwhile may be the role of before
            self._moderators[guild] = role
        return role

    def forget(self, guild: GuildId) -> None:
        """Read a server's settings anew, which have just changed or were deleted."""
        self._forgotten += 1
        self._moderators.pop(guild, None)

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

    async def list_sharing(self, guild: GuildId) -> tuple[GuildId, ...]:
        """Return the other servers that share their open matches, if this one does; those it excludes, too."""

        def work(tx: Tx) -> tuple[GuildId, ...]:
            if not server_values(tx, guild)["share"]:
                return ()
            found = (record.guild for record in tx.servers.find_sharing(most=MOST_SHARING))
            return tuple(each for each in found if each != guild and not tx.privacy.has_departed(each))

        return await self._uow.store.read(work)

    async def set_server(
        self, place: Place, values: Mapping[str, Value], *, made: Collection[Made] = (), gone: Collection[Made] = ()
    ) -> None:
        """Change settings of a server; raises Refusal outside servers and for what is no setting.

        ``made``: what the bot has just made there; ``gone``: what it had made, and has deleted.
        """
        guild = place.guild
        if guild is None:
            raise refuse("NO_SERVER", "no_server")
        check_names(values, SERVER_DEFAULTS)
        _check_values(values, self._uow.library.games)
        check_bounds(values, SERVER_BOUNDS)
        now = self._uow.clock.now()

        def work(tx: Tx) -> None:
            record = tx.servers.get(guild)
            stored, act = read_values(record.settings if record else None), self._follow(tx, guild)
            after = {**stored, **values}
            if made or gone:
                after |= with_made({**SERVER_DEFAULTS, **stored}, made=made, gone=gone)
            store_values(tx, guild, after)
            _move_openings(tx, guild, {int(each.get("openings", 0)) for each in (stored, after)}, now)
            _move_puzzles(tx, guild, ChannelId(int(after.get("puzzles", 0))))
            act(tx, now)

        await self._uow.store.run(work)
        self.forget(guild)
        self._uow.signals.notify()


def _move_openings(tx: Tx, guild: GuildId, channels: Collection[int], now: datetime) -> None:
    """Let the list of open matches leave one channel and appear in another."""
    for channel in channels if len(channels) > 1 else ():
        if channel:
            tx.outbox.enqueue(replace(outbox.openings_row(guild, ChannelId(channel), now=now), not_before=now))


def _move_puzzles(tx: Tx, guild: GuildId, channel: ChannelId) -> None:
    """Have puzzles posted in a channel, 0: nowhere; what was posted or told isn't again."""
    if channel:
        tx.puzzles.add_channel(PuzzleChannelRecord(guild=guild, channel=channel, day=0))
    tx.puzzles.move_channel(guild, channel)


def _check_values(values: Mapping[str, Value], games: Collection[str]) -> None:
    """Raise Refusal for a value that a setting cannot have."""
    for name in ("events", "matches"):
        if values.get(name, "staff") not in ("staff", "anybody"):
            raise refuse("BAD_SETTING", "bad_setting", name=name, value=str(values[name]))
    if values.get(OWN_ROLES, "") not in WHOSE_ROLES:
        raise refuse("BAD_SETTING", "bad_setting", name=OWN_ROLES, value=str(values[OWN_ROLES]))
    for name, is_known in (("channels", str.isdecimal), ("apart", str.isdecimal), ("games", games.__contains__)):
        for part in read_list(values, name) if name in values else ():
            if not is_known(part):
                raise refuse("BAD_SETTING", "bad_setting", name=name, value=part)
    if values.get("zone") and values["zone"] not in zone_names():
        raise refuse("NO_ZONE", "no_zone", zone=str(values["zone"]))
    if values.get("quiet"):
        _check_quiet(str(values["quiet"]))


def _check_quiet(typed: str) -> None:
    """Raise Refusal for hours of the night that cannot be."""
    try:
        night = read_night(UTC_NAME, typed)
    except ValueError:
        raise refuse("BAD_NIGHT", "bad_night", night=typed[:40]) from None
    if night is not None and not timedelta() < night.length <= LONGEST_NIGHT:
        raise refuse("BAD_NIGHT", "long_night", most=int(LONGEST_NIGHT.total_seconds()) // 3600)


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
