"""Starting a match: the seed is fixed, the game is set up, everybody is told."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import datetime

from msgspec.structs import replace

from bot.app.changes import outbox
from bot.app.changes.change import Change, record_turns
from bot.app.changes.outbox import Kind
from bot.app.lobby.rule_options import startable
from bot.app.match.state import MatchState
from bot.app.match.turn_runner import LogSegment, TurnRunner
from bot.app.plans.stored import preset_orders
from bot.app.runtime.refusals import refuse
from db.records import Status
from games.core.contract import AnyGame
from games.core.game import Setup
from games.core.running.table import start
from games.core.seats import Seat
from games.core.text import Text, say


def hash_of(seed: bytes) -> str:
    """Return what is shown of a seed at the start: its SHA-256 in hex."""
    return hashlib.sha256(seed).hexdigest()


def start_match(table: MatchState, *, now: datetime, first: Seat | None = None, told: Sequence[Text] = ()) -> Change:
    """Make the change that starts a match with the seats taken; raises Refusal if so many cannot play."""
    seats = table.seats
    check_seats(table.game, len(seats))
    table = startable(table, lot=first is None)
    if first is not None and not 0 <= first < len(seats):
        raise refuse("NO_SEAT", "no_seat", number=first + 1, most=len(seats))
    setup = Setup(seats=len(seats), options=table.options, first=first)
    made = start(table.game, setup, table.seed)
    play = TurnRunner(table.game, table.seed, made.position)
    play.say(say("app.started", hash=table.match.seed_hash))
    play.stretches.append(LogSegment(made.entries, made.position))
    play.run_on()
    match = replace(table.match, status=Status.RUNNING, started=now, seats=len(seats), **_numbers(table))
    change = record_turns(replace(table, match=match, position=made.position), play, now=now, told=told)
    place = outbox.row(change.match, Kind.OPEN, now=now)
    card = outbox.row(change.match, Kind.CARD, now=now)
    ordered = replace(table, match=change.match, position=play.position)
    presets = () if change.finished else preset_orders(ordered, now=now)
    return replace(change, new_orders=presets, seats=seats, invites=(), notices=(card, place, *change.notices))


def _numbers(table: MatchState) -> dict[str, int]:
    spec = table.game.spec
    return {"rules_number": spec.rules_number, "state_number": spec.state_number}


def check_seats(game: AnyGame, seats: int) -> None:
    """Raise Refusal if the game cannot be played by so many."""
    if seats not in game.spec.seats:
        raise refuse("SEATS", "bad_seats", seats=seats, known=game.spec.seats)
