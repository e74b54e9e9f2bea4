"""A real bot on the stand-in: login, commands, completion, components, modals, files."""

from __future__ import annotations

import base64

import pytest

from tests.standin.client import Control, NotPossible
from tests.standin.small_bot import SmallBot, picture


async def test_login_registers_commands(bot: SmallBot, control: Control) -> None:
    """
    The bot logs in unmodified, sees its guild and channels, and its commands are registered as it sent them.
    """
    world = await control.world()

    assert bot.user is not None
    assert ["tables", "lobby"] == [channel.name for channel in bot.guilds[0].text_channels]
    assert {"grunn", "slow", "buttons", "layout", "gallery", "upload", "Look at", "manage", "late", "bad"} == {
        command["name"] for command in world["commands"]
    }


async def test_slash_reads_options_by_type(bot: SmallBot, control: Control) -> None:
    """
    Numbers, choices by their names, members and truth values arrive typed; the answer is private.
    """
    line = "/grunn take count:2 note:two words, no colon: here side:Left who:@user3 loud:False"
    outcome = await control.interact("user2", "tables", line)

    assert "message" == outcome.kind
    assert outcome.acknowledged_ms is not None
    assert "take 2 note=two words, no colon: here side=l who=user3 loud=False" == outcome.message.text
    assert outcome.message.ephemeral
    assert [] == await control.messages("tables", "user1")
    assert 1 == len(await control.messages("tables", "user2"))


async def test_private_messages_hide_no_public_one(bot: SmallBot, control: Control) -> None:
    """
    A public message is found behind more private ones than are looked through.
    """
    said = await control.say("user2", "tables", "the board")
    for _ in range(31):
        await control.interact("user2", "tables", "/grunn take count:1")
    found = await control.until("tables", lambda one: True, user="user2", seconds=0, public=True)

    assert said.id == found.id
    with pytest.raises(TimeoutError):
        await control.until("tables", lambda one: "board" in one.text, user="user2", seconds=0)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("/nothing", "no command /nothing"),
        ("/grunn", "needs a subcommand"),
        ("/grunn take", "count is required"),
        ("/grunn take count:7", "from 1 to 3"),
        ("/grunn take count:two", "must be a number"),
        ("/grunn take count:1 side:Up", "must be one of: Left, Right"),
        ("/grunn take count:1 who:nobody", "no user 'nobody'"),
        ("/grunn take 1", "belongs to no option"),
        ("/manage", "no command /manage"),
    ],
)
async def test_slash_box_refuses(bot: SmallBot, control: Control, line: str, told: str) -> None:
    """
    What Discord's slash box wouldn't send never reaches the bot.
    """
    with pytest.raises(NotPossible, match=told):
        await control.interact("user2", "tables", line)

    assert 0 == bot.heard


async def test_default_permissions_offer_a_command_to_the_owner(bot: SmallBot, control: Control) -> None:
    """
    A command for managers is offered to the guild's owner.
    """
    outcome = await control.interact("user1", "tables", "/manage")

    assert "managed" == outcome.message.text


async def test_completion_sees_what_is_filled_in(bot: SmallBot, control: Control) -> None:
    """
    Completion gets the options typed so far and gives 25 choices; required ones may still be missing.
    """
    choices = await control.complete("user1", "tables", "/grunn word first:D4 second:x", focused="second")

    assert 25 == len(choices)
    assert {"name": "D4x0", "value": "0"} == choices[0]


async def test_deferred_answer_with_file_and_follow_ups(bot: SmallBot, control: Control) -> None:
    """
    The first follow-up fills the placeholder and keeps its privacy; files can be fetched; edits and deletions hold.
    """
    outcome = await control.interact("user1", "tables", "/slow secret:True")
    edited = await control.outcome_when(
        outcome.interaction, lambda o: len(o.messages) == 2 and o.messages[1].versions == 2
    )
    first, second = edited.messages

    assert "deferred" == outcome.kind
    assert ("first", True, False) == (first.text, first.ephemeral, first.loading)
    assert picture() == await control.fetch(first.attachments[0]["url"])
    assert (4, 3, "a board") == tuple(first.attachments[0][key] for key in ("width", "height", "description"))
    assert ("second, edited", True) == (second.text, second.ephemeral)


async def test_placeholder_stays_public(bot: SmallBot, control: Control) -> None:
    """
    A public deferral stays public even if the follow-up asks to be private.
    """
    outcome = await control.interact("user1", "tables", "/slow")
    outcome = await control.outcome_when(outcome.interaction, lambda o: len(o.messages) == 2)

    assert [False, True] == [message.ephemeral for message in outcome.messages]
    assert "first" == (await control.messages("tables", "user2"))[0].text


