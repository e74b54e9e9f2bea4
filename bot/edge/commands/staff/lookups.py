"""What staff looks at: stuck matches, and the room for threads."""

from bot.app.notifications.thread_cleanup import ROOM
from bot.edge.commands.builder import READ, UNQUEUED, game_title
from bot.edge.commands.cog import Cog, command
from bot.edge.commands.my.notify import fault_lines
from bot.edge.commands.staff.rights import expect_staff
from bot.edge.delivery.thread_states import ThreadKeeper
from bot.edge.interactions import Interaction
from bot.edge.interactions.responder import place
from bot.edge.interactions.rights import server_lines
from bot.edge.messages.builder import MessageBuilder, Post, plain
from bot.edge.messages.formatting import words_for
from bot.edge.messages.places import name_place
from bot.edge.words import _


class StaffLookups(Cog):
    """What staff looks at."""

    @command(_("List stuck matches and why they're stuck"), handling=READ, check=expect_staff)
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

    @command(_("Show how much room is left for threads"), handling=UNQUEUED, check=expect_staff)
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
