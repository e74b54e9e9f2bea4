"""Slash commands as typed methods of a class, like discord.py's cogs: a parameter is an option, with a `Param`.

Each is answered through the responder: what a player gave is read (times, seats, the match that is meant) only after
the command is acknowledged, so that reading it may take its time.
"""

from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import KW_ONLY, dataclass, replace
from enum import Enum
from functools import cache, partial
from inspect import Parameter, signature
from types import UnionType
from typing import Annotated, Any, Concatenate, ParamSpec, TypeVar, Union, cast, get_args, get_origin, get_type_hints

import discord
from discord import app_commands

from bot.app.services import Services
from bot.app.views.targets import ANY, Target
from bot.edge import limits
from bot.edge.commands.builder import QUEUED, Command, CommandSpec, Given, Handling, Option, build_command
from bot.edge.interactions import Interaction
from bot.edge.interactions.responder import Responder
from bot.edge.messages.builder import Post

P = ParamSpec("P")
C = TypeVar("C", bound="Cog")
T = TypeVar("T")
Pairs = Sequence[tuple[str, str]]
"""(label, value)"""
Complete = Callable[[Responder, Interaction, str], Awaitable[Pairs]]
Resolve = Callable[[Responder, Interaction, Any], Awaitable[Any]]
KINDS = (str, int, bool, discord.User, discord.Role, discord.Attachment)
"""What an option can be, as Discord hands it over."""


@dataclass(frozen=True, slots=True, eq=False)
class Param:
    """What the annotation of a parameter says: ``Annotated[int, Param(_("How many hours"), least=1, most=72)]``.

    ``type``: what Discord hands over, where it is not the annotated type itself, and no words. ``choices``: all values
    there are, as (label, value); a function where they depend on the games (none: the option is left out).
    ``read`` and ``resolve`` make the parameter's value of what was given, and may raise Sentence or Refusal.
    ``implied``: the option can be left out, and is resolved all the same. ``shown``: its name, if Python has another.
    """

    what: str
    _: KW_ONLY
    type: Any = None
    choices: Pairs | Callable[[Responder], Pairs] = ()
    complete: Complete | None = None
    read: Callable[[Any], Any] | None = None
    resolve: Resolve | None = None
    implied: bool = False
    shown: str = ""
    least: int | None = None
    most: int | None = None
    longest: int = limits.CHOICE_VALUE
    """Characters typed beyond which nothing is completed."""


_specs: dict[Callable[..., Awaitable[Post]], CommandSpec] = {}
_checks: dict[Callable[..., Awaitable[Post]], Callable[[Interaction], None]] = {}


def command(
    what: str,
    *,
    name: str = "",
    target: Target = ANY,
    handling: Handling = QUEUED,
    check: Callable[[Interaction], None] | None = None,
) -> Callable[
    [Callable[Concatenate[C, Interaction, P], Awaitable[Post]]],
    Callable[Concatenate[C, Interaction, P], Awaitable[Post]],
]:
    """Make a method of a `Cog` a slash command; ``what`` it does. Its name is the method's, if none is given.

    ``target``: the matches it makes sense on. ``check`` raises Sentence for who may not use it.
    """

    def declare(
        method: Callable[Concatenate[C, Interaction, P], Awaitable[Post]],
    ) -> Callable[Concatenate[C, Interaction, P], Awaitable[Post]]:
        shown = name or method.__name__.rstrip("_").replace("_", "-")
        _specs[method] = CommandSpec(name=shown, what=what, target=target, handling=handling)
        if check is not None:
            _checks[method] = check
        return method

    return declare


class Cog:
    """Commands of one topic."""

    def __init__(self, responder: Responder) -> None:
        """Answer through the responder."""
        self.responder = responder

    @property
    def services(self) -> Services:
        """What the commands call."""
        return self.responder.services

    def commands(self) -> list[Command]:
        """Return a command for each method that is one, in their order."""
        methods = (method for kind in reversed(type(self).__mro__) for method in vars(kind).values())
        return [self._build(method) for method in methods if callable(method) and method in _specs]

    def _build(self, method: Callable[..., Awaitable[Post]]) -> Command:
        arguments = _bind(self.responder, _arguments(method))
        check = _checks.get(method)

        async def run(interaction: Interaction, given: Given) -> Post:
            if check is not None:
                check(interaction)
            values = await _read(self.responder, interaction, arguments, given)
            return await method(self, interaction, **values)

        options = [argument.option(self.responder) for argument in arguments]
        return build_command(self.responder, _specs[method], run=run, options=options)


