"""Who holds the roles that a server gives for tournaments: the champions, and those who take part in any or in one."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from datetime import datetime

from msgspec import Struct

from bot.app.changes.errands import own_role_row, role_row
from bot.app.changes.server_rules import (
    OWN_ROLES,
    ROLE,
    STAYS,
    Made,
    read_made,
    read_values,
    server_values,
    store_values,
    with_made,
)
from bot.app.tournaments.formats.honors import find_winners
from bot.app.tournaments.model import read_tournament
from db.ids import GuildId, TournamentId, UserId, is_deleted
from db.tournaments.records import TournamentRecord, TournamentStatus
from db.tx import Tx
from games.core.moves import Value

_OVER = (TournamentStatus.FINISHED, TournamentStatus.CANCELLED)


def find_champions(tx: Tx, guild: GuildId) -> frozenset[UserId]:
    """Return who has won the newest finished tournament of a server; computer players have no roles."""
    record = tx.tournaments.find_newest_finished(guild)
    tournament = None if record is None else read_tournament(tx, record.id)
    if tournament is None:
        return frozenset()
    return frozenset(user for row in find_winners(tournament) for user in tournament.users_of(row.number))


def find_participants(tx: Tx, guild: GuildId) -> frozenset[UserId]:
    """Return who takes part in a tournament of a server that isn't over."""
    return frozenset(user for _tournament, user in tx.tournaments.find_participants(guild))


FINDERS: Mapping[str, Callable[[Tx, GuildId], frozenset[UserId]]] = {
    "champions": find_champions,
    "participants": find_participants,
}
"""Who is to hold the role that a setting names."""


class Holders(Struct, frozen=True):
    """Who is to hold which role, and which tournaments are to have one of their own."""

    common: frozenset[tuple[int, UserId]]
    own: frozenset[tuple[int, UserId]]
    with_role: frozenset[TournamentId]


def note_holders(tx: Tx, guild: GuildId) -> Callable[[Tx, datetime], None]:
    """Note who holds the roles of a server before something changes.

    What is returned is called afterwards, in the same unit of work: it has roles made, given, taken and deleted where
    somebody is to hold others now.
    """
    before = _find_holders(tx, guild)

    def follow(tx: Tx, now: datetime) -> None:
        after = _find_holders(tx, guild)
        for tournament in sorted(before.with_role ^ after.with_role):
            tx.outbox.enqueue(own_role_row(guild, tournament, now=now))
        known = read_made(server_values(tx, guild))
        made = {each.number: TournamentId(each.part) for each in known if each.kind == ROLE}
        own = ((role, user) for role, user in before.own ^ after.own if role in made and _is_alive(tx, made[role]))
        for role, user in sorted({*(before.common ^ after.common), *own}):
            tx.outbox.enqueue(role_row(guild, role, user, now=now))

    return follow


def find_held(tx: Tx, user: UserId) -> tuple[tuple[GuildId, int], ...]:
    """Return the roles that the bot has given a member, with their servers."""
    found = ((guild, _find_holders(tx, guild)) for guild in tx.tournaments.find_guilds(user))
    held = ((guild, sorted({*holders.common, *holders.own})) for guild, holders in found)
    return tuple((guild, role) for guild, holders in held for role, holder in holders if holder == user)


def _find_holders(tx: Tx, guild: GuildId) -> Holders:
    values, leaving = server_values(tx, guild), frozenset(tx.privacy.find_deletions())
    common = ((int(values[name]), find) for name, find in FINDERS.items())
    made = {each.part: each.number for each in read_made(values) if each.kind == ROLE}
    people = [each for each in tx.tournaments.find_participants(guild) if values[OWN_ROLES] or each[0] in made]
    return Holders(
        common=_without(leaving, ((role, user) for role, find in common if role for user in find(tx, guild))),
        own=_without(leaving, ((made[tournament], user) for tournament, user in people if tournament in made)),
        with_role=frozenset(tournament for tournament, _user in people),
    )


def _is_alive(tx: Tx, tournament: TournamentId) -> bool:
    """Whether a tournament isn't over: then its role stays as it is, or goes as a whole."""
    record = tx.tournaments.get(tournament)
    return record is not None and record.status not in _OVER


def _without(leaving: Collection[UserId], found: Iterable[tuple[int, UserId]]) -> frozenset[tuple[int, UserId]]:
    return frozenset((role, user) for role, user in found if user not in leaving and not is_deleted(user))


def may_hold(tx: Tx, guild: GuildId, role: int, user: UserId) -> bool:
    """Return whether a member is to hold a role now."""
    values = server_values(tx, guild)
    own = next((each.part for each in read_made(values) if (each.kind, each.number) == (ROLE, role)), 0)
    if own:
        return user in tx.tournaments.find_participants_of(TournamentId(own)) - {*tx.privacy.find_deletions()}
    return (role, user) in _find_holders(tx, guild).common


def wants_role(record: TournamentRecord, values: Mapping[str, Value], *, known: int) -> bool:
    """Return whether a tournament is to have the role of its own that it has (``known``), or to get one (0)."""
    if record.status in _OVER:
        return bool(known) and values[OWN_ROLES] == STAYS
    return bool(known or values[OWN_ROLES])


def note_own_role(tx: Tx, guild: GuildId, tournament: TournamentId, role: int, *, wanted: bool, now: datetime) -> None:
    """Note that a tournament's role was made, which its participants get now, or that it was deleted."""
    made, values = [Made(ROLE, role, tournament)], server_values(tx, guild)
    noted = with_made(values, made=made) if wanted else with_made(values, gone=made)
    record = tx.servers.get(guild)
    stored = read_values(record.settings if record else None)
    store_values(tx, guild, {**stored, **noted})
    for user in sorted(tx.tournaments.find_participants_of(tournament)) if wanted else ():
        if not is_deleted(user):
            tx.outbox.enqueue(role_row(guild, role, user, now=now))
    if wanted:  # it may have ended meanwhile
        tx.outbox.enqueue(own_role_row(guild, tournament, now=now))
