"""Chance that can be proven fair: every number is a keyed hash of (seed, stream, index).

The seed (32 random bytes) is fixed when the match starts; its SHA-256 is shown then and the seed itself at the end, so
that everybody can recompute each draw. Streams keep draws independent: a shuffle of cards does not shift the dice.
"""

import hashlib
from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import TypeVar

T = TypeVar("T")


class Rng:
    """Draws from streams by name and counts how often each was used.

    ``drawn`` maps a stream to the number of draws made; it is stored beside the state and undone with it, so that
    after an undo the same numbers come again.
    """

    def __init__(self, seed: bytes, drawn: Mapping[str, int] | None = None) -> None:
        """Continue the streams of ``seed`` where ``drawn`` left off."""
        self._seed = seed
        self.drawn: dict[str, int] = dict(drawn or {})

    def below(self, stream: str, most: int) -> int:
        """Return a number from 0 to ``most`` - 1, each equally likely."""
        if most < 1:
            raise ValueError("nothing to draw from")
        index = self.drawn.get(stream, 0)
        self.drawn[stream] = index + 1
        digest = hashlib.blake2b(f"{stream}\x00{index}".encode(), key=self._seed, digest_size=16).digest()
        return int.from_bytes(digest, "big") % most

    def pick(self, stream: str, items: Sequence[T]) -> T:
        """Return one of the items."""
        return items[self.below(stream, len(items))]

    def take(self, stream: str, pile: Mapping[str, int]) -> str:
        """Return one key of a multiset (key -> how many are left), weighted by the counts; keys in sorted order."""
        at = self.below(stream, sum(pile.values()))
        keys = sorted(pile)
        upto = accumulate(pile[key] for key in keys)
        return next(key for key, end in zip(keys, upto, strict=True) if at < end)

    def shuffle(self, stream: str, items: Sequence[T]) -> tuple[T, ...]:
        """Return the items in a random order (Fisher-Yates)."""
        deck = list(items)
        for last in range(len(deck) - 1, 0, -1):
            other = self.below(stream, last + 1)
            deck[last], deck[other] = deck[other], deck[last]
        return tuple(deck)


class NoChance(Rng):
    """The Rng a seat's own move gets: only setup and the table's moves may draw."""

    def __init__(self) -> None:
        """Have no seed."""
        super().__init__(b"")

    def below(self, stream: str, most: int) -> int:
        """Refuse: a draft could peek at what chance will bring."""
        raise AssertionError(f"a seat's move drew from {stream!r}; only setup and the table may")
