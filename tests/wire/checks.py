"""What must be true of a match afterwards: of what was sent, of what was posted, and of what stands in the database."""

from __future__ import annotations

import asyncio
from collections import Counter
from datetime import UTC, datetime

from msgspec import Struct

from bot.app.match.state import MatchReader, MatchState
from bot.app.runtime.failures import Failures
from bot.app.runtime.library import Library
from bot.app.runtime.time_source import SystemClock
from bot.edge.delivery.courier import MARKER_BASE
from db.clocks.records import FOREVER
from db.ids import Key, MatchId
from db.records import NoticeRecord, NoticeState, Status
from db.stores.upgrade import open_store
from db.tx import Tx
from games.core.registry import games
from games.core.running.play import Entry, find_ask
from tests.standin.client import Control, Seen
from tests.wire.matches import Match, is_over
from tests.wire.players import Came

ALL = 100_000


class Stored(Struct, frozen=True, kw_only=True):
    """What the database says of a match: its log, the requests it has answered, what is still to be told."""

    status: Status
    entries: tuple[Entry, ...]
    asides: frozenset[int]
    """Which of the entries (from 0) are turns that nobody waited for: players may make them when not asked."""
    unknown: tuple[str, ...]
    """Requests the players have an answer to, and the database has not."""
    untold: tuple[str, ...]
    """Notices that wait or are under way."""
    parked: tuple[str, ...]
    """Notices that were given up, with the reason."""
    held: tuple[str, ...]
    """Notices never tried, that are held back on purpose so that what follows goes with them."""


async def wrong_requests(control: Control) -> list[str]:
    """Requests of the bot that do not fit Discord's description, or that were refused as malformed."""
    found = await control.requests(wrong=1, limit=ALL)
    return [f"{entry['method']} {entry['path']}: {entry['status']} {entry['problems']}" for entry in found]


async def posts(control: Control, match: Match) -> list[Seen]:
    """All messages that everybody sees at the place of a match, oldest first."""
    return [one for one in await control.messages(match.place, match.users[0], limit=ALL) if not one.ephemeral]


async def still_playable(control: Control, match: Match) -> list[str]:
    """The boards before the newest that kept *Play*: it goes a moment after the next board came."""
    for _ in range(50):
        boards = [one for one in await posts(control, match) if one.attachments]
        found = [
            board.id for board in boards[:-1] if any(custom_id.startswith("lt|play|") for custom_id in board.ids())
        ]
        if not found:
            break
        await asyncio.sleep(0.1)
    return found


def markers(messages: list[Seen]) -> list[int]:
    """The numbers of the notices that became these messages."""
    return [part["id"] for one in messages for part in one.components[:1] if part.get("id", 0) >= MARKER_BASE]


def doubled(messages: list[Seen]) -> list[int]:
    """Notices that were posted more than once."""
    return [number for number, times in Counter(markers(messages)).items() if times > 1]


def handovers(match: Match, boards: list[Seen], found: Stored) -> dict[str, str]:
    """
    For each user what happened, in order: ``P`` they were mentioned, ``T`` they made a turn that ended their ask, ``t``
    one after which they were asked again at once. The board that shows the end is left out, as are turns that nobody
    waited for.
    """
    aside = _asides(match, found)
    events: list[tuple[int, str, str]] = []
    for board in boards:
        if not is_over(board):
            events += [(int(board.id), user, "P") for user in board.pinged]
    for user, answer in match.answers:
        if answer.came in {Came.PLAYED, Came.ASKED_AGAIN} and answer.interaction not in aside:
            events.append((int(answer.interaction), user, "T" if answer.came is Came.PLAYED else "t"))
    events.sort()
    return {user: "".join(what for _, whom, what in events if whom == user) for user in match.users}


def _asides(match: Match, found: Stored) -> set[str]:
    """The interactions with which turns were made that nobody waited for. Each seat's turns stand in its order."""
    made: set[str] = set()
    for seat, user in enumerate(match.users):
        log = iter([(number, entry) for number, entry in enumerate(found.entries) if entry.seat == seat])
        for answer in (one for whom, one in match.answers if whom == user and one.line):
            same = (number for number, one in log if (one.line, one.sealed) == (answer.line, answer.sealed))
            if next(same, None) in found.asides:
                made.add(answer.interaction)
    return made


async def stored(url: str, match: Match) -> Stored:
    """Read the database, which may be in use."""
    store = await open_store(url, now=datetime.now(UTC))
    shelf = MatchReader(Library(games()), Failures(SystemClock().now))
    answers = [answer.interaction for _, answer in match.answers if answer.came in {Came.PLAYED, Came.ASKED_AGAIN}]

    def work(tx: Tx) -> Stored:
        table = shelf.read(tx, MatchId(match.number))
        rows = tx.log.entries(table.match.id, first=1, last=table.match.ply)
        entries = table.codec.read_entries(b"[" + b",".join(row.data for row in rows) + b"]")
        now = datetime.now(UTC)
        waiting = [
            row
            for due in tx.outbox.due_lanes(now=FOREVER)
            for row in tx.outbox.lane(due.lane, most=1000)
            if row.match == table.match.id
        ]
        held = [row for row in waiting if not row.attempts and row.not_before > now]
        due = [row for row in waiting if row not in held]
        return Stored(
            status=table.match.status,
            entries=tuple(entries),
            asides=frozenset(n for n, entry in enumerate(entries) if _is_aside(tx, shelf, table, n, entry)),
            unknown=tuple(key for key in answers if tx.requests.answer(Key(key)) is None),
            untold=tuple(map(_in_words, due)),
            parked=tuple(map(_in_words, tx.outbox.find_parked(table.match.id))),
            held=tuple(map(_in_words, held)),
        )

    try:
        return await store.read(work)
    finally:
        await store.close()


def _is_aside(tx: Tx, shelf: MatchReader, table: MatchState, number: int, entry: Entry) -> bool:
    """Whether an entry answers an ask for which the match does not wait."""
    if entry.seat < 0 or table.match.status is Status.RUNNING:
        return False
    _, before = shelf.position_at(tx, table.match, number)
    ask = find_ask(table.game, before.state, entry.ask)
    return ask is not None and not ask.waits


def _in_words(row: NoticeRecord) -> str:
    return f"{row.kind} {row.id} {NoticeState(row.state)} {row.reason}"


def lost(match: Match, found: Stored) -> list[str]:
    """Turns whose players were told that they stand, and that do not stand in the log."""
    told = Counter((user, answer.line, answer.sealed) for user, answer in match.answers if answer.line)
    there = Counter((match.users[entry.seat], entry.line, entry.sealed) for entry in found.entries if entry.seat >= 0)
    return [f"{user}: {line}" for user, line, _ in (told - there)] + list(found.unknown) + _unfaithful(found)


def _unfaithful(found: Stored) -> list[str]:
    """Turns that were handed in secretly and played otherwise (the last of an ask counts)."""
    sealed = {entry.ask: entry for entry in found.entries if entry.sealed}
    played = [entry for entry in found.entries if not entry.sealed and entry.ask in sealed]
    return [f"{entry.ask}: {entry.line}" for entry in played if entry.line != sealed[entry.ask].line]
