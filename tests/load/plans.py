"""What the players of a match will type: its course is thought out beforehand, so that playing costs nothing."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from datetime import UTC, datetime
from itertools import islice

from msgspec import Struct
from msgspec.structs import replace

from bot.app.changes.turns import play_of
from bot.app.match.state import MatchReader, MatchState
from bot.app.runtime.failures import Failures
from bot.app.runtime.library import Library
from bot.app.runtime.time_source import SystemClock
from db.engine.errors import InUse
from db.ids import MatchId
from db.stores.store import Store
from db.stores.upgrade import open_store
from games.core.errors import Refusal
from games.core.game import Ask
from games.core.moves import Move
from games.core.registry import games
from games.core.rng import Rng
from games.core.running.play import Cause, TurnContext
from games.core.search.enumerate import find_random_turn
from games.core.seats import TABLE

LOWEST = 19
"""The priority of planning, as `nice` takes it."""
TRIES = 8
"""Random turns looked at until one can be typed."""
OPENINGS, AGAIN_S = 50, 0.2
"""How often a database that another process is opening is tried again, and after how long."""


class Planned(Struct, frozen=True):
    """One turn: whose, what is typed, and whether a board follows (none while a sealed turn waits for others)."""

    seat: int
    line: str
    shown: bool


def plan(table: MatchState) -> Iterator[Planned]:
    """Yield the turns of a match from where it stands, read with its seed; ends where a turn has no notation."""
    play = play_of(table)
    while not play.over:
        owing = [ask for ask in play.asks() if ask.waits and ask.seat != TABLE]
        found = _think(table, owing[0]) if owing else None
        if found is None:
            return
        turn, line = found
        ask = owing[0]
        try:
            play.turn(ask.seat, ask.id, turn, cause=Cause.PLAYER)
            play.run_on()
        except Refusal:
            return
        yield Planned(int(ask.seat), line, not play.position.sealed)
        table = replace(table, position=play.position)


def _think(table: MatchState, ask: Ask) -> tuple[tuple[Move, ...], str] | None:
    """A random turn that has a notation, with it."""
    state = table.require_position().state
    for at in range(TRIES):
        rng = Rng(f"{table.match.id} {len(table.require_position().drawn)} {ask.id} {at}".encode())
        turn = find_random_turn(TurnContext(table.game, state, ask.seat, ask.id), rng)
        line = table.game.notation.write(table.game.view(state, ask.seat), turn) if turn else ""
        if turn and line:
            return turn, line
    return None


async def _open(url: str) -> Store:
    """Open the store; another process that plans may just be opening it, too, and only one can at a time."""
    for _ in range(OPENINGS):
        with suppress(InUse):
            return await open_store(url, now=datetime.now(UTC))
        await asyncio.sleep(AGAIN_S)
    return await open_store(url, now=datetime.now(UTC))


async def _read(url: str, numbers: Sequence[int]) -> list[MatchState]:
    store = await _open(url)
    reader = MatchReader(Library(games()), Failures(SystemClock().now))
    try:
        return await store.read(lambda tx: [reader.read(tx, MatchId(number), seed=True) for number in numbers])
    finally:
        await store.close()


def plan_some(url: str, numbers: Sequence[int], turns: int) -> dict[int, list[Planned]]:
    """Plan so many turns of each match in a database that the bot may be using."""
    found = asyncio.run(_read(url, numbers))
    return {int(table.match.id): list(islice(plan(table), turns)) for table in found}


async def plan_all(url: str, numbers: Sequence[int], turns: int, *, processes: int = 2) -> dict[int, list[Planned]]:
    """Do the same in some processes, which leave the cores to what is measured."""
    loop = asyncio.get_running_loop()
    with ProcessPoolExecutor(processes, initializer=os.nice, initargs=(LOWEST,)) as pool:
        parts = [numbers[at::processes] for at in range(processes)]
        made = await asyncio.gather(
            *(loop.run_in_executor(pool, plan_some, url, part, turns) for part in parts if part)
        )
    return {number: turns for one in made for number, turns in one.items()}
