"""Proofs that somebody can move at all: rules that look for any legal move, told apart from checking one move.

A game marks such rules with ``proof``; who measures asks with ``watch_proofs`` to run them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import ParamSpec, Protocol, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


class Watcher(Protocol):
    """Who runs proofs in place of their callers, to time them."""

    def __call__(self, prove: Callable[[], R], /) -> R:
        """Run the proof and return what it finds."""
        ...


_watchers: list[Watcher] = []


def proof(rule: Callable[P, R]) -> Callable[P, R]:
    """Mark a rule that proves whether anything is legal, by looking for it."""

    @wraps(rule)
    def prove(*args: P.args, **kwargs: P.kwargs) -> R:
        if not _watchers:
            return rule(*args, **kwargs)
        return _watchers[-1](lambda: rule(*args, **kwargs))

    return prove


@contextmanager
def watch_proofs(watcher: Watcher) -> Iterator[None]:
    """Let the watcher run all proofs of this process for a while."""
    _watchers.append(watcher)
    try:
        yield
    finally:
        _watchers.pop()
