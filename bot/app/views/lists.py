"""Lists of matches: for completion, for a channel, for a person."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from itertools import chain
from typing import TypeVar

import msgspec

from bot.app.match.paces import Pace
from bot.app.match.records import MatchLine, Place
from bot.app.match.state import MatchReader, MatchState
from bot.app.runtime.refusals import WORDS
from bot.app.views import match_view
from bot.app.views.targets import Candidate, Nearness, Role, Sees, Target
from db.ids import GuildId, MatchId, UserId
from db.records import MatchRecord, PendingRecord, PersonRecord, SeatRecord, Status
from db.tx import Tx
from games.core.language.catalogue import ENGLISH
from games.core.words import Words

OfMatch = TypeVar("OfMatch", SeatRecord, PendingRecord)

MOST_FOUND = 25
"""Discord shows so many completions."""

MOST_LISTED = 50
"""Matches of one list."""

MOST_OWN = 200
"""Matches of one person that are looked at, since those that wait may be old ones."""

_LAST = datetime(9999, 1, 1, tzinfo=UTC)
_paces: msgspec.json.Decoder[Pace] = msgspec.json.Decoder(Pace)


def lines(
    tx: Tx, match_reader: MatchReader, records: Iterable[MatchRecord], user: UserId | None
) -> tuple[MatchLine, ...]:
    """Return lines for many matches, not reading any state; unknown games are left out.

    It takes three statements, and one more for each further server.
    """
    return tuple(match_view.line(table, user) for table in read_tables(tx, match_reader, records))


def read_tables(tx: Tx, match_reader: MatchReader, records: Iterable[MatchRecord]) -> Iterator[MatchState]:
    """Read what lines need of many matches."""
    known = [record for record in records if record.game in match_reader.library.games]
    ids = [record.id for record in known]
    seats, pending = _by_match(tx.matches.seats_of(ids)), _by_match(tx.pending.of_matches(ids))
    people = _people(tx, known, seats)
    for record in known:
        codec = match_reader.library.codec(record.game)
        yield MatchState(
            match=record,
            game=match_reader.library.game(record.game),
            codec=codec,
            options=codec.read_options(record.options),
            pace=_paces.decode(record.pace),
            seats=tuple(seats.get(record.id, ())),
            people=people[record.guild],
            pending=tuple(pending.get(record.id, ())),
        )


def _people(
    tx: Tx, records: Iterable[MatchRecord], seats: Mapping[MatchId, Sequence[SeatRecord]]
) -> dict[GuildId | None, dict[UserId, PersonRecord]]:
    """The people in the seats of matches, server by server, by the names they have there."""
    users: dict[GuildId | None, list[UserId]] = {}
    for record in records:
        found = users.setdefault(record.guild, [])
        found += (UserId(seat.user) for seat in seats.get(record.id, ()) if seat.user is not None)
    return {guild: tx.people.get_many(each, guild=guild) for guild, each in users.items()}


def _by_match(rows: Iterable[OfMatch]) -> dict[MatchId, list[OfMatch]]:
    """Group rows of many matches, each in its order: comparing every match with every row is felt in completion."""
    found: dict[MatchId, list[OfMatch]] = {}
    for row in rows:
        found.setdefault(row.match, []).append(row)
    return found


def mine(tx: Tx, match_reader: MatchReader, user: UserId, *, most: int = MOST_LISTED) -> tuple[MatchLine, ...]:
    """Return a user's open and running matches: those that wait for the user first, by time left."""
    found = lines(tx, match_reader, tx.matches.of_user(user, most=most), user)
    return tuple(sorted(found, key=lambda line: (not line.yours, line.due or _LAST, line.moved)))


def list_hosted(tx: Tx, match_reader: MatchReader, user: UserId) -> tuple[MatchLine, ...]:
    """Return the open matches on servers that a user leads and that have free seats, the newest first."""
    own = tx.matches.of_user(user, status=Status.LOBBY, most=MOST_OWN)
    led = [record for record in own if record.host == user and record.guild is not None]
    return tuple(line for line in lines(tx, match_reader, led, user) if line.free)


def list_matches(
    tx: Tx, match_reader: MatchReader, place: Place, status: Status | None, sees: Sees
) -> tuple[MatchLine, ...]:
    """Return the matches of the channels of a server that one sees, or of a channel outside servers, newest first."""
    if place.guild is None:
        records = tx.matches.in_channel(place.channel, most=MOST_LISTED)
        records = tuple(record for record in records if status in (None, record.status))
    else:
        records = tx.matches.in_guild(place.guild, status=status, most=MOST_LISTED, private=False)
    shown = (record for record in records if not record.private and (place.guild is None or sees(record.channel)))
    return lines(tx, match_reader, shown, None)


