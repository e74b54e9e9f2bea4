"""Reading all that is stored of a match, as far as it can be read."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from bot.app.integrity.records import Stored
from bot.app.match.replaying import SEED_LINES
from bot.app.match.state import MatchReader, MatchState
from bot.app.match.turn_runner import PLATFORM
from db.engine.errors import StoreError, is_of_driver
from db.ids import MatchId
from db.records import EntryRecord, MatchRecord, Status
from db.tx import Tx

LAST = 2**31 - 1
"""A ply after every log."""


def read_stored(tx: Tx, match_reader: MatchReader, match: MatchId) -> Stored | None:
    """Read a match with everything that a check compares; None if there is none of that number.

    Raises ValueError, TypeError or msgspec.MsgspecError if its own row can't be read.
    """
    record = tx.matches.get(match)
    if record is None:
        return None
    rows = tx.log.entries(match, first=0, last=LAST)
    status = find_status(record, rows)
    waiting, drafts, orders = tx.pending.of_match(match), tx.drafts.of_match(match), tx.orders.of_match(match)
    return Stored(
        record=record,
        status=status,
        table=_read_around(tx, match_reader, replace(record, status=status)),
        rows=rows,
        rewinds=tx.log.rewinds(match),
        positions=tx.log.positions(match),
        seats=len(tx.matches.seats(match)),
        leftovers=len(waiting) + len(drafts) + len(orders),
        result=tx.results.get(match),
        placings=tx.results.placings((match,)),
        owed=tx.results.is_owed(match),
    )


def find_status(record: MatchRecord, rows: tuple[EntryRecord, ...]) -> Status:
    """Return whether a match waits, runs or is over by its log; a log that says nothing of it leaves it as it is."""
    said = {word for row in rows if row.cause == "table" for word in _find_sentences(row)}
    if "app.finished" in said:
        return Status.FINISHED
    if said.intersection(SEED_LINES):
        return Status.RUNNING
    return record.status


def _find_sentences(row: EntryRecord) -> tuple[str, ...]:
    """The ids of the platform's sentences in a line; none if it is a game's, or can't be read."""
    try:
        line = msgspec.json.decode(row.data)
        if line["ask"] != PLATFORM:
            return ()
        return tuple(event["text"]["id"] for event in line.get("events", ()))
    except (msgspec.DecodeError, UnicodeDecodeError, KeyError, TypeError, AttributeError):
        return ()


def _read_around(tx: Tx, match_reader: MatchReader, record: MatchRecord) -> MatchState | None:
    """What stands around a match; None if it can't be read, or its game isn't installed."""
    if record.game not in match_reader.library.games:
        return None
    try:
        return match_reader.find_around(tx, record, seed=True)
    except StoreError:
        raise
    except Exception as error:
        if is_of_driver(error):
            raise
        return None
