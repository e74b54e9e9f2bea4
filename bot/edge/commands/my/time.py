"""``/my away`` and ``/my night``: when a person's clocks stand still."""

from typing import Annotated

from bot.app.runtime.moments import zone_names
from bot.app.runtime.typed import NOTHING, is_word
from bot.edge import limits
from bot.edge.commands.builder import READ, UNQUEUED
from bot.edge.commands.cog import Cog, Param, command
from bot.edge.commands.parameters import UNTIL
from bot.edge.interactions import Interaction
from bot.edge.interactions.responder import Responder, actor, place
from bot.edge.messages.builder import Post, plain
from bot.edge.messages.formatting import moment
from bot.edge.words import _, language


class Absences(Cog):
    """Being away."""

    @command(_("Declare an absence; your matches are notified"), name="set", handling=UNQUEUED)
    async def declare(
        self,
        interaction: Interaction,
        *,
        until: Annotated[str, Param(UNTIL)],
        begin: Annotated[str, Param(_("When it begins (default: now)"), shown="from")] = "",
    ) -> Post:
        """Declare one."""
        who, absences = actor(interaction), self.services.absences
        guild = place(interaction).guild
        starts = await absences.moment(who.user, begin, guild=guild, language=language())
        ends = await absences.moment(who.user, until, guild=guild, language=language(), after=starts)
        await absences.declare(who, begin=starts, until=ends)
        return await self._tell(interaction)

    @command(_("Show your absences and how many days you have left"), handling=READ)
    async def show(self, interaction: Interaction) -> Post:
        """List them."""
        return await self._tell(interaction)

    @command(_("End your absence and cancel upcoming ones"), handling=UNQUEUED)
    async def back(self, interaction: Interaction) -> Post:
        """End it."""
        await self.services.absences.back(actor(interaction))
        return await self._tell(interaction)

    async def _tell(self, interaction: Interaction) -> Post:
        user = actor(interaction).user
        lines = [
            _("You're away from {begin} until {end}.", begin=moment(each.starts, "f"), end=moment(each.ends, "f"))
            for each in await self.services.absences.list_declared(user)
        ]
        days = (await self.services.absences.measure_allowance(user)).days
        rest = _("You have {n, plural, one {# day} other {# days}} of absence left.", n=days)
        return plain("\n".join([*(lines or [_("You have no absences planned.")]), rest]))


async def zones(responder: Responder, interaction: Interaction, typed: str) -> list[tuple[str, str]]:
    """Complete the name of a time zone."""
    wanted = typed.casefold().replace(" ", "_")
    return [(zone, zone) for zone in zone_names() if wanted in zone.casefold()][: limits.CHOICES]


Zone = Annotated[str, Param(_("Your time zone, like Europe/Amsterdam"), complete=zones)]


class Nights(Cog):
    """``/my night``."""

    @command(_("Set your time zone and the hours of the night when your clocks stop"), handling=UNQUEUED)
    async def night(
        self,
        interaction: Interaction,
        *,
        zone: Zone | None = None,
        night: Annotated[str, Param(_("Hours without a clock, like 22:00-07:00; “off” for none"))] | None = None,
    ) -> Post:
        """Set what is given, and tell both."""
        values = {name: given.strip() for name, given in (("zone", zone), ("night", night)) if given is not None}
        if is_word(NOTHING, values.get("night", "")):
            values["night"] = ""
        if values:
            await self.services.preferences.set_person(actor(interaction), values)
        current = await self.services.preferences.person(actor(interaction).user)
        begin, _dash, end = str(current["night"]).partition("-")
        clock = (
            _("Your clocks stop every day from {begin} to {end}.", begin=begin, end=end)
            if end
            else _("Your clocks run day and night.")
        )
        zone = _("Your time zone: {zone}.", zone=current["zone"] or _("not set (UTC)"))
        return plain(f"{zone}\n{clock}")
