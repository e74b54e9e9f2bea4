"""A computer player for Nim. It gets a view, as people do."""

from collections.abc import Iterator, Sequence
from functools import reduce
from operator import xor
from typing import Any

from games.core.game import Ask
from games.core.moves import Move
from games.core.rng import Rng
from nim.moves import Take
from nim.view import View


class Perfect:
    """Leaves heaps whose exclusive or is zero, where it can: the known strategy of the normal game."""

    def think(self, view: View, ask: Ask, worlds: Iterator[Any], rng: Rng) -> Sequence[Move]:
        """Return the one move of the turn."""
        total = reduce(xor, view.heaps, 0)
        for at, size in enumerate(view.heaps, start=1):
            if size ^ total < size:
                return (Take(at, size - (size ^ total)),)
        return (Take(rng.pick("heap", [at for at, size in enumerate(view.heaps, start=1) if size]), 1),)
