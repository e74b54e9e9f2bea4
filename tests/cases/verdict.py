"""What came of a handed case."""

from __future__ import annotations

from msgspec import Struct


class Verdict(Struct, frozen=True):
    """``wanted`` and ``got``, written in one way: they differ if the case failed."""

    wanted: str
    got: str

    @property
    def passed(self) -> bool:
        """Return whether the case passed."""
        return self.wanted == self.got
