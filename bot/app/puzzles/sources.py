"""Finished matches of people that positions are taken from: those of servers that have puzzles posted."""

from __future__ import annotations

from bisect import bisect_left

import structlog
from msgspec import Struct

from bot.app.runtime.library import Library
from bot.app.workers.stored_logs import StoredLog, read_log
from db.engine.errors import StoreError
from db.ids import MatchId
from db.records import MatchRecord, Status
from db.tx import Tx
from games.core.base import STRONG
from games.core.contract import AnyGame
from games.core.rng import Rng

MOST_LISTED, MOST_SERVERS = 5000, 200
"""Servers with puzzles that are listed, and those of them whose matches are, by chance."""
NEWEST, LOOKED = 5, 40
"""Matches of one server that are taken: the newest public ones among so many finished ones."""
MOST = 20
"""Matches of a day that are looked at."""
LEAST_TURNS = 8
"""A match of fewer turns was hardly played."""
STREAM = "sources"

_log = structlog.get_logger(__name__)


class Source(Struct, frozen=True, kw_only=True):
    """A finished match: its log as far as it counts, and the plies of its turns, from 0, the start."""

    match: MatchRecord
    game: AnyGame
    log: StoredLog
    shown: tuple[int, ...]

    def turn_of(self, ply: int) -> int:
        """Return the number of the turn in the history that a line of the log belongs to."""
        return min(bisect_left(self.shown, ply), len(self.shown) - 1)


def list_matches(tx: Tx, seed: bytes) -> tuple[MatchId, ...]:
    """Return finished matches that no puzzle was taken from, in an order and from servers by chance."""
    rng = Rng(seed)
    guilds = rng.shuffle(STREAM, tx.puzzles.list_posting(most=MOST_LISTED))[:MOST_SERVERS]
    found = [match for guild in guilds for match in tx.matches.find_public(guild, most=NEWEST, looked=LOOKED)]
    used = tx.puzzles.find_used(found)
    return rng.shuffle(STREAM, [match for match in found if match not in used])[:MOST]


def find_usable(tx: Tx, library: Library, match: MatchId) -> MatchRecord | None:
    """Return a match whose positions can become puzzles, as things stand now.

    It is over, public, and no practice; it was played by the present rules; its server has puzzles posted and the bot
    in it, and no puzzle was taken from it.
    """
    record = tx.matches.get(match)
    game = None if record is None else library.games.get(record.game)
    if record is None or record.guild is None or game is None or STRONG not in game.bots.players():
        return None
    if record.status is not Status.FINISHED or record.private or record.practice:
        return None
    if (record.rules_number, record.state_number) != (game.spec.rules_number, game.spec.state_number):
        return None
    server = tx.puzzles.channel(record.guild)
    if server is None or not server.channel or tx.privacy.has_departed(record.guild):
        return None
    return None if tx.puzzles.find_used([match]) else record


def read_source(tx: Tx, library: Library, match: MatchId) -> Source | None:
    """Return a match to take positions from; None if it can't be used, or its log can't be read."""
    try:
        record = find_usable(tx, library, match)
        shown = () if record is None else tx.log.find_shown_plies(match, first=0)
        if record is None or len(shown) - 1 < LEAST_TURNS:
            return None
        return Source(match=record, game=library.game(record.game), log=read_log(tx, record), shown=shown)
    except StoreError:
        raise
    except Exception as error:  # a damaged log: another match may do
        _log.warning("a finished match is passed over for puzzles", match=match, why=repr(error))
        return None
