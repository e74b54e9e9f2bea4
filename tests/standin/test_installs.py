"""Where commands may be used, and what the bot may do where only a user installed it."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from discord import app_commands

from tests.standin.client import Control, NotPossible
from tests.standin.small_bot import SmallBot

Interaction = discord.Interaction[SmallBot]
PLACES = {"server": "Longtable/tables", "dm": "dm:user1", "foreign": "Foreign/tables", "group": "friends"}


class Heard:
    """What the last command's interaction told."""

    def __init__(self) -> None:
        """Nothing is heard yet."""
        self.interaction: Interaction | None = None

    @property
    def last(self) -> Interaction:
        """The last one."""
        assert self.interaction is not None
        return self.interaction


@pytest.fixture
async def heard(bot: SmallBot, control: Control) -> Heard:
    """A server without the bot, a group, and a user of both who installed it; commands for each kind of place."""
    await control.create("guild", "Foreign", with_bot=False)
    await control.create("group", "friends", users=["user1", "user2"])
    await control.fault("install", user="user1")
    heard = Heard()

    async def answer(interaction: Interaction) -> None:
        heard.interaction = interaction
        await interaction.response.send_message("here")

    async def many(interaction: Interaction) -> None:
        await interaction.response.send_message("0")
        for number in range(1, 7):
            await interaction.followup.send(str(number))

    async def name(interaction: Interaction, who: discord.User) -> None:
        heard.interaction = interaction
        await interaction.response.send_message(f"{interaction.user.display_name} {who.display_name}")

    def add(called: str, callback: object, contexts: str | None = None, types: str | None = None) -> None:
        """Add a command; ``contexts`` and ``types`` are what is allowed."""
        command: app_commands.Command[Any, ..., None] = app_commands.Command(
            name=called,
            description=called,
            callback=callback,  # type: ignore[arg-type]  # one of those above
        )
        if contexts is not None:
            keys = ("guild", "dm_channel", "private_channel")
            command.allowed_contexts = app_commands.AppCommandContext(**{key: key in contexts for key in keys})
        if types is not None:
            command.allowed_installs = app_commands.AppInstallationType(guild="guild" in types, user="user" in types)
        bot.tree.add_command(command)

    bot.tree.clear_commands(guild=None)
    add("anywhere", answer, "guild dm_channel private_channel", "guild user")
    add("unset", answer)
    add("server", answer, "guild", "guild")
    add("direct", answer, "dm_channel", "guild user")
    add("mine", answer, "guild dm_channel private_channel", "user")
    add("many", many, "guild private_channel", "guild user")
    add("name", name, "guild dm_channel private_channel", "guild user")
    await bot.tree.sync()
    return heard


async def places_of(control: Control, command: str, user: str = "user1") -> set[str]:
    """The places in which the client lets a user send a command."""
    found = set()
    for name, channel in PLACES.items():
        try:
            await control.interact(user, channel.replace("user1", user), f"/{command}")
        except NotPossible:
            continue
        found.add(name)
    return found


async def test_contexts_and_installation_say_where(heard: Heard, control: Control) -> None:
    """
    A command is offered where its contexts are, by whoever installed it: the server, or the user for themself.
    """
    found = {
        command: await places_of(control, command) for command in ("anywhere", "unset", "server", "direct", "mine")
    }

    assert {
        "anywhere": {"server", "dm", "foreign", "group"},
        "unset": {"server", "dm", "foreign", "group"},
        "server": {"server"},
        "direct": {"dm"},
        "mine": {"server", "dm", "foreign", "group"},
    } == found


async def test_only_who_installed_it_has_it_elsewhere(heard: Heard, control: Control) -> None:
    """
    Others of the same group and foreign server are offered nothing; on the bot's own server all are.
    """
    assert {"server", "dm"} == await places_of(control, "anywhere", "user2")
    assert set() == await places_of(control, "mine", "user2")


async def test_commands_without_types_take_those_of_the_app(heard: Heard, control: Control) -> None:
    """
    With the app's user installation switched off they are nowhere but where the server has the bot.
    """
    await control.settings(user_install=False)
    registered = {command["name"]: command for command in (await control.world("commands"))["commands"]}

    assert {"server", "dm"} == await places_of(control, "unset")
    assert [0] == registered["unset"]["integration_types"]
    assert ([0, 1], [0, 1, 2]) == (registered["anywhere"]["integration_types"], registered["anywhere"]["contexts"])


async def test_the_payload_says_by_whom_and_where(heard: Heard, bot: SmallBot, control: Control) -> None:
    """
    ``authorizing_integration_owners`` has the server, "0" for the bot's direct messages, and the user; ``context`` the
    kind of place; the rights told outside are not those to post.
    """
    told = {}
    for name, channel in PLACES.items():
        await control.interact("user1", channel, "/anywhere")
        last = heard.last
        told[name] = (last.is_guild_integration(), last.is_user_integration(), last.context.to_array())
        rights = last.app_permissions

        assert (name in ("server", "dm")) == rights.send_messages
    await control.interact("user2", "tables", "/anywhere")

    assert {
        "server": (True, True, [0]),
        "dm": (False, True, [1]),
        "foreign": (False, True, [0]),
        "group": (False, True, [2]),
    } == told
    assert (True, False) == (heard.last.is_guild_integration(), heard.last.is_user_integration())


