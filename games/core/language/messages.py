"""Filling in sentences, which are ICU messages: ``{name}``, ``{count, plural, one {# coin} other {# coins}}``.

ICU itself fills them in, by the CLDR rules of the sentence's language, so that every language has as many plural forms
as it needs. What ICU doesn't tell, which arguments a sentence takes, is read here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from icu4py.messageformat import MessageFormat
from msgspec import Struct

_TOKEN = re.compile(r"''|'(?=[{}])[^']*(?:'|$)|[{}`]|[^{}'`]+|'")
"""A doubled apostrophe, quoted text, a brace, a backquote, other text."""
_HEAD = re.compile(r"\s*(\w+)\s*(?:,\s*(\w+)\s*(?:,|$))?")


_NEGATIVE = re.compile(r"(?<![\w-])-(?=\d)")
"""The hyphen with which ICU writes a number below 0."""
MINUS = "−"


class Slot(Struct, frozen=True):
    """A place of a sentence for an argument.

    ``kind`` is ``""``, or how the argument chooses between words: ``plural``, ``selectordinal`` or ``select``.
    ``code``: it stands between backquotes.
    """

    name: str
    kind: str = ""
    code: bool = False


class BadMessage(ValueError):
    """A sentence isn't an ICU message."""


@lru_cache(maxsize=16_384)
def slots(message: str) -> tuple[Slot, ...]:
    """Return the places for arguments in the order in which they stand; those within a plural's words, too.

    >>> [slot.name for slot in slots("{seat} takes {n, plural, one {# tile of {whose}} other {# tiles}}")]
    ['seat', 'n', 'whose']
    """
    return tuple(_slots([token.group() for token in _TOKEN.finditer(message)]))


def _slots(tokens: list[str]) -> Iterator[Slot]:
    """Yield the slots. Each open brace begins an argument, or the words of a choice."""
    in_words = [True]
    """Of each open brace, and of the sentence: whether words stand there; else it is the inside of an argument."""
    code = False
    for at, token in enumerate(tokens):
        if token == "`":
            code = not code
        elif token == "}":
            in_words = in_words[:-1] or [True]
        elif token == "{":
            argument = in_words[-1]
            in_words.append(not argument)
            if argument and at + 1 < len(tokens) and (head := _HEAD.match(tokens[at + 1])):
                yield Slot(head[1], head[2] or "", code)


def trial_args(message: str) -> dict[str, int | str]:
    """Return arguments that take no room, to try a sentence with: 1 where something is counted, else nothing.

    >>> trial_args("{seat} is {n, selectordinal, one {#st} other {#th}}")
    {'seat': '', 'n': 1}
    """
    return {slot.name: 1 if slot.kind in ("plural", "selectordinal") else "" for slot in slots(message)}


def fill(message: str, language: str, args: Mapping[str, object]) -> str:
    """Return the sentence with its arguments; a missing one stays as it stands there, ``{name}``.

    A number is written as the language does where it chooses between words, and else as plain digits: those of a match
    or a round are names. Below 0 it has a minus sign, unless it is something to type. The language is a tag such as
    ``de`` or ``pt-BR``. Raises BadMessage.

    >>> fill("{n, plural, one {# coin} other {# coins}}", "en", {"n": 2})
    '2 coins'
    """
    if "{" not in message and "'" not in message:
        return message
    choosing = {slot.name for slot in slots(message) if slot.kind}
    typed = {slot.name for slot in slots(message) if slot.code}
    given: dict[str, Any] = {}
    for name, value in args.items():
        if name in choosing and isinstance(value, int | float):
            given[name] = value
        else:
            given[name] = write_number(value) if isinstance(value, int) and name not in typed else _whole(str(value))
    try:
        filled = MessageFormat(message, language).format(given)
    except (ValueError, RuntimeError) as error:
        raise BadMessage(f"{message!r}: {error}") from None
    below = any(isinstance(value, int | float) and value < 0 for value in given.values())
    return _NEGATIVE.sub(MINUS, filled) if below else filled


def write_number(number: int) -> str:
    """Return a number for people, below 0 with a minus sign, which is as wide as a plus.

    >>> write_number(-12)
    '−12'
    """
    return str(number).replace("-", MINUS)


def _whole(words: str) -> str:
    """Return words without halves of surrogate pairs, which ICU doesn't take."""
    return words if words.isascii() else words.encode(errors="replace").decode()
