"""The results of a server as a file."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from enum import StrEnum

import msgspec
from msgspec import Struct

from bot.app.runtime.refusals import WORDS
from db.engine.columns import to_millis
from db.ids import GuildId, UserId
from db.ratings.records import PlacingRecord, ResultRecord
from db.tx import Tx
from games.core.language.catalogue import ENGLISH
from games.core.text import Text, phrase, say
from games.core.words import Words


class Form(StrEnum):
    """How a file is written."""

    JSON = "json"
    CSV = "csv"
    TRF = "trf"
    """A text in the manner of the chess federation's report of a tournament; Swiss tournaments only."""


class File(Struct, frozen=True):
    """A file to hand out; ``data`` is UTF-8."""

    name: str
    data: bytes


class PlayerRow(Struct, frozen=True, kw_only=True):
    """One player of one match, as it is exported."""

    seat: int
    user: int | None
    name: str
    place: int
    rank: int
    total: int
    turns: int
    late: int
    left: str
    newcomer: bool


class ResultRow(Struct, frozen=True, kw_only=True):
    """One match, as it is exported; times are ISO 8601 in UTC."""

    match: int
    game: str
    seats: int
    started: str
    finished: str
    ended: str
    rated: bool
    why: str
    tournament: int | None
    corrected: bool
    players: tuple[PlayerRow, ...]


FIRST = (2**62, 0)
"""The place before the newest result."""


class Results(Struct, frozen=True, kw_only=True):
    """A server's newest results as a file; ``whole``: all of them."""

    file: File
    count: int
    whole: bool


class Sheet:
    """A file of results that is written piece by piece, of at most ``most`` bytes."""

    def __init__(self, form: Form, *, most: int) -> None:
        """Begin with what stands above the first result."""
        self._is_table = form is Form.CSV
        self._parts = [table([[*_OF_MATCH, *PlayerRow.__struct_fields__]]) if self._is_table else b"["]
        self._end = b"" if self._is_table else b"\n]\n"
        self._left = most - len(self._parts[0]) - len(self._end)
        self.count = 0

    def add(self, rows: Iterable[ResultRow]) -> bool:
        """Append results; return False, with no more written, if one doesn't fit."""
        for row in rows:
            between = b",\n" if self.count else b"\n"
            part = table(_lines(row)) if self._is_table else between + msgspec.json.encode(row)
            if len(part) > self._left:
                return False
            self._left -= len(part)
            self._parts.append(part)
            self.count += 1
        return True

    def close(self) -> File:
        """Return the file."""
        return File("results.csv" if self._is_table else "results.json", b"".join((*self._parts, self._end)))


def read_page(
    tx: Tx, *, guild: GuildId, before: tuple[int, int], most: int, language: str = ENGLISH
) -> tuple[tuple[ResultRow, ...], tuple[int, int] | None]:
    """Return a server's newest results from before one, and the last one's place; None: there are none before it.

    Places are (finished in milliseconds, match). Computer players are named in the language of who asks.
    """
    found = tx.results.in_guild(guild, before=before, most=most)
    placings: dict[int, list[PlacingRecord]] = {}
    for row in tx.results.placings(result.match for result in found):
        placings.setdefault(row.match, []).append(row)
    users = {row.user for rows in placings.values() for row in rows if row.user is not None}
    people = {user: person.name for user, person in tx.people.get_many(sorted(users), guild=guild).items()}
    words = Words(WORDS, language=language)
    rows = tuple(_row(result, placings.get(result.match, ()), people, words) for result in found)
    return rows, (to_millis(found[-1].finished), int(found[-1].match)) if len(found) == most else None


def _row(result: ResultRecord, placings: Sequence[PlacingRecord], people: dict[UserId, str], words: Words) -> ResultRow:
    return ResultRow(
        match=result.match,
        game=result.game,
        seats=result.seats,
        started=result.started.isoformat(),
        finished=result.finished.isoformat(),
        ended=result.ended,
        rated=result.rated,
        why=result.why,
        tournament=result.tournament,
        corrected=result.edited,
        players=tuple(
            PlayerRow(
                seat=row.seat + 1,
                user=row.user,
                name=people.get(row.user, "") if row.user is not None else words(_computer(row.level)),
                place=row.place,
                rank=row.rank,
                total=row.total,
                turns=row.turns,
                late=row.late,
                left=row.left,
                newcomer=row.guarded,
            )
            for row in placings
        ),
    )


def _computer(level: str | None) -> Text:
    return say("app.computer", level=phrase(level or ""))


_OF_MATCH = ResultRow.__struct_fields__[:-1]


def _lines(row: ResultRow) -> list[list[object]]:
    """One line for each player of a match."""
    facts = [getattr(row, name) for name in _OF_MATCH]
    return [[*facts, *(getattr(each, name) for name in PlayerRow.__struct_fields__)] for each in row.players]


def table(lines: Iterable[Sequence[object]]) -> bytes:
    """Return lines as CSV. A cell that a spreadsheet would take for a formula is led by an apostrophe."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerows([_safe(cell) for cell in line] for line in lines)
    return text.getvalue().encode()


def _safe(cell: object) -> object:
    if cell is None:
        return ""
    if isinstance(cell, str) and cell[:1] in ("=", "+", "-", "@", "\t", "\r"):
        return f"'{cell}"
    return cell
