"""What is told of a finished match to those who did not see it: how it ended, and the turns that decided it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from msgspec import Struct

from bot.app.changes.unit_of_work import UnitOfWork
from bot.app.match.records import MatchView, counts_points
from bot.app.match.state import MatchState
from bot.app.runtime.refusals import refuse
from bot.app.views import match_view
from bot.app.views.history import expect_player
from db.ids import ChannelId, Key, MatchId, UserId
from db.records import Status
from db.tx import Tx
from games.core.seats import Seat

MOST_MOMENTS = 3
"""Turns that are told as those that decided the match."""
MOST_BOARDS = 400
"""Boards that are counted, the last ones of a longer match."""


class Moment(Struct, frozen=True, kw_only=True):
    """A turn that changed much: its number, who gained most by it and how much, and who led then, if that was new.

    ``totals`` are the points of all after it, by seat.
    """

    turn: int
    seat: Seat
    gain: int
    leader: Seat | None
    totals: tuple[int, ...]


class Summary(Struct, frozen=True, kw_only=True):
    """A finished match as spectators see it, how many turns it had, and its moments in order."""

    match_view: MatchView
    turns: int
    moments: tuple[Moment, ...]


class Sharing:
    """Summaries of finished matches, each told once in a channel."""

    def __init__(self, uow: UnitOfWork) -> None:
        """Work over the shared unit of work."""
        self._uow = uow

    async def summary(self, match: MatchId, user: UserId, channel: ChannelId) -> Summary:
        """Return what is told of a match; raises Refusal for who did not play, before the end, and a second time."""

        def work(tx: Tx) -> Summary:
            match_reader = self._uow.match_reader
            table = match_reader.read(tx, match)
            expect_player(table, user)
            if table.match.status is not Status.FINISHED:
                raise refuse("NOT_OVER", "share_not_over", match=match)
            if tx.facts.get(_fact(match, channel)) is not None:
                raise refuse("SHARED", "share_again", match=match)
            plies = tx.log.find_shown_plies(match, first=0)
            first = max(0, len(plies) - MOST_BOARDS)
            boards = [match_reader.position_at(tx, table.match, ply)[1].state for ply in plies[first:]]
            scores = [score for state in boards if (score := _score_of(table, state)) is not None]
            moments = _moments(scores, first) if len(scores) == len(boards) else ()
            shown = match_view.view_of(tx, match_reader, table, None, since=None)
            return Summary(match_view=shown, turns=len(plies) - 1, moments=tuple(moments))

        return await self._uow.store.read(work)

    async def note_shared(self, key: Key, match: MatchId, channel: ChannelId) -> None:
        """Note that a match is told in a channel; raises Refusal for the second of two requests at once."""

        def work(tx: Tx) -> None:
            if tx.facts.get_or(_fact(match, channel), key) != key:
                raise refuse("SHARED", "share_again", match=match)

        await self._uow.store.run(work)

    async def forget_shared(self, match: MatchId, channel: ChannelId) -> None:
        """Let a match be told in a channel after all, where it couldn't be posted."""
        await self._uow.store.run(lambda tx: tx.facts.forget(_fact(match, channel)))


def _fact(match: MatchId, channel: ChannelId) -> str:
    return f"shared {match} {channel}"


def _score_of(table: MatchState, state: object) -> tuple[int, ...] | None:
    """The points of all seats as a board stands, all that counts being open; None in a game without points."""
    outcome = table.game.outcome(state) or table.game.outcome(table.game.ending.close(state))
    return outcome.totals if outcome is not None and counts_points(outcome) else None


def _moments(scores: Sequence[tuple[int, ...]], first: int) -> list[Moment]:
    """The turns that decided: the last change of the lead, and those that brought most; ``first``: of the boards."""
    found = list(_changes(scores, first))
    turning = [each for each in found if each.leader is not None][-1:]
    rest = sorted((each for each in found if each not in turning), key=lambda each: -each.gain)
    return sorted((*turning, *rest[: MOST_MOMENTS - len(turning)]), key=lambda each: each.turn)


def _changes(scores: Sequence[tuple[int, ...]], first: int) -> Iterator[Moment]:
    """What each turn by which somebody gained points changed."""
    leader: Seat | None = None
    for turn, (before, after) in enumerate(pairwise(scores), start=first + 1):
        gains = [new - old for old, new in zip(before, after, strict=True)]
        ahead = [Seat(seat) for seat, total in enumerate(after) if total == max(after)]
        new = ahead[0] if len(ahead) == 1 and len(after) > 1 and ahead[0] != leader else None
        leader = new if new is not None else leader
        if max(gains) > 0:
            yield Moment(turn=turn, seat=Seat(gains.index(max(gains))), gain=max(gains), leader=new, totals=after)
