"""Coming back to a match: what has happened since one's own last move, and what happened at a turn."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from bot.app.changes.unit_of_work import UnitOfWork
from bot.app.match.records import LogLine, MatchView
from bot.app.match.state import MatchReader, MatchState
from bot.app.runtime.refusals import refuse
from bot.app.views import match_view, watching
from bot.app.views.steps import Steps, group_steps, number_turns
from db.ids import MatchId, UserId
from db.tx import Tx
from games.core.running.play import Cause
from games.core.seats import Seat

MOST_LINES = 120
"""Entries of the log told at once, the newest; the log holds the rest."""

LOOKED_BACK = 2
"""A turn handed in secretly has an entry when it is handed in, and one when all are in."""


class TurnSummary(Struct, frozen=True, kw_only=True):
    """A board, what led to it, and how many earlier entries were left out. ``since``: the ply before all that.

    ``steps`` are the turns in between; their numbers are those of the board's marks. ``turn`` of ``turns`` is the
    number in the history, where one looks at a turn.
    """

    match_view: MatchView
    lines: tuple[LogLine, ...]
    since: int
    left_out: int = 0
    steps: Steps = Steps()
    turn: int = 0
    turns: int = 0


class History:
    """What has happened."""

    def __init__(self, uow: UnitOfWork) -> None:
        """Work over the shared unit of work."""
        self._uow = uow

    async def since(self, match: MatchId, user: UserId) -> TurnSummary:
        """Return the present, marked against the board after the user's own last move, and all that came after it.

        What was played for the user (an order, a default move) is told too. Raises Refusal for who does not play, and
        before the start.
        """

        def work(tx: Tx) -> TurnSummary:
            match_reader = self._uow.match_reader
            table = match_reader.read(tx, match)
            seat = expect_player(table, user)
            since = own_last(tx, table, seat)
            last = table.match.ply
            first = max(since + 1, last - MOST_LINES + 1)
            entries = tx.log.entries(match, first=first, last=last)
            gone = match_view.find_undone(tx, table)
            lines = match_view.with_turns(tx, table, match_view.log_lines(table, entries, seat, user=user, gone=gone))
            view = match_view.view_of(tx, match_reader, table, user, since=since)
            plies = [ply for ply in tx.log.find_shown_plies(match, first=since + 1) if ply < last]
            boards = [
                (at, table.game.view(position.state, table.viewer(user)))
                for at, position in (
                    match_reader.position_at(tx, table.match, ply) for ply in (since, *group_steps(plies))
                )
            ]
            told = [line.ply for line in lines]
            steps, marks = number_turns(table.game, [*boards, (last, view.view)], view.marks, told=told)
            return TurnSummary(
                match_view=replace(view, marks=marks), lines=lines, since=since, left_out=first - since - 1, steps=steps
            )

        return await self._uow.store.read(work)

    async def turn(
        self, match: MatchId, user: UserId | None, *, ply: int | None = None, turn: int | None = None
    ) -> TurnSummary:
        """Return the board as it stood at a turn, and what happened in that turn; the newest if none is named.

        ``turn`` is its number as people count (0: the start), ``ply`` one of the log of which the newest turn not after
        it is meant. Raises Refusal if there is no turn of that number.
        """

        def work(tx: Tx) -> TurnSummary:
            match_reader = self._uow.match_reader
            table = match_reader.read(tx, match)
            watching.expect_open(table, user)
            if table.position is None:
                raise table.fault or table.not_running()
            plies = tx.log.find_shown_plies(match, first=0)
            wanted = ply if turn is None else match_view.ply_of_turn(tx, match, turn)
            at = len(plies) - 1 if wanted is None else max(0, bisect_right(plies, wanted) - 1)
            view = _view_turn(tx, match_reader, table, user, plies, at)
            since = 0 if view.earlier is None else view.earlier
            first = max(since + 1, view.ply - MOST_LINES + 1)
            entries = tx.log.entries(match, first=first, last=view.ply)
            gone = match_view.find_undone(tx, table)
            lines = match_view.log_lines(table, entries, table.viewer(user), user=user, gone=gone)
            left_out = first - since - 1
            return TurnSummary(
                match_view=view, lines=lines, since=since, left_out=left_out, turn=at, turns=len(plies) - 1
            )

        return await self._uow.store.read(work)


def _view_turn(
    tx: Tx, match_reader: MatchReader, table: MatchState, user: UserId | None, plies: Sequence[int], at: int
) -> MatchView:
    """The board after one of the turns; after the newest one as it is now, all of it open where the match is over."""
    if at < len(plies) - 1:
        return match_view.view_at(tx, match_reader, table.match.id, user, ply=plies[at])
    earlier = plies[at - 1] if at else None
    return replace(match_view.view_of(tx, match_reader, table, user, since=earlier), earlier=earlier)


def own_last(tx: Tx, table: MatchState, seat: Seat) -> int:
    """Return the ply at which a seat's player made a move last; the first board's if there was none."""
    plies = tx.log.find_own_plies(table.match.id, seat, cause=Cause.PLAYER, most=LOOKED_BACK)
    if not plies:
        return tx.log.beside(table.match.id, ply=0)[1] or 0
    if len(plies) == LOOKED_BACK:
        newest, before = (_is_sealed(tx, table, ply) for ply in plies)
        if before and not newest:
            return plies[1]
    return plies[0]


def _is_sealed(tx: Tx, table: MatchState, ply: int) -> bool:
    """Whether the entry tells that a turn was handed in secretly."""
    (record,) = tx.log.entries(table.match.id, first=ply, last=ply)
    (entry,) = table.codec.read_entries(b"[" + record.data + b"]")
    return entry.sealed


def expect_player(table: MatchState, user: UserId) -> Seat:
    """Return the user's seat in a match that was started; raises Refusal."""
    if table.position is None:
        raise table.not_running()
    seat = table.viewer(user)
    if seat is None:
        raise refuse("NOT_A_PLAYER", "not_a_player", match=table.match.id)
    return seat
