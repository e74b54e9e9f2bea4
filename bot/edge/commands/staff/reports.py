"""Reports: made by a button or in the menu of a message, read and closed by staff."""

from collections.abc import Mapping
from contextlib import suppress

from discord import ui

from bot.app.moderation.reports import NewReport
from bot.edge.commands.builder import READ
from bot.edge.commands.cog import Cog, command
from bot.edge.commands.staff.rights import expect_staff, is_owner
from bot.edge.interactions import Interaction
from bot.edge.interactions.button_actions import handles, handles_form, opens_form
from bot.edge.interactions.responder import Responder, actor, key, place
from bot.edge.messages.builder import MessageBuilder, Post, plain
from bot.edge.messages.custom_ids import SNOWFLAKE, ButtonAction, Press
from bot.edge.messages.reports import TOPICS, report_form, report_words, resolve_form, staff_buttons
from bot.edge.words import _
from db.ids import MatchId, ReportId, UserId
from db.moderation.records import ReportTopic
from games.core.moves import Value

MOST_SHOWN = 8
"""Reports in one answer; each has its own buttons."""


class ReportCommands(Cog):
    """What players reported."""

    @command(_("See what players reported that isn't resolved yet"), handling=READ, check=expect_staff)
    async def reports(self, interaction: Interaction) -> Post:
        """List them, with buttons."""
        found = await self.services.reports.list_pending(place(interaction))
        if not found:
            return plain(_("There are no open reports."))
        builder = MessageBuilder()
        for report in found[:MOST_SHOWN]:
            head = _("**Report {number} · {topic}**", number=report.id, topic=_(TOPICS[report.topic]))
            about = "" if report.match is None else f" · #{report.match}"
            builder.say(f"{head}{about}\n{report_words(report)}", most=450).buttons(staff_buttons(report))
        left = len(found) - MOST_SHOWN
        if left > 0:
            builder.say(_("-# {n, plural, one {# more report is} other {# more reports are}} waiting.", n=left))
        return builder.post()


@opens_form(ButtonAction.REPORT)
async def _report_form(responder: Responder, interaction: Interaction, press: Press) -> ui.Modal:
    return report_form(press)


@handles_form(ButtonAction.REPORT)
async def _report(responder: Responder, interaction: Interaction, press: Press, values: Mapping[str, Value]) -> Post:
    topic = ReportTopic.OTHER
    with suppress(ValueError):  # no client of Discord's sends another
        topic = ReportTopic(str(values.get("topic", "")))
    author = UserId(int(press.value)) if SNOWFLAKE.fullmatch(press.value) else None
    new = NewReport(match=MatchId(press.match), topic=topic, words=str(values.get("words", "")), about=author)
    report = await responder.services.reports.file(
        key(interaction), actor(interaction), place=place(interaction), new=new
    )
    return plain(
        _(
            "The moderators of this server received your report about match #{match}. You'll get a direct message when "
            "someone looks into it, and when it's resolved. The reported person isn't told.",
            match=report.match or 0,
        )
    )


@handles(ButtonAction.CLAIM)
async def _claim(responder: Responder, interaction: Interaction, press: Press, chosen: str | None) -> Post:
    expect_staff(interaction)
    await responder.services.reports.claim(
        key(interaction),
        actor(interaction),
        place=place(interaction),
        report=ReportId(press.at),
        owner=is_owner(interaction),
    )
    return plain(
        _(
            "You're looking into report {number} now. The person who reported it is told. Press *Resolve* when you're "
            "done; `/staff bar` and `/staff hold` are there if you need them.",
            number=press.at,
        )
    )


@opens_form(ButtonAction.RESOLVE)
async def _resolve_form(responder: Responder, interaction: Interaction, press: Press) -> ui.Modal:
    expect_staff(interaction)
    return resolve_form(press)


@handles_form(ButtonAction.RESOLVE)
async def _resolve(responder: Responder, interaction: Interaction, press: Press, values: Mapping[str, Value]) -> Post:
    expect_staff(interaction)
    await responder.services.reports.resolve(
        key(interaction),
        actor(interaction),
        place=place(interaction),
        report=ReportId(press.at),
        outcome=str(values.get("outcome", "")),
        owner=is_owner(interaction),
    )
    return plain(_("Report {number} is resolved. The person who reported it is told what came of it.", number=press.at))
