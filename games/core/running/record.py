"""Replaying a stored log: the proof that rules and chance still give the same match.

Within one rules number, which the set-up names (``Setup.rules``); ``Spec.oldest_rules`` is the oldest that can be.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from msgspec.structs import replace

from games.core.contract import Game
from games.core.game import Setup
from games.core.running.play import Entry, Position, expect_ask, fold, hand_in, make_entry, reveal, unseal, with_state
from games.core.running.table import start, table_step
from games.core.seats import TABLE
from games.core.text import Arg, Text

S = TypeVar("S")


class Differs(Exception):
    """Entry ``at`` (0-based) of a log comes out differently: ``stored`` against ``made``."""

    def __init__(self, at: int, stored: Entry | None, made: Entry) -> None:
        """Keep both entries (None: the log ends before)."""
        super().__init__(f"entry {at} differs: stored {stored}, made {made}")
        self.at, self.stored, self.made = at, stored, made


def replay(game: Game[S, Any], setup: Setup, seed: bytes, entries: Sequence[Entry]) -> Position[S]:
    """Play a log again from the seed and return the position it leads to.

    Raises Differs at the first entry that comes out differently, and Refusal if one cannot be played at all. Turns
    that were undone must have been taken out of the log.
    """
    begun = start(game, setup, seed)
    for at, made in enumerate(begun.entries):
        stored = entries[at] if at < len(entries) else None
        if stored is None or not is_same(stored, made):
            raise Differs(at, stored, made)
    position = begun.position
    for at in range(len(begun.entries), len(entries)):
        position, made = again(game, position, entries[at], seed)
        if not is_same(entries[at], made):
            raise Differs(at, entries[at], made)
    return position


def is_same(stored: Entry, made: Entry) -> bool:
    """Whether a stored entry comes out as it was; one worded by an earlier release is compared without its words."""
    if is_of_earlier_release(stored):
        return replace(stored, events=()) == replace(made, events=())
    return stored == made


def is_of_earlier_release(entry: Entry) -> bool:
    """Whether an entry has words that are said no longer, so that what is made today may tell it otherwise."""
    return any(_is_former(event.text) for event in entry.events)


def _is_former(arg: Arg) -> bool:
    """Whether a sentence that is said no longer (``<game>.old.<what>``) stands somewhere in a Text."""
    if isinstance(arg, tuple):
        return any(map(_is_former, arg))
    return isinstance(arg, Text) and (arg.id.split(".")[1:2] == ["old"] or any(map(_is_former, arg.args.values())))


def again(game: Game[S, Any], position: Position[S], stored: Entry, seed: bytes) -> tuple[Position[S], Entry]:
    """Play one stored entry again; return the position after it and the entry as it comes out now.

    Raises Refusal if it cannot be played.
    """
    ask = expect_ask(game, position.state, stored.seat, stored.ask)
    if stored.seat == TABLE:
        progress = table_step(game, position, ask, seed)
        return progress.position, progress.entries[0]
    folded = fold(game, position.state, stored.seat, stored.ask, stored.moves)
    made = make_entry(game, position.state, ask, stored.moves, stored.cause, folded)
    if stored.sealed:
        progress = hand_in(game, position, made)
        return progress.position, progress.entries[0]
    after = with_state(game, unseal(position, ask.id), folded.state)
    return after, reveal(made) if ask.sealed else made
