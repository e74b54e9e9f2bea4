"""What stands in the menus of messages and people: *Show this match*, *Invite to a match*, *Profile*."""

from collections.abc import AsyncIterator
from pathlib import Path

import discord
import pytest
from discord import AppCommandType
from simcord.actors import MemberActor
from simcord.results import InteractionResult, ResponseMessage

from bot.edge.commands.menus.finding import NAMED
from bot.edge.delivery.retiring import take_buttons_off
from tests.edge.table import Table, controls, said, sit_down
from tests.games.tiny import TINY

GUEST = 4


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    """Anna and Bram play; Anna hosts a second match with free seats."""
    async with sit_down(tmp_path, games=TINY) as table:
        await table.slash(0, "match new", game="season", seats=2)
        await table.press(1, "join")
        await table.slash(0, "match new", game="season", seats=4)
        yield table
        table.clean()


async def menu(
    table: Table, seat: int, name: str, target: MemberActor | discord.Message | ResponseMessage
) -> InteractionResult:
    """Choose an entry of a menu."""
    result = await table.members[seat].context_menu(table.channel, name, target)
    await table.work()
    return result


def options(result: InteractionResult) -> dict[str, str]:
    """The lines of the menu in an answer, by their values."""
    assert result.response is not None
    part = next(part for part in controls(result.response.components) if part.get("options"))
    return {option["value"]: option["label"] for option in part["options"]}


async def choose(table: Table, seat: int, result: InteractionResult, value: str) -> str:
    """Choose a line."""
    assert result.response is not None
    part = next(part for part in controls(result.response.components) if part.get("options"))
    chosen = await table.choose(seat, result.response, value, custom_id=part["custom_id"])
    await table.work()
    return said(chosen)


async def test_discord_takes_fifteen_of_each_kind(table: Table) -> None:
    """
    The bot has two for messages and two for people, with names of at most 32 characters.
    """
    tree = table.application.client.tree
    names = {
        kind: [each.name for each in tree.get_commands(type=kind)]
        for kind in (AppCommandType.message, AppCommandType.user)
    }

    assert names == {
        AppCommandType.message: ["Show this match", "Report to staff"],
        AppCommandType.user: ["Invite to a match", "Profile"],
    }


async def test_a_message_shows_its_match(table: Table) -> None:
    """
    A board by its buttons, and when those are gone by what it says; a card before the start what is agreed; what
    somebody writes in the channel of one running match belongs to none of several.
    """
    board = table.newest("play")
    shown = said(await menu(table, GUEST, "Show this match", board))

    async def read(address: str) -> bytes:
        return b""

    await take_buttons_off(board, read)
    bare = next(message for message in table.messages() if message.id == board.id)
    again = said(await menu(table, GUEST, "Show this match", bare))
    card = said(await menu(table, GUEST, "Show this match", table.newest("join")))
    chat = await table.members[1].send(table.channel, "hello #1")
    nothing = said(await menu(table, GUEST, "Show this match", chat))

    assert "Season #1" in shown
    assert shown == again
    assert "Season #2" in card
    assert "Pace" in card
    assert nothing.startswith("⚠️ That message isn't about a match. Use this on a card")


async def test_a_message_about_several_matches_asks_for_one(table: Table) -> None:
    """
    A list names more than one; channels and names don't count.
    """
    listed = (await table.members[0].slash(table.channel, "my matches")).response
    assert listed is not None
    answer = said(await menu(table, 0, "Show this match", listed))

    assert "That message is about several matches. Choose one with" in answer
    assert "#1 or #2" in answer
    assert ["12", "7"] == NAMED.findall("Grunn #12, <#8>, a#9, #7")


async def test_somebody_is_invited_to_an_open_match(table: Table) -> None:
    """
    The menu has one's open matches with free seats and the games; the seat is reserved and the guest is told.
    """
    asked = await menu(table, 0, "Invite to a match", table.members[GUEST])
    words, found = said(asked), options(asked)
    done = await choose(table, 0, asked, "2")
    joined = await table.slash(GUEST, "match join", match="2")

    assert "### Invite Eva to a match" in words
    assert found["2"] == "#2 Season"
    assert "1" not in found
    assert found["season"] == "New match: Season"
    assert "Eva" in done
    assert "⚠️" not in joined


async def test_somebody_is_invited_to_a_new_match(table: Table) -> None:
    """
    It is opened here for two, with a seat for the guest.
    """
    asked = await menu(table, 1, "Invite to a match", table.members[GUEST])
    found = options(asked)
    await choose(table, 1, asked, "season")
    match = await table.match(3)

    assert all(not value.isdecimal() for value in found)
    assert match.match.host == table.members[1].id
    assert [table.members[GUEST].id] == [invite.user for invite in match.invites]


async def test_nobody_invites_themselves_or_an_app(table: Table) -> None:
    """
    Both get a sentence.
    """
    robot = table.guild.add_member(table.env.create_user("dyno", global_name="Dyno", bot=True))
    own = said(await menu(table, 0, "Invite to a match", table.members[0]))
    app = said(await menu(table, 0, "Invite to a match", robot))
    profile = said(await menu(table, 0, "Profile", robot))

    assert own == "⚠️ That's you. Choose someone else."
    assert "is an app, not a person" in app
    assert "is an app, not a person" in profile


async def test_a_profile_is_that_of_the_command(table: Table) -> None:
    """
    As ``/ratings profile`` shows it here.
    """
    typed = await table.slash(0, "ratings profile", player=table.members[1])

    assert typed == said(await menu(table, 0, "Profile", table.members[1]))
    assert "Bram" in typed
