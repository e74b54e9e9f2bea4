"""The rest of the API that a bot may ask: each answer is held against Discord's description on the way."""

from __future__ import annotations

import discord
import pytest

from tests.standin.client import Control, NotPossible
from tests.standin.control.forms import filled
from tests.standin.media import dimensions
from tests.standin.slash import Place, Refused
from tests.standin.small_bot import SmallBot, picture
from tests.standin.stand import Stand
from tests.standin.wire import Obj


async def test_accounts_and_guilds(bot: SmallBot, control: Control) -> None:
    """
    Application, guild, roles, channels and members are found by id.
    """
    guild = bot.guilds[0]
    info = await bot.application_info()
    fetched = await bot.fetch_guild(guild.id, with_counts=False)
    names = [partial.name async for partial in bot.fetch_guilds()]
    channels = [channel.name for channel in await guild.fetch_channels()]
    member = await guild.fetch_member(next(iter(await guild.query_members("user2"))).id)
    assert bot.user is not None

    assert (bot.user.id, "Longtable", ["Longtable"]) == (info.id, fetched.name, names)
    assert ["tables", "lobby"] == channels
    assert "players" in [role.name for role in await guild.fetch_roles()]
    assert ("user2", ["@everyone", "players"]) == (member.name, [role.name for role in member.roles])


async def test_unknown_accounts(bot: SmallBot, control: Control) -> None:
    """
    An unknown user is 10013, an unknown guild 10004, all members at once 50001 without the privileged intent.
    """
    codes = []
    for call in (bot.fetch_user(1), bot.fetch_guild(1), bot.http.get_members(bot.guilds[0].id, 10, None)):
        with pytest.raises(discord.HTTPException) as refused:
            await call
        codes.append(refused.value.code)

    assert [10013, 10004, 50001] == codes


async def test_channels_need_a_right(bot: SmallBot, control: Control) -> None:
    """
    Making, renaming and deleting channels needs MANAGE_CHANNELS.
    """
    guild = bot.guilds[0]
    with pytest.raises(discord.Forbidden):
        await guild.create_text_channel("matches")
    await control.fault("rights", add=["MANAGE_CHANNELS"])
    made = await guild.create_text_channel("matches")
    await made.edit(name="games", topic="all of them")
    fetched = await bot.fetch_channel(made.id)
    await made.delete()

    assert isinstance(fetched, discord.TextChannel)
    assert ("games", "all of them") == (fetched.name, fetched.topic)
    with pytest.raises(discord.NotFound):
        await bot.fetch_channel(made.id)


async def test_thread_members(bot: SmallBot, control: Control) -> None:
    """
    Who is in a thread can be asked, changed, and is told; all at once only with the privileged intent.
    """
    users = {user["username"]: int(user["id"]) for user in (await control.world("users"))["users"]}
    await control.fault("rights", add=["CREATE_PRIVATE_THREADS"])
    thread = await bot.place("tables").create_thread(name="t")
    await thread.add_user(discord.Object(users["user2"]))
    await thread.add_user(discord.Object(users["user3"]))
    await thread.remove_user(discord.Object(users["user2"]))
    with pytest.raises(discord.Forbidden):
        await thread.fetch_members()
    await control.settings(privileged_intents=True)
    members = {member.id for member in await thread.fetch_members()}
    one = await thread.fetch_member(users["user3"])
    await thread.edit(name="renamed", auto_archive_duration=60)
    await thread.edit(archived=True)
    private = [t.name async for t in bot.place("tables").archived_threads(private=True)]
    joined = [t.name async for t in bot.place("tables").archived_threads(private=True, joined=True)]
    await thread.edit(archived=False)
    await thread.leave()
    assert bot.user is not None

    assert {bot.user.id, users["user3"]} == members
    assert users["user3"] == one.id
    assert (["renamed"], ["renamed"]) == (private, joined)


async def test_typing_and_original_response(bot: SmallBot, control: Control, stand: Stand) -> None:
    """
    Typing shows nothing here but is allowed; an answer can be fetched and deleted through its token.
    """
    await bot.place("tables").typing()
    outcome = await control.interact("user1", "tables", "/grunn take count:1 loud:True")
    token = stand.world.interactions[max(stand.world.interactions)].token
    webhook = discord.Webhook.partial(bot.application_id or 0, token, client=bot)
    fetched = await webhook.fetch_message(int(outcome.message.id))
    await webhook.delete_message(fetched.id)

    assert outcome.message.text == fetched.content
    assert [] == await control.messages("tables")