async def test_button_edits_message_and_picture(bot: SmallBot, control: Control) -> None:
    """
    A button answers by editing its message; the embed's picture was an attachment, the new file replaces it.
    """
    shown = (await control.interact("user1", "tables", "/buttons")).message
    outcome = await control.press("user2", shown, "count")

    assert shown.embeds[0]["image"]["url"] == shown.attachments[0]["url"]
    assert ("update", "counted\nBoard", 2) == (outcome.kind, outcome.message.text, outcome.message.versions)
    assert ["after.png"] == [file["filename"] for file in outcome.message.attachments]
    assert picture(9) == await control.fetch(outcome.message.attachments[0]["url"])


async def test_deferred_update(bot: SmallBot, control: Control) -> None:
    """
    A button may defer and edit later.
    """
    shown = (await control.interact("user1", "tables", "/buttons")).message
    outcome = await control.press("user1", shown, label="Later")

    assert ("deferred_update", []) == (outcome.kind, outcome.message.controls)


async def test_selects(bot: SmallBot, control: Control) -> None:
    """
    A select sends values (given by label or value), a user select users; too many or unknown ones can't be chosen.
    """
    shown = (await control.interact("user1", "tables", "/buttons")).message
    several = await control.press("user1", shown, "pick", values=["A", "c"])
    person = await control.press("user1", shown, "who", values=["user4"])

    assert "picked a,c" == several.message.text
    assert "chose user4" == person.message.text
    for values in (["a", "b", "c"], ["z"]):
        with pytest.raises(NotPossible):
            await control.press("user1", shown, "pick", values=values)
    with pytest.raises(NotPossible, match="disabled"):
        await control.press("user1", shown, "off")


async def test_a_select_keeps_what_was_chosen(bot: SmallBot, control: Control) -> None:
    """
    The client keeps a user's choice for a custom id it knows on a message: choosing it again sends nothing.
    """
    shown = (await control.interact("user1", "tables", "/buttons")).message
    await control.press("user1", shown, "pick", values=["a", "c"])
    await control.press("user1", shown, "who", values=["user4"])
    heard = bot.heard
    for part, values in (("pick", ["C", "a"]), ("who", ["user4"])):
        with pytest.raises(NotPossible, match="sends nothing"):
            await control.press("user1", shown, part, values=values)
    assert heard == bot.heard
    other = await control.press("user1", shown, "pick", values=["b"])
    again = await control.press("user1", shown, "pick", values=["a", "c"])
    anew = (await control.interact("user1", "tables", "/buttons")).message
    afresh = await control.press("user1", anew, "pick", values=["a", "c"])

    assert ["picked b", "picked a,c", "picked a,c"] == [one.message.text for one in (other, again, afresh)]


async def test_modal(bot: SmallBot, control: Control) -> None:
    """
    A modal is shown, filled in within its limits, and sent once.
    """
    shown = (await control.interact("user1", "tables", "/buttons")).message
    opened = await control.press("user1", shown, "ask")
    with pytest.raises(NotPossible, match="1 to 20 characters"):
        await control.submit("user1", {"line": "x" * 21, "side": "r"})
    outcome = await control.submit("user1", {"line": "D4>F5", "side": "Right"})

    assert opened.modal is not None
    assert ("modal", "Your move") == (opened.kind, opened.modal["title"])
    assert "D4>F5 ['r']" == outcome.message.text
    with pytest.raises(NotPossible, match="no such modal"):
        await control.submit("user1", {"line": "again", "side": "r"})


async def test_components_v2(bot: SmallBot, control: Control) -> None:
    """
    A layout comes back numbered, with its pictures resolved to links that work.
    """
    outcome = await control.interact("user1", "tables", "/layout")
    container = outcome.message.components[0]
    gallery = next(part for part in container["components"] if part["type"] == 12)

    assert "**Grunn** #142" == outcome.message.text
    assert ["play"] == outcome.message.ids()
    assert picture() == await control.fetch(gallery["items"][0]["media"]["url"])
    assert [1, 2] == [container["id"], container["components"][0]["id"]]


async def test_attachment_option(bot: SmallBot, control: Control) -> None:
    """
    A user's file reaches the bot, which can read it.
    """
    files = {"file": {"filename": "my match.txt", "data": base64.b64encode(b"hello").decode()}}
    outcome = await control.interact("user1", "tables", "/upload", files=files)

    assert "my_match.txt 5" == outcome.message.text


async def test_context_menu(bot: SmallBot, control: Control) -> None:
    """
    A context-menu command gets its message.
    """
    said = await control.say("user1", "tables", "hello")
    outcome = await control.interact("user2", "tables", "Look at", target=said.id)

    assert f"looked at {said.id}" == outcome.message.text


async def test_ephemeral_only_through_its_token(bot: SmallBot, control: Control) -> None:
    """
    The ordinary endpoints don't find an ephemeral message, and nobody else can press on it.
    """
    shown = (await control.interact("user1", "tables", "/grunn take count:1")).message
    found = [message async for message in bot.place("tables").history()]

    assert [] == found
    with pytest.raises(NotPossible, match="sees no message"):
        await control.press("user2", shown, "count")
