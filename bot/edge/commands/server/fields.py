"""The shapes of what a server can set: a choice of values, a pick of channels or roles, and topics of both."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import discord

from bot.app.changes.server_rules import SERVER_DEFAULTS, read_list, write_list
from bot.edge.words import _
from games.core.contract import AnyGame
from games.core.moves import Value

Values: TypeAlias = Mapping[str, Value]
Games: TypeAlias = Mapping[str, AnyGame]
Line: TypeAlias = tuple[str, str]
"""What is stored of a choice, and what it is called."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """A choice of a few values: ``lines`` has them, ``read`` those chosen now, ``write`` makes settings of others."""

    name: str
    label: str
    lines: Callable[[Values, Games], Sequence[Line]]
    read: Callable[[Values, Games], Sequence[str]]
    write: Callable[[Sequence[str]], dict[str, Value]]
    most: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Pick:
    """A setting that names channels (of ``types``) or, without types, a role; ``many``: it is a list.

    ``empty``: what is said while none is set.
    """

    name: str
    label: str
    empty: str
    types: tuple[discord.ChannelType, ...] = ()
    many: bool = False

    def read(self, values: Values) -> list[int]:
        """Return the ids that are set."""
        return [int(part) for part in read_list(values, self.name) if part != "0"]

    def write(self, chosen: Sequence[str]) -> dict[str, Value]:
        """Return the settings for what was picked; nothing: none."""
        if self.many:
            return {self.name: write_list(chosen)}
        more = {"threads": True} if self.name == "forum" else {}
        return {self.name: int(chosen[0]) if chosen else 0, **more}


@dataclass(frozen=True, slots=True, kw_only=True)
class Topic:
    """Settings that belong together: ``about`` says what they are for, ``tell`` what is set."""

    title: str
    about: str
    tell: Callable[[Values, Games], str]
    fields: tuple[Choice | Pick, ...]


def choose_setting(name: str, label: str, lines: Callable[[Values], Sequence[Line]]) -> Choice:
    """A choice that is one setting, as it is stored."""
    kind = type(SERVER_DEFAULTS[name])
    return Choice(
        name=name,
        label=label,
        lines=lambda values, games: lines(values),
        read=lambda values, games: [str(values[name])],
        write=lambda chosen: {name: kind(chosen[0])},
    )


def choose_switch(name: str, label: str, *lines: Line) -> Choice:
    """A setting that is on or off; the usual one of its ``lines`` comes first."""
    return Choice(
        name=name,
        label=label,
        lines=lambda values, games: [(key, _(words)) for key, words in lines],
        read=lambda values, games: ["yes" if values[name] else "no"],
        write=lambda chosen: {name: chosen[0] == "yes"},
    )


def with_own(known: Sequence[Line], own: Value) -> list[Line]:
    """The usual choices, and what was typed with ``/settings`` if it is another one."""
    typed = str(own)
    return [*known, *([] if typed in dict(known) else [(typed, typed)])]
