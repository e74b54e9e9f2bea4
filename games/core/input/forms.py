"""Commands as data: what one can type in one go, and how the words typed become moves.

Each Turn, each offered move that is in no Turn, and each Order type is a Form with options. The platform makes slash
commands of them; nothing here is about Discord but the limits its names and descriptions keep.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from enum import StrEnum
from functools import cache
from typing import Any, Generic, Literal, TypeAlias, TypeVar, get_args, get_origin

from msgspec import Struct

from games.core.contract import AnyGame
from games.core.errors import IllegalMove, Refusal, Unreadable
from games.core.game import Part, Turn
from games.core.language.catalogue import ENGLISH, load
from games.core.moves import FieldInfo, Move, Value, fields_of, title_of, verb_of, what_of
from games.core.orders import KEEP, Order, tag_of
from games.core.running.forced import skip_forced
from games.core.running.play import TurnContext, ends_of, play_move
from games.core.text import Arg, phrase, say

S = TypeVar("S")

Typed: TypeAlias = str | int | bool
"""What the platform hands over for one option."""


MOST_CHOICES = 25
"""Choices of one option (Discord limit)."""
MOST_OPTIONS = 24
"""Options of one command (Discord limit), beside the one that names the match."""
MOST_FORMS = 24
"""Commands of one game (Discord limit), beside the one that opens a match."""


class FormKind(StrEnum):
    """What comes of a form."""

    TURN = "turn"
    MOVE = "move"
    ORDER = "order"


class Option(Struct, frozen=True, kw_only=True):
    """One option of a command.

    ``type`` is bool or str (numbers are typed as words too, so that completion can show what they mean). ``choices``
    are the only words allowed, up to 25; an option without them is completed as it is typed. ``named`` says those in
    words that read otherwise than they are typed.
    """

    name: str
    what: str
    type: type = str
    required: bool = True
    choices: tuple[str, ...] = ()
    named: Mapping[str, str] = {}
    usual: str = ""
    """What it is if nothing is named, of those that have choices or are yes or no."""


class Form(Struct, frozen=True, kw_only=True):
    """A command ``/<game> <name>``; ``options`` stand in the order of the line, required or not."""

    name: str
    what: str
    kind: FormKind
    options: tuple[Option, ...]
    turn: Turn | None = None
    verb: type[Move] | None = None
    order: type[Order] | None = None
    title: str = ""
    """What an order is called on a button."""


class PartRefused(Refusal):
    """A Refusal that names the option at fault in ``part``; ``text`` begins with it."""

    def __init__(self, part: str, refusal: Refusal) -> None:
        """Wrap the refusal of the option ``part``."""
        super().__init__(refusal.code, refusal.clause, say("core.part", part=part.replace("_", " "), why=refusal.text))
        self.part = part
        self.refusal = refusal

    def __reduce__(self) -> tuple[type[PartRefused], tuple[str, Refusal]]:  # type: ignore[override]
        """Travel between processes."""
        return type(self), (self.part, self.refusal)


def forms_of(game: AnyGame) -> tuple[Form, ...]:
    """Return the commands of a game: whole turns, moves that are in none of them, orders."""
    spec = game.spec
    turns = [Form(name=t.name, what=t.what, kind=FormKind.TURN, options=_turn_options(t), turn=t) for t in spec.turns]
    inside = {verb for turn in spec.turns for part in turn.parts for verb in part.verbs} | set(ends_of(game))
    moves = [
        Form(name=verb_of(verb), what=what_of(verb), kind=FormKind.MOVE, options=options_of(verb), verb=verb)
        for verb in spec.moves
        if verb.offered and verb not in inside
    ]
    orders = [
        Form(
            name=tag_of(order),
            what=what_of(order),
            kind=FormKind.ORDER,
            options=_order_options(order),
            order=order,
            title=title_of(order),
        )
        for order in spec.orders
    ]
    return (*turns, *moves, *orders)


def check_length(game: AnyGame, length: int) -> None:
    """Raise Unreadable for more characters than the longest line of the game has, before anything is made of them."""
    most = game.spec.longest_line
    if length > most:
        raise Unreadable("TOO_LONG", "core", say("core.too_long", n=length, most=most))


def options_of(kind: type[Struct]) -> tuple[Option, ...]:
    """Return an option for each field of a move, order or Options type."""
    return tuple(
        Option(
            name=info.name,
            what=info.field.what,
            type=bool if info.type is bool and not info.repeated else str,
            required=info.required,
            choices=() if info.repeated else literals(info),
            named=info.field.named,
            usual="" if info.repeated or info.required else show(info.default),
        )
        for info in fields_of(kind)
        if not info.field.hidden
    )


def _order_options(kind: type[Order]) -> tuple[Option, ...]:
    """The options of an order: what must be named first, and last whether it outlives the next turn."""
    return tuple(sorted(options_of(kind), key=lambda option: (option.name == KEEP, not option.required)))


def literals(info: FieldInfo) -> tuple[str, ...]:
    """Return the words of a Literal field, else ()."""
    return tuple(map(str, get_args(info.type))) if get_origin(info.type) is Literal else ()


def _turn_options(turn: Turn) -> tuple[Option, ...]:
    options = [Option(name=part.name, what=part.what, required=not part.optional) for part in turn.parts]
    for name, parts in groups(turn).items():
        words = tuple(_first(part) for part in parts)
        options.append(Option(name=name, what="Which comes first", required=False, choices=words))
    return tuple(options)


def _first(part: Part) -> str:
    return f"{part.name} first"


def groups(turn: Turn) -> Mapping[str, tuple[Part, ...]]:
    """Return the parts that may come in either order, by the name of the option that says so.

    The option is called ``order``; where a turn has several groups, ``order_<group>`` after the first.
    """
    found: dict[str, tuple[Part, ...]] = {}
    for group in dict.fromkeys(part.group for part in turn.parts if part.group):
        parts = tuple(part for part in turn.parts if part.group == group)
        if len(parts) > 1:
            found[f"order_{group}" if found else "order"] = parts
    return found


def in_order(turn: Turn, words: Mapping[str, Typed]) -> tuple[Part, ...]:
    """Return the parts in the order in which they are played, given what the options of order say.

    Raises PartRefused if one says something else than which part is first.
    """
    parts = list(turn.parts)
    for name, members in groups(turn).items():
        word = _word(words, name)
        if not word:
            continue
        first = next((part for part in members if word in (_first(part), part.name)), None)
        if first is None:
            known = tuple(_first(part) for part in members)
            refusal = Unreadable("BAD_ORDER", "core", say("core.bad_choice", value=word, known=known))
            raise PartRefused(name, refusal)
        at = parts.index(members[0])
        parts.remove(first)
        parts.insert(at, first)
    return tuple(parts)


def _word(words: Mapping[str, Typed], name: str) -> str:
    return str(words.get(name, "")).strip()


def read_parts(turn: TurnContext[Any], form: Form, words: Mapping[str, Typed]) -> tuple[Move, ...]:
    """Read the options of a TURN or MOVE form as moves; raises PartRefused naming the option at fault.

    Parts are folded as they are read; what is forced between them may be left out.
    """
    check_length(turn.game, sum(len(show(word)) for word in words.values()))
    if form.verb is not None:
        return (form.verb(**read_values(form.verb, words)),)
    assert form.turn is not None, "an order is read by read_order"
    return Line(turn, in_order(form.turn, words), words, begin=form.turn.begin).read()


def read_order(form: Form, words: Mapping[str, Typed]) -> Order:
    """Read the options of an ORDER form; raises PartRefused naming the option at fault."""
    assert form.order is not None, "moves are read by read_parts"
    return form.order(**read_values(form.order, words))


class Line(Generic[S]):
    """The words of a whole turn, read and folded part by part."""

    def __init__(
        self,
        turn: TurnContext[S],
        parts: Sequence[Part],
        words: Mapping[str, Typed],
        *,
        begin: type[Move] | None = None,
    ) -> None:
        """Take the parts in the order of playing and the words by part; ``no`` is no word."""
        self._turn, self._parts = turn, parts
        self._begin = () if begin is None else (begin(),)
        self._words = {part.name: _word(words, part.name) for part in parts}
        nothing = {part.name: part.nothing for part in parts if part.optional and part.nothing}
        typed = {name: self._words[name].casefold() for name in nothing}
        self._words |= {name: "" for name, word in nothing.items() if typed[name] == word or is_no(typed[name])}

    def read(self) -> tuple[Move, ...]:
        """Return the moves of the whole line; raises PartRefused."""
        for part in self._parts:
            if not part.optional and not self._words[part.name]:
                missing = say("core.missing", what=phrase(part.what))
                raise PartRefused(part.name, Unreadable("MISSING", "core", missing))
        return self.upto(None)[0]

    def upto(self, stop: str | None) -> tuple[tuple[Move, ...], S]:
        """Return the moves of the parts filled before the part ``stop``, and the state they lead to."""
        game, seat, ask, state = self._turn.game, self._turn.seat, self._turn.ask, self._turn.state
        moves: tuple[Move, ...] = self._begin
        for move in moves:
            state = play_move(game, state, seat, ask, move).state
        for at, part in enumerate(self._parts):
            if part.name == stop:
                break
            if not self._words[part.name]:
                continue
            begun = bool(moves)
            forced, state = skip_forced(self._turn.at(state), part.verbs, begun=begun)
            move = self._read_word(state, part)
            moves = (*moves, *forced)
            try:
                after = play_move(game, state, seat, ask, move).state
            except IllegalMove as refusal:
                line = (*moves, move, *self._behind(state, at))
                better = game.notation.explain(self._turn.view, line, len(moves), refusal)
                raise PartRefused(part.name, better) from refusal
            moves, state = (*moves, move), after
        return moves, state

    def _read_word(self, state: S, part: Part) -> Move:
        try:
            view = self._turn.at(state).view
            return self._turn.game.notation.read_word(view, self._words[part.name], part.verbs)
        except Refusal as refusal:
            raise PartRefused(part.name, refusal) from refusal

    def _behind(self, state: S, at: int) -> Iterator[Move]:
        """Yield what can be read of the parts behind part ``at``, for the game to explain the line as a whole."""
        for part in self._parts[at + 1 :]:
            if self._words[part.name]:
                with suppress(PartRefused):
                    yield self._read_word(state, part)


def read_values(kind: type[Struct], words: Mapping[str, Typed]) -> dict[str, Any]:
    """Read the fields of a move, order or Options type from option words; raises PartRefused."""
    values: dict[str, Any] = {}
    for info in fields_of(kind):
        word = "" if info.field.hidden else words.get(info.name, "")
        if isinstance(word, str) and not word.strip():
            if info.required:
                missing = say("core.missing", what=phrase(info.field.what))
                raise PartRefused(info.name, Unreadable("MISSING", "core", missing))
            continue
        try:
            values[info.name] = read_value(info, word)
        except Unreadable as refusal:
            raise PartRefused(info.name, refusal) from refusal
    return values


def read_value(info: FieldInfo, word: Typed) -> Value | tuple[Value, ...]:
    """Read what was typed for one field; raises Unreadable."""
    if not info.repeated:
        return read_element(info, word)
    elements = tuple(read_element(info, element) for element in split(info, str(word)))
    least, most = info.field.least or 0, info.field.most
    if len(elements) < least or (most is not None and len(elements) > most):
        raise _bad("core.bad_length", least=least, most=most if most is not None else say("core.any_number"))
    return elements


def split(info: FieldInfo, word: str) -> tuple[str, ...]:
    """Split what was typed for a tuple field: at spaces, commas, ``+`` and ``;``, or at ``;`` alone if it is spaced."""
    elements = word.split(";") if info.field.spaced else re.split(r"[\s,+;]+", word)
    return tuple(element.strip() for element in elements if element.strip())


def join(info: FieldInfo, elements: Iterable[str]) -> str:
    """Write the elements of a tuple field so that ``split`` reads them."""
    return ("; " if info.field.spaced else " ").join(elements)


def show(value: object) -> str:
    """Write a single value as a player types it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


