"""``/staff``: what those who may manage the server can do with its matches."""

from typing import Annotated

import discord
from discord import app_commands

from bot.app.notifications.thread_cleanup import ROOM
from bot.app.views.targets import STAFF, STAFF_OPEN
from bot.edge.commands.builder import READ, UNQUEUED, game_title
from bot.edge.commands.cog import Cog, Param, command, group
from bot.edge.commands.my.notify import fault_lines
from bot.edge.commands.parameters import ChosenMatch, Hours, Person, SeatNumber, Until
from bot.edge.delivery.thread_states import ThreadKeeper
from bot.edge.interactions import Interaction
from bot.edge.interactions.responder import Responder, Sentence, actor, key, place, staff_of
from bot.edge.interactions.rights import server_lines
from bot.edge.interactions.turns import receipt_post
from bot.edge.messages.builder import MessageBuilder, Post, plain
from bot.edge.messages.formatting import moment, words_for
from bot.edge.messages.places import name_place
from bot.edge.words import _


def staff_group(responder: Responder) -> app_commands.Group:
    """Return the group ``/staff``; Discord shows it only to those who may manage the server, and we look again."""
    return group(
        "staff",
        _("Manage this server's running matches"),
        StaffLookups(responder),
        Interventions(responder),
        Seats(responder),
        permissions=discord.Permissions(manage_guild=True),
    )


def _may(interaction: Interaction) -> None:
    """Raise Sentence if the person may not manage the server."""
    if staff_of(interaction) is None:
        raise Sentence(_("Only people who can manage the server can do that."))


class StaffLookups(Cog):
    """What staff looks at."""

    @command(_("List stuck matches and why they're stuck"), handling=READ, check=_may)
    async def stuck(self, interaction: Interaction) -> Post:
        """List what is stuck and what fails, with the permissions that are missing."""
        found = await self.services.staff.find_stuck(place(interaction))
        lacking = await server_lines(self.responder, interaction)
        guild = place(interaction).guild
        assert guild is not None, "it was asked a moment ago"
        faults = (await self.services.delivery_health.server_health(guild)).faults
        events = fault_lines([fault for fault in faults if fault.match is None])
        if not found and not lacking and not events:
            return plain(_("No matches are stuck. Each one is waiting for a player who can move."))
        words = words_for(None)
        lines = [
            "\n".join(
                [
                    name_place(f"#{one.match} {game_title(self.responder, one.game)}", one.place),
                    *(f"-# · {words(why)}" for why in one.why),
                ]
            )
            for one in found
        ]
        builder = MessageBuilder().say("\n".join([*lines, *events]), most=2500)
        if lacking:
            builder.say(_("**Permissions that Longtable is missing**")).say("\n".join(lacking), most=1200)
        return builder.post()

    @command(_("See what staff did here"), handling=READ, check=_may)
    async def log(self, interaction: Interaction) -> Post:
        """List the audit entries of the server."""
        found = await self.services.staff.log(place(interaction))
        words = words_for(None)
        lines = [
            f"{moment(entry.at)} **#{entry.match}** {words(entry.what)}"
            if entry.match is not None
            else f"{moment(entry.at)} {words(entry.what)}"
            for entry in found
        ]
        return MessageBuilder().say("\n".join(lines) or _("Staff hasn't done anything here yet."), most=3800).post()

    @command(_("Show how much room is left for threads"), handling=UNQUEUED, check=_may)
    async def threads(self, interaction: Interaction) -> Post:
        """Count the active threads."""
        guild = place(interaction).guild
        assert guild is not None, "it was asked a moment ago"
        active = await ThreadKeeper(interaction.client).active(guild)
        left = max(ROOM - active.total, 0)
        lines = [
            _("{n} of {most} active threads; {left} more can be opened.", n=active.total, most=ROOM, left=left),
            _(
                "{n, plural, one {# of them belongs to a match.} other {# of them belong to matches.}}",
                n=len(active.own),
            ),
            _("Threads of finished matches are archived after a day, or right away when room is low."),
        ]
        return plain("\n".join(lines))


