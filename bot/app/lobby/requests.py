"""Reading what a host wants: options, seats, computer players; and the first rows of a match."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

import msgspec
from msgspec.structs import replace

from bot.app.changes import outbox
from bot.app.changes.change import Change
from bot.app.changes.outbox import Kind
from bot.app.changes.server_rules import server_values
from bot.app.changes.writing import write
from bot.app.lobby.rule_options import check_effect, terms_of
from bot.app.lobby.starting import check_seats, hash_of
from bot.app.match.paces import Banked, Late, NoPace, Pace, PerMove, late_of
from bot.app.match.records import Actor, MatchRequest, Place
from bot.app.match.state import MatchState
from bot.app.runtime.library import Library
from bot.app.runtime.refusals import refuse
from bot.app.timing import scheduled_starts
from bot.app.views.lists import MOST_LISTED
from db.ids import MatchId, UserId
from db.records import InviteRecord, MatchRecord, PersonRecord, SeatRecord, Status
from db.tx import Tx
from games.core.contract import AnyGame
from games.core.game import Options
from games.core.input.forms import read_values, show
from games.core.moves import Value, fields_of
from games.core.options import Terms, anyones, effective, without_effect
from games.core.text import phrase

LONGEST_TURN = 60 * 60 * 24 * 60
"""Seconds: no pace is slower than sixty days a turn."""

SHORTEST_TURN = 30
"""Seconds: nobody can read a board in less."""

LONGEST_GRACE = 60 * 60
"""Seconds for which the table may be held back after a turn."""


def against_computer(game: str, level: str) -> MatchRequest:
    """Return the wish for a practice match against one computer player."""
    return MatchRequest(game=game, seats=2, practice=True, pace=NoPace(), computers=(level,))


def table(
    library: Library,
    wish: MatchRequest,
    host: Actor,
    *,
    place: Place,
    now: datetime,
    seed: bytes,
) -> MatchState:
    """Return the match as it is wanted, not stored yet (number 0); raises Refusal for what cannot be had."""
    game = library.game(wish.game)
    codec = library.codec(wish.game)
    chosen = options(game, wish.options)
    _check(game, wish, host)
    check_effect(chosen, terms_of(wish.pace, wish.seats))
    record = _record(game, wish, host, place=place, now=now)
    record = replace(record, options=codec.encode(chosen), seed_hash=hash_of(seed))
    made = MatchState(
        match=record,
        game=game,
        codec=codec,
        options=chosen,
        pace=wish.pace,
        seed=seed,
        seats=_seats(wish, host, now),
        people={host.user: PersonRecord(user=host.user, name=host.name, zone=None, prefs=b"{}", seen=now)},
        invites=tuple(
            InviteRecord(match=MatchId(0), user=guest.user, kept=wish.keep, at=now)
            for guest in dict.fromkeys(wish.invite)
        ),
    )
    if wish.starts is None:
        return made
    scheduled_starts.check_time(wish.starts, now)
    return replace(made, pending=scheduled_starts.announce_start(made, wish.starts))


def _record(game: AnyGame, wish: MatchRequest, host: Actor, *, place: Place, now: datetime) -> MatchRecord:
    """The match's row as far as it follows from the wish alone."""
    return MatchRecord(
        id=MatchId(0),
        version=1,
        game=wish.game,
        rules_number=game.spec.rules_number,
        state_number=game.spec.state_number,
        status=Status.LOBBY,
        seats=wish.seats,
        options=b"{}",
        pace=msgspec.json.encode(wish.pace),
        private=wish.private,
        practice=wish.practice,
        host=host.user,
        guild=place.guild,
        channel=place.channel,
        thread=None,
        ply=0,
        seed_hash="",
        outcome=None,
        rematch_of=None,
        created=now,
        started=None,
        finished=None,
        moved=now,
        undo=wish.undo,
        guided=wish.guided,
        closed=wish.closed,
    )


def options(game: AnyGame, words: Mapping[str, Value], base: Options | None = None) -> Options:
    """Read rule options by name over the defaults (or over ``base``); raises Refusal naming the bad one."""
    kind = game.spec.options
    known = tuple(info.name for info in fields_of(kind))
    unknown = [name for name in words if name not in known]
    if unknown:
        raise refuse("NO_OPTION", "no_option", name=unknown[0], known=known)
    values = read_values(kind, {name: show(value) for name, value in words.items()})
    return kind(**values) if base is None else replace(base, **values)


def select_effective(game: AnyGame, words: Mapping[str, Value], terms: Terms) -> dict[str, Value]:
    """Return those of the options by name that have an effect in a match; raises Refusal as ``options`` does."""
    idle = {info.name for info, _ in without_effect(options(game, words), terms)}
    return {name: value for name, value in words.items() if name not in idle}


