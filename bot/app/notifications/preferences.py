"""What a person prefers: zone and night hours, reminders, where and when to be called; everywhere or in one match."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial

import msgspec
from msgspec.structs import replace

from bot.app.changes.change import move_deadlines
from bot.app.changes.reminders import OFF
from bot.app.changes.server_rules import Values
from bot.app.changes.unit_of_work import UnitOfWork
from bot.app.lobby.server_settings import check_bounds, check_names
from bot.app.match.preferences import (
    ALONE,
    CAP,
    CONFIRM,
    DISPLAY,
    NO_DIGEST,
    NO_WEEK,
    OWNER_NEWS,
    Display,
    Where,
    for_match,
    where_in,
    with_match,
    with_server,
)
from bot.app.match.records import Actor
from bot.app.notifications.notices import reschedule_digest
from bot.app.runtime.moments import zone_names
from bot.app.runtime.refusals import refuse
from bot.app.timing.calendars import LONGEST_NIGHT, Held, Night
from bot.app.timing.timekeeping import night_of, nights_before, read_night
from db.engine.columns import to_millis, to_time
from db.ids import GuildId, MatchId, UserId
from db.records import PersonRecord
from db.tx import Tx
from games.core.errors import Refusal
from games.core.moves import Value
from games.core.text import say

PERSON_DEFAULTS: Mapping[str, Value] = {
    "zone": "",
    "night": "",
    "remind": 0,
    "where": str(Where.THREAD),
    "next": False,
    "quiet": "",
    "digest": NO_DIGEST,
    "week": NO_WEEK,
    "cap": CAP,
    "language": "",
    CONFIRM: True,
    DISPLAY: str(Display.PICTURES),
    OWNER_NEWS: True,
}
"""``zone``: IANA name of the person's time zone. ``night``: hours without a clock, like "22:00-07:00".
``remind``: hours between reminders of a turn; 0: at shares of the time left; -1: none. ``where`` to be called (one of
``Where``); ``next``: also told when likely to be next; ``quiet``: hours without notices; ``digest``: the hour of the
daily digest, -1: none; ``week``: the day of the weekly one (0: Monday), -1:
none; ``cap``: most notices of a day; ``language``: in which the person is answered, a tag such as
``de``, empty: that of their Discord; ``confirm``: a turn of a single choice waits for *Confirm*, too;
``display``: how boards are shown in private (one of ``Display``); ``owner_news``: the operator of the bot may write to
them as the owner of a server.
"""

MOST_HOURS = 14 * 24
"""Between two reminders."""

MOST_CALLS = 2000
"""Notices a day that a person may choose as the cap."""

BOUNDS: Mapping[str, tuple[int, int]] = {
    "remind": (OFF, MOST_HOURS),
    "digest": (NO_DIGEST, 23),
    "week": (NO_WEEK, 6),
    "cap": (1, MOST_CALLS),
}
"""Least and most of the numbers among the preferences."""

NIGHT_STAYS = timedelta(days=7)
"""Zone and night hours stay for so long once a night was set: nobody can carry the night along all day."""

NIGHT_SINCE = "night_since"
"""Beside the preferences: when the night hours were last set, in milliseconds since 1970."""

NIGHTS = "nights"
"""Beside the preferences: night hours that were changed, as JSON, so that they keep to the time in which they held."""

NIGHTS_KEPT = timedelta(days=366)
"""No clock has run for longer: what was changed earlier is forgotten."""

MOST_RETIMED = 1000
"""Running matches whose deadlines move at once with a person's night; others follow when they come due."""

_values = msgspec.json.Decoder(Values)


