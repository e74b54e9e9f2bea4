"""The bot's own messages: nonces, files, edits, pins, mentions, history, direct messages."""

from __future__ import annotations

import io

import discord
import pytest

from tests.standin.client import Control
from tests.standin.small_bot import Layout, SmallBot, picture, png


async def test_enforced_nonce_gives_the_first_message_again(bot: SmallBot, control: Control) -> None:
    """
    A second create with the same nonce answers with the first message, also on the multipart path, and makes none.
    """
    first = await bot.place("tables").send("one", nonce="ob-1", file=png())
    second = await bot.place("tables").send("two", nonce="ob-1", file=png())
    third = await bot.place("lobby").send("elsewhere", nonce="ob-1")

    assert first.id == second.id != third.id
    assert ["one"] == [message.text for message in await control.messages("tables")]


async def test_nonce_is_forgotten_after_minutes(bot: SmallBot, control: Control) -> None:
    """
    After a few minutes the same nonce makes a new message.
    """
    first = await bot.place("tables").send("one", nonce="ob-1")
    await control.fault("clock", ahead_s=301)
    second = await bot.place("tables").send("two", nonce="ob-1")

    assert first.id != second.id


async def test_nonce_of_a_deleted_message(bot: SmallBot, control: Control) -> None:
    """
    While a nonce is remembered, its deleted message answers 10008.
    """
    first = await bot.place("tables").send("one", nonce="ob-1")
    await control.fault("delete_message", message=str(first.id))
    with pytest.raises(discord.NotFound) as refused:
        await bot.place("tables").send("one", nonce="ob-1")

    assert 10008 == refused.value.code


@pytest.mark.parametrize(
    ("body", "path"),
    [
        ({"content": "x" * 2001}, "content"),
        ({"embeds": [discord.Embed(description="x" * 4096), discord.Embed(description="x" * 2000)]}, "embeds"),
        ({"embed": discord.Embed(title="x" * 257)}, "embeds.0.title"),
        ({"embed": discord.Embed()}, "embeds.0.description"),
        ({"content": "x", "nonce": "n" * 26}, "nonce"),
    ],
)
async def test_50035_names_the_field(bot: SmallBot, control: Control, body: dict[str, object], path: str) -> None:
    """
    What is too long is refused with 50035 and the path of the bad field.
    """
    with pytest.raises(discord.HTTPException) as refused:
        await bot.place("tables").send(**body)  # type: ignore[call-overload]

    assert (400, 50035) == (refused.value.status, refused.value.code)
    assert f"In {path}:" in refused.value.text
    assert [] == await control.messages("tables")
    assert path in (await control.requests(method="POST", wrong=1))[-1]["problems"][0]


async def test_50035_in_a_button(bot: SmallBot, control: Control) -> None:
    """
    The path leads through rows to the very button.
    """
    view = discord.ui.View()
    view.add_item(discord.ui.Button(label="ok", custom_id="same"))
    view.add_item(discord.ui.Button(label="again", custom_id="same"))
    with pytest.raises(discord.HTTPException) as refused:
        await bot.place("tables").send("x", view=view)

    assert "In components.0.components.1.custom_id:" in refused.value.text


async def test_v2_names_missing_files(bot: SmallBot, control: Control) -> None:
    """
    A layout that shows a file it doesn't bring is refused at the media's address.
    """
    with pytest.raises(discord.HTTPException) as refused:
        await bot.place("tables").send(view=Layout())

    assert "In components.0.components.0.accessory.media.url:" in refused.value.text


async def test_empty_message_and_big_file(bot: SmallBot, control: Control) -> None:
    """
    Nothing at all is 50006, a file above the limit 413 with 40005.
    """
    await control.settings(file_bytes=1000)
    with pytest.raises(discord.HTTPException) as empty:
        await bot.place("tables").send("")
    with pytest.raises(discord.HTTPException) as big:
        await bot.place("tables").send(file=discord.File(io.BytesIO(b"x" * 1001), "big.txt"))

    assert (400, 50006) == (empty.value.status, empty.value.code)
    assert (413, 40005) == (big.value.status, big.value.code)


