"""/watch by commands and buttons: following, covered boards, feeds, what is worth watching, closed matches."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import discord
import pytest
from simcord.results import InteractionResult

from db.ids import UserId
from tests.edge.table import Table, asked, button, controls, said, sit_down, words_in
from tests.games.tiny import TINY


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    """A server with the bot in it; Gerda, who may manage it, and Bram play a match, the others don't."""
    async with sit_down(tmp_path, games=TINY) as table:
        role = table.guild.create_role("staff", permissions=discord.Permissions(manage_guild=True))
        table.members[0] = table.guild.add_member(table.env.create_user("gerda", global_name="Gerda"), roles=[role])
        await table.slash(0, "match new", game="season", seats=2)
        await table.press(1, "join")
        yield table
        table.clean()


def direct(table: Table, seat: int) -> list[discord.Message]:
    """The direct messages to a member, oldest first."""
    channel: Any = table.members[seat].user.dm_channel
    return [] if channel is None else sorted(channel.history(), key=lambda message: message.id)


def labels(result: InteractionResult) -> list[str]:
    """What stands on the buttons of an answer."""
    assert result.response is not None
    return [str(part.get("label")) for part in controls(result.response.components)]


async def press(table: Table, seat: int, result: InteractionResult, label: str) -> InteractionResult:
    """Press a button of a private answer."""
    assert result.response is not None
    custom_id = next(part["custom_id"] for part in controls(result.response.components) if part.get("label") == label)
    pressed = await table.members[seat].click(result.response, custom_id=custom_id)
    await table.work()
    return pressed


async def tell(table: Table) -> None:
    """Let followers be told."""
    await table.application.services.following.sweep()
    await table.work()


async def play(table: Table) -> None:
    """Make a turn."""
    await table.slash(asked(await table.match())[0].seat, "move", line="1", match="1")


def spoilers(message: discord.Message) -> list[bool]:
    """Whether the pictures of a message are covered."""
    found: list[bool] = []

    def collect(parts: list[dict[str, Any]]) -> None:
        for part in parts:
            found.extend(bool(item.get("spoiler")) for item in part.get("items", []))
            collect(part.get("components", []))

    collect([part.to_dict() for part in message.components])  # type: ignore[misc]
    return found


async def test_who_looks_on_follows_from_the_board_and_stops(table: Table) -> None:
    """
    *Follow* stands under the board for who doesn't play, and not for a player; what its answer offers changes it.
    """
    looked = await table.members[2].slash(table.channel, "board", match="1")
    own = await table.members[1].slash(table.channel, "board", match="1")
    answer = await press(table, 2, looked, "Follow")
    followed = said(answer)
    covered = said(await press(table, 2, answer, "Hide spoilers"))
    listed = await table.slash(2, "watch list")
    stopped = said(await press(table, 2, answer, "Stop following"))
    nothing = await table.slash(2, "watch list")
    again = await table.slash(2, "watch stop", match="1")

    assert "Follow" in labels(looked)
    assert "Follow" not in labels(own)
    assert "You follow **Season #1**" in followed
    assert "covered until you press them" in covered
    assert "with spoilers covered" in listed
    assert "You don't follow **Season #1** anymore." in stopped
    assert "You don't follow any matches" in nothing
    assert "You don't follow match #1" in again


async def test_boards_and_the_result_come_by_direct_message(table: Table) -> None:
    """
    As spectators see them; covered for who wants it so, the words of the result too.
    """
    table.stop_clock()
    await table.slash(2, "watch match", match="1", spoilers=True)
    await table.slash(3, "watch match", match="1")
    await play(table)
    await tell(table)
    await table.resign(1)
    await tell(table)
    covered, plain = direct(table, 2), direct(table, 3)

    assert [2, 2] == [len(covered), len(plain)]
    assert "uncover" in words_in(covered[0])
    assert "||" in words_in(covered[1])
    assert "||" not in words_in(plain[1])
    assert "The match is over." in words_in(plain[1])
    assert all(spoilers(covered[0]))
    assert spoilers(plain[0])
    assert not any(spoilers(plain[0]))
    assert button(plain[0], "watch") == "lt|watch|1||0|stop"
    assert None is button(plain[1], "watch")


