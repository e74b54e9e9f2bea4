"""A match as plain text: who played, each turn in the game's notation, the score by category. Pure."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

import msgspec

from bot.app.causes import why_made
from bot.app.engine import PLATFORM
from bot.app.moments import utc
from bot.app.records import LogLine
from bot.app.refusals import WORDS
from bot.app.tables import Table
from games.core.game import Outcome
from games.core.seats import TABLE
from games.core.text import Text
from games.core.words import Words


def score_sheet(
    table: Table, names: Sequence[str], lines: Sequence[LogLine], counted: Collection[int], *, use: Text
) -> str:
    """Return the sheet; turns that were taken back stand in brackets. ``use``: what it is for."""
    words = Words({**WORDS, **table.game.words}, names, times=utc)
    return "\n".join(
        (*_head(table, names), words(use), "", *_turns(names, lines, counted, words), *_scores(table, names, words), "")
    )


def _head(table: Table, names: Sequence[str]) -> Iterator[str]:
    record = table.match
    yield f"{table.game.spec.title}, match {record.id}"
    if record.started is not None:
        yield f"Begun {record.started:%Y-%m-%d}" + (f", ended {record.finished:%Y-%m-%d}" if record.finished else "")
    yield f"Players: {', '.join(names)}"
    yield f"Rules {record.rules_number}, seed's SHA-256 {record.seed_hash}"


def _turns(names: Sequence[str], lines: Sequence[LogLine], counted: Collection[int], words: Words) -> Iterator[str]:
    number = 0
    for line in lines:
        entry = line.entry
        if entry.seat == TABLE or entry.ask == PLATFORM or entry.sealed:
            continue
        why = why_made(line)
        written = f"{names[entry.seat]}: {entry.line or '-'}{f' ({words(why)})' if why else ''}"
        if line.ply in counted:
            number += 1
            yield f"{number:4}. {written}"
        else:
            yield f"      [{written}, taken back]"


def _scores(table: Table, names: Sequence[str], words: Words) -> Iterator[str]:
    if table.match.outcome is None:
        return
    outcome = msgspec.json.decode(table.match.outcome, type=Outcome)
    yield ""
    for seat in sorted(range(len(names)), key=lambda each: outcome.places[each]):
        yield f"{outcome.places[seat]}. {names[seat]}: {outcome.totals[seat]}"
        for score in outcome.scores[seat] if seat < len(outcome.scores) else ():
            note = words(score.note) if score.note is not None else ""
            told = note if score.points is None else f"{score.points}{f' ({note})' if note else ''}"
            yield f"      {words(score.category)}: {told}"
    for text in (outcome.tie, outcome.note):
        if text is not None:
            yield words(text)
