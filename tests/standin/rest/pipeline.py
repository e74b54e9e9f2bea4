"""What every request runs through: faults, the token, rate limits, the description, the handler, the log."""

from __future__ import annotations

import asyncio
import hashlib
import json
import math
import time
import traceback
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from urllib.parse import parse_qsl

import msgspec
from aiohttp import BodyPartReader, web

from tests.standin import validation
from tests.standin.errors import ApiError, Code, Problem, invalid, unauthorized
from tests.standin.faults import HttpFault
from tests.standin.gateway import TOKEN
from tests.standin.media import Upload
from tests.standin.model import Interaction
from tests.standin.rates import Rate, TooMany
from tests.standin.stand import Stand
from tests.standin.wire import Obj, Snowflake, iso

PREFIX = "/api/v10"
BIGGEST_BODY = 128 * 1024 * 1024
DEFAULT_RATE = Rate(50, 1.0)


@dataclass
class Call:
    """One request, read and checked against the description."""

    stand: Stand
    params: Mapping[str, str]
    query: Mapping[str, str]
    body: Obj = field(default_factory=dict)
    bodies: list[Obj] = field(default_factory=list)
    uploads: list[Upload] = field(default_factory=list)
    auth: str = ""
    """The header ``Authorization``."""
    form: bool = False
    """Whether the body came as a form."""

    def key(self, name: str) -> Snowflake:
        """
        An id from the path.

        Raises:
            ApiError: 50035 if it isn't a number
        """
        text = self.params[name]
        if not text.isdecimal():
            raise invalid([Problem((name,), "NUMBER_TYPE_COERCE", f'Value "{text}" is not snowflake.')])
        return Snowflake(int(text))


@dataclass(frozen=True)
class Reply:
    """What a handler answers: JSON, or nothing with 204."""

    data: object = None
    status: int = HTTPStatus.OK


NOTHING = Reply(status=HTTPStatus.NO_CONTENT)
Handler = Callable[[Call], Reply | Awaitable[Reply]]


@dataclass(frozen=True)
class Route:
    """A route of the API under the description's own template; ``open`` ones need no bot token."""

    method: str
    template: str
    handler: Handler
    rate: Rate
    open: bool


ROUTES: list[Route] = []


def route(
    method: str, template: str, *, rate: Rate = DEFAULT_RATE, opened: bool = False
) -> Callable[[Handler], Handler]:
    """Register a handler for a route of the API."""

    def register(handler: Handler) -> Handler:
        ROUTES.append(Route(method, template, handler, rate, opened))
        return handler

    return register


@dataclass
class Trace:
    """What the request log keeps."""

    body: object = None
    files: list[Obj] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    unknown_keys: list[str] = field(default_factory=list)
    answer_problems: list[str] = field(default_factory=list)
    fault: str | None = None


@dataclass
class Exchange:
    """One request on its way through: what was read, what will be sent, what will be logged."""

    request: web.Request
    headers: Obj = field(default_factory=lambda: {"Via": "1.1 standin"})
    trace: Trace = field(default_factory=Trace)
    body: object = field(default_factory=dict)
    uploads: list[Upload] = field(default_factory=list)
    broken: bool = False

    @property
    def path(self) -> str:
        """The path below the API's prefix."""
        return self.request.path.removeprefix(PREFIX)

    async def read(self) -> None:
        """Read the body, JSON or multipart."""
        text = ""
        try:
            if self.request.content_type == "multipart/form-data":
                text = await _multipart(self.request, self.uploads)
            elif self.request.content_type == "application/x-www-form-urlencoded":
                text = json.dumps(dict(parse_qsl(await self.request.text())))
            elif self.request.can_read_body:
                text = await self.request.text()
            self.body = json.loads(text) if text else {}
        except ValueError:
            self.broken = True
            self.body = text
        self.trace.body = self.body if text else None
        self.trace.files = [{"n": u.index, "filename": u.filename, "size": len(u.data)} for u in self.uploads]

    def call(self, stand: Stand) -> Call:
        """
        The request as handlers want it.

        Raises:
            ApiError: 50109 if the body is no JSON
        """
        if self.broken:
            raise ApiError(Code.INVALID_JSON)
        body = self.body if isinstance(self.body, dict) else {}
        bodies = self.body if isinstance(self.body, list) else []
        return Call(
            stand,
            self.request.match_info,
            self.request.query,
            body=body,
            bodies=bodies,
            uploads=self.uploads,
            auth=self.request.headers.get("Authorization", ""),
            form=self.request.content_type == "application/x-www-form-urlencoded",
        )

    def respond(self, data: object, status: int) -> web.Response:
        """The response; its content type must be bare, or discord.py takes the body as text."""
        if status == HTTPStatus.NO_CONTENT:
            return web.Response(status=status, headers=self.headers)
        body = json.dumps(data).encode()
        return web.Response(body=body, status=status, headers=self.headers, content_type="application/json")


