"""What Discord refuses in application commands though its API description allows it."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from enum import IntEnum

from tests.standin.components import Path
from tests.standin.errors import ApiError, Code, Problem, invalid
from tests.standin.wire import Obj


class Option(IntEnum):
    """Discord's types of command options."""

    SUBCOMMAND = 1
    GROUP = 2
    STRING = 3
    INTEGER = 4
    BOOLEAN = 5
    USER = 6
    CHANNEL = 7
    ROLE = 8
    MENTIONABLE = 9
    NUMBER = 10
    ATTACHMENT = 11


SLASH = 1
PER_TYPE = {1: 100, 2: 15, 3: 15}
"""How many commands of a type may be registered at a place: slash, user, message."""

TOTAL_TEXT = 8000
_BRANCHES = (Option.SUBCOMMAND, Option.GROUP)


def check_set(commands: Sequence[Obj], *, indexed: bool) -> None:
    """
    A whole set of commands of one place, ``indexed`` if the body was a list.

    Raises:
        ApiError: 30032 above 100, 15 and 15; 50035 for anything wrong in a command
    """
    kinds = Counter(command.get("type") or SLASH for command in commands)
    if any(count > PER_TYPE.get(kind, 0) for kind, count in kinds.items()):
        raise ApiError(Code.MAX_COMMANDS)
    problems: list[Problem] = []
    seen: set[tuple[int, str]] = set()
    for index, command in enumerate(commands):
        at: Path = (index,) if indexed else ()
        problems += [Problem((*at, *p.path), p.code, p.message) for p in _command(command)]
        key = command.get("type") or SLASH, command["name"]
        if key in seen:
            problems.append(
                Problem(
                    (*at, "name"), "APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique"
                ),
            )
        seen.add(key)
    if problems:
        raise invalid(problems)


def _command(command: Obj) -> Iterator[Problem]:
    if (command.get("type") or SLASH) != SLASH:
        if command.get("description"):
            yield Problem(("description",), "APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION", "Description must be empty")
        return
    yield from _named(command)
    if not command.get("description"):
        yield Problem(("description",), "BASE_TYPE_REQUIRED", "This field is required")
    yield from _options(command.get("options") or (), ("options",), depth=0)
    if weigh(command) > TOTAL_TEXT:
        yield Problem((), "APPLICATION_COMMAND_TOO_LARGE", f"Command exceeds maximum size ({TOTAL_TEXT})")


def _good_name(name: str) -> bool:
    letters = all(c in "-_'" or unicodedata.category(c)[0] in "LN" or unicodedata.category(c) == "Mn" for c in name)
    return letters and name == name.lower() and 1 <= len(name) <= 32


def _named(part: Obj, at: Path = ()) -> Iterator[Problem]:
    names: dict[Path, str] = {("name",): part["name"]}
    names |= {("name_localizations", key): name for key, name in (part.get("name_localizations") or {}).items()}
    for path, name in names.items():
        if not _good_name(name):
            yield Problem((*at, *path), "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")


def _options(options: Sequence[Obj], at: Path, *, depth: int) -> Iterator[Problem]:
    seen: set[str] = set()
    optional = False
    branches = [option["type"] in _BRANCHES for option in options]
    if any(branches) and not all(branches):
        yield Problem(
            at,
            "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
            "Sub-command options and option types are mutually exclusive",
        )
    for index, option in enumerate(options):
        here: Path = (*at, index)
        yield from _named(option, here)
        if option["name"] in seen:
            yield Problem((*here, "name"), "APPLICATION_COMMAND_OPTIONS_NAME_INVALID", "Option names must be unique")
        seen.add(option["name"])
        if option["type"] in _BRANCHES:
            too_deep = depth > 0 and (option["type"] == Option.GROUP or depth > 1)
            if too_deep:
                yield Problem((*here, "type"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Nested too deep")
            yield from _options(option.get("options") or (), (*here, "options"), depth=depth + 1)
            continue
        if option.get("required") and optional:
            yield Problem(
                here,
                "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
                "Required options must be placed before non-required options",
            )
        optional = optional or not option.get("required")
        yield from (Problem((*here, *p.path), p.code, p.message) for p in _option(option))


def _option(option: Obj) -> Iterator[Problem]:
    choices = option.get("choices") or ()
    if choices and option.get("autocomplete"):
        yield Problem(("autocomplete",), "APPLICATION_COMMAND_AUTOCOMPLETE_NOT_ALLOWED", "Choices exclude autocomplete")
    names = [choice["name"] for choice in choices]
    values = [choice["value"] for choice in choices]
    if len(set(names)) < len(names) or len(set(values)) < len(values):
        yield Problem(("choices",), "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_EXISTS", "Choices must be unique")
    for low, high in (("min_value", "max_value"), ("min_length", "max_length")):
        if option.get(low) is not None and option.get(high) is not None and option[low] > option[high]:
            yield Problem((low,), "APPLICATION_COMMAND_OPTIONS_RANGE_INVALID", f"{low} exceeds {high}")


def _longest(part: Obj, key: str) -> int:
    texts = [part.get(key) or "", *(part.get(f"{key}_localizations") or {}).values()]
    return max(len(text) for text in texts)


def weigh(part: Obj) -> int:
    """Characters of all names, descriptions and values; of localisations only the longest counts."""
    own = _longest(part, "name") + _longest(part, "description")
    for choice in part.get("choices") or ():
        own += _longest(choice, "name") + len(str(choice["value"]))
    return own + sum(weigh(option) for option in part.get("options") or ())
