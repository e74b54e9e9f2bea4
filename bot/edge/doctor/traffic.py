"""What Discord's answers tell beside their bodies: limits of each route, and Discord's clock."""

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from types import SimpleNamespace

import aiohttp
from discord import http

_ID = re.compile(r"(?<=/)\d{15,20}(?=/|$)")
_TOKEN = re.compile(r"^(/(?:interactions|webhooks)/\{id\}/)[^/]+")


@dataclass(slots=True)
class RouteLimit:
    """The limit that a route told: ``limit`` requests in ``seconds``; None where it told none.

    ``asked`` and ``refused`` (429) are counts of this run.
    """

    bucket: str = ""
    limit: int | None = None
    seconds: float = 0.0
    asked: int = 0
    refused: int = 0

    def words(self) -> str:
        """Return limit and counts as a phrase."""
        told = "no limit named"
        if self.limit is not None:
            told = f"{self.limit} in {self.seconds:.3g} s (bucket {self.bucket or 'not named'})"
        refused = f", of which {self.refused} refused" if self.refused else ""
        return f"{told}; requests: {self.asked}{refused}"


class Traffic:
    """Notes every answer of a client made with its ``trace``."""

    def __init__(self) -> None:
        """Have noted nothing."""
        self.routes: dict[str, RouteLimit] = {}
        self.ahead: timedelta | None = None
        """How far Discord's clock is ahead of ours, to a second, by its newest answer; None: it told no time."""
        self.trace = aiohttp.TraceConfig()
        self.trace.on_request_end.append(self._note_end)

    async def _note_end(self, session: object, context: SimpleNamespace, end: aiohttp.TraceRequestEndParams) -> None:
        if str(end.url).startswith(http.Route.BASE):
            path = str(end.url.with_query(None)).removeprefix(http.Route.BASE)
            self.note(end.method, path, end.response.status, end.response.headers)

    def note(self, method: str, path: str, status: int, headers: "aiohttp.typedefs.LooseHeaders") -> None:
        """Note one answer; ``path`` is that below the interface's address."""
        told = {str(name).lower(): str(value) for name, value in dict(headers).items()}
        route = self.routes.setdefault(f"{method} {template(path)}", RouteLimit())
        route.asked += 1
        route.refused += status == 429
        if "x-ratelimit-limit" in told:
            route.bucket = told.get("x-ratelimit-bucket", "")
            route.limit = int(told["x-ratelimit-limit"])
            route.seconds = max(route.seconds, float(told.get("x-ratelimit-reset-after", "0")))
        if "date" in told:
            self.ahead = parsedate_to_datetime(told["date"]) - datetime.now(UTC)


def template(path: str) -> str:
    """Return a path without ids and tokens, such as ``/channels/{id}/messages``."""
    return _TOKEN.sub(r"\1{token}", _ID.sub("{id}", path))
