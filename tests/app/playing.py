"""Random turns through the services, for tests that need a match under way in any game."""

from __future__ import annotations

import hashlib
from datetime import datetime

from bot.app.changes.change import Change
from bot.app.changes.turns import player_turn
from bot.app.match.effective_log import find_effective, plies
from bot.app.match.state import MatchState
from bot.app.match.turn_runner import PLATFORM
from bot.app.undo.records import UndoView
from bot.app.undo.service import proposal
from db.ids import MatchId
from games.core.rng import Rng
from games.core.running.play import Entry
from games.core.seats import Seat
from tests.app.scene import Scene
from tests.games.chance import random_turn


async def play_random(scene: Scene, match: MatchId) -> Seat:
    """Make one random turn of the first seat that is asked, and return that seat."""
    made: list[Seat] = []

    def decide(table: MatchState, now: datetime) -> Change:
        ask = max(table.open_asks(), key=lambda each: each.waits)
        rng = Rng(hashlib.sha256(f"{match}:{table.match.ply}".encode()).digest())
        moves = random_turn(table.game, table.require_position().state, ask.seat, ask.id, rng)
        made.append(ask.seat)
        return player_turn(table, ask.seat, ask.id, moves, now=now)

    await scene.app.uow.act(None, None, match, decide)
    return made[-1]


async def counted(scene: Scene, match: MatchId) -> tuple[Entry, ...]:
    """Return the game's entries that count."""
    table = await scene.app.uow.read(match)
    last = table.match.ply
    rows, rewinds = await scene.store.read(
        lambda tx: (tx.log.entries(match, first=1, last=last), tx.log.rewinds(match))
    )
    alive = plies(find_effective(last, rewinds))
    read = table.codec.read_entries(b"[" + b",".join(row.data for row in rows if row.ply in alive) + b"]")
    return tuple(entry for entry in read if entry.ask != PLATFORM)


async def proposed_undo(scene: Scene, match: MatchId) -> UndoView | None:
    """Return the undo that is proposed in a match, as spectators see it."""
    reader = scene.app.uow.match_reader
    return await scene.store.read(lambda tx: proposal(tx, reader, reader.read(tx, match), None))
