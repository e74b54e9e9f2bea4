"""Why a turn was made that nobody made at the moment, in the words that all logs, boards and files share."""

from __future__ import annotations

from bot.app.match.records import LogLine
from games.core.running.play import Cause
from games.core.text import Text, say


def why_made(line: LogLine, *, computer: bool) -> Text | None:
    """Return why a turn was made, as its reader may know; None: somebody made it at the moment.

    ``computer``: a computer player has the seat.
    """
    match line.entry.cause:
        case Cause.PLAN | Cause.ORDER:
            return say("app.by_own_plan") if line.own else say("app.by_plan")
        case Cause.FORCED:
            return say("app.by_necessity")
        case Cause.FALLBACK:
            return say("app.by_default_computer") if computer else say("app.by_default")
    return None
