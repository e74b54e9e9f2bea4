"""``/match pause``: pauses that the players agree on."""

from bot.app.views.targets import PLAYING
from bot.edge.commands.cog import Cog, command
from bot.edge.commands.parameters import ChosenMatch, Until
from bot.edge.interactions import Interaction
from bot.edge.interactions.button_actions import handles
from bot.edge.interactions.responder import Responder, actor, key
from bot.edge.interactions.turns import receipt_post
from bot.edge.messages.builder import Post
from bot.edge.messages.custom_ids import ButtonAction, Press
from bot.edge.messages.proposals import YES
from bot.edge.words import _
from db.ids import MatchId


class Pauses(Cog):
    """Pauses that the players agree on."""

    @command(_("Propose a pause; it begins when everyone agrees or no one refuses in time"), target=PLAYING)
    async def propose(self, interaction: Interaction, *, until: Until, match: ChosenMatch) -> Post:
        """Propose one."""
        receipt = await self.services.pauses.propose(key(interaction), actor(interaction), match=match, until=until)
        return await receipt_post(self.responder, interaction, receipt)

    @command(_("Agree to the proposed pause"), target=PLAYING)
    async def agree(self, interaction: Interaction, *, match: ChosenMatch) -> Post:
        """Agree to it."""
        receipt = await self.services.pauses.agree(key(interaction), actor(interaction), match=match)
        return await receipt_post(self.responder, interaction, receipt)

    @command(_("Refuse the proposed pause, or withdraw your own proposal"), target=PLAYING)
    async def refuse(self, interaction: Interaction, *, match: ChosenMatch) -> Post:
        """Refuse it."""
        receipt = await self.services.pauses.refuse(key(interaction), actor(interaction), match=match)
        return await receipt_post(self.responder, interaction, receipt)

    @command(_("End a pause early"), target=PLAYING)
    async def end(self, interaction: Interaction, *, match: ChosenMatch) -> Post:
        """End it."""
        receipt = await self.services.pauses.resume(key(interaction), actor(interaction), match=match)
        return await receipt_post(self.responder, interaction, receipt)


@handles(ButtonAction.PAUSE)
async def _answer(responder: Responder, interaction: Interaction, press: Press, chosen: str | None) -> Post:
    """A button of the card that asks for a pause."""
    pauses = responder.services.pauses
    call = pauses.agree if press.value == YES else pauses.refuse
    receipt = await call(key(interaction), actor(interaction), match=MatchId(press.match), proposed=press.at)
    return await receipt_post(responder, interaction, receipt)
