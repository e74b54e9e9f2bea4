"""Messages that call a player to a turn: which match, what is to be decided, where, and until when."""

from collections.abc import Sequence

from bot.app.changes.outbox import REMINDER, YOUR_TURN
from bot.app.match.records import MatchView
from bot.app.notifications.courier import Notice
from bot.edge.messages.builder import Button, MessageBuilder, Post, Style
from bot.edge.messages.card import RUNNING
from bot.edge.messages.custom_ids import ButtonAction, Press
from bot.edge.messages.formatting import moment, seat_name, title, words_of
from bot.edge.messages.places import url_of
from bot.edge.words import _, escape_markdown
from games.core.text import Text

CALLS = frozenset({REMINDER, YOUR_TURN})
"""The sentences that call a player to a turn."""


def call_post(notice: Notice, text: Text, *, marker: int | None = None) -> Post:
    """Return the call with what is asked, the deadline, and the way to play."""
    match_view = notice.match_view
    seat = next(seat for seat in match_view.seats if seat.seat == text.args["seat"])
    who = " ".join(f"<@{user}>" for user in notice.mention) if notice.user is None else ""
    name, is_shut = title(match_view), seat.guest and notice.user is not None  # guests don't see the channel
    match = f"**{name}**" if is_shut else f"**[{name}]({url_of(notice.place, notice.board)})**"
    lines = [_head(text, who or escape_markdown(seat_name(seat)), match), *_describe_ask(match_view, text)]
    if seat.due is not None:
        lines.append(_("Deadline: {time} ({left})", time=moment(seat.due, "f"), left=moment(seat.due)))
    play = Button(Press(verb=ButtonAction.PLAY, match=match_view.match.id), _("Play"), Style.MAIN)
    private = notice.user is not None
    mute = [Button(Press(verb=ButtonAction.MUTE, match=match_view.match.id), _("Mute this match"))] if private else []
    return MessageBuilder(RUNNING, marker=marker).say("\n".join(lines)).buttons([play, *mute]).post()


def _head(text: Text, who: str, match: str) -> str:
    if text.id == REMINDER:
        return _("⏰ {who}, {match} is still waiting for you.", who=who, match=match)
    return _("{who}, it's your turn in {match}.", who=who, match=match)


def _describe_ask(match_view: MatchView, text: Text) -> Sequence[str]:
    """What the turn is about."""
    return [f"▸ {words_of(match_view)(ask.text)}" for ask in match_view.asks if ask.id == text.args.get("ask")]
