"""What happens when players' time is up: all overdue seats of a match are resolved in one change. Pure.

The rule, for a seat whose turn runs out:

1. An order kept for the last moment is played, and nothing was missed.
2. If the player has left the server, the seat is offered to others and the default move is made.
3. A player who has made no turn in the match yet gets the same time again, once. Meanwhile anybody can take the seat.
4. An excused miss is used up (two for each match, one comes back for eight turns made in time): the default move.
   In games with seasons it is made for the rest of the season at once, unless the player does anything (H₂Olland D.6).
5. Else the host's choice: the default move, a vote of the others, a computer player until the player is back, an open
   seat (the default move meanwhile), or the seat is lost.

Where the seat is lost at the second missed turn in a row, the first is all that is excused, and any turn made in time
brings it back.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import TypeAlias

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from bot.app.match import hosts
from bot.app.match.outcomes import ends_by, rank_timed_out
from bot.app.match.paces import Banked, Late, PerMove, late_of
from bot.app.match.proposals import put_proposal, without
from bot.app.match.state import MatchState
from bot.app.match.turn_runner import TurnRunner
from bot.app.runtime.members import NOBODY, LeftServer
from bot.app.timing.timekeeping import EXCUSES, REGAIN, Choice, Vote, again, in_time, prolong, use_excuse, vote_on
from db.clocks.records import ClockRecord, ProposalRecord
from db.ids import UserId
from db.records import PendingKind, PendingRecord, ProposalKind
from games.core.game import Outcome
from games.core.running.play import Cause, find_ask
from games.core.seats import AskId, Seat
from games.core.text import Text, say

LONGEST_VOTE = timedelta(days=1)
"""The others have at most this long to decide; then what most of them said counts, or the default move is made."""

SHORTEST_VOTE = timedelta(minutes=5)

ASKED = "app.late_vote"
"""The sentence that asks the others: the place of the match shows it with buttons."""

CHECK_IN_FROM = timedelta(hours=6)
"""With less time than this for the first turn nobody could be found meanwhile: no check-in."""

EXTEMPORE = "easy"
"""The level of computer player that sits in for a player, where a game has it."""


class TimeoutDecision(Struct, frozen=True, kw_only=True):
    """The match after its overdue seats were dealt with; ``late`` are the seats that ran out of time.

    ``words`` are said beside the board, each with whom it calls: the sentence that asks the others, which the place of
    the match shows with buttons, or that somebody has left.
    """

    table: MatchState
    late: frozenset[Seat] = frozenset()
    words: tuple[tuple[Text, tuple[UserId, ...]], ...] = ()
    outcome: Outcome | None = None


Answer: TypeAlias = Callable[[MatchState, TurnRunner, PendingRecord, datetime], MatchState]


def resolve(
    table: MatchState,
    play: TurnRunner,
    rows: Sequence[PendingRecord],
    now: datetime,
    *,
    gone: LeftServer = NOBODY,
) -> TimeoutDecision:
    """Answer turns that ran out, each by the rule; an earlier answer may make a later one pointless."""
    after, late, forfeits, words = table, [], [], []
    for row in rows:
        ask = find_ask(play.game, play.position.state, AskId(row.ask))
        if ask is None or ask.id in play.position.sealed:
            continue
        seat = Seat(row.seat)
        late.append(seat)
        if vote_on(after, row) is None and gone.users.intersection(after.users_of((seat,))):
            after, text = _vacate(after, seat, now, of_tournament=gone.of_tournament)
            play.say(text)
            words.append((text, after.users_of(voters(after, seat))))
            if not gone.of_tournament:
                after = _pass_on_host(after, play, seat)
            after = _move(after, play, row, now)
            continue
        choice = _decide(after, play, row, now)
        if choice is Late.FORFEIT and late_of(after.pace) is Late.TWICE and late.count(seat) > 1:
            choice = Late.MOVE  # several questions of one turn are missed at once
        if choice is Late.FORFEIT:
            forfeits.append(seat)
            continue
        after = _ANSWERS[choice](after, play, row, now)
    after, outcome = _lose_seats(after, play, forfeits)
    if late and outcome is None and not gone.of_tournament:
        after, _ = hosts.pass_on_host(after, play)
    if after.match.host != table.match.host:
        host = UserId(after.match.host)
        words.append((hosts.sentence(after, host), (host,)))
    fresh = [each for each in after.proposals if each not in table.proposals and each.kind is ProposalKind.TIMEOUT]
    return TimeoutDecision(
        table=after,
        late=frozenset(late),
        words=(*words, *(_ballot(after, proposal) for proposal in fresh)),
        outcome=outcome,
    )


def _decide(table: MatchState, play: TurnRunner, row: PendingRecord, now: datetime) -> Late | Choice | None:
    """What the rule says of one turn; None: the check-in."""
    seat = Seat(row.seat)
    clock = table.clock_of(seat)
    vote = vote_on(table, row)
    if vote is not None:
        return find_majority(vote, len(voters(table, seat))) or tally(vote)
    if clock is None or any(filed.seat == seat and filed.order.expired for filed in play.orders):
        return Late.MOVE
    if _checks_in(table, clock):
        return None
    late = late_of(table.pace)
    if late is Late.TWICE:
        return Late.FORFEIT if clock.excuses < EXCUSES else Choice.MOVE
    if clock.excuses > 0:
        return Choice.MOVE
    return late if late is not Late.COMPUTER or stand_in(table) is not None else Late.MOVE


def _with(table: MatchState, clock: ClockRecord) -> MatchState:
    return replace(table, clocks=tuple(clock if each.seat == clock.seat else each for each in table.clocks))


def _checks_in(table: MatchState, clock: ClockRecord) -> bool:
    """Whether the player has never come, was not waited for yet, and somebody else could be found meanwhile."""
    match table.pace:
        case Banked(bank=seconds, check_in=wanted) | PerMove(seconds=seconds, check_in=wanted):
            long = timedelta(seconds=seconds) >= CHECK_IN_FROM
        case _:
            return False
    first = clock.kept == 0 and not clock.vacant and clock.offered is None
    return wanted and long and first and not table.match.practice and len(table.seats) > 1


# --- Answers -------------------------------------------------------------------------------------------------


def _move(table: MatchState, play: TurnRunner, row: PendingRecord, now: datetime) -> MatchState:
    """Make the default move; an excused miss is used up."""
    ask = find_ask(play.game, play.position.state, AskId(row.ask))
    assert ask is not None, "the ask was found a moment ago"
    plays_order = any(filed.seat == row.seat and filed.order.expired for filed in play.orders)
    clock = table.clock_of(Seat(row.seat))
    if clock is None or plays_order:
        play.expire(ask)
        return table if clock is None else _with(table, _keep_clock(table, clock))
    if ask.group:
        play.say(say("app.late_away", seat=row.seat, match=table.match.id))
        play.away[ask.seat] = ask.group
    play.expire(ask)
    clock = replace(use_excuse(clock), season=ask.group, away=bool(ask.group))
    return _with(_without_vote(table, Seat(row.seat)), clock)


def _keep_clock(table: MatchState, clock: ClockRecord) -> ClockRecord:
    """The clock of a seat for which an order was played at the last moment: that breaks a row of missed turns.

    Who has stored one has come to the match.
    """
    clock = replace(clock, kept=max(clock.kept, 1))
    return replace(clock, excuses=EXCUSES) if late_of(table.pace) is Late.TWICE else clock


def _excuse(table: MatchState, play: TurnRunner, row: PendingRecord, now: datetime) -> MatchState:
    """Make the default move, and say how many more misses are excused where it matters."""
    clock = table.clock_of(Seat(row.seat))
    policy = late_of(table.pace)
    if policy is Late.TWICE:
        play.say(say("app.late_first", seat=row.seat))
    elif clock is not None and clock.excuses > 0 and policy is not Late.MOVE and vote_on(table, row) is None:
        play.say(say("app.late_excused", seat=row.seat, left=clock.excuses - 1))
    return _move(table, play, row, now)


def _vacate(table: MatchState, seat: Seat, now: datetime, *, of_tournament: bool) -> tuple[MatchState, Text]:
    """Put up the seat of somebody who has left the server; of one in a tournament its organizer decides."""
    clock = table.clock_of(seat)
    assert clock is not None, "only turns of people run out"
    text = "app.member_left_private" if table.match.private else "app.member_left"
    if of_tournament:
        return _with(table, replace(clock, vacant=True)), say("app.member_left_tournament", seat=seat)
    offered = replace(clock, vacant=True, offered=clock.offered or now)
    return _with(table, offered), say(text, seat=seat, match=table.match.id, number=seat + 1)


def _pass_on_host(table: MatchState, play: TurnRunner, seat: Seat) -> MatchState:
    """Let the next player be host in place of one who has left the server."""
    there = voters(table, seat)
    return hosts.make_host(table, play, there[0]) if there and table.match.host in table.users_of((seat,)) else table


def _check_in(table: MatchState, play: TurnRunner, row: PendingRecord, now: datetime) -> MatchState:
    """Wait once more, and put the seat up meanwhile; in a private match only for who is invited to it."""
    seat = Seat(row.seat)
    clock = table.clock_of(seat)
    assert clock is not None, "only seats of people check in"
    text = "app.check_in_private" if table.match.private else "app.check_in"
    play.say(say(text, seat=seat, match=table.match.id, number=seat + 1))
    return prolong(_with(table, replace(clock, vacant=True, offered=now)), seat, now)


def _open(table: MatchState, play: TurnRunner, row: PendingRecord, now: datetime) -> MatchState:
    """Put the seat up, once, and make the default move meanwhile."""
    clock = table.clock_of(Seat(row.seat))
    if clock is not None and clock.offered is None:
        text = "app.late_open_private" if table.match.private else "app.late_open"
        play.say(say(text, seat=row.seat, match=table.match.id, number=row.seat + 1))
        table = _with(table, replace(clock, offered=now, vacant=True))
    return _move(table, play, row, now)


def _computer(table: MatchState, play: TurnRunner, row: PendingRecord, now: datetime) -> MatchState:
    """Let a computer player think for the seat until its player is back."""
    level = stand_in(table)
    clock = table.clock_of(Seat(row.seat))
    if level is None or clock is None:
        return _move(table, play, row, now)
    play.say(say("app.late_computer", seat=row.seat, match=table.match.id))
    return _with(_without_vote(table, Seat(row.seat)), replace(clock, stand_in=level))


def _ask_others(table: MatchState, play: TurnRunner, row: PendingRecord, now: datetime) -> MatchState:
    """Let the others vote; where nobody is there to vote, make the default move."""
    seat = Seat(row.seat)
    if not voters(table, seat):
        return _move(table, play, row, now)
    length = min(max(again(table.pace) / 2, SHORTEST_VOTE), LONGEST_VOTE)
    play.say(ask_text(table, seat, row.ask))
    data = msgspec.json.encode(Vote(row.ask, length.total_seconds()))
    kind = ProposalKind.TIMEOUT
    proposal = ProposalRecord(match=table.match.id, kind=kind, seat=seat, mover=seat, yes=(), data=data, at=now)
    return replace(table, proposals=put_proposal(table, proposal))


def ask_text(table: MatchState, seat: Seat, ask: str) -> Text:
    """Return the sentence that asks the others what is to become of a seat."""
    return say(ASKED, seat=seat, match=table.match.id, number=seat + 1, ask=ask)


def _ballot(table: MatchState, proposal: ProposalRecord) -> tuple[Text, tuple[UserId, ...]]:
    """The sentence that asks the others, and who they are."""
    seat = Seat(proposal.mover)
    vote = msgspec.json.decode(proposal.data, type=Vote)
    return ask_text(table, seat, vote.ask), table.users_of(voters(table, seat))


def _wait(table: MatchState, play: TurnRunner, row: PendingRecord, now: datetime) -> MatchState:
    """Give the player more time, as the others have decided."""
    play.say(say("app.late_wait", seat=row.seat))
    return prolong(_without_vote(table, Seat(row.seat)), row.seat, now)


_ANSWERS: dict[Late | Choice | None, Answer] = {
    None: _check_in,
    Late.MOVE: _move,
    Late.VOTE: _ask_others,
    Late.COMPUTER: _computer,
    Late.OPEN: _open,
    Choice.WAIT: _wait,
    Choice.MOVE: _excuse,
    Choice.OPEN: _open,
    Choice.COMPUTER: _computer,
}


def _lose_seats(table: MatchState, play: TurnRunner, seats: Sequence[Seat]) -> tuple[MatchState, Outcome | None]:
    """Let seats be lost together; the match ends where nobody is left to play it out."""
    if not seats:
        return table, None
    ply = table.match.ply + 1
    after = replace(table, seats=tuple(replace(row, resigned=ply) if row.seat in seats else row for row in table.seats))
    for seat in seats:
        play.say(say("app.late_forfeit", seat=seat))
    if ends_by(after, [row for row in after.seats if row.resigned is None]):
        return after, rank_timed_out(table, play, seats)
    play.resigned = after.resigned
    play.orders = [filed for filed in play.orders if filed.seat not in seats]
    return after, None


# --- Votes -----------------------------------------------------------------------------------------------------


def voters(table: MatchState, about: Seat) -> tuple[Seat, ...]:
    """Return the seats that decide about another: of people who are there, the player's own other seats left out."""
    user = next((row.user for row in table.seats if row.seat == about), None)
    away = {clock.seat for clock in table.clocks if clock.stand_in is not None or clock.vacant}
    return tuple(
        Seat(row.seat)
        for row in table.seats
        if row.user is not None and row.user != user and row.resigned is None and row.seat not in away
    )


