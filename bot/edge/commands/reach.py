"""Where each command is offered: by whose installation of the app, and in which kinds of places.

Every command says both: what it leaves out would follow the app's settings in the developer portal. All subcommands of
a group share what the group says; those that need a server say so elsewhere.
"""

from collections.abc import Mapping
from typing import Any, TypeVar

from discord.app_commands import AppCommandContext, AppInstallationType, Command, Group

Offered = TypeVar("Offered", bound=Command[Any, Any, Any] | Group)


class Reach:
    """One kind: ``direct`` in direct messages with the bot too, ``outside`` wherever people have installed the app."""

    def __init__(self, *, direct: bool = False, outside: bool = False) -> None:
        """Say both; a server that has the bot always has the command."""
        self.installs = AppInstallationType(guild=True, user=outside)
        self.contexts = AppCommandContext(guild=True, dm_channel=direct, private_channel=outside)


SERVER = Reach()
"""What makes sense in a server with the bot alone."""
DIRECT = Reach(direct=True)
"""The same in the bot's direct messages."""
ANYWHERE = Reach(direct=True, outside=True)
"""What is answered in private: practice, the person's own matches and settings."""

REACH: Mapping[str, Reach] = {
    "away": ANYWHERE,
    "back": ANYWHERE,
    "block": DIRECT,
    "board": ANYWHERE,
    "hand": ANYWHERE,
    "help": ANYWHERE,
    "history": ANYWHERE,
    "host": SERVER,
    "leaderboard": DIRECT,
    "match": ANYWHERE,
    "mine": ANYWHERE,
    "move": ANYWHERE,
    "next": ANYWHERE,
    "night": ANYWHERE,
    "notes": ANYWHERE,
    "notify": ANYWHERE,
    "pause": ANYWHERE,
    "plan": ANYWHERE,
    "practice": ANYWHERE,
    "profile": ANYWHERE,
    "redo": ANYWHERE,
    "replay": ANYWHERE,
    "results": SERVER,
    "rules": ANYWHERE,
    "settings": SERVER,
    "since": ANYWHERE,
    "staff": SERVER,
    "tournament": SERVER,
    "undo": ANYWHERE,
}
"""The commands that are no game's."""
OF_A_GAME = ANYWHERE
"""The groups of games, of which players need their turns."""


def with_reach(command: Offered, reach: Reach) -> Offered:
    """Return a command of the top level as it is offered."""
    command.allowed_installs = reach.installs
    command.allowed_contexts = reach.contexts
    return command
