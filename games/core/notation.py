"""The core's own notation, for games that bring none: ``verb:field,field``."""

from collections.abc import Sequence

from games.core.errors import Unreadable
from games.core.moves import Move, Value, fields_of, verb_of
from games.core.text import say


def word(move: Move) -> str:
    """Write a move as one word; elements of a tuple field are joined by ``+``."""
    values = [_written(getattr(move, info.name)) for info in fields_of(type(move))]
    return f"{verb_of(move)}:{','.join(values)}" if values else verb_of(move)


def _written(value: Value | tuple[Value, ...]) -> str:
    if isinstance(value, tuple):
        return "+".join(map(_written, value))
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def read_word(text: str, verbs: Sequence[type[Move]]) -> Move:
    """Read a word written by ``word``; raises Unreadable."""
    verb, _, rest = text.partition(":")
    kind = next((kind for kind in verbs if verb_of(kind) == verb), None)
    if kind is None:
        known = tuple(verb_of(kind) for kind in verbs)
        raise Unreadable("BAD_NOTATION", "core", say("core.unknown_verb", word=verb, known=known))
    infos = fields_of(kind)
    values = rest.split(",") if rest else []
    if len(values) != len(infos):
        raise Unreadable("BAD_NOTATION", "core", say("core.wrong_count", verb=verb, wanted=len(infos), got=len(values)))
    read: dict[str, object] = {}
    for info, value in zip(infos, values, strict=True):
        parts = [_read(part, info.type, verb) for part in value.split("+")] if value or not info.repeated else []
        read[info.name] = tuple(parts) if info.repeated else parts[0]
    return kind(**read)


def _read(value: str, kind: type, verb: str) -> Value:
    if kind is bool and value in ("yes", "no"):
        return value == "yes"
    if kind is int and value.lstrip("-").isdecimal():
        return int(value)
    if kind in (int, bool):
        raise Unreadable("BAD_NOTATION", "core", say("core.bad_value", verb=verb, value=value))
    return value
