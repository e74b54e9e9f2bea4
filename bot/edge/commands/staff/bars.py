"""Barring people from a server's matches, and letting them play again."""

from collections.abc import Iterator
from datetime import datetime
from typing import Annotated

from bot.app.moderation.bars import Barred, BarTerms
from bot.edge.commands.builder import READ, UNQUEUED
from bot.edge.commands.cog import Cog, Param, command
from bot.edge.commands.parameters import moment_param
from bot.edge.commands.staff.rights import Barrable, Liftable, Reason, expect_staff, read_reason
from bot.edge.interactions import Interaction
from bot.edge.interactions.responder import actor, key, place
from bot.edge.messages.builder import MessageBuilder, Post, plain
from bot.edge.messages.formatting import moment
from bot.edge.words import _, escape_markdown
from db.moderation.records import BarRecord, KeptBarRecord

OFFER = "offer"


class BarCommands(Cog):
    """Who may not play here."""

    @command(_("Bar someone from this server's matches"), handling=UNQUEUED, check=expect_staff)
    async def bar(
        self,
        interaction: Interaction,
        *,
        player: Barrable,
        reason: Annotated[str, Param(_("Why; the player is told, and it's kept in the staff log"), read=read_reason)],
        until: Annotated[datetime, moment_param(_("Like “5 days” or 2027-03-14 18:00 (default: for good)"))]
        | None = None,
        running: Annotated[
            str,
            Param(
                _("What happens to matches they're playing (default: they play on)"),
                choices=[(_("they play on"), "play"), (_("their seats are offered to others"), OFFER)],
            ),
        ] = "play",
    ) -> Post:
        """Bar somebody, or change a bar."""
        terms = BarTerms(until=until, why=reason, offers=running == OFFER)
        done = await self.services.bars.bar(
            key(interaction), actor(interaction), place=place(interaction), guest=player, terms=terms
        )
        return plain("\n".join(_result_lines(done, offers=terms.offers)))

    @command(_("Let someone who's barred play here again"), handling=UNQUEUED, check=expect_staff)
    async def unbar(self, interaction: Interaction, *, player: Liftable, reason: Reason = "") -> Post:
        """Lift a bar."""
        await self.services.bars.lift(
            key(interaction), actor(interaction), place=place(interaction), guest=player, why=reason
        )
        return plain(_("{name} can play in this server's matches again.", name=escape_markdown(player.name)))

    @command(_("List who's barred from this server's matches"), handling=READ, check=expect_staff)
    async def bars(self, interaction: Interaction) -> Post:
        """List them."""
        found = await self.services.bars.list_bars(place(interaction))
        kept = await self.services.bars.list_kept(place(interaction))
        if not found and not kept:
            return plain(_("No one is barred here."))
        builder = MessageBuilder().say("\n".join([*map(_bar_line, found), *map(_kept_line, kept)]), most=3600)
        return builder.say(_("Use `/staff unbar` to let someone play again.")).post()


def _result_lines(done: Barred, *, offers: bool) -> Iterator[str]:
    """What barring somebody came to, a line each."""
    name, until = escape_markdown(done.bar.name), done.bar.until
    if until is None:
        yield _("{name} is barred from this server's matches for good.", name=name)
    else:
        yield _("{name} is barred from this server's matches until {until}.", name=name, until=moment(until, "f"))
    if done.told:
        yield _("They get a direct message about it.")
    if done.left:
        yield _(
            "They left {n, plural, one {# open match or invitation} other {# open matches or invitations}}.",
            n=done.left,
        )
    if done.withdrawn:
        yield _("They left {n, plural, one {# tournament} other {# tournaments}}.", n=done.withdrawn)
    if done.offered:
        yield _(
            "Their seats in {n, plural, one {# running match} other {# running matches}} are open now.", n=done.offered
        )
    if not offers:
        yield _("They can finish their running matches. To open those seats, too, use `/staff bar` again.")


def _kept_line(bar: KeptBarRecord) -> str:
    """How long somebody is barred of whom nothing else is known."""
    return _("**Someone who deleted their data** · {until}", until=_until(bar.until))


def _until(until: datetime | None) -> str:
    return _("for good") if until is None else _("until {until}", until=moment(until, "f"))


def _bar_line(bar: BarRecord) -> str:
    """Who is barred, until when, by whom and why."""
    who = f"**{escape_markdown(bar.name)}** <@{bar.user}>"
    why = _(
        "“{why}” ({name}, {at})", why=escape_markdown(bar.why), name=escape_markdown(bar.by_name), at=moment(bar.at)
    )
    return f"{who} · {_until(bar.until)}\n-# {why}"
