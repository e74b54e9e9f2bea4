"""Checks of ordinary messages: boards with pictures, repeats, edits, pins, deletion, direct messages."""

import asyncio
import io
from pathlib import PurePosixPath
from typing import Any
from urllib.parse import urlsplit

import discord
from discord import ui

from bot.edge.delivery.retiring import files_of, take_buttons_off, without_buttons
from bot.edge.doctor.checks import Check, refusal
from bot.edge.doctor.report import Outcome, Result, Skip
from bot.edge.doctor.session import Obj, Session, View, galleries, has_marker, picture_file, picture_part
from bot.edge.limits import FILE_BYTES, Code

BOARD = "board.png"
PLATES = ("board-1.png", "board-2.png")
"""The board's two pictures, each in a gallery of its own."""
FILM = "film.webp"
SEARCH_SECONDS = 1.0
"""Seconds after which Discord has surely written a line of its own."""


async def check_posting(session: Session) -> Outcome:
    """A message as boards are: a gallery, words and a button."""
    place = session.place()
    loop = asyncio.get_running_loop()
    begun = loop.time()
    session.board = await _post_board(session, place.id)
    seconds = loop.time() - begun
    media = galleries(session.board)
    if len(media) != len(PLATES):
        return Outcome(Result.FAILS, f"The message was posted with {len(media)} of its {len(PLATES)} pictures.")
    size = " and ".join(f"{each.get('width')} × {each.get('height')}" for each in media)
    return Outcome(Result.WORKS, f"Posted within {seconds:.1f} s. Discord gives the pictures' sizes as {size} pixels.")


async def _post_board(session: Session, channel: int) -> Obj:
    row: ui.ActionRow[View] = ui.ActionRow(
        ui.Button(label="Play", custom_id=f"doctor|{session.marker}|none", disabled=True)
    )
    plates = tuple(zip((session.pictures.before, session.pictures.after), PLATES, strict=True))
    view = session.layout(
        ui.TextDisplay("A test of `longtable doctor`. This message will be deleted."),
        *(picture_part(drawing, name) for drawing, name in plates),
        row,
    )
    return await session.post(channel, view, files=[picture_file(drawing, name) for drawing, name in plates])


async def check_attachments(session: Session) -> Outcome:
    """``attachments`` is empty where galleries show the files, and the files can be named all the same."""
    board = session.require_post()
    listed = len(board.get("attachments", ()))
    names = [name for _, name in files_of(await _message(session, board))]
    if names != list(PLATES):
        address = [PurePosixPath(urlsplit(media["url"]).path).name for media in galleries(board)]
        return Outcome(Result.FAILS, f"The message doesn't say the files' names; their addresses end in {address}.")
    if listed:
        return Outcome(Result.DIFFERS, f"`attachments` lists {listed}, although Discord's documentation says none.")
    told = "with" if galleries(board)[0].get("attachment_id") else "without"
    named = " and ".join(PLATES)
    return Outcome(Result.WORKS, f"`attachments` is empty, and the galleries name {named}, {told} `attachment_id`.")


async def _message(session: Session, message: Obj) -> discord.Message:
    place = session.client.get_partial_messageable(int(message["channel_id"]))
    return await place.fetch_message(int(message["id"]))


async def check_nonce(session: Session) -> Outcome:
    """The same nonce twice gives one message."""
    place = session.place()
    nonce = f"doctor{session.marker}"
    first = await session.post(place.id, session.words("A test of repeats."), nonce=nonce)
    second = await session.post(place.id, session.words("A test of repeats."), nonce=nonce)
    if first["id"] != second["id"]:
        return Outcome(Result.FAILS, "The same nonce gave two messages.")
    kept = "still has it" if (await session.fetch(first)).get("nonce") else "no longer has it, as expected"
    return Outcome(Result.WORKS, f"The same nonce gave one message. Read again, the message {kept}.")


async def check_search(session: Session) -> Outcome:
    """The id of a component is kept, so that a message can be found again."""
    board, place = session.require_post(), session.place()
    found = [
        message["id"]
        for message in await session.history(place.id, session.since)
        if has_marker(message, session.marker)
    ]
    if board["id"] not in found:
        return Outcome(Result.FAILS, "The board's message wasn't found in the channel's history.")
    return Outcome(Result.WORKS, "The board's message was found by the id of its outermost component.")


