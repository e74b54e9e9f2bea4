"""The stored log of a match that is over, and the turns of it that somebody chose: what searches start from."""

from __future__ import annotations

import zlib
from bisect import bisect_left
from collections.abc import Iterator, Sequence

from msgspec import Struct

from bot.app.match.effective_log import find_effective, plies
from bot.app.workers.thinking import codec_of
from db.records import MatchRecord
from db.tx import Tx
from games.core.contract import AnyGame
from games.core.running.play import Cause, Entry, find_ask
from games.core.seats import TABLE, AskId, Seat

DECIDED = frozenset({Cause.PLAYER, Cause.COMPUTER, Cause.ORDER, Cause.PLAN})
"""Turns that somebody has chosen; others go by themselves."""


class StoredLog(Struct, frozen=True):
    """The lines of a match that count, and the positions after them, compressed; each with its ply, in order."""

    lines: Sequence[tuple[int, bytes]]
    positions: Sequence[tuple[int, bytes]]


class Choice(Struct, frozen=True, kw_only=True):
    """A turn of the log that can be judged: its line, who made it at which ask, its moves, and where it was made.

    ``before`` is the ply of the position; the moves are in the game's JSON.
    """

    ply: int
    seat: Seat
    ask: AskId
    made: bytes
    before: int


def read_log(tx: Tx, record: MatchRecord) -> StoredLog:
    """Return the lines of a match that weren't taken back, and the positions after them."""
    match = record.id
    counts = plies(find_effective(record.ply, tx.log.rewinds(match)))
    lines = tuple(
        (each.ply, each.data) for each in tx.log.entries(match, first=1, last=record.ply) if each.ply in counts
    )
    return StoredLog(lines, tuple(each for each in tx.log.snapshots(match) if each[0] in counts))


def find_choices(game: AnyGame, log: StoredLog) -> tuple[Choice, ...]:
    """Return the turns of a log that somebody chose and a searcher can try.

    Turns that nobody waits for and those of live play can't be: rollouts know none.
    """
    known, found = [ply for ply, _data in log.positions], list[Choice]()
    for ply, entry in _read_lines(game, log):
        before = bisect_left(known, ply) - 1
        if before >= 0 and _is_choice(entry) and _is_asked(game, log.positions[before][1], entry):
            made = codec_of(game).encode(entry.moves)
            found.append(Choice(ply=ply, seat=entry.seat, ask=entry.ask, made=made, before=known[before]))
    return tuple(found)


def _read_lines(game: AnyGame, log: StoredLog) -> Iterator[tuple[int, Entry]]:
    entries = codec_of(game).read_entries(b"[" + b",".join(data for _, data in log.lines) + b"]")
    return zip((ply for ply, _data in log.lines), entries, strict=True)


def _is_choice(entry: Entry) -> bool:
    return entry.seat != TABLE and entry.cause in DECIDED and bool(entry.moves) and not entry.sealed


def _is_asked(game: AnyGame, position: bytes, entry: Entry) -> bool:
    state = codec_of(game).read_position(zlib.decompress(position)).state
    ask = find_ask(game, state, entry.ask)
    return ask is not None and ask.seat == entry.seat and ask.waits and not ask.live
