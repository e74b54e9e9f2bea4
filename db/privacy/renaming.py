"""Taking a person out of words and JSON. Pure."""

from __future__ import annotations

import re
from typing import Any

import msgspec
from msgspec import Struct

NAMED = "core.person"
"""The id of a text that is a person's name, as it lies in stored JSON."""
PLATFORM = "app."
"""How the ids of the platform's own sentences begin, in whose arguments names may stand."""
SHORTEST = 3
"""Shorter names are replaced only where they stand alone: inside sentences of others they could be any word."""


class Renaming(Struct, frozen=True, kw_only=True):
    """Whom to take out: a user by all ``names``. ``called`` is what they are called from then on.

    ``said`` is the JSON of the text that is put in place of a name's, so that readers get it in their own languages.
    """

    user: int
    names: frozenset[str]
    number: int
    called: str
    said: Any

    @property
    def pseudonym(self) -> int:
        """The id from then on: no id of Discord's is negative."""
        return -self.number

    def concerns(self, data: bytes) -> bool:
        """Return whether the id or one of the names may occur in encoded words; spares reading most rows."""
        return any(needle in data for needle in (str(self.user).encode(), *map(_inside, self.names)))

    def is_for(self, data: bytes) -> bool:
        """Return whether a notice's JSON says that it is for the person alone."""
        return self.concerns(data) and msgspec.json.decode(data).get("user") == self.user

    def is_errand(self, data: bytes) -> bool:
        """Return whether a notice's JSON is about a role of the person on a server, for which it needs their id."""
        return self.concerns(data) and bool(msgspec.json.decode(data).get("role"))

    def column(self, value: Any, *, drop: bool = False) -> Any:  # noqa: ANN401  # what a column holds
        """Return a column's value without the person: JSON, or a sentence."""
        match value:
            case bytes() | memoryview():
                return self.json(bytes(value), drop=drop)
            case str() if value.startswith("{"):
                return self.json(value.encode(), drop=drop).decode()
            case str():
                return self.words(value)
            case _:
                return value

    def words(self, words: str) -> str:
        """Return a sentence that somebody wrote without the person's id and names."""
        words = self._mentions(words)
        for name in sorted((each for each in self.names if len(each) >= SHORTEST), key=len, reverse=True):
            words = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", self.called, words)
        return self.called if words in self.names else words

    def json(self, data: bytes, *, drop: bool = False) -> bytes:
        """Return JSON without the person, byte for byte the same if they don't occur.

        ``drop``: their id is left out of lists and fields, as no one is to be called any more.
        """
        if not self.concerns(data):
            return data
        value = msgspec.json.decode(data)
        changed = self._walk(value, drop)
        return data if msgspec.json.encode(changed) == msgspec.json.encode(value) else msgspec.json.encode(changed)

    def _walk(self, value: Any, drop: bool) -> Any:  # noqa: ANN401  # JSON of any shape
        if isinstance(value, str):
            return self._mentions(value)
        if isinstance(value, int) and not isinstance(value, bool) and value == self.user:
            return self.pseudonym
        if isinstance(value, list):
            return [self._walk(each, drop) for each in value if not (drop and each == self.user)]
        if isinstance(value, dict):
            if value.get("id") == NAMED and value.get("args", {}).get("name") in self.names:
                return self.said
            if str(value.get("id")).startswith((PLATFORM, NAMED)) and isinstance(value.get("args"), dict):
                args = {key: self._argument(each) for key, each in value["args"].items()}
                value = {**value, "args": args}
            return {
                self._mentions(key): self._walk(each, drop)
                for key, each in value.items()
                if not (drop and each == self.user)
            }
        return value

    def _argument(self, value: Any) -> Any:  # noqa: ANN401  # JSON of any shape
        """Return an argument of a sentence of the platform; what a game says never names anybody."""
        if isinstance(value, list):
            return [self._argument(each) for each in value]
        return self.words(value) if isinstance(value, str) else value

    def _mentions(self, words: str) -> str:
        if str(self.user) not in words:
            return words
        words = re.sub(rf"<@!?{self.user}>", self.called, words)
        return words.replace(str(self.user), str(self.pseudonym))


def _inside(name: str) -> bytes:
    """A name as it stands inside JSON."""
    return msgspec.json.encode(name)[1:-1]
