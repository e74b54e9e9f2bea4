"""Discord's error codes and the exception that carries one to the client."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from http import HTTPStatus

from msgspec import Struct

from tests.standin.wire import Obj


class Code(IntEnum):
    """Discord's JSON error codes that the stand-in answers with."""

    GENERAL = 0
    UNKNOWN_CHANNEL = 10003
    UNKNOWN_GUILD = 10004
    UNKNOWN_MEMBER = 10007
    UNKNOWN_MESSAGE = 10008
    UNKNOWN_ROLE = 10011
    UNKNOWN_USER = 10013
    UNKNOWN_EMOJI = 10014
    UNKNOWN_WEBHOOK = 10015
    UNKNOWN_INTERACTION = 10062
    UNKNOWN_COMMAND = 10063
    UNKNOWN_EVENT = 10070
    SLOW_MODE = 20016
    MAX_PINS = 30003
    MAX_ROLES = 30005
    MAX_EMOJI = 30008
    MAX_COMMANDS = 30032
    MAX_THREAD_MEMBERS = 30033
    MAX_COMMAND_CREATES = 30034
    MAX_EVENTS = 30038
    OLD_EDITS = 30046
    FILE_TOO_BIG = 40005
    NO_MESSAGES_IN_FORUM = 40058
    ALREADY_ACKNOWLEDGED = 40060
    NO_USABLE_TAG = 40066
    TAG_REQUIRED = 40067
    MAX_FOLLOWUPS = 40094
    MISSING_ACCESS = 50001
    NOT_IN_DM = 50003
    OTHERS_MESSAGE = 50005
    EMPTY_MESSAGE = 50006
    CANNOT_DM = 50007
    MISSING_PERMISSION = 50013
    NOT_ON_SYSTEM_MESSAGE = 50021
    WRONG_CHANNEL_TYPE = 50024
    TOKEN_OVER = 50027
    INVALID_ROLE = 50028
    INVALID_BODY = 50035
    ARCHIVED = 50083
    INVALID_JSON = 50109
    NO_SHARED_GUILD = 50278
    NO_HISTORY_FOR_REPLY = 160002
    HAS_THREAD = 160004
    LOCKED = 160005
    TOO_MANY_THREADS = 160006
    EVENT_OVER = 180000
    BLOCKED_MESSAGE = 200000
    BLOCKED_TITLE = 200001


