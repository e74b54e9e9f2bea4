"""``/match export``: a match as a file."""

from bot.edge import limits
from bot.edge.commands.build import Command, Given, Option, command, match_option, meant
from bot.edge.desk import Desk, Interaction, Sentence, actor
from bot.edge.sheet import Post, Sheet
from bot.edge.words import _
from db.records import Status

TEXT = "text"


def export_command(desk: Desk) -> Command:
    """Return the command."""

    async def run(interaction: Interaction, given: Given) -> Post:
        match, user = await meant(desk, interaction, given), actor(interaction).user
        look = await desk.services.matches.look(match, user)
        if given.get("form") == TEXT:
            file = await desk.services.files.sheet(match, user)
            words = _("The turns of match #{match} and its score.", match=match)
        else:
            file = await desk.services.files.match_file(match, user)
            if look.match.status is Status.FINISHED:
                words = _("All of match #{match}: `longtable match verify` recomputes every draw from it.", match=match)
            else:
                words = _(
                    "Match #{match} as far as you may see it, with the hash of its seed. Keep it: after the end it "
                    "proves that the shuffle was fixed beforehand.",
                    match=match,
                )
        if len(file.data) > limits.FILE_BYTES:
            raise Sentence(_("The file would be too large for Discord; the server's operator can write it."))
        return Sheet().say(words).hand_out(file.name, file.data).post()

    form = Option(
        name="form",
        what=_("A file that holds the match if left out"),
        choices=((_("a file that holds the match"), "file"), (_("turns and score as text"), TEXT)),
    )
    what = _("A match as a file, to keep, to verify or to play on")
    return command(desk, "export", what, run=run, options=[form, match_option(desk)], queue=False)
