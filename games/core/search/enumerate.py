"""Legal moves by descent over ``choices``: all of them, the first few, or one at random."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Generic, TypeVar

from msgspec import Struct

from games.core.contract import Game
from games.core.errors import IllegalMove, Unoffered
from games.core.game import Barrier
from games.core.input.notation import write_value
from games.core.moves import STOP, Choice, FieldInfo, Move, Value, close_tuple, fields_of, next_field
from games.core.rng import Rng
from games.core.running.play import MOST_TURN_MOVES, TurnContext, find_ask, find_silent_end
from games.core.search.budget import check_budget
from games.core.text import Text, say

S = TypeVar("S")
V = TypeVar("V")
T = TypeVar("T")

MOST_TRIES = 20_000
"""Moves tried for one random turn before it counts as a dead end."""

MOST_TOLD = 12
"""Choices that a refusal names."""


class Question(Struct, frozen=True):
    """The field of a verb that is asked about, and its legal values."""

    field: FieldInfo
    choices: tuple[Choice, ...]


def next_choices(
    game: Game[Any, V], view: V, verb: type[Move], filled: Mapping[str, Any] | None = None
) -> Question | None:
    """Return what to choose next for a verb; None if nothing is left to choose.

    No choices means that the verb cannot be played so, or that the field keeps its default (``field.required``).
    """
    so_far = filled or {}
    field = next_field(verb, so_far)
    return None if field is None else Question(field, tuple(game.choices(view, verb, so_far)))


def fill(field: FieldInfo, filled: Mapping[str, Any], value: Value) -> dict[str, Any]:
    """Return ``filled`` with one more value for the field that was asked about; STOP ends a tuple."""
    if field.repeated:
        return {**filled, field.name: (*filled.get(field.name, ()), value)}
    return {**filled, field.name: value}


def keep_default(field: FieldInfo, filled: Mapping[str, Any]) -> dict[str, Any]:
    """Return ``filled`` with the field's default."""
    default = field.default
    return {**filled, field.name: close_tuple(field, default) if isinstance(default, tuple) else default}


def build(verb: type[Move], filled: Mapping[str, Any]) -> Move:
    """Make the move of a verb all of whose fields are filled."""
    return verb(**{name: _finish(value) for name, value in filled.items()})


def _finish(value: object) -> object:
    return value[:-1] if isinstance(value, tuple) and value[-1:] == (STOP,) else value


def moves_of(game: Game[Any, V], view: V, verb: type[Move], limit: int | None = None) -> Iterator[Move]:
    """Yield the legal moves of a verb, in the order of ``choices``; at most ``limit``."""
    return islice(_descend(game, view, verb, {}, None), limit)


def is_offered(game: Game[Any, V], view: V, move: Move, *, whole: bool = True) -> bool:
    """Return whether the move can be put together from offered choices; with ``whole`` False also its beginning.

    The last tuple of a beginning need not be allowed to end where it does.
    """
    if not fields_of(type(move)):
        return _is_allowed(game, view, move)
    return _not_offered(game, view, move, whole=whole) is None


def refuse_unoffered(game: Game[Any, V], view: V, move: Move) -> None:
    """Raise Unoffered for the first value of the move that isn't among the choices, and say what is."""
    found = _not_offered(game, view, move, whole=True)
    if found is not None:
        value, offered = found
        known: tuple[str | Text, ...] = tuple(write_value(each) for each in offered if each != STOP)
        if not known:
            raise Unoffered("NOT_NOW", "core", say("core.not_possible_now"))
        if len(known) > MOST_TOLD + 1:
            known = (*known[:MOST_TOLD], say("core.others", count=len(known) - MOST_TOLD))
        if value == STOP:
            raise Unoffered("ONE_MORE", "core", say("core.one_more", known=known))
        raise Unoffered("NO_SUCH_CHOICE", "core", say("core.bad_choice", value=write_value(value), known=known))


