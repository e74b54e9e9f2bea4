"""What a game's declarations say to players: labels and descriptions of moves, options, orders, turns, rules pages."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from games.core.contract import AnyGame
from games.core.moves import fields_of, title_of, what_of
from games.core.options import label_of
from games.core.words import PARAGRAPH, load


def declarations(game: AnyGame) -> tuple[str, ...]:
    """Return every English word or sentence that a game's declarations show, each once: keys of its catalogue."""
    return tuple(dict.fromkeys(filter(None, _declarations(game))))


def _declarations(game: AnyGame) -> Iterator[str]:
    spec = game.spec
    for kind in (*(move for move in spec.moves if move.offered), *spec.orders):
        yield title_of(kind)
        yield what_of(kind)
        yield from _fields(kind)
    for turn in spec.turns:
        yield turn.what
        yield from (part.what for part in turn.parts)
    yield from (label_of(info) for info in fields_of(spec.options))
    yield from _fields(spec.options)
    yield from (level for level in game.bots.players() if level not in load("games.core").english)
    for topic in spec.topics:
        yield topic.title
        yield from topic.words.split(PARAGRAPH)


def _fields(kind: type[Struct]) -> Iterator[str]:
    for info in fields_of(kind):
        if not info.field.hidden:
            yield info.field.label or info.name.replace("_", " ")
            yield info.field.what
            yield info.field.prompt
            yield from info.field.named.values()
