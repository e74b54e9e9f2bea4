"""Erasing a person, handing out what is kept about one, and purging a server."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime

from sqlalchemy import Table, bindparam, delete, func, select, union, update

from db.audit.schema import audit_entry
from db.clocks.schema import clock_stop
from db.engine.columns import to_millis
from db.engine.compressed import decompress
from db.engine.statements import Driver, Plain, Row, Statement, insert_all, upsert
from db.engine.transaction import BATCH, Repository, in_batch
from db.ids import GuildId, MatchId, UserId
from db.matches.packed_logs import PackedLogRepository
from db.moderation.schema import bar, report
from db.people.repository import PeopleRepository
from db.privacy import selecting
from db.privacy.renaming import NAMED, Renaming
from db.privacy.rules import Where
from db.privacy.scanning import ScanRepository, Suspects
from db.privacy.schema import deletion, departure
from db.privacy.selecting import OF, Handed, Wording
from db.ratings.schema import appeal, placing, ruling, tenure
from db.records import NoticeState, PersonRecord, Status
from db.seeking.schema import seeker
from db.tables import SENDING, UNDER_WAY, invite, known_name, match, meta, nickname, outbox, seat, server
from db.tournaments.schema import member, tournament, tournament_log

_deletion = Statement(select(deletion.c.number).where(deletion.c.user == OF))
_deletions = Statement(select(deletion.c.user).order_by(deletion.c.number))
_new_deletion = Statement(insert_all(deletion, but=("number",)))

_matches = [
    Statement(select(number).where(user == OF))
    for number, user in (
        (seat.c.match, seat.c.user),
        (tenure.c.match, tenure.c.user),
        (placing.c.match, placing.c.user),
        (invite.c.match, invite.c.user),
        (match.c.id, match.c.host),
        (clock_stop.c.match, clock_stop.c.user),
        (audit_entry.c.match, audit_entry.c.user),
        (audit_entry.c.match, audit_entry.c.subject),
        (report.c.match, report.c.reporter),
        (report.c.match, report.c.about),
        (ruling.c.match, ruling.c.by),
        (appeal.c.match, appeal.c.user),
        (appeal.c.match, appeal.c.by),
    )
]
_seated = [Statement(select(table.c.match).where(table.c.user == OF)) for table in (seat, tenure)]
_guilds = [
    Statement(select(guild).distinct().where(user == OF))
    for guild, user in (
        (known_name.c.guild, known_name.c.user),
        (audit_entry.c.guild, audit_entry.c.user),
        (audit_entry.c.guild, audit_entry.c.subject),
        (bar.c.guild, bar.c.user),
        (bar.c.guild, bar.c.by),
        (report.c.guild, report.c.reporter),
        (report.c.guild, report.c.about),
        (report.c.guild, report.c.claimer),
    )
]
_tournaments = [
    Statement(select(number).where(user == OF))
    for number, user in (
        (member.c.tournament, member.c.user),
        (tournament_log.c.tournament, tournament_log.c.actor),
        (tournament.c.id, tournament.c.host),
    )
]
_organized = Statement(
    select(tournament.c.id, tournament.c.host, tournament.c.organizers).where(tournament.c.organizers != "")
)
_put_organizers = Statement(
    update(tournament)
    .where(tournament.c.id == bindparam("number"))
    .values(host=bindparam("by"), organizers=bindparam("organizers"))
)
_raise = {
    Where.MATCH: Statement(update(match).where(match.c.id == OF).values(version=match.c.version + 1)),
    Where.TOURNAMENT: Statement(
        update(tournament).where(tournament.c.id == OF).values(version=tournament.c.version + 1)
    ),
}
_end_stops = Statement(
    update(clock_stop)
    .where(clock_stop.c.user == OF, clock_stop.c.ends > bindparam("now"))
    .values(ends=bindparam("now"))
)
_sending = Statement(select(outbox.c.data, outbox.c.id).where(SENDING))
_waiting = Statement(
    select(outbox.c.data).where(UNDER_WAY, outbox.c.state == NoticeState.WAITING, outbox.c.kind == "role")
)
_drop_notice = Statement(delete(outbox).where(outbox.c.id == bindparam("notice")))

_of_guild = Statement(select(match.c.id).where(match.c.guild == OF).order_by(match.c.id).limit(bindparam("most")))
_drop_match = Statement(delete(match).where(match.c.id == OF))
_PURGE = "purge"
"""The fact that a server's data is being deleted."""
_FACTS = ("greeted", "openings", _PURGE)
"""The facts whose keys end in the id of a server."""
_facts = Statement(select(meta.c.key))
_put_fact = upsert(meta, update=False)
_purges = Statement(select(meta.c.key).where(meta.c.key >= f"{_PURGE} ", meta.c.key < f"{_PURGE}!"))
_drop_fact = Statement(delete(meta).where(meta.c.key == bindparam("about")))
_put_departure = upsert(departure, update=False)
_drop_departure = Statement(delete(departure).where(departure.c.guild == OF))
_end_departure = Statement(delete(departure).where(departure.c.guild == OF, departure.c.at < bindparam("before")))
_there = Statement(select(match.c.id).where(in_batch(match.c.id)))
_has_departed = Statement(select(departure.c.guild).where(departure.c.guild == OF))
_departed = Statement(select(departure.c.guild).where(departure.c.at < bindparam("before")).order_by(departure.c.at))


