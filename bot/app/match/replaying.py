"""Playing a stored log again, line by line: the one mechanism by which files and databases are verified. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from bot.app.match.turn_runner import PLATFORM
from games.core.contract import AnyGame
from games.core.game import Options, Setup
from games.core.running.play import Entry, Position, Progress, unseal
from games.core.running.record import again, is_same
from games.core.running.table import start
from games.core.seats import Seat
from games.core.text import Text

Line = tuple[int, Entry]
"""An entry of a log with its ply."""

SEED_LINES = ("app.started", "app.imported")
"""Sentences of the platform that announce the hash of the seed by which a match goes on."""


class Played(Struct, frozen=True):
    """What came out of one line: the position after it, and the entry as it is made now."""

    ply: int
    position: Position[Any]
    stored: Entry
    made: Entry

    @property
    def same(self) -> bool:
        """Whether the line came out as it is stored."""
        return is_same(replace(self.stored, seconds=None), self.made)


class Unplayable(Exception):
    """The line of a ply can't be played from the position before it; the cause is why."""

    def __init__(self, ply: int) -> None:
        """Name the line."""
        super().__init__(f"line {ply} can't be played")
        self.ply = ply


class Begun(Struct, frozen=True):
    """How a match began: its first seat as the host named it, and what was made of that."""

    first: Seat | None
    progress: Progress[Any]


def begin_all(game: AnyGame, options: Options, seed: bytes, *, seats: int, rules: int) -> Iterator[Begun]:
    """Yield every way in which a match may have begun: by lot, or with a seat that its host named.

    Which one it was is stored nowhere but in what it led to.
    """
    firsts: tuple[Seat | None, ...] = (None, *map(Seat, range(seats)))
    for first in firsts:
        setup = Setup(seats=seats, options=options, first=first, rules=rules)
        yield Begun(first, start(game, setup, seed))


def is_at(one: Position[Any], other: Position[Any]) -> bool:
    """Return whether two positions agree in the state and in the draws so far, whatever is handed in secretly."""
    return bool(one.state == other.state and one.drawn == other.drawn)


def play_lines(
    game: AnyGame,
    position: Position[Any],
    lines: Iterable[Line],
    seed: bytes,
    *,
    targets: Mapping[int, int] | None = None,
    kept: Mapping[int, Position[Any]] | None = None,
) -> Iterator[Played]:
    """Play lines again over the position before them, in order; the platform's own change nothing.

    ``targets``: at these plies the match went on from the position after an earlier one, which is in ``kept`` by then.
    Raises Unplayable, or whatever the game's code raises for lack of memory.
    """
    for ply, entry in lines:
        made = entry
        if targets and ply in targets:
            if kept is None or targets[ply] not in kept:
                raise Unplayable(ply)
            position = kept[targets[ply]]
        elif entry.ask == PLATFORM:
            position = _take_back(game, position, entry)
        else:
            try:
                position, made = again(game, position, entry, seed)
            except MemoryError:
                raise
            except Exception as error:
                # Moves that were never checked may reach the rules here, which may stumble over anything.
                raise Unplayable(ply) from error
        yield Played(ply, position, entry, made)


def _take_back(game: AnyGame, position: Position[Any], entry: Entry) -> Position[Any]:
    """The position after a line of the platform: only a turn handed in secretly may be taken back by one."""
    withdrew = next((event.text for event in entry.events if event.text.id == "app.withdrew"), None)
    if withdrew is None:
        return position
    seat, asks = withdrew.args.get("seat"), game.asks(position.state)
    ask = next((ask.id for ask in asks if ask.seat == seat and ask.id in position.sealed), None)
    return position if ask is None else unseal(position, ask)


def find_announced(lines: Sequence[Line]) -> tuple[int, str] | None:
    """Return the ply and the hash that the log announces, the newest: a match from another bot has two."""
    found = [(ply, str(text.args["hash"])) for ply, text in _find_seed_lines(lines) if "hash" in text.args]
    return found[-1] if found else None


def find_import(lines: Sequence[Line]) -> int | None:
    """Return the ply at which a match came from another bot and goes on by a seed of its own; None: it did not."""
    found = [(ply, text.id) for ply, text in _find_seed_lines(lines) if "hash" in text.args]
    return found[-1][0] if found and found[-1][1] == "app.imported" else None


def _find_seed_lines(lines: Sequence[Line]) -> Iterator[tuple[int, Text]]:
    for ply, entry in lines:
        if entry.ask == PLATFORM:
            yield from ((ply, event.text) for event in entry.events if event.text.id in SEED_LINES)
