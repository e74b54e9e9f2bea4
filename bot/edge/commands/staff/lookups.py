"""What staff looks at: whether all is well, stuck matches, and the room for threads."""

from collections.abc import Iterator
from math import ceil
from time import monotonic

from bot.app.notifications.health import ServerHealth
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
from bot.edge.messages.formatting import moment, words_for
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

    @command(_("Check whether everything works on this server"), handling=UNQUEUED, check=expect_staff)
    async def health(self, interaction: Interaction) -> Post:
        """Say what works and what doesn't, from the database to the channels."""
        guild = place(interaction).guild
        assert guild is not None, "it was asked a moment ago"
        began = monotonic()
        health = await self.services.delivery_health.server_health(guild)
        took = ceil((monotonic() - began) * 1000)
        stuck = await self.services.staff.find_stuck(place(interaction))
        lacking = await server_lines(self.responder, interaction)
        builder = MessageBuilder().say("\n".join(_health_lines(health, stuck=len(stuck), took=took)), most=1800)
        if lacking:
            builder.say(_("**Permissions that Longtable is missing**")).say("\n".join(lacking), most=1500)
        else:
            builder.say(_("✅ Longtable has all the permissions it needs here."))
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


def _health_lines(health: ServerHealth, *, stuck: int, took: int) -> Iterator[str]:
    """What works on a server and what doesn't, a line each; ``took``: milliseconds the database needed to answer."""
    yield _("✅ The database answers in {ms} ms.", ms=took)
    if health.oldest is None:
        yield _("✅ No messages are waiting to be sent.")
    else:
        yield _(
            "⏳ {n, plural, one {# message is} other {# messages are}} waiting to be sent, the oldest {at}.",
            n=health.behind,
            at=moment(health.oldest),
        )
    if health.parked:
        yield _("⚠️ {n, plural, one {# message} other {# messages}} couldn't be delivered here:", n=health.parked)
        yield from fault_lines(health.faults)
    else:
        yield _("✅ Everything here could be delivered.")
    if stuck:
        yield _("⚠️ {n, plural, one {# match is} other {# matches are}} stuck. `/staff stuck` says why.", n=stuck)
    else:
        yield _("✅ No matches are stuck.")
    if health.outage is None:
        yield _("✅ There is no outage on record.")
    else:
        stop, length = health.outage
        words = words_for(None)(length)
        yield _("Last outage: {length}, until {at}. No clock ran.", length=words, at=moment(stop.ends, "f"))
