"""Names of the places on the pictures: what changed, what an unfinished move is about, what may be chosen.

A space is ``B4``, a board ``B``; the others begin with what they are.
"""

from __future__ import annotations

AIM = "aim:"
"""Before a board, or its next free space, that an unfinished move is about."""

FREE = "free:"
"""Before a board: its next free space."""

IN_HUT = "hut:"
"""Before the clan that is in a hut."""

OPEN_HUT = "hut:free"
"""The next free hut."""

CLAN = "clan:"
"""Before a seat: what its clan has collected, or the clan itself."""

ANIMAL = "animal:"
"""Before a seat, a colon and a species: the Animals of it that the clan has."""

HAND = "hand:"
"""Before a token of one's own hand."""
