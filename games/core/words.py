"""Putting a Text into words for one reader.

Sentences stand in the catalogues of packages (``games.core.language.catalogue``), by id and language. Escaping names
for markdown and mentions is the reader's edge's business.

>>> take = {"take.done": "{seat} takes {n, plural, one {# pebble} other {# pebbles}}."}
>>> Words(take, ("Ann", "Bert"))(say("take.done", seat=1, n=3))
'Bert takes 3 pebbles.'
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache

from msgspec import Struct

from games.core.input.visible import strip_invisible
from games.core.language.catalogue import ENGLISH, Catalogue, Message, load
from games.core.language.formats import join_list
from games.core.language.messages import BadMessage, Slot, fill, slots
from games.core.seats import TABLE
from games.core.text import Arg, Text, say

__all__ = ["Style", "Words", "load"]


PARAGRAPH = "\n\n"
"""What stands between two paragraphs, which are translated one by one."""


_IN_CODE = "__code"
_CODE = re.compile(r"`[^`]*`")
_PLAIN = re.compile(r"\{(\w+)\}")
_NUMBER = re.compile(r"\d{1,15}(\.\d{1,6})?", re.ASCII)


@lru_cache(maxsize=4096)
def _mark_arguments(sentence: str) -> str:
    """Return the sentence so that what stands between backquotes, and isn't escaped, is an argument of its own."""
    return _CODE.sub(lambda code: _PLAIN.sub(rf"{{\1{_IN_CODE}}}", code.group()), sentence)


class _Shown(str):
    """What stands in words already, and is not escaped again where it is put into a sentence."""

    __slots__ = ()


class Style(Struct, frozen=True):
    """How what is put into a sentence is written where it is read.

    ``escape`` is done to words, such as notation, unless they stand between backquotes; ``people`` to names of people
    who have no seat. ``times`` writes a moment, given in seconds since 1970. ``symbols`` gives what stands before the
    words of a Text, such as the small picture of the piece that it names; not between backquotes.
    """

    escape: Callable[[str], str] = str
    people: Callable[[str], str] = str
    times: Callable[[int], str] = str
    symbols: Callable[[Text], str] = lambda _text: ""


class Words:
    """Words for one reader: a language and the players' names of the moment.

    ``sentences`` are catalogues, such as the platform's and a game's, or plain English sentences by id; the core's own
    are added. ``names`` are by seat. Before players a missing sentence shows as its id and a missing argument as its
    place; ``strict`` raises LookupError instead, for tests. ``style`` says how arguments are written. What cannot be
    seen is left out of all arguments.
    """

    def __init__(
        self,
        sentences: Mapping[str, str] | tuple[Mapping[str, str], ...] = (),
        names: Sequence[str] = (),
        *,
        language: str = ENGLISH,
        strict: bool = False,
        style: Style = Style(),  # noqa: B008 - frozen
    ) -> None:
        """Take the sentences of the first that has them."""
        self._sentences = (*(sentences if isinstance(sentences, tuple) else (sentences,)), load("games.core"))
        self._language = language
        self._names = tuple(names)
        self._strict = strict
        self._escape, self._people, self._times = style.escape, style.people, style.times
        self._symbols = style.symbols

    def __call__(self, text: Text) -> str:
        """Return the sentence."""
        return " ".join(filter(None, (self._symbols(text), self._say(text))))

    def _say(self, text: Text) -> str:
        """Return the sentence without a symbol of its own."""
        match text.id, text.args:
            case "core.raw", {"words": str(words)}:
                return strip_invisible(words)
            case "core.phrase", {"words": str(words)}:
                return self.phrase(words)
            case "core.person", {"name": str(name)}:
                return self._people(strip_invisible(name))
            case "core.time", {"at": int(at)}:
                return self._times(at)
            case "core.lines", {"parts": tuple(parts)}:
                return "\n".join(self._value("", part) for part in parts)
            case "core.either", {"parts": tuple(parts)}:
                return join_list([self._value("", part) for part in parts], self._language, either=True)
        message = self._message(text.id, self._language)
        if message is None:
            return self._report(text.id, f"no sentence {text.id!r}")
        for each in filter(None, (message, self._message(text.id, ENGLISH))):
            with suppress(BadMessage):
                return self._fill(each, text)
        return self._report(message.sentence, f"{text.id!r} can't be filled in with {text.args}")

    def _fill(self, message: Message, text: Text) -> str:
        """Return a sentence with its arguments; raises BadMessage where they don't fit."""
        sentence, args = _mark_arguments(message.sentence), {}
        for slot in slots(sentence):
            name = slot.name.removesuffix(_IN_CODE)
            if name in text.args:
                if slot.kind or slot.name not in args:
                    args[slot.name] = self._argument(slot, name, text.args[name])
            else:
                self._report(name, f"{text.id!r} has no argument {name!r}")
        return fill(sentence, message.language, args)

    def phrase(self, english: str) -> str:
        """Return words of a declaration, such as a label or a page of rules, paragraph by paragraph."""
        found = (self._message(part, self._language) for part in english.split(PARAGRAPH))
        parts = zip(english.split(PARAGRAPH), found, strict=True)
        return PARAGRAPH.join(part if message is None else message.sentence for part, message in parts)

    def name(self, seat: int) -> str:
        """Return the name of a seat's player."""
        if seat == TABLE:
            return self(say("core.table"))
        return self._names[seat] if 0 <= seat < len(self._names) else self(say("core.player", number=seat + 1))

    def _message(self, id: str, language: str) -> Message | None:
        for each in self._sentences:
            if isinstance(each, Catalogue):
                if (message := each.message(id, language)) is not None:
                    return message
            elif id in each:
                return Message(each[id])
        return None

    def _argument(self, slot: Slot, name: str, value: Arg) -> float | str:
        """Return an argument as its sentence takes it: a number that chooses words is one, also if stored as digits."""
        if slot.kind and isinstance(value, int):
            return value
        if slot.kind.startswith(("plural", "selectordinal")) and isinstance(value, str) and _NUMBER.fullmatch(value):
            return float(value) if "." in value else int(value)
        if slot.code and isinstance(value, Text):
            return self._say(value)
        return self._value(name, value, escape=str if slot.code else self._escape)

    def _value(self, name: str, value: Arg, *, escape: Callable[[str], str] = str) -> str:
        match value:
            case _Shown():
                return value
            case str():
                return escape(strip_invisible(value))
            case Text():
                return escape(self(value)) if value.id == "core.raw" else self(value)
            case tuple():
                return self._list([_Shown(self._value(name, part, escape=escape)) for part in value])
            case bool():
                return self(say("core.yes" if value else "core.no"))
            case int() if name == "seat" or name.endswith("_seat"):
                return self.name(value)
        return str(value)

    def _list(self, parts: Sequence[_Shown]) -> str:
        return join_list(parts, self._language) if parts else self(say("core.none"))

    def _report(self, shown: str, why: str) -> str:
        if self._strict:
            raise LookupError(why)
        return shown
