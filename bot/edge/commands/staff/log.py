"""The staff log, as a list and as a file."""

from typing import Annotated

from bot.app.match.records import Actor, AuditEntry
from bot.app.ratings.exports import Form
from bot.edge import limits
from bot.edge.commands.builder import READ, Handling
from bot.edge.commands.cog import Cog, Param, command
from bot.edge.commands.parameters import person_param
from bot.edge.commands.profile_pages import file_post
from bot.edge.commands.staff.rights import expect_staff
from bot.edge.interactions import Interaction
from bot.edge.interactions.rate_limits import FILE_COST
from bot.edge.interactions.responder import Sentence, is_manager, place
from bot.edge.messages.builder import MessageBuilder, Post
from bot.edge.messages.formatting import moment, words_for
from bot.edge.words import _, escape_markdown, language
from db.ids import MatchId


class LogCommands(Cog):
    """What staff did."""

    @command(_("See what staff did here"), handling=READ, check=expect_staff)
    async def log(
        self,
        interaction: Interaction,
        *,
        player: Annotated[Actor, person_param(_("Only what they did, and what was done to them"))] | None = None,
        number: Annotated[int, Param(_("Only what was done with the match of this number"), least=1, most=10**9)] = 0,
    ) -> Post:
        """List the audit entries of the server."""
        user, match = None if player is None else player.user, MatchId(number) if number else None
        found = await self.services.staff_log.find(place(interaction), user=user, match=match)
        nothing = (
            _("Staff hasn't done anything here yet.")
            if user is None and match is None
            else _("No entry in the staff log matches that.")
        )
        return MessageBuilder().say("\n".join(map(_line, found)) or nothing, most=3800).post()

    @command(_("Download the staff log as a file"), handling=Handling(queue=False, cost=FILE_COST), check=expect_staff)
    async def export(
        self,
        interaction: Interaction,
        *,
        form: Annotated[
            Form, Param(_("File format (default: CSV)"), choices=[("CSV", Form.CSV.value), ("JSON", Form.JSON.value)])
        ] = Form.CSV,
    ) -> Post:
        """Hand it out to who manages the server."""
        if not is_manager(interaction):
            raise Sentence(_("Only people who can manage the server can download the staff log."))
        file = await self.services.staff_log.export(place(interaction), form=form, language=language())
        if len(file.data) > limits.FILE_BYTES:
            raise Sentence(_("The file would be too large for Discord. Ask the bot's operator for it."))
        return file_post(file, _("The staff log of this server, the newest entry first."))


def _line(entry: AuditEntry) -> str:
    """When, in which match, who did what, and why."""
    about = "" if entry.match is None else f" **#{entry.match}**"
    why = "" if not entry.why else "\n-# " + _("Reason: {why}", why=escape_markdown(entry.why))
    return f"{moment(entry.at)}{about} {words_for(None)(entry.what)}{why}"
