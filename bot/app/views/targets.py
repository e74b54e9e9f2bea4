"""Which match a command is about where the player does not name one: one rule for all commands. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from enum import Enum, IntEnum, auto

from msgspec import Struct

from bot.app.match.records import MatchLine
from db.ids import ChannelId
from db.records import Status

Sees = Callable[[ChannelId], bool]
"""Whether a person may look into a channel of the server they are in."""


def everywhere(channel: ChannelId) -> bool:
    """See every channel."""
    return True


_LAST = datetime(9999, 1, 1, tzinfo=UTC)


class Role(Enum):
    """Who can use a command, by what the person is to the match."""

    ANYONE = auto()
    """Anyone who may see the match; their own come first."""
    PLAYER = auto()
    HOST = auto()
    GUEST = auto()
    """Players who are invited."""
    NEWCOMER = auto()
    """Players without a seat in it."""
    SUBSTITUTE = auto()
    """Players without a seat in it, while one is offered."""
    STAFF = auto()
    """Who manages the server: their own matches do not come first."""


class Nearness(IntEnum):
    """Where a match is, seen from the place of a command."""

    THREAD = 0
    """This is its own thread."""
    CHANNEL = 1
    """It is played, or open, in this channel itself."""
    BELOW = 2
    """It was opened in this channel and is played in a thread."""
    SERVER = 3
    ELSEWHERE = 4


class Target(Struct, frozen=True, kw_only=True):
    """The matches that a command makes sense on, as it declares them.

    ``game``: only matches of that game ("": of any). ``statuses`` are in order of preference. ``turn``: it is about the
    player's turn, so that matches waiting for the player come first; what goes on between turns or cannot be taken back
    asks instead. ``practice``: it is for practice matches, so that these come before others of the same place.
    """

    game: str = ""
    statuses: tuple[Status, ...]
    role: Role = Role.ANYONE
    turn: bool = False
    practice: bool = False


ANY = Target(statuses=(Status.RUNNING, Status.LOBBY, Status.FINISHED, Status.CANCELLED), turn=True)
"""Looking at a match, whatever has become of it."""
BOARD = Target(statuses=(Status.RUNNING, Status.FINISHED), turn=True)
"""Looking at what was played: finished matches too."""
OVER = Target(statuses=(Status.FINISHED,))
"""Looking back at a match."""
OWN_BOARD = Target(statuses=(Status.RUNNING, Status.FINISHED), role=Role.PLAYER, turn=True)
TURN = Target(statuses=(Status.RUNNING,), role=Role.PLAYER, turn=True)
"""Making one's turn."""
PRACTICE_TURN = Target(statuses=(Status.RUNNING,), role=Role.PLAYER, turn=True, practice=True)
"""Being advised what to play."""
PLAYING = Target(statuses=(Status.RUNNING,), role=Role.PLAYER)
"""What a player does beside the turn: plans, pauses, taking back, resigning."""
LEADING = Target(statuses=(Status.RUNNING,), role=Role.HOST)
OPEN_HOST = Target(statuses=(Status.LOBBY,), role=Role.HOST)
OPEN_PLAYER = Target(statuses=(Status.LOBBY,), role=Role.PLAYER)
LEAVE = Target(statuses=(Status.LOBBY, Status.RUNNING), role=Role.PLAYER)
"""Giving a seat back; in a running match it says how else one leaves."""
JOIN = Target(statuses=(Status.LOBBY,), role=Role.NEWCOMER)
DECLINE = Target(statuses=(Status.LOBBY, Status.RUNNING), role=Role.GUEST)
HOSTING = Target(statuses=(Status.LOBBY, Status.RUNNING), role=Role.HOST)
WATCHABLE = Target(statuses=(Status.RUNNING, Status.LOBBY), role=Role.NEWCOMER)
"""Following what others play."""
NOTED = Target(statuses=(Status.RUNNING, Status.LOBBY, Status.FINISHED), role=Role.PLAYER)
"""What a player writes down about a match, also after its end."""
SEATED = Target(statuses=(Status.RUNNING, Status.LOBBY), role=Role.PLAYER)
"""What a player sets for one match."""
REMATCH = Target(statuses=(Status.FINISHED,), role=Role.PLAYER)
SUBSTITUTE = Target(statuses=(Status.RUNNING,), role=Role.SUBSTITUTE)
STAFF = Target(statuses=(Status.RUNNING,), role=Role.STAFF)
STAFF_OPEN = Target(statuses=(Status.LOBBY, Status.RUNNING), role=Role.STAFF)


