"""Entries of the log in words: what came of a turn, or else its moves."""

from __future__ import annotations

import structlog

from bot.app.runtime.watchdog import RulesTimeout
from games.core.contract import AnyGame
from games.core.input.notation import tell
from games.core.moves import Move
from games.core.running.play import Entry
from games.core.seats import TABLE
from games.core.text import Text, say

log = structlog.get_logger(__name__)


def describe_entry(game: AnyGame, view: object, entry: Entry) -> tuple[Text, ...]:
    """Return what an entry tells its reader, who has this view: its events, else its moves as the game words them."""
    if entry.events or entry.seat == TABLE:
        return tuple(event.text for event in entry.events)
    if not entry.moves:
        return (say("app.moved", seat=entry.seat),)
    moves = [_describe_move(game, view, move) for move in entry.moves]
    if len(moves) > 1 and not moves[-1].args:  # the label of what ends it
        moves = moves[:-1]
    return tuple(say("app.moved_so", seat=entry.seat, moves=move) for move in moves)


def _describe_move(game: AnyGame, view: object, move: Move) -> Text:
    """Return a move in the game's words, or in the core's where they don't fit a view of another moment."""
    try:
        return game.tell(view, move)
    except RulesTimeout:
        raise
    except Exception:
        log.exception("a move is told without the game's own words", game=game.spec.key)
        return tell(move)
