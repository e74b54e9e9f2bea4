"""How much one person, and one channel, may have going at a time: checked in the unit of work that makes it."""

from __future__ import annotations

from msgspec import Struct

from bot.app.runtime.refusals import refuse
from db.ids import ChannelId, MatchId, UserId
from db.records import MatchRecord, Status
from db.tx import Tx

LOCK = "caps"
"""The fact that units of work hold while they bring somebody into a match, so that two at once do so in turn."""


class Caps(Struct, frozen=True, kw_only=True):
    """The most there may be at a time; the owner of the bot sets them.

    A tournament's own matches count for nobody: who takes part does not choose when they start.
    """

    open: int = 5
    """Open invitations a person: matches that one hosts and that have not started."""
    matches: int = 50
    """Matches a person, open or running, in which one has a seat or which one hosts."""
    channel: int = 25
    """Open invitations in a channel."""
    tournaments: int = 5
    """Tournaments a person runs, from opening to the end."""
    invited: int = 20
    """Persons asked to one match at a time."""
    expire_days: int = 14
    """Days after which an invitation that nobody has filled is closed."""


USUAL = Caps()


def lock_joining(tx: Tx) -> None:
    """Keep everybody from coming into a match until this unit of work is over; who is just doing so has come then."""
    tx.facts.lock(LOCK, "")


def check_new(tx: Tx, caps: Caps, match: MatchRecord, users: tuple[UserId, ...]) -> None:
    """Raise Refusal if a match may not be added, in the unit of work that does so; ``users`` have its seats."""
    lock_joining(tx)
    for user in dict.fromkeys((match.host, *users)):
        _check_matches(tx, caps, UserId(user))
    if match.status is not Status.LOBBY:
        return
    if tx.matches.count_open(UserId(match.host)) >= caps.open:
        raise refuse("TOO_MANY_OPEN", "many_open", most=caps.open)
    if tx.matches.count_open_in(ChannelId(match.channel)) >= caps.channel:
        raise refuse("CHANNEL_FULL", "channel_full", most=caps.channel)


def check_joining(tx: Tx, caps: Caps, users: tuple[UserId, ...], *, match: MatchId) -> None:
    """Raise Refusal if those who have just got a seat in a match are in too many now; nothing is written then."""
    if not users:
        return
    lock_joining(tx)
    if tx.tournaments.find_pairing(match) is not None:
        return
    for user in users:
        if tx.matches.count_of_user(user) > caps.matches:
            raise refuse("TOO_MANY_MATCHES", "many_matches", most=caps.matches)


def check_hosting(tx: Tx, caps: Caps, user: UserId) -> None:
    """Raise Refusal if somebody may not run one more tournament, in the unit of work that opens it."""
    lock_joining(tx)
    if tx.tournaments.count_open(user) >= caps.tournaments:
        raise refuse("TOO_MANY_TOURNAMENTS", "many_events", most=caps.tournaments)


def _check_matches(tx: Tx, caps: Caps, user: UserId) -> None:
    if tx.matches.count_of_user(user) >= caps.matches:
        raise refuse("TOO_MANY_MATCHES", "many_matches", most=caps.matches)
