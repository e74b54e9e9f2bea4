"""Settings of servers and preferences of persons."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias
from zoneinfo import available_timezones

import msgspec

from bot.app.desk import Desk
from bot.app.records import Actor, Place
from bot.app.refusals import refuse
from db.ids import UserId
from db.records import PersonRecord, ServerRecord
from db.tx import Tx
from games.core.moves import Value

Values: TypeAlias = dict[str, Value]

SERVER_DEFAULTS: Mapping[str, Value] = {"threads": True}
"""``threads``: each match gets a thread of its own; else it is played in the channel."""

PERSON_DEFAULTS: Mapping[str, Value] = {"zone": ""}
"""``zone``: IANA name of the person's time zone."""

_values = msgspec.json.Decoder(Values)


class Settings:
    """Implements ``services.SettingService``."""

    def __init__(self, desk: Desk) -> None:
        """Work over the shared desk."""
        self._desk = desk

    async def server(self, place: Place) -> Mapping[str, Value]:
        """Return a server's settings; outside servers the defaults."""
        guild = place.guild
        record = None if guild is None else await self._desk.store.read(lambda tx: tx.server(guild))
        return {**SERVER_DEFAULTS, **(_values.decode(record.settings) if record else {})}

    async def set_server(self, place: Place, values: Mapping[str, Value]) -> None:
        """Change settings of a server; raises Refusal outside servers and for what is no setting."""
        guild = place.guild
        if guild is None:
            raise refuse("NO_SERVER", "no_server")
        _check(values, SERVER_DEFAULTS)

        def work(tx: Tx) -> None:
            record = tx.server(guild)
            stored = _values.decode(record.settings) if record else {}
            tx.put_server(ServerRecord(guild=guild, settings=msgspec.json.encode({**stored, **values})))

        await self._desk.store.run(work)

    async def person(self, user: UserId) -> Mapping[str, Value]:
        """Return a user's preferences; ``zone`` is the IANA name."""
        record = await self._desk.store.read(lambda tx: tx.person(user))
        stored = {} if record is None else {**_values.decode(record.prefs), "zone": record.zone or ""}
        return {**PERSON_DEFAULTS, **stored}

    async def set_person(self, actor: Actor, values: Mapping[str, Value]) -> None:
        """Change a user's preferences; raises Refusal for an unknown zone and for what is no preference."""
        _check(values, PERSON_DEFAULTS)
        zone = values.get("zone")
        if zone and zone not in available_timezones():
            raise refuse("NO_ZONE", "no_zone", zone=str(zone))
        now = self._desk.clock.now()

        def work(tx: Tx) -> None:
            old = tx.person(actor.user)
            rest = {name: value for name, value in values.items() if name != "zone"}
            record = PersonRecord(
                user=actor.user,
                name=actor.name,
                zone=(str(zone) or None) if "zone" in values else (old.zone if old else None),
                prefs=msgspec.json.encode({**(_values.decode(old.prefs) if old else {}), **rest}),
                seen=now,
            )
            tx.put_person(record)

        await self._desk.store.run(work)


def _check(values: Mapping[str, Value], known: Mapping[str, Value]) -> None:
    """Refuse a setting there is not, or a value of another kind."""
    for name, value in values.items():
        if name not in known:
            raise refuse("NO_SETTING", "no_setting", name=name, known=tuple(known))
        if type(value) is not type(known[name]):
            raise refuse("BAD_SETTING", "bad_setting", name=name, value=str(value))
