"""Recomputing a match from its file: every draw, every state, the result. Pure."""

from __future__ import annotations

import hashlib
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec
from msgspec import Struct

from bot.app.lobby import requests
from bot.app.match.effective_log import find_effective
from bot.app.match.paces import Pace
from bot.app.match.replaying import Unplayable, find_announced, play_lines
from bot.app.match.turn_runner import PLATFORM
from bot.app.runtime.moments import utc
from bot.app.runtime.refusals import WORDS
from bot.app.transfer.match_file import EARLIEST, LATEST, BadFile, MatchFile, is_held
from db.ids import MatchId
from db.matches.rewind_records import RewindRecord
from games.core.contract import AnyGame
from games.core.errors import Refusal
from games.core.game import Options, Outcome, Setup
from games.core.moves import fields_of
from games.core.running.codec import Codec
from games.core.running.play import Entry, Position, Progress
from games.core.running.record import is_same
from games.core.running.table import start
from games.core.seats import TABLE, Seat
from games.core.text import Arg, Text, say
from games.core.words import Style, Words

LONGEST_LINE = 4000
"""Characters of what the bot itself said in a log at a time: Discord takes no more either."""

DEEPEST_TEXT = 4
"""Sentences within sentences: the bot says none that has more."""


_paces: msgspec.json.Decoder[Pace] = msgspec.json.Decoder(Pace)


class Opened(Struct, frozen=True, kw_only=True):
    """A file's values in the types of its game. ``lines`` are all entries with their plies, ``counted`` which count."""

    file: MatchFile
    game: AnyGame
    codec: Codec[Any, Any]
    options: Options
    pace: Pace
    lines: tuple[tuple[int, Entry], ...]
    counted: frozenset[int]
    outcome: Outcome | None
    position: Position[Any] | None
    base: Position[Any] | None

    @property
    def setup(self) -> Setup:
        """With what the match started."""
        first = None if self.file.first is None else Seat(self.file.first)
        return Setup(seats=len(self.file.seats), options=self.options, first=first, rules=self.file.rules_number)

    @property
    def log(self) -> tuple[tuple[int, Entry], ...]:
        """The game's entries that count and follow from the file's seed."""
        since = 0 if self.file.base is None else self.file.base.ply
        return tuple((ply, e) for ply, e in self.lines if ply in self.counted and ply > since and e.ask != PLATFORM)


class Verified(Struct, frozen=True, kw_only=True):
    """What was found. ``told`` says in sentences what holds.

    ``recomputed``: draws and states were; without a seed they cannot be.
    """

    recomputed: bool
    told: tuple[Text, ...]


def open_file(file: MatchFile, games: Mapping[str, AnyGame], codec_of: Callable[[str], Codec[Any, Any]]) -> Opened:
    """Read a file's values; raises BadFile where they are not those of its game, or more than the file holds."""
    game = games.get(file.game)
    if game is None:
        raise BadFile("app.file_no_game", game=file.game)
    if file.state_number > game.spec.state_number:
        raise BadFile("app.file_later_release", game=game.spec.title)
    _check_numbers(file, game)
    try:
        made = _open(file, game, codec_of(file.game))
    except (BadFile, MemoryError):
        raise
    except Exception as error:
        # Beside what is not in the form of the game's values: old ones are lifted by its code, which may stumble.
        raise BadFile("app.file_unfit", game=game.spec.title) from error
    _check_lines(made)
    return made


def _open(file: MatchFile, game: AnyGame, codec: Codec[Any, Any]) -> Opened:
    entries = codec.read_entries(b"[" + b",".join(bytes(line.entry) for line in file.lines) + b"]")
    return Opened(
        file=file,
        game=game,
        codec=codec,
        options=_options(game, codec.read_options(file.options)),
        pace=_pace(file),
        lines=tuple((line.ply, entry) for line, entry in zip(file.lines, entries, strict=True)),
        counted=_count_lines(file),
        outcome=msgspec.json.decode(file.outcome, type=Outcome | None),
        position=codec.read_position(file.position) if is_held(file.position) else None,
        base=None if file.base is None else codec.read_position(file.base.position),
    )