def group(
    name: str, what: str, *parts: Cog | app_commands.Group, permissions: discord.Permissions | None = None
) -> app_commands.Group:
    """Return a group of the commands of cogs, and of groups within. ``permissions``: whom Discord shows it to."""
    made = app_commands.Group(name=name, description=what, default_permissions=permissions)
    for part in parts:
        for each in part.commands() if isinstance(part, Cog) else [part]:
            made.add_command(each)
    return made


# --- From parameters to options ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Argument:
    """A parameter of a method, and what its annotation says."""

    name: str
    type: Any
    param: Param
    required: bool

    def option(self, responder: Responder) -> Option:
        """Return the option of Discord's."""
        param = self.param
        assert not callable(param.choices), "bound to the games"
        return Option(
            name=self.name,
            what=param.what,
            type=param.type or (self.type if self.type in KINDS else str),
            required=self.required,
            choices=tuple(param.choices),
            complete=None if param.complete is None else partial(param.complete, responder),
            shown=param.shown,
            least=param.least,
            most=param.most,
            longest=param.longest,
        )

    async def value(self, responder: Responder, interaction: Interaction, given: Any) -> Any:  # noqa: ANN401
        """Return what the method gets for what was given."""
        if self.param.resolve is not None:
            return await self.param.resolve(responder, interaction, given)
        if self.param.read is not None:
            return self.param.read(given)
        return self.type(given) if isinstance(self.type, type) and issubclass(self.type, Enum) else given


def _bind(responder: Responder, arguments: Sequence[_Argument]) -> list[_Argument]:
    """The arguments with the choices that these games have; without those for which they have none."""
    bound = []
    for argument in arguments:
        choices = argument.param.choices
        if not callable(choices):
            bound.append(argument)
        elif found := choices(responder):
            bound.append(replace(argument, param=replace(argument.param, choices=found)))
    return bound


async def _read(
    responder: Responder, interaction: Interaction, arguments: Sequence[_Argument], given: Given
) -> dict[str, Any]:
    """What a method gets for what was given; what was left out is left out."""
    return {
        argument.name: await argument.value(responder, interaction, given.get(argument.name, ""))
        for argument in arguments
        if argument.name in given or argument.param.implied
    }


def field_options(responder: Responder, fields: type) -> list[Option]:
    """Return the options that the fields of a TypedDict are, for commands made from data."""
    return [argument.option(responder) for argument in _bind(responder, _fields(fields))]


async def read_fields(responder: Responder, interaction: Interaction, fields: type[T], given: Given) -> T:
    """Return a TypedDict of what was given for these options."""
    return cast("T", await _read(responder, interaction, _fields(cast("Any", fields)), given))


@cache
def _arguments(method: Callable[..., Any]) -> tuple[_Argument, ...]:
    """The parameters of a method, in their order; those of ``**given: Unpack[…]`` come last."""
    return tuple(_annotate(method))


def _annotate(method: Callable[..., Any]) -> Iterator[_Argument]:
    hints = get_type_hints(method, include_extras=True)
    for parameter in signature(method).parameters.values():
        hint = hints.get(parameter.name)
        if parameter.kind is Parameter.VAR_KEYWORD:
            yield from _fields(*get_args(hint))
        elif parameter.kind is Parameter.KEYWORD_ONLY:
            yield _argument(parameter.name, hint, required=parameter.default is Parameter.empty)


@cache
def _fields(fields: type) -> tuple[_Argument, ...]:
    """The fields of a TypedDict, none of which must be given."""
    return tuple(_argument(name, hint) for name, hint in get_type_hints(fields, include_extras=True).items())


def _argument(name: str, hint: Any, *, required: bool = False) -> _Argument:  # noqa: ANN401  # an annotation
    if get_origin(hint) in (Union, UnionType):
        hint = next(each for each in get_args(hint) if each is not type(None))
    assert get_origin(hint) is Annotated, f"{name} says nothing about its option"
    kind, param = get_args(hint)
    return _Argument(name, kind, param, required and not param.implied)
