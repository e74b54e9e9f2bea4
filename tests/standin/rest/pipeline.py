"""What every request runs through: faults, the token, rate limits, the description, the handler, the log."""

from __future__ import annotations

import asyncio
import json
import time
import traceback
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from http import HTTPStatus

import msgspec
from aiohttp import BodyPartReader, web

from tests.standin import validation
from tests.standin.errors import ApiError, Code, Problem, invalid, unauthorized
from tests.standin.faults import HttpFault
from tests.standin.gateway import TOKEN
from tests.standin.media import Upload
from tests.standin.model import Interaction
from tests.standin.rates import Rate
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
    uploads: list[Upload] = field(default_factory=list)

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


class Pipeline:
    """Serves one route."""

    def __init__(self, stand: Stand, about: Route) -> None:
        self._stand = stand
        self._route = about
        self._bucket = f"{abs(hash((about.method, about.template))):016x}"[:16]

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """Answer one request and log it."""
        started = time.monotonic()
        trace = Trace()
        headers: Obj = {"Via": "1.1 standin"}
        path = request.path.removeprefix(PREFIX)
        body, uploads, broken = await self._read(request, trace)
        fault = self._stand.faults.hit(request.method, path, json.dumps(body))
        trace.fault = fault and fault.do
        try:
            if broken is not None:
                raise broken
            if fault is not None and not fault.after:
                await self._strike(fault)
            call = Call(self._stand, request.match_info, request.query, body, uploads)
            reply = await self._handle(request, call, headers, trace)
            data, status = reply.data, int(reply.status)
            if fault is not None and fault.after:
                await self._strike(fault)
        except ApiError as error:
            data, status = error.body(), error.status
            trace.problems += [problem.told() for problem in error.problems]
            self._refused(request, error)
        except Exception as crash:  # a fault of the stand-in's own: Discord's word for it, and a trace in the log
            data, status = {"message": "500: Internal Server Error", "code": 0}, 500
            trace.problems.append(f"the stand-in failed: {crash!r}\n{traceback.format_exc()}")
        self._log(request, trace, answer=data, status=status, seconds=time.monotonic() - started)
        if fault is not None and fault.do == "reset" and request.transport is not None:
            request.transport.abort()
        if status == HTTPStatus.TOO_MANY_REQUESTS and isinstance(data, dict):
            headers["Retry-After"] = str(data["retry_after"])
            if fault is not None and not fault.via:
                del headers["Via"]
        if status == HTTPStatus.NO_CONTENT:
            return web.Response(status=status, headers=headers)
        return web.Response(
            body=json.dumps(data).encode(),
            status=status,
            headers=headers,
            content_type="application/json",
        )

    async def refuse(self, request: web.Request, error: ApiError) -> web.StreamResponse:
        """Answer with an error whatever was asked, and log it."""
        trace = Trace(problems=["the stand-in has no such route"])
        await self._read(request, trace)
        self._log(request, trace, answer=error.body(), status=error.status, seconds=0)
        body = json.dumps(error.body()).encode()
        return web.Response(body=body, status=error.status, content_type="application/json")

    async def _read(self, request: web.Request, trace: Trace) -> tuple[Obj, list[Upload], ApiError | None]:
        uploads: list[Upload] = []
        text = ""
        try:
            if request.content_type == "multipart/form-data":
                text = await _multipart(request, uploads)
            elif request.can_read_body:
                text = await request.text()
            trace.files = [{"n": u.index, "filename": u.filename, "size": len(u.data)} for u in uploads]
            body = json.loads(text) if text else {}
        except (ValueError, UnicodeDecodeError):
            trace.body = text
            return {}, [], ApiError(Code.INVALID_JSON)
        trace.body = body if text else None
        return body, uploads, None

    async def _strike(self, fault: HttpFault) -> None:
        await asyncio.sleep(fault.delay_ms / 1000)
        error = fault.refusal()
        if error is not None:
            raise error

    async def _handle(self, request: web.Request, call: Call, headers: Obj, trace: Trace) -> Reply:
        stand, about = self._stand, self._route
        if not about.open:
            if request.headers.get("Authorization") != f"Bot {TOKEN}":
                raise unauthorized()
            everywhere = stand.rates.take_global()
            if everywhere is not None:
                headers |= {"X-RateLimit-Global": "true", "X-RateLimit-Scope": "global"}
                raise everywhere
        key = call.params.get(about.rate.major or "", "")
        told, error = stand.rates.take(self._bucket, key, about.rate)
        headers |= told
        if error is not None:
            raise error
        writes = about.method in ("POST", "PUT", "PATCH")
        problems = validation.check_body(about.template, about.method, call.body) if writes else ()
        if problems:
            raise invalid(problems)
        if stand.check_answers:
            trace.unknown_keys = validation.unknown_keys(about.template, about.method, call.body)
        answer = about.handler(call)
        reply = answer if isinstance(answer, Reply) else await answer
        if stand.check_answers and reply.status != HTTPStatus.NO_CONTENT:
            wrong = validation.check_answer(about.template, about.method, reply.data, status=int(reply.status))
            trace.answer_problems = [problem.told() for problem in wrong]
        return reply

    def _refused(self, request: web.Request, error: ApiError) -> None:
        """Tell whoever waits for an interaction that the bot tried in vain."""
        token = request.match_info.get("interaction_token") or request.match_info.get("webhook_token")
        found: Interaction | None = self._stand.world.by_token(token) if token else None
        if found is not None:
            live = self._stand.watch(found)
            live.refusals.append(str(error))
            live.touch()

    def _log(self, request: web.Request, trace: Trace, *, answer: object, status: int, seconds: float) -> None:
        entry: Obj = {
            "at": iso(self._stand.world.clock.now()),
            "ms": round(seconds * 1000, 1),
            "method": request.method,
            "path": request.path.removeprefix(PREFIX),
            "route": self._route.template,
            "query": dict(request.query),
            "status": status,
            "answer": answer,
            **msgspec.to_builtins(trace),
        }
        self._stand.world.storage.log(msgspec.json.encode(entry))


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
