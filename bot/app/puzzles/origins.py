"""Where a puzzle is from, as far as a server may know: its own matches by their numbers, others not at all."""

from __future__ import annotations

from msgspec import Struct

from bot.app.match.state import MatchState
from bot.app.puzzles.table import tell_best, tell_turn
from db.ids import MatchId
from db.puzzles.records import PuzzleRecord
from db.tx import Tx
from games.core.text import Text


class Origin(Struct, frozen=True, kw_only=True):
    """What is told of where a puzzle is from. ``finished``: from a match of people, not one played for the puzzle.

    On the server of the match: ``match``, the number of the turn and the ply after it, and what was played in words
    (``best``: it was the best turn).
    """

    finished: bool
    match: MatchId | None = None
    turn: int = 0
    ply: int = 0
    made: tuple[Text, ...] = ()
    best: bool = False


def find_origin(tx: Tx, table: MatchState, puzzle: PuzzleRecord, guild: int) -> Origin:
    """Return where a puzzle is from, for a server (0: none)."""
    if puzzle.match is None or puzzle.turn is None:
        return Origin(finished=False)
    match = tx.matches.get(puzzle.match)
    shown = () if match is None or match.guild != guild else tx.log.find_shown_plies(match.id, first=0)
    if not 0 < puzzle.turn < len(shown):  # of another server, or gone by now
        return Origin(finished=True)
    made = () if puzzle.made is None else tell_turn(table, puzzle, puzzle.made)
    best = made == tell_best(table, puzzle)
    ply = shown[puzzle.turn]
    return Origin(finished=True, match=puzzle.match, turn=puzzle.turn, ply=ply, made=() if best else made, best=best)