def _options(game: AnyGame, read: Options) -> Options:
    """Hold options against what a host could have chosen."""
    try:
        return requests.options(game, {info.name: getattr(read, info.name) for info in fields_of(type(read))})
    except Refusal:
        raise BadFile("app.file_options", game=game.spec.title) from None


def _pace(file: MatchFile) -> Pace:
    pace = _paces.decode(file.pace)
    try:
        requests.check_pace(pace)
    except Refusal:
        raise BadFile("app.file_clock") from None
    return pace


def _count_lines(file: MatchFile) -> frozenset[int]:
    """Return which of the file's lines count: no more of anything is made than the file has lines."""
    rewinds = [RewindRecord(match=MatchId(0), ply=e.ply, target=e.target, kind=e.kind) for e in file.rewinds]
    if any(not 0 < each.target < each.ply <= file.ply for each in rewinds):
        raise BadFile("app.file_back")
    numbers = [line.ply for line in file.lines]
    counted: set[int] = set()
    for first, last in find_effective(file.ply, rewinds):
        counted.update(numbers[bisect_left(numbers, first) : bisect_right(numbers, last)])
    return frozenset(counted)


def _check_numbers(file: MatchFile, game: AnyGame) -> None:
    """Refuse a file whose numbers do not fit each other, before anything is made of them."""
    seats = len(file.seats)
    if seats not in game.spec.seats:
        raise BadFile("app.file_seats", game=game.spec.title, seats=seats)
    numbers = [line.ply for line in file.lines]
    if numbers != sorted(set(numbers)) or any(not 0 < ply <= file.ply for ply in numbers):
        raise BadFile("app.file_out_of_order")
    if file.base is not None and not 0 < file.base.ply <= file.ply:
        raise BadFile("app.file_base")
    since = 0 if file.base is None else file.base.ply
    if file.whole and sum(ply > since for ply in numbers) != file.ply - since:
        raise BadFile("app.file_lines_missing")
    if any(seat is not None and seat >= seats for seat in (file.first, file.reader)):
        raise BadFile("app.file_no_seat")
    if any(seat.resigned is not None and seat.resigned > file.ply for seat in file.seats):
        raise BadFile("app.file_resigned")
    moments = [file.started, *(line.at for line in file.lines)]
    if not all(EARLIEST <= moment <= LATEST for moment in moments):
        raise BadFile("app.file_time")
    if file.seed is not None and _hash(file.seed) != file.seed_hash:
        raise BadFile("app.file_seed_hash")


def _check_lines(made: Opened) -> None:
    """Refuse lines of seats that are not there, and words of the bot's own that cannot be said."""
    seats = len(made.file.seats)
    words = Words(WORDS, [seat.name for seat in made.file.seats], style=Style(times=utc))
    for ply, entry in made.lines:
        named = {entry.seat, *(entry.audience or ()), *(s for e in entry.events for s in e.audience or ())}
        if not all(TABLE <= seat < seats for seat in named):
            raise BadFile("app.file_line_seat", ply=ply)
        if entry.ask == PLATFORM and not all(_sayable(words, event.text) for event in entry.events):
            raise BadFile("app.file_line_words", ply=ply)


def _sayable(words: Words, text: Text) -> bool:
    """Whether a sentence of the bot's can be said: its arguments may hold anything, also each other."""
    try:
        short = len(msgspec.json.encode(text)) <= LONGEST_LINE and _depth(text) <= DEEPEST_TEXT
        return short and len(words(text)) <= LONGEST_LINE
    except (ValueError, RecursionError):
        return False


def _depth(arg: Arg) -> int:
    """How many Texts stand in each other."""
    if isinstance(arg, tuple):
        return max(map(_depth, arg), default=0)
    return 1 + max(map(_depth, arg.args.values()), default=0) if isinstance(arg, Text) else 0


def _hash(seed: str) -> str:
    try:
        return hashlib.sha256(bytes.fromhex(seed)).hexdigest()
    except ValueError:
        raise BadFile("app.file_seed") from None


