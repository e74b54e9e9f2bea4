"""What a checked move leads to."""

from __future__ import annotations

from msgspec.structs import replace

from games.core.game import Barrier, Event, Step, Undo
from games.core.moves import Move
from games.core.rng import Rng
from games.core.seats import Seat
from games.core.text import say
from games.grumpf import moves
from games.grumpf.rules import racing, trading
from games.grumpf.rules.beats import play_volley
from games.grumpf.rules.flow import close_round, count_votes, finish_hunt, phase, set_out
from games.grumpf.rules.hunting import with_clan
from games.grumpf.rules.planning import add_step, hand_in, take_over
from games.grumpf.state import Phase, State


def play(state: State, seat: Seat, move: Move, rng: Rng) -> Step[State]:
    """Play a move of a seat or of the table."""
    if seat < 0:
        return _table(state, move, rng)
    return _plan(state, seat, move) or _race(state, seat, move) or _other(state, seat, move)


def _plan(state: State, seat: Seat, move: Move) -> Step[State] | None:
    match move:
        case moves.Step():
            return Step(add_step(state, seat, move.text))
        case moves.Final():
            return Step(with_clan(state, seat, replace(state.clans[seat], final=True)))
        case moves.HandIn():
            return Step(hand_in(state, seat))
        case moves.TakeOver():
            return Step(take_over(state, seat, move.steps))
        case moves.Idle():
            return Step(take_over(state, seat, ()))
    return None


def _race(state: State, seat: Seat, move: Move) -> Step[State] | None:
    match move:
        case moves.Place() | moves.Club() | moves.Hut():
            return racing.act(state, seat, move)
        case moves.Flip():
            return racing.flip(state, seat, move)
        case moves.Ready():
            return racing.make_ready(state, seat)
        case moves.Go():
            return racing.go(state, seat)
    return None


def _other(state: State, seat: Seat, move: Move) -> Step[State]:
    if isinstance(move, moves.Choose):
        voted = with_clan(state, seat, replace(state.clans[seat], vote=move.mode))
        counted = count_votes(voted)
        return Step(counted.state, (Event(say(f"grumpf.log.vote_{move.mode}", seat=seat)), *counted.events))
    if isinstance(move, moves.Trade):
        line, told = trading.trade_line(state.clans[seat].code, move), trading.tell_trade(state, seat, move)
        traded = trading.exchange(state, seat, move)
        judged = None if traded.judged is None else replace(traded.judged, trade=line)
        return _close(replace(traded, judged=judged), Event(told))
    return _close(state, Event(say("grumpf.log.declined", round=state.round, seat=seat)))


def _close(state: State, told: Event) -> Step[State]:
    after, more = close_round(state)
    return Step(after, (told, *more), undo=Undo.NEVER)


def _judge(state: State) -> Step[State]:
    """Judge the boards; once they are, go on to the next hunt."""
    if not state.is_judged:
        return finish_hunt(state)
    after, more = close_round(state)
    return Step(after, more, Barrier.SECRET, Undo.NEVER)


def _table(state: State, move: Move, rng: Rng) -> Step[State]:
    match move:
        case moves.SetOut():
            return set_out(state, rng)
        case moves.Resolve():
            volley = play_volley(state)
            ended = volley.state.ended
            after = phase(volley.state, Phase.JUDGE if ended else Phase.VOLLEY)
            return Step(after, volley.events, Barrier.SECRET, Undo.NEVER)
        case moves.Judge():
            return _judge(state)
        case moves.Late():
            return racing.allow_go(state)
        case moves.Count():
            return racing.count_down(state)
        case moves.Open():
            return racing.open_huts(state)
        case moves.Warn():
            return racing.warn(state)
        case moves.Again():
            return racing.again(state)
        case moves.TimeUp() if state.phase is Phase.TRADE and state.trader is not None:
            return _close(state, Event(say("grumpf.log.declined", round=state.round, seat=state.trader)))
    return racing.stop(state)
