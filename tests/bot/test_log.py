"""Log lines: one a line, with secrets left out."""

import io
import json
import logging
from collections.abc import Iterator

import pytest
import structlog

from bot import log
from bot.config import LogFormat, LogLevel

BOT_TOKEN = ".".join(("MTIzNDU2Nzg5MDEyMzQ1Njc4", "GabcdE", "x" * 38))


@pytest.fixture(autouse=True)
def _logging_restored() -> Iterator[None]:
    """Leave logging as it was."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
    structlog.reset_defaults()
    structlog.contextvars.clear_contextvars()


def _set_up(level: LogLevel = LogLevel.INFO, layout: LogFormat = LogFormat.JSON) -> io.StringIO:
    """Logging into memory."""
    out = io.StringIO()
    log.set_up(level, layout, stream=out)
    return out


def test_a_line_is_one_json_object() -> None:
    """
    As JSON, a line holds the event, its values, the level, the logger's name and the time in UTC.
    """
    out = _set_up()

    structlog.get_logger("bot.app.play.matches").info("turn stored", match=142)

    line = json.loads(out.getvalue())
    assert line.pop("timestamp").endswith("Z")
    assert {"event": "turn stored", "match": 142, "level": "info", "logger": "bot.app.play.matches"} == line


def test_a_line_for_people_has_no_colour_in_a_file() -> None:
    """
    The console's layout uses escape codes on a terminal only.
    """
    out = _set_up(layout=LogFormat.CONSOLE)

    structlog.get_logger("bot").warning("late", seconds=3)

    assert "late" in out.getvalue()
    assert "seconds=3" in out.getvalue()
    assert "\x1b" not in out.getvalue()


def test_what_is_below_the_level_is_left_out() -> None:
    """
    At "warning" an "info" line is not written, ours or a library's.
    """
    out = _set_up(LogLevel.WARNING)

    structlog.get_logger("bot").info("quiet")
    logging.getLogger("alembic").info("quiet")

    assert out.getvalue() == ""


def test_packets_of_discord_are_never_logged() -> None:
    """
    Even at "debug" discord.py's own debug lines, which hold whole packets, stay out.
    """
    out = _set_up(LogLevel.DEBUG)

    logging.getLogger("discord.gateway").debug("a packet")
    structlog.get_logger("bot").debug("ours")

    assert "a packet" not in out.getvalue()
    assert "ours" in out.getvalue()


def test_secrets_are_hidden_by_key_and_by_look() -> None:
    """
    Values under secret-sounding keys, tokens and passwords inside text, lists and foreign lines are replaced.
    """
    out = _set_up()

    structlog.get_logger("bot").info("start", token="abc-1", urls=["postgresql://me:pass-9@db/x"], seed=b"\x01\x02")
    logging.getLogger("discord.http").warning(
        "PUT /webhooks/123456/%s failed, %s", "aW50ZXJhY3Rpb246MTIzNDU2Nzg5", BOT_TOKEN
    )

    text = out.getvalue()
    assert not [secret for secret in ("abc-1", "pass-9", "aW50ZXJhY3Rpb24", BOT_TOKEN, "x01") if secret in text]
    assert text.count(log.HIDDEN) == 5


def test_secrets_are_hidden_in_tracebacks() -> None:
    """
    An exception's message passes the same filter.
    """
    out = _set_up()

    try:
        raise ConnectionError("postgresql://me:pass-9@db/x is down")
    except ConnectionError:
        structlog.get_logger("bot").exception("no database")

    assert "ConnectionError" in out.getvalue()
    assert "pass-9" not in out.getvalue()


def test_values_bound_to_a_task_are_in_its_lines() -> None:
    """
    What is bound once, such as a match's number, stands in every later line, also in those of libraries.
    """
    out = _set_up()
    structlog.contextvars.bind_contextvars(match=142)

    logging.getLogger("discord").warning("slow")

    assert json.loads(out.getvalue())["match"] == 142
