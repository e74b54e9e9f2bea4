"""Putting a Text into words for one reader.

A catalogue is a JSON object ``{id: sentence}`` in ``data/words.<language>.json`` of a game's package. In a sentence
``{name}`` stands for an argument, ``{count:ducat|ducats}`` for the first word if the argument is 1 and else for the
second; ``{{`` and ``}}`` are braces. Escaping names for markdown and mentions is the reader's edge's business.

>>> Words({"take.done": "{seat} takes {n} {n:pebble|pebbles}."}, ("Ann", "Bert"))(say("take.done", seat=1, n=3))
'Bert takes 3 pebbles.'
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import resources

import msgspec
from msgspec import Struct

from games.core.former_ids import add_former_args, add_former_ids
from games.core.input.visible import strip_invisible
from games.core.seats import TABLE
from games.core.text import Arg, Text, say

_SLOT = re.compile(r"\{\{|\}\}|\{(\w+)(?::([^{}|]*)\|([^{}|]*))?\}")


@cache
def load(package: str, language: str = "en") -> Mapping[str, str]:
    """Return the catalogue of a package (``load("games.grunn")``); {} for a language it is not translated into.

    What its sentences and their arguments were called in earlier releases (``data/former_ids.json``,
    ``data/former_args.json``) is known from then on.
    """
    data = resources.files(package) / "data"
    if (former := data / "former_ids.json").is_file():
        add_former_ids(msgspec.json.decode(former.read_bytes(), type=dict[str, str]))
    if (former := data / "former_args.json").is_file():
        add_former_args(msgspec.json.decode(former.read_bytes(), type=dict[str, dict[str, str]]))
    file = data / f"words.{language}.json"
    if language != "en" and not file.is_file():
        return {}
    return msgspec.json.decode(file.read_bytes(), type=dict[str, str])


class _Shown(str):
    """What stands in words already, and is not escaped again where it is put into a sentence."""

    __slots__ = ()


class Style(Struct, frozen=True):
    """How what is put into a sentence is written where it is read.

    ``escape`` is done to words, such as notation, unless they stand between backquotes; ``people`` to names of people
    who have no seat. ``times`` writes a moment, given in seconds since 1970.
    """

    escape: Callable[[str], str] = str
    people: Callable[[str], str] = str
    times: Callable[[int], str] = str


class Words:
    """Words for one reader: a language and the players' names of the moment.

    ``sentences`` are a game's; the core's own are added. ``names`` are by seat. Before players a missing sentence
    shows as its id and a missing argument as its name; ``strict`` raises LookupError instead, for tests. ``style`` says
    how arguments are written. What cannot be seen is left out of all arguments.
    """

    def __init__(
        self,
        sentences: Mapping[str, str],
        names: Sequence[str] = (),
        *,
        language: str = "en",
        strict: bool = False,
        style: Style = Style(),  # noqa: B008 - frozen
    ) -> None:
        """Lay the game's sentences over the core's, each language over English."""
        self._sentences = {**load("games.core"), **load("games.core", language), **sentences}
        self._names = tuple(names)
        self._strict = strict
        self._escape, self._people, self._times = style.escape, style.people, style.times

    def __call__(self, text: Text) -> str:
        """Return the sentence."""
        match text.id, text.args:
            case "core.raw", {"words": str(words)}:
                return strip_invisible(words)
            case "core.person", {"name": str(name)}:
                return self._people(strip_invisible(name))
            case "core.time", {"at": int(at)}:
                return self._times(at)
            case "core.lines", {"parts": tuple(parts)}:
                return "\n".join(self._value("", part) for part in parts)
        sentence = self._sentences.get(text.id)
        if sentence is None:
            return self._missing(text.id, f"no sentence {text.id!r}")
        return _SLOT.sub(lambda slot: self._slot(slot, text), sentence)

    def name(self, seat: int) -> str:
        """Return the name of a seat's player."""
        if seat == TABLE:
            return self(say("core.table"))
        return self._names[seat] if 0 <= seat < len(self._names) else self(say("core.player", number=seat + 1))

    def _slot(self, slot: re.Match[str], text: Text) -> str:
        name, one, other = slot.groups()
        if name is None:
            return slot.group()[0]
        if name not in text.args:
            return self._missing(name, f"{text.id!r} has no argument {name!r}")
        value = text.args[name]
        if one is None:
            code = slot.string.count("`", 0, slot.start()) % 2
            return self._value(name, value, escape=str if code else self._escape)
        return str(one if value == 1 else other)

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
        if not parts:
            return self(say("core.none"))
        if len(parts) == 1:
            return parts[0]
        return self(say("core.list", most=_Shown(", ".join(parts[:-1])), last=parts[-1]))

    def _missing(self, shown: str, why: str) -> str:
        if self._strict:
            raise LookupError(why)
        return shown
