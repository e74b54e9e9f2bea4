"""``/my plan``: what a person has stored ahead."""

from typing import Annotated

from bot.app.play.plans import MOST_ORDERS
from bot.app.views.targets import PLAYING
from bot.edge.commands.builder import READ
from bot.edge.commands.cog import Cog, Param, command
from bot.edge.commands.parameters import ChosenMatch
from bot.edge.interactions import Interaction
from bot.edge.interactions.plans import all_orders, orders_for
from bot.edge.interactions.responder import Sentence, actor, key
from bot.edge.interactions.turns import receipt_post
from bot.edge.messages.builder import Post
from bot.edge.messages.formatting import join_sentences, prose_of
from bot.edge.words import _

PLANS = _("Show, add, and remove plans that are played for you on your turn")


class Plans(Cog):
    """What is stored ahead."""

    @command(PLANS, name="list", target=PLAYING)
    async def show(self, interaction: Interaction, *, match: ChosenMatch) -> Post:
        """List it, with what can be added."""
        return await orders_for(self.responder, interaction, match)

    @command(PLANS, target=PLAYING)
    async def add(self, interaction: Interaction, *, match: ChosenMatch) -> Post:
        """List it, with what can be added."""
        return await orders_for(self.responder, interaction, match)

    @command(_("Change the order in which your plans are tried"), target=PLAYING)
    async def move(
        self,
        interaction: Interaction,
        *,
        number: Annotated[int, Param(_("Number of the plan in the list"), least=1, most=MOST_ORDERS)],
        to: Annotated[int, Param(_("Its new position; 1 is tried first"), least=1, most=MOST_ORDERS)],
        match: ChosenMatch,
    ) -> Post:
        """Move one of them."""
        who = actor(interaction)
        stored = (await self.services.plans.show(who, match=match)).orders
        if not number <= len(stored):
            raise Sentence(_("You don't have a plan {n}. See your plans with `/my plan list`.", n=number))
        moving = stored[number - 1].id
        receipt = await self.services.plans.move(key(interaction), who, match=match, order=moving, rank=to - 1)
        match_view = await self.services.matches.view(match, who.user)
        return await orders_for(
            self.responder, interaction, match, note=join_sentences(receipt.told, prose_of(match_view))
        )

    @command(_("Show your stored plans in all your matches"), handling=READ)
    async def all(self, interaction: Interaction) -> Post:
        """List it."""
        return await all_orders(self.responder, interaction)

    @command(_("Remove all your stored plans in a match"), target=PLAYING)
    async def clear(self, interaction: Interaction, *, match: ChosenMatch) -> Post:
        """Remove it."""
        receipt = await self.services.plans.clear(key(interaction), actor(interaction), match=match)
        return await receipt_post(self.responder, interaction, receipt)
