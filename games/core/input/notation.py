"""The core's own notation and words for moves, for games that bring none: ``verb:field,field``."""

import re
from collections.abc import Sequence
from typing import Any

from games.core.errors import Ambiguous, Unreadable
from games.core.moves import FieldInfo, Move, Value, fields_of, title_of, verb_of
from games.core.text import Text, phrase, say

_SPECIAL = re.compile(r"[%,+:\s]")
_ESCAPED = re.compile(r"%([0-9a-f]+);")
_NUMBER = re.compile(r"-?[0-9]{1,18}")


def word(move: Move) -> str:
    """Write a move as one word; elements of a tuple field are joined by ``+``."""
    values = [write_value(getattr(move, info.name)) for info in fields_of(type(move))]
    return f"{verb_of(move)}:{','.join(values)}" if values else verb_of(move)


def tell(move: Move) -> Text:
    """Say a move in words: its title, then each field with its value."""
    title = phrase(title_of(type(move)) or verb_of(move))
    fields = tuple(_tell_field(info, getattr(move, info.name)) for info in fields_of(type(move)))
    return say("core.move", title=title, fields=fields) if fields else title


def _tell_field(info: FieldInfo, value: Value | tuple[Value, ...]) -> Text:
    return say("core.move_field", label=phrase(info.field.label or info.name.replace("_", " ")), value=value)


def write_value(value: Value | tuple[Value, ...]) -> str:
    """Write the value of one field; characters with a meaning of their own become ``%2c;`` and the like."""
    if isinstance(value, tuple):
        return "+".join(map(write_value, value))
    if isinstance(value, bool):
        return "yes" if value else "no"
    return _SPECIAL.sub(lambda found: f"%{ord(found.group()):x};", str(value))


def read_word(text: str, verbs: Sequence[type[Move]]) -> Move:
    """Read a word written by ``word``; the verb may be left out where one only fits. Raises Unreadable, Ambiguous."""
    verb, colon, rest = text.partition(":")
    kind = next((kind for kind in verbs if verb_of(kind) == verb), None)
    if kind is not None:
        return _read_fields(kind, rest)
    if colon:
        raise _unknown(verb, verbs)
    fitting = [move for kind in verbs if fields_of(kind) and (move := _try(kind, text)) is not None]
    if len(fitting) > 1:
        raise Ambiguous("AMBIGUOUS", "core", say("core.two_readings", word=text, readings=tuple(map(word, fitting))))
    if not fitting:
        raise _unknown(text, verbs)
    return fitting[0]


def _unknown(verb: str, verbs: Sequence[type[Move]]) -> Unreadable:
    known = tuple(verb_of(kind) for kind in verbs)
    return Unreadable("BAD_NOTATION", "core", say("core.unknown_verb", word=verb, known=known))


def _try(kind: type[Move], rest: str) -> Move | None:
    try:
        return _read_fields(kind, rest)
    except Unreadable:
        return None


def _read_fields(kind: type[Move], rest: str) -> Move:
    infos = fields_of(kind)
    values = rest.split(",") if rest or len(infos) == 1 else []
    if not sum(info.required for info in infos) <= len(values) <= len(infos):
        counts = say("core.wrong_count", verb=verb_of(kind), wanted=len(infos), got=len(values))
        raise Unreadable("BAD_NOTATION", "core", counts)
    read: dict[str, Any] = {}
    for info, value in zip(infos, values, strict=False):
        read[info.name] = read_value(info, value, verb_of(kind))
    return kind(**read)


def read_value(info: FieldInfo, value: str, verb: str) -> Value | tuple[Value, ...]:
    """Read the value of one field as ``write_value`` writes it; ``verb`` is for the refusal."""
    if not info.repeated:
        return _read(value, info.type, verb)
    return tuple(_read(part, info.type, verb) for part in value.split("+")) if value else ()


def _read(value: str, kind: type, verb: str) -> Value:
    if kind is bool:
        if value not in ("yes", "no"):
            raise _bad(value, verb, "core.yes_or_no")
        return value == "yes"
    if kind is int:
        if not _NUMBER.fullmatch(value):
            raise _bad(value, verb, "core.a_number")
        return int(value)
    return _ESCAPED.sub(lambda found: chr(int(found.group(1), 16)), value)


def _bad(value: str, verb: str, wanted: str) -> Unreadable:
    return Unreadable("BAD_NOTATION", "core", say("core.bad_value", verb=verb, value=value, wanted=say(wanted)))
