"""The panel as data: what can be pressed next in a draft, and what a press leads to.

A draft is the moves so far and a Partial, the move being put together. Both are small values that the platform stores;
nothing is remembered here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from games.core.contract import Game
from games.core.errors import Refusal
from games.core.game import Ask, Barrier
from games.core.input.notation import read_value, write_value
from games.core.moves import STOP, Choice, Move, Value, fields_of, next_field, values_of, verb_of, what_of
from games.core.running.forced import fill_forced, find_forced_move, weave_forced
from games.core.running.play import (
    Folded,
    TurnContext,
    ends_of,
    find_ask,
    find_offered_verbs,
    find_silent_end,
    refuse,
    tell_offered,
)
from games.core.search.enumerate import Question, build, can_play, fill, keep_default, next_choices
from games.core.text import Text, phrase, raw, say

S = TypeVar("S")


class Partial(Struct, frozen=True):
    """A move being put together: its verb ("" for none yet) and the fields filled so far, in order."""

    verb: str = ""
    filled: dict[str, int | str | bool | tuple[int | str | bool, ...]] = {}


class Draft(Struct, frozen=True):
    """The moves of an unfinished turn, and the one being put together."""

    moves: tuple[Move, ...] = ()
    partial: Partial = Partial()


class Row(Struct, frozen=True, kw_only=True):
    """What can be pressed of one verb: a button (``field`` is "") or the choices of its next field.

    Each choice has a label; STOP ends a tuple.
    """

    verb: str
    what: str
    field: str = ""
    asks: str = ""
    choices: tuple[Choice, ...] = ()


class Menu(Struct, frozen=True, kw_only=True):
    """What can be pressed next.

    ``finishable``: the draft is a whole turn that may be confirmed. ``over``: nothing can be added to it. ``barrier``:
    confirming brings something hidden to light. ``text`` is what is asked.
    """

    text: Text
    rows: tuple[Row, ...] = ()
    finishable: bool = False
    over: bool = False
    barrier: bool = False


def open_draft(turn: TurnContext[Any]) -> Draft:
    """Return a new draft, with what is forced filled in."""
    return Draft(fill_forced(turn))


def menu(turn: TurnContext[Any], draft: Draft) -> Menu:
    """Return what can be pressed next; raises Refusal if the ask or a move of the draft does not stand any more."""
    game, asked_now = turn.game, turn.expect_ask()
    folded = turn.after(draft.moves)
    standing = find_ask(game, folded.state, turn.ask)
    barrier = folded.barrier is not Barrier.NONE
    if standing is None or barrier:
        return Menu(text=asked_now.private or asked_now.text, finishable=True, over=True, barrier=barrier)
    view = game.view(folded.state, turn.seat)
    verbs = [verb for verb in find_offered_verbs(game, standing) if draft.partial.verb in ("", verb_of(verb))]
    rows = (_row(game, view, verb, draft.partial.filled) for verb in verbs)
    return Menu(
        text=standing.private or standing.text,
        rows=tuple(row for row in rows if row is not None),
        finishable=not draft.partial.verb and _may_end(turn, folded, draft),
    )


def _may_end(turn: TurnContext[S], folded: Folded[S], draft: Draft) -> bool:
    instant = bool(draft.moves) and draft.moves[-1].instant
    return instant or find_silent_end(turn.game, folded.state, turn.seat, turn.ask) is not None


def _row(game: Game[Any, Any], view: object, verb: type[Move], filled: dict[str, Any]) -> Row | None:
    if not fields_of(verb):
        return Row(verb=verb_of(verb), what=what_of(verb)) if can_play(game, view, verb) else None
    question = _question(game, view, verb, filled)[1]
    if question is None or not question.choices:
        return None
    choices = tuple(_label(choice) for choice in question.choices)
    field = question.field
    return Row(verb=verb_of(verb), what=what_of(verb), field=field.name, asks=field.field.what, choices=choices)


def _question(
    game: Game[Any, Any], view: object, verb: type[Move], filled: dict[str, Any]
) -> tuple[dict[str, Any], Question | None]:
    """Return the next field to ask about, after fields that keep their default because they have no choices."""
    while True:
        question = next_choices(game, view, verb, filled)
        if question is None or question.choices or question.field.required or question.field.name in filled:
            return filled, question
        filled = keep_default(question.field, filled)


def _label(choice: Choice) -> Choice:
    if choice.label is not None:
        return choice
    label = say("core.enough") if choice.value == STOP else raw(_show(choice.value))
    return replace(choice, label=label)


def _show(value: Value) -> str:
    return write_value(value) if isinstance(value, bool) else str(value)


def press(turn: TurnContext[Any], draft: Draft, verb: str, value: Value | None = None) -> Draft:
    """Press a verb (no value) or a choice of it; a move that is complete joins the draft, with what is forced after it.

    A verb with fields pressed without a value begins a partial move. At an exact ask, fields with a single choice are
    filled in too. Raises Refusal for what cannot be pressed now.
    """
    game, now = turn.game, turn.at(turn.after(draft.moves).state)
    standing = now.expect_ask()
    kind = next((kind for kind in find_offered_verbs(game, standing) if verb_of(kind) == verb), None)
    if kind is None:
        pressed = next((phrase(what_of(kind)) for kind in game.spec.moves if verb_of(kind) == verb), verb)
        raise refuse("NOT_ASKED", "not_asked", what=pressed, offered=tell_offered(game, standing))
    filled: dict[str, Any] = dict(draft.partial.filled) if draft.partial.verb == verb else {}
    if fields_of(kind) and value is None:
        return Draft(draft.moves, Partial(verb))
    if value is not None:
        filled = _fill(now, standing, kind, filled, value)
    if next_field(kind, filled) is not None:
        return Draft(draft.moves, Partial(verb, filled))
    move = build(kind, filled)
    return Draft(fill_forced(turn, (*draft.moves, move)))


def _fill(turn: TurnContext[Any], ask: Ask, verb: type[Move], filled: dict[str, Any], value: Value) -> dict[str, Any]:
    """Fill in the value pressed, and what needs no press after it."""
    game, view = turn.game, turn.view
    filled, question = _question(game, view, verb, filled)
    if question is None or all(choice.value != value for choice in question.choices):
        raise refuse("NOT_OFFERED_NOW", "not_offered_now")
    filled = fill(question.field, filled, value)
    while True:
        filled, question = _question(game, view, verb, filled)
        if question is None or not ask.exact or len(question.choices) != 1:
            return filled
        filled = fill(question.field, filled, question.choices[0].value)


def fill_combination(turn: TurnContext[Any], moves: Sequence[Move], more: Sequence[Move]) -> tuple[Move, ...] | None:
    """Return the draft's moves with those of a combination, and what is forced; None if they can't be played so.

    Silent ends are left out: a draft never holds them.
    """
    ends = ends_of(turn.game)
    chosen = tuple(move for move in more if not isinstance(move, ends))
    try:
        rest = weave_forced(turn.at(turn.after(moves).state), chosen)
        return fill_forced(turn, (*moves, *rest))
    except Refusal:
        return None


def is_along(draft: Draft, moves: Sequence[Move]) -> bool:
    """Return whether what is chosen so far, aids left out, leads to these moves."""
    made = tuple(move for move in draft.moves if not move.aid)
    if made != tuple(moves[: len(made)]):
        return False
    if not draft.partial.verb:
        return True
    following = moves[len(made)] if len(made) < len(moves) else None
    return following is not None and _begins(draft.partial, following)


def _begins(partial: Partial, move: Move) -> bool:
    if partial.verb != verb_of(move):
        return False
    for name, value in partial.filled.items():
        whole = getattr(move, name)
        if isinstance(value, tuple):
            chosen = values_of(partial.filled, name)
            value, whole = chosen, whole[: len(chosen)]
        if value != whole:
            return False
    return True


def step_back(turn: TurnContext[Any], draft: Draft) -> Draft:
    """Undo the last press: the last value of the partial move, or the last move with what was forced before it."""
    if draft.partial.verb:
        filled = dict(draft.partial.filled)
        if not filled:
            return Draft(draft.moves)
        name, value = filled.popitem()
        if isinstance(value, tuple) and len(value) > 1:
            filled[name] = value[:-1]
        return Draft(draft.moves, Partial(draft.partial.verb, filled) if filled else Partial())
    moves = draft.moves
    while moves:
        moves = moves[:-1]
        before = turn.after(moves)
        if find_forced_move(turn.at(before.state)) is None:
            return Draft(moves)
    return open_draft(turn)


def write_partial(partial: Partial) -> str:
    """Write a partial move without spaces, for the id of a button: ``verb:field,field``."""
    if not partial.verb:
        return ""
    return f"{partial.verb}:{','.join(map(write_value, partial.filled.values()))}"


def read_partial(game: Game[Any, Any], text: str) -> Partial:
    """Read what ``write_partial`` wrote; raises Unreadable for values of another type, LookupError for no such verb."""
    verb, _, rest = text.partition(":")
    if not verb:
        return Partial()
    kinds = {verb_of(kind): kind for kind in game.spec.moves}
    filled = {}
    for info, word in zip(fields_of(kinds[verb]), rest.split(",") if rest else (), strict=False):
        filled[info.name] = read_value(info, word, verb)
    return Partial(verb, filled)