async def test_outside_the_bot_can_only_answer(heard: Heard, bot: SmallBot, control: Control) -> None:
    """
    The place is in no cache; reading and posting there is 403 with 50001; the answer itself is there for all.
    """
    for place in ("foreign", "group"):
        outcome = await control.interact("user1", PLACES[place], "/anywhere")
        channel = bot.get_partial_messageable(int(outcome.message.channel_id))
        tries = [channel.send("hello"), channel.fetch_message(int(outcome.message.id)), bot.fetch_channel(channel.id)]
        codes = []
        for each in tries:
            with pytest.raises(discord.Forbidden) as refused:
                await each
            codes.append(refused.value.code)

        assert [50001] * 3 == codes
        assert bot.get_channel(channel.id) is None
        assert heard.last.guild_id is None or bot.get_guild(heard.last.guild_id) is None
        assert "here" == (await control.messages(PLACES[place], "user2"))[-1].text


async def test_five_follow_ups_where_only_the_user_installed_it(heard: Heard, control: Control) -> None:
    """
    The sixth is refused with 40094; where the server has the bot there is no such number.
    """
    await control.settings(rates="loose")
    at_home = await control.interact("user1", "Longtable/tables", "/many")
    outside = await control.interact("user1", PLACES["group"], "/many")
    free = await control.outcome_when(at_home.interaction, lambda outcome: len(outcome.messages) == 7)
    limited = await control.outcome_when(outside.interaction, lambda outcome: bool(outcome.refusals))

    assert (7, 6) == (len(free.messages), len(limited.messages))
    assert "40094" in limited.refusals[0]


async def test_answers_are_private_without_external_apps(heard: Heard, control: Control) -> None:
    """
    Where a server doesn't let its members use apps of their own, their answers are seen by nobody else.
    """
    await control.fault("install", user="user2")  # user1 owns both servers
    open_answer = await control.interact("user2", PLACES["foreign"], "/anywhere")
    for guild in ("Foreign", "Longtable"):
        await control.fault("rights", who="user2", remove=["USE_EXTERNAL_APPS"], guild=guild)
    hidden = await control.interact("user2", PLACES["foreign"], "/anywhere")
    at_home = await control.interact("user2", "Longtable/tables", "/anywhere")

    assert [False, True, False] == [each.message.ephemeral for each in (open_answer, hidden, at_home)]


async def test_names_differ_from_those_of_accounts(heard: Heard, control: Control) -> None:
    """
    A nickname shows in its server alone, of who acts and of who is named; elsewhere the display name, else the user
    name.
    """
    await control.fault("rename", user="user1", name="Ann", guild="Longtable")
    await control.fault("rename", user="user2", name="Bo", guild="Longtable")
    await control.fault("rename", user="user2", name="Berta")
    at_home = await control.interact("user1", "Longtable/tables", "/name who:user2")
    member = await control.interact("user1", "Longtable/tables", "/name who:user3")
    outside = await control.interact("user1", PLACES["group"], "/name who:user2")
    await control.fault("rename", user="user1", name="", guild="Longtable")
    await control.fault("rename", user="user2", name="", guild="Longtable")
    await control.fault("rename", user="user2", name="")
    plain = await control.interact("user1", "Longtable/tables", "/name who:user2")

    assert ["Ann Bo", "Ann User3", "User1 Berta", "User1 user2"] == [
        each.message.text for each in (at_home, member, outside, plain)
    ]


async def test_presses_come_by_the_installation_of_their_message(heard: Heard, bot: SmallBot, control: Control) -> None:
    """
    A button of an answer in a foreign server is pressed by that user's installation too, whoever presses it.
    """
    said: list[Interaction] = []

    class Once(discord.ui.View):
        @discord.ui.button(label="Press")
        async def press(self, interaction: Interaction, button: discord.ui.Button[Once]) -> None:
            said.append(interaction)
            await interaction.response.edit_message(content="pressed")

    async def show(interaction: Interaction) -> None:
        await interaction.response.send_message("press", view=Once())

    command: app_commands.Command[Any, ..., None] = app_commands.Command(name="show", description="show", callback=show)
    bot.tree.add_command(command)
    await bot.tree.sync()
    shown = (await control.interact("user1", PLACES["foreign"], "/show")).message
    pressed = await control.press("user2", shown, label="Press")

    assert "update" == pressed.kind
    assert {1: bot_user(said[0], "user1")} == said[0]._integration_owners


def bot_user(interaction: Interaction, name: str) -> int:
    """The id of a user, from the message that was pressed."""
    assert interaction.message is not None
    made_by = interaction.message.interaction_metadata
    assert made_by is not None

    assert name == made_by.user.name
    return made_by.user.id
