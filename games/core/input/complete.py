"""Completion: what can be typed next, given what is filled in already.

Nothing is listed here that ``choices`` does not offer: a part's words are the legal moves of its verbs after the parts
before it were played, written by the game's notation and told in its words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import islice, product
from typing import Any, TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from games.core.contract import Game
from games.core.errors import Refusal, Unreadable
from games.core.game import Part
from games.core.input.forms import (
    Form,
    Line,
    Typed,
    groups,
    in_order,
    join,
    literals,
    read_element,
    read_value,
    show,
    split,
)
from games.core.moves import STOP, Choice, FieldInfo, Move, close_tuple, fields_of, next_field
from games.core.options import value_words
from games.core.orders import Order
from games.core.running.forced import skip_forced
from games.core.running.play import TurnContext, find_silent_end
from games.core.search.budget import BudgetSpent, check_budget
from games.core.search.enumerate import build, fill, is_offered, moves_of
from games.core.text import Text, phrase, raw, say
from games.core.words import Words

S = TypeVar("S")
V = TypeVar("V")

MOST_SUGGESTIONS = 25
"""Discord shows no more."""

MOST_LISTED = 2_000
"""Moves of one verb looked through for one completion."""

_ENUMERATED_LENGTH = 2
"""A tuple that may be longer is completed element by element instead of listing all tuples."""

_BETWEEN = ",+:"
"""What stands between the parts of a move that is one word: in the core's notation, and in games' own ones too."""


Reader: TypeAlias = Callable[[str], Sequence[Move]]
"""Reads what was typed as moves; raises Refusal."""


class Suggestion(Struct, frozen=True):
    """One thing to choose: ``word`` is what is typed, ``label`` says it in words, ``note`` what follows from it."""

    word: str
    label: Text
    note: Text | None = None


class Completion(Struct, frozen=True):
    """At most 25 suggestions, best first; how many more fit; why there are none, if something is wrong."""

    suggestions: tuple[Suggestion, ...] = ()
    more: int = 0
    why: Text | None = None


class _Found(Struct, frozen=True):
    """What may be typed, which part of the text it is compared with, and what stands before it."""

    suggestions: Iterable[Suggestion]
    typed: str
    head: str = ""
    read: Reader = lambda word: ()


def complete(
    turn: TurnContext[Any],
    *,
    form: Form,
    filled: Mapping[str, Typed],
    focused: str,
    typed: str,
    words: Words,
) -> Completion:
    """Complete the option ``focused`` of a form; ``filled`` are the other options, ``typed`` is what stands in it.

    Of a whole turn the parts before the focused one are played first. Orders may be completed at any time (the ask may
    be gone); moves only while the ask stands for the seat. ``words`` are for matching labels with what was typed.
    Nothing is offered where more is typed than a turn has characters; of a search that is out of time (``within`` of
    ``games.core.search.budget``) what it has found.
    """
    before = () if form.order is not None else filled.values()
    if len(typed) + sum(len(show(value)) for value in before) > turn.game.spec.longest_line:
        return Completion()
    if all(option.name != focused for option in form.options):
        return Completion()
    try:
        if form.turn is not None:
            return _part(turn, form, filled, focused=focused, typed=typed, words=words)
        if form.verb is not None:
            found = _of_move(turn, form.verb, filled, focused, typed)
        else:
            assert form.order is not None
            found = _of_order(turn, form.order, filled, focused, typed)
        return rank(found.suggestions, found.typed, words, head=found.head)
    except Refusal as refusal:
        return Completion(why=refusal.text)
    except BudgetSpent:
        return Completion()


def complete_line(turn: TurnContext[Any], typed: str, *, words: Words) -> Completion:
    """Complete the last word of a line in the game's notation; the words before it are played first.

    Where a turn may end with nothing chosen, the line that says so is always among what is offered. Moves are written
    as a line has them, with spaces, unless colons were typed. Nothing is offered beyond the longest line of the game,
    and of a search that is out of time what it has found.
    """
    if len(typed) > turn.game.spec.longest_line:
        return Completion()
    head, _, tail = typed.rpartition(" ")
    try:
        found = _line(turn, typed, head, tail, words)
    except BudgetSpent:
        return Completion()
    return _spread(found, typed, lambda line: turn.game.notation.read(turn.view, line))


def _spread(found: Completion, typed: str, read: Reader) -> Completion:
    """Write what is suggested as it is printed elsewhere, unless something else than spaces was typed."""
    if not set(_BETWEEN).isdisjoint(typed):
        return found
    return replace(found, suggestions=tuple(_write_spaced(each, read) for each in found.suggestions))


def _write_spaced(suggestion: Suggestion, read: Reader) -> Suggestion:
    """Write a line with spaces between its parts, if it reads the same.

    Not where a list of any length stands behind a name: what comes next could not be told from other moves.
    """
    line = re.sub(r"[:+]", " ", suggestion.word)
    if line == suggestion.word:
        return suggestion
    with suppress(Refusal):
        moves = read(line)
        lists = any(info.repeated for move in moves for info in fields_of(type(move)))
        if moves and not (lists and ":" in suggestion.word) and moves == read(suggestion.word):
            return replace(suggestion, word=line)
    return suggestion


def _line(turn: TurnContext[Any], typed: str, head: str, tail: str, words: Words) -> Completion:
    try:
        found = _next_word(turn, head, tail, words)
        if not head:
            return _with_end(found, _end_of(turn, tail, words))
        return found if found.suggestions else _longer_word(turn, typed, words) or found
    except Refusal as refusal:
        with suppress(BudgetSpent):
            return _longer_word(turn, typed, words) or Completion(why=refusal.text)
        return Completion(why=refusal.text)


def _end_of(turn: TurnContext[Any], typed: str, words: Words) -> Completion:
    """Complete the line of a turn in which nothing is chosen; nothing where there is none or it fits not."""
    game, view = turn.game, turn.view
    end = find_silent_end(game, turn.state, turn.seat, turn.ask)
    line = "" if end is None else game.notation.write(view, (end,))
    return rank((Suggestion(line, game.tell(view, end)),), typed, words) if end and line else Completion()


def _with_end(found: Completion, end: Completion) -> Completion:
    kept = found.suggestions[: MOST_SUGGESTIONS - len(end.suggestions)]
    return Completion((*kept, *end.suggestions), found.more + len(found.suggestions) - len(kept))


def _next_word(turn: TurnContext[Any], head: str, tail: str, words: Words) -> Completion:
    now = turn.at(_after(turn, head))
    verbs = tuple(verb for verb in now.find_offered() if not verb.aid)
    found = _words_of(now.game, now.view, verbs, tail)
    return rank(found, tail, words, head=f"{head} " if head else "")


def _longer_word(turn: TurnContext[Any], typed: str, words: Words) -> Completion | None:
    """Complete a move that is written as several words, of which the last ones typed are the beginning; else None."""
    typed_words = typed.split(" ")
    for at, between in product(range(len(typed_words) - 1), _BETWEEN):
        head, begun = " ".join(typed_words[:at]), between.join(typed_words[at:])
        with suppress(Refusal):
            found = _next_word(turn, head, begun, words)
            if found.suggestions:
                return found
    return None


def _after(turn: TurnContext[S], head: str) -> S:
    """Play the words of an unfinished line; where they cannot be read one by one, read them as a line."""
    notation, now = turn.game.notation, turn
    try:
        for word in head.split():
            check_budget()
            offered = now.find_offered()
            now = now.at(now.after((notation.read_word(now.view, word, offered),)).state)
    except Refusal:
        check_budget()
        return turn.after(notation.read(turn.view, head)).state
    return now.state


def rank(found: Iterable[Suggestion], typed: str, words: Words, *, head: str = "") -> Completion:
    """Keep what fits the text typed, best first: same word, beginning of the word, of a word of the label, inside.

    Among equals the game's own order stays. ``head`` is put before the words kept. If time runs out while looking, what
    was found until then is ranked.
    """
    wanted = typed.casefold().strip()
    ranked: list[tuple[int, Suggestion]] = []
    with suppress(BudgetSpent):
        for suggestion in found:
            place = 0 if not wanted else _place(wanted, suggestion, words)
            if place is not None:
                ranked.append((place, suggestion))
            check_budget()
    ranked.sort(key=lambda pair: pair[0])
    kept = [Suggestion((head + one.word).rstrip("; "), one.label, one.note) for _, one in ranked[:MOST_SUGGESTIONS]]
    return Completion(tuple(kept), len(ranked) - len(kept))


def _place(wanted: str, suggestion: Suggestion, words: Words) -> int | None:
    word = suggestion.word.casefold()
    if word.startswith(wanted):
        return 0 if word == wanted else 1
    label = words(suggestion.label).casefold()
    if any(part.startswith(wanted) for part in re.split(r"\W+", label)) or label.startswith(wanted):
        return 2
    if wanted in word:
        return 3
    return 4 if all(token in label for token in wanted.split()) else None


# --- Whole turns ------------------------------------------------------------------------------------------------------


def _part(
    turn: TurnContext[Any], form: Form, filled: Mapping[str, Typed], *, focused: str, typed: str, words: Words
) -> Completion:
    """Complete a part of a turn; what is typed with spaces is also compared as if it were one word."""
    typed_words = typed.split()
    completion = Completion()
    for way in (typed, *(between.join(typed_words) for between in _BETWEEN if typed_words[1:])):
        found = _of_turn(turn, form, filled, focused, way)
        completion = rank(found.suggestions, found.typed, words, head=found.head)
        if completion.suggestions:
            return _spread(completion, typed, found.read)
    return completion


def _of_turn(turn: TurnContext[Any], form: Form, filled: Mapping[str, Typed], focused: str, typed: str) -> _Found:
    assert form.turn is not None
    turn.expect_ask()
    if focused in groups(form.turn):
        fixed = next(option.choices for option in form.options if option.name == focused)
        return _Found((Suggestion(word, raw(word)) for word in fixed), typed)
    parts = in_order(form.turn, filled)
    part = next(part for part in parts if part.name == focused)
    before, after = Line(turn, parts, filled, begin=form.turn.begin).upto(focused)
    now = turn.at(skip_forced(turn.at(after), part.verbs, begun=bool(before))[1])
    standing = now.expect_ask()
    verbs = tuple(verb for verb in part.verbs if verb in standing.verbs)
    if not verbs:
        raise _too_early(parts, part, filled)
    words = _with_nothing(part, _words_of(now.game, now.view, verbs, typed))
    return _Found(words, typed, read=lambda word: (now.game.notation.read_word(now.view, word, verbs),))


def _with_nothing(part: Part, found: Iterator[Suggestion]) -> Iterator[Suggestion]:
    yield from found
    if part.optional:
        yield Suggestion(part.nothing, say("core.nothing"))


def _too_early(parts: Sequence[Part], part: Part, filled: Mapping[str, Typed]) -> Refusal:
    before = parts[: parts.index(part)]
    empty = tuple(other.name for other in before if not other.optional and not filled.get(other.name))
    text = say("core.fill_first", parts=empty) if empty else say("core.not_possible_now")
    return Refusal("NOT_ASKED", "core", text)


def _words_of(game: Game[Any, V], view: V, verbs: Sequence[type[Move]], typed: str) -> Iterator[Suggestion]:
    for verb in verbs:
        for move in islice(_candidates(game, view, verb, typed), MOST_LISTED):
            yield Suggestion(game.notation.word(view, move), game.tell(view, move))


def _candidates(game: Game[Any, V], view: V, verb: type[Move], typed: str) -> Iterator[Move]:
    """Yield legal moves; of a verb that ends in a tuple of any length, moves one element longer than what is typed."""
    infos = fields_of(verb)
    if not infos or not infos[-1].repeated or (infos[-1].field.most or MOST_LISTED) <= _ENUMERATED_LENGTH:
        yield from moves_of(game, view, verb)
        return
    move = _longest_read(game, view, verb, typed.strip())
    if move is None:
        yield from _openings(game, view, verb, {})
    else:
        yield from _longer(game, view, move, infos[-1])


def _longest_read(game: Game[Any, V], view: V, verb: type[Move], typed: str) -> Move | None:
    """Return the move that the longest beginning of the typed text means, if its elements may stand there."""
    ends = [len(typed), *(found.start() for found in reversed(list(re.finditer(r"[^\w]", typed))))]
    for end in ends:
        check_budget()
        try:
            move = game.notation.read_word(view, typed[:end], (verb,))
        except Refusal:
            continue
        if type(move) is verb and is_offered(game, view, move, whole=False):
            return move
    return None


def _longer(game: Game[Any, V], view: V, move: Move, last: FieldInfo) -> Iterator[Move]:
    filled = {info.name: getattr(move, info.name) for info in fields_of(type(move))}
    if next_field(type(move), filled) is None:
        yield move
        return
    for choice in game.choices(view, type(move), filled):
        yield build(type(move), fill(last, filled, choice.value))


def _openings(game: Game[Any, V], view: V, verb: type[Move], filled: dict[str, Any]) -> Iterator[Move]:
    field = next_field(verb, filled)
    assert field is not None, "the last field is left open"
    for choice in game.choices(view, verb, filled):
        further = fill(field, filled, choice.value)
        if field is fields_of(verb)[-1]:
            yield build(verb, further)
        else:
            yield from _openings(game, view, verb, further)


# --- Single moves and orders ------------------------------------------------------------------------------------------


def _of_move(turn: TurnContext[Any], verb: type[Move], filled: Mapping[str, Typed], focused: str, typed: str) -> _Found:
    if verb not in turn.expect_ask().verbs:
        raise Refusal("NOT_ASKED", "core", say("core.not_possible_now"))
    values: dict[str, Any] = {}
    infos = fields_of(verb)
    at = next(at for at, info in enumerate(infos) if info.name == focused)
    for info in infos[:at]:
        if not show(filled.get(info.name, "")):
            raise Refusal("MISSING", "core", say("core.fill_first", parts=(info.name,)))
        value = read_value(info, filled[info.name])
        values[info.name] = close_tuple(info, value) if isinstance(value, tuple) else value
    view = turn.view
    return _field(infos[at], typed, values, lambda so_far: turn.game.choices(view, verb, so_far))


def _of_order(
    turn: TurnContext[Any], order: type[Order], filled: Mapping[str, Typed], focused: str, typed: str
) -> _Found:
    infos = {info.name: info for info in fields_of(order)}
    values: dict[str, Any] = {}
    for name, word in filled.items():
        if name in infos and name != focused:
            with suppress(Unreadable):
                values[name] = read_value(infos[name], word)
    info = infos[focused]
    if info.type is bool:
        return _Found((Suggestion(word, say(f"core.{word}")) for word in ("yes", "no")), typed)
    if fixed := literals(info):
        return _Found((Suggestion(word, phrase(value_words(info, word))) for word in fixed), typed)
    planning, view = turn.game.planning, turn.view
    return _field(info, typed, values, lambda so_far: planning.order_choices(view, order, focused, so_far))


def _field(
    info: FieldInfo, typed: str, values: dict[str, Any], choices: Callable[[dict[str, Any]], Iterable[Choice]]
) -> _Found:
    """Complete one field; of a tuple field the element that is being typed, and the one after it."""
    if not info.repeated:
        return _Found((_suggest(choice) for choice in choices(values)), typed)
    elements = split(info, typed)
    tail = elements[-1] if elements and not typed.endswith((" ", ";", ",", "+")) else ""
    head = elements[:-1] if tail else elements
    so_far: dict[str, Any] = {**values, info.name: tuple(read_element(info, element) for element in head)}
    return _Found(_elements(info, tail, so_far, choices), tail, join(info, (*head, "")))


def _elements(
    info: FieldInfo, tail: str, so_far: dict[str, Any], choices: Callable[[dict[str, Any]], Iterable[Choice]]
) -> Iterator[Suggestion]:
    if len(so_far[info.name]) == info.field.most:
        yield Suggestion("", say("core.enough"))
        return
    for choice in choices(so_far):
        if choice.value == STOP:
            yield Suggestion("", choice.label or say("core.enough"), choice.note)
            continue
        this = _suggest(choice)
        yield this
        further = fill(info, so_far, choice.value)
        if this.word == tail and len(further[info.name]) != info.field.most:
            for later in choices(further):
                if later.value != STOP:
                    both = _suggest(later)
                    yield Suggestion(join(info, (tail, both.word)), both.label, both.note)


def _suggest(choice: Choice) -> Suggestion:
    word = show(choice.value)
    return Suggestion(word, choice.label or raw(word), choice.note)
