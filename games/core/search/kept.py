"""Results kept for what never changes: positions are replaced, so the same object means the same result."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


def cached_by_identity(size: int) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Keep a function's results for its latest ``size`` arguments, which are told apart by identity.

    Unlike ``functools.lru_cache`` it takes dicts and looks into nothing. The arguments are held on to meanwhile, so
    that no other object can come to have their identity. Arguments go by position; the oldest result goes first.
    """

    def keep(make: Callable[P, R]) -> Callable[P, R]:
        held: OrderedDict[tuple[int, ...], tuple[tuple[object, ...], R]] = OrderedDict()

        @wraps(make)
        def find(*args: P.args, **kwargs: P.kwargs) -> R:
            assert not kwargs, "arguments go by position"
            key = tuple(map(id, args))
            found = held.get(key)
            if found is not None:
                return found[1]
            made = make(*args, **kwargs)
            held[key] = (args, made)
            if len(held) > size:
                held.popitem(last=False)
            return made

        return find

    return keep