_SAID: dict[Code, tuple[HTTPStatus, str]] = {
    Code.GENERAL: (HTTPStatus.NOT_FOUND, "404: Not Found"),
    Code.UNKNOWN_CHANNEL: (HTTPStatus.NOT_FOUND, "Unknown Channel"),
    Code.UNKNOWN_GUILD: (HTTPStatus.NOT_FOUND, "Unknown Guild"),
    Code.UNKNOWN_MEMBER: (HTTPStatus.NOT_FOUND, "Unknown Member"),
    Code.UNKNOWN_MESSAGE: (HTTPStatus.NOT_FOUND, "Unknown Message"),
    Code.UNKNOWN_ROLE: (HTTPStatus.NOT_FOUND, "Unknown Role"),
    Code.UNKNOWN_USER: (HTTPStatus.NOT_FOUND, "Unknown User"),
    Code.UNKNOWN_EMOJI: (HTTPStatus.NOT_FOUND, "Unknown Emoji"),
    Code.UNKNOWN_WEBHOOK: (HTTPStatus.NOT_FOUND, "Unknown Webhook"),
    Code.UNKNOWN_INTERACTION: (HTTPStatus.NOT_FOUND, "Unknown interaction"),
    Code.UNKNOWN_COMMAND: (HTTPStatus.NOT_FOUND, "Unknown application command"),
    Code.UNKNOWN_EVENT: (HTTPStatus.NOT_FOUND, "Unknown Guild Scheduled Event"),
    Code.SLOW_MODE: (HTTPStatus.TOO_MANY_REQUESTS, "This action cannot be performed due to slowmode rate limit"),
    Code.MAX_PINS: (HTTPStatus.BAD_REQUEST, "Maximum number of pins reached (250)"),
    Code.MAX_ROLES: (HTTPStatus.BAD_REQUEST, "Maximum number of server roles reached (250)"),
    Code.MAX_EMOJI: (HTTPStatus.BAD_REQUEST, "Maximum number of emojis reached (2000)"),
    Code.MAX_COMMANDS: (HTTPStatus.BAD_REQUEST, "Maximum number of application commands reached"),
    Code.MAX_THREAD_MEMBERS: (HTTPStatus.BAD_REQUEST, "Maximum number of thread participants has been reached (1000)"),
    Code.MAX_COMMAND_CREATES: (
        HTTPStatus.TOO_MANY_REQUESTS,
        "Maximum number of daily application command creates has been reached (200)",
    ),
    Code.MAX_EVENTS: (HTTPStatus.BAD_REQUEST, "Maximum number of uncompleted guild scheduled events reached (100)"),
    Code.OLD_EDITS: (
        HTTPStatus.TOO_MANY_REQUESTS,
        "Maximum number of edits to messages older than 1 hour reached. Try again later",
    ),
    Code.FILE_TOO_BIG: (HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "Request entity too large"),
    Code.NO_MESSAGES_IN_FORUM: (HTTPStatus.BAD_REQUEST, "Cannot send a message in a forum channel"),
    Code.NO_USABLE_TAG: (HTTPStatus.BAD_REQUEST, "There are no tags available that can be set by non-moderators"),
    Code.TAG_REQUIRED: (HTTPStatus.BAD_REQUEST, "A tag is required to create a forum post in this channel"),
    Code.ALREADY_ACKNOWLEDGED: (HTTPStatus.BAD_REQUEST, "Interaction has already been acknowledged."),
    Code.MAX_FOLLOWUPS: (
        HTTPStatus.BAD_REQUEST,
        "Maximum number of follow-up messages for this interaction has been reached.",
    ),
    Code.MISSING_ACCESS: (HTTPStatus.FORBIDDEN, "Missing Access"),
    Code.NOT_IN_DM: (HTTPStatus.FORBIDDEN, "Cannot execute action on a DM channel"),
    Code.OTHERS_MESSAGE: (HTTPStatus.FORBIDDEN, "Cannot edit a message authored by another user"),
    Code.EMPTY_MESSAGE: (HTTPStatus.BAD_REQUEST, "Cannot send an empty message"),
    Code.CANNOT_DM: (HTTPStatus.FORBIDDEN, "Cannot send messages to this user"),
    Code.MISSING_PERMISSION: (HTTPStatus.FORBIDDEN, "Missing Permissions"),
    Code.NOT_ON_SYSTEM_MESSAGE: (HTTPStatus.FORBIDDEN, "Cannot execute action on a system message"),
    Code.WRONG_CHANNEL_TYPE: (HTTPStatus.BAD_REQUEST, "Cannot execute action on this channel type"),
    Code.TOKEN_OVER: (HTTPStatus.UNAUTHORIZED, "Invalid Webhook Token"),
    Code.INVALID_ROLE: (HTTPStatus.BAD_REQUEST, "Invalid Role"),
    Code.INVALID_BODY: (HTTPStatus.BAD_REQUEST, "Invalid Form Body"),
    Code.ARCHIVED: (HTTPStatus.BAD_REQUEST, "Thread is archived"),
    Code.INVALID_JSON: (HTTPStatus.BAD_REQUEST, "The request body contains invalid JSON."),
    Code.NO_SHARED_GUILD: (
        HTTPStatus.FORBIDDEN,
        "Cannot send messages to this user due to having no mutual guilds",
    ),
    Code.NO_HISTORY_FOR_REPLY: (HTTPStatus.BAD_REQUEST, "Cannot reply without permission to read message history"),
    Code.HAS_THREAD: (HTTPStatus.BAD_REQUEST, "A thread has already been created for this message"),
    Code.LOCKED: (HTTPStatus.BAD_REQUEST, "Thread is locked"),
    Code.TOO_MANY_THREADS: (HTTPStatus.BAD_REQUEST, "Maximum number of active threads reached"),
    Code.EVENT_OVER: (HTTPStatus.BAD_REQUEST, "Cannot update a finished event"),
    Code.BLOCKED_MESSAGE: (HTTPStatus.BAD_REQUEST, "Message was blocked by automatic moderation"),
    Code.BLOCKED_TITLE: (HTTPStatus.BAD_REQUEST, "Title was blocked by automatic moderation"),
}


class Problem(Struct, frozen=True):
    """One thing wrong with a body: where (keys and indices from the top), Discord's word for it, and a sentence."""

    path: tuple[str | int, ...]
    code: str
    message: str

    def told(self) -> str:
        """The problem in one line, for the request log."""
        return f"{'.'.join(str(step) for step in self.path) or '(body)'}: {self.code}: {self.message}"


class ApiError(Exception):
    """A refusal, with everything that goes over the wire."""

    def __init__(
        self,
        code: int,
        *,
        status: int | None = None,
        message: str | None = None,
        errors: Obj | None = None,
        extra: Obj | None = None,
        problems: tuple[Problem, ...] = (),
    ) -> None:
        told = _SAID.get(Code(code)) if code in Code.__members__.values() else None
        self.code = code
        self.status = int(status if status is not None else told[0] if told else HTTPStatus.BAD_REQUEST)
        self.message = message if message is not None else told[1] if told else "Refused"
        self.errors = errors
        self.extra = extra or {}
        self.problems = problems
        super().__init__(f"{self.status} {self.code} {self.message}")

    def body(self) -> Obj:
        """The JSON answer."""
        answer: Obj = {"message": self.message, "code": self.code, **self.extra}
        if self.errors:
            answer["errors"] = self.errors
        return answer


def invalid(problems: Iterable[Problem]) -> ApiError:
    """50035 with each problem hung at its path, as Discord nests them."""
    told = tuple(problems)
    tree: Obj = {}
    for problem in told:
        place = tree
        for step in problem.path:
            place = place.setdefault(str(step), {})
        place.setdefault("_errors", []).append({"code": problem.code, "message": problem.message})
    return ApiError(Code.INVALID_BODY, errors=tree, problems=told)


def unauthorized() -> ApiError:
    """401 as for a missing or wrong bot token."""
    return ApiError(Code.GENERAL, status=HTTPStatus.UNAUTHORIZED, message="401: Unauthorized")