def verify_match(
    made: Opened, *, known: str | None = None, keep: Callable[[int, Position[Any]], None] = lambda ply, position: None
) -> Verified:
    """Recompute a match; raises BadFile where something differs. ``known``: the hash as it was told at the start.

    ``keep`` is handed each position that was recomputed, with its ply.
    """
    file = made.file
    fixed = _check_fixed(made, known)
    if not file.whole:
        return Verified(
            recomputed=False,
            told=(fixed, say("app.file_one_view")),
        )
    if not made.game.spec.can_replay(file.rules_number):
        raise BadFile(
            "app.file_rules", game=made.game.spec.title, number=file.rules_number, known=made.game.spec.rules_number
        )
    if file.seed is None:
        return Verified(recomputed=False, told=(fixed, say("app.file_seed_secret")))
    end = _recompute(made, bytes.fromhex(file.seed), keep)
    turns = sum(entry.seat >= 0 and not entry.sealed for _, entry in made.log)
    draws = sum(end.drawn.values())
    told = [fixed, say("app.file_recomputed", draws=draws, turns=turns)]
    if file.rewinds:
        told.append(say("app.file_rewound", times=len(file.rewinds)))
    if file.base is not None:
        told.append(say("app.file_played_elsewhere", ply=file.base.ply))
    return Verified(recomputed=True, told=tuple(told))


def _check_fixed(made: Opened, known: str | None) -> Text:
    """Say whether the shuffle was fixed beforehand; raises BadFile where it was not."""
    found = find_announced(made.lines)
    if found is None:
        raise BadFile("app.file_no_hash")
    announced_at, told = found
    if told != made.file.seed_hash:
        raise BadFile("app.file_other_hash")
    if made.file.base is None and any(ply < announced_at and e.ask != PLATFORM for ply, e in made.lines):
        raise BadFile("app.file_late_hash")
    if known is None:
        return say("app.file_announced", hash=told)
    if known.strip().lower() != told:
        raise BadFile("app.file_not_fixed")
    return say("app.file_fixed")


def _recompute(made: Opened, seed: bytes, keep: Callable[[int, Position[Any]], None]) -> Position[Any]:
    """Return the last position; raises BadFile if anything differs on the way."""
    position: Position[Any] | None = None
    for ply, position in _replay(made, seed):
        keep(ply, position)
    assert position is not None, "a match has a beginning"
    try:
        _compare(made, position)
    except (BadFile, MemoryError):
        raise
    except Exception as error:
        raise BadFile("app.file_end") from error
    return position


def _replay(made: Opened, seed: bytes) -> Iterator[tuple[int, Position[Any]]]:
    """Yield the positions by ply; raises BadFile at the first line that comes out differently."""
    log = list(made.log)
    if made.base is not None:
        assert made.file.base is not None
        position, at = made.base, made.file.base.ply
    else:
        begun = _begin(made, seed)
        for made_entry in begun.entries:
            if not log or not is_same(log[0][1], made_entry):
                raise BadFile("app.file_start", game=made.game.spec.title)
            at = log.pop(0)[0]
        position = begun.position
    yield at, position
    try:
        for played in play_lines(made.game, position, log, seed):
            if not played.same:
                raise BadFile("app.file_line_differs", ply=played.ply)
            yield played.ply, played.position
    except Unplayable as error:
        raise BadFile("app.file_line_unplayable", ply=error.ply) from error


def _begin(made: Opened, seed: bytes) -> Progress[Any]:
    try:
        return start(made.game, made.setup, seed)
    except MemoryError:
        raise
    except Exception as error:
        raise BadFile("app.file_no_start", game=made.game.spec.title) from error


def _compare(made: Opened, end: Position[Any]) -> None:
    """Hold the end against what the file says of it."""
    stored = made.position
    if stored is not None and (stored.state, stored.drawn) != (end.state, end.drawn):
        raise BadFile("app.file_position")
    outcome = made.outcome
    if outcome is None or made.game.asks(end.state) or (outcome.note and outcome.note.id.startswith("app.")):
        return
    reckoned = made.game.outcome(end.state)
    if reckoned is None or reckoned.totals != outcome.totals:
        raise BadFile("app.file_result")
