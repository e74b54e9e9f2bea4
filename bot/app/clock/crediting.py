"""What a match is told when clocks did not run, or the machine's clock was set back. Pure."""

from __future__ import annotations

from datetime import datetime, timedelta

from msgspec.structs import replace

from bot.app.changes.change import Change, announce_in_log, move_deadlines
from bot.app.clock.outages import Outage
from bot.app.match.state import MatchState
from db.clocks.records import StopReason
from games.core.text import Text, say

TOLD_FROM = timedelta(minutes=2)
"""A shorter outage moves the deadlines, which the newest board shows, but is not worth a message in every match."""

_SENTENCES = {
    StopReason.DOWN: "app.outage_down",
    StopReason.DISCORD: "app.outage_discord",
    StopReason.CLOCK: "app.outage_clock",
}

_MINUTE = timedelta(minutes=1)


def credit_outage(outage: Outage, table: MatchState, now: datetime) -> Change:
    """Move the deadlines after an outage, and say at the match's place why they moved."""
    if outage.length < TOLD_FROM:
        return move_deadlines(table, now)
    return _tell(table, say(_SENTENCES[outage.why], time=length(outage.length)), now)


def set_back(by: timedelta, table: MatchState, now: datetime) -> Change:
    """Move the deadlines with a clock that was set back (``by`` is negative), and say so."""
    if -by < TOLD_FROM:
        return move_deadlines(table, now)
    return _tell(table, say("app.outage_set_back", time=length(-by)), now)


def _tell(table: MatchState, text: Text, now: datetime) -> Change:
    change = announce_in_log(table, text, now=now)
    return replace(change, pending=move_deadlines(table, now).pending)


def length(time: timedelta) -> Text:
    """Return how long something was, in the unit that fits: "12 minutes", "3 hours", "6 days"."""
    minutes = max(1, round(time / _MINUTE))
    if minutes < 120:
        return say("app.minutes", minutes=minutes)
    hours = round(minutes / 60)
    return say("app.hours", hours=hours) if hours < 72 else say("app.days", days=round(hours / 24))
