"""What an animated picture of a match is made from: its boards in order, as one viewer may see them.

Positions are handed on as they are stored; reading and drawing them is work for another process.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from bot.app.changes.unit_of_work import UnitOfWork
from bot.app.match.records import LogLine, MatchView
from bot.app.runtime.refusals import refuse
from bot.app.views import match_view, watching
from bot.app.views.history import expect_player, own_last
from db.ids import MatchId, UserId
from db.records import Status
from db.tx import Tx
from games.core.seats import TABLE, Seat

MOST_FRAMES = 120
"""Boards of one film; of a longer match every second, third … turn is shown."""


class Frame(Struct, frozen=True):
    """A board: the ply at which it stood, the compressed position, and the turn that led to it (None: the first)."""

    ply: int
    data: bytes
    line: LogLine | None = None


class Replay(Struct, frozen=True, kw_only=True):
    """The boards of a film in order, at least one. ``viewer``: by whose eyes; None: as everybody sees them.

    ``match_view`` is the present, for names and title. ``turns`` is how many boards there are, ``frames`` may be fewer.
    """

    match_view: MatchView
    viewer: Seat | None
    frames: tuple[Frame, ...]
    turns: int


class Replays:
    """Films of matches."""

    def __init__(self, uow: UnitOfWork) -> None:
        """Work over the shared unit of work."""
        self._uow = uow

    async def reel(self, match: MatchId, user: UserId, *, own: bool = False) -> Replay:
        """Return the boards of a match; ``own``: since the user's own last move.

        Players see them by their own eyes while the match runs; everybody else, and all after the end, as spectators.
        Raises Refusal before the start, and for ``own`` from who does not play.
        """

        def work(tx: Tx) -> Replay:
            match_reader = self._uow.match_reader
            table = match_reader.read(tx, match)
            watching.expect_open(table, user)
            if table.position is None:
                raise table.not_running()
            first = own_last(tx, table, expect_player(table, user)) if own else 0
            plies = tx.log.find_shown_plies(match, first=first)
            if own and len(plies) < 2:
                raise refuse("NOTHING_NEW", "nothing_new", match=match)
            running = table.match.status is Status.RUNNING
            view = match_view.view_of(tx, match_reader, table, user, since=None)
            viewer = table.viewer(user) if running else None
            entries = tx.log.entries(match, first=plies[0] + 1, last=plies[-1])
            lines = match_view.with_turns(tx, table, match_view.log_lines(table, entries, viewer))
            frames, before = [], plies[0]
            for ply in thin_out(plies, MOST_FRAMES):
                stored = tx.log.snapshot(match, ply=ply)
                assert stored is not None, "it was listed in the same unit of work"
                frames.append(Frame(*stored, _newest([line for line in lines if before < line.ply <= ply])))
                before = ply
            return Replay(match_view=view, viewer=viewer, frames=tuple(frames), turns=len(plies))

        return await self._uow.store.read(work)


def _newest(lines: Sequence[LogLine]) -> LogLine | None:
    """The newest turn of a player among some entries, else the newest entry."""
    played = [line for line in lines if line.entry.seat != TABLE]
    return next(iter(reversed(played or lines)), None)


def thin_out(plies: tuple[int, ...], most: int) -> tuple[int, ...]:
    """Return at most so many of the plies, evenly spread, the first and the last among them (``most`` is above 1)."""
    if len(plies) <= most:
        return plies
    step = (len(plies) - 1) / (most - 1)
    return tuple(plies[round(at * step)] for at in range(most))
