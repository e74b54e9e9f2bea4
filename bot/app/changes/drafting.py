"""Drafts: the core's panel over a stored row. Pure."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Raw, Struct

from bot.app.match.records import Group, Menu
from games.core.contract import AnyGame
from games.core.errors import Refusal
from games.core.game import Ask, Marks
from games.core.input.forms import show
from games.core.input.panel import Draft, Partial, menu, open_draft
from games.core.moves import STOP, Choice, FieldInfo, Move, Value, fields_of, verb_of
from games.core.running.codec import Codec
from games.core.running.play import TurnContext, ends_of, fold
from games.core.seats import AskId, Seat
from games.core.text import Text, phrase, say


class _Stored(Struct, frozen=True, array_like=True):
    moves: Raw
    partial: Partial


_decoder = msgspec.json.Decoder(_Stored)


def write_draft(codec: Codec[Any, Any], draft: Draft) -> bytes:
    """Return a draft as it is stored."""
    return msgspec.json.encode(_Stored(Raw(codec.encode(draft.moves)), draft.partial))


def read_draft(codec: Codec[Any, Any], data: bytes) -> Draft:
    """Read a stored draft."""
    stored = _decoder.decode(data)
    return Draft(codec.read_moves(stored.moves), stored.partial)


def length_of(draft: Draft) -> int:
    """Return how much is chosen: each press but an undo makes it longer, so that a button knows its moment."""
    values = sum(len(value) if isinstance(value, tuple) else 1 for value in draft.partial.filled.values())
    moves = sum(1 + _values(move) for move in draft.moves)
    return moves + values + bool(draft.partial.verb)


def _values(move: Move) -> int:
    held = (getattr(move, info.name) for info in fields_of(type(move)))
    return sum(max(1, len(value)) if isinstance(value, tuple) else 1 for value in held)


def fit_draft(turn: TurnContext[Any], draft: Draft) -> tuple[Draft, Text | None]:
    """Return what is left of a draft after others have moved, and why it is shorter (None: it is not)."""
    try:
        turn.after(draft.moves)
    except Refusal as refusal:
        for length in range(len(draft.moves) - 1, 0, -1):
            try:
                turn.after(draft.moves[:length])
            except Refusal:
                continue
            return Draft(draft.moves[:length]), refusal.text
        return open_draft(turn), refusal.text
    return draft, None


def menu_of(turn: TurnContext[Any], draft: Draft) -> tuple[Menu, bool]:
    """Return what can be chosen next, and whether the turn may be confirmed as it is."""
    made = menu(turn, draft)
    kinds = {verb_of(kind): kind for kind in turn.game.spec.moves}
    groups = []
    for row in made.rows:
        kind = kinds[row.verb]
        sofar = _sofar(turn, draft, kind) if draft.partial.verb == row.verb else ()
        field = _field(kind, row.field)
        what = phrase(row.what)
        groups.append(Group(verb=kind, what=what, field=field, choices=row.choices, sofar=sofar))
    return Menu(tuple(groups)), made.finishable


def marks_of(game: AnyGame, seen: object, after: object, partial: Partial) -> Marks:
    """Return what a draft changes (``seen`` before it, ``after`` its moves), and the spots of its unfinished move."""
    marks = game.panel.marks(seen, after)
    verb = next((kind for kind in game.spec.moves if verb_of(kind) == partial.verb), None)
    if verb is None:
        return marks
    sketch = game.panel.sketch(after, verb, partial.filled)
    spots = tuple(dict.fromkeys((*marks.spots, *sketch.spots)))
    return Marks(spots, sketch.seat if marks.seat is None else marks.seat)


def _field(kind: type[Move], name: str) -> FieldInfo | None:
    return next((info for info in fields_of(kind) if info.name == name), None)


def _sofar(turn: TurnContext[Any], draft: Draft, kind: type[Move]) -> tuple[Choice, ...]:
    """The values of the half-filled move, with the labels under which they were offered."""
    view = turn.at(turn.after(draft.moves).state).view
    chosen: list[Choice] = []
    filled: dict[str, Any] = {}
    values: dict[str, Any] = dict(draft.partial.filled)
    for name, value in values.items():
        several = isinstance(value, tuple)
        for at, one in enumerate(value if several else (value,)):
            if one != STOP:
                so_far = {**filled, name: value[:at]} if several else filled
                offered = (choice for choice in turn.game.choices(view, kind, so_far) if choice.value == one)
                chosen.append(next(offered, Choice(one)))
        filled[name] = value
    return tuple(chosen)


def read_pressed(group: Group | None, value: str | None) -> Value | None:
    """Return the choice that is written so; what is no choice stays a word, for the core to refuse."""
    if value is None or group is None:
        return value
    return next((choice.value for choice in group.choices if value in (show(choice.value), str(choice.value))), value)


def describe_draft(game: AnyGame, state: Any, seat: Seat, ask: AskId, draft: Draft) -> tuple[Text, ...]:  # noqa: ANN401
    """Return the draft's moves in words, each as seen just before it; what only ends the turn goes without saying."""
    lines: list[Text] = []
    for move in draft.moves:
        if not lines or not isinstance(move, ends_of(game)):
            lines.append(game.tell(game.view(state, seat), move))
        state = fold(game, state, seat, ask, (move,)).state
    return tuple(lines)


def too_late(ask: Ask | None, why: Text | None = None) -> Refusal:
    """Return the refusal of a press whose ask is gone, above what is asked now; ``why``: the words of the game."""
    head = why or say("app.asked_before")
    if ask is None:
        return Refusal("STALE", "app", say("app.nothing_asked", why=head))
    return Refusal("STALE", "app", say("app.asked_now", why=head))
