"""Puzzles for tests: posed, wanted, and answered."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from msgspec.structs import replace

from bot.app.match.records import Actor, Panel
from bot.app.puzzles.answers import Verdict
from bot.app.puzzles.daily import DailyPuzzles
from bot.app.puzzles.table import day_of, number_of
from db.ids import GuildId
from db.puzzles.records import PuzzleRecord
from games.core.game import Setup
from games.core.running.codec import Codec
from games.core.running.table import start
from games.core.seats import Seat
from tests.app.scene import ANN, PLACE, Scene
from tests.games.core.search.test_advice import Hinting
from tests.games.tiny.season import Sow

GAME = Hinting()
GUILD = GuildId(PLACE.guild or 0)
STATE = start(GAME, Setup(2, GAME.spec.options(), Seat(0)), bytes(32)).position
"""Any plot is as good as another; to pass is worst."""


def record_of(now: datetime) -> PuzzleRecord:
    """Return the puzzle of a time's day."""
    codec = Codec(GAME)
    return PuzzleRecord(
        day=day_of(now),
        game=GAME.spec.key,
        seats=2,
        options=codec.encode(GAME.spec.options()),
        position=codec.position(STATE),
        ask=GAME.asks(STATE.state)[0].id,
        best=codec.encode((Sow(7),)),
        points=35,
        rules_number=GAME.spec.rules_number,
    )


async def pose(scene: Scene, **changes: Any) -> int:  # noqa: ANN401 - any field
    """Store a puzzle of today; return its number."""
    record = record_of(scene.clock.now())
    await scene.app.uow.store.run(lambda tx: tx.puzzles.add(replace(record, **changes)))
    return number_of(record.day)


async def answer(scene: Scene, number: int, verb: str, value: str | None = None, who: Actor = ANN) -> Verdict:
    """Draft a turn and confirm it."""
    answers = scene.app.puzzle_answers
    begun = await answers.begin(who, match=number, guild=GUILD)
    assert isinstance(begun, Panel)
    panel = await answers.press_all(who, match=number, length=begun.length, choices=((verb, value),))
    return await answers.confirm(who, match=number, length=panel.length)


async def want(scene: Scene, channel: int = 55) -> DailyPuzzles:
    """Have puzzles posted in a channel of the server."""
    await scene.app.settings.set_server(PLACE, {"puzzles": channel})
    daily = scene.app.daily_puzzles
    daily._finder.rest = 0
    return daily
