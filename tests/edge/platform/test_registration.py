"""The commands are told to Discord when they have changed or Discord has lost them, and only then."""

from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest
from discord import app_commands

from bot.edge.commands.contexts import ANYWHERE, with_reach
from bot.edge.platform.registration import fingerprint, register
from db.stores.upgrade import open_store
from games.core.registry import games
from tests.edge.table import Table, sit_down
from tests.migrated import migrated
from tests.standin.app import Options, running
from tests.standin.client import Control
from tests.standin.launch import free_port
from tests.standin.small_bot import TOKEN, aim


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    """A server with the bot in it."""
    async with sit_down(tmp_path, games={"grunn": games()["grunn"]}) as table:
        yield table


def refusing(table: Table, monkeypatch: pytest.MonkeyPatch, *errors: Exception) -> list[Any]:
    """Let the next tellings fail with these errors; returns what counts the tellings."""
    tree, left, count = table.application.client.tree, list(errors), list[Any]()

    async def sync() -> list[Any]:
        count.append(None)
        if left:
            raise left.pop(0)
        return []

    async def fetch() -> list[Any]:
        return []

    monkeypatch.setattr(tree, "sync", sync)
    monkeypatch.setattr(tree, "fetch_commands", fetch)
    return count


async def test_commands_are_told_once(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    The second start tells nothing; a changed command is told again.
    """
    tree, store = table.application.client.tree, table.application.store
    count = refusing(table, monkeypatch)
    await register(tree, store)
    await register(tree, store)
    unchanged, before = len(count), await fingerprint(tree)
    tree.remove_command("next")
    await register(tree, store)

    assert (1, 2) == (unchanged, len(count))
    assert before != await fingerprint(tree)


async def test_commands_are_told_again_later(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    A server error and a lost connection are tried again; a refusal is not, and ends nothing.
    """
    answer: Any = SimpleNamespace(status=403, reason="Forbidden")
    lost = [aiohttp.ClientConnectionError(), OSError(), discord.HTTPException(answer, "later")]
    tree, store = table.application.client.tree, table.application.store
    count = refusing(table, monkeypatch, *lost, discord.Forbidden(answer, "no"))
    await register(tree, store, first_wait=0)

    assert 4 == len(count)
    assert await store.read(lambda tx: tx.facts.get(f"commands of {table.application.client.application_id}")) is None


class Starts:
    """One start of a bot after another, each told to the stand-in over the wire."""

    def __init__(self, control: Control, database: Path) -> None:
        """Take the stand-in's control, and where the bot's database is."""
        self.control = control
        self.database = f"sqlite+aiosqlite:///{database}"

    async def start(self) -> list[str]:
        """Log in and register two commands as a new process does; return the requests about commands."""
        before = len(await self.control.requests())
        client = discord.Client(intents=discord.Intents.none())
        tree = app_commands.CommandTree(client)
        following: app_commands.Command[Any, ..., Any] = app_commands.Command(
            name="next", description="The next match", callback=_nothing
        )
        tree.add_command(with_reach(following, ANYWHERE))
        group = app_commands.Group(name="match", description="Matches")
        group.add_command(app_commands.Command(name="show", description="One match", callback=_with_an_option))
        tree.add_command(group)
        store = await open_store(self.database, now=datetime.now(UTC))
        async with client:
            await client.login(TOKEN)
            await register(tree, store)
        await store.close()
        asked = (await self.control.requests())[before:]
        return [entry["method"] for entry in asked if entry["path"].endswith("/commands")]

    async def names(self) -> set[str]:
        """Return the names of the commands that Discord has."""
        return {command["name"] for command in (await self.control.world("commands"))["commands"]}


async def _nothing(interaction: discord.Interaction) -> None:
    """Answer nothing."""


async def _with_an_option(interaction: discord.Interaction, number: int | None = None) -> None:
    """Answer nothing."""


@pytest.fixture
async def starts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Starts]:
    """A stand-in that has no commands yet, and an empty database."""
    database = tmp_path / "longtable.db"
    database.write_bytes(migrated())
    options = Options(port=free_port(), data=tmp_path / "world.db", check_answers=True)
    async with running(options) as stand, Control(stand.world.base) as control:
        aim(f"{control.url}/api/v10", monkeypatch)
        yield Starts(control, database)


async def test_a_start_asks_once_whether_discord_has_the_commands(starts: Starts) -> None:
    """
    The first start tells them; a later one asks, finds them, and tells nothing.
    """
    first, second, third = await starts.start(), await starts.start(), await starts.start()

    assert ["PUT"] == first
    assert [["GET"], ["GET"]] == [second, third]


@pytest.mark.parametrize("lost", [[], ["match"]])
async def test_commands_that_discord_has_lost_are_told_again(starts: Starts, *, lost: list[str]) -> None:
    """
    All or one of them: the next start notices although our own have not changed, and the one after is content.
    """
    await starts.start()
    await starts.control.fault("lose_commands", names=lost)
    gone = await starts.names()
    asked = await starts.start()

    assert gone != {"next", "match"}
    assert ["GET", "PUT"] == asked
    assert {"next", "match"} == await starts.names()
    assert ["GET"] == await starts.start()


async def test_commands_that_somebody_else_has_changed_are_told_again(starts: Starts) -> None:
    """
    An older version, or another bot with the same token, has told commands of the same names: ours come back.
    """
    await starts.start()
    async with discord.Client(intents=discord.Intents.none()) as client:
        await client.login(TOKEN)
        found = await app_commands.CommandTree(client).fetch_commands()
        await next(command for command in found if command.name == "next").edit(description="Something else")
    asked = await starts.start()

    assert ["GET", "PUT"] == asked
    assert {"The next match", "Matches"} == {
        command["description"] for command in (await starts.control.world("commands"))["commands"]
    }


async def test_a_changed_setting_of_the_app_is_no_loss_for_good(starts: Starts) -> None:
    """
    Where commands may be used comes back as it was told, or as the app's own setting is; if that changes, they are told
    once more and no further time.
    """
    await starts.start()
    found = {command["name"]: command for command in (await starts.control.world("commands"))["commands"]}
    await starts.control.settings(user_install=False)

    assert ([0, 1], [0, 1, 2]) == (found["next"]["integration_types"], found["next"]["contexts"])
    assert ([0, 1], None) == (found["match"]["integration_types"], found["match"]["contexts"])
    assert [["GET", "PUT"], ["GET"]] == [await starts.start(), await starts.start()]


async def test_no_command_has_more_options_than_discord_takes(table: Table) -> None:
    """
    25 a level: with one more, Discord takes none of the commands.
    """
    tree = table.application.client.tree
    known = [each.to_dict(tree) for each in tree.get_commands()]

    assert [name for name, number in options_of(known) if number > 25] == []


def options_of(commands: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, int]]:
    """Yield the name of each command and group, and how many options it has."""
    for each in commands:
        yield each["name"], len(each.get("options", ()))
        yield from options_of(each.get("options", ()))
