"""What those see who follow a match without playing in it."""

from collections.abc import Sequence

from bot.app.match.records import Place
from bot.app.notifications.courier import Notice
from bot.app.notifications.following import EVERY, Follow
from bot.edge.messages.board import show_board
from bot.edge.messages.builder import Button, MessageBuilder, Post
from bot.edge.messages.card import OVER, RUNNING, result_lines
from bot.edge.messages.custom_ids import ButtonAction, Press
from bot.edge.messages.formatting import ask_lines, full_title
from bot.edge.messages.places import url_of, way_to
from bot.edge.words import _
from db.ids import MatchId
from db.records import Status
from render.core.plates import Drawing

STOP = "stop"
HIDE = "hide"
SHOW = "show"
"""What is pressed where somebody follows a match: to end it, to cover pictures and results, or not."""


def followed_post(notice: Notice, drawings: Sequence[Drawing], *, marker: int) -> Post:
    """Return a board for who follows the match, covered if they want it so; at the end with the result."""
    match_view, watch = notice.match_view, notice.watch
    assert watch is not None, "a board for a follower says how it is shown"
    over = match_view.match.status is Status.FINISHED
    place = Place(match_view.match.guild, match_view.match.thread or match_view.match.channel)
    builder = MessageBuilder(OVER if over else RUNNING, marker=marker)
    builder.say(f"### {full_title(match_view, url_of(place, notice.board))}")
    if over:
        builder.say(_("The match is over. You don't follow it anymore.") if notice.user else _("The match is over."))
    elif watch.delayed:
        builder.say(_("-# Boards of tournament matches come one round late, so that no one can help the players."))
    else:
        builder.say(ask_lines(match_view), most=1000)
    if watch.spoilers:
        builder.say(_("-# Press below to uncover what happened.")).conceal()
    show_board(builder, match_view, drawings)
    if over and match_view.outcome is not None:
        builder.say(result_lines(match_view, match_view.outcome), most=1500)
    stop = Button(Press(verb=ButtonAction.WATCH, match=match_view.match.id, value=STOP), _("Stop following"))
    return builder.buttons([stop] if notice.user is not None and not over else []).post()


def follow_post(name: str, followed: Follow) -> Post:
    """Return what comes of following a match, with what changes it; ``name``: of the match."""
    record = followed.record
    minutes = int(EVERY.total_seconds()) // 60
    builder = MessageBuilder().say(
        _(
            "You follow **{title}**. Its newest board comes by direct message, up to once every {minutes} minutes, "
            "and so does the result.",
            title=name,
            minutes=minutes,
        )
    )
    lines = [
        _("It's a tournament match: boards come one round late, so that no one can help the players.")
        if followed.delayed
        else "",
        _("Pictures and the result are covered until you press them.") if record.spoilers else "",
        _(
            "⚠️ Discord refused the bot's last direct message to you. Allow direct messages in the server's privacy "
            "settings, or nothing will arrive."
        )
        if followed.refused
        else "",
    ]
    builder.say("\n".join(filter(None, lines)))
    cover = (
        Button(_press(record.match, SHOW), _("Show pictures"))
        if record.spoilers
        else Button(_press(record.match, HIDE), _("Hide spoilers"))
    )
    return builder.buttons([cover, Button(_press(record.match, STOP), _("Stop following"))]).post()


def feed_post(name: str, followed: Follow, place: Place) -> Post:
    """Return that boards of a match go to a channel."""
    minutes = int(EVERY.total_seconds()) // 60
    words = _(
        "The newest board of **{title}** is posted in {channel}, up to once every {minutes} minutes, and so is the "
        "result. To stop it, use `/watch stop` with the same channel.",
        title=name,
        channel=way_to(place, _("the channel")),
        minutes=minutes,
    )
    late = _("It's a tournament match: boards come one round late, so that no one can help the players.")
    return MessageBuilder().say(words).say(late if followed.delayed else "").post()


def stopped_post(match: MatchId, name: str) -> Post:
    """Return that a match isn't followed anymore, with the way back."""
    again = Button(Press(verb=ButtonAction.WATCHING, match=match, value=SHOW), _("Follow"))
    return MessageBuilder().say(_("You don't follow **{title}** anymore.", title=name)).buttons([again]).post()


def _press(match: MatchId, what: str) -> Press:
    return Press(verb=ButtonAction.WATCHING, match=match, value=what)