class Preferences:
    """Preferences of persons; values are JSON-like."""

    def __init__(self, uow: UnitOfWork, *, changed: Callable[[UserId], None]) -> None:
        """Work over the shared unit of work; ``changed`` is told whose preferences are others now."""
        self._uow = uow
        self._changed = changed

    async def person(self, user: UserId) -> Mapping[str, Value]:
        """Return a user's preferences; ``zone`` is the IANA name."""
        record = await self._uow.store.read(lambda tx: tx.people.get(user))
        stored = {} if record is None else {**_values.decode(record.prefs), "zone": record.zone or ""}
        return {name: stored.get(name, value) for name, value in PERSON_DEFAULTS.items()}

    async def set_person(self, actor: Actor, values: Mapping[str, Value]) -> None:
        """Change a user's preferences; raises Refusal for an unknown zone and for what is no preference."""
        check_names(values, PERSON_DEFAULTS)
        zone = values.get("zone")
        if zone and zone not in zone_names():
            raise refuse("NO_ZONE", "no_zone", zone=str(zone))
        check_bounds(values, BOUNDS)
        _check_kinds(values)
        now = self._uow.clock.now()

        def work(tx: Tx) -> tuple[MatchId, ...]:
            old = tx.people.get(actor.user)
            record = _change(old, actor, values, now)
            tx.people.put(record)
            reschedule_digest(tx, record, now)
            if old is not None and night_of(old) == night_of(record) and "remind" not in values:
                return ()
            return tuple(match.id for match in tx.matches.of_user(actor.user, most=MOST_RETIMED))

        matches = await self._uow.store.run(work)
        self._changed(actor.user)
        for match in matches:
            with suppress(Refusal):
                await self._uow.act(None, None, match, partial(move_deadlines, by=actor.user))

    async def in_match(self, user: UserId, match: MatchId) -> Mapping[str, Value]:
        """Return a user's preferences as they are in one match."""

        def work(tx: Tx) -> tuple[PersonRecord | None, GuildId | None]:
            found = tx.matches.get(match)
            return tx.people.get(user), None if found is None else found.guild

        record, guild = await self._uow.store.read(work)
        stored = {} if record is None else _values.decode(for_match(record, match, guild).prefs)
        return {name: stored.get(name, PERSON_DEFAULTS[name]) for name in ALONE}

    async def set_in_match(self, actor: Actor, match: MatchId, values: Mapping[str, Value]) -> None:
        """Change some preferences for one match alone; without values they are as everywhere again.

        Raises Refusal for who has no seat, and for what is no preference of a match.
        """
        check_names(values, {name: PERSON_DEFAULTS[name] for name in ALONE})
        check_bounds(values, BOUNDS)
        _check_kinds(values)
        now = self._uow.clock.now()

        def work(tx: Tx) -> None:
            self._uow.match_reader.read(tx, match).seat_for(actor.user)
            person = tx.people.get(actor.user)
            usual = PersonRecord(user=actor.user, name=actor.usual_name, zone=None, prefs=b"{}", seen=now)
            tx.people.put(with_match(person or usual, match, values))

        await self._uow.store.run(work)
        with suppress(Refusal):
            await self._uow.act(None, None, match, partial(move_deadlines, by=actor.user))

    async def in_server(self, user: UserId, guild: GuildId) -> str | None:
        """Return how a user is called on a server (one of ``Where``); None: as everywhere."""
        record = await self._uow.store.read(lambda tx: tx.people.get(user))
        return None if record is None else where_in(record, guild)

    async def set_in_server(self, actor: Actor, guild: GuildId, where: str | None) -> None:
        """Choose how the user is called on one server (None: as everywhere), unless a match has a choice of its own."""
        values = {} if where is None else {"where": where}
        _check_kinds(values)
        now = self._uow.clock.now()

        def work(tx: Tx) -> None:
            person = tx.people.get(actor.user)
            usual = PersonRecord(user=actor.user, name=actor.usual_name, zone=None, prefs=b"{}", seen=now)
            tx.people.put(with_server(person or usual, guild, values))

        await self._uow.store.run(work)


def _check_kinds(values: Mapping[str, Value]) -> None:
    """Refuse what is none of the words that a preference may be."""
    for name, kinds in (("where", Where), (DISPLAY, Display)):
        if name in values and values[name] not in set(kinds):
            raise refuse("BAD_SETTING", "bad_setting", name=name, value=str(values[name]))


def _change(old: PersonRecord | None, actor: Actor, values: Mapping[str, Value], now: datetime) -> PersonRecord:
    """Return the person with other preferences; raises Refusal for night hours that cannot be, or change too soon."""
    stored = _values.decode(old.prefs) if old else {}
    rest = {**stored, **{name: value for name, value in values.items() if name != "zone"}}
    zone = str(values["zone"]) or None if "zone" in values else (old.zone if old else None)
    record = PersonRecord(user=actor.user, name=actor.usual_name, zone=zone, prefs=msgspec.json.encode(rest), seen=now)
    typed = str(rest.get("night", ""))
    night = _hours(zone, typed, without_zone="app.night_without_zone")
    _hours(zone, str(rest.get("quiet", "")), without_zone="app.quiet_without_zone")
    if night_of(old) == night:
        return record
    rest[NIGHTS] = _nights(old, now)
    if night is not None:
        since = stored.get(NIGHT_SINCE)
        if isinstance(since, int) and now - to_time(since) < NIGHT_STAYS:
            raise refuse("TOO_SOON", "night_stays", days=NIGHT_STAYS.days)
        rest[NIGHT_SINCE] = to_millis(now)
    return replace(record, prefs=msgspec.json.encode(rest))


def _nights(old: PersonRecord | None, now: datetime) -> str:
    """What is kept of the night hours that held until now."""
    kept = (held for held in nights_before(old) if held.until > now - NIGHTS_KEPT)
    return msgspec.json.encode((*kept, Held(night_of(old), now))).decode()


def _hours(zone: str | None, typed: str, *, without_zone: str) -> Night | None:
    """Read hours of the night; raises Refusal for such as cannot be."""
    try:
        night = read_night(zone or "UTC", typed)
    except ValueError:
        raise refuse("BAD_NIGHT", "bad_night", night=typed[:40]) from None
    if night is None:
        return None
    if zone is None:
        raise Refusal("NO_ZONE", "app", say(without_zone))
    if not timedelta() < night.length <= LONGEST_NIGHT:
        raise refuse("BAD_NIGHT", "long_night", most=int(LONGEST_NIGHT.total_seconds()) // 3600)
    return night
