"""A match as plain text: who played, each turn in the game's notation, the score by category. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from bot.app.match.records import LogLine, remarks
from bot.app.match.state import MatchState
from bot.app.match.turn_runner import PLATFORM
from bot.app.runtime.moments import utc
from bot.app.runtime.refusals import WORDS
from bot.app.views.causes import why_made
from db.records import Status
from games.core.game import Outcome
from games.core.seats import TABLE
from games.core.text import Text
from games.core.words import Style, Words


def score_sheet(table: MatchState, names: Sequence[str], lines: Sequence[LogLine], *, use: Text) -> str:
    """Return the sheet; turns have the numbers of the history, those that were taken back stand in brackets.

    ``use``: what it is for.
    """
    words = Words((WORDS, table.game.words), names, style=Style(times=utc))
    told = (*_head(table, names), words(use), "", *_turns(names, lines, words), *_result(table, names, words), "")
    return "\n".join(told)


def _head(table: MatchState, names: Sequence[str]) -> Iterator[str]:
    record = table.match
    yield f"{table.game.spec.title}, match {record.id}"
    if record.started is not None:
        yield f"Begun {record.started:%Y-%m-%d}" + (f", ended {record.finished:%Y-%m-%d}" if record.finished else "")
    yield f"Players: {', '.join(names)}"
    yield f"Rules {record.rules_number}, seed's SHA-256 {record.seed_hash}"


def _turns(names: Sequence[str], lines: Sequence[LogLine], words: Words) -> Iterator[str]:
    for line in lines:
        entry = line.entry
        if entry.seat == TABLE or entry.ask == PLATFORM or entry.sealed:
            continue
        why = why_made(line)
        written = f"{names[entry.seat]}: {entry.line or '-'}{f' ({words(why)})' if why else ''}"
        if line.undone:
            yield f"      [{written}, taken back]"
        else:
            yield f"{'' if line.turn is None else f'{line.turn}.':>5} {written}"


def _result(table: MatchState, names: Sequence[str], words: Words) -> Iterator[str]:
    """The result, or of a match that goes on the score as far as it is open."""
    if table.match.outcome is not None:
        yield ""
        yield from _scores(msgspec.json.decode(table.match.outcome, type=Outcome), names, words)
        return
    if table.match.status is not Status.RUNNING:
        return
    yield ""
    if table.position is None:
        yield "The bot hit an error in the rules of this game and couldn't count the score."
        return
    with table.guard():
        standing = table.game.ending.current_score(table.position.state)
    if standing is None:
        yield "The match isn't over, and the score stays hidden until the end."
        return
    yield "The match isn't over. The score as it stands:"
    yield from _scores(standing, names, words)


def _scores(outcome: Outcome, names: Sequence[str], words: Words) -> Iterator[str]:
    for seat in sorted(range(len(names)), key=lambda each: outcome.places[each]):
        yield f"{outcome.places[seat]}. {names[seat]}: {outcome.totals[seat]}"
        for score in outcome.scores[seat] if seat < len(outcome.scores) else ():
            note = words(score.note) if score.note is not None else ""
            told = note if score.points is None else f"{score.points}{f' ({note})' if note else ''}"
            yield f"      {words(score.category)}: {told}"
    yield from map(words, remarks(outcome))
