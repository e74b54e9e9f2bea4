"""What a person is told beside any match: the digest of all matches, and the messages of a test."""

import discord

from bot.app.changes.outbox import Kind
from bot.app.match.records import MatchLine
from bot.app.notifications.courier import PersonNotice
from bot.edge.messages.builder import WARNING, Button, MessageBuilder, Post, plain
from bot.edge.messages.card import RUNNING
from bot.edge.messages.custom_ids import ButtonAction, Press
from bot.edge.messages.formatting import moment, name_players, words_for
from bot.edge.messages.places import name_line
from bot.edge.panels.find_players import search_over_post
from bot.edge.words import _, escape_markdown, join_list
from db.moderation.records import BarRecord
from games.core.text import Text, say

MOST_LINES = 25

CLOSED: dict[int, Text] = {
    50007: say("app.undelivered_closed"),
    50278: say("app.undelivered_no_server"),
    10013: say("app.undelivered_no_user"),
}
"""Why a direct message cannot be delivered, by Discord's code."""


def person_post(notice: PersonNotice, server: discord.Guild | None = None, *, marker: int) -> Post:
    """Return the message of a notice to a person; ``server``: from which they were barred, if Discord has told it."""
    words = words_for(None)(notice.text) if notice.text is not None else ""
    if notice.kind is Kind.DIGEST:
        return digest_post(notice, marker=marker)
    if notice.kind is Kind.OWNER_NEWS:
        return owner_news_post(words, marker=marker)
    if notice.seeker is not None:
        return search_over_post(words, notice.seeker, called=notice.place is not None, marker=marker)
    if notice.bar is not None:
        return bar_post(notice, notice.bar, server, words, marker=marker)
    called = f"<@{notice.user}> " if notice.place is not None else ""
    return plain(f"{called}{words}", marker=marker)


def bar_post(notice: PersonNotice, bar: BarRecord, server: discord.Guild | None, words: str, *, marker: int) -> Post:
    """Return what a barred person is told: where, until when and why, and whom they can ask. ``words``: what goes on.

    Roles can't be mentioned outside their server, so they are named.
    """
    where = _("a server") if server is None else f"**{escape_markdown(server.name)}**"
    role = None if server is None else server.get_role(notice.moderators)
    until = _("for good") if bar.until is None else _("until {until}", until=moment(bar.until, "f"))
    whom = (
        _("someone who can manage the server")
        if role is None
        else _(
            "a member with the role **{role}** or someone who can manage the server", role=escape_markdown(role.name)
        )
    )
    return (
        MessageBuilder(WARNING, marker=marker)
        .say(_("### You were barred from matches"))
        .say(_("You can't play in the matches of {server} {until}.", server=where, until=until))
        .say(_("Reason: {why}", why=escape_markdown(bar.why)))
        .say(words)
        .say(_("-# If you think that's a mistake, ask {whom}. Here, you can still practice.", whom=whom))
        .post()
    )


def owner_news_post(words: str, *, marker: int) -> Post:
    """Return what the operator tells the owner of a server, with the way never to be told again."""
    return (
        MessageBuilder(RUNNING, marker=marker)
        .say(_("### News about Longtable"))
        .say(words, most=3000)
        .say(_("-# From the people who run the bot. You get this because you own a server that has added it."))
        .buttons([Button(Press(verb=ButtonAction.NO_OWNER_NEWS), _("No more of these"))])
        .post()
    )


def digest_post(notice: PersonNotice, *, marker: int | None = None) -> Post:
    """Return the digest: those that wait first, by the time left."""
    waiting = sum(line.yours for _title, line in notice.lines)
    head = _("### {n, plural, =0 {No match is} one {# match is} other {# matches are}} waiting for you", n=waiting)
    builder = MessageBuilder(RUNNING, marker=marker).say(_("### Your week") if notice.weekly else head)
    if notice.weekly:
        builder.say(head.replace("### ", "**", 1) + "**")
    if notice.merged:
        builder.say(
            _(
                "-# {n, plural, one {# notification was} other {# notifications were}} held back because of your "
                "daily limit.",
                n=notice.merged,
            )
        )
    shown = notice.lines[:MOST_LINES]
    builder.say("\n".join(_line(title, line) for title, line in shown), most=3500)
    if len(notice.lines) > len(shown):
        builder.say(_("-# and {n} more: `/my matches`", n=len(notice.lines) - len(shown)))
    if notice.finished:
        ended = [_("**Finished this week**"), *(_finished_line(title, line) for title, line in notice.finished)]
        builder.say("\n".join(ended), most=1500)
    return builder.say(
        _("-# `/next` opens the one that has waited longest. `/my settings` changes these messages.")
    ).post()


def _finished_line(title: str, line: MatchLine) -> str:
    """A match that is over, and against whom."""
    names = ", ".join(map(escape_markdown, name_players(line, line.names)))
    return f"{name_line(f'#{line.match} {title}', line)} · {names}"


def _line(title: str, line: MatchLine) -> str:
    who = _("**your turn**") if line.yours else join_list(map(escape_markdown, name_players(line, line.waiting)))
    due = f" {moment(line.due)}" if line.due else ""
    return f"{name_line(f'#{line.match} {title}', line)} ▸ {who}{due}"
