"""What staff does with matches, and about who plays in them."""

from typing import Annotated

from bot.app.views.targets import STAFF, STAFF_OPEN
from bot.edge.commands.cog import Cog, Param, command
from bot.edge.commands.parameters import ChosenMatch, Hours, Person, SeatNumber, Until
from bot.edge.commands.staff.rights import Reason, expect_staff, is_owner
from bot.edge.interactions import Interaction
from bot.edge.interactions.responder import actor, key, place
from bot.edge.interactions.turns import receipt_post
from bot.edge.messages.builder import Post
from bot.edge.words import _


class Interventions(Cog):
    """What staff does with a match."""

    @command(_("Put a match on hold; nothing happens until it's released"), target=STAFF, check=expect_staff)
    async def hold(self, interaction: Interaction, *, match: ChosenMatch, reason: Reason = "") -> Post:
        """Hold it."""
        receipt = await self.services.staff.hold(
            key(interaction), actor(interaction), place=place(interaction), match=match, why=reason
        )
        return await receipt_post(self.responder, interaction, receipt)

    @command(_("Release a match that's on hold"), target=STAFF, check=expect_staff)
    async def release(self, interaction: Interaction, *, match: ChosenMatch) -> Post:
        """Let it go on."""
        receipt = await self.services.staff.release(
            key(interaction), actor(interaction), place=place(interaction), match=match
        )
        return await receipt_post(self.responder, interaction, receipt)

    @command(_("Go back to an earlier turn of a match"), target=STAFF, check=expect_staff)
    async def repair(
        self,
        interaction: Interaction,
        *,
        turn: Annotated[int, Param(_("Number in the log"), least=0, most=100_000)],
        match: ChosenMatch,
        reason: Reason = "",
    ) -> Post:
        """Go back in it."""
        receipt = await self.services.staff.repair(
            key(interaction), actor(interaction), place=place(interaction), match=match, turn=turn, why=reason
        )
        return await receipt_post(self.responder, interaction, receipt)

    @command(_("Stop all clocks in a match"), target=STAFF, check=expect_staff)
    async def pause(self, interaction: Interaction, *, until: Until, match: ChosenMatch, reason: Reason = "") -> Post:
        """Stop its clocks."""
        receipt = await self.services.staff.pause(
            key(interaction), actor(interaction), place=place(interaction), match=match, until=until, why=reason
        )
        return await receipt_post(self.responder, interaction, receipt)

    @command(_("End a match's pause"), target=STAFF, check=expect_staff)
    async def resume(self, interaction: Interaction, *, match: ChosenMatch) -> Post:
        """End its pause."""
        receipt = await self.services.staff.resume(
            key(interaction), actor(interaction), place=place(interaction), match=match
        )
        return await receipt_post(self.responder, interaction, receipt)

    @command(_("Give a player more time"), target=STAFF, check=expect_staff)
    async def extend(
        self,
        interaction: Interaction,
        *,
        number: SeatNumber,
        hours: Hours,
        match: ChosenMatch,
    ) -> Post:
        """Give more time."""
        receipt = await self.services.staff.extend(
            key(interaction), actor(interaction), place=place(interaction), match=match, seat=number, hours=hours
        )
        return await receipt_post(self.responder, interaction, receipt)

    @command(_("End a match with the current score"), target=STAFF, check=expect_staff)
    async def end(self, interaction: Interaction, *, match: ChosenMatch, reason: Reason = "") -> Post:
        """End it."""
        receipt = await self.services.staff.end(
            key(interaction),
            actor(interaction),
            place=place(interaction),
            match=match,
            why=reason,
            owner=is_owner(interaction),
        )
        return await receipt_post(self.responder, interaction, receipt)


class Seats(Cog):
    """What staff does about who plays."""

    @command(_("Make another player the host of a match"), target=STAFF, check=expect_staff)
    async def host(self, interaction: Interaction, *, player: Person, match: ChosenMatch) -> Post:
        """Make somebody else its host."""
        receipt = await self.services.staff.hand_over(
            key(interaction), actor(interaction), place=place(interaction), match=match, to=player.user
        )
        return await receipt_post(self.responder, interaction, receipt)

    @command(_("Invite someone to an open seat"), target=STAFF, check=expect_staff)
    async def invite(self, interaction: Interaction, *, player: Person, match: ChosenMatch) -> Post:
        """Invite to it."""
        receipt = await self.services.staff.invite(
            key(interaction), actor(interaction), place=place(interaction), match=match, guest=player
        )
        return await receipt_post(self.responder, interaction, receipt)

    @command(_("Cancel an invitation, or remove a player from an open match"), target=STAFF_OPEN, check=expect_staff)
    async def remove(
        self, interaction: Interaction, *, player: Person, match: ChosenMatch, reason: Reason = ""
    ) -> Post:
        """Take somebody out."""
        receipt = await self.services.staff.remove(
            key(interaction), actor(interaction), place=place(interaction), match=match, guest=player, why=reason
        )
        return await receipt_post(self.responder, interaction, receipt)

    @command(_("Open a player's seat for a replacement"), target=STAFF, check=expect_staff)
    async def open(
        self, interaction: Interaction, *, number: SeatNumber, match: ChosenMatch, reason: Reason = ""
    ) -> Post:
        """Open a seat of it."""
        receipt = await self.services.staff.open_seat(
            key(interaction), actor(interaction), place=place(interaction), match=match, seat=number, why=reason
        )
        return await receipt_post(self.responder, interaction, receipt)
