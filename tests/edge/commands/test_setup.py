"""``/setup``: from the greeting to the report by *Next* alone, what is chosen, and who may."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import discord
import pytest
from simcord.results import InteractionResult

from bot.app.match.records import Place
from bot.edge.commands.server import making, setup
from bot.edge.commands.server.declared import TOPICS
from bot.edge.interactions import Interaction
from bot.edge.interactions.responder import Responder
from db.ids import ChannelId, GuildId
from games.core.registry import games
from tests.edge.payloads import texts
from tests.edge.table import Table, controls, said, sit_down, words_in


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    """A server with the bot in it, whose first member may manage it."""
    async with sit_down(tmp_path, games=games()) as table:
        role = table.guild.create_role(
            "staff", position=60, permissions=discord.Permissions(manage_guild=True, manage_roles=True)
        )
        table.members[0] = table.guild.add_member(table.env.create_user("gerda"), roles=[role])
        yield table
        table.clean()


async def press(table: Table, shown: InteractionResult, label: str, seat: int = 0) -> InteractionResult:
    """Press the button of a label on the panel."""
    assert shown.response is not None
    found = next(part for part in controls(shown.response.components) if part.get("label") == label)
    return await table.members[seat].click(shown.response, custom_id=found["custom_id"])


async def choose(table: Table, shown: InteractionResult, field: str, *values: object) -> InteractionResult:
    """Choose in the select of a setting."""
    assert shown.response is not None
    found = next(
        part for part in controls(shown.response.components) if str(part["custom_id"]).endswith(f"|set:{field}")
    )
    return await table.members[0].select(shown.response, list(values), custom_id=found["custom_id"])


async def stored(table: Table) -> dict[str, object]:
    """Return the settings of the server."""
    place = Place(GuildId(table.guild.id), ChannelId(table.channel.id))
    return dict(await table.application.services.settings.server(place))


async def test_next_alone_leads_from_the_greeting_to_the_report(table: Table) -> None:
    """
    Twelve presses; nothing is stored by them. The first page names what each permission is for, the last what is set.
    """
    client = table.application.client
    guild = client.get_guild(table.guild.id)
    assert guild is not None
    await client.on_guild_join(guild)
    greeting = table.messages()[-1]
    before = await stored(table)
    shown = await table.press(0, "wizard", greeting)
    pages = [said(shown)]
    for label in ["Start", *["Next"] * (len(TOPICS) - 1), "Finish"]:
        shown = await press(table, shown, label)
        pages.append(said(shown))

    assert "Manage Channels" in pages[0]
    assert [f"{n} of {len(TOPICS)}" in page for n, page in enumerate(pages[1:-1], start=1)] == [True] * len(TOPICS)
    assert "Longtable is set up" in pages[-1]
    assert all(words in pages[-1] for words in ("*Play something* opens a match", "tournament create"))
    assert before == await stored(table)
    assert "Welcome to Longtable" in words_in(greeting)


async def test_what_is_chosen_is_stored_at_once(table: Table) -> None:
    """
    The page shows it, and it holds where it matters: the gallery, the completion, the channel.
    """
    other = table.guild.create_text_channel("games")
    shown = await table.members[0].slash(table.channel, "setup")
    shown = await press(table, shown, "Start")
    for _ in range(4):
        shown = await press(table, shown, "Next")
    shown = await choose(table, shown, "channels", other)
    allowed = said(shown)
    shown = await press(table, shown, "Next")
    shown = await choose(table, shown, "games", "grunn", "grumpf")
    offered = said(shown)
    gallery = await table.slash(1, "play")
    refused = await table.slash(1, "match new", game="grunn")
    elsewhere = said(await table.members[1].slash(other, "match new", game="grunn"))
    unknown = said(await table.members[1].slash(other, "match new", game="greentown"))

    assert f"only here: <#{other.id}>" in allowed
    assert "Grumpf and Grunn" in offered
    assert ("Grunn" in gallery, "Green Town" in gallery) == (True, False)
    assert f"<#{other.id}>" in refused
    assert "⚠️" not in elsewhere
    assert "doesn't offer Green Town" in unknown


async def test_only_those_who_manage_the_server_set_it_up(table: Table) -> None:
    """
    By the command, and by the greeting's button.
    """
    client = table.application.client
    guild = client.get_guild(table.guild.id)
    assert guild is not None
    await client.on_guild_join(guild)
    refused = await table.slash(1, "setup")
    pressed = await table.press(1, "wizard", table.messages()[-1])

    assert "Manage Server" in refused
    assert "Manage Server" in said(pressed)


@pytest.mark.parametrize(
    "value",
    [
        "99|go:",
        "0|set:zone",
        "0|make:castle",
        "0|set:place",
        "4|dance:",
        "3|set:games",
        "11|set:games",
        "0|jump:",
        "0|ask:castle",
    ],
)
async def test_what_no_button_of_ours_says_changes_nothing(table: Table, *, value: str) -> None:
    """
    A page or a setting that there is not: a sentence, and all stays as it was.
    """
    before = await stored(table)
    place = table.application.client.get_partial_messageable(table.channel.id)
    view = discord.ui.LayoutView()
    page, _bar, what = value.partition("|")
    view.add_item(discord.ui.ActionRow(discord.ui.Button(label="x", custom_id=f"lt|wizard|0||{page}|{what}")))
    message = await place.send(view=view)
    pressed = await table.members[0].click(message, custom_id=f"lt|wizard|0||{page}|{what}")

    assert pressed.response is not None
    assert "earlier version" in texts(pressed.response.components)
    assert before == await stored(table)


async def test_the_same_settings_are_typed(table: Table) -> None:
    """
    `/settings` takes all of them, and sets them back; what it can't read it says.
    """
    other = table.guild.create_text_channel("games")
    typed = await table.slash(
        0,
        "settings",
        matches="staff",
        allow=other,
        games="Grunn, grumpf",
        zone="Asia/Tokyo",
        quiet="22:00-07:00",
        results=other,
    )
    wrong = await table.slash(0, "settings", games="chess")
    cleared = [await table.slash(0, "settings", clear=name) for name in ("games", "quiet", "results", "zone")]
    off = await table.slash(0, "settings", disallow=other, matches="anybody")

    for words in (
        "Only staff can open",
        f"only here: <#{other.id}>",
        "Grumpf and Grunn",
        "Asia/Tokyo",
        "22:00 to 07:00",
    ):
        assert words in typed
    assert "isn't a game here" in wrong
    assert "All games are offered." in cleared[-1]
    assert "in every channel" in off
    assert "Anyone can open matches." in off


async def test_a_role_that_cannot_be_given_says_so_at_once(table: Table) -> None:
    """
    The page names the role above the bot's own; the next one puts announced starts into the calendar.
    """
    high = table.guild.create_role("Champion", position=50)
    shown = await press(table, await table.members[0].slash(table.channel, "setup"), "Start")
    while "Roles from tournaments" not in said(shown):
        shown = await press(table, shown, "Next")
    before = said(shown)
    shown = await choose(table, shown, "champions", high)
    page = said(shown)
    events = await choose(table, await press(table, shown, "Next"), "calendar", "yes")

    assert "⚠️" not in before
    assert f"<@&{high.id}> stands above the bot's own role" in page
    assert "Announced starts appear among the server's events." in said(events)
    assert (high.id, True) == ((await stored(table))["champions"], (await stored(table))["calendar"])


@pytest.mark.parametrize("roles", [False, True], ids=["without Manage Roles", "below the role"])
async def test_nobody_has_the_bot_give_a_role_that_they_could_not_give(table: Table, *, roles: bool) -> None:
    """
    Whoever takes part would rise above who set it. It takes the right that Discord asks for; nothing is changed.
    """
    rights = discord.Permissions(manage_guild=True, manage_roles=roles)
    lower = table.guild.create_role("helpers", position=5, permissions=rights)
    table.members[1] = table.guild.add_member(table.env.create_user("helga"), roles=[lower])
    admins = table.guild.create_role(
        "admins", position=10 if roles else 2, permissions=discord.Permissions(administrator=True)
    )
    refused = await table.slash(1, "settings", participants=admins)
    before = (await stored(table))["participants"]
    await table.slash(0, "settings", participants=admins)

    assert "“Manage Roles”" in refused
    assert 0 == before
    assert admins.id == (await stored(table))["participants"]


async def jump(table: Table, shown: InteractionResult, step: str) -> InteractionResult:
    """Choose a step in the menu of all steps."""
    assert shown.response is not None
    menu = next(part for part in controls(shown.response.components) if str(part["custom_id"]).endswith("|jump:"))
    value = next(option["value"] for option in menu["options"] if step in option["label"])
    return await table.members[0].select(shown.response, [value], custom_id=menu["custom_id"])


async def test_any_step_is_reached_from_the_overview_and_the_report(table: Table) -> None:
    """
    In one tap: whoever comes back to change one thing doesn't press *Next* twelve times.
    """
    overview = await table.members[0].slash(table.channel, "setup")
    limits = await jump(table, overview, "Limits")
    report = await press(table, await table.members[0].slash(table.channel, "setup"), "See the report")
    quiet = await jump(table, report, "Quiet hours")

    assert "13 of 15: Limits" in said(limits)
    assert "14 of 15: Quiet hours" in said(quiet)


STEPS = {
    "results": "Where results go",
    "openings": "List of open matches",
    "reports": "Staff",
    "champions": "Roles from tournaments",
    "participants": "Roles from tournaments",
}


@pytest.mark.parametrize("what", STEPS)
async def test_what_a_step_needs_is_made_listed_and_removed(table: Table, *, what: str) -> None:
    """
    A channel or a role, used at once; only those who may see reports see theirs. Removing it ends the setting.
    """
    guild = table.application.client.get_guild(table.guild.id)
    assert guild is not None
    before = {each.id for each in (*guild.channels, *guild.roles)}
    shown = await jump(table, await table.members[0].slash(table.channel, "setup"), STEPS[what])
    first = said(shown)
    assert shown.response is not None
    asks = next(part for part in controls(shown.response.components) if str(part["custom_id"]).endswith(f"ask:{what}"))
    plan = await table.members[0].click(shown.response, custom_id=asks["custom_id"])
    made = said(await press(table, plan, "Make it"))
    new = [each for each in (*guild.channels, *guild.roles) if each.id not in before]
    used = (await stored(table))[what]
    report = await press(table, await table.members[0].slash(table.channel, "setup"), "See the report")
    listed = said(report)
    gone = said(await press(table, await press(table, report, "Remove what it made"), "Remove it"))

    assert "Made: <" in made
    assert [used] == [each.id for each in new]
    assert "**Made by the bot**" in listed
    assert "⚠️" not in first + made
    if isinstance(new[0], discord.TextChannel):
        assert new[0].permissions_for(guild.default_role).view_channel is (what != "reports")
    if isinstance(new[0], discord.Role):
        assert discord.Permissions.none() == new[0].permissions
    assert "is gone" in gone
    assert before == {each.id for each in (*guild.channels, *guild.roles)}
    assert (0, "") == ((await stored(table))[what], (await stored(table))["made"])


async def test_a_role_that_cannot_be_given_is_no_matter_of_channel_permissions(table: Table) -> None:
    """
    The report says what to do about it, not to grant something in the channel's settings.
    """
    high = table.guild.create_role("Champion", position=50)
    await table.slash(0, "settings", champions=high)
    report = said(await press(table, await table.members[0].slash(table.channel, "setup"), "See the report"))

    assert "**What doesn't work yet**" in report
    assert "drag the bot's role above it" in report
    assert "in the channel's settings" not in report
    assert "all the permissions it needs" not in report


async def test_moderators_who_cannot_see_the_reports_are_told_of(table: Table) -> None:
    """
    Also where their role was chosen after the channel was made.
    """
    seen, hidden = discord.PermissionOverwrite(view_channel=True), discord.PermissionOverwrite(view_channel=False)
    bot = table.guild.me
    assert bot is not None
    private = table.guild.create_text_channel(
        "reports", overwrites={table.guild.default_role: hidden, table.members[0]: seen, bot: seen}
    )
    moderators = table.guild.create_role("Mods")
    owners = table.guild.create_role("Owners", permissions=discord.Permissions(administrator=True))
    await table.slash(0, "settings", reports=private)
    blind = await table.slash(0, "settings", moderators=moderators)
    sees = await table.slash(0, "settings", moderators=owners)

    assert f"Members with the role <@&{moderators.id}> can't see <#{private.id}>." in blind
    assert "can't see" not in sees


@pytest.mark.parametrize("at_once", [False, True])
async def test_what_is_pressed_twice_is_made_once(
    table: Table, monkeypatch: pytest.MonkeyPatch, *, at_once: bool
) -> None:
    """
    One press after the other or both at the same time: one channel, which is listed, so that it can be removed.
    """

    async def make_all(responder: Responder, interaction: Interaction, what: str) -> str:
        made = await asyncio.gather(*(making.make(responder, interaction, each) for each in (what, what)))
        return " ".join(made)

    if at_once:
        monkeypatch.setattr(setup, "make", make_all)
    place = table.application.client.get_partial_messageable(table.channel.id)
    custom_id = "lt|wizard|0||0|make:results"
    guild = table.application.client.get_guild(table.guild.id)
    assert guild is not None
    before = len(guild.channels)
    for _ in range(1 if at_once else 2):
        view = discord.ui.LayoutView()
        view.add_item(discord.ui.ActionRow(discord.ui.Button(label="x", custom_id=custom_id)))
        await table.members[0].click(await place.send(view=view), custom_id=custom_id)
    made = str((await stored(table))["made"])

    assert before + 1 == len(guild.channels)
    assert 1 == made.count("results:")
