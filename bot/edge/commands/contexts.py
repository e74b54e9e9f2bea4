"""Where each command is offered: by whose installation of the app, and in which kinds of places.

Every command says both: what it leaves out would follow the app's settings in the developer portal. All subcommands of
a group share what the group says; those that need a server say so elsewhere.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from discord import app_commands

Offered = TypeVar("Offered", bound=app_commands.Command[Any, Any, Any] | app_commands.Group | app_commands.ContextMenu)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reach:
    """One kind, beside servers with the bot: its direct messages, and wherever people have installed the app."""

    direct: bool = False
    outside: bool = False


SERVER = Reach()
"""What makes sense in a server with the bot alone."""
ANYWHERE = Reach(direct=True, outside=True)
"""What is answered in private: practice, the person's own matches and settings."""
NOT_DIRECT = Reach(outside=True)
"""What is about another person: the bot's direct messages have none."""

REACH: Mapping[str, Reach] = {
    "board": ANYWHERE,
    "find": SERVER,
    "hand": ANYWHERE,
    "help": ANYWHERE,
    "hint": ANYWHERE,
    "match": ANYWHERE,
    "move": ANYWHERE,
    "my": ANYWHERE,
    "next": ANYWHERE,
    "play": ANYWHERE,
    "privacy": ANYWHERE,
    "puzzle": ANYWHERE,
    "ratings": ANYWHERE,
    "review": ANYWHERE,
    "rules": ANYWHERE,
    "settings": SERVER,
    "setup": SERVER,
    "staff": SERVER,
    "tournament": SERVER,
    "watch": ANYWHERE,
}
"""The commands that are no game's."""
OF_A_GAME = ANYWHERE
"""The groups of games, of which players need their turns."""


def with_reach(command: Offered, reach: Reach) -> Offered:
    """Return a command of the top level as it is offered."""
    app_commands.allowed_installs(guilds=True, users=reach.outside)(command)
    app_commands.allowed_contexts(guilds=True, dms=reach.direct, private_channels=reach.outside)(command)
    return command
