"""Matches as files: the whole of a match, or a plain sheet of its turns and scores."""

from __future__ import annotations

import zlib
from collections.abc import Collection

from msgspec import Raw, Struct
from msgspec.structs import replace

from bot.app.changes.unit_of_work import UnitOfWork
from bot.app.match.effective_log import find_effective, plies
from bot.app.match.records import LogLine
from bot.app.match.replaying import begin_all, find_import, is_at
from bot.app.match.state import MatchReader, MatchState
from bot.app.runtime.refusals import WORDS
from bot.app.transfer.match_file import NOTHING, BaseFile, LineFile, MatchFile, RewindFile, SeatFile, write_file
from bot.app.transfer.text_sheet import score_sheet
from bot.app.transfer.use import use_of
from bot.app.views.match_view import names, open_lines, visible_lines, with_turns
from bot.app.views.watching import expect_open
from db.ids import MatchId, UserId
from db.records import Status
from db.tx import Tx
from games.core.language.catalogue import ENGLISH
from games.core.seats import Seat
from games.core.text import Text, say
from games.core.words import Words


class Handed(Struct, frozen=True, kw_only=True):
    """A file for a player: its name without a folder, its bytes, and what it can be used for."""

    name: str
    data: bytes
    use: Text


class Files:
    """What a match hands out; a match that has not started is refused."""

    def __init__(self, uow: UnitOfWork) -> None:
        """Work over the shared unit of work."""
        self._uow = uow

    async def match_file(self, match: MatchId, user: UserId | None, *, language: str = ENGLISH) -> Handed:
        """Return a match as a file: after its end the whole, before it what the user may see, and the seed's hash."""

        def work(tx: Tx) -> tuple[Text, MatchFile]:
            expect_open(self._uow.match_reader.read(tx, match), user)
            return for_reader(tx, self._uow.match_reader, match, user, language=language)

        use, file = await self._uow.store.read(work)
        return Handed(name=f"match-{match}.json", data=write_file(file), use=use)

    async def sheet(self, match: MatchId, user: UserId | None, *, language: str = ENGLISH) -> Handed:
        """Return the turns and the score as plain text, as the user may see them."""

        def work(tx: Tx) -> Handed:
            table = _require_started(self._uow.match_reader.read(tx, match))
            expect_open(table, user)
            over = table.match.status is Status.FINISHED
            lines, own = _lines(tx, table), table.seats_of(user)
            shown = open_lines(lines, own) if over else visible_lines(lines, table.viewer(user), own=own)
            counted = {line.ply for line in lines_that_count(tx, table, lines)}
            use = say("app.sheet_over") if over else say("app.sheet_running")
            numbered = with_turns(tx, table, [replace(line, undone=line.ply not in counted) for line in shown])
            text = score_sheet(table, names(table, language), numbered, use=use, language=language)
            return Handed(name=f"match-{match}.txt", data=text.encode(), use=use)

        return await self._uow.store.read(work)


def _require_started(table: MatchState) -> MatchState:
    """Refuse a match that never began."""
    if table.position is None:
        raise table.not_running()
    return table


def _lines(tx: Tx, table: MatchState) -> tuple[LogLine, ...]:
    rows = tx.log.entries(table.match.id, first=1, last=table.match.ply)
    read = table.codec.read_entries(b"[" + b",".join(row.data for row in rows) + b"]")
    return tuple(LogLine(ply=row.ply, at=row.at, entry=entry) for row, entry in zip(rows, read, strict=True))


def lines_that_count(tx: Tx, table: MatchState, lines: tuple[LogLine, ...]) -> tuple[LogLine, ...]:
    """Return the lines of a log without those of turns that were taken back."""
    counted = plies(find_effective(table.match.ply, tx.log.rewinds(table.match.id)))
    return tuple(line for line in lines if line.ply in counted)


def for_reader(
    tx: Tx, match_reader: MatchReader, match: MatchId, user: UserId | None, *, language: str = ENGLISH
) -> tuple[Text, MatchFile]:
    """Return a match for a player: whole once it is over, else as far as the user may see it; and what it is for.

    What others had planned stays theirs after the end, too (H2Olland P7).
    """
    table = _require_started(match_reader.read(tx, match, seed=True))
    own = table.seats_of(user)
    if table.match.status is Status.FINISHED:
        lines = open_lines(_lines(tx, table), own)
        base = _base(tx, table, lines)
        use = use_of(table, own, elsewhere=base is not None)
        return use, _file(tx, table, lines, use=_say(table, use, language), whole=True, reader=None)
    reader, use = table.viewer(user), use_of(table, own)
    lines = visible_lines(_lines(tx, table), reader, own=own)
    return use, _file(tx, table, lines, use=_say(table, use, language), whole=False, reader=reader)


