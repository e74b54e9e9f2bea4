"""What a server has set: where what is opened, by whom, and when nobody is mentioned."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import TypeAlias

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from bot.app.changes.caps import Caps
from bot.app.match.records import Place
from bot.app.runtime.refusals import refuse
from bot.app.timing.calendars import Calendar, stops
from bot.app.timing.timekeeping import read_night
from db.ids import GuildId, UserId
from db.records import ServerRecord
from db.tx import Tx
from games.core.contract import AnyGame
from games.core.moves import Value
from games.core.text import Text, raw, say

Values: TypeAlias = dict[str, Value]

MODERATORS = "moderators"
"""The setting of a server: the id of the role whose members look after its matches, 0: none."""
REPORTS = "reports"
"""The setting of a server: the id of the channel where what players report is posted for its staff, 0: nowhere."""

OWN_ROLES = "own_roles"
"""The setting of a server: whether the bot makes a role for each tournament; ``ends``, it is deleted afterwards, or
``stays``; empty: none."""
ENDS, STAYS = "ends", "stays"
WHOSE_ROLES = ("", ENDS, STAYS)
MADE = "made"
ROLE = "role"
"""The kind of what the bot has made for a tournament."""
TELL_BARRED = "tell_barred"
"""The setting of a server: whether people who are barred are told in a direct message."""

SERVER_DEFAULTS: Mapping[str, Value] = {
    "threads": True,
    "forum": 0,
    "results": 0,
    "openings": 0,
    "puzzles": 0,
    "channels": "",
    "games": "",
    "matches": "anybody",
    "hosts": 0,
    "events": "staff",
    "organisers": 0,
    MODERATORS: 0,
    REPORTS: 0,
    TELL_BARRED: True,
    "expire": 0,
    "open": 0,
    "language": "",
    "zone": "",
    "quiet": "",
    "champions": 0,
    "participants": 0,
    OWN_ROLES: "",
    "calendar": False,
    MADE: "",
    "share": False,
    "apart": "",
}
"""``threads``: each match gets a thread of its own; else it is played in the channel. ``forum``: the id of a forum in
which that is a post, 0: the thread hangs in the channel where the match was opened. ``results``: the id of a channel
that gets the result of each rated match, 0: none. ``openings``: of the channel in which one message lists the
open matches, 0: none. ``puzzles``: of the channel that gets the puzzle of each day, 0: none.
``channels``: the ids of the channels and categories in which
something may be opened; empty: anywhere. ``games``: the keys of those offered; empty: all. ``matches``: who may open
matches, ``anybody`` or ``staff`` (those who may manage the server or its events); ``hosts``: the id of a role whose
members may in any case. ``events`` and ``organisers``: the same of tournaments. ``moderators``: the id of a role that
counts as staff; ``reports``: of the channel that gets reports. ``tell_barred``: who is barred gets a direct message.
``expire``: days after which an open match that nobody
fills is closed; ``open``: most open matches in a channel; both 0: as the owner of the bot has set it. ``language``: of
what is posted, a tag such as ``de``; empty: the server's own on Discord. ``zone``: the time zone of those who have set
none; ``quiet``: hours in it in which nobody is mentioned, like "22:00-07:00". ``champions``: the id of a
role for the winners of the newest finished tournament; ``participants``: of one for those who take part in a
tournament that isn't over; ``own_roles``: whether each tournament has a role of its own. ``calendar``: announced
starts become scheduled events. ``made``: what the bot has made there. ``share``: its open matches are shared with other
servers that share theirs, except for those of which ``apart`` has the ids.
Lists are written with commas.
"""

UTC_NAME = "UTC"
_values = msgspec.json.Decoder(Values)


class Access(Struct, frozen=True, kw_only=True):
    """What counts of who opens something: their roles, whether they may manage the server or its events, and where.

    ``within``: the ids of the channel and the category that the place lies in.
    """

    roles: tuple[int, ...] = ()
    staff: bool = False
    within: tuple[int, ...] = ()


MEMBER = Access()
"""Somebody without any role."""


def read_values(stored: bytes | None) -> Values:
    """Return what a server has set itself."""
    return _values.decode(stored) if stored else {}


def server_values(tx: Tx, guild: GuildId | None) -> Values:
    """Return a server's settings, with defaults for what was never set; outside servers (None) the defaults."""
    record = None if guild is None else tx.servers.get(guild)
    return {**SERVER_DEFAULTS, **read_values(record.settings if record else None)}


def store_values(tx: Tx, guild: GuildId, values: Mapping[str, Value]) -> None:
    """Store what a server has set itself."""
    shares = bool(values.get("share", False))
    tx.servers.put(ServerRecord(guild=guild, settings=msgspec.json.encode(values), shares=shares))


def name_others(tx: Tx, guild: GuildId) -> Text:
    """Return who else can do what a moderator may not, since it concerns them."""
    role = int(server_values(tx, guild)[MODERATORS])
    return say("app.others_moderators", role=raw(f"<@&{role}>")) if role else say("app.others_managers")


def read_list(values: Mapping[str, Value], name: str) -> tuple[str, ...]:
    """Return a setting that is a list."""
    return tuple(part for part in str(values[name]).split(",") if part)


def write_list(parts: Iterable[object]) -> str:
    """Return a list as a setting has it."""
    return ",".join(dict.fromkeys(map(str, parts)))


