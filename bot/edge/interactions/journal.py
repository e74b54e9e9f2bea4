"""One line of the log for each request of a person: what was asked, of which match, how it came out, how long it took.

It never holds what was typed, chosen or drawn: not the options of a command nor the value of a button, and of a game
nothing but the id of the ask.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from enum import StrEnum
from time import monotonic

import discord
import structlog

from bot.app.match.tracing import Trace, current_trace
from bot.edge.interactions import Interaction
from bot.edge.messages.custom_ids import Press
from bot.metrics import REQUESTS_DONE
from db.ids import MatchId

log = structlog.get_logger(__name__)

MOST_WORDS = 60
"""Characters of the name of a command."""


class Result(StrEnum):
    """How a request came out."""

    DONE = "done"
    REFUSED = "refused"
    """With a sentence: the rules, the bot or its operator don't allow it."""
    LIMITED = "limited"
    """The person has asked for too much at once."""
    FAILED = "failed"
    """Something went wrong that nobody foresaw, or the database can't be used."""
    LATE = "late"
    """Discord didn't take the acknowledgement in time."""


@dataclass
class JournalLine:
    """What is known of a request; ``code`` is that of the refusal, or the kind of error."""

    result: Result = Result.DONE
    code: str = ""


_line: ContextVar[JournalLine | None] = ContextVar("journal_line", default=None)


def note_result(result: Result, code: str = "") -> None:
    """Note how the request that is being answered came out."""
    line = _line.get()
    if line is not None:
        line.result, line.code = result, code


@contextmanager
def journal(interaction: Interaction, match: int | None) -> Iterator[None]:
    """Write the line of a request once it is answered, and count it."""
    began, line, trace = monotonic(), JournalLine(), Trace(MatchId(match) if match else None)
    _line.set(line)
    current_trace.set(trace)
    try:
        yield
    finally:
        log.info(
            "command",
            command=name_request(interaction),
            match=trace.match or interaction.extras.get("match"),
            seat=None if trace.seat is None else trace.seat + 1,
            decision=trace.decision,
            result=line.result.value,
            code=line.code,
            ms=round((monotonic() - began) * 1000),
        )
        REQUESTS_DONE.labels(line.result.value).inc()


def name_request(interaction: Interaction) -> str:
    """Return what was used: a command by its name, a button or a form by what it does."""
    if interaction.type is discord.InteractionType.application_command:
        command = interaction.command
        return "/" + command.qualified_name[:MOST_WORDS] if command is not None else "command"
    kind = "form" if interaction.type is discord.InteractionType.modal_submit else "button"
    data = interaction.data
    try:
        return f"{kind} {Press.read(str(data['custom_id'])).verb}" if data is not None else kind  # type: ignore[typeddict-item]
    except (KeyError, TypeError, ValueError):
        return kind
