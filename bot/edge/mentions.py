"""Commands that messages name: quoted in the sentences, and shown by Discord as something to press.

Discord gives each command an id when it is registered. Until that is known, and where there is no room, commands stay
in backquotes, as they do in alternative texts, forms and menus, where Discord shows no mentions.
"""

import re
from collections.abc import Iterable, Iterator

from discord import AppCommandType, app_commands

FENCE = "```"
QUOTED = re.compile(r"(?<![`\\])`/([a-z0-9-]+(?: [a-z0-9-]+)*)((?: [a-z0-9-]+:[^`\n]*)?)`(?!`)")
"""A command in backquotes, and the first option that stands behind it. Backquotes of players are escaped."""

_ids: dict[str, int] = {}


def learn(commands: Iterable[app_commands.AppCommand]) -> None:
    """Note the ids of all commands as Discord has them now."""
    _ids.clear()
    for command in commands:
        if command.type is not AppCommandType.chat_input:
            continue  # it stands in a menu and can't be mentioned
        _ids.update((name, command.id) for name in _names(command.name, command.options))


def _names(name: str, options: Iterable[app_commands.Argument | app_commands.AppCommandGroup]) -> Iterator[str]:
    """The names under which a command, or what a group holds, is typed."""
    groups = [option for option in options if isinstance(option, app_commands.AppCommandGroup)]
    if not groups:
        yield name
    for group in groups:
        yield from _names(f"{name} {group.name}", group.options)


def with_mentions(words: str) -> str:
    """Return a message's words with mentions for the commands that are quoted in them, but for those in code blocks."""
    parts = words.split(FENCE)
    parts[::2] = [QUOTED.sub(_mention, part) for part in parts[::2]]
    return FENCE.join(parts)


def _mention(quoted: re.Match[str]) -> str:
    name, options = quoted[1], quoted[2]
    if name not in _ids:
        return quoted[0]
    return f"</{name}:{_ids[name]}>" + (f" `{options[1:]}`" if options else "")