@cache
def _in_all_languages(id: str) -> frozenset[str]:
    core = load("games.core")
    said = (core.message(id, language) for language in (ENGLISH, *core.languages()))
    return frozenset(message.sentence.casefold() for message in said if message is not None)


def is_yes(typed: str) -> bool:
    """Return whether somebody typed "yes", in any language.

    >>> is_yes("Ja"), is_yes("yes"), is_yes("no")
    (True, True, False)
    """
    return typed.strip().casefold() in _in_all_languages("core.yes")


def is_no(typed: str) -> bool:
    """Return whether somebody typed "no", in any language."""
    return typed.strip().casefold() in _in_all_languages("core.no")


def read_element(info: FieldInfo, word: Typed) -> Value:
    """Read a single value, or one element of a tuple field; raises Unreadable."""
    shown = show(word).strip()
    if info.type is bool:
        if not (is_yes(shown) or is_no(shown)):
            raise _bad("core.bad_choice", value=shown, known=(say("core.yes"), say("core.no")))
        return is_yes(shown)
    if info.type is int:
        return _number(info, shown)
    known = {show(value): value for value in get_args(info.type)}
    if known and shown not in known:
        raise _bad("core.bad_choice", value=shown, known=tuple(known))
    value: Value = known.get(shown, shown)
    return value


def _number(info: FieldInfo, shown: str) -> int:
    if not re.fullmatch(r"-?[0-9]{1,9}", shown):
        raise _bad("core.bad_number", value=shown)
    number, least, most = int(shown), info.field.least, info.field.most
    if not info.repeated and ((least is not None and number < least) or (most is not None and number > most)):
        bounds = {key: say("core.any_number") if bound is None else bound for key, bound in _bounds(info)}
        raise _bad("core.out_of_bounds", value=shown, **bounds)
    return number


def _bounds(info: FieldInfo) -> tuple[tuple[str, int | None], ...]:
    return ("least", info.field.least), ("most", info.field.most)


def _bad(text: str, **args: Arg) -> Unreadable:
    return Unreadable("BAD_VALUE", "core", say(text, **args))
