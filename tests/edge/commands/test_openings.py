"""The list of open matches in a channel: as it is shown, joined from, hidden from, and moved."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import discord
import pytest
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle

from bot.app.runtime.time_source import ManualClock
from tests.edge.table import Table, button, said, sit_down, words_in


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    """A server with the bot in it; Anna, who may manage it."""
    async with sit_down(tmp_path) as table:
        role = table.guild.create_role("staff", permissions=discord.Permissions(manage_guild=True))
        table.members[0] = table.guild.add_member(table.env.create_user("gerda", global_name="Gerda"), roles=[role])
        yield table
        table.clean()


def listed(channel: Any) -> list[discord.Message]:  # noqa: ANN401  # the simulator's channel
    """The lists of open matches in a channel."""
    return [message for message in channel.history() if "Open matches" in words_in(message)]


async def pass_by(table: Table, clock: ManualClock) -> None:
    """Let some seconds pass."""
    clock.forward(seconds=6)
    await table.work()


async def test_open_matches_are_joined_from_the_list(table: Table) -> None:
    """
    It is pinned, names game, seats, pace and options, and its *Join* says where the match is. A list that somebody
    deletes comes back.
    """
    clock = table.stop_clock()
    games = table.guild.create_text_channel("find-players")
    await table.slash(0, "settings", openings=games)
    empty = listed(games)
    await table.slash(1, "match new", game="grunn", seats=3)
    await pass_by(table, clock)
    (message,) = listed(games)
    joined = await table.press(2, "join", message)
    await pass_by(table, clock)
    (after,) = listed(games)
    await after.delete()
    await table.slash(3, "match join", match="1")
    await pass_by(table, clock)
    (last,) = listed(games)

    assert "No match is waiting" in words_in(empty[0])
    assert message.pinned
    assert "2 of 3 seats free" in words_in(message)
    assert f"**Grunn #1** <#{table.channel.id}>" in said(joined)
    assert (message.id, True) == (after.id, "1 of 3 seats free" in words_in(after))
    assert "No match is waiting" in words_in(last)


async def test_a_list_hides_matches_of_channels_that_its_readers_do_not_see(table: Table) -> None:
    """
    A match of a channel for a role alone is not named to everybody, but it is in a channel for that role.
    """
    clock = table.stop_clock()
    role = table.guild.create_role("secret")
    table.members[1] = table.guild.add_member(table.env.create_user("hans", global_name="Hans"), roles=[role])
    bot = table.application.client.user
    assert bot is not None
    everyone = table.guild.default_role
    hidden: dict[Any, discord.PermissionOverwrite] = {
        everyone: discord.PermissionOverwrite(view_channel=False),
        role: discord.PermissionOverwrite(view_channel=True),
        bot: discord.PermissionOverwrite(view_channel=True),
    }
    own = table.guild.create_text_channel("club", overwrites=hidden)
    public = table.guild.create_text_channel("find-players")
    await table.slash(0, "settings", openings=public)
    await table.members[1].slash(own, "match new", game="grunn", seats=3)
    await table.slash(2, "match new", game="grumpf", seats=3)
    await pass_by(table, clock)
    (shown,) = listed(public)
    manager = table.guild.create_role("manager", permissions=discord.Permissions(manage_guild=True))
    table.members[0] = table.guild.add_member(table.env.create_user("ida", global_name="Ida"), roles=[role, manager])
    await table.slash(0, "settings", openings=own)
    (moved,) = listed(own)

    assert ("Grunn" in words_in(shown), "Grumpf" in words_in(shown)) == (False, True)
    assert ("Grunn" in words_in(moved), "Grumpf" in words_in(moved)) == (True, True)
    assert [] == listed(public)


async def test_ten_matches_fit_into_the_list(table: Table) -> None:
    """
    The newest ten are listed, and how many more there are.
    """
    clock = table.stop_clock()
    games = table.guild.create_text_channel("find-players")
    await table.slash(0, "settings", openings=games)
    for number in range(12):
        host = 1 + number % 5
        await table.slash(host, "match new", game="greentown", seats=3)
    await pass_by(table, clock)
    (shown,) = listed(games)
    words = words_in(shown)

    assert words.count("Green Town #") == 10
    assert "2 more matches are open" in words


async def share_with_another(table: Table) -> tuple[ChannelHandle, MemberActor, MemberActor]:
    """Make a second server, and let both share: its channel for the list, its owner and a member."""
    other = table.env.create_guild("Faraway")
    away = other.create_text_channel("find-players")
    manager = other.create_role("boss", permissions=discord.Permissions(manage_guild=True))
    boss = other.add_member(table.env.create_user("otto", global_name="Otto"), roles=[manager])
    guest = other.add_member(table.env.create_user("petra", global_name="Petra"))
    await boss.slash(away, "settings", openings=away, share="yes")
    await table.slash(0, "settings", share="yes")
    return away, boss, guest


async def test_a_match_of_another_server_is_joined_as_a_guest(table: Table) -> None:
    """
    Both servers share by a setting. The list names the server and no channel of it, nothing of a hidden channel is
    shared, and who joins is called and plays by direct messages. An owner excludes a server by its name.
    """
    clock, env = table.stop_clock(), table.env
    bot = table.application.client.user
    assert bot is not None
    role = table.guild.create_role("secret")
    table.members[2] = table.guild.add_member(env.create_user("hans", global_name="Hans"), roles=[role])
    overwrites: dict[Any, discord.PermissionOverwrite] = {
        table.guild.default_role: discord.PermissionOverwrite(view_channel=False),
        role: discord.PermissionOverwrite(view_channel=True),
        bot: discord.PermissionOverwrite(view_channel=True),
    }
    hidden = table.guild.create_text_channel("club", overwrites=overwrites)
    away, boss, guest = await share_with_another(table)
    await table.slash(1, "match new", game="grunn", seats=2)
    await table.members[2].slash(hidden, "match new", game="grumpf", seats=2)
    await table.application.services.shared_lists.sweep()
    await pass_by(table, clock)
    (shown,) = listed(away)
    words = words_in(shown)
    custom_id = button(shown, "join")
    joined = said(await guest.click(shown, custom_id=custom_id))
    await table.work()
    told = " ".join(map(words_in, guest.user.dm_channel.history()))
    match = await table.match()
    mine = said(await guest.slash(away, "my matches"))
    excluded = said(await boss.slash(away, "settings", exclude=str(table.guild.id)))

    assert "On other servers" in words
    assert "**Grunn #1** · Longtable" in words
    assert str(table.channel.id) not in words
    assert "Grumpf" not in words
    assert "You joined Grunn #1 on another server as a guest" in joined
    assert away.guild is not None
    assert [away.guild.id] == [seat.guest for seat in match.seats if seat.user == guest.user.id]
    assert "as a guest" in told
    assert "Grunn #1" in told
    assert str(table.channel.id) not in told
    assert "**#1 Grunn** · " in mine
    assert str(table.channel.id) not in mine
    assert "except 1 server" in excluded


async def test_a_guest_takes_direct_messages(table: Table) -> None:
    """
    Who takes none is told so, and does not join.
    """
    clock, env = table.stop_clock(), table.env
    away, _boss, guest = await share_with_another(table)
    await table.slash(1, "match new", game="grunn", seats=2)
    await table.application.services.shared_lists.sweep()
    await pass_by(table, clock)
    (shown,) = listed(away)
    env.inject_error("POST", "/channels/*/messages", status=403, code=50007)
    refused = said(await guest.click(shown, custom_id=button(shown, "join")))

    assert "can't send you direct messages" in refused
    assert 1 == len((await table.match()).seats)