async def test_bot_leaves_and_comes_back(bot: SmallBot, control: Control) -> None:
    """
    Out of the guild the bot reaches nothing there and gets no commands; added again it does.
    """
    tables = bot.place("tables")
    await bot.guilds[0].leave()
    with pytest.raises(discord.Forbidden) as outside:
        await tables.send("x")
    with pytest.raises(NotPossible, match="no command"):
        await control.interact("user1", "tables", "/grunn take count:1")
    await control.fault("join")
    back = await control.interact("user1", "tables", "/grunn take count:1")

    assert 50001 == outside.value.code
    assert "message" == back.kind


async def test_control_api_says_what_is_wrong(bot: SmallBot, control: Control) -> None:
    """
    Names that don't exist are told, with those that do.
    """
    for call, told in (
        (control.interact("nobody", "tables", "/x"), "no user"),
        (control.interact("user1", "nowhere", "/x"), "no channel"),
        (control.fault("rights", remove=["FLY"]), "There are: ADMINISTRATOR"),
        (control.settings(speed=3), "no setting"),
        (control.outcome("1"), "no interaction"),
        (control.create("planet", "x"), "guild, group, role, user, channel"),
        (control.complete("user1", "tables", "/grunn take", focused="count"), "no completion"),
    ):
        with pytest.raises(NotPossible, match=told):
            await call


def test_sizes_of_pictures() -> None:
    """
    Width and height are read from PNG, GIF and the three sorts of WebP.
    """
    gif = b"GIF89a" + (7).to_bytes(2, "little") + (5).to_bytes(2, "little")
    head = b"RIFF\0\0\0\0WEBP"
    extended = head + b"VP8X" + bytes(8) + (6).to_bytes(3, "little") + (4).to_bytes(3, "little")
    lossless = head + b"VP8L" + bytes(4) + b"\x2f" + (6 | 4 << 14).to_bytes(4, "little")
    lossy = head + b"VP8 " + bytes(10) + (7).to_bytes(2, "little") + (5).to_bytes(2, "little")

    assert (7, 5) == dimensions(picture(7, 5))
    assert [(7, 5)] * 4 == [dimensions(data) for data in (gif, extended, lossless, lossy)]
    assert dimensions(b"text") is None


async def test_every_field_of_a_modal(place: Place) -> None:
    """
    Labels hold text inputs, selects of all sorts, radio groups, checkboxes; what is left out keeps its default.
    """
    options = [{"label": "A", "value": "a", "default": True}, {"label": "B", "value": "b"}]
    fields: list[Obj] = [
        {"type": 4, "custom_id": "text", "style": 1, "value": "as it was"},
        {"type": 3, "custom_id": "pick", "options": options},
        {"type": 5, "custom_id": "who"},
        {"type": 21, "custom_id": "radio", "options": options},
        {"type": 22, "custom_id": "checks", "options": options},
        {"type": 23, "custom_id": "check"},
    ]
    labels = [{"type": 18, "id": n, "label": "x", "component": {"id": 10 + n, **f}} for n, f in enumerate(fields)]
    modal: Obj = {"custom_id": "m", "title": "t", "components": [{"type": 10, "id": 99, "content": "x"}, *labels]}
    data = filled(place, modal, values={"who": "user3", "checks": ["A", "b"], "check": True})
    sent = [part["component"].get("values", part["component"].get("value")) for part in data["components"][1:]]

    assert ["as it was", ["a"], [next(iter(data["resolved"]["users"]))], "a", ["a", "b"], True] == sent
    bad: list[dict[str, str | bool | list[str]]] = [
        {"who": []},
        {"who": "user3", "pick": "c"},
        {"nothing": "x"},
        {"who": "user3", "text": ""},
    ]
    for values in bad:
        with pytest.raises(Refused):
            filled(place, modal, values=values)


@pytest.fixture
async def place(stand: Stand) -> Place:
    """The first user in the first channel."""
    user = next(u for u in stand.world.users.values() if not u.bot)
    return Place(world=stand.world, user=user, channel=next(iter(stand.world.channels.values())))
