"""What a search suggests in practice matches: looked for while its player decides, and kept for what the player sees.

Nobody waits for it: the panel shows what the game advises at a glance until it is there. No other match has any, as
computer players give no advice where people play against each other. Even whether something is known, or is being
looked for, must tell no secret: what is kept is known by what the player sees, and searched is a position made of that.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias

import msgspec
import structlog

from bot.app.match.state import MatchReader, MatchState
from bot.app.runtime.process_pools import Unwanted
from bot.app.runtime.signals import Signals
from games.core.base import STRONG
from games.core.game import Ask
from games.core.moves import Found
from games.core.rng import Rng
from games.core.running.play import Position
from games.core.search.budget import BudgetSpent
from games.core.seats import AskId

KEPT = 1000
"""Positions of which it is known what a search suggests."""
MOST = 100
"""Searches under way or waiting; a position beyond that keeps what its game advises."""

Search: TypeAlias = Callable[[MatchState, bytes, AskId, bytes, Callable[[], bool]], Awaitable[Found | None]]
"""Looks for the turn that is surely the best: at an encoded position, for the player of an ask, with a seed.

The last argument tells whether it is still wanted; if not, Unwanted is raised, and BudgetSpent if it took too long.
"""

_log = structlog.get_logger(__name__)


class Suggestions:
    """The turns that a search is sure of, by position."""

    def __init__(self, signals: Signals, match_reader: MatchReader, search: Search) -> None:
        """Know nothing yet; who listens to ``signals`` hears of what is found."""
        self._signals = signals
        self._match_reader = match_reader
        self._search = search
        self._known: OrderedDict[bytes, Found | None] = OrderedDict()
        self._under_way: dict[bytes, asyncio.Task[None]] = {}

    def find(self, table: MatchState, ask: Ask) -> Found | None:
        """Return what was found for the player of an ask; None if nothing was, or nothing may be."""
        return self._known.get(_key(table, ask)) if _is_allowed(table, ask) else None

    def look_for(self, table: MatchState, ask: Ask) -> bytes:
        """Begin to look for the best turn, unless it was looked for.

        Returns by what the search is known as long as it is under way (see ``has_found``), and b"" if none is.
        """
        if not _is_allowed(table, ask):
            return b""
        key = _key(table, ask)
        if key in self._known or (len(self._under_way) >= MOST and key not in self._under_way):
            return b""
        if key not in self._under_way:
            self._under_way[key] = asyncio.create_task(self._look(key, table, ask))
        return key

    def has_found(self, key: bytes) -> bool:
        """Return whether a search has found a turn that it is sure of."""
        return self._known.get(key) is not None

    def close(self) -> None:
        """Stop looking."""
        for task in self._under_way.values():
            task.cancel()

    async def _look(self, key: bytes, table: MatchState, ask: Ask) -> None:
        found = None
        try:
            position = _position(table, ask)
            found = await self._search(
                table, position, ask.id, _seed(table, ask), lambda: self._stands(key, table, ask)
            )
        except (Unwanted, BudgetSpent):
            return  # the turn may be taken back, or the machine have more time when the panel is opened again
        except Exception as error:  # whatever a game raises: its own hint stands
            _log.warning("a search for a suggestion failed", match=table.match.id, why=repr(error))
        finally:
            del self._under_way[key]
        self._known[key] = found
        while len(self._known) > KEPT:
            self._known.popitem(last=False)
        if found is not None:
            self._signals.notify(due=False)

    def _stands(self, key: bytes, table: MatchState, ask: Ask) -> bool:
        """Whether the player still has this to decide, as far as this process knows, and sees nothing new."""
        match, then = table.match.id, table.require_position()
        if self._match_reader.has_ended(match):
            return False
        newest = self._match_reader.newest(match)
        if newest is None or newest[1] is then:
            return True
        now = newest[1]
        try:
            return (ask.id in now.sealed) == (ask.id in then.sealed) and key == _key_at(table, now, ask)
        except Exception:  # the position can't be shown either
            return False


def _is_allowed(table: MatchState, ask: Ask) -> bool:
    """Whether a search may advise: in practice matches, where there is time for it and a player that searches."""
    return table.match.practice and not ask.live and STRONG in table.game.bots.players()


def _key(table: MatchState, ask: Ask) -> bytes:
    return _key_at(table, table.require_position(), ask)


def _key_at(table: MatchState, position: Position[Any], ask: Ask) -> bytes:
    """By what the player sees, so that no secret of others, nor a turn that one has submitted, makes it another."""
    view = msgspec.json.encode(table.game.view(position.state, ask.seat), order="deterministic")
    return hashlib.sha256(f"{table.match.id} {ask.id} ".encode() + view).digest()


def _seed(table: MatchState, ask: Ask) -> bytes:
    """Made of nothing that the player doesn't know, so that no secret changes what is found."""
    return hashlib.sha256(f"advice {table.match.id} {ask.id}".encode()).digest()


def _position(table: MatchState, ask: Ask) -> bytes:
    """The position as it may be for all that the player knows: the true one isn't looked at.

    Turns that others have submitted secretly aren't part of it: nothing depends on these.
    """
    state = table.require_position().state
    other = table.game.bots.resample(state, ask.seat, Rng(_seed(table, ask)))
    return table.codec.position(Position(other))
