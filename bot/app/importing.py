"""Taking a match out of a file: to play it on where it was left, or to try from there what else could have been."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from datetime import datetime
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from bot.app import outbox, wishes
from bot.app.changes import Change, played
from bot.app.courier import Kind
from bot.app.desk import Desk
from bot.app.engine import PLATFORM, Play
from bot.app.export_file import BadFile, read_file
from bot.app.export_verify import Opened, opened, verified
from bot.app.paces import NoPace, Pace
from bot.app.records import Actor, Place, Receipt
from bot.app.starting import hash_of
from bot.app.tables import Table, packed
from db.errors import Repeat
from db.ids import Key, MatchId, UserId
from db.records import EntryRecord, MatchRecord, SeatRecord, Status
from db.rewind_records import RewindRecord
from db.tx import Tx
from games.core.play import Position
from games.core.text import say

_paces: msgspec.json.Decoder[Pace] = msgspec.json.Decoder(Pace)


class Wanted(Struct, frozen=True, kw_only=True):
    """How a file is opened.

    ``player``: as a practice match of that person, who sits in all seats of people; None: it goes on with those who
    played. ``turn``: from after that line of the log, a practice match only; None: from the present, of a finished
    match from the last turn that somebody decided.
    """

    place: Place
    player: Actor | None = None
    turn: int | None = None


class Importing:
    """Opens files as matches."""

    def __init__(self, desk: Desk, *, new_seed: Callable[[], bytes] = lambda: secrets.token_bytes(32)) -> None:
        """``new_seed`` gives the seed by which a running match goes on, since its own is not in the file."""
        self._desk = desk
        self._new_seed = new_seed
        self._gate = asyncio.Semaphore(1)

    async def open(self, data: bytes, wanted: Wanted, *, key: Key | None = None) -> Receipt:
        """Store a match that goes on from a file, all in one unit of work; raises BadFile and changes nothing.

        All its turns are computed anew, which takes a while: beside the event loop, one file at a time. A repeated
        ``key`` gets the first receipt.
        """
        first = None if key is None else await self._desk.answered(key)
        if first is not None:
            return first
        async with self._gate:
            made, at, kept, table, change = await asyncio.to_thread(self._read, data, wanted)
        now, seed = table.match.created, table.seed

        def work(tx: Tx) -> Receipt:
            for seat in made.file.seats:
                if seat.user is not None and wanted.player is None and tx.people([UserId(seat.user)]) == {}:
                    tx.meet(UserId(seat.user), seat.name, at=now)
            if wanted.player is not None:
                tx.meet(wanted.player.user, wanted.player.name, at=now)
            stored = tx.new_match(table.match, seed=seed)
            told = say("app.opened_file", match=stored.id)
            receipt = Receipt(match=stored.id, ply=at, told=(told,), asked=wanted.player is not None)
            if key is not None:
                tx.remember(key, msgspec.json.encode(receipt), at=now)
            _write_past(tx, made, stored, kept, at=at)
            wishes.write_new(tx, table, change, stored, now)
            return receipt

        try:
            receipt = await self._desk.store.run(work)
        except Repeat as repeat:
            return msgspec.json.decode(repeat.answer, type=Receipt)
        self._desk.signals.changed()
        return receipt

    def _read(self, data: bytes, wanted: Wanted) -> tuple[Opened, int, list[tuple[int, Position[Any]]], Table, Change]:
        """The file, the ply and the positions it is opened with, and what there is to write."""
        library = self._desk.library
        made = opened(read_file(data), library.games, library.codec)
        now = self._desk.clock.now()
        seed, positions = self._positions(made, wanted)
        at, position = _moment(made, positions, wanted)
        table = _table(made, wanted, seed=seed, at=at, position=position, now=now)
        kept = [(ply, each) for ply, each in positions if ply <= at]
        return made, at, kept, table, _change(table, now)

    def _positions(self, made: Opened, wanted: Wanted) -> tuple[bytes, tuple[tuple[int, Position[Any]], ...]]:
        """The seed to go on by, and the positions by ply that are known."""
        found = verified(made)
        if found.recomputed:
            assert made.file.seed is not None
            if wanted.player is None:
                raise BadFile("The match is over: it can be opened as a practice match, not played on.")
            return bytes.fromhex(made.file.seed), found.plies
        if not made.file.whole or made.position is None:
            raise BadFile(
                "The file shows a running match as one reader saw it; it can be opened once the match is over, or from "
                "the file of its operator."
            )
        return self._new_seed(), ((made.file.ply, made.position),)


def _moment(
    made: Opened, positions: tuple[tuple[int, Position[Any]], ...], wanted: Wanted
) -> tuple[int, Position[Any]]:
    """From which line of the log the match goes on, and the position there."""
    if wanted.turn is not None and wanted.player is None:
        raise BadFile("Only a practice match begins at an earlier turn.")
    most = made.file.ply if wanted.turn is None else wanted.turn
    deciding = [
        (ply, each)
        for ply, each in positions
        if ply <= most and any(ask.seat >= 0 for ask in made.game.asks(each.state))
    ]
    if not deciding:
        raise BadFile("The file has no turn there from which the match could go on.")
    return deciding[-1]


def _table(made: Opened, wanted: Wanted, *, seed: bytes, at: int, position: Position[Any], now: datetime) -> Table:
    file = made.file
    practice = wanted.player is not None
    seats = tuple(_seat(made, wanted, number, now) for number in range(len(file.seats)))
    people = [seat.user for seat in seats if seat.user is not None]
    if not people:
        raise BadFile("The file does not say who plays; it can be opened as a practice match.")
    pace = NoPace() if practice else _paces.decode(file.pace)
    record = MatchRecord(
        id=MatchId(0),
        version=1,
        game=file.game,
        rules_number=made.game.spec.rules_number,
        state_number=made.game.spec.state_number,
        status=Status.RUNNING,
        seats=len(seats),
        options=bytes(file.options),
        pace=msgspec.json.encode(pace),
        private=False,
        practice=practice or file.practice,
        host=people[0],
        guild=wanted.place.guild,
        channel=wanted.place.channel,
        thread=None,
        ply=at,
        epoch=0,
        seed_hash=hash_of(seed),
        outcome=None,
        rematch_of=None,
        created=now,
        started=file.started,
        finished=None,
        moved=now,
        undo=file.undo,
    )
    return Table(
        match=record,
        game=made.game,
        codec=made.codec,
        options=made.options,
        pace=pace,
        seats=seats,
        people={},
        seed=seed,
        position=position,
    )


def _seat(made: Opened, wanted: Wanted, number: int, now: datetime) -> SeatRecord:
    seat = made.file.seats[number]
    user = None if seat.user is None else UserId(seat.user)
    level = seat.level
    if wanted.player is not None:
        user = None if level is not None else wanted.player.user
    if level is not None and level not in made.game.players():
        raise BadFile(f"{made.game.spec.title} has no computer player {level!r} here.")
    if user is None and level is None:
        raise BadFile("The file does not say who plays; it can be opened as a practice match.")
    resigned = None if wanted.player is not None else seat.resigned
    return SeatRecord(match=MatchId(0), seat=number, user=user, level=level, resigned=resigned, joined=now)


def _change(table: Table, now: datetime) -> Change:
    """The first change here: the log says where the match comes from and by which seed it goes on."""
    assert table.position is not None
    play = Play(table.game, table.seed, table.position, table.resigned)
    play.say(say("app.imported", hash=table.match.seed_hash))
    play.stretches[-1] = replace(play.stretches[-1], position=table.position)
    play.run_on()
    change = played(table, play, now=now)
    card = outbox.row(change.match, Kind.CARD, now=now)
    place = outbox.row(change.match, Kind.OPEN, now=now)
    return replace(change, seats=table.seats, notices=(card, place, *change.notices))


def _write_past(
    tx: Tx, made: Opened, stored: MatchRecord, positions: list[tuple[int, Position[Any]]], *, at: int
) -> None:
    """Write what happened before: the log as it was, and the positions that are known."""
    entries = dict(made.lines)
    for line in made.file.lines:
        entry = entries[line.ply]
        if line.ply <= at:
            tx.add_entry(
                EntryRecord(
                    match=stored.id,
                    ply=line.ply,
                    seat=entry.seat,
                    cause=entry.cause,
                    audience=entry.audience,
                    data=bytes(line.entry),
                    at=line.at,
                )
            )
    for each in made.file.rewinds:
        if each.ply <= at:
            tx.add_rewind(RewindRecord(match=stored.id, ply=each.ply, target=each.target, kind=each.kind))
    for ply, position in positions:
        entry = entries[ply]
        shown = entry.ask != PLATFORM and not entry.sealed
        tx.add_snapshot(stored.id, ply=ply, data=packed(made.codec.position(position)), shown=shown)
