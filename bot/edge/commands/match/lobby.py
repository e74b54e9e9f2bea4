"""Commands about who takes part, and the same by the buttons of a card that is open for players."""

from typing import Annotated

from bot.app.match.records import Place, Receipt
from bot.app.views.targets import DECLINE, HOSTING, JOIN, LEAVE, OPEN_HOST, OPEN_PLAYER, PLAYING, REMATCH
from bot.edge.commands.cog import Cog, Param, command
from bot.edge.commands.match.guests import join_as_guest
from bot.edge.commands.parameters import ChosenMatch, Person
from bot.edge.interactions import Interaction
from bot.edge.interactions.button_actions import handles, rematch_for
from bot.edge.interactions.responder import Responder, actor, key
from bot.edge.interactions.turns import receipt_post
from bot.edge.messages.builder import Post, plain
from bot.edge.messages.custom_ids import ButtonAction, Press
from bot.edge.messages.formatting import join_sentences, prose_of, title
from bot.edge.messages.openings import AS_GUEST, FROM_LIST
from bot.edge.messages.places import name_place
from bot.edge.words import _
from db.ids import MatchId


class Lobby(Cog):
    """Joining, inviting, getting ready."""

    @command(_("Take a seat"), target=JOIN)
    async def join(self, interaction: Interaction, *, match: ChosenMatch) -> Post:
        """Take one."""
        receipt = await self.services.lobby.join(key(interaction), actor(interaction), match=match)
        return await receipt_post(self.responder, interaction, receipt)

    @command(_("Give up your seat before the match starts"), target=LEAVE)
    async def leave(self, interaction: Interaction, *, match: ChosenMatch) -> Post:
        """Give it back."""
        receipt = await self.services.lobby.leave(key(interaction), actor(interaction), match=match)
        return await receipt_post(self.responder, interaction, receipt)

    @command(_("Invite someone to join"), target=HOSTING)
    async def invite(
        self,
        interaction: Interaction,
        *,
        player: Person,
        keep: Annotated[bool, Param(_("Reserve a seat for this player (default: yes)"))] = True,
        match: ChosenMatch,
    ) -> Post:
        """Invite a player."""
        receipt = await self.services.lobby.invite(
            key(interaction), actor(interaction), match=match, users=[player], keep=keep
        )
        return await receipt_post(self.responder, interaction, receipt)

    @command(_("Decline an invitation"), target=DECLINE)
    async def decline(self, interaction: Interaction, *, match: ChosenMatch) -> Post:
        """Decline it."""
        receipt = await self.services.lobby.decline(key(interaction), actor(interaction), match=match)
        return await receipt_post(self.responder, interaction, receipt)

    @command(_("Say that you're ready to start"), target=OPEN_PLAYER)
    async def ready(self, interaction: Interaction, *, match: ChosenMatch) -> Post:
        """Note it."""
        receipt = await self.services.lobby.ready(key(interaction), actor(interaction), match=match)
        return await receipt_post(self.responder, interaction, receipt)

    @command(_("Cancel a match before it starts"), target=OPEN_HOST)
    async def cancel(self, interaction: Interaction, *, match: ChosenMatch) -> Post:
        """Cancel it."""
        receipt = await self.services.lobby.cancel(key(interaction), actor(interaction), match=match)
        return await receipt_post(self.responder, interaction, receipt)

    @command(_("Take back a turn you submitted in secret"), target=PLAYING)
    async def withdraw(self, interaction: Interaction, *, match: ChosenMatch) -> Post:
        """Take it back."""
        receipt = await self.services.matches.withdraw(key(interaction), actor(interaction), match=match)
        return await receipt_post(self.responder, interaction, receipt)

    @command(_("Open a rematch"), target=REMATCH)
    async def rematch(self, interaction: Interaction, *, match: ChosenMatch) -> Post:
        """Open it."""
        return await rematch_for(self.responder, interaction, match)


# --- The buttons of the card -------------------------------------------------------------------------------


@handles(ButtonAction.JOIN)
async def _press_join(responder: Responder, interaction: Interaction, press: Press, chosen: str | None) -> Post:
    match = MatchId(press.match)
    if press.value == AS_GUEST:
        return await _tell(responder, interaction, await join_as_guest(responder, interaction, match))
    receipt = await responder.services.lobby.join(key(interaction), actor(interaction), match=match)
    return await _tell(responder, interaction, receipt, linked=press.value == FROM_LIST)


@handles(ButtonAction.LEAVE)
async def _press_leave(responder: Responder, interaction: Interaction, press: Press, chosen: str | None) -> Post:
    receipt = await responder.services.lobby.leave(key(interaction), actor(interaction), match=MatchId(press.match))
    return await _tell(responder, interaction, receipt)


@handles(ButtonAction.START)
async def _press_start(responder: Responder, interaction: Interaction, press: Press, chosen: str | None) -> Post:
    receipt = await responder.services.lobby.start(key(interaction), actor(interaction), match=MatchId(press.match))
    return await _tell(responder, interaction, receipt)


@handles(ButtonAction.READY)
async def _ready(responder: Responder, interaction: Interaction, press: Press, chosen: str | None) -> Post:
    receipt = await responder.services.lobby.ready(key(interaction), actor(interaction), match=MatchId(press.match))
    return await _tell(responder, interaction, receipt)


@handles(ButtonAction.DROP)
async def _press_drop(responder: Responder, interaction: Interaction, press: Press, chosen: str | None) -> Post:
    receipt = await responder.services.lobby.remove_computer(
        key(interaction), actor(interaction), match=MatchId(press.match)
    )
    return await _tell(responder, interaction, receipt)


@handles(ButtonAction.CANCEL)
async def _press_cancel(responder: Responder, interaction: Interaction, press: Press, chosen: str | None) -> Post:
    receipt = await responder.services.lobby.cancel(
        key(interaction), actor(interaction), match=MatchId(press.match), missed=press.at or None
    )
    return await _tell(responder, interaction, receipt)


async def _tell(responder: Responder, interaction: Interaction, receipt: Receipt, *, linked: bool = False) -> Post:
    """Return what a press came to, in words alone: the card shows the rest. ``linked``: it stands elsewhere."""
    match_view = await responder.services.matches.view(receipt.match, actor(interaction).user)
    told = join_sentences(receipt.told, prose_of(match_view)) or _("Done.")
    match = match_view.match
    way = name_place(title(match_view), Place(match.guild, match.thread or match.channel))
    return plain(f"{told}\n{way}" if linked else told)
