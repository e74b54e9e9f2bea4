"""A bound on how long a search may take, checked by the searches themselves (a game sees no clock).

The caller says when it is over, and every loop that may be long calls ``check_budget``; outside ``within`` that costs
next to nothing and never ends anything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_is_over: ContextVar[Callable[[], bool] | None] = ContextVar("is_over", default=None)


class BudgetSpent(Exception):
    """The time for a search is over; whoever collects its results keeps those found so far."""


@contextmanager
def within(is_over: Callable[[], bool] | None) -> Iterator[None]:
    """Bound the searches inside: they raise BudgetSpent at the next step after ``is_over`` says so. None: no bound."""
    token = _is_over.set(is_over)
    try:
        yield
    finally:
        _is_over.reset(token)


def check_budget() -> None:
    """Raise BudgetSpent if the time for the search around this is over."""
    is_over = _is_over.get()
    if is_over is not None and is_over():
        raise BudgetSpent
