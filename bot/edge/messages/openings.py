"""The list of a server's open matches: one message, with what each is like and a button to join it."""

from collections.abc import Mapping, Sequence

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
MOST_SHARED_SHOWN = 4
"""Matches of other servers for which there is room in any case."""
AS_GUEST = "guest"
"""What *Join* carries of a match of another server."""
FROM_LIST = "list"
"""What *Join* carries in the list, which stands elsewhere than the match."""


def openings_post(matches: Sequence[OpenMatch], *, marker: int, names: Mapping[int | None, str] | None = None) -> Post:
    """Return the list of open matches, the newest first; ``names``: those of other servers, by their ids."""
    builder = MessageBuilder(OPEN, marker=marker).say(_("### Open matches"))
    if not matches:
        builder.say(_("No match is waiting for players. Press *Play something* to open one."))
    own = [match for match in matches if not match.shared]
    others = [match for match in matches if match.shared]
    shown = own[: max(MOST_SHOWN - min(len(others), MOST_SHARED_SHOWN), 0)]
    for match in shown:
        builder.say_beside(_describe(match), _join_button(match))
    guests = others[: MOST_SHOWN - len(shown)]
    if guests:
        builder.say(_("### On other servers\n-# You join as a guest: the bot notifies you by direct message."))
    for match in guests:
        builder.say_beside(_describe(match, server=(names or {}).get(match.place.guild)), _join_button(match))
    rest = len(own) - len(shown)
    if rest > 0:
        builder.say(
            _("-# {n, plural, one {# more match is} other {# more matches are}} open: `/match list which:`.", n=rest)
        )
    return builder.buttons([play_button()]).post()


def _join_button(match: OpenMatch) -> Button:
    """The way into a match: one that runs is looked at first."""
    if match.running:
        return Button(Press(verb=ButtonAction.SEAT, match=match.match), _("See the seat"))
    value = AS_GUEST if match.shared else FROM_LIST
    return Button(Press(verb=ButtonAction.JOIN, match=match.match, value=value), _("Join"), Style.GOOD)


def _describe(match: OpenMatch, *, server: str | None = None) -> str:
    """A match: its name with the way to it, its free seats and its pace, and what is not as usual.

    Of one of another ``server`` there is no way: its channels aren't seen.
    """
    name = name_place(f"{match.game.spec.title} #{match.match}", match.place)
    if match.shared:
        name = f"**{match.game.spec.title} #{match.match}** · " + escape_markdown(server or _("another server"))
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