async def test_files_of_one_request_are_too_big_together(bot: SmallBot, control: Control) -> None:
    """
    Each may be small enough: 413 with 40005, posted or edited, and nothing has changed.
    """
    await control.settings(request_bytes=1000)
    small = [io.BytesIO(b"x" * 501) for _ in range(4)]
    sent = await bot.place("tables").send("one", file=discord.File(small[0], "a.txt"))
    files = [discord.File(data, f"{at}.txt") for at, data in enumerate(small[1:3])]
    with pytest.raises(discord.HTTPException) as posted:
        await bot.place("tables").send(files=files)
    files = [discord.File(io.BytesIO(b"x" * 501), f"{at}.txt") for at in range(2)]
    with pytest.raises(discord.HTTPException) as edited:
        await sent.edit(attachments=files)
    (seen,) = await control.messages("tables")

    assert [(413, 40005)] * 2 == [(error.value.status, error.value.code) for error in (posted, edited)]
    assert ["a.txt"] == [file["filename"] for file in seen.attachments]


async def test_edit_keeps_named_attachments_and_drops_others(bot: SmallBot, control: Control) -> None:
    """
    ``attachments`` in an edit keeps those named, adds new files, drops the rest.
    """
    sent = await bot.place("tables").send("x", files=[png("a.png"), png("b.png")])
    edited = await sent.edit(content="y", attachments=[sent.attachments[1], png("c.png", 8)])

    assert ["b.png", "c.png"] == [file.filename for file in edited.attachments]
    assert picture(8) == await edited.attachments[1].read()
    assert [8, 3] == [edited.attachments[1].width, edited.attachments[1].height]


async def test_files_that_a_component_shows_are_no_attachments(bot: SmallBot, control: Control) -> None:
    """
    Discord names them in the component alone; a user sees the file all the same.
    """
    sent = await bot.place("tables").send(view=Layout(), file=png())
    fetched = await bot.place("tables").fetch_message(sent.id)
    (seen,) = await control.messages("tables")

    assert ([], []) == (sent.attachments, fetched.attachments)
    assert ["board.png"] == [file["filename"] for file in seen.attachments]


async def test_an_edit_may_have_to_bring_its_files_again(bot: SmallBot, control: Control) -> None:
    """
    Discord documents no reference to a file that a message of components has: by a setting it is refused.
    """
    sent = await bot.place("tables").send(view=Layout(), file=png())
    await sent.edit(view=Layout())
    await control.settings(kept_references=False)
    with pytest.raises(discord.HTTPException) as refused:
        await sent.edit(view=Layout())
    await sent.edit(view=Layout(), attachments=[png()])
    (seen,) = await control.messages("tables")

    assert "The referenced attachment was not found" in refused.value.text
    assert ["board.png"] == [file["filename"] for file in seen.attachments]


async def test_attachment_links_expire(bot: SmallBot, control: Control) -> None:
    """
    A link works for a day; a fresh look at the message gives a fresh link.
    """
    await bot.place("tables").send(file=png())
    old = (await control.messages("tables"))[0].attachments[0]["url"]
    await control.fault("clock", ahead_s=25 * 3600)
    fresh = (await control.messages("tables"))[0].attachments[0]["url"]

    with pytest.raises(LookupError):
        await control.fetch(old)
    with pytest.raises(LookupError):
        await control.fetch(fresh.replace("hm=", "hm=0"))
    assert picture() == await control.fetch(fresh)


async def test_edits_of_old_messages_are_limited(bot: SmallBot, control: Control) -> None:
    """
    A message more than an hour old takes three edits in the window, the next gets 429 with 30046.
    """
    sent = await bot.place("tables").send("x")
    await control.fault("clock", ahead_s=3700)
    await control.settings(old_edits_s=60)
    for n in range(3):
        await sent.edit(content=str(n))
    with pytest.raises(discord.RateLimited):
        await sent.edit(content="again")

    assert (429, 30046) == _last(await control.requests(method="PATCH"))


def _last(entries: list[dict[str, object]]) -> tuple[object, object]:
    answer = entries[-1]["answer"]
    assert isinstance(answer, dict)
    return entries[-1]["status"], answer["code"]


async def test_mentions_notify_only_whom_they_may(bot: SmallBot, control: Control) -> None:
    """
    ``allowed_mentions`` decides who is really notified; @everyone needs its own right.
    """
    users = {user["username"]: int(user["id"]) for user in (await control.world("users"))["users"]}
    text = f"<@{users['user1']}> <@{users['user2']}> @everyone"
    one = discord.AllowedMentions(users=[discord.Object(users["user2"])], everyone=False, roles=False)
    await bot.place("tables").send(text, allowed_mentions=one)
    await bot.place("tables").send(text, allowed_mentions=discord.AllowedMentions.none())
    await bot.place("tables").send(text, allowed_mentions=discord.AllowedMentions.all())

    pinged = [message.pinged for message in await control.messages("tables")]
    assert [["user2"], [], ["user1", "user2"]] == pinged


