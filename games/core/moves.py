"""Moves: atomic decisions of one seat, declared once as frozen structs.

From a declaration follow the slash command and its options, completion, the panel, notation, stored JSON, validation,
log line and help page. Nothing lists legal things twice.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, ClassVar, TypeAlias, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct

from games.core.text import Text, say

Value: TypeAlias = int | str | bool
"""What one field of a move, or one element of a tuple field, holds."""


class Needs(Struct, frozen=True, kw_only=True):
    """What a match must have so that a rule option has an effect; all that is given here.

    ``seats``: one of these numbers of players. ``beside``: other options, of which one at least has this value.
    ``clock``: a clock. ``lot``: chance decides who begins, not the pairing of a tournament.
    """

    seats: tuple[int, ...] = ()
    beside: tuple[tuple[str, Value], ...] = ()
    clock: bool = False
    lot: bool = False


class Field(Struct, frozen=True):
    """What a field of a move means: the second part of ``Annotated[...]``.

    ``what`` is shown as the option's description (at most 100 characters, the Discord limit); ``least`` and ``most``
    bound a number, or the length of a tuple. ``spaced``: the elements of a tuple may hold spaces, so that a player
    separates them by ``;`` instead. ``hidden``: the game keeps it for itself; it has a default, and players neither
    type nor see it (orders only). ``label`` is what players read beside the value, where that isn't the name.

    ``asked`` stands on the menu of a panel instead, where ``what`` holds codes or is too long for a phone (41
    characters).
    ``named`` says values in words where they differ from what is typed.

    Of rule options only: ``needs``: without it the option has no effect. ``seat``: the number of the seat, counted from
    1, that it is about.
    """

    what: str
    least: int | None = None
    most: int | None = None
    spaced: bool = False
    hidden: bool = False
    label: str = ""
    asked: str = ""
    named: Mapping[str, str] = {}
    needs: Needs | None = None
    seat: int = 0

    @property
    def prompt(self) -> str:
        """What stands on a menu, which shows the values there are: else ``what`` without its example (", e.g. D4")."""
        return self.asked or _EXAMPLE.sub("", self.what)


_EXAMPLE = re.compile(r", e\.g\. [^;]*")


class Move(Struct, frozen=True, tag_field="verb"):
    """One atomic decision of one seat. Subclasses set ``tag="take"`` and annotate each field with a Field.

    A field is an ``int``, ``str``, ``bool``, or a ``tuple[int | str, ...]`` of them. The first line of the docstring
    describes the verb to players.
    """

    title: ClassVar[str] = ""
    """What stands on its button: up to 25 characters. Empty: the first line is as short."""
    instant: ClassVar[bool] = False
    """True: commits without Confirm (live play)."""
    offered: ClassVar[bool] = True
    """False: only orders, fallbacks and the table play it; players are never offered it."""
    aid: ClassVar[bool] = False
    """True: only helps to choose what follows (it narrows a list); forgotten when the turn is committed."""
    extra: ClassVar[bool] = False
    """True: seldom needed, since it goes by itself or can wait; a button opens its choices."""
    follows: ClassVar[bool] = False
    """True: belongs behind another move; a line that begins with it leaves nothing out that is forced before it."""
    secret: ClassVar[bool] = False
    """True: the log shows the turn's moves and line to its seat only; others read the public events."""


class Choice(Struct, frozen=True):
    """One legal value for the field asked about.

    ``label`` says it in words (None: the value itself); ``note`` adds what follows from it ("+3 ducats"). ``spot`` is
    its place on the picture, named as in ``Marks.spots``; ``tag`` is the letter by which picture and menu call a place
    that has no name of its own. ``piece`` names the piece that is chosen, or what the choice is about, whose small
    picture stands before it (``Picture.emoji``); the words never rely on it. One that is ``aside`` is rarely wanted:
    of a long list, those stand on a page behind the others.
    """

    value: Value
    label: Text | None = None
    note: Text | None = None
    spot: str = ""
    tag: str = ""
    piece: str = ""
    aside: bool = False


class Combination(Struct, frozen=True, kw_only=True):
    """Moves that are chosen at one press, to go on with a draft: "pair 5: Dollard E3, develop E5".

    ``label`` stands on a button: at most 34 characters, which begin with what sets it apart. ``worth`` is what the
    moves bring at once by the rules ("+6"), never what a computer player thinks of them: it is shown in rated matches.
    """

    moves: tuple[Move, ...]
    label: Text
    worth: Text | None = None