async def test_who_sees_the_channel_no_more_gets_nothing(table: Table) -> None:
    """
    Following ends, and the list says why.
    """
    table.stop_clock()
    await table.slash(2, "watch match", match="1")
    table.guild.remove_member(table.members[2])
    await play(table)
    await tell(table)
    listed = await table.application.services.following.list_followed(UserId(table.members[2].user.id))

    assert [] == direct(table, 2)
    assert [True] == [each.record.stopped is not None for each in listed]


async def test_a_channel_gets_the_boards_if_staff_says_so(table: Table) -> None:
    """
    Anybody else, a moderator too, reads which right it takes; without the bot's own rights there it is refused.
    """
    table.stop_clock()
    feed = table.guild.create_text_channel("feed")
    refused = await table.slash(2, "watch match", match="1", channel=feed)
    moderators = table.guild.create_role("mods")
    mona = table.guild.add_member(table.env.create_user("mona", global_name="Mona"), roles=[moderators])
    await table.slash(0, "settings", moderators=moderators)
    by_moderator = said(await mona.slash(table.channel, "watch match", match="1", channel=feed))
    await table.slash(0, "match new", game="season", seats=2)
    await table.press(2, "join")
    done = await table.slash(0, "watch match", match="1", channel=feed)
    await play(table)
    await tell(table)
    posted = [words_in(message) for message in feed.history()]
    stopped = await table.slash(0, "watch stop", match="1", channel=feed)
    twice = await table.slash(0, "watch stop", match="1", channel=feed)

    assert "“Manage Server”" in refused
    assert "“Manage Server”" in by_moderator
    assert f"posted in <#{feed.id}>" in done
    assert 1 == len(posted)
    assert "Season #1" in posted[0]
    assert "aren't posted there anymore" in stopped
    assert "No boards of match #1" in twice


async def test_a_closed_match_is_not_shown_to_watchers(table: Table) -> None:
    """
    By none of the ways there are; players and the host see it, and the host reads what stays visible.
    """
    done = await table.slash(0, "match host watchers", allow=False, match="1")
    ways = [
        ("board", {}),
        ("board", {"text": True}),
        ("hand", {}),
        ("match log", {}),
        ("match history", {}),
        ("match replay", {}),
        ("match score", {}),
        ("match file export", {}),
        ("watch match", {}),
    ]
    answers = [await table.slash(2, name, match="1", **options) for name, options in ways]
    buttons = [said(await table.press(2, verb)) for verb in ("view", "log")]
    own = await table.slash(1, "board", match="1")
    details = await table.slash(2, "match show", match="1")
    now = await table.slash(2, "watch now")
    opened = await table.slash(0, "match host watchers", allow=True, match="1")

    assert "Boards posted in the channel can still be seen by everyone there." in done
    assert [] == [answer for answer in (*answers, *buttons) if "closed match #1 to watchers" not in answer]
    assert "closed" not in own
    assert "Closed to watchers" in details
    assert "No match is running here" in now
    assert "open to watchers" in opened


async def test_what_is_worth_watching_is_listed_and_looked_at(table: Table) -> None:
    """
    With what speaks for each match; a choice shows its board in private.
    """
    await table.slash(2, "watch match", match="1")
    result = await table.members[3].slash(table.channel, "watch now")
    assert result.response is not None
    menu = next(part["custom_id"] for part in controls(result.response.components))
    looked = await table.members[3].select(result.response, ["1"], custom_id=menu)

    assert "#1 Season" in said(result)
    assert "1 follower" in said(result)
    assert "### Season #1" in said(looked)
    assert "Follow" in labels(looked)