def _list_guilds(table: Table) -> Statement:
    """The servers that a table has rows of, one after the other by its index: rows of one may be very many."""
    found = select(func.min(table.c.guild).label("guild")).cte("found", recursive=True)
    after = select(func.min(table.c.guild)).where(table.c.guild > found.c.guild).scalar_subquery()
    return Statement(select(found.union_all(select(after).where(found.c.guild.is_not(None))).c.guild))


_known_guilds = [_list_guilds(table) for table in (server, match, tournament, nickname, seeker, departure)]
_played = union(
    select(seat.c.match, seat.c.match_status).where(seat.c.user == OF),
    select(tenure.c.match, match.c.status).join(match, match.c.id == tenure.c.match).where(tenure.c.user == OF),
).subquery()
_count_played = Statement(select(_played.c.match_status, func.count()).group_by(_played.c.match_status))


SOMEBODY = "…"
"""Stands in place of the name of somebody else."""
_SOMEBODY = {"id": NAMED, "args": {"name": SOMEBODY}}


class PrivacyRepository(Repository):
    """What is kept about people and servers, by the answers in ``db.privacy.rules``."""

    def __init__(self, driver: Driver) -> None:
        """Work over the driver's transaction."""
        super().__init__(driver)
        self._taken_out: set[int] = set()
        """The notices out of whose words somebody was taken."""

    # --- Deletions under way -------------------------------------------------------------------------------------

    def begin_deletion(self, user: UserId, *, at: datetime) -> int:
        """Note that a person is being deleted; return the number that is left of them, the same if noted before."""
        known = self.deletion(user)
        if known is None:
            self._change(_new_deletion, user=user, at=to_millis(at))
            known = self.deletion(user)
        assert known is not None
        return known

    def deletion(self, user: UserId) -> int | None:
        """Return the number of a person who is being deleted; None: they are not."""
        row = self._row(_deletion, of=user)
        return None if row is None else int(row[0])

    def find_deletions(self) -> tuple[UserId, ...]:
        """Return the people who are being deleted, the first one first."""
        return tuple(UserId(row[0]) for row in self._rows(_deletions))

    # --- A person ------------------------------------------------------------------------------------------------

    def is_known(self, user: UserId) -> bool:
        """Return whether anything is kept about a person, be it only that somebody has blocked them."""
        return any(self._row(statement, of=user) is not None for statement in selecting.HOLD)

    def names_of(self, user: UserId) -> frozenset[str]:
        """Return all names that a person has had, as far as they were noted."""
        return frozenset(name for row in self._all(selecting.NAMES, user) if (name := str(row[0])).strip())

    def matches_of(self, user: UserId) -> tuple[MatchId, ...]:
        """Return the matches in which a person may be named, in order."""
        return tuple(sorted({MatchId(row[0]) for row in self._all(_matches, user) if row[0] is not None}))

    def find_played(self, user: UserId) -> tuple[MatchId, ...]:
        """Return the matches in which a person has or had a seat, in order."""
        return tuple(sorted({MatchId(row[0]) for row in self._all(_seated, user)}))

    def count_played(self, user: UserId) -> dict[Status, int]:
        """Return in how many matches of each status a person has or had a seat."""
        return {Status(row[0]): int(row[1]) for row in self._rows(_count_played, of=user)}

    def is_sending(self, renaming: Renaming) -> bool:
        """Return whether something is just being sent whose row would be written back and names the person.

        Or did so until this unit of work took them out of it: whoever claimed it meanwhile has read it before.
        """
        return any(int(row[1]) in self._taken_out or renaming.concerns(bytes(row[0])) for row in self._rows(_sending))

    def has_errands(self, renaming: Renaming) -> bool:
        """Return whether a role of the person is still to be taken; what Discord refuses isn't waited for."""
        return any(renaming.is_errand(bytes(row[0])) for row in self._rows(_waiting))

    def rewrite_log(self, renaming: Renaming, number: MatchId) -> None:
        """Take a person out of the words about a match."""
        PackedLogRepository(self._driver).rewrite(number, renaming.json)
        for wording in selecting.WORDINGS:
            if wording.where is Where.MATCH:
                self._rewrite(renaming, wording, number)

    def erase(self, renaming: Renaming, *, done: frozenset[MatchId], suspects: Suspects, now: datetime) -> None:
        """Take a person out of all tables; the words about matches that are ``done`` were rewritten before.

        Of large tables in which anybody may be named, ``suspects`` says which rows are read.

        Matches and tournaments about which somebody may be deciding get a new version, so that it is decided again.
        """
        user = UserId(renaming.user)
        matches = self.matches_of(user)
        for number in matches:
            self._send(_raise[Where.MATCH], of=number)  # first: what somebody is just writing is read afterwards
        for number in matches:
            if number not in done:
                self.rewrite_log(renaming, number)
        self._erase_from_tournaments(renaming)
        guilds = {int(row[0]) for row in self._all(_guilds, user)}
        for wording in selecting.WORDINGS:
            match wording.where:
                case Where.ALL:
                    rows = ScanRepository(self._driver).find(wording.table.name, suspects)
                    self._rewrite_rows(renaming, wording, rows)
                case Where.GUILD:
                    for guild in guilds:
                        self._rewrite(renaming, wording, guild)
                case _:
                    pass  # done above
        self._change(_end_stops, of=user, now=to_millis(now))
        for statement in (*selecting.DROP_OF_SEATS, *selecting.BLANK, *selecting.DROP):
            self._change(statement, of=user)
        for statement in selecting.RENAME:
            self._change(statement, of=user, called=renaming.called)
        for statement in selecting.RENUMBER:
            self._change(statement, of=user, to=renaming.pseudonym)
        left = PersonRecord(user=UserId(renaming.pseudonym), name=renaming.called, zone=None, prefs=b"{}", seen=now)
        PeopleRepository(self._driver).put(left)

    def _erase_from_tournaments(self, renaming: Renaming) -> None:
        found = {int(row[0]) for row in self._all(_tournaments, UserId(renaming.user))}
        for number, host, organizers in self._rows(_organized):
            before = [int(host), *map(int, str(organizers).split(","))]
            first, *rest = [each for each in before if each != renaming.user]  # the next one leads in place of a host
            if [first, *rest] != before:
                self._change(_put_organizers, number=number, by=first, organizers=",".join(map(str, rest)))
                found.add(int(number))
        for tournament_id in found:
            self._change(_raise[Where.TOURNAMENT], of=tournament_id)
            for wording in selecting.WORDINGS:
                if wording.where is Where.TOURNAMENT:
                    self._rewrite(renaming, wording, tournament_id)

    def _rewrite(self, renaming: Renaming, wording: Wording, scope: int) -> None:
        """Take a person out of the words of rows that are about something."""
        self._rewrite_rows(renaming, wording, self._rows(wording.find, of=scope))

    def _rewrite_rows(self, renaming: Renaming, wording: Wording, rows: Iterable[Row]) -> None:
        """Take a person out of the words of rows; a notice for them alone goes."""
        at = len(wording.keys)
        is_told = wording.table is outbox
        for row in rows:
            if is_told and renaming.is_errand(bytes(row[at])):
                continue
            if is_told and renaming.is_for(bytes(row[at])):
                self._change(_drop_notice, notice=row[0])
                continue
            before = list(row[at:])
            after = [renaming.column(value, drop=is_told) for value in before]
            if after != before:
                keys = {f"key_{name}": value for name, value in zip(wording.keys, row[:at], strict=True)}
                news = {f"new_{name}": value for name, value in zip(wording.columns, after, strict=True)}
                self._change(wording.save, **keys, **news)
                if is_told:
                    self._taken_out.add(int(row[0]))

    def export(self, user: UserId) -> Mapping[str, list[dict[str, Plain]]]:
        """Return the rows about a person by table, without what is secret in them."""
        return {
            name: [_show(each, row) for each in handed for row in self._rows(each.find, of=user)]
            for name, handed in selecting.EXPORT.items()
        }

    def _all(self, statements: Sequence[Statement], user: UserId) -> Iterator[Row]:
        for statement in statements:
            yield from self._rows(statement, of=user)

    # --- A server ------------------------------------------------------------------------------------------------

    def find_known_guilds(self) -> frozenset[GuildId]:
        """Return the servers of which anything is kept."""
        found = {row[0] for each in _known_guilds for row in self._rows(each)}
        return frozenset(GuildId(guild) for guild in found if guild)

    def note_departure(self, guild: GuildId, *, at: datetime) -> None:
        """Note that a server has removed the bot, if that isn't known."""
        self._change(_put_departure, guild=guild, at=to_millis(at))

    def forget_departure(self, guild: GuildId) -> None:
        """Note that the bot is a member of a server again."""
        self._change(_drop_departure, of=guild)

    def has_departed(self, guild: GuildId) -> bool:
        """Return whether a server has removed the bot."""
        return self._row(_has_departed, of=guild) is not None

    def find_departed(self, *, before: datetime) -> tuple[GuildId, ...]:
        """Return the servers that removed the bot before a time, the first one first."""
        return tuple(GuildId(row[0]) for row in self._rows(_departed, before=to_millis(before)))

    def begin_purge(self, guild: GuildId, *, departed: datetime | None = None) -> bool:
        """Note that a server's data is being deleted, until ``purge`` has done so.

        ``departed``: only if it removed the bot before that time and hasn't added it again; return whether that is so.
        """
        if departed is not None and not self._change(_end_departure, of=guild, before=to_millis(departed)):
            return False
        self._change(_put_fact, key=f"{_PURGE} {guild}", value="")
        return True

    def find_purges(self) -> tuple[GuildId, ...]:
        """Return the servers whose data is being deleted: now, or by a process that died and left it undone."""
        return tuple(GuildId(int(str(key).rpartition(" ")[2])) for (key,) in self._rows(_purges))

    def find_matches_in(self, guild: GuildId, *, most: int) -> tuple[MatchId, ...]:
        """Return matches of a server."""
        return tuple(MatchId(row[0]) for row in self._rows(_of_guild, of=guild, most=most))

    def purge_matches(self, matches: Iterable[MatchId]) -> None:
        """Delete matches, with all that goes with them."""
        for number in matches:
            self._change(_drop_match, of=number)

    def purge(self, guild: GuildId) -> None:
        """Delete all that is kept of a server, and what the facts say of matches that aren't there any more."""
        for statement in selecting.PURGE:
            self._change(statement, of=guild)
        shared: dict[MatchId, list[str]] = {}
        for (key,) in self._rows(_facts):
            kind, *about = str(key).split(" ")
            if kind in _FACTS and about[-1] == str(guild):
                self._change(_drop_fact, about=key)
            elif kind == "shared":
                shared.setdefault(MatchId(int(about[0])), []).append(key)
        for match_id in shared.keys() - self._find_there(list(shared)):
            for key in shared[match_id]:
                self._change(_drop_fact, about=key)

    def _find_there(self, matches: Sequence[MatchId]) -> set[MatchId]:
        """Return which of the matches there are."""
        found: set[MatchId] = set()
        for first in range(0, len(matches), BATCH):
            ids = matches[first : first + BATCH]
            params = {f"id{at}": ids[at] if at < len(ids) else 0 for at in range(BATCH)}
            found.update(MatchId(row[0]) for row in self._rows(_there, **params))
        return found


def _show(handed: Handed, row: Row) -> dict[str, Plain]:
    """A row as it is handed out: without what is hidden, and without whom that names in what the bot says."""
    values = {
        name: decompress(bytes(value)) if isinstance(value, bytes | memoryview) else value
        for name, value in zip(handed.columns, row, strict=True)
    }
    taken = {name: values.pop(name) for name in handed.hidden}
    if handed.said:
        user, name = (taken[each] for each in handed.hidden)
        other = Renaming(user=int(str(user)), names=frozenset({str(name)}), number=0, called=SOMEBODY, said=_SOMEBODY)
        values |= {each: other.column(values[each]) for each in handed.said}
    return values
