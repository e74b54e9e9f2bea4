"""Logging: structlog for our own lines and for those of the libraries, with secrets left out."""

import logging
import re
import sys
from typing import TextIO

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

from bot.config import LogFormat, LogLevel

HIDDEN = "[hidden]"
_SECRET_KEY = re.compile(r"token|secret|password|authorization|database_url|seed", re.IGNORECASE)
_SECRET_TEXT = re.compile(
    r"(?P<url>(?<=://)[^\s/@:]*:[^\s/@]+(?=@))"  # user:password@ in an address
    r"|(?P<bot>[\w-]{23,28}\.[\w-]{6,7}\.[\w-]{27,})"  # a bot token
    r"|(?P<hook>(?<=/webhooks/)\d+/[\w-]{20,})"  # an interaction's or a webhook's token
)


def set_up(level: LogLevel, layout: LogFormat, *, stream: TextIO | None = None) -> None:
    """Send all log lines to `stream` (standard error by default) at `level` and above; may be called again."""
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.add_log_level,
        structlog.stdlib.ExtraAdder(),
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        wrapper_class=structlog.stdlib.BoundLogger,
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=False,
    )
    out = stream or sys.stderr
    handler = logging.StreamHandler(out)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                structlog.processors.format_exc_info,
                hide_secrets,
                _renderer(layout, colors=out.isatty()),
            ],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    # At "debug" these write every packet and every statement, with what players wrote in it.
    logging.getLogger("discord").setLevel(max(root.level, logging.INFO))
    for chatty in ("sqlalchemy", "alembic"):
        logging.getLogger(chatty).setLevel(max(root.level, logging.WARNING))


def hide_secrets(logger: WrappedLogger, method: str, event: EventDict) -> EventDict:
    """Replace values under secret-sounding keys, and whatever looks like a token or a password, by `[hidden]`.

    The last step before rendering, so that tracebacks and lines of the libraries pass through it too.
    """
    return {key: HIDDEN if _SECRET_KEY.search(key) else _clean(value) for key, value in event.items()}


def _clean(value: object) -> object:
    """The value, with secrets replaced wherever text occurs in it."""
    match value:
        case bool() | int() | float() | None:
            return value
        case dict():
            return {key: HIDDEN if _SECRET_KEY.search(str(key)) else _clean(item) for key, item in value.items()}
        case list() | tuple():
            return [_clean(item) for item in value]
        case _:
            return _SECRET_TEXT.sub(HIDDEN, str(value))


def _renderer(layout: LogFormat, *, colors: bool) -> Processor:
    """What turns an event into one line."""
    if layout is LogFormat.JSON:
        return structlog.processors.JSONRenderer(ensure_ascii=False)
    return structlog.dev.ConsoleRenderer(colors=colors)