class Candidate(Struct, frozen=True, kw_only=True):
    """A match that the person may see, and what it is to them; ``channel`` is the one it was opened in."""

    line: MatchLine
    nearness: Nearness
    channel: ChannelId
    private: bool = False
    practice: bool = False
    player: bool = False
    host: bool = False
    guest: bool = False
    offered: bool = False
    """A seat of it is open for a replacement, to this person."""

    @property
    def is_own(self) -> bool:
        """Whether the person has to do with it."""
        return self.player or self.host or self.guest

    @property
    def is_here(self) -> bool:
        """Whether it belongs to the place of the command."""
        return self.nearness <= Nearness.BELOW


def resolve(candidates: Iterable[Candidate], target: Target) -> tuple[Candidate, ...]:
    """Return the matches that may be meant, best first: one is meant, several are to be chosen from, none fits.

    In its own thread a match is meant, unless it is of another game than the command. Else: those of this channel that
    the command makes sense on; where there are none, the person's own elsewhere; then others of the server. They are
    narrowed by what is running, the person's seat, the person's turn, and this very channel, in this order. Where none
    fits but one match is here, that one is returned, so that its refusal says what is wrong.
    """
    known = tuple(candidates)
    of_game = tuple(one for one in known if target.game in ("", one.line.game))
    thread = tuple(one for one in of_game if one.nearness is Nearness.THREAD)
    if thread:
        return thread
    ordered = find_targets(of_game, target)
    if ordered:
        best = _rank(ordered[0], target)
        return tuple(one for one in ordered if _rank(one, target) == best)
    in_status = tuple(one for one in of_game if one.line.status in target.statuses)
    return _only_here(in_status) or _only_here(of_game) or _only_here(known)


def find_targets(candidates: Iterable[Candidate], target: Target) -> tuple[Candidate, ...]:
    """Return those that the command makes sense on, best first: all that completion may offer."""
    found = (one for one in candidates if target.game in ("", one.line.game) and _fits(one, target))
    return tuple(sorted(found, key=lambda one: (_rank(one, target), _urgency(one))))


def _fits(one: Candidate, target: Target) -> bool:
    if one.line.status not in target.statuses:
        return False
    match target.role:
        case Role.ANYONE | Role.STAFF:
            return True
        case Role.PLAYER:
            return one.player
        case Role.HOST:
            return one.host
        case Role.GUEST:
            return one.guest
        case Role.NEWCOMER:
            return not one.player and (one.guest or not one.private)
        case Role.SUBSTITUTE:
            return not one.player and one.offered


def _rank(one: Candidate, target: Target) -> tuple[int, ...]:
    """Return what narrows, in order; the least is meant."""
    by_person = target.role is not Role.STAFF
    return (
        0 if one.is_here else 1 if one.is_own and by_person else 2,
        target.statuses.index(one.line.status),
        0 if one.practice or not target.practice else 1,
        0 if (one.player or one.guest) and by_person else 1,
        0 if one.line.yours and target.turn else 1,
        min(one.nearness, Nearness.SERVER),
    )


def _urgency(one: Candidate) -> tuple[datetime, int]:
    """Return the order among equals: the first deadline, then the newest match."""
    return (one.line.due if one.line.yours and one.line.due else _LAST, -one.line.match)


def _only_here(candidates: Sequence[Candidate]) -> tuple[Candidate, ...]:
    here = tuple(one for one in candidates if one.is_here)
    return here if len(here) == 1 else ()