class Made(Struct, frozen=True):
    """A thing that the bot has made in a server, by its id.

    ``part``: of tags, the tag's, while ``number`` is their forum's; of a role, the tournament's for which it was made.
    """

    kind: str
    number: int
    part: int = 0

    def write(self) -> str:
        """Return it as the setting keeps it."""
        return f"{self.kind}:{self.number}:{self.part}"

    @property
    def is_role(self) -> bool:
        """Whether it is a role of the server; else it is a channel, or in one."""
        return self.kind in ("champions", "participants", ROLE)

    @property
    def right(self) -> str:
        """The permission, by discord.py's name, that it takes to make it and to take it away."""
        return "manage_roles" if self.is_role else "manage_channels"


def read_made(values: Mapping[str, Value]) -> list[Made]:
    """Return what the bot has made in a server."""
    parts = (part.split(":") for part in read_list(values, MADE))
    return [Made(kind, int(number), int(part)) for kind, number, part in parts]


def find_own_role(values: Mapping[str, Value], tournament: int) -> int:
    """Return the role that the bot has made for a tournament, 0 if there is none."""
    return next((each.number for each in read_made(values) if each.kind == ROLE and each.part == tournament), 0)


def with_made(values: Mapping[str, Value], *, made: Iterable[Made] = (), gone: Iterable[Made] = ()) -> dict[str, Value]:
    """Return the setting once something was made or is gone."""
    less = {each.write() for each in gone}
    kept = (part for part in read_list(values, MADE) if part not in less)
    return {MADE: write_list([*kept, *(each.write() for each in made)])}


def caps_of(values: Mapping[str, Value], usual: Caps) -> Caps:
    """Return the caps that hold in a server with these settings: of open matches it may have fewer than elsewhere."""
    most = int(values["open"]) or usual.channel
    return replace(usual, channel=min(most, usual.channel), expire_days=int(values["expire"]) or usual.expire_days)


def list_offered(values: Mapping[str, Value], games: Mapping[str, AnyGame]) -> dict[str, AnyGame]:
    """Return the games that a server offers; all where none of those it has chosen is installed."""
    chosen = read_list(values, "games")
    return {key: game for key, game in games.items() if key in chosen} or dict(games)


def share_with(one: tuple[GuildId, Mapping[str, Value]], other: tuple[GuildId, Mapping[str, Value]]) -> bool:
    """Return whether two servers, with what they have set, share their open matches: both do, and exclude neither."""
    (first, mine), (second, theirs) = one, other
    if first == second or not (mine["share"] and theirs["share"]):
        return False
    return str(second) not in read_list(mine, "apart") and str(first) not in read_list(theirs, "apart")


def check_opening(
    values: Mapping[str, Value], games: Mapping[str, AnyGame], game: str, *, place: Place, access: Access
) -> None:
    """Raise Refusal where a server doesn't let this game be opened, or nothing in this place."""
    if place.guild is None:
        return
    offered = list_offered(values, games)
    if game in games and game not in offered:
        titles = tuple(raw(each.spec.title) for each in offered.values())
        raise refuse("NOT_OFFERED", "game_not_offered", title=games[game].spec.title, titles=titles)
    allowed = read_list(values, "channels")
    around = {str(each) for each in (place.channel, *access.within)}
    if allowed and not around & {*allowed, str(values["forum"] or "")}:
        raise refuse("NOT_HERE", "not_here", places=tuple(raw(f"<#{channel}>") for channel in allowed))


def may_host(values: Mapping[str, Value], access: Access) -> None:
    """Raise Refusal where a server's settings do not let somebody open matches that others can join."""
    role = int(values["hosts"])
    if values["matches"] == "anybody" or role in access.roles or is_staff(values, access):
        return
    if role:
        raise refuse("NOT_A_HOST", "hosts_role", role=raw(f"<@&{role}>"))
    raise refuse("NOT_A_HOST", "hosts_staff")


def may_organize(values: Mapping[str, Value], access: Access) -> None:
    """Raise Refusal where a server's settings do not let somebody open tournaments."""
    role = int(values["organisers"])
    if values["events"] == "anybody" or role in access.roles or is_staff(values, access):
        return
    if role:
        raise refuse("NOT_ORGANIZER", "tournament_organizers_role", role=f"<@&{role}>")
    raise refuse("NOT_ORGANIZER", "tournament_organizers")


def is_staff(values: Mapping[str, Value], access: Access) -> bool:
    """Return whether somebody may manage the server or its events, or has its role for moderators."""
    return access.staff or int(values["moderators"]) in access.roles


def find_zone(tx: Tx, user: UserId, guild: GuildId | None) -> str:
    """Return the name of the time zone in which a person means a time: their own, else the server's, else UTC."""
    person = tx.people.get(user)
    return (person and person.zone) or str(server_values(tx, guild)["zone"]) or UTC_NAME


def find_quiet_end(tx: Tx, guild: GuildId | None, now: datetime) -> datetime | None:
    """Return when the hours end in which a server wants nobody mentioned; None if they do not run."""
    values = server_values(tx, guild)
    night = read_night(str(values["zone"]) or UTC_NAME, str(values["quiet"]))
    span = None if night is None else next(stops(now, Calendar(night)), None)
    return span.end if span is not None and span.begin <= now else None
