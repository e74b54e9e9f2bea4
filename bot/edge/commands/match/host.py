"""``/match host``: what the host may do with a match, beside starting and canceling it."""

from datetime import datetime
from typing import Annotated

from bot.app.views.targets import HOSTING, LEADING, OPEN_HOST
from bot.edge.commands.cog import Cog, Param, command
from bot.edge.commands.parameters import ChosenMatch, Hours, Person, SeatNumber, moment_param
from bot.edge.interactions import Interaction
from bot.edge.interactions.button_actions import handles
from bot.edge.interactions.responder import Responder, actor, key
from bot.edge.interactions.turns import receipt_post
from bot.edge.messages.builder import Post
from bot.edge.messages.custom_ids import ButtonAction, Press
from bot.edge.messages.proposals import YES
from bot.edge.words import _
from db.ids import MatchId

WHEN_WORDS = _("“tomorrow 20:00” or 2027-03-14 20:00 in your zone; “2d 4h” (default: cancel the announcement)")


class HostCommands(Cog):
    """What the host does."""

    @command(_("Announce when the match starts"), target=OPEN_HOST)
    async def announce(
        self,
        interaction: Interaction,
        *,
        when: Annotated[datetime, moment_param(WHEN_WORDS)] | None = None,
        match: ChosenMatch,
    ) -> Post:
        """Announce a time, or cancel the one that is announced."""
        receipt = await self.services.lobby.announce(key(interaction), actor(interaction), match=match, starts=when)
        return await receipt_post(self.responder, interaction, receipt)

    @command(_("Make another player the host"), target=HOSTING)
    async def change(self, interaction: Interaction, *, player: Person, match: ChosenMatch) -> Post:
        """Hand the match over."""
        receipt = await self.services.lobby.hand_over(key(interaction), actor(interaction), match=match, to=player.user)
        return await receipt_post(self.responder, interaction, receipt)

    @command(_("Give another player more time"), target=LEADING)
    async def extend(
        self,
        interaction: Interaction,
        *,
        number: SeatNumber,
        hours: Hours,
        match: ChosenMatch,
    ) -> Post:
        """Give more time."""
        receipt = await self.services.hosts.extend(
            key(interaction), actor(interaction), match=match, seat=number, hours=hours
        )
        return await receipt_post(self.responder, interaction, receipt)

    @command(_("Propose ending the match with the current score; any player can refuse"), target=LEADING)
    async def end(self, interaction: Interaction, *, match: ChosenMatch) -> Post:
        """Propose the end."""
        receipt = await self.services.hosts.end(key(interaction), actor(interaction), match=match)
        return await receipt_post(self.responder, interaction, receipt)

    @command(_("Choose whether people who don't play can look at the match and follow it"), target=HOSTING)
    async def watchers(
        self,
        interaction: Interaction,
        *,
        allow: Annotated[bool, Param(_("No: only players and the host can use the board, log, and replays"))],
        match: ChosenMatch,
    ) -> Post:
        """Close the match to watchers, or open it."""
        receipt = await self.services.hosts.close(key(interaction), actor(interaction), match=match, closed=not allow)
        return await receipt_post(self.responder, interaction, receipt)

    @command(_("Cancel an invitation, or remove a player from an open match"), target=HOSTING)
    async def remove(self, interaction: Interaction, *, player: Person, match: ChosenMatch) -> Post:
        """Take somebody out."""
        receipt = await self.services.lobby.remove(key(interaction), actor(interaction), match=match, guest=player)
        return await receipt_post(self.responder, interaction, receipt)


@handles(ButtonAction.END)
async def _answer(responder: Responder, interaction: Interaction, press: Press, chosen: str | None) -> Post:
    """A button of the card that proposes the end."""
    receipt = await responder.services.hosts.answer(
        key(interaction),
        actor(interaction),
        match=MatchId(press.match),
        proposed=press.at,
        agrees=press.value == YES,
    )
    return await receipt_post(responder, interaction, receipt)
