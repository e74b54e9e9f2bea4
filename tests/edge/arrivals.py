"""Interactions made by hand, as raw as Discord sends them: what a client of its own may put into one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import count
from types import SimpleNamespace
from typing import Any

import discord
from discord import app_commands

from tests.edge.payloads import texts
from tests.edge.table import Table

_numbers = count(10**17)


@dataclass
class Arrival:
    """One interaction and what it was answered with; nothing else of Discord's takes part."""

    type: discord.InteractionType
    data: dict[str, Any]
    client: discord.Client
    guild_id: int
    channel_id: int
    user: Any
    id: int = field(default_factory=lambda: next(_numbers))
    message: Any = None
    answers: list[str] = field(default_factory=list)
    extras: dict[Any, Any] = field(default_factory=dict)
    locale: discord.Locale = discord.Locale.british_english
    permissions: discord.Permissions = field(default_factory=discord.Permissions.all)
    app_permissions: discord.Permissions = field(default_factory=discord.Permissions.all)
    filesize_limit: int = 10 * 1024 * 1024
    namespace: Any = field(default_factory=lambda: SimpleNamespace())
    command: Any = None
    guild: Any = None
    channel: Any = None
    command_failed: bool = False
    acknowledged: bool = False
    losing: int = 0
    """So many of the next sentences are lost on a broken connection."""

    @property
    def response(self) -> Arrival:
        """The part that acknowledges."""
        return self

    @property
    def _state(self) -> object:
        """What discord.py reads options with."""
        return self.client._connection

    def is_done(self) -> bool:
        """Whether it was acknowledged."""
        return self.acknowledged

    async def defer(self, **_: object) -> None:
        """Acknowledge."""
        self.acknowledged = True

    async def send_message(self, words: str, **_: object) -> None:
        """Answer at once."""
        if self.losing:
            self.losing -= 1
            raise ConnectionResetError(104, "reset")
        self.acknowledged = True
        self.answers.append(words)

    async def send_modal(self, form: discord.ui.Modal) -> None:
        """Answer with a form."""
        self.acknowledged = True
        self.answers.append(form.title)

    @property
    def created_at(self) -> datetime:
        """When it was made."""
        return datetime.now(UTC)

    async def edit_message(self, *, view: Any, **_: object) -> None:  # noqa: ANN401  # discord.py's
        """Answer at once, in place of what was pressed."""
        self.acknowledged = True
        self.answers.append(texts(view.to_components()))

    async def edit_original_response(self, *, view: Any, **_: object) -> None:  # noqa: ANN401  # discord.py's
        """Show the answer."""
        self.answers.append(texts(view.to_components()))


def commands(tree: app_commands.CommandTree[Any]) -> Iterator[app_commands.Command[Any, Any, Any]]:
    """All slash commands, those of groups included."""
    for each in tree.walk_commands():
        if isinstance(each, app_commands.Command):
            yield each


def arrival(table: Table, kind: discord.InteractionType, data: dict[str, Any], seat: int = 0) -> Arrival:
    """Return an interaction of one of the members."""
    who = table.members[seat]
    user = SimpleNamespace(
        id=who.id,
        name=who.name,
        global_name=None,
        display_name=who.name,
        roles=(),
        mention=f"<@{who.id}>",
        bot=False,
    )
    return Arrival(kind, data, table.application.client, table.guild.id, table.channel.id, user)
