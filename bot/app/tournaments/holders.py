"""Who holds the roles that a server gives for tournaments: the champions, and those who take part."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime

from bot.app.changes.errands import role_row
from bot.app.changes.server_rules import server_values
from bot.app.tournaments.formats.honors import find_winners
from bot.app.tournaments.model import read_tournament
from db.ids import GuildId, UserId, is_deleted
from db.tx import Tx
from games.core.moves import Value


def find_champions(tx: Tx, guild: GuildId) -> frozenset[UserId]:
    """Return who has won the newest finished tournament of a server; computer players have no roles."""
    record = tx.tournaments.find_newest_finished(guild)
    tournament = None if record is None else read_tournament(tx, record.id)
    if tournament is None:
        return frozenset()
    return frozenset(user for row in find_winners(tournament) for user in tournament.users_of(row.number))


def find_participants(tx: Tx, guild: GuildId) -> frozenset[UserId]:
    """Return who takes part in a tournament of a server that isn't over."""
    return tx.tournaments.find_participants(guild)


FINDERS: Mapping[str, Callable[[Tx, GuildId], frozenset[UserId]]] = {
    "champions": find_champions,
    "participants": find_participants,
}
"""Who is to hold the role that a setting names."""


def note_holders(tx: Tx, guild: GuildId) -> Callable[[Tx, datetime], None]:
    """Note who holds the roles of a server before something changes.

    What is returned is called afterwards, in the same unit of work: it has roles given and taken where somebody is to
    hold others now.
    """
    before = _find_holders(tx, guild, server_values(tx, guild))

    def follow(tx: Tx, now: datetime) -> None:
        after = _find_holders(tx, guild, server_values(tx, guild))
        for role, user in sorted(before ^ after):
            tx.outbox.enqueue(role_row(guild, role, user, now=now))

    return follow


def _find_holders(tx: Tx, guild: GuildId, values: Mapping[str, Value]) -> frozenset[tuple[int, UserId]]:
    found = ((int(values[name]), find) for name, find in FINDERS.items())
    leaving = frozenset(tx.privacy.find_deletions())
    return frozenset(
        (role, user)
        for role, find in found
        if role
        for user in find(tx, guild)
        if user not in leaving and not is_deleted(user)
    )


def find_held(tx: Tx, user: UserId) -> tuple[tuple[GuildId, int], ...]:
    """Return the roles that the bot has given a member, with their servers."""
    guilds = tx.tournaments.find_guilds(user)
    held = ((guild, _find_holders(tx, guild, server_values(tx, guild))) for guild in guilds)
    return tuple((guild, role) for guild, holders in held for role, holder in sorted(holders) if holder == user)


def may_hold(tx: Tx, guild: GuildId, role: int, user: UserId) -> bool:
    """Return whether a member is to hold a role now."""
    return (role, user) in _find_holders(tx, guild, server_values(tx, guild))
