"""All results of a server as a file."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from enum import StrEnum

import msgspec
from msgspec import Struct

from bot.app.runtime.refusals import WORDS
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


def results(tx: Tx, guild: GuildId, *, form: Form, most: int, language: str = ENGLISH) -> File:
    """Return a server's results, the newest first; computer players are named in the language of who asks."""
    found = tx.results.in_guild(guild, most=most)
    placings: dict[int, list[PlacingRecord]] = {}
    for row in tx.results.placings(result.match for result in found):
        placings.setdefault(row.match, []).append(row)
    users = {row.user for rows in placings.values() for row in rows if row.user is not None}
    people = {user: person.name for user, person in tx.people.get_many(sorted(users), guild=guild).items()}
    words = Words(WORDS, language=language)
    rows = [_row(result, placings.get(result.match, ()), people, words) for result in found]
    if form is Form.CSV:
        return File("results.csv", table(_lines(rows)))
    return File("results.json", msgspec.json.format(msgspec.json.encode(rows), indent=1))


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


def _lines(rows: Iterable[ResultRow]) -> list[list[object]]:
    """One line for each player of each match, names of columns first."""
    match, player = ResultRow.__struct_fields__[:-1], PlayerRow.__struct_fields__
    lines: list[list[object]] = [[*match, *player]]
    for row in rows:
        facts = [getattr(row, name) for name in match]
        lines += [[*facts, *(getattr(each, name) for name in player)] for each in row.players]
    return lines


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
