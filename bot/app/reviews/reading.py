"""What a review is made from: a match that is over, as it is stored."""

from __future__ import annotations

import hashlib
from bisect import bisect_left, bisect_right
from typing import Any

from msgspec import Struct

from bot.app.match.state import MatchReader, MatchState
from bot.app.runtime.refusals import refuse
from bot.app.views import watching
from bot.app.workers.stored_logs import StoredLog, read_log
from db.ids import MatchId, UserId
from db.records import Status
from db.tx import Tx

LEAST_TURNS = 4
"""A match of fewer turns has nothing to tell."""


class Subject(Struct, frozen=True, kw_only=True):
    """A match to be reviewed: its log as far as it counts, and the plies of its turns, from 0, the start.

    ``whole``: its rules ended it.
    """

    table: MatchState
    whole: bool
    log: StoredLog
    shown: tuple[int, ...]

    @property
    def match(self) -> MatchId:
        """Its number."""
        return self.table.match.id

    def turn_of(self, ply: int) -> int:
        """Return the number of the turn in the history that a line of the log belongs to."""
        return min(bisect_left(self.shown, ply), len(self.shown) - 1)

    def position(self, ply: int) -> bytes:
        """Return the compressed position as it stood after a ply."""
        at = bisect_right(self.log.positions, ply, key=lambda each: each[0]) - 1
        return self.log.positions[at][1]

    def seed(self, *about: Any) -> bytes:  # noqa: ANN401
        """Return a seed for one step of the review; nothing that is drawn by it was drawn in the match."""
        return hashlib.sha256(b"review" + self.table.seed + repr(about).encode()).digest()


def read_finished(tx: Tx, match_reader: MatchReader, match: MatchId, user: UserId) -> MatchState:
    """Return a match that can be reviewed for a person; raises Refusal with the reason otherwise."""
    table = match_reader.read(tx, match)
    watching.expect_open(table, user)
    if table.match.status is Status.RUNNING:
        raise refuse("NOT_OVER", "review_not_over", match=match)
    if table.match.status is not Status.FINISHED:
        raise table.not_running()
    if table.fault is not None:
        raise table.fault
    spec = table.game.spec
    if not spec.can_replay(table.match.rules_number):
        rules, played = spec.rules_number, table.match.rules_number
        raise refuse("OTHER_RULES", "review_other_rules", match=match, game=spec.title, rules=rules, played=played)
    if not table.game.bots.policies():
        raise refuse("NO_REVIEW", "review_without_players", game=spec.title)
    return table


def read_subject(tx: Tx, table: MatchState) -> Subject:
    """Return all that a review is made from; raises Refusal if that is too little."""
    match = table.match.id
    shown = tx.log.find_shown_plies(match, first=0)
    if len(shown) - 1 < LEAST_TURNS:
        raise refuse("TOO_SHORT", "review_too_short", match=match, turns=len(shown) - 1)
    with table.guard():
        whole = table.position is not None and not table.game.asks(table.position.state)
    return Subject(table=table, whole=whole, log=read_log(tx, table.match), shown=shown)
