"""Every command says where it is offered; those of a server nowhere else."""

from typing import Any

import pytest

from bot.edge.bot import LongtableBot
from bot.edge.commands.contexts import REACH
from bot.edge.imaging.render_pool import RenderPool
from bot.edge.interactions.responder import Responder
from games.core.registry import games
from tests.games.tiny import TINY

SERVER, ANYWHERE, NOT_DIRECT = ([0], [0]), ([0, 1], [0, 1, 2]), ([0, 1], [0, 2])
"""Types of installation (0 server, 1 user) and contexts (0 server, 1 the bot's direct messages, 2 others)."""
OF_A_SERVER = {"find", "settings", "setup", "staff", "tournament", "Report to staff"}
OF_A_PERSON = {"board", "hand", "help", "match", "move", "my", "next", "ratings", "Profile", "Show this match"}


@pytest.fixture
async def commands() -> dict[str, dict[str, Any]]:
    """All commands of the top level as they are told to Discord."""
    bot = LongtableBot(shard_count=1)
    bot.furnish(Responder(None, RenderPool(0), {**games(), **TINY}))  # type: ignore[arg-type]  # building needs no services
    return {command.name: command.to_dict(bot.tree) for command in bot.tree.get_commands()}


async def test_every_command_states_installation_and_contexts(commands: dict[str, dict[str, Any]]) -> None:
    """
    Neither is left to the app's settings; of the three kinds *Invite to a match* alone is not for direct messages.
    """
    found = {name: (body["integration_types"], body["contexts"]) for name, body in commands.items()}

    assert {} == {name: reach for name, reach in found.items() if reach not in (SERVER, ANYWHERE, NOT_DIRECT)}
    assert OF_A_SERVER == {name for name, reach in found.items() if reach == SERVER}
    assert {"Invite to a match"} == {name for name, reach in found.items() if reach == NOT_DIRECT}
    assert found.keys() >= {game.spec.command for game in games().values()} | OF_A_PERSON
    assert all(found[game.spec.command] == ANYWHERE for game in games().values())
    assert all(found[name] == ANYWHERE for name in OF_A_PERSON)


async def test_the_table_names_no_command_that_is_gone(commands: dict[str, dict[str, Any]]) -> None:
    """
    Every line of the table is a command's.
    """
    assert set() == REACH.keys() - commands.keys()