MOST_COMBINATIONS = 5
"""Shown at once."""


class Hint(Struct, frozen=True, kw_only=True):
    """Advice for a beginner in words, and the moves that follow it; () if it names none."""

    text: Text
    moves: tuple[Move, ...] = ()


class Found(Struct, frozen=True, kw_only=True):
    """A turn that a search is sure of, its silent end left out, and about how many points better it ends than another.

    That is the turn of the game's own hint, ``usual``; or any other turn, where the hint's is the best (()).
    """

    moves: tuple[Move, ...]
    points: int
    usual: tuple[Move, ...] = ()


def tell_better(found: Found, group: str = "core") -> Text:
    """Return how much better a turn is, in points; a game that calls them otherwise has sentences of its own."""
    return say(f"{group}.hint.better" if found.usual else f"{group}.hint.best", points=found.points)


STOP = "."
"""As the value of a Choice for a tuple field: the tuple may end here.

In ``filled`` a finished tuple has it as its last element, so that the fields behind it can be told to be next.
"""


class FieldInfo(Struct, frozen=True):
    """A field of a move type as read from its declaration."""

    name: str
    field: Field
    type: type
    repeated: bool
    required: bool
    default: object = None


def verb_of(move: type[Move] | Move) -> str:
    """Return the tag of a move or move type: ``"take"``."""
    config = move.__struct_config__
    assert isinstance(config.tag, str)
    return config.tag


_CLAUSE = re.compile(r"\s*\([^()]*\d[^()]*\)(?=\.?$)")
"""The rule clause at the end of a docstring's first line: for those who read the code."""


def what_of(move: type[Struct]) -> str:
    """Return the first line of the docstring without its clause: what the verb does, for players."""
    return _CLAUSE.sub("", (move.__doc__ or "").strip().split("\n")[0]).rstrip(".")


def title_of(kind: type[Struct]) -> str:
    """Return what a kind of move or order is called on a button: its title, or else its first line."""
    title = getattr(kind, "title", "")
    return title if isinstance(title, str) and title else what_of(kind)


_fields: dict[type, tuple[FieldInfo, ...]] = {}


def fields_of(move: type[Struct]) -> tuple[FieldInfo, ...]:
    """Return the declared fields of a move (order, options) type, in order."""
    if move not in _fields:
        _fields[move] = tuple(_read_fields(move))
    return _fields[move]


def next_field(move: type[Struct], filled: Mapping[str, Any]) -> FieldInfo | None:
    """Return the field that ``choices`` is asked about: the first one unfilled, or an unfinished tuple; None: all full.

    >>> next_field(Draw, {"cards": ("a", "b")}).name
    'cards'
    >>> next_field(Draw, {"cards": ("a", "b", STOP)}).name
    'where'
    """
    for info in fields_of(move):
        if info.name not in filled or (info.repeated and _is_unfinished(info, filled[info.name])):
            return info
    return None


def _is_unfinished(info: FieldInfo, elements: tuple[Value, ...]) -> bool:
    return elements[-1:] != (STOP,) and len(elements) != info.field.most


def close_tuple(info: FieldInfo, elements: tuple[Value, ...]) -> tuple[Value, ...]:
    """Return a finished tuple as it stands in ``filled``: with STOP, unless it has all the elements it may have."""
    return (*elements, STOP) if _is_unfinished(info, elements) else elements


def values_of(filled: Mapping[str, Any], name: str) -> tuple[Any, ...]:
    """Return the elements of a tuple field in ``filled`` so far, without STOP; () if there are none yet."""
    elements: tuple[Any, ...] = filled.get(name, ())
    return elements[:-1] if elements[-1:] == (STOP,) else elements


def _read_fields(move: type[Struct]) -> Iterator[FieldInfo]:
    hints = get_type_hints(move, include_extras=True)
    for info in msgspec.structs.fields(move):
        hint = hints[info.name]
        if get_origin(hint) is not Annotated:
            raise TypeError(f"{move.__name__}.{info.name} needs Annotated[..., Field(...)]")
        inner, *extras = get_args(hint)
        declared = next(extra for extra in extras if isinstance(extra, Field))
        repeated = get_origin(inner) is tuple
        kind = get_args(inner)[0] if repeated else inner
        yield FieldInfo(info.name, declared, kind, repeated, info.required, None if info.required else info.default)
