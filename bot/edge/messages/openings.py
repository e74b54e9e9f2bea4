"""The list of a server's open matches: one message, with what each is like and a button to join it."""

from collections.abc import Sequence

from bot.app.views.openings import OpenMatch
from bot.edge.messages.builder import Button, MessageBuilder, Post, Style
from bot.edge.messages.card import OPEN
from bot.edge.messages.custom_ids import ButtonAction, Press
from bot.edge.messages.formatting import clock_words, moment, option_words
from bot.edge.messages.gallery import play_button
from bot.edge.messages.places import name_place
from bot.edge.words import _, escape_markdown

MOST_SHOWN = 10
"""Matches of the list: each takes three of the 40 components that a message may have."""
MOST_OPTIONS = 3
"""Options that are told of each match, those that are not as usual."""
FROM_LIST = "list"
"""What *Join* carries in the list, which stands elsewhere than the match."""


def openings_post(matches: Sequence[OpenMatch], *, marker: int) -> Post:
    """Return the list of open matches, the newest first."""
    builder = MessageBuilder(OPEN, marker=marker).say(_("### Open matches"))
    if not matches:
        builder.say(_("No match is waiting for players. Press *Play something* to open one."))
    for match in matches[:MOST_SHOWN]:
        builder.say_beside(_describe(match), _join_button(match))
    rest = len(matches) - MOST_SHOWN
    if rest > 0:
        builder.say(_("-# {n, plural, one {# more match is} other {# more matches are}} open: `/match list`.", n=rest))
    return builder.buttons([play_button()]).post()


def _join_button(match: OpenMatch) -> Button:
    """The way into a match: one that runs is looked at first."""
    if match.running:
        return Button(Press(verb=ButtonAction.SEAT, match=match.match), _("See the seat"))
    return Button(Press(verb=ButtonAction.JOIN, match=match.match, value=FROM_LIST), _("Join"), Style.GOOD)


def _describe(match: OpenMatch) -> str:
    """A match: its name with the way to it, its free seats and its pace, and what is not as usual."""
    name = name_place(f"{match.game.spec.title} #{match.match}", match.place)
    seats = (
        _("Running: {n, plural, one {# seat} other {# seats}} open for a replacement", n=match.free)
        if match.running
        else _("{free} of {seats} seats free", free=match.free, seats=match.seats)
    )
    host = _("host: {name}", name=escape_markdown(match.host)) if match.host else ""
    facts = " · ".join(filter(None, [seats, clock_words(match.pace), host]))
    starts = "" if match.starts is None else _("Starts {when}", when=moment(match.starts))
    chosen = option_words(match.options, game=match.game)
    more = [_("{n} more", n=len(chosen) - MOST_OPTIONS)] if len(chosen) > MOST_OPTIONS else []
    small = "\n".join(f"-# {line}" for line in filter(None, [starts, " · ".join([*chosen[:MOST_OPTIONS], *more])]))
    return "\n".join(filter(None, [f"{name}\n{facts}", small]))
