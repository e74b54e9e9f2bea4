"""A small real bot on unmodified discord.py, with one command for each thing the stand-in has to understand."""

from __future__ import annotations

import asyncio
import io
import struct
import zlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import aiohttp
import discord
import pytest
import yarl
from discord import app_commands, ui
from discord.gateway import DiscordWebSocket
from discord.http import Route

TOKEN = "standin"


def aim(api_base: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Point discord.py at a stand-in, process-wide, until the test ends."""
    gateway = yarl.URL(api_base).with_scheme("ws").with_path("/gateway/")
    monkeypatch.setattr(Route, "BASE", api_base)
    monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", gateway)


def picture(width: int = 4, height: int = 3) -> bytes:
    """A grey PNG of that size."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    rows = zlib.compress((b"\0" + b"\x80" * width) * height)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def png(name: str = "board.png", width: int = 4) -> discord.File:
    """The picture as a file to send."""
    return discord.File(io.BytesIO(picture(width)), filename=name, description="a board")


class Ask(ui.Modal, title="Your move"):
    """A modal with a text and a select."""

    line: ui.TextInput[Ask] = ui.TextInput(label="Line", custom_id="line", max_length=20)
    side: ui.Label[Ask] = ui.Label(
        text="Side",
        component=ui.Select(
            custom_id="side",
            options=[discord.SelectOption(label="Left", value="l"), discord.SelectOption(label="Right", value="r")],
        ),
    )

    async def on_submit(self, interaction: discord.Interaction) -> None:
        """Say what was sent."""
        assert isinstance(self.side.component, ui.Select)
        await interaction.response.send_message(f"{self.line.value} {self.side.component.values}", ephemeral=True)


class Buttons(ui.View):
    """Classic components: four buttons and a select."""

    def __init__(self) -> None:
        super().__init__(timeout=None)

    @ui.button(label="Count", custom_id="count")
    async def count(self, interaction: discord.Interaction, button: ui.Button[Buttons]) -> None:
        """Edit the message that was pressed."""
        await interaction.response.edit_message(content="counted", attachments=[png("after.png", 9)])

    @ui.button(label="Ask", custom_id="ask")
    async def ask(self, interaction: discord.Interaction, button: ui.Button[Buttons]) -> None:
        """Open the modal."""
        await interaction.response.send_modal(Ask())

    @ui.button(label="Later", custom_id="later")
    async def later(self, interaction: discord.Interaction, button: ui.Button[Buttons]) -> None:
        """Defer, then edit."""
        await interaction.response.defer()
        await interaction.edit_original_response(content="later", view=None)

    @ui.button(label="Off", custom_id="off", disabled=True)
    async def off(self, interaction: discord.Interaction, button: ui.Button[Buttons]) -> None:
        """Can't be pressed."""

    @ui.select(
        custom_id="pick",
        min_values=1,
        max_values=2,
        options=[discord.SelectOption(label=name.upper(), value=name) for name in "abc"],
    )
    async def pick(self, interaction: discord.Interaction, select: ui.Select[Buttons]) -> None:
        """Say what was chosen."""
        await interaction.response.send_message(f"picked {','.join(select.values)}", ephemeral=True)

    @ui.select(cls=ui.UserSelect, custom_id="who")
    async def who(self, interaction: discord.Interaction, select: ui.UserSelect[Buttons]) -> None:
        """Say who was chosen."""
        await interaction.response.send_message(f"chose {select.values[0].name}", ephemeral=True)


class Layout(ui.LayoutView):
    """Components v2: a container with a section, a gallery, a separator and a row."""

    def __init__(self) -> None:
        super().__init__(timeout=None)
        shown: ui.Container[Layout] = ui.Container(accent_colour=0x336699)
        shown.add_item(ui.Section("**Grunn** #142", accessory=ui.Thumbnail("attachment://board.png")))
        shown.add_item(ui.Separator())
        shown.add_item(ui.MediaGallery(discord.MediaGalleryItem("attachment://board.png", description="the board")))
        row: ui.ActionRow[Layout] = ui.ActionRow()
        play: ui.Button[Layout] = ui.Button(label="Play", custom_id="play")
        play.callback = self._again  # type: ignore[method-assign]  # as discord.py's guide has it
        row.add_item(play)
        shown.add_item(row)
        self.add_item(shown)

    async def _again(self, interaction: discord.Interaction) -> None:
        """Show the same with a new file."""
        await interaction.response.edit_message(view=Layout(), attachments=[png(width=9)])


class SmallBot(discord.AutoShardedClient):
    """Registers its commands at the start; ``heard`` counts the interactions it got, ``events`` the dispatches."""

    def __init__(
        self,
        *,
        shard_count: int | None = None,
        connector: aiohttp.BaseConnector | None = None,
        heartbeat_seconds: float = 60,
    ) -> None:
        super().__init__(
            intents=discord.Intents.default(),
            guild_ready_timeout=0,
            shard_count=shard_count,
            connector=connector,
            max_ratelimit_timeout=30,
            heartbeat_timeout=heartbeat_seconds,
        )
        self.tree = app_commands.CommandTree(self)
        self.heard = 0
        self.resumes = 0
        register(self.tree)
        self.tree.error(self._failed)

    async def setup_hook(self) -> None:
        """Register the commands and the persistent view."""
        self.add_view(Buttons())
        self.add_view(Layout())
        await self.tree.sync()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Don't wait five seconds between shards: the stand-in asks it only if told to."""

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Count."""
        self.heard += 1

    async def on_shard_resumed(self, shard_id: int) -> None:
        """Count."""
        self.resumes += 1

    async def _failed(self, interaction: discord.Interaction, error: app_commands.AppCommandError) -> None:
        """Say nothing: the stand-in's outcome carries what it refused."""

    def place(self, name: str) -> discord.TextChannel:
        """A text channel from the cache."""
        found = discord.utils.get(self.get_all_channels(), name=name)
        assert isinstance(found, discord.TextChannel)
        return found


def register(tree: app_commands.CommandTree[SmallBot]) -> None:
    """All commands."""
    group = app_commands.Group(name="grunn", description="A game")
    deeper = app_commands.Group(name="admin", description="For hosts", parent=group)

    @group.command(description="Take pebbles")
    @app_commands.describe(count="How many", note="Why", side="Which", who="Against whom", loud="Aloud")
    @app_commands.choices(
        side=[app_commands.Choice(name="Left", value="l"), app_commands.Choice(name="Right", value="r")]
    )
    async def take(
        interaction: discord.Interaction[SmallBot],
        count: app_commands.Range[int, 1, 3],
        note: str = "",
        side: str = "",
        who: discord.Member | None = None,
        loud: bool = False,
    ) -> None:
        named = who.name if who else "-"
        told = f"take {count} note={note} side={side} who={named} loud={loud}"
        await interaction.response.send_message(told, ephemeral=not loud)

    @group.command(description="A word with completion")
    async def word(interaction: discord.Interaction[SmallBot], first: str, second: str) -> None:
        await interaction.response.send_message(f"{first} {second}")

    @word.autocomplete("second")
    async def _second(interaction: discord.Interaction[SmallBot], text: str) -> list[app_commands.Choice[str]]:
        first = str(interaction.namespace.first)
        return [app_commands.Choice(name=f"{first}{text}{n}", value=f"{n}") for n in range(25)]

    @deeper.command(description="Nested")
    async def close(interaction: discord.Interaction[SmallBot]) -> None:
        await interaction.response.send_message("closed")

    tree.add_command(group)
    _register_shows(tree)
    _register_troubles(tree)


def _register_shows(tree: app_commands.CommandTree[SmallBot]) -> None:
    @tree.command(description="Deferred, with a file and follow-ups")
    async def slow(interaction: discord.Interaction[SmallBot], secret: bool = False) -> None:
        await interaction.response.defer(ephemeral=secret, thinking=True)
        await interaction.followup.send("first", file=png(), ephemeral=True)
        second = await interaction.followup.send("second", ephemeral=True, wait=True)
        await second.edit(content="second, edited")
        third = await interaction.followup.send("third", wait=True)
        await third.delete()

    @tree.command(description="Buttons")
    async def buttons(interaction: discord.Interaction[SmallBot]) -> None:
        embed = discord.Embed(title="Board").set_image(url="attachment://board.png")
        await interaction.response.send_message(embed=embed, file=png(), view=Buttons())

    @tree.command(description="Components v2")
    async def layout(interaction: discord.Interaction[SmallBot]) -> None:
        await interaction.response.send_message(view=Layout(), file=png())

    @tree.command(description="Components v2, deferred: what may show a new file")
    async def gallery(interaction: discord.Interaction[SmallBot], way: str) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        if way == "edit":
            await interaction.edit_original_response(view=Layout(), attachments=[png()])
        elif way == "fill":
            await interaction.followup.send(view=Layout(), file=png())
        elif way == "classic":
            await interaction.edit_original_response(content="words", attachments=[png()])
        else:
            await interaction.edit_original_response(view=ui.LayoutView().add_item(ui.TextDisplay("words")))
            await interaction.followup.send(view=Layout(), file=png(), ephemeral=True)

    @tree.command(description="A file in")
    async def upload(interaction: discord.Interaction[SmallBot], file: discord.Attachment) -> None:
        data = await file.read()
        await interaction.response.send_message(f"{file.filename} {len(data)}")

    @tree.context_menu(name="Look at")
    async def look(interaction: discord.Interaction[SmallBot], message: discord.Message) -> None:
        await interaction.response.send_message(f"looked at {message.id}", ephemeral=True)

    @tree.command(description="For managers")
    @app_commands.default_permissions(manage_guild=True)
    async def manage(interaction: discord.Interaction[SmallBot]) -> None:
        await interaction.response.send_message("managed")


def _register_troubles(tree: app_commands.CommandTree[SmallBot]) -> None:
    @tree.command(description="Answers too late")
    async def late(interaction: discord.Interaction[SmallBot]) -> None:
        await asyncio.sleep(0.4)
        await interaction.response.send_message("too late")

    @tree.command(description="Answers with a bad embed")
    async def bad(interaction: discord.Interaction[SmallBot]) -> None:
        await interaction.response.send_message(embed=discord.Embed(title="x" * 257))


@asynccontextmanager
async def online(bot: SmallBot) -> AsyncIterator[SmallBot]:
    """Log in, connect and wait until ready; close at the end."""
    async with bot:
        await bot.login(TOKEN)
        running = asyncio.create_task(bot.connect())
        waiting = asyncio.create_task(bot.wait_until_ready())
        await asyncio.wait([running, waiting], timeout=20, return_when=asyncio.FIRST_COMPLETED)
        if running.done():
            waiting.cancel()
            running.result()
        assert waiting.done(), "the bot doesn't get ready"
        yield bot
    running.cancel()
    with suppress(asyncio.CancelledError):
        await running
