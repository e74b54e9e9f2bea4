"""Giving a match up, in two steps: what it would mean, and the button that does it."""

from bot.app.views.targets import PLAYING
from bot.edge.commands.cog import Cog, command
from bot.edge.commands.parameters import ChosenMatch
from bot.edge.interactions import Interaction
from bot.edge.interactions.button_actions import handles
from bot.edge.interactions.responder import Responder, actor, key
from bot.edge.interactions.turns import receipt_post
from bot.edge.messages.builder import Button, MessageBuilder, Post, Style
from bot.edge.messages.custom_ids import ButtonAction, Press
from bot.edge.messages.formatting import title
from bot.edge.words import _
from db.ids import MatchId


class ResignCommand(Cog):
    """The first step."""

    @command(_("Resign from a running match"), target=PLAYING)
    async def resign(self, interaction: Interaction, *, match: ChosenMatch) -> Post:
        """Say what it means, with the button that does it."""
        return await _ask(self.responder, interaction, match)


async def _ask(responder: Responder, interaction: Interaction, match: MatchId) -> Post:
    """Return what giving up would mean, with the button that does it; raises Refusal where nothing can be given up."""
    resigning = await responder.services.matches.preview_resignation(actor(interaction).user, match=match)
    builder = MessageBuilder().say(_("### Resign from {title}?", title=title(resigning.match_view)))
    if resigning.ends:
        builder.say(_("This ends the match, and you rank last. It can't be undone."))
    else:
        builder.say(
            _(
                "From then on, your seat makes only default moves, and you rank last. This can't be undone. To "
                "look for someone to take over instead, use `/match seat offer`."
            )
        )
    press = Press(verb=ButtonAction.RESIGN, match=match, at=resigning.seat)
    return builder.buttons([Button(press, _("Resign"), Style.BAD)]).post()


@handles(ButtonAction.RESIGN)
async def _resign(responder: Responder, interaction: Interaction, press: Press, chosen: str | None) -> Post:
    """The second step."""
    receipt = await responder.services.matches.resign(key(interaction), actor(interaction), match=MatchId(press.match))
    return await receipt_post(responder, interaction, receipt)
