"""A puzzle as a match in memory, so that its turn is drafted in the usual panel. Nothing of it is a match's row."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
import structlog

from bot.app.changes import drafting
from bot.app.match.paces import NoPace
from bot.app.match.records import Actor
from bot.app.match.state import MatchState
from bot.app.runtime.library import Library
from bot.app.runtime.refusals import refuse
from db.ids import ChannelId, MatchId, UserId
from db.puzzles.records import PuzzleRecord
from db.records import DraftRecord, MatchRecord, PersonRecord, SeatRecord, Status
from games.core.contract import AnyGame
from games.core.game import Ask
from games.core.input.panel import Draft
from games.core.running.codec import Codec
from games.core.running.play import Position
from games.core.seats import Seat
from games.core.text import Text

PUZZLES = 2_000_000_000
"""Numbers of matches from here on are those of puzzles; the rest is the day."""

MORNING = timedelta(hours=6)
"""When a puzzle's day begins, after midnight UTC."""

_log = structlog.get_logger(__name__)


def number_of(day: int) -> MatchId:
    """Return the number by which buttons name the puzzle of a day."""
    return MatchId(PUZZLES + day)


def is_puzzle(match: int) -> bool:
    """Return whether a number is that of a puzzle, not of a match."""
    return match >= PUZZLES


def day_of(now: datetime) -> int:
    """Return the day whose puzzle is the newest."""
    return (now - MORNING).date().toordinal()


def begin_of_next(now: datetime) -> datetime:
    """Return when the day of the next puzzle begins."""
    return datetime.fromordinal(day_of(now) + 1).replace(tzinfo=UTC) + MORNING


def table_of(
    library: Library, record: PuzzleRecord, *, now: datetime, actor: Actor | None = None, draft: bytes | None = None
) -> MatchState:
    """Return the puzzle as a match in which it is somebody's turn; who played it isn't told, not even computer players.

    Raises Refusal if the game has changed since the puzzle was found, so that it can't be read or means something else.
    """
    game, codec, match = library.game(record.game), library.codec(record.game), number_of(record.day)
    position, asked = _read(game, codec, record)
    user, name = (None, "") if actor is None else (actor.user, actor.name)

    def seat(number: int) -> SeatRecord:
        own = user if number == asked else None
        return SeatRecord(match=match, seat=number, user=own, level=None, resigned=None, joined=now)

    drafts = () if draft is None else (DraftRecord(match=match, seat=asked, ask=record.ask, data=draft, changed=now),)
    people = {} if user is None else {user: PersonRecord(user=user, name=name, zone=None, prefs=b"{}", seen=now)}
    return MatchState(
        match=_match(record, match, game.spec.state_number, user or UserId(0), now),
        game=game,
        codec=codec,
        options=codec.read_options(record.options),
        pace=NoPace(),
        seats=tuple(map(seat, range(record.seats))),
        people=people,
        position=position,
        drafts=drafts,
    )


def _read(game: AnyGame, codec: Codec[Any, Any], record: PuzzleRecord) -> tuple[Position[Any], Seat]:
    """The position of a puzzle, and the seat that is asked; raises Refusal if it is one of other rules."""
    if record.rules_number not in (None, game.spec.rules_number):
        raise refuse("OUTDATED", "puzzle_outdated", game=game.spec.title)
    try:
        position = codec.read_position(record.position)
        for turn in (record.best, record.made or record.best):
            codec.read_moves(turn)
        return position, next(ask.seat for ask in game.asks(position.state) if ask.id == record.ask)
    except Exception as error:  # whatever a game makes of a state that isn't its own anymore
        _log.warning("a puzzle can't be read anymore", day=record.day, game=record.game, why=repr(error))
        raise refuse("OUTDATED", "puzzle_outdated", game=game.spec.title) from error


def tell_best(table: MatchState, record: PuzzleRecord) -> tuple[Text, ...]:
    """Return the best turn of a puzzle in words, move by move."""
    return tell_turn(table, record, record.best)


def tell_turn(table: MatchState, record: PuzzleRecord, turn: bytes) -> tuple[Text, ...]:
    """Return a turn at the ask of a puzzle in words, move by move."""
    state = table.require_position().state
    ask = find_asked(table, record)
    moves = Draft(table.codec.read_moves(turn))
    return drafting.describe_draft(table.game, state, ask.seat, ask.id, moves)


def find_asked(table: MatchState, record: PuzzleRecord) -> Ask:
    """Return the ask that a puzzle is about."""
    return next(ask for ask in table.game.asks(table.require_position().state) if ask.id == record.ask)


def _match(record: PuzzleRecord, match: MatchId, state_number: int, host: UserId, now: datetime) -> MatchRecord:
    return MatchRecord(
        id=match,
        version=0,
        game=record.game,
        rules_number=0,
        state_number=state_number,
        status=Status.RUNNING,
        seats=record.seats,
        options=record.options,
        pace=msgspec.json.encode(NoPace()),
        private=True,
        practice=False,  # there are no suggestions: they would be the solution
        host=host,
        guild=None,
        channel=ChannelId(0),
        thread=None,
        ply=1,
        seed_hash="",
        outcome=None,
        rematch_of=None,
        created=now,
        started=now,
        finished=None,
        moved=now,
    )
