"""Reading a match out of a file, in the confined process: what there is to write of it. Pure."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from datetime import datetime
from typing import Any, TypeAlias

import msgspec
from msgspec import Raw, Struct
from msgspec.structs import replace

from bot.app.changes import outbox
from bot.app.changes.change import Change, record_turns
from bot.app.changes.outbox import Kind
from bot.app.lobby.starting import hash_of
from bot.app.match.paces import NoPace
from bot.app.match.records import Actor, Place
from bot.app.match.state import MatchState, pack
from bot.app.match.turn_runner import PLATFORM, TurnRunner
from bot.app.runtime.library import Library
from bot.app.transfer.known import Known
from bot.app.transfer.match_file import BadFile, LineFile, read_file
from bot.app.transfer.verification import Opened, open_file, verify_match
from db.ids import MatchId, UserId
from db.matches.rewind_records import RewindRecord
from db.records import EntryRecord, MatchRecord, SeatRecord, Status
from games.core.contract import AnyGame
from games.core.running.play import Entry, Position
from games.core.seats import Seat
from games.core.text import Text, say


class Wanted(Struct, frozen=True, kw_only=True):
    """How a file is opened.

    ``player``: as a practice match of that person, who sits in all seats of people; None: it goes on with those who
    played. ``turn``: from after that line of the log, a practice match only; None: from the present, of a finished
    match from the last turn that somebody decided. ``trusted``: the file is from the operator's hands, so that a
    position may be taken over that cannot be recomputed from a seed.
    """

    place: Place
    player: Actor | None = None
    turn: int | None = None
    trusted: bool = False
    known: Known | None = None
    """What this bot has on record of the match, if the file says that it was still running."""


class Report(Struct, frozen=True, kw_only=True):
    """What ``longtable match verify`` tells of a file."""

    title: str
    number: int
    rules_number: int
    told: tuple[Text, ...]


class Taken(Struct, frozen=True, kw_only=True):
    """What there is to write of a file; all of it can travel between processes.

    ``people`` are those of whom a row is needed. ``snapshots``: ply, position (packed) and whether it is a step of the
    history. Records have the match number 0.
    """

    at: int
    running: int | None
    """The number of the match that was still running when the file was written."""
    people: tuple[Actor, ...]
    table: MatchState
    change: Change
    entries: tuple[EntryRecord, ...]
    rewinds: tuple[RewindRecord, ...]
    snapshots: tuple[tuple[int, bytes, bool], ...]


def report_of(games: Mapping[str, AnyGame], data: bytes, known: str | None) -> Report:
    """Verify a file; raises BadFile."""
    made = open_file(read_file(data), games, Library(games).codec)
    found = verify_match(made, known=known)
    return Report(
        title=made.game.spec.title,
        number=made.file.number,
        rules_number=made.file.rules_number,
        told=found.told,
    )


def read_match(games: Mapping[str, AnyGame], data: bytes, wanted: Wanted, seed: bytes, now: datetime) -> Taken:
    """Read a file as a match; raises BadFile. ``seed``: by which it goes on where its own is not in the file."""
    made = open_file(read_file(data), games, Library(games).codec)
    running = not made.file.whole and wanted.known is not None
    if running:
        made = _on_record(made, games, wanted)
    try:
        return _read_match(made, wanted, seed, now)
    except (BadFile, MemoryError):
        raise
    except Exception as error:
        # A position that is taken over as it stands may break any rule that the game's code counts on.
        raise BadFile("app.file_unplayable") from error


def _read_match(made: Opened, wanted: Wanted, seed: bytes, now: datetime) -> Taken:
    seed, positions = _positions(made, wanted, seed)
    at, position = _moment(made, positions, wanted)
    table = _table(made, wanted, seed=seed, at=at, position=position, now=now)
    entries = dict(made.lines)
    return Taken(
        at=at,
        running=None if made.file.whole else made.file.number,
        people=_people(made, wanted),
        table=table,
        change=_change(table, now),
        entries=tuple(_entry(line, entries[line.ply]) for line in made.file.lines if line.ply <= at),
        rewinds=tuple(
            RewindRecord(match=MatchId(0), ply=each.ply, target=each.target, kind=each.kind)
            for each in made.file.rewinds
            if each.ply <= at
        ),
        snapshots=tuple((ply, data, _is_step(entries[ply])) for ply, data, _ in positions if ply <= at),
    )


def _on_record(made: Opened, games: Mapping[str, AnyGame], wanted: Wanted) -> Opened:
    """Return what the bot itself has on record of the moment that a file shows; raises BadFile where they differ."""
    assert wanted.known is not None
    if wanted.turn is not None and wanted.turn < made.file.ply:
        raise BadFile("app.file_last_turn_only")
    file = read_file(wanted.known.file)
    known = open_file(replace(file, position=Raw(wanted.known.position)), games, Library(games).codec)
    if _facts(made) != _facts(known):
        raise BadFile("app.file_record_differs", match=file.number)
    return known


def _facts(made: Opened) -> tuple[object, ...]:
    """What a file and the bot's record have to agree on; names, clocks and who resigned may have changed since."""
    file = made.file
    return (
        file.rules_number,
        file.ply,
        file.practice,
        file.undo,
        file.rewinds,
        made.options,
        made.lines,
        [seat.level for seat in file.seats],
    )