def candidates(
    tx: Tx, match_reader: MatchReader, place: Place, user: UserId, target: Target, sees: Sees
) -> tuple[Candidate, ...]:
    """Return the matches that a command may be about: of this channel, the user's own, and of the server.

    Those that the user has nothing to do with only of channels that they see, and private ones only in the channel they
    are played in, or to staff.
    """
    here = _here(tx, place, target)
    if any(record.thread == place.channel and target.game in ("", record.game) for record in here):
        records = [record for record in here if record.thread == place.channel]
    else:
        records = [*here, *_own(tx, user, target), *_of_server(tx, place, target)]
    invited = {record.id for record in tx.matches.find_inviting(user, most=MOST_OWN)}
    offered = {record.id for record in _find_offers(tx, place, user, target)}
    found = []
    for table in read_tables(tx, match_reader, {record.id: record for record in records}.values()):
        record = table.match
        one = Candidate(
            line=match_view.line(table, user),
            nearness=_nearness(record, place),
            channel=record.channel,
            private=record.private,
            practice=record.practice,
            player=bool(table.seats_of(user)),
            host=record.host == user,
            guest=record.id in invited,
            offered=record.id in offered,
        )
        if _is_seen(one, target, sees):
            found.append(one)
    return tuple(found)


def _is_seen(one: Candidate, target: Target, sees: Sees) -> bool:
    if one.is_own or one.nearness <= Nearness.CHANNEL or target.role is Role.STAFF:
        return True
    return not one.private and (one.is_here or sees(one.channel))


def _here(tx: Tx, place: Place, target: Target) -> list[MatchRecord]:
    """Return the matches of a channel or thread: those of the wanted statuses, and the newest of any."""
    wanted = (tx.matches.in_channel(place.channel, status=status, most=MOST_LISTED) for status in target.statuses)
    return [*chain.from_iterable(wanted), *tx.matches.in_channel(place.channel, most=MOST_FOUND)]


def _own(tx: Tx, user: UserId, target: Target) -> list[MatchRecord]:
    """Return the user's matches, wherever they are; staff looks after those of the server."""
    if target.role is Role.STAFF:
        return []
    wanted = (tx.matches.of_user(user, status=status, most=MOST_OWN) for status in target.statuses)
    return [*chain.from_iterable(wanted), *tx.matches.find_inviting(user, most=MOST_FOUND)]


def _of_server(tx: Tx, place: Place, target: Target) -> list[MatchRecord]:
    """Return matches of the server, where the command is for those who have nothing to do with them."""
    if place.guild is None or target.role not in (Role.ANYONE, Role.NEWCOMER, Role.SUBSTITUTE, Role.STAFF):
        return []
    every = target.role is Role.STAFF
    wanted = (
        tx.matches.in_guild(place.guild, status=status, most=MOST_LISTED, private=every) for status in target.statuses
    )
    return list(chain.from_iterable(wanted))


def _find_offers(tx: Tx, place: Place, user: UserId, target: Target) -> tuple[MatchRecord, ...]:
    """Return the matches of the server with a seat that is open to the user, where the command is about those."""
    if place.guild is None or target.role is not Role.SUBSTITUTE:
        return ()
    return tx.clocks.find_offering(place.guild, user, most=MOST_LISTED)


def _nearness(record: MatchRecord, place: Place) -> Nearness:
    if record.thread == place.channel:
        return Nearness.THREAD
    if record.channel == place.channel:
        return Nearness.CHANNEL if record.thread is None else Nearness.BELOW
    return Nearness.SERVER if place.guild is not None and record.guild == place.guild else Nearness.ELSEWHERE


def names_match(line: MatchLine, typed: str, language: str = ENGLISH) -> bool:
    """Return whether what is typed begins the number of a match, or is part of its game or its players' names.

    Computer players are called as in the language of who types.
    """
    wanted = typed.casefold().strip().removeprefix("#")
    if wanted.isdecimal():
        return str(line.match).startswith(wanted)
    words = Words(WORDS, language=language)
    names = (words(line.called[name]) if name in line.called else name for name in line.names)
    return wanted in " ".join((line.game, *names)).casefold()


def is_near(table: MatchState, user: UserId, place: Place, *, staff: bool, sees: Sees) -> bool:
    """Return whether a user may name a match in a place; ``staff``: who may manage the server of the place."""
    record = table.match
    if record.host == user or table.seats_of(user) or any(invite.user == user for invite in table.invites):
        return True
    if place.channel in (record.channel, record.thread):
        return True
    if record.guild is None or record.guild != place.guild:
        return False
    return staff or (not record.private and sees(record.channel))