async def check_buttons_off(session: Session) -> Outcome:
    """An edit that names the message's own files takes the buttons off and leaves the pictures."""
    message = await _message(session, session.require_post())
    view = without_buttons(message)
    assert view is not None, "the board has a button"
    try:
        await session.edit(session.require_post(), view)
    except discord.HTTPException as error:
        if error.code != Code.INVALID_BODY:
            raise
        await take_buttons_off(message, session.client.http.get_from_cdn)
        outcome = Outcome(Result.DIFFERS, f"{refusal(error)}. Sending the pictures again worked.")
    else:
        outcome = Outcome(Result.WORKS, "The buttons are gone and both pictures are still there.")
    after = await _message(session, session.require_post())
    if without_buttons(after) is not None:
        return Outcome(Result.FAILS, "The edit was accepted, but the buttons are still there.")
    if await _pictures(session) != [session.pictures.before.png, session.pictures.after.png]:
        return Outcome(Result.FAILS, "The edit was accepted, but a picture is gone.")
    return outcome


async def _pictures(session: Session) -> list[bytes]:
    """The files that the board shows, from top to bottom."""
    media = galleries(await session.fetch(session.require_post()))
    return [await session.client.http.get_from_cdn(each["url"]) for each in media]


async def check_fewer(session: Session) -> Outcome:
    """An edit that brings one picture leaves neither of the two of before."""
    drawing, name = session.pictures.after, PLATES[0]
    view = session.layout(ui.TextDisplay("The board has one picture now."), picture_part(drawing, name))
    await session.edit(session.require_post(), view, files=[picture_file(drawing, name)])
    after = await session.fetch(session.require_post())
    if await _pictures(session) != [drawing.png]:
        return Outcome(Result.FAILS, "The edit was accepted, but the new picture isn't the only one.")
    if left := [each["filename"] for each in after.get("attachments", ()) if each["filename"] not in PLATES[:1]]:
        return Outcome(Result.FAILS, f"The edit was accepted, but {left[0]} is still there.")
    return Outcome(Result.WORKS, "The new picture is the only one.")


async def check_address(session: Session) -> Outcome:
    """An edit may name the picture by the address that Discord gave it. The bot doesn't do so."""
    board = session.require_post()
    address = galleries(await session.fetch(board))[0]["url"]
    view = session.layout(
        ui.TextDisplay("The picture by its address."), ui.MediaGallery(discord.MediaGalleryItem(address))
    )
    try:
        media = galleries(await session.edit(board, view))
    except discord.HTTPException as error:
        if error.code != Code.INVALID_BODY:
            raise
        return Outcome(Result.DIFFERS, f"{refusal(error)}.")
    own = "the message's own file" if media and media[0].get("attachment_id") else "a picture from elsewhere"
    return Outcome(Result.WORKS, f"Accepted; Discord treats it as {own}.")


async def check_too_large(session: Session) -> Outcome:
    """A file above the limit is refused by the code that the bot knows."""
    place = session.place()
    most = place.guild.filesize_limit
    if most > FILE_BYTES:
        raise Skip(f"Files up to {most // 2**20} MiB are allowed in this server; that would be a large upload.")
    file = discord.File(io.BytesIO(bytes(most + 1)), BOARD)
    view = session.layout(ui.MediaGallery(discord.MediaGalleryItem(f"attachment://{BOARD}")))
    try:
        await session.post(place.id, view, files=[file])
    except discord.HTTPException as error:
        if error.code == Code.TOO_LARGE:
            return Outcome(
                Result.WORKS, f"{most + 1} bytes were refused with status {error.status}, code {error.code}."
            )
        raise
    return Outcome(
        Result.DIFFERS, f"{most + 1} bytes were accepted.", "No action needed: larger pictures can be posted."
    )


async def check_film(session: Session) -> Outcome:
    """An animated WebP in a gallery is accepted. Whether it moves, a person has to see."""
    item = discord.MediaGalleryItem(f"attachment://{FILM}")
    view = session.layout(ui.TextDisplay("Does this picture move?"), ui.MediaGallery(item))
    file = discord.File(io.BytesIO(session.pictures.film), FILM)
    session.film = await session.post(session.place().id, view, files=[file])
    kind = galleries(session.film)[0].get("content_type") or "no type"
    return Outcome(
        Result.WORKS, f"{len(session.pictures.film) // 1000} kB were posted; Discord gives the type as {kind}."
    )


