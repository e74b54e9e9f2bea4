"""The open matches of a server, as its list of them shows them."""

from __future__ import annotations

from datetime import datetime

from msgspec import Struct

from bot.app.match.paces import Pace
from bot.app.match.records import Place
from bot.app.match.state import MatchReader
from bot.app.timing import scheduled_starts
from bot.app.views import lists
from db.ids import GuildId, MatchId, UserId
from db.records import Status
from db.tx import Tx
from games.core.contract import AnyGame
from games.core.game import Options


class OpenMatch(Struct, frozen=True, kw_only=True):
    """A match that waits for players; ``free``: seats that anybody can take."""

    match: MatchId
    game: AnyGame
    place: Place
    host: str
    """Their name; empty if nothing is known of them."""
    seats: int
    free: int
    pace: Pace
    options: Options
    starts: datetime | None


def find_open(tx: Tx, match_reader: MatchReader, guild: GuildId) -> tuple[OpenMatch, ...]:
    """Return the open matches of a server with a seat that anybody can take, the newest first; none are private."""
    records = tx.matches.in_guild(guild, status=Status.LOBBY, most=lists.MOST_LISTED)
    shown = [record for record in records if not record.private and not record.practice]
    found = []
    for table in lists.read_tables(tx, match_reader, shown):
        record = table.match
        host = table.people.get(UserId(record.host))
        free = table.free - sum(invite.kept for invite in tx.matches.invites(record.id))
        if free > 0:
            found.append(
                OpenMatch(
                    match=record.id,
                    game=table.game,
                    place=Place(record.guild, record.channel),
                    host="" if host is None else host.name,
                    seats=record.seats,
                    free=free,
                    pace=table.pace,
                    options=table.options,
                    starts=scheduled_starts.starts(table),
                )
            )
    return tuple(found)