class Dropped(Exception):
    """A fault wants the connection gone."""


class Pipeline:
    """Serves one route."""

    def __init__(self, stand: Stand, about: Route) -> None:
        self._stand = stand
        self._route = about
        self._bucket = hashlib.sha256((about.rate.name or f"{about.method} {about.template}").encode()).hexdigest()[:16]

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """Answer one request and log it."""
        started = time.monotonic()
        exchange = Exchange(request)
        await exchange.read()
        if self._stand.rates.shut_out:
            return self._shut_out(exchange)
        data: object
        fault = self._stand.faults.hit(request.method, exchange.path, text=json.dumps(exchange.body))
        exchange.trace.fault = fault.do if fault is not None else None
        try:
            data, status = await self._run(exchange, fault)
        except ApiError as error:
            data, status = error.body(), error.status
            exchange.trace.problems += [problem.told() for problem in error.problems]
            if isinstance(error, TooMany):
                exchange.headers["X-RateLimit-Scope"] = error.scope
            self._refused(request, error)
        except Dropped:
            data, status = None, 0
        except Exception as crash:  # a fault of the stand-in's own: Discord's word for it, and a trace in the log
            data, status = {"message": "500: Internal Server Error", "code": 0}, 500
            exchange.trace.problems.append(f"the stand-in failed: {crash!r}\n{traceback.format_exc()}")
        self._log(exchange, data, status=status, seconds=time.monotonic() - started)
        self._stand.rates.note(status, scope=exchange.headers.get("X-RateLimit-Scope"))
        if status == 0:
            if request.transport is not None:
                request.transport.abort()
            return web.Response()
        if status == HTTPStatus.TOO_MANY_REQUESTS and isinstance(data, dict):
            exchange.headers["Retry-After"] = str(data["retry_after"])
            if fault is not None and not fault.via:
                del exchange.headers["Via"]
        return exchange.respond(data, status)

    async def refuse(self, request: web.Request, error: ApiError) -> web.StreamResponse:
        """Answer with an error whatever was asked, and log it."""
        exchange = Exchange(request, trace=Trace(problems=["the stand-in has no such route"]))
        await exchange.read()
        if self._stand.rates.shut_out:
            return self._shut_out(exchange)
        self._log(exchange, error.body(), status=error.status, seconds=0)
        return exchange.respond(error.body(), error.status)

    def _shut_out(self, exchange: Exchange) -> web.Response:
        """The page that Cloudflare shows in Discord's place to an address that is shut out."""
        page = "<!doctype html><title>Access denied</title><p>Error 1015: You are being rate limited.</p>"
        headers = {"Retry-After": str(math.ceil(self._stand.rates.shut_out))}
        self._log(exchange, page, status=HTTPStatus.TOO_MANY_REQUESTS, seconds=0)
        return web.Response(text=page, status=HTTPStatus.TOO_MANY_REQUESTS, headers=headers, content_type="text/html")

    async def _run(self, exchange: Exchange, fault: HttpFault | None) -> tuple[object, int]:
        if fault is not None and not fault.after:
            await _strike(fault)
        reply = await self._handle(exchange, exchange.call(self._stand))
        if fault is not None and fault.after:
            await _strike(fault)
        return reply.data, int(reply.status)

    async def _handle(self, exchange: Exchange, call: Call) -> Reply:
        about, trace = self._route, exchange.trace
        self._admit(exchange, call)
        if about.method in ("POST", "PUT", "PATCH"):
            problems = validation.check_body(about.template, about.method, body=exchange.body)
            if problems:
                raise invalid(problems)
        if self._stand.check_answers:
            trace.unknown_keys = validation.unknown_keys(about.template, about.method, body=exchange.body)
        answer = about.handler(call)
        reply = answer if isinstance(answer, Reply) else await answer
        if self._stand.check_answers and reply.status != HTTPStatus.NO_CONTENT:
            wrong = validation.check_answer(about.template, about.method, answer=reply.data, status=int(reply.status))
            trace.answer_problems = [problem.told() for problem in wrong]
        return reply

    def _admit(self, exchange: Exchange, call: Call) -> None:
        """The token and the rate limits; raises 401 or 429."""
        rates = self._stand.rates
        if not self._route.open:
            if exchange.request.headers.get("Authorization") != f"Bot {TOKEN}":
                raise unauthorized()
            everywhere = rates.take_global()
            if everywhere is not None:
                exchange.headers["X-RateLimit-Global"] = "true"
                raise everywhere
        key = call.params.get(self._route.rate.major or "", "")
        told, error = rates.take(self._bucket, key, rate=self._route.rate)
        exchange.headers |= told
        if error is not None:
            raise error

    def _refused(self, request: web.Request, error: ApiError) -> None:
        """Tell whoever waits for an interaction that the bot tried in vain."""
        token = request.match_info.get("interaction_token") or request.match_info.get("webhook_token")
        found: Interaction | None = self._stand.world.by_token(token) if token else None
        if found is not None:
            live = self._stand.watch(found)
            live.refusals.append(str(error))
            live.touch()

    def _log(self, exchange: Exchange, answer: object, *, status: int, seconds: float) -> None:
        entry: Obj = {
            "at": iso(self._stand.world.clock.now()),
            "ms": round(seconds * 1000, 1),
            "method": exchange.request.method,
            "path": exchange.path,
            "route": self._route.template,
            "query": dict(exchange.request.query),
            "status": status,
            "answer": answer,
            **msgspec.to_builtins(exchange.trace),
        }
        self._stand.world.storage.log(msgspec.json.encode(entry))


async def _strike(fault: HttpFault) -> None:
    """Do what the fault says: wait, then refuse, drop, or let pass."""
    await asyncio.sleep(fault.delay_ms / 1000)
    error = fault.refusal()
    if error is not None:
        raise error
    if fault.do == "reset":
        raise Dropped


async def _multipart(request: web.Request, uploads: list[Upload]) -> str:
    """The ``payload_json`` of a multipart body; its files go to ``uploads``."""
    text = "{}"
    reader = await request.multipart()
    while (part := await reader.next()) is not None:
        assert isinstance(part, BodyPartReader)
        name = part.name or ""
        if name == "payload_json":
            text = await part.text()
        elif name.startswith("files[") or name == "file":
            index = int(name.removeprefix("files[").rstrip("]")) if name != "file" else 0
            uploads.append(Upload(index, part.filename or "unnamed", bytes(await part.read())))
    return text


async def not_found(stand: Stand, request: web.Request) -> web.StreamResponse:
    """404 as Discord answers for a path it doesn't have; in the log it stands with the route ``?``."""
    about = Route(request.method, "?", lambda _: NOTHING, DEFAULT_RATE, True)
    return await Pipeline(stand, about).refuse(request, ApiError(Code.GENERAL))
