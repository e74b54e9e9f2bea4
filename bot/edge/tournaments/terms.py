"""What else is to be said about a tournament.

A pause, its organizers, how long a ladder lasts, unusual rule options.
"""

from datetime import datetime

from bot.app.tournaments.records import TournamentView
from bot.edge.messages.formatting import moment, option_words
from bot.edge.words import N_, _, decimal, escape_markdown, join_list
from db.tournaments.records import Format
from games.core.registry import games

CHOOSING = frozenset({Format.SWISS, Format.FREE_SWISS, Format.TABLES, Format.LADDER})
"""Formats that leave a choice who plays whom, so that blocked players are not paired where that can be avoided."""


WEEKLY: dict[bool, str] = {
    True: N_("a summary each week"),
    False: N_("no weekly summary"),
}


def pause_words(resumes: datetime) -> str:
    """Return what stands on the card of a tournament that pauses."""
    return _(
        "Paused until {when}: all clocks are stopped, and no check-in, start or match begins before then. "
        "Anything due during the pause is delayed by its length.",
        when=moment(resumes, "f"),
    )


def terms(view: TournamentView) -> list[str]:
    """Return it, a line each."""
    settings = view.settings
    lines = []
    if view.organizers:
        lines.append(_("Organized by {names}", names=join_list(map(escape_markdown, view.organizers))))
    if view.record.format is Format.LADDER and settings.days:
        lines.append(_("New matches can start until {days} days after the start", days=decimal(settings.days)))
    if settings.weekly:
        lines.append(_("A short summary here each week, if any match was finished"))
    if view.record.format not in CHOOSING:
        lines.append(_("Block lists have no effect here: in this format, you may have to play anyone who signs up"))
    return lines + ([] if view.options is None else option_words(view.options, game=games().get(view.record.game)))
