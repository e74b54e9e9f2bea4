"""A match as plain text: who played, what happened in each turn, the score by category. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec
from msgspec.structs import replace

from bot.app.match.records import LogLine, remarks
from bot.app.match.state import MatchState
from bot.app.match.turn_runner import PLATFORM
from bot.app.runtime.moments import day
from bot.app.runtime.refusals import WORDS
from bot.app.views.causes import why_made
from bot.app.views.told import describe_entry
from db.records import Status
from games.core.game import Outcome
from games.core.language import formats
from games.core.language.catalogue import ENGLISH
from games.core.seats import TABLE
from games.core.text import Text, say
from games.core.words import Style, Words


def score_sheet(
    table: MatchState, names: Sequence[str], lines: Sequence[LogLine], *, use: Text, language: str = ENGLISH
) -> str:
    """Return the sheet; turns have the numbers of the history, those that were taken back stand in brackets.

    ``use``: what it is for.
    """
    style = Style(times=lambda at: formats.date(at, language))
    words = Words((WORDS, table.game.words), names, language=language, style=style)
    told = (*_head(table, names, words), words(use), "", *_turns(table, lines, words), *_result(table, names, words))
    return "\n".join((*told, ""))


def _head(table: MatchState, names: Sequence[str], words: Words) -> Iterator[str]:
    record = table.match
    yield words(say("app.sheet_head", game=table.game.spec.title, match=record.id))
    if record.started is not None and record.finished is not None:
        yield words(say("app.sheet_ended", began=day(record.started), ended=day(record.finished)))
    elif record.started is not None:
        yield words(say("app.sheet_begun", began=day(record.started)))
    yield words(say("app.sheet_players", names=tuple(names)))
    yield words(say("app.sheet_rules", number=record.rules_number, hash=record.seed_hash))


def _turns(table: MatchState, lines: Sequence[LogLine], words: Words) -> Iterator[str]:
    """What happened, turn by turn: below each in brackets how it is written, and why it was made."""
    with table.guard():
        view = None if table.position is None else table.game.view(table.position.state, None)
    for line in lines:
        entry = line.entry
        if entry.ask == PLATFORM or entry.sealed:
            continue
        open_to_all = tuple(event for event in entry.events if event.audience is None)
        with table.guard():
            shown = [words(text) for text in describe_entry(table.game, view, replace(entry, events=open_to_all))]
        notes = [words(why)] if (why := _find_cause(table, line)) is not None else []
        notes += [words(say("app.sheet_undone"))] if line.undone else []
        if entry.line or notes:
            shown.append(f"({'; '.join([*filter(None, [entry.line]), *notes])})")
        number = "" if line.turn is None or line.undone or entry.seat == TABLE else f"{line.turn}."
        begins = [f"{number:>5} ", *["      "] * len(shown)]
        if shown and line.undone:
            shown = [f"[{shown[0]}", *shown[1:]]
            shown[-1] += "]"
        yield from (f"{begin}{each}" for begin, each in zip(begins, shown, strict=False))


def _find_cause(table: MatchState, line: LogLine) -> Text | None:
    seat = line.entry.seat
    return None if seat == TABLE else why_made(line, computer=table.seats[seat].level is not None)


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
        yield words(say("app.sheet_uncounted"))
        return
    with table.guard():
        standing = table.game.ending.current_score(table.position.state)
    if standing is None:
        yield words(say("app.sheet_hidden"))
        return
    yield words(say("app.sheet_standing"))
    yield from _scores(standing, names, words)


def _scores(outcome: Outcome, names: Sequence[str], words: Words) -> Iterator[str]:
    for seat in sorted(range(len(names)), key=lambda each: outcome.places[each]):
        yield f"{outcome.places[seat]}. {names[seat]}: {outcome.totals[seat]}"
        for score in outcome.scores[seat] if seat < len(outcome.scores) else ():
            note = words(score.note) if score.note is not None else ""
            told = note if score.points is None else f"{score.points}{f' ({note})' if note else ''}"
            yield f"      {words(score.category)}: {told}"
    yield from map(words, remarks(outcome))