def find_majority(vote: Vote, voters: int) -> Choice | None:
    """Return what more than half of the voters have said, if they have."""
    said = list(vote.said.values())
    return next((choice for choice in Choice if said.count(choice) * 2 > voters), None)


def tally(vote: Vote) -> Choice:
    """Return what most of those said who said something; the default move where that is nobody or no single one."""
    said = list(vote.said.values())
    most = max((said.count(choice) for choice in Choice), default=0)
    best = [choice for choice in Choice if most and said.count(choice) == most]
    return best[0] if len(best) == 1 else Choice.MOVE


def vote(table: MatchState, seat: Seat, by: Sequence[Seat], choice: Choice) -> MatchState:
    """Note what voters say about a seat; the last word of each counts."""
    proposals = []
    for proposal in table.proposals:
        if proposal.kind is ProposalKind.TIMEOUT and proposal.seat == seat:
            vote = msgspec.json.decode(proposal.data, type=Vote)
            vote = replace(vote, said={**vote.said, **dict.fromkeys(map(int, by), choice)})
            proposal = replace(proposal, yes=tuple(sorted(vote.said)), data=msgspec.json.encode(vote))
        proposals.append(proposal)
    return replace(table, proposals=tuple(proposals))


def _without_vote(table: MatchState, seat: Seat) -> MatchState:
    return replace(table, proposals=without(table, ProposalKind.TIMEOUT, seat))


