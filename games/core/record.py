"""Replaying a stored log: the proof that rules and chance still give the same match.

Only within one rules number: a match made under older rules need not replay under newer ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from msgspec.structs import replace

from games.core.game import Barrier, Game, Setup
from games.core.play import Entry, Position, expect_ask, fold, start, table_step
from games.core.seats import TABLE, Seat

S = TypeVar("S")


class Differs(Exception):
    """Entry ``at`` (0-based) of a log comes out differently: ``stored`` against ``made``."""

    def __init__(self, at: int, stored: Entry, made: Entry | None) -> None:
        """Keep both entries (None: nothing was made)."""
        super().__init__(f"entry {at} differs: stored {stored}, made {made}")
        self.at, self.stored, self.made = at, stored, made


def replay(game: Game[S, Any], setup: Setup, seed: bytes, entries: Sequence[Entry]) -> Position[S]:
    """Play a log again from the seed and return the position it leads to.

    Raises Differs at the first entry that comes out differently, and Refusal if one cannot be played at all. Turns
    that were undone must have been taken out of the log.
    """
    begun = start(game, setup, seed)
    for at, made in enumerate(begun.entries):
        if at >= len(entries) or entries[at] != made:
            raise Differs(at, entries[at] if at < len(entries) else made, made)
    position = begun.position
    for at in range(len(begun.entries), len(entries)):
        stored = entries[at]
        position, made = _again(game, position, stored, seed)
        if made != stored:
            raise Differs(at, stored, made)
    return position


def _again(game: Game[S, Any], position: Position[S], stored: Entry, seed: bytes) -> tuple[Position[S], Entry]:
    ask = expect_ask(game, position.state, stored.seat, stored.ask)
    if stored.seat == TABLE:
        progress = table_step(game, position, ask, seed)
        return progress.position, progress.entries[0]
    folded = fold(game, position.state, stored.seat, stored.ask, stored.moves)
    line = game.write(game.view(position.state, stored.seat), stored.moves)
    if stored.sealed:
        sealed = {**position.sealed, stored.ask: stored.moves}
        causes = {**position.causes, stored.ask: stored.cause}
        return replace(position, sealed=sealed, causes=causes), replace(stored, line=line)
    barrier = Barrier.SECRET if ask.sealed and folded.barrier is Barrier.NONE else folded.barrier
    made = replace(
        stored,
        line=line,
        events=folded.events,
        audience=_audience(stored),
        barrier=barrier,
        undo=folded.undo,
    )
    kept = {key: turn for key, turn in position.sealed.items() if key != stored.ask}
    causes = {key: position.causes[key] for key in kept}
    return replace(position, state=folded.state, sealed=kept, causes=causes), made


def _audience(entry: Entry) -> tuple[Seat, ...] | None:
    return (entry.seat,) if any(move.secret for move in entry.moves) else None