def check_level(game: AnyGame, level: str) -> None:
    """Raise Refusal if the game has no computer player of the level."""
    known = tuple(game.bots.players())
    if level not in known:
        raise refuse("NO_LEVEL", "no_level" if known else "no_computers", level=level, known=tuple(map(phrase, known)))


def check_pace(pace: Pace) -> None:
    """Raise Refusal for a pace beyond reason."""
    if not 0 <= pace.grace <= LONGEST_GRACE:
        raise refuse("PACE", "bad_grace", most=LONGEST_GRACE // 60)
    match pace:
        case PerMove(seconds=seconds):
            times = [seconds]
        case Banked(bank=bank, increment=increment, cap=cap):
            times = [bank, increment, cap, cap if cap >= bank + increment else 0]
        case _:
            times = []
    if not all(SHORTEST_TURN <= seconds <= LONGEST_TURN for seconds in times):
        raise refuse("PACE", "bad_pace", least=SHORTEST_TURN, most=LONGEST_TURN // 86400)


def _check(game: AnyGame, wish: MatchRequest, host: Actor) -> None:
    check_seats(game, wish.seats)
    check_pace(wish.pace)
    _check_late(game, wish)
    for level in wish.computers:
        check_level(game, level)
    if len({guest.user for guest in wish.invite}) < len(wish.invite) or host in wish.invite:
        raise refuse("INVITED_TWICE", "invited_twice")
    taken = wish.join + len(wish.computers) + (len(wish.invite) if wish.keep else 0)
    if taken > wish.seats:
        raise refuse("TOO_MANY", "too_many_seats", seats=wish.seats, taken=taken)


def _check_late(game: AnyGame, wish: MatchRequest) -> None:
    """Raise Refusal for what cannot happen in this match when time is up."""
    if late_of(wish.pace) is Late.COMPUTER and not game.bots.players():
        raise refuse("NO_COMPUTER", "no_stand_in", title=game.spec.title)


def _seats(wish: MatchRequest, host: Actor, now: datetime) -> tuple[SeatRecord, ...]:
    players: list[tuple[UserId | None, str | None]] = [(host.user, None)] if wish.join else []
    players += [(None, level) for level in wish.computers]
    return tuple(
        SeatRecord(match=MatchId(0), seat=number, user=user, level=level, resigned=None, joined=now)
        for number, (user, level) in enumerate(players)
    )


def again(table: MatchState, host: Actor) -> MatchRequest:
    """Return the wish for the same match again: seats kept for the other people, the same computer players.

    Options about single seats start as usual, since seats are taken anew.
    """
    chosen = anyones(effective(table.options, terms_of(table.pace, table.match.seats)))
    people = [seat.user for seat in table.seats if seat.user is not None]
    guests = [user for user in dict.fromkeys(people) if user != host.user]
    return MatchRequest(
        game=table.match.game,
        seats=table.match.seats,
        options={info.name: getattr(chosen, info.name) for info in fields_of(type(chosen))},
        pace=table.pace,
        private=table.match.private,
        practice=table.match.practice,
        undo=table.match.undo,
        closed=table.match.closed,
        invite=tuple(Actor(user, table.people[user].name, table.match.guild) for user in guests),
        computers=tuple(seat.level for seat in table.seats if seat.level is not None),
    )


def write_new(tx: Tx, table: MatchState, change: Change, made: MatchRecord, now: datetime) -> None:
    """Write what goes with a match that has just been given its number."""
    number = made.id
    seats = tuple(replace(seat, match=number) for seat in change.seats or ())
    invites = tuple(replace(invite, match=number) for invite in change.invites or ())
    pending = change.pending and tuple(replace(row, match=number) for row in change.pending)
    post = (outbox.row(change.match, Kind.OPEN, now=now),) if _has_post(tx, change.match) else ()
    stored = replace(
        change,
        match=replace(change.match, id=number),
        seats=seats,
        invites=invites,
        pending=pending,
        notices=tuple(replace(row, match=number) for row in (*change.notices, *post)),
    )
    write(tx, replace(table, match=made), stored, actor=None, key=None, now=now)


def _has_post(tx: Tx, match: MatchRecord) -> bool:
    """Whether a match that waits for players does so in a post of its server's forum, which lists it to everyone."""
    if match.status is not Status.LOBBY or match.guild is None or match.private:
        return False
    values = server_values(tx, match.guild)
    return bool(values["threads"] and values["forum"])


def place_to_open(tx: Tx, place: Place) -> Place:
    """Return where something new is opened: of the thread of a match the channel that match was opened in."""
    for record in tx.matches.in_channel(place.channel, most=MOST_LISTED):
        if record.thread == place.channel:
            return Place(record.guild, record.channel)
    return place
