"""``/match export`` and ``/match import``: a match as a file, and a file as a practice match."""

import aiohttp
import discord

from bot.app.transfer.match_file import BadFile
from bot.app.transfer.reading import Wanted
from bot.app.views.targets import BOARD
from bot.edge import limits
from bot.edge.commands.builder import Command, Given, Option, command, match_option, resolve_match
from bot.edge.interactions.button_actions import receipt_post
from bot.edge.interactions.rate_limits import FILE_COST
from bot.edge.interactions.responder import Interaction, Responder, Sentence, actor, key
from bot.edge.interactions.rights import find_opening
from bot.edge.messages.builder import MessageBuilder, Post
from bot.edge.messages.formatting import words_of
from bot.edge.words import _, escape_markdown
from db.records import Status

TEXT = "text"

MOST_UPLOAD = 2 * 1024 * 1024
"""Bytes of a file that is handed in; the longest matches take a tenth of it."""


def export_command(responder: Responder) -> Command:
    """Return the command."""

    async def run(interaction: Interaction, given: Given) -> Post:
        match, user = await resolve_match(responder, interaction, given), actor(interaction).user
        look = await responder.services.matches.look(match, user)
        if given.get("form") == TEXT:
            file = await responder.services.files.sheet(match, user)
            words = _("The turns of match #{match} and its score.", match=match)
        else:
            file = await responder.services.files.match_file(match, user)
            if look.match.status is Status.FINISHED:
                words = _("All of match #{match}.", match=match)
            else:
                words = _("Match #{match} as far as you may see it.", match=match)
        if len(file.data) > limits.FILE_BYTES:
            raise Sentence(_("The file is too large for Discord. Ask the bot's operator for it."))
        return MessageBuilder().say(f"{words} {words_of(look)(file.use)}").hand_out(file.name, file.data).post()

    form = Option(
        name="form",
        what=_("A file that holds the match if left out"),
        choices=((_("a file that holds the match"), "file"), (_("turns and score as text"), TEXT)),
    )
    what = _("A match as a file, to keep, to verify or to play on")
    options = [form, match_option(responder)]
    return command(responder, "export", what, run=run, options=options, target=BOARD, queue=False, cost=FILE_COST)


def import_command(responder: Responder) -> Command:
    """Return the command."""

    async def run(interaction: Interaction, given: Given) -> Post:
        data = await _handed_in(given["file"])
        opening = await find_opening(responder, interaction, alone=True)
        who = actor(interaction)
        wanted = Wanted(place=opening.place, player=who, turn=given.get("turn"))
        try:
            receipt = await responder.services.importing.open(data, wanted, key=key(interaction))
        except BadFile as error:
            raise Sentence(_("Nothing was opened. {why}", why=escape_markdown(str(error)))) from None
        return await receipt_post(responder, interaction, receipt, notes=opening.notes)

    file = Option(name="file", what=_("A file of `/match export`"), type=discord.Attachment, required=True)
    turn = Option(
        name="turn", what=_("Begin after this line of its log; its end if left out"), type=int, least=0, most=100_000
    )
    what = _("Open a match from a file as a practice match in which you play all seats")
    return command(responder, "import", what, run=run, options=[file, turn], queue=False, alone=True, cost=FILE_COST)


async def _handed_in(file: discord.Attachment) -> bytes:
    """The bytes of a file; raises Sentence for one that is too large, or cannot be fetched."""
    if file.size > MOST_UPLOAD:
        most = MOST_UPLOAD // (1024 * 1024)
        raise Sentence(_("The file is too large. A file of a match has up to {most} MiB.", most=most))
    try:
        return await file.read()
    except (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError):
        raise Sentence(_("Discord didn't deliver the file. Try again.")) from None
