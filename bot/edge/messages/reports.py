"""Reports to the staff of a server: the button, the forms, and how staff sees one."""

from collections.abc import Sequence

import discord
from discord import ui

from bot.app.match.records import MatchView, Place
from bot.edge import limits
from bot.edge.messages.board import show_board
from bot.edge.messages.builder import WARNING, Button, MessageBuilder, Post, Style
from bot.edge.messages.custom_ids import ButtonAction, Press
from bot.edge.messages.formatting import moment, seat_lines, title
from bot.edge.messages.places import name_place
from bot.edge.words import _, escape_markdown
from db.moderation.records import ReportRecord, ReportState, ReportTopic
from render.core.plates import Drawing

LONGEST_REPORT = 1000
TOPICS = {
    ReportTopic.INSULT: _("Insults or harassment"),
    ReportTopic.CHEATING: _("Cheating or outside help"),
    ReportTopic.STALLING: _("Stalling or leaving on purpose"),
    ReportTopic.NAME: _("An offensive name or message"),
    ReportTopic.OTHER: _("Something else"),
}
DONE = 0x4C8A5A
"""The color of a report that is resolved."""


def report_form(press: Press, *, words: str = "") -> ui.Modal:
    """Return the form in which somebody says what a report is about; ``words`` stand in it already."""
    options = [discord.SelectOption(label=_(label), value=topic.value) for topic, label in TOPICS.items()]
    what = ui.TextInput[ui.LayoutView](
        custom_id="words",
        style=discord.TextStyle.paragraph,
        max_length=LONGEST_REPORT,
        default=words or None,
    )
    return _form(
        press,
        _("Report to staff"),
        ui.Label(text=_("What is it about?"), component=ui.Select(custom_id="topic", options=options)),
        ui.Label(
            text=_("What happened?"),
            description=_("Only this server's moderators read it. The reported person isn't told."),
            component=what,
        ),
    )


def resolve_form(press: Press) -> ui.Modal:
    """Return the form in which staff says what came of a report."""
    what = ui.TextInput[ui.LayoutView](
        custom_id="outcome", style=discord.TextStyle.paragraph, max_length=LONGEST_REPORT
    )
    label = ui.Label(
        text=_("What came of it?"), description=_("The person who reported it can read this."), component=what
    )
    return _form(press, _("Resolve the report"), label)


def _form(press: Press, name: str, *labels: "ui.Label[ui.LayoutView]") -> ui.Modal:
    modal = ui.Modal(title=limits.cut(name, limits.MODAL_TITLE), timeout=None, custom_id=press.custom_id())
    for label in labels:
        modal.add_item(label)
    modal.stop()  # what is handed in comes as an interaction of its own, also after a restart
    return modal


def report_post(
    match_view: MatchView, report: ReportRecord, drawings: Sequence[Drawing] = (), *, marker: int | None = None
) -> Post:
    """Return a report for staff, with the match as everybody saw it at that moment."""
    resolved = report.state is ReportState.RESOLVED
    match = match_view.match
    where = name_place(title(match_view), Place(match.guild, match.thread or match.channel))
    builder = MessageBuilder(DONE if resolved else WARNING, marker=marker)
    builder.say(_("### Report {number} · {topic}", number=report.id, topic=_(TOPICS[report.topic])))
    builder.say(report_words(report), most=1600).say(f"{where}\n{seat_lines(match_view)}", most=900)
    if not resolved:
        builder.say(_("-# The match as it stood then:"))
        show_board(builder, match_view, drawings)
    return builder.buttons(staff_buttons(report)).post()


def report_words(report: ReportRecord) -> str:
    """Return who reported what, and how far it is."""
    quoted = "\n".join(f"> {escape_markdown(line)}" for line in report.words.splitlines() if line.strip())
    lines = [quoted, _("-# Reported by {user} {at}", user=f"<@{report.reporter}>", at=moment(report.at))]
    if report.about is not None:
        lines.append(_("-# About a message by {user}", user=f"<@{report.about}>"))
    name = escape_markdown(report.claimer_name)
    if report.state is ReportState.CLAIMED:
        lines.append(_("**{name}** is looking into it.", name=name))
    if report.state is ReportState.RESOLVED:
        outcome = escape_markdown(report.outcome)
        lines.append(_("Resolved by **{name}**: {outcome}", name=name, outcome=outcome))
    return "\n".join(lines)


def staff_buttons(report: ReportRecord) -> list[Button]:
    """Return what staff can do with a report."""
    if report.state is ReportState.RESOLVED:
        return []
    resolve = Button(Press(verb=ButtonAction.RESOLVE, match=report.match or 0, at=report.id), _("Resolve"), Style.GOOD)
    if report.state is ReportState.CLAIMED:
        return [resolve]
    return [
        Button(Press(verb=ButtonAction.CLAIM, match=report.match or 0, at=report.id), _("Claim"), Style.MAIN),
        resolve,
    ]
