"""What the bot may do in a place is looked at before anything is opened there, and told where it is asked for."""

from collections.abc import AsyncIterator
from pathlib import Path

import discord
import pytest
from simcord.builders import ChannelHandle

from bot.edge.interactions.rights import PINS, lines
from bot.edge.words import set_locale
from tests.edge.table import Table, said, sit_down
from tests.games.tiny import TINY

STAFF = 0


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    """A server with the bot in it, and somebody who may manage it."""
    async with sit_down(tmp_path, games=TINY, threads=True) as table:
        role = table.guild.create_role("staff", permissions=discord.Permissions(manage_guild=True))
        table.members[STAFF] = table.guild.add_member(table.env.create_user("gerda", global_name="Gerda"), roles=[role])
        yield table
        table.clean()


def channel(table: Table, name: str, **rights: bool) -> ChannelHandle:
    """Return a channel in which the bot has other rights."""
    bot = table.guild.me
    assert bot is not None
    return table.guild.create_text_channel(name, overwrites={bot: discord.PermissionOverwrite(**rights)})


@pytest.mark.parametrize(("right", "name"), [("send_messages", "Send Messages"), ("view_channel", "View Channel")])
async def test_nothing_is_opened_where_its_card_cannot_be_posted(table: Table, *, right: str, name: str) -> None:
    """
    The answer names what is missing; there is neither a match nor a tournament.
    """
    table.channel = channel(table, "muted", **{right: False})
    match = await table.slash(STAFF, "match new", game="season", seats=2)
    tournament = await table.slash(STAFF, "tournament create", game="season", format="swiss", seats=2)
    mine = await table.slash(STAFF, "my matches")

    assert all(f"without the permission “{name}”" in answer for answer in (match, tournament))
    assert "is open" not in match + tournament
    assert "There are no matches to show" in mine


async def test_a_rematch_looks_where_its_card_goes(table: Table) -> None:
    """
    That is the channel of the match, by command and by button, whatever the rights are where it is asked for.
    """
    played, muted = table.channel, channel(table, "quiet", send_messages=False)
    await table.slash(STAFF, "match new", game="season", seats=2)
    await table.press(1, "join")
    await table.resign(STAFF)
    last = table.application.client.get_channel(played.id)
    assert isinstance(last, discord.TextChannel)
    table.channel = muted
    open_there = await table.slash(STAFF, "match rematch", match="1")
    await last.set_permissions(last.guild.me, send_messages=False)
    table.channel = table.guild.create_text_channel("elsewhere")
    refused = await table.slash(STAFF, "match rematch", match="1")
    table.channel = played

    assert "The match is open" in open_there
    assert "Nothing was opened" in refused
    assert f"<#{played.id}> without the permission “Send Messages”" in refused


async def test_without_history_no_thread_is_begun(table: Table) -> None:
    """
    A thread of a match begins at its card, which Discord lets nobody do who may not read it: that cost is told, too.
    """
    table.channel = channel(table, "short", read_message_history=False)
    opened = await table.slash(STAFF, "match new", game="season", seats=2)

    assert 1 == opened.count("Read Message History")
    assert "“Read Message History”: matches are played in the channel itself, and old boards keep" in opened


async def test_what_else_is_lacking_is_told_with_its_cost(table: Table) -> None:
    """
    In the answer, in the settings of the server, and among what is stuck, with the channel.
    """
    table.channel = channel(table, "plain", attach_files=False, create_public_threads=False)
    opened = await table.slash(STAFF, "match new", game="season", seats=2)
    settings = await table.slash(STAFF, "settings")
    elsewhere = table.guild.create_text_channel("elsewhere")
    stuck = said(await table.members[STAFF].slash(elsewhere, "staff stuck"))

    for answer in (opened, settings, stuck):
        assert "“Attach Files”: boards can't be posted" in answer
        assert "“Create Public Threads”: matches are played in the channel itself" in answer
    assert "The match is open" in opened
    assert f"<#{table.channel.id}>" in stuck
    assert f"<#{elsewhere.id}>" not in stuck


async def test_where_nothing_is_lacking_that_is_said(table: Table) -> None:
    """
    Settings say so; no match is stuck.
    """
    assert "all the permissions it needs" in await table.slash(STAFF, "settings")
    assert "No matches are stuck" in await table.slash(STAFF, "staff stuck")


def test_permissions_have_the_names_of_the_readers_client() -> None:
    """
    Who grants them looks for these words in Discord's own settings.
    """
    set_locale("de")

    try:
        assert "⚠️ Es fehlt die Berechtigung „Nachrichten anpinnen“" in lines(PINS)[0]
    finally:
        set_locale("en")
