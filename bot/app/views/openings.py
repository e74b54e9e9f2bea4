"""The open matches of a server, as its list of them shows them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from msgspec import Struct
from msgspec.structs import replace

from bot.app.changes.meeting import find_bar
from bot.app.changes.server_rules import server_values, share_with
from bot.app.match.paces import Pace
from bot.app.match.records import Place
from bot.app.match.state import MatchReader, MatchState
from bot.app.timing import scheduled_starts
from bot.app.views import lists
from db.ids import ChannelId, GuildId, MatchId, UserId
from db.records import Status
from db.tx import Tx
from games.core.contract import AnyGame
from games.core.game import Options


class OpenMatch(Struct, frozen=True, kw_only=True):
    """A match that waits for players; ``free``: seats that anybody can take, in a ``running`` one those offered."""

    match: MatchId
    game: AnyGame
    place: Place
    channel: ChannelId
    """Where it was opened: who sees that may see it in a list."""
    host: str
    """Their name; empty if nothing is known of them."""
    seats: int
    free: int
    pace: Pace
    options: Options
    starts: datetime | None
    running: bool = False
    """It runs, and a seat is offered."""
    shared: bool = False
    """It is another server's, which shares it; who joins is a guest."""


MOST_OPEN = 200
"""Matches that are read, so that those of channels which a list leaves out don't crowd out the others."""
MOST_OFFERED = 25
"""Running matches with an offered seat that are read."""


def find_open(tx: Tx, match_reader: MatchReader, guild: GuildId) -> tuple[OpenMatch, ...]:
    """Return the matches of a server with a seat that anybody can take, the newest first; none are private.

    Running ones, in which a seat is offered, come last.
    """
    joinable = tx.matches.find_joinable(guild, most=MOST_OPEN)
    offering = [record for record in tx.clocks.find_offering(guild, most=MOST_OFFERED) if not record.practice]
    return (
        *(
            _describe(table, table.free - sum(invite.kept for invite in tx.matches.invites(table.match.id)))
            for table in lists.read_tables(tx, match_reader, joinable)
        ),
        *(
            _describe(table, sum(clock.offered is not None for clock in tx.clocks.of_match(table.match.id)))
            for table in lists.read_tables(tx, match_reader, offering)
        ),
    )


MOST_SHARING = 200
"""Servers with which one shares open matches, at most."""
MOST_SHARED = 5
"""Matches of one other server in a list."""


def find_shared(tx: Tx, match_reader: MatchReader, guild: GuildId, *, now: datetime) -> tuple[OpenMatch, ...]:
    """Return the open matches that other servers share with a server, the newest first.

    None with anybody who is barred on the server. Their hosts are called as everywhere, not as on their own server.
    """
    mine, found = server_values(tx, guild), list[OpenMatch]()
    if not mine["share"]:
        return ()
    for record in tx.servers.find_sharing(most=MOST_SHARING):
        if not share_with((guild, mine), (record.guild, server_values(tx, record.guild))):
            continue
        for table in _read_shared(tx, match_reader, record.guild):
            users = {UserId(table.match.host), *(UserId(seat.user) for seat in table.seats if seat.user is not None)}
            if all(find_bar(tx, guild, user, now=now) is None for user in users):
                found.append(_describe_shared(tx, table))
    return tuple(sorted(found, key=lambda each: -each.match))


def list_shared(tx: Tx, match_reader: MatchReader, guild: GuildId) -> tuple[OpenMatch, ...]:
    """Return the open matches that a server which shares them shows to others, whoever is barred there."""
    return tuple(_describe_shared(tx, table) for table in _read_shared(tx, match_reader, guild))


def _read_shared(tx: Tx, match_reader: MatchReader, guild: GuildId) -> Iterable[MatchState]:
    if tx.privacy.has_departed(guild):
        return ()
    return lists.read_tables(tx, match_reader, tx.matches.find_joinable(guild, most=MOST_SHARED))


def _describe_shared(tx: Tx, table: MatchState) -> OpenMatch:
    invites = tx.matches.invites(table.match.id)
    host = tx.people.get(UserId(table.match.host))
    shown = _describe(table, table.free - sum(invite.kept for invite in invites))
    return replace(shown, host="" if host is None else host.name, shared=True)


def _describe(table: MatchState, free: int) -> OpenMatch:
    record, host = table.match, table.people.get(UserId(table.match.host))
    is_running = record.status is Status.RUNNING
    return OpenMatch(
        match=record.id,
        game=table.game,
        place=Place(record.guild, record.thread or record.channel),
        channel=record.channel,
        host="" if host is None else host.name,
        seats=record.seats,
        free=free,
        pace=table.pace,
        options=table.options,
        starts=scheduled_starts.starts(table),
        running=is_running,
    )