Kept: TypeAlias = tuple[int, bytes, bool]
"""A ply, the position there (packed), and whether somebody has to decide there."""


def _positions(made: Opened, wanted: Wanted, new_seed: bytes) -> tuple[bytes, list[Kept]]:
    """The seed to go on by, and the positions that are known."""
    kept: list[Kept] = []

    def keep(ply: int, position: Position[Any]) -> None:
        decides = any(ask.seat >= 0 for ask in made.game.asks(position.state))
        kept.append((ply, pack(made.codec.position(position)), decides))

    if made.file.base is not None and not wanted.trusted:
        raise BadFile("app.file_imported")
    found = verify_match(made, keep=keep)
    if found.recomputed:
        assert made.file.seed is not None
        if wanted.player is None:
            raise BadFile("app.file_practice_only")
        return bytes.fromhex(made.file.seed), kept
    known = not made.file.whole and made.position is not None
    if not wanted.trusted and not known:
        raise BadFile("app.file_untrusted" if made.file.whole else "app.file_unknown")
    if made.position is None or not (made.file.whole or known):
        raise BadFile("app.file_seen_by_one")
    for seat in (None, *map(Seat, range(len(made.file.seats)))):
        made.codec.encode(made.game.view(made.position.state, seat))  # everybody can be shown it
    keep(made.file.ply, made.position)
    return new_seed, [(ply, data, True) for ply, data, _ in kept] if known else kept


def _moment(made: Opened, kept: list[Kept], wanted: Wanted) -> tuple[int, Position[Any]]:
    """From which line of the log the match goes on, and the position there."""
    if wanted.turn is not None and wanted.player is None:
        raise BadFile("app.file_earlier_turn")
    most = made.file.ply if wanted.turn is None else wanted.turn
    deciding = [(ply, data) for ply, data, decides in kept if ply <= most and decides]
    if not deciding:
        raise BadFile("app.file_no_turn")
    ply, data = deciding[-1]
    return ply, made.codec.read_position(zlib.decompress(data))


def _table(made: Opened, wanted: Wanted, *, seed: bytes, at: int, position: Position[Any], now: datetime) -> MatchState:
    file = made.file
    practice = wanted.player is not None
    seats = tuple(_seat(made, wanted, number, now) for number in range(len(file.seats)))
    people = [seat.user for seat in seats if seat.user is not None]
    if not people:
        raise BadFile("app.file_no_players")
    pace = NoPace() if practice else made.pace
    record = MatchRecord(
        id=MatchId(0),
        version=1,
        game=file.game,
        rules_number=made.file.rules_number,
        state_number=made.game.spec.state_number,
        status=Status.RUNNING,
        seats=len(seats),
        options=made.codec.encode(made.options),
        pace=msgspec.json.encode(pace),
        private=False,
        practice=practice or file.practice,
        host=people[0],
        guild=wanted.place.guild,
        channel=wanted.place.channel,
        thread=None,
        ply=at,
        seed_hash=hash_of(seed),
        outcome=None,
        rematch_of=None,
        created=now,
        started=file.started,
        finished=None,
        moved=now,
        undo=file.undo,
    )
    return MatchState(
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
    if level is not None and level not in made.game.bots.players():
        raise BadFile("app.file_no_level", game=made.game.spec.title, level=level)
    if user is None and level is None:
        raise BadFile("app.file_no_players")
    resigned = None if wanted.player is not None else seat.resigned
    return SeatRecord(match=MatchId(0), seat=number, user=user, level=level, resigned=resigned, joined=now)


def _change(table: MatchState, now: datetime) -> Change:
    """The first change here: the log says where the match comes from and by which seed it goes on."""
    assert table.position is not None
    play = TurnRunner(table.game, table.seed, table.position, table.resigned)
    play.say(say("app.imported", hash=table.match.seed_hash))
    play.stretches[-1] = replace(play.stretches[-1], position=table.position)
    play.run_on()
    change = record_turns(table, play, now=now)
    card = outbox.row(change.match, Kind.CARD, now=now)
    place = outbox.row(change.match, Kind.OPEN, now=now)
    return replace(change, seats=table.seats, notices=(card, place, *change.notices))


def _people(made: Opened, wanted: Wanted) -> tuple[Actor, ...]:
    if wanted.player is not None:
        return (wanted.player,)
    return tuple(Actor(UserId(seat.user), seat.name) for seat in made.file.seats if seat.user is not None)


def _entry(line: LineFile, entry: Entry) -> EntryRecord:
    return EntryRecord(
        match=MatchId(0),
        ply=line.ply,
        seat=entry.seat,
        cause=entry.cause,
        audience=entry.audience,
        data=bytes(line.entry),
        at=line.at,
    )


def _is_step(entry: Entry) -> bool:
    return entry.ask != PLATFORM and not entry.sealed
