"""What is told beside any match: to a person, of a tournament, in the list of a server's open matches."""

from __future__ import annotations

from datetime import datetime

from bot.app.changes.meeting import find_bar
from bot.app.changes.outbox import Kind, read_told
from bot.app.changes.server_rules import MODERATORS, server_values
from bot.app.match.records import MessageRef, Place
from bot.app.match.state import MatchReader
from bot.app.notifications import digest
from bot.app.notifications.courier import Opened, PersonNotice, PuzzleNotice, ServerNotice
from bot.app.puzzles.posting import find_posed, find_solved
from bot.app.puzzles.table import day_of
from bot.app.views.openings import find_open, find_shared
from db.ids import ChannelId, GuildId, MessageId
from db.records import NoticeRecord
from db.tournaments.records import TournamentPostRecord
from db.tx import Tx

PUZZLES = (Kind.PUZZLE, Kind.SOLUTION)


def make_notice(
    tx: Tx, match_reader: MatchReader, row: NoticeRecord, *, nonce: str, now: datetime
) -> PersonNotice | ServerNotice | PuzzleNotice | None:
    """Return what a row tells beside matches and tournaments; None where there is nothing to tell any more."""
    if row.kind == Kind.BAR:
        return _bar_notice(tx, row, nonce=nonce, now=now)
    if row.kind in PUZZLES:
        return _puzzle_notice(tx, match_reader, row, nonce=nonce, now=now)
    if row.kind != Kind.OPENINGS:
        return digest.notice(tx, match_reader, row, nonce=nonce)
    assert row.guild is not None, "the list of open matches belongs to a server"
    guild, channel = GuildId(row.guild), ChannelId(row.lane)
    message = tx.facts.get(_fact(row))
    before = None if message is None else MessageRef(channel, MessageId(int(message)))
    wanted = int(server_values(tx, guild)["openings"]) == channel
    if not wanted and before is None:
        return None
    return ServerNotice(
        id=row.id,
        nonce=nonce,
        marker=nonce,
        kind=Kind.OPENINGS,
        place=Place(guild, channel),
        before=before,
        matches=(*find_open(tx, match_reader, guild), *find_shared(tx, match_reader, guild, now=now))
        if wanted
        else None,
    )


def _puzzle_notice(
    tx: Tx, match_reader: MatchReader, row: NoticeRecord, *, nonce: str, now: datetime
) -> PuzzleNotice | None:
    """The puzzle or solution of a row's day; None where it isn't wanted anymore, or too late: it's skipped."""
    assert row.guild is not None, "puzzles are posted on servers"
    guild, channel, library = GuildId(row.guild), ChannelId(row.lane), match_reader.library
    server = tx.puzzles.channel(guild)
    if server is None or server.channel != channel or day_of(row.created) != day_of(now):
        return None
    if server.told >= _find_told(row):  # by a row made again, since the channel was changed and changed back
        return None
    posed = (
        find_posed(tx, library, guild, row.ply, now=now)
        if row.kind == Kind.PUZZLE
        else find_solved(tx, library, guild, row.ply, now=now, alone=True)
    )
    if posed is None:
        return None
    place = Place(guild, channel)
    return PuzzleNotice(id=row.id, nonce=nonce, marker=nonce, kind=Kind(row.kind), place=place, posed=posed)


def _bar_notice(tx: Tx, row: NoticeRecord, *, nonce: str, now: datetime) -> PersonNotice | None:
    """What a barred person is told; None if the bar was lifted or changed meanwhile, of which another row tells."""
    told = read_told(row.data)
    assert told.user is not None, "a person is told"
    assert row.guild is not None, "a person is barred from a server"
    guild = GuildId(row.guild)
    bar = find_bar(tx, guild, told.user, now=now)
    if bar is None or bar.at != row.created:
        return None
    role = int(server_values(tx, guild)[MODERATORS])
    return PersonNotice(
        id=row.id,
        nonce=nonce,
        marker=nonce,
        kind=Kind.BAR,
        user=told.user,
        text=told.text,
        bar=bar,
        moderators=role,
    )


def note_delivered(tx: Tx, row: NoticeRecord, ref: MessageRef | Opened | None, *, now: datetime) -> None:
    """Note the message that is a tournament's card or a server's list of open matches, and which solutions are told."""
    if row.kind == Kind.OPENINGS:
        fact = _fact(row)
        tx.facts.forget(fact)
        if isinstance(ref, MessageRef):
            tx.facts.get_or(fact, str(ref.message))
    elif row.kind in PUZZLES and row.guild is not None:
        tx.puzzles.note_told(row.guild, _find_told(row))
    elif row.kind == Kind.TOURNAMENT and row.tournament is not None and isinstance(ref, MessageRef):
        tx.tournaments.put_post(
            TournamentPostRecord(
                tournament=row.tournament, kind=row.kind, channel=ref.channel, message=ref.message, at=now
            )
        )


def _find_told(row: NoticeRecord) -> int:
    """Up to which day nothing is left to be told of solutions once a row of puzzles is delivered."""
    return row.ply - 1 if row.kind == Kind.PUZZLE else row.ply


def _fact(row: NoticeRecord) -> str:
    """The fact that names the message which lists the open matches in a channel; it ends in the server's id."""
    return f"openings {row.lane} {row.guild}"
