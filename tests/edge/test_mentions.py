"""Commands that are named in messages can be pressed."""

from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.edge import limits, mentions
from bot.edge.messages.builder import MessageBuilder, plain
from tests.edge.payloads import components_of, faults_of, texts
from tests.edge.table import Table, sit_down


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    """A server with the bot in it, which knows the ids of its commands."""
    async with sit_down(tmp_path) as table:
        mentions.learn(await table.application.client.tree.fetch_commands())
        yield table
        table.clean()


def know(*names: str) -> None:
    """Have these commands registered, the first of them with the id 11."""
    kind = discord.AppCommandType.chat_input
    found: list[Any] = [SimpleNamespace(name=name, id=11 + at, options=(), type=kind) for at, name in enumerate(names)]
    mentions.learn(found)


async def test_commands_and_subcommands_are_mentioned(table: Table) -> None:
    """
    By the ids that Discord gave them, groups within groups too; a group alone, which can't be run, stays quoted.
    """
    ids = {command.name: command.id for command in await table.application.client.tree.fetch_commands()}
    told = await table.slash(0, "help")

    assert f"**Choose a game** with </play:{ids['play']}>" in told
    assert f"</my notify test:{ids['my']}>" in told
    assert f"</match new:{ids['match']}>" in told
    assert "`/my` has your matches" in told


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        ("Use `/play`.", "Use </play:11>."),
        ("Use `/play game:` or `/list which: all`.", "Use </play:11> `game:` or </list:12> `which: all`."),
        ("-# `/list P1 E5`", "-# `/list P1 E5`"),
        ("`/other`, `play`, /play", "`/other`, `play`, /play"),
        ("by ``/play`` and \\`/play\\`", "by ``/play`` and \\`/play\\`"),
        ("```\n`/play`\n``` `/play`", "```\n`/play`\n``` </play:11>"),
    ],
)
def test_what_is_quoted_and_known_becomes_a_mention(words: str, shown: str) -> None:
    """
    Not lines to be copied, other quotes, what players wrote, or code blocks.
    """
    know("play", "list")

    assert shown == texts(components_of(plain(words)))


def test_nothing_changes_until_the_ids_are_known() -> None:
    """
    Backquotes, as before.
    """
    assert texts(components_of(plain("Use `/play`."))) == "Use `/play`."


def test_mentions_take_only_the_room_that_is_left() -> None:
    """
    A message that is full keeps its quotes: no word is cut for a mention; the limits hold.
    """
    know("play")
    first, full = "Use `/play`. " * 20, "x" * (limits.DISPLAY_TEXT - 300)
    post = MessageBuilder().say(first).say("Or `/play`.").say(full).post()
    shown = texts(components_of(post))

    assert [] == faults_of(post)
    assert shown.startswith(first)
    assert "Or </play:11>." in shown
    assert full in shown
