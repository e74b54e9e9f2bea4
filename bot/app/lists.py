"""Lists of matches: for completion, for a channel, for a person."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime

import msgspec

from bot.app import looks
from bot.app.paces import Pace
from bot.app.records import MatchLine, Place
from bot.app.tables import Shelf, Table
from db.ids import UserId
from db.records import MatchRecord, Status
from db.tx import Tx

MOST_FOUND = 25
"""Discord shows so many completions."""

MOST_LISTED = 50
"""Matches of one list."""

MOST_OWN = 200
"""Matches of one person that are looked at, since those that wait may be old ones."""

_LAST = datetime(9999, 1, 1, tzinfo=UTC)
_paces: msgspec.json.Decoder[Pace] = msgspec.json.Decoder(Pace)


def lines(tx: Tx, shelf: Shelf, records: Iterable[MatchRecord], user: UserId | None) -> tuple[MatchLine, ...]:
    """Return lines for many matches with three statements, not reading any state; unknown games are left out."""
    known = [record for record in records if record.game in shelf.library.games]
    ids = [record.id for record in known]
    seats = tx.seats_of(ids)
    standing = tx.standing_of(ids)
    people = tx.people([UserId(seat.user) for seat in seats if seat.user is not None])
    found = []
    for record in known:
        codec = shelf.library.codec(record.game)
        table = Table(
            match=record,
            game=shelf.library.game(record.game),
            codec=codec,
            options=codec.read_options(record.options),
            pace=_paces.decode(record.pace),
            seats=tuple(seat for seat in seats if seat.match == record.id),
            people=people,
            standing=tuple(row for row in standing if row.match == record.id),
        )
        found.append(looks.line(table, user))
    return tuple(found)


def mine(tx: Tx, shelf: Shelf, user: UserId, *, most: int = MOST_LISTED) -> tuple[MatchLine, ...]:
    """Return a user's open and running matches: those that wait for the user first, by time left."""
    found = lines(tx, shelf, tx.matches_of(user, most=most), user)
    return tuple(sorted(found, key=lambda line: (not line.yours, line.due or _LAST, line.moved)))


def listing(tx: Tx, shelf: Shelf, place: Place, status: Status | None) -> tuple[MatchLine, ...]:
    """Return the matches of a server, or of a channel outside servers, the newest first."""
    if place.guild is None:
        records = tx.matches_in_channel(place.channel, most=MOST_LISTED)
        records = tuple(record for record in records if status in (None, record.status))
    else:
        records = tx.matches_in_guild(place.guild, status=status, most=MOST_LISTED)
    return lines(tx, shelf, (record for record in records if not record.private), None)


def find(tx: Tx, shelf: Shelf, place: Place | None, user: UserId, typed: str) -> tuple[MatchLine, ...]:
    """Return matches for completion: waiting for the user, the user's own, those of the place; by what is typed."""
    own = mine(tx, shelf, user)
    invited = lines(tx, shelf, tx.matches_inviting(user, most=MOST_FOUND), user)
    around: tuple[MatchLine, ...] = ()
    if place is not None:
        here = tx.matches_in_channel(place.channel, most=MOST_FOUND)
        there = () if place.guild is None else tx.matches_in_guild(place.guild, status=None, most=MOST_LISTED)
        around = lines(tx, shelf, (record for record in (*here, *there) if not record.private), user)
    each = {line.match: line for line in reversed((*own, *invited, *around))}
    ordered = [each[number] for number in dict.fromkeys(line.match for line in (*own, *invited, *around))]
    return tuple(line for line in ordered if _fits(line, typed))[:MOST_FOUND]


def _fits(line: MatchLine, typed: str) -> bool:
    wanted = typed.casefold().strip().removeprefix("#")
    if wanted.isdecimal():
        return str(line.match).startswith(wanted)
    return wanted in " ".join((line.game, *line.names)).casefold()


def is_near(table: Table, user: UserId, place: Place, *, staff: bool) -> bool:
    """Return whether a user may name a match in a place; ``staff``: who may manage the server of the place."""
    record = table.match
    if record.host == user or table.seats_of(user) or any(invite.user == user for invite in table.invites):
        return True
    if place.channel in (record.channel, record.thread):
        return True
    return record.guild is not None and record.guild == place.guild and (staff or not record.private)


def here(tx: Tx, shelf: Shelf, place: Place) -> MatchRecord | None:
    """Return the match played in this thread, or the only one alive in this channel."""
    records = [record for record in tx.matches_in_channel(place.channel, most=MOST_LISTED) if _known(shelf, record)]
    for record in records:
        if record.thread == place.channel:
            return record
    played = [record for record in records if record.thread is None]
    alive = [record for record in played if record.status is Status.RUNNING]
    alive = alive or [record for record in played if record.status is Status.LOBBY]
    return alive[0] if len(alive) == 1 else None


def _known(shelf: Shelf, record: MatchRecord) -> bool:
    return record.game in shelf.library.games
