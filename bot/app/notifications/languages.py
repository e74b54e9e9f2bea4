"""In which language a person or a server is spoken to, and how boards are shown to a person."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from bot.app.changes.server_rules import Values, server_values
from bot.app.changes.unit_of_work import UnitOfWork
from bot.app.match.preferences import DISPLAY, Display
from db.ids import GuildId, UserId
from db.tx import Tx

LANGUAGE = "language"
"""The preference, and the setting of a server: a tag such as ``de``; empty: that in which Discord shows itself."""
LOCALE = "locale"
"""Beside the preferences: in which language Discord showed itself to the person lately, for private messages."""

KNOWN_FOR = 60.0
"""Seconds for which what a person has chosen is not read again."""
MOST_KNOWN = 10_000

_values = msgspec.json.Decoder(Values)


class Reader(Struct, frozen=True):
    """What is to be known of who reads an answer; ``language`` is empty where they chose none."""

    language: str = ""
    display: Display = Display.PICTURES


class Languages:
    """Which language to speak to whom; "" where nothing is known of them."""

    def __init__(self, uow: UnitOfWork, *, seconds: Callable[[], float] = time.monotonic) -> None:
        """Work over the shared unit of work."""
        self._uow = uow
        self._seconds = seconds
        self._known: OrderedDict[UserId, tuple[float, Reader]] = OrderedDict()
        self._forgotten = 0

    async def of_reader(self, user: UserId, locale: str) -> Reader:
        """Return how to answer a person to whom Discord shows itself in a language."""
        at, reader = self._known.get(user, (0.0, Reader()))
        if user not in self._known or self._seconds() - at >= KNOWN_FOR:
            forgotten = self._forgotten
            reader = await self._note(user, locale)
            if forgotten == self._forgotten:  # what was read meanwhile may be what was chosen before
                self._known[user] = (self._seconds(), reader)
            while len(self._known) > MOST_KNOWN:
                self._known.popitem(last=False)
        return replace(reader, language=reader.language or locale)

    def forget(self, user: UserId) -> None:
        """Read anew what a person has chosen, which has just changed."""
        self._forgotten += 1
        self._known.pop(user, None)

    async def of_person(self, user: UserId) -> str:
        """Return the language for a message to a person."""
        stored = await self._uow.store.read(lambda tx: _store(tx, user))
        return str(stored.get(LANGUAGE, "") or stored.get(LOCALE, ""))

    async def of_server(self, guild: GuildId) -> str:
        """Return the language that a server has chosen for what is posted there."""
        return str((await self._uow.store.read(lambda tx: server_values(tx, guild)))[LANGUAGE])

    async def _note(self, user: UserId, locale: str) -> Reader:
        """Return what a person has chosen; note the language of their Discord, if they are known."""
        person = await self._uow.store.read(lambda tx: tx.people.get(user))
        if person is None:
            return Reader()
        stored = _values.decode(person.prefs)
        reader = Reader(str(stored.get(LANGUAGE, "")), Display(str(stored.get(DISPLAY, Display.PICTURES))))
        if stored.get(LOCALE) == locale:
            return reader

        def work(tx: Tx) -> None:
            if (person := tx.people.get(user)) is not None:
                prefs = {**_values.decode(person.prefs), LOCALE: locale}
                tx.people.put(replace(person, prefs=msgspec.json.encode(prefs)))

        await self._uow.store.run(work)
        return reader


def _store(tx: Tx, user: UserId) -> Values:
    person = tx.people.get(user)
    return {} if person is None else _values.decode(person.prefs)