def votes_left(table: MatchState, rows: Sequence[PendingRecord]) -> tuple[ProposalRecord, ...]:
    """Return the proposals without votes about turns that are not asked any more."""
    return tuple(
        proposal
        for proposal in table.proposals
        if proposal.kind is not ProposalKind.TIMEOUT
        or any(vote_on(table, row) is not None and row.seat == proposal.seat for row in rows)
    )


# --- Coming back -----------------------------------------------------------------------------------------------


def stand_in(table: MatchState) -> str | None:
    """Return the level of computer player that can sit in for somebody; None: the game has none."""
    known = sorted(table.game.bots.players())
    return EXTEMPORE if EXTEMPORE in known else next(iter(known), None)


def return_seat(table: MatchState, seat: Seat, now: datetime) -> MatchState:
    """Let the player of a seat look after it again: the computer player goes, an offer by the clock is taken back."""
    clock = table.clock_of(seat)
    if clock is None or not (clock.stand_in is not None or clock.vacant or clock.away):
        return table
    increment = round(table.pace.increment * 1000) if isinstance(table.pace, Banked) else 0
    left = clock.left if clock.stand_in is None else max(clock.left, increment)
    rows = tuple(
        replace(row, since=now, due=None) if row.seat == seat and row.kind is PendingKind.COMPUTER else row
        for row in table.pending
    )
    offered = None if clock.vacant else clock.offered
    back = replace(clock, stand_in=None, vacant=False, away=False, offered=offered, left=left)
    return replace(_with(table, back), pending=rows)


def note_arrival(
    table: MatchState,
    play: TurnRunner,
    rows: Sequence[PendingRecord],
    *,
    late: frozenset[Seat],
    clocks: Sequence[ClockRecord],
) -> tuple[ClockRecord, ...]:
    """Return the clocks, those of seats that have made a turn in time counted, with the season of that turn.

    A default move is none, be it made at once for who is away, or handed in secretly and shown later.
    """
    defaults = {each.ask for part in play.stretches for each in part.entries if each.cause is Cause.FALLBACK}
    gone = defaults | {row.ask for row in rows if row.is_ask}
    made = {row.seat: row.ask for row in table.pending if row.kind is PendingKind.SEAT and row.ask not in gone}
    there = {seat for seat in made if Seat(seat) not in late and Seat(seat) not in table.resigned}
    seasons = {ask.id: ask.group for ask in table.seat_asks()} if there else {}
    regain = 1 if late_of(table.pace) is Late.TWICE else REGAIN
    return tuple(
        replace(in_time(clock, regain=regain), season=seasons.get(AskId(made[clock.seat]), ""), away=False)
        if clock.seat in there
        else clock
        for clock in clocks
    )
