"""Commands that sentences, pages and rules name are those there are."""

import re
from collections.abc import Iterator
from functools import cache
from itertools import chain
from pathlib import Path

from discord import AppCommandType, app_commands

from bot.edge.bot import LongtableBot
from bot.edge.commands.choosing import RENAMED
from bot.edge.imaging.render_pool import RenderPool
from bot.edge.interactions.responder import Responder
from games.core.registry import games

ROOT = Path(__file__).parents[3]
PATTERNS = (
    "README.md",
    "docs/*.md",
    "bot/**/*.py",
    "bot/app/data/*.json",
    "games/*/data/**/*.md",
    "games/*/data/*.json",
)
QUOTED = re.compile(r"(?:`| of )/([a-z0-9-]+(?: [a-z0-9-]+)*)")
"""After a backquote, and in a sentence that goes into a terminal too ("a file of /match file export")."""
OTHERS = {"channels", "data", "health", "linked-role", "me", "metrics", "nim", "var"}
"""What stands in quotes after a slash and is no command: paths, Discord's own, the example of a game."""


@cache
def _bot() -> LongtableBot:
    bot = LongtableBot(shard_count=1)
    bot.furnish(Responder(None, RenderPool(0), games()))  # type: ignore[arg-type]  # building needs no services
    return bot


def _quoted() -> Iterator[tuple[str, str]]:
    """File and words of all that is quoted after a slash."""
    for path in chain.from_iterable(ROOT.glob(pattern) for pattern in PATTERNS):
        for words in QUOTED.findall(path.read_text(encoding="utf-8")):
            yield path.relative_to(ROOT).as_posix(), words


def _is_command(bot: LongtableBot, words: str) -> bool:
    """Whether the words begin with a command, or are the name of a group."""
    first, *rest = words.split()
    found = bot.tree.get_command(first)
    for word in rest:
        if not isinstance(found, app_commands.Group):
            break
        found = found.get_command(word)
    return found is not None


async def test_every_command_that_is_named_exists() -> None:
    """
    Wherever players, owners and contributors read one.
    """
    bot = _bot()
    quoted = [(file, words) for file, words in _quoted() if words.split()[0] not in OTHERS]

    assert len(quoted) > 200
    assert [] == [(file, words) for file, words in quoted if not _is_command(bot, words)]


async def test_names_of_before_lead_to_commands_of_now() -> None:
    """
    A button that carries an old name finds its command; no command of now has such a name.
    """
    bot = _bot()
    commands = {each.qualified_name for each in bot.tree.walk_commands() if isinstance(each, app_commands.Command)}

    assert set() == set(RENAMED.values()) - commands
    assert set() == RENAMED.keys() & commands


async def test_a_player_sees_few_names_at_the_top() -> None:
    """
    Ours beside one for each game, and the moderators' one; what stands in menus is none of them.
    """
    typed = _bot().tree.get_commands(type=AppCommandType.chat_input)
    shown = {command.name for command in typed} - {game.spec.command for game in games().values()}

    assert {
        *("board", "hand", "help", "hint", "match", "move", "my", "next", "play", "privacy", "puzzle", "ratings"),
        *("review", "rules", "settings", "setup"),
        *("tournament", "watch", "staff", "find"),
    } == shown