def _not_offered(game: Game[Any, V], view: V, move: Move, *, whole: bool) -> tuple[Value, Sequence[Value]] | None:
    """Return the first value of the move that isn't offered, and what is offered in its place."""
    verb = type(move)
    filled: dict[str, Any] = {}
    for field in fields_of(verb):
        value = getattr(move, field.name)
        for element in _elements(field, value, whole):
            offered = [choice.value for choice in game.choices(view, verb, filled)]
            if not offered and not field.required and field.name not in filled and value == field.default:
                filled = keep_default(field, filled)
                break
            if element not in offered:
                return element, offered
            filled = fill(field, filled, element)
    return None


def _elements(field: FieldInfo, value: Value | tuple[Value, ...], whole: bool) -> tuple[Value, ...]:
    """Return what is pressed one after the other for the value of a field."""
    if not isinstance(value, tuple):
        return (value,)
    return close_tuple(field, value) if whole else value


def can_play(game: Game[Any, V], view: V, verb: type[Move]) -> bool:
    """Return whether the verb has a legal move."""
    return next(moves_of(game, view, verb), None) is not None


def random_moves(game: Game[Any, V], view: V, verb: type[Move], rng: Rng) -> Iterator[Move]:
    """Yield the legal moves of a verb in a random order, without enumerating them first."""
    return _descend(game, view, verb, {}, rng)


def _descend(game: Game[Any, V], view: V, verb: type[Move], filled: dict[str, Any], rng: Rng | None) -> Iterator[Move]:
    field = next_field(verb, filled)
    if field is None:
        if fields_of(verb) or _is_allowed(game, view, verb()):
            yield build(verb, filled)
        return
    any_choice = False
    for choice in _mix(game.choices(view, verb, filled), rng):
        check_budget()
        any_choice = True
        yield from _descend(game, view, verb, fill(field, filled, choice.value), rng)
    if not any_choice and not field.required and field.name not in filled:
        yield from _descend(game, view, verb, keep_default(field, filled), rng)


def _is_allowed(game: Game[Any, V], view: V, move: Move) -> bool:
    try:
        game.check(view, move)
    except IllegalMove:
        return False
    return True


def _mix(items: Iterable[T], rng: Rng | None) -> Iterator[T]:
    """Yield the items in a random order, drawing only for those that are used; without ``rng`` as they come."""
    if rng is None:
        yield from items
        return
    left = list(items)
    while left:
        at = rng.below("random", len(left))
        left[at], left[-1] = left[-1], left[at]
        yield left.pop()


class _Search(Generic[S]):
    """A random turn by descent; a dead end goes back to the move before it."""

    def __init__(self, turn: TurnContext[S], rng: Rng) -> None:
        self.turn, self.rng = turn, rng
        self.tries = 0

    def rest(self, state: S, length: int) -> tuple[Move, ...] | None:
        """Return moves that end the turn from ``state``, or None."""
        for move in self._moves(state, length):
            self.tries += 1
            if self.tries > MOST_TRIES:
                return None
            folded = self.turn.at(state).after((move,))
            over = folded.barrier is not Barrier.NONE or find_ask(self.turn.game, folded.state, self.turn.ask) is None
            if over or move.instant:
                return (move,)
            later = self.rest(folded.state, length + 1)
            if later is not None:
                return (move, *later)
        return None

    def _moves(self, state: S, length: int) -> Iterator[Move]:
        now = self.turn.at(state)
        end = find_silent_end(now.game, state, now.seat, now.ask)
        offered = () if length >= MOST_TURN_MOVES else now.find_offered()
        verbs = tuple(verb for verb in offered if not verb.aid)
        view = now.view
        for verb in _mix((*verbs, type(end)) if end is not None else verbs, self.rng):
            yield from random_moves(now.game, view, verb, self.rng)


def find_random_turn(turn: TurnContext[Any], rng: Rng) -> tuple[Move, ...] | None:
    """Return a random whole turn, its silent end included; None if the game offers none."""
    return _Search(turn, rng).rest(turn.state, 0)