async def test_pins(bot: SmallBot, control: Control) -> None:
    """
    Pinning shows in the message and the list, leaves a notice, and needs its own right.
    """
    sent = await bot.place("tables").send("card")
    await sent.pin()
    pinned = [message.id async for message in bot.place("tables").pins()]
    kinds = [message.type for message in await control.messages("tables")]
    await sent.unpin()
    await control.fault("rights", remove=["PIN_MESSAGES"])
    with pytest.raises(discord.Forbidden) as refused:
        await sent.pin()

    assert ([sent.id], [0, 6]) == (pinned, kinds)
    assert 50013 == refused.value.code


async def test_history_pages(bot: SmallBot, control: Control) -> None:
    """
    History comes in pages, newest first unless asked otherwise; words of others are hidden without the intent.
    """
    await control.settings(rates="loose")
    sent = [await bot.place("tables").send(str(n)) for n in range(7)]
    await control.say("user1", "tables", "secret words")
    newest = [message.content async for message in bot.place("tables").history(limit=3)]
    later = [message.content async for message in bot.place("tables").history(limit=2, after=sent[3])]

    assert ["", "6", "5"] == newest
    assert ["4", "5"] == later


async def test_direct_messages(bot: SmallBot, control: Control) -> None:
    """
    A direct message reaches its user, unless they closed them (50007) or share no guild any more (50278).
    """
    users = {user["username"]: int(user["id"]) for user in (await control.world("users"))["users"]}
    person = await bot.fetch_user(users["user5"])
    await person.send("your turn")
    seen = await control.messages("dm:user5", "user5")
    await control.fault("dms", user="user5")
    with pytest.raises(discord.Forbidden) as closed:
        await person.send("again")
    await control.fault("leave", who="user5")
    with pytest.raises(discord.Forbidden) as stranger:
        await person.send("again")

    assert (["your turn"], ["user5"]) == ([m.text for m in seen], seen[0].pinged)
    assert (50007, 50278) == (closed.value.code, stranger.value.code)


async def test_missing_rights_and_places(bot: SmallBot, control: Control) -> None:
    """
    A right taken away is 50013, a hidden channel 50001, a deleted one 10003, an unknown message 10008.
    """
    tables, lobby = bot.place("tables"), bot.place("lobby")
    sent = await tables.send("x")
    codes = []
    await control.fault("rights", remove=["SEND_MESSAGES"], channel="tables")
    codes.append(await _code(tables.send("y")))
    await control.fault("rights", remove=["VIEW_CHANNEL"], channel="tables")
    codes.append(await _code(tables.send("y")))
    await control.fault("rights", add=["VIEW_CHANNEL", "SEND_MESSAGES"], channel="tables")
    await control.fault("rights", remove=["ATTACH_FILES"])
    codes.append(await _code(tables.send(file=png())))
    await control.fault("delete_message", message=str(sent.id))
    codes.append(await _code(sent.edit(content="z")))
    await control.fault("delete_channel", channel="lobby")
    codes.append(await _code(lobby.send("y")))

    assert [50013, 50001, 50013, 10008, 10003] == codes


async def _code(call: object) -> int:
    with pytest.raises(discord.HTTPException) as refused:
        await call  # type: ignore[misc]
    return refused.value.code


async def test_reply_without_history(bot: SmallBot, control: Control) -> None:
    """
    A reply shows what it answers, and needs the right to read history.
    """
    sent = await bot.place("tables").send("x")
    reply = await sent.reply("y")
    await control.fault("rights", remove=["READ_MESSAGE_HISTORY"])

    assert reply.reference is not None
    assert sent.id == reply.reference.message_id
    assert 160002 == await _code(sent.reply("z"))


async def test_own_messages_only(bot: SmallBot, control: Control) -> None:
    """
    The bot can't edit (50005) or delete (50013) what a user wrote.
    """
    said = await control.say("user1", "tables", "mine")
    message = await bot.place("tables").fetch_message(int(said.id))

    assert 50005 == await _code(message.edit(content="yours"))
    assert 50013 == await _code(message.delete())