async def check_pin(session: Session) -> Outcome:
    """Pin and unpin; the line that Discord writes about a pin can be deleted."""
    board, place = session.require_post(), session.place()
    message, channel = int(board["id"]), place.id
    await session.client.http.pin_message(channel, message)
    await asyncio.sleep(SEARCH_SECONDS)
    lines = [
        int(line["id"])
        for line in await session.history(channel, message)
        if line["type"] == discord.MessageType.pins_add.value
        and int(line["message_reference"]["message_id"]) == message
    ]
    for line in lines:
        await session.client.http.delete_message(channel, line)
    await session.client.http.unpin_message(channel, message)
    told = "Discord wrote a line about it, which could be deleted" if lines else "Discord wrote no line about it"
    return Outcome(Result.WORKS, f"Pinned and unpinned; {told}.")


async def check_deleting(session: Session) -> Outcome:
    """A deleted message is gone, and says so by the code that the bot knows."""
    channel = session.place().id
    message = await session.post(channel, session.words("This message is deleted at once."))
    await session.client.http.delete_message(channel, int(message["id"]))
    try:
        await session.fetch(message)
    except discord.NotFound as error:
        if error.code == Code.UNKNOWN_MESSAGE:
            return Outcome(Result.WORKS, f"Deleted; asking for it gives status {error.status}, code {error.code}.")
        raise
    return Outcome(Result.FAILS, "The message is still there.")


async def check_direct_message(session: Session) -> Outcome:
    """A direct message to the person named."""
    if session.user is None:
        raise Skip("Name a person with --user.")
    opened: Any = await session.client.http.start_private_message(session.user)
    await session.post(int(opened["id"]), session.words("A test of `longtable doctor`. This message will be deleted."))
    return Outcome(Result.WORKS, "It was delivered.")


CHECKS = (
    Check(
        "A board with two pictures",
        "Post a components v2 message with two galleries, a file for each, and a button.",
        "Boards can't be posted. Check “Send Messages” and “Attach Files”; report the code.",
        check_posting,
    ),
    Check(
        "Files of a message",
        "Look at `attachments` of that message, and find the names of its files.",
        "The bot doesn't rely on `attachments`. If it can't find the files' names, old boards may keep their buttons.",
        check_attachments,
    ),
    Check(
        "Repeats",
        "Post a message twice with the same nonce.",
        "A board may appear twice after a lost connection.",
        check_nonce,
    ),
    Check(
        "Finding a message again",
        "Look for the board by the id of its outermost component.",
        "A board may appear twice after a lost connection. Check “Read Message History”.",
        check_search,
    ),
    Check(
        "Buttons off an old board",
        "Edit the board: remove the buttons, and refer to its own files as `attachment://board-1.png` and "
        "`attachment://board-2.png`.",
        "If Discord refuses with 50035, the bot sends the pictures again; no action is needed. Otherwise old boards "
        "keep their buttons, which answer that they are out of date.",
        check_buttons_off,
    ),
    Check(
        "A board with one picture fewer",
        "Edit the board: send one new picture in place of the two.",
        "Boards that are edited in live play may show old pictures below the new ones; report what it looks like.",
        check_fewer,
    ),
    Check(
        "A picture by its address",
        "Edit the board: refer to its picture by the address that Discord gave it.",
        "No action needed: the bot doesn't use these addresses.",
        check_address,
    ),
    Check(
        "A file that is too large",
        "Post a file one byte above the limit.",
        "The bot expects code 40005 and then posts a smaller picture; report the code.",
        check_too_large,
    ),
    Check(
        "A film",
        "Post an animated WebP in a gallery.",
        "`/match replay` doesn't work. `/match history` steps through the same turns.",
        check_film,
    ),
    Check(
        "Pins",
        "Pin the board, delete the line that Discord writes about it, unpin.",
        "Matches played in a channel have no pinned card. Check “Pin Messages”.",
        check_pin,
    ),
    Check(
        "Deleting",
        "Delete a message, then ask for it.",
        "Report the code.",
        check_deleting,
    ),
    Check(
        "A direct message",
        "Send a direct message to the person named with --user.",
        "People who take no direct messages are mentioned in the match's thread instead. If that person does take "
        "them, check that they share the server with the bot.",
        check_direct_message,
    ),
)
