"""What the post of a day's puzzle shows: the position, and how a puzzle before it was solved."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime

from msgspec import Struct

from bot.app.match.records import MatchView
from bot.app.puzzles.origins import Origin, find_origin
from bot.app.puzzles.table import day_of, find_asked, table_of, tell_best
from bot.app.runtime.library import Library
from bot.app.views.match_view import view_for
from db.ids import GuildId
from db.tx import Tx
from games.core.errors import Refusal
from games.core.game import Ask
from games.core.text import Text

AGO = 7
"""A solution is told so many days after its puzzle at most."""


class Solved(Struct, frozen=True, kw_only=True):
    """A puzzle of an earlier day: its best turn in words, by how many points it is better than worse ones.

    ``tried`` and ``solved``: how many people of the server. ``alone``: it is told on a day that has no puzzle.
    """

    match_view: MatchView
    best: tuple[Text, ...]
    points: float
    origin: Origin
    tried: int
    solved: int
    alone: bool = False


class Posed(Struct, frozen=True, kw_only=True):
    """The puzzle of a day as the seat sees it whose turn it is, and what became of the one before."""

    match_view: MatchView
    ask: Ask
    before: Solved | None


def count_back(day: int) -> int:
    """Return the day up to which puzzles are too old for their solutions to be told."""
    return day - AGO - 1


def find_posed(tx: Tx, library: Library, guild: GuildId, day: int, *, now: datetime) -> Posed | None:
    """Return what is posted of the puzzle of a day; None if that has passed, or there is none that can be read."""
    puzzle = tx.puzzles.get(day) if day == day_of(now) else None
    if puzzle is None:
        return None
    with suppress(Refusal):
        table = table_of(library, puzzle, now=now)
        ask, server = find_asked(table, puzzle), tx.puzzles.channel(guild)
        told = max(count_back(day), 0 if server is None else server.told)
        tried = tx.puzzles.find_tried(guild, after=told, before=day)
        before = None if tried is None else find_solved(tx, library, guild, tried, now=now)
        return Posed(match_view=view_for(table, ask.seat), ask=ask, before=before)
    return None


def find_solved(
    tx: Tx, library: Library, guild: GuildId, day: int, *, now: datetime, alone: bool = False
) -> Solved | None:
    """Return how the puzzle of a day was solved on a server; None if nobody there tried it, or it can't be read."""
    puzzle, (tried, solved) = tx.puzzles.get(day), tx.puzzles.count_answers(guild, day)
    if puzzle is None or not tried:
        return None
    with suppress(Refusal):
        table = table_of(library, puzzle, now=now)
        return Solved(
            match_view=view_for(table, find_asked(table, puzzle).seat),
            best=tell_best(table, puzzle),
            points=puzzle.points / 10,
            origin=find_origin(tx, table, puzzle, guild),
            tried=tried,
            solved=solved,
            alone=alone,
        )
    return None
