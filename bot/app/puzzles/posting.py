"""What the post of a day's puzzle shows: the position, and how the puzzle of the day before was solved."""

from __future__ import annotations

from datetime import datetime

from msgspec import Struct

from bot.app.match.records import MatchView
from bot.app.puzzles.table import day_of, find_asked, table_of, tell_best
from bot.app.runtime.library import Library
from bot.app.views.match_view import view_for
from db.ids import GuildId
from db.tx import Tx
from games.core.game import Ask
from games.core.text import Text


class Solved(Struct, frozen=True, kw_only=True):
    """The puzzle of the day before: its best turn in words, by how many points it is better than worse ones.

    ``tried`` and ``solved``: how many people of the server.
    """

    match_view: MatchView
    best: tuple[Text, ...]
    points: float
    tried: int
    solved: int


class Posed(Struct, frozen=True, kw_only=True):
    """The puzzle of a day as the seat sees it whose turn it is, and what became of the one before."""

    match_view: MatchView
    ask: Ask
    before: Solved | None


def find_posed(tx: Tx, library: Library, guild: GuildId, day: int, *, now: datetime) -> Posed | None:
    """Return what is posted of the puzzle of a day; None if that has passed, or there is none."""
    puzzle = tx.puzzles.get(day) if day == day_of(now) else None
    if puzzle is None:
        return None
    table = table_of(library, puzzle, now=now)
    ask = find_asked(table, puzzle)
    return Posed(match_view=view_for(table, ask.seat), ask=ask, before=_find_solved(tx, library, guild, day - 1, now))


def _find_solved(tx: Tx, library: Library, guild: GuildId, day: int, now: datetime) -> Solved | None:
    """How the puzzle of a day was solved on a server; None if there was none, or nobody there tried it."""
    puzzle, (tried, solved) = tx.puzzles.get(day), tx.puzzles.count_answers(guild, day)
    if puzzle is None or not tried:
        return None
    table = table_of(library, puzzle, now=now)
    view, best = view_for(table, find_asked(table, puzzle).seat), tell_best(table, puzzle)
    return Solved(match_view=view, best=best, points=puzzle.points / 10, tried=tried, solved=solved)