class Interventions(Cog):
    """What staff does with a match."""

    @command(_("Put a match on hold; nothing happens until it's released"), target=STAFF, check=_may)
    async def hold(self, interaction: Interaction, *, match: ChosenMatch) -> Post:
        """Hold it."""
        receipt = await self.services.staff.hold(
            key(interaction), actor(interaction), place=place(interaction), match=match
        )
        return await receipt_post(self.responder, interaction, receipt)

    @command(_("Release a match that's on hold"), target=STAFF, check=_may)
    async def release(self, interaction: Interaction, *, match: ChosenMatch) -> Post:
        """Let it go on."""
        receipt = await self.services.staff.release(
            key(interaction), actor(interaction), place=place(interaction), match=match
        )
        return await receipt_post(self.responder, interaction, receipt)

    @command(_("Go back to an earlier turn of a match"), target=STAFF, check=_may)
    async def repair(
        self,
        interaction: Interaction,
        *,
        turn: Annotated[int, Param(_("Number in the log"), least=0, most=100_000)],
        match: ChosenMatch,
    ) -> Post:
        """Go back in it."""
        receipt = await self.services.staff.repair(
            key(interaction), actor(interaction), place=place(interaction), match=match, turn=turn
        )
        return await receipt_post(self.responder, interaction, receipt)

    @command(_("Stop all clocks in a match"), target=STAFF, check=_may)
    async def pause(self, interaction: Interaction, *, until: Until, match: ChosenMatch) -> Post:
        """Stop its clocks."""
        receipt = await self.services.staff.pause(
            key(interaction), actor(interaction), place=place(interaction), match=match, until=until
        )
        return await receipt_post(self.responder, interaction, receipt)

    @command(_("End a match's pause"), target=STAFF, check=_may)
    async def resume(self, interaction: Interaction, *, match: ChosenMatch) -> Post:
        """End its pause."""
        receipt = await self.services.staff.resume(
            key(interaction), actor(interaction), place=place(interaction), match=match
        )
        return await receipt_post(self.responder, interaction, receipt)

    @command(_("Give a player more time"), target=STAFF, check=_may)
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

    @command(_("End a match with the current score"), target=STAFF, check=_may)
    async def end(self, interaction: Interaction, *, match: ChosenMatch) -> Post:
        """End it."""
        receipt = await self.services.staff.end(
            key(interaction), actor(interaction), place=place(interaction), match=match
        )
        return await receipt_post(self.responder, interaction, receipt)


class Seats(Cog):
    """What staff does about who plays."""

    @command(_("Make another player the host of a match"), target=STAFF, check=_may)
    async def host(self, interaction: Interaction, *, player: Person, match: ChosenMatch) -> Post:
        """Make somebody else its host."""
        receipt = await self.services.staff.hand_over(
            key(interaction), actor(interaction), place=place(interaction), match=match, to=player.user
        )
        return await receipt_post(self.responder, interaction, receipt)

    @command(_("Invite someone to an open seat"), target=STAFF, check=_may)
    async def invite(self, interaction: Interaction, *, player: Person, match: ChosenMatch) -> Post:
        """Invite to it."""
        receipt = await self.services.staff.invite(
            key(interaction), actor(interaction), place=place(interaction), match=match, guest=player
        )
        return await receipt_post(self.responder, interaction, receipt)

    @command(_("Cancel an invitation, or remove a player from an open match"), target=STAFF_OPEN, check=_may)
    async def remove(self, interaction: Interaction, *, player: Person, match: ChosenMatch) -> Post:
        """Take somebody out."""
        receipt = await self.services.staff.remove(
            key(interaction), actor(interaction), place=place(interaction), match=match, guest=player
        )
        return await receipt_post(self.responder, interaction, receipt)

    @command(_("Open a player's seat for a replacement"), target=STAFF, check=_may)
    async def open(self, interaction: Interaction, *, number: SeatNumber, match: ChosenMatch) -> Post:
        """Open a seat of it."""
        receipt = await self.services.staff.open_seat(
            key(interaction), actor(interaction), place=place(interaction), match=match, seat=number
        )
        return await receipt_post(self.responder, interaction, receipt)
