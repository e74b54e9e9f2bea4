"""``/match file export`` and ``/match file import``: a match as a file, and a file as a practice match."""

from typing import Annotated

import discord

from bot.app.transfer.match_file import BadFile
from bot.app.transfer.reading import Wanted
from bot.app.views.targets import BOARD
from bot.edge import limits
from bot.edge.commands.builder import Handling
from bot.edge.commands.cog import Cog, Param, command
from bot.edge.commands.parameters import ChosenMatch
from bot.edge.delivery.retries import FAILURES
from bot.edge.interactions import Interaction
from bot.edge.interactions.rate_limits import FILE_COST
from bot.edge.interactions.responder import Sentence, actor, key
from bot.edge.interactions.rights import find_opening
from bot.edge.interactions.turns import receipt_post
from bot.edge.messages.builder import MessageBuilder, Post
from bot.edge.messages.formatting import words_of
from bot.edge.words import _, escape_markdown, language
from db.records import Status
from games.core.words import Style, Words

TEXT = "text"
Form = Annotated[
    str,
    Param(
        _("What to export (default: the whole match as a file)"),
        choices=[(_("the whole match as a file"), "file"), (_("turns and score as text"), TEXT)],
    ),
]

MOST_UPLOAD = 2 * 1024 * 1024
"""Bytes of a file that is handed in; the longest matches take a tenth of it."""


class Files(Cog):
    """Matches as files."""

    @command(
        _("Export a match as a file to keep, verify, or play on from"),
        target=BOARD,
        handling=Handling(queue=False, cost=FILE_COST),
    )
    async def export(self, interaction: Interaction, *, form: Form = "", match: ChosenMatch) -> Post:
        """Hand a match out."""
        user = actor(interaction).user
        match_view = await self.services.matches.view(match, user)
        if form == TEXT:
            file = await self.services.files.sheet(match, user, language=language())
            words = _("The turns and score of match #{match}.", match=match)
        else:
            file = await self.services.files.match_file(match, user, language=language())
            if match_view.match.status is Status.FINISHED:
                words = _("The complete match #{match}.", match=match)
            else:
                words = _("Match #{match}, as much of it as you can see.", match=match)
        if len(file.data) > limits.FILE_BYTES:
            raise Sentence(_("The file is too large for Discord. Ask the bot's operator for it."))
        return MessageBuilder().say(f"{words} {words_of(match_view)(file.use)}").hand_out(file.name, file.data).post()

    @command(
        _("Open a match from a file as a practice match where you play every seat"),
        name="import",
        handling=Handling(queue=False, alone=True, cost=FILE_COST),
    )
    async def open(
        self,
        interaction: Interaction,
        *,
        file: Annotated[discord.Attachment, Param(_("A file from `/match file export`"))],
        turn: Annotated[int, Param(_("Start after this log entry (default: the last one)"), least=0, most=100_000)]
        | None = None,
    ) -> Post:
        """Open a match from a file."""
        data = await _read_upload(file)
        opening = await find_opening(self.responder, interaction, alone=True)
        wanted = Wanted(place=opening.place, player=actor(interaction), turn=turn)
        try:
            receipt = await self.services.imports.open(data, wanted, key=key(interaction))
        except BadFile as error:
            why = Words(error.sentences, language=language(), style=Style(escape=escape_markdown))(error.text)
            raise Sentence(_("The match wasn't opened. {why}", why=why)) from None
        return await receipt_post(self.responder, interaction, receipt, notes=opening.notes)


async def _read_upload(file: discord.Attachment) -> bytes:
    """The bytes of a file; raises Sentence for one that is too large, or cannot be fetched."""
    if file.size > MOST_UPLOAD:
        most = MOST_UPLOAD // (1024 * 1024)
        raise Sentence(_("The file is too large. Match files can be up to {most} MiB.", most=most))
    try:
        return await file.read()
    except FAILURES:
        raise Sentence(_("Discord didn't deliver the file. Try again.")) from None
