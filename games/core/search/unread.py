"""Whether anybody reads what a game says: in a rollout nobody does, and what is dear to put into words is left out."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_is_unread: ContextVar[bool] = ContextVar("is_unread", default=False)


def is_unread() -> bool:
    """Return whether asks may go without their private texts, and be ``exact`` unproven."""
    return _is_unread.get()


@contextmanager
def unread() -> Iterator[None]:
    """Let nobody read what is said inside."""
    token = _is_unread.set(True)
    try:
        yield
    finally:
        _is_unread.reset(token)
