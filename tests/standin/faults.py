"""Faults of single HTTP requests: which to hit, when, and with what."""

from __future__ import annotations

import fnmatch
from itertools import count

from msgspec import Struct, field

from tests.standin.errors import ApiError
from tests.standin.rates import TooMany


class HttpFault(Struct, kw_only=True):
    """
    One waiting fault. It hits the ``times`` requests that fit after ``skip`` of them were let through.

    Fields:
        method, path: what it fits; the path is a pattern such as ``/channels/*/messages``, below ``/api/v10``
        contains: a piece of text that the request's JSON must contain, if not empty
        do: "error" (with ``status`` and ``code``), "429" (with ``retry_after`` seconds, ``everywhere``, ``via``),
            "reset" (the connection is dropped) or "slow" (only the delay)
        after: the request takes effect first
        delay_ms: wait so long before answering
    """

    do: str
    id: int = 0
    method: str = "*"
    path: str = "*"
    contains: str = ""
    times: int = 1
    skip: int = 0
    after: bool = False
    status: int = 502
    code: int = 0
    retry_after: float = 0.7
    everywhere: bool = False
    via: bool = True
    delay_ms: int = 0
    hits: int = 0

    def fits(self, method: str, path: str, *, text: str) -> bool:
        """Whether a request is meant."""
        right = fnmatch.fnmatchcase(method, self.method) and fnmatch.fnmatchcase(path, self.path)
        return right and self.contains in text

    def refusal(self) -> ApiError | None:
        """The answer it forces, or None if it only delays or drops."""
        match self.do:
            case "error":
                return ApiError(self.code, status=self.status, message=f"{self.status}: forced by a fault")
            case "429":
                return TooMany(self.retry_after, scope="global" if self.everywhere else "user")
            case _:
                return None


class Faults(Struct):
    """The waiting faults, oldest first."""

    waiting: list[HttpFault] = field(default_factory=list)
    double_next: int = 0
    numbers: count[int] = field(default_factory=lambda: count(1))

    def add(self, fault: HttpFault) -> int:
        """Queue a fault; its number."""
        fault.id = next(self.numbers)
        self.waiting.append(fault)
        return fault.id

    def hit(self, method: str, path: str, *, text: str) -> HttpFault | None:
        """The fault that strikes this request, counted down; None if it gets through."""
        for fault in self.waiting:
            if not fault.fits(method, path, text=text):
                continue
            if fault.skip > 0:
                fault.skip -= 1
                continue
            fault.hits += 1
            if fault.hits >= fault.times:
                self.waiting.remove(fault)
            return fault
        return None