def file_at(tx: Tx, table: MatchState, *, ply: int, reader: Seat | None, own: Collection[Seat]) -> MatchFile:
    """Return the file that a reader in his ``own`` seats got of a running match when it had come to a ply."""
    lines = visible_lines((line for line in _lines(tx, table) if line.ply <= ply), reader, own=own)
    file = _file(tx, table, lines, use="", whole=False, reader=reader)
    return replace(
        file,
        finished=None,
        seed=None,
        outcome=NOTHING,
        ply=ply,
        rewinds=tuple(each for each in file.rewinds if each.ply <= ply),
        seats=tuple(replace(each, resigned=None) for each in file.seats),
    )


def whole(tx: Tx, match_reader: MatchReader, match: MatchId) -> MatchFile:
    """Return all of a match; of a running one its position too, which holds what is secret: for operators only."""
    table = _require_started(match_reader.read(tx, match, seed=True))
    lines = _lines(tx, table)
    if table.match.status is Status.FINISHED:
        use = use_of(table, (), elsewhere=_base(tx, table, lines) is not None)
    else:
        use = say("app.file_operator")
    file = _file(tx, table, lines, use=_say(table, use, ENGLISH), whole=True, reader=None)
    seats = zip(file.seats, table.seats, strict=True)
    return replace(file, seats=tuple(replace(seat, user=row.user) for seat, row in seats))


def _say(table: MatchState, use: Text, language: str) -> str:
    return Words((WORDS, table.game.words), names(table, language), language=language)(use)


def _file(
    tx: Tx,
    table: MatchState,
    lines: tuple[LogLine, ...],
    *,
    use: str,
    whole: bool,
    reader: Seat | None,
) -> MatchFile:
    record, codec = table.match, table.codec
    assert record.started is not None
    over = record.status is Status.FINISHED
    called = names(table)
    seats = tuple(
        SeatFile(name=name, user=None, level=row.level, resigned=row.resigned)
        for row, name in zip(table.seats, called, strict=True)
    )
    base = _base(tx, table, lines) if whole else None
    running = whole and not over and table.position is not None
    return MatchFile(
        use=use,
        game=record.game,
        rules_number=record.rules_number,
        state_number=table.game.spec.state_number,
        number=record.id,
        options=Raw(record.options),
        pace=Raw(record.pace),
        seats=seats,
        first=_first(tx, table) if whole and base is None else None,
        practice=record.practice,
        undo=record.undo,
        whole=whole,
        reader=reader,
        started=record.started,
        finished=record.finished,
        seed_hash=record.seed_hash,
        seed=tx.matches.seed(record.id).hex() if over else None,
        outcome=NOTHING if record.outcome is None else Raw(record.outcome),
        ply=record.ply,
        lines=tuple(LineFile(ply=each.ply, at=each.at, entry=Raw(codec.encode(each.entry))) for each in lines),
        rewinds=tuple(
            RewindFile(ply=each.ply, target=each.target, kind=each.kind) for each in tx.log.rewinds(record.id)
        ),
        base=base,
        position=Raw(codec.position(table.position)) if running and table.position is not None else NOTHING,
    )


def _base(tx: Tx, table: MatchState, lines: tuple[LogLine, ...]) -> BaseFile | None:
    """Where a match that came from another bot went on."""
    at = find_import([(line.ply, line.entry) for line in lines])
    if at is None:
        return None
    stored = tx.log.snapshot(table.match.id, ply=at)
    assert stored is not None, "an import stores its position"
    return BaseFile(ply=at, position=Raw(zlib.decompress(stored[1])))


def _first(tx: Tx, table: MatchState) -> int | None:
    """Which seat was named to begin, found by what the match began with."""
    ply = tx.log.snapshots(table.match.id)[0][0]
    stored = tx.log.snapshot(table.match.id, ply=ply)
    assert stored is not None
    begun = table.codec.read_position(zlib.decompress(stored[1]))
    seed = tx.matches.seed(table.match.id)
    rules = table.match.rules_number
    ways = begin_all(table.game, table.options, seed, seats=len(table.seats), rules=rules)
    return next((way.first for way in ways if is_at(way.progress.position, begun)), None)
