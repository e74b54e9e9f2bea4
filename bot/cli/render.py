"""`longtable render GAME FILE`: draw a board of a self-play, for authors and for looking at pictures."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

from bot.cli.selfplay import brains_of, game_named, seats_for
from bot.config import ConfigError
from games.core.game import AnyGame, Marks, Setup
from games.core.seats import Seat
from games.core.selfplay import play_steps
from render.core.plates import Drawing, encoded
from render.core.registry import picture

NAMES = ("Anna", "Bert", "Cees", "Dora", "Emma", "Finn")


def render(key: str, file: Path, *, seed: int, turn: int, seats: int | None, level: str) -> int:
    """Play `turn` turns (fewer if the match ends before) and write each plate of the board then as a PNG file."""
    game = game_named(key)
    count = seats_for(game, seats)
    names = NAMES[:count]
    before, after = play_to(game, count, seed, turn, level)
    drawings = draw(game, before, after, names)
    for number, drawing in enumerate(drawings, start=1):
        path = file.with_name(f"{file.stem}-{number}{file.suffix}")
        try:
            path.write_bytes(drawing.png)
        except OSError as error:
            raise ConfigError(f"cannot write {path}: {error.strerror}") from None
        print(f"{path}: {drawing.width} x {drawing.height} pixels, {len(drawing.png) // 1000} kB")
    return 0


def draw(game: AnyGame, before: object, after: object, names: tuple[str, ...]) -> tuple[Drawing, ...]:
    """Draw a state as a spectator sees it, with what changed since the state before; the result once it is over."""
    pictures = picture(game.spec.key)
    view = game.view(after, None)
    outcome = game.outcome(after)
    if outcome is not None:
        plates = pictures.final(view, outcome, names=names)
    else:
        marks: Marks = game.marks(game.view(before, None), view)
        plates = pictures.board(view, marks, names=names)
    return tuple(map(encoded, plates))


def play_to(game: AnyGame, count: int, seed: int, turn: int, level: str) -> tuple[Any, Any]:
    """Return the states before and after the last of the turns, all of them played by computer players of a level."""
    chance = hashlib.sha256(f"{game.spec.key}:{seed}".encode()).digest()
    brains = brains_of(game, [level] * count)
    before = after = None
    made = 0
    for progress in play_steps(game, Setup(count, game.spec.options()), chance, brains=brains):
        if any(entry.seat >= Seat(0) for entry in progress.entries):
            made += 1
            if made > turn:
                break
            before = after
        after = progress.position.state
        before = after if before is None else before
    return before, after
