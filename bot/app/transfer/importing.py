"""Taking a match out of a file: to play it on where it was left, or to try from there what else could have been."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import msgspec
from msgspec.structs import replace

from bot.app.changes import meeting
from bot.app.changes.caps import check_new
from bot.app.changes.unit_of_work import UnitOfWork
from bot.app.changes.writing import note_name
from bot.app.lobby import requests
from bot.app.match.records import Receipt
from bot.app.runtime.confined import MOST_MEMORY, MOST_SECONDS, Exceeded, run_confined
from bot.app.transfer.known import claim_of, find_known
from bot.app.transfer.match_file import BadFile, read_cover
from bot.app.transfer.reading import Report, Taken, Wanted, read_match, report_of
from db.engine.errors import Repeat
from db.ids import Key, UserId
from db.records import MatchRecord
from db.tx import Tx
from games.core.contract import AnyGame
from games.core.text import say

MOST_WAITING = 8
"""Files that wait to be read; Discord waits a quarter of an hour for an answer."""


class MatchImports:
    """Opens files as matches."""

    def __init__(
        self,
        uow: UnitOfWork,
        *,
        new_seed: Callable[[], bytes] = lambda: secrets.token_bytes(32),
        confined: bool = True,
    ) -> None:
        """``new_seed`` gives the seed by which a running match goes on, since its own is not in the file.

        ``confined`` False: files are read in this process, without limits (tests).
        """
        self._uow = uow
        self._new_seed = new_seed
        self._confined = confined
        self._gate = asyncio.Semaphore(1)
        self._waiting: list[tuple[UserId | None, Key | None]] = []

    async def open(self, data: bytes, wanted: Wanted, *, key: Key | None = None) -> Receipt:
        """Store a match that goes on from a file, all in one unit of work; raises BadFile and changes nothing.

        All its turns are computed anew, which takes a while: in a process of its own, one file at a time, and one of
        each person. A repeated ``key`` gets the first receipt.
        """
        first = None if key is None else await self._uow.find_receipt(key)
        if first is not None:
            return first
        read_cover(data)
        now = self._uow.clock.now()
        with self._in_line(wanted, key):
            async with self._gate:
                read = await self._read(data, await self._look_up(data, wanted))
        table = read.table

        def work(tx: Tx) -> Receipt:
            known = tx.people.get_many([each.user for each in read.people])
            for each in read.people:
                if wanted.player is not None or each.user not in known:
                    note_name(tx, each, at=now)
            if wanted.player is not None:  # what the operator opens counts for nobody
                check_new(tx, self._uow.caps, table.match, (wanted.player.user,))
                meeting.expect_not_barred(tx, table.match.guild, wanted.player.user, now=now)
            stored = tx.matches.add(table.match, seed=table.seed)
            told = [say("app.opened_file", match=stored.id)]
            if read.running is not None:
                told.append(say("app.opened_running", match=read.running))
            receipt = Receipt(match=stored.id, ply=read.at, told=tuple(told), asked=wanted.player is not None)
            if key is not None:
                tx.requests.remember(key, msgspec.json.encode(receipt), at=now)
            _write_past(tx, read, stored)
            requests.write_new(tx, table, read.change, stored, now)
            return receipt

        try:
            receipt = await self._uow.store.run(work)
        except Repeat as repeat:
            return msgspec.json.decode(repeat.answer, type=Receipt)
        self._uow.signals.notify()
        return receipt

    @contextmanager
    def _in_line(self, wanted: Wanted, key: Key | None) -> Iterator[None]:
        """Keep a place for a file; raises BadFile for a second one of the same person, and when too many wait."""
        user = None if wanted.player is None else wanted.player.user
        if user is not None and any(one == user and other != key for one, other in self._waiting):
            raise BadFile("app.file_still_reading")
        if len(self._waiting) >= MOST_WAITING:
            raise BadFile("app.file_queue_full")
        self._waiting.append((user, key))
        try:
            yield
        finally:
            self._waiting.remove((user, key))

    async def _look_up(self, data: bytes, wanted: Wanted) -> Wanted:
        """Look up what the bot has on record of a match that was still running, for the person who practices."""
        claim, player = claim_of(data), wanted.player
        if claim is None or player is None:
            return wanted
        known = await self._uow.store.read(lambda tx: find_known(tx, self._uow.match_reader, claim, player.user))
        return replace(wanted, known=known)

    async def _read(self, data: bytes, wanted: Wanted) -> Taken:
        games, seed, now = self._uow.library.games, self._new_seed(), self._uow.clock.now()
        if not self._confined:
            return read_match(games, data, wanted, seed, now)
        try:
            return await run_confined(read_match, games, data, wanted, seed, now)
        except Exceeded:
            raise too_much() from None


async def verify_file(games: dict[str, AnyGame], data: bytes, *, known: str | None) -> Report:
    """Recompute a match from its file, in a process of its own; raises BadFile where something differs."""
    read_cover(data)
    try:
        return await run_confined(report_of, games, data, known)
    except Exceeded:
        raise too_much() from None


def too_much() -> BadFile:
    """Return the refusal of a file that cannot be read within the limits."""
    return BadFile("app.file_too_much", seconds=int(MOST_SECONDS), memory=MOST_MEMORY // 2**20)


def _write_past(tx: Tx, read: Taken, stored: MatchRecord) -> None:
    """Write what happened before: the log as it was, and the positions that are known."""
    for entry in read.entries:
        tx.log.add_entry(replace(entry, match=stored.id))
    for rewind in read.rewinds:
        tx.log.add_rewind(replace(rewind, match=stored.id))
    for ply, data, shown in read.snapshots:
        tx.log.add_snapshot(stored.id, ply=ply, data=data, shown=shown)
