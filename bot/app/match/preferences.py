"""How a person wants to be told, and what they prefer in one match alone. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import TypeAlias

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from db.ids import GuildId, MatchId
from db.records import PersonRecord
from games.core.moves import Value

Values: TypeAlias = dict[str, Value]

CAP = 200
"""Notices that call a person on one day, unless the person has chosen another number: more than an evening of play."""

NO_DIGEST = -1

MATCHES = "matches"
"""Beside the preferences: those of single matches by number, as JSON."""

ALONE = ("where", "remind")
"""The preferences that a match can have of its own."""

MOST_MATCHES = 100
"""Matches or servers with preferences of their own, of one person; those set longest ago are forgotten."""

CONFIRM = "confirm"
"""The preference whether a turn of a single choice waits for *Confirm*, too."""

DISPLAY = "display"
"""The preference how boards are shown to the person in private (one of ``Display``)."""

SERVERS = "servers"
"""The same of single servers."""

NO_WEEK = -1
"""No weekly digest."""
OWNER_NEWS = "owner_news"
"""The preference whether the operator of the bot may write to the person as the owner of a server."""

_KEY = f'"{MATCHES}"'.encode()
_SERVERS_KEY = f'"{SERVERS}"'.encode()
_prefs = msgspec.json.Decoder(Values)
_own = msgspec.json.Decoder(dict[str, Values])


class Where(StrEnum):
    """Where a person is called."""

    THREAD = "thread"
    """By a mention where the match is played."""
    BOTH = "both"
    """The same, and by a direct message."""
    DIRECT = "dm"
    """By a direct message only; by a mention while direct messages are refused."""
    SILENCE = "none"
    """Not at all."""


class Display(StrEnum):
    """How boards are shown in private answers; posts are the same for everybody."""

    PICTURES = "pictures"
    TEXT = "text"
    """In words alone."""
    LARGE = "large"
    """Pictures at twice the size, in parts."""


class NotificationPreferences(Struct, frozen=True):
    """How a person wants to be told; part of the person's preferences."""

    where: Where = Where.THREAD
    next: bool = False
    quiet: str = ""
    digest: int = NO_DIGEST
    week: int = NO_WEEK
    cap: int = CAP


USUAL = NotificationPreferences()
_wishes = msgspec.json.Decoder(NotificationPreferences)


def wishes_of(person: PersonRecord | None) -> NotificationPreferences:
    """Return how a person wants to be told."""
    return USUAL if person is None else _wishes.decode(person.prefs)


def for_match(person: PersonRecord, match: MatchId, guild: GuildId | None) -> PersonRecord:
    """Return a person with the preferences that hold in a match: its own, else those for its server, else the usual."""
    if _KEY not in person.prefs:
        return for_server(person, guild)
    prefs = _prefs.decode(for_server(person, guild).prefs)
    values = _own.decode(str(prefs.get(MATCHES, "{}"))).get(str(match))
    return for_server(person, guild) if not values else _with_values(person, {**prefs, **values})


def for_server(person: PersonRecord, guild: GuildId | None) -> PersonRecord:
    """Return a person with the preferences that hold on a server."""
    if guild is None or _SERVERS_KEY not in person.prefs:
        return person
    prefs = _prefs.decode(person.prefs)
    values = _own.decode(str(prefs.get(SERVERS, "{}"))).get(str(guild))
    return person if not values else _with_values(person, {**prefs, **values})


def where_in(person: PersonRecord, guild: GuildId) -> str | None:
    """Return where a person wants to be called on a server; None: as everywhere."""
    found = _own.decode(str(_prefs.decode(person.prefs).get(SERVERS, "{}"))).get(str(guild), {}).get("where")
    return None if found is None else str(found)


def with_match(person: PersonRecord, match: MatchId, values: Mapping[str, Value]) -> PersonRecord:
    """Return a person with other preferences for a match; without values those are as everywhere again."""
    return _with_own(person, MATCHES, str(match), values)


def with_server(person: PersonRecord, guild: GuildId, values: Mapping[str, Value]) -> PersonRecord:
    """Return a person with other preferences for a server; without values those are as everywhere again."""
    return _with_own(person, SERVERS, str(guild), values)


def _with_own(person: PersonRecord, kind: str, which: str, values: Mapping[str, Value]) -> PersonRecord:
    prefs = _prefs.decode(person.prefs)
    own = _own.decode(str(prefs.get(kind, "{}")))
    before = own.pop(which, {})
    if values:
        own[which] = {**before, **values}
    kept = dict(list(own.items())[-MOST_MATCHES:])
    return _with_values(person, {**prefs, kind: msgspec.json.encode(kept).decode()})


def _with_values(person: PersonRecord, prefs: Mapping[str, Value]) -> PersonRecord:
    return replace(person, prefs=msgspec.json.encode(prefs))


def display_of(person: PersonRecord) -> Display:
    """Return how boards are shown to a person in private."""
    return Display(str(_prefs.decode(person.prefs).get(DISPLAY, Display.PICTURES)))


def takes_owner_news(person: PersonRecord | None) -> bool:
    """Return whether the operator of the bot may write to a person as the owner of a server."""
    return person is None or bool(_prefs.decode(person.prefs).get(OWNER_NEWS, True))


def always_confirms(person: PersonRecord | None) -> bool:
    """Return whether a person wants to confirm every turn, one of a single choice too."""
    return person is None or bool(_prefs.decode(person.prefs).get(CONFIRM, True))
