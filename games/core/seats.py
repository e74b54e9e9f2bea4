"""Who acts: seats of a match, the table itself, and the names of asks."""

from typing import NewType

Seat = NewType("Seat", int)
"""A place in a match, 0 … n-1. Never a Discord id."""

TABLE = Seat(-1)
"""Chance, timers and automatic steps: the actor of moves that nobody chooses."""

AskId = NewType("AskId", str)
"""Names one turn the match waits for; made by the game from its counters, never used twice in a match."""
