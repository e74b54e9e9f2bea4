"""Rematches: whoever asks for one first opens it, and the others of that match join it."""

from __future__ import annotations

from datetime import datetime

from bot.app.changes.caps import LOCK
from bot.app.changes.change import Change
from bot.app.lobby.open_matches import join_match as joined_open
from bot.app.match.records import Actor, Place
from bot.app.match.state import MatchState
from bot.app.runtime.refusals import refuse
from db.ids import MatchId, UserId
from db.records import Status
from db.tx import Tx
from games.core.text import Text, raw, say


class Opened(Exception):  # no error: another player was first
    """A match has a rematch already, which is open or running."""

    def __init__(self, match: MatchId) -> None:
        """Name the rematch."""
        super().__init__(match)
        self.match = match


def expect_none(tx: Tx, match: MatchId, place: Place) -> tuple[Text, ...]:
    """Raise Opened if a match has a rematch, in the unit of work that opens one; two at once come one after the other.

    ``place``: where it would be opened. Returns what to say if there was one that has been canceled.
    """
    tx.facts.lock(LOCK, "")
    known = tx.matches.rematch_of(match, channel=place.channel)
    if known is None or known.status is Status.FINISHED:
        return ()
    if known.status is Status.CANCELLED:
        return (say("app.rematch_anew", match=known.id),)
    raise Opened(known.id)


def join_rematch(table: MatchState, actor: Actor, now: datetime, *, absent: UserId | None) -> Change:
    """Make the change by which somebody who asked for a rematch joins it; raises Refusal once it has begun.

    ``absent``: the rematch's host, if they have left the server.
    """
    match, is_in = table.match, bool(table.seats_of(actor.user))
    if match.status is Status.RUNNING:
        raise refuse("STARTED", "rematch_runs" if is_in else "rematch_runs_without", match=match.id)
    if match.status is Status.LOBBY and is_in:
        raise refuse("ALREADY_IN", "rematch_waits", match=match.id, place=raw(f"<#{match.channel}>"))
    told = say("app.rematch_joined", host=table.person(match.host), match=match.id)
    return joined_open(table, actor, now, told, absent=absent)
