"""What the match waits for: plans, presses, a trade, the table's own moves and timers (S1)."""

from __future__ import annotations

from collections.abc import Iterator

from games.core.game import Ask, Window
from games.core.moves import Move
from games.core.seats import TABLE, AskId, Seat
from games.core.text import Arg, Text, raw, say
from games.grumpf.components import BOX
from games.grumpf.moves import (
    Again,
    Choose,
    Club,
    Count,
    Decline,
    Final,
    Flip,
    Go,
    HandIn,
    Hut,
    Idle,
    Judge,
    Late,
    Open,
    Place,
    Ready,
    Resolve,
    SetOut,
    Step,
    TakeOver,
    TimeUp,
    Trade,
    Warn,
)
from games.grumpf.rules.beats import drum_order, drummer
from games.grumpf.rules.racing import LATE, WARNINGS
from games.grumpf.state import Clan, Phase, State
from games.grumpf.words.names import clan_mark, clan_name

PLAN_VERBS = (Step, Final, HandIn, TakeOver, Idle)


def asks(state: State) -> tuple[Ask, ...]:
    """Return what is due, in the order in which it is resolved; () after the end."""
    return tuple(_ASKS[state.phase](state))


def _set_out(state: State) -> Iterator[Ask]:
    yield _table(state, "set_out", SetOut)


def _table(state: State, name: str, verb: type[Move], *, after: float | None = None, at_restart: bool = False) -> Ask:
    return Ask(
        id=AskId(f"{name}{state.clock}"),
        seat=TABLE,
        verbs=(verb,),
        after=after,
        at_restart=at_restart,
        live=state.mode == "live",
        text=say(f"grumpf.ask.{name.rstrip('.0123456789')}"),
    )


def _vote(state: State) -> Iterator[Ask]:
    for seat, clan in enumerate(state.clans):
        if not clan.vote:
            yield Ask(
                id=AskId(f"mode{state.clock}.{seat}"), seat=Seat(seat), verbs=(Choose,), text=say("grumpf.ask.mode")
            )


def _ready(state: State) -> Iterator[Ask]:
    number = state.round if state.set else state.round + 1
    for seat, clan in enumerate(state.clans):
        if not clan.ready:
            text = say("grumpf.ask.ready", round=number)
            yield Ask(id=AskId(f"ready{state.clock}.{seat}"), seat=Seat(seat), verbs=(Ready,), live=True, text=text)
        elif state.late:
            text = say("grumpf.ask.go", round=number)
            go = AskId(f"go{state.clock}.{seat}")
            yield Ask(id=go, seat=Seat(seat), verbs=(Go,), waits=False, live=True, text=text)
    if not state.late:
        yield _table(state, "late", Late, after=LATE)


def _count(state: State) -> Iterator[Ask]:
    yield _table(state, f"count{state.count}.", Count, after=1.0)
    yield _table(state, "again", Again, at_restart=True)


def _volley(state: State) -> Iterator[Ask]:
    """Ask for plans; when none is owed, the volley is played at once, whoever might still have planned (S1)."""
    owing = [seat for seat in range(state.players) if state.owes(seat)]
    may = [seat for seat, clan in enumerate(state.clans) if not (clan.sheltered or clan.handed)]
    first, last = max(state.volley[0], state.beat + 1), state.volley[1]
    text = say("grumpf.ask.plan", first=first, last=last) if first < last else say("grumpf.ask.plan_one", beat=last)
    for seat in may:
        yield Ask(
            id=AskId(f"plan{state.clock}.{seat}"),
            seat=Seat(seat),
            verbs=PLAN_VERBS,
            sealed=True,
            waits=seat in owing,
            text=text,
            private=_own_plan(state, state.clans[seat]),
        )
    if not owing:
        yield _table(state, "resolve", Resolve)


def _own_plan(state: State, clan: Clan) -> Text:
    """Return what is asked of a player: the next beat of her plan with its drum order, or what becomes of her draft."""
    made = len(clan.plan) if clan.planned else 0
    beat = state.beat + made + 1
    first, last = state.volley
    if clan.drafted:
        plan = raw(" ".join(clan.plan))
        return say("grumpf.ask.final" if clan.final else "grumpf.ask.draft", plan=plan, first=first, last=last)
    if beat > state.beats:
        return say("grumpf.ask.full")
    order = tuple(clan_name(state.clans[seat].code) for seat in drum_order(state, beat))
    if not clan.hand:
        return say("grumpf.ask.home", beat=beat, order=order)
    name = "grumpf.ask.beat" if beat <= last else "grumpf.ask.beyond"
    own: dict[str, Arg] = {"mark": clan_mark(clan.code), "clan": clan_name(clan.code), "code": clan.code}
    return say(name, beat=beat, order=order, last=last, **own)


def _hunt(state: State) -> Iterator[Ask]:
    window = fair_window(state)
    for seat, clan in enumerate(state.clans):
        if not clan.sheltered:
            yield Ask(
                id=AskId(f"hunt{state.clock}.{seat}"),
                seat=Seat(seat),
                verbs=(Place, Club, Hut, Flip),
                waits=False,
                window=window,
                live=True,
                text=say("grumpf.ask.hunt", round=state.round),
                private=_own_hunt(state, Seat(seat)),
            )
    limit = state.options.limit
    if not state.opened:
        yield _table(state, "open", Open, after=float(state.options.huts_after))
    for number, left in enumerate(WARNINGS):
        if state.warned <= number:
            yield _table(state, f"warn{left}.", Warn, after=float(limit - left))
    yield _table(state, "time_up", TimeUp, after=float(limit))
    yield _table(state, "again", Again, at_restart=True)


def fair_window(state: State) -> Window | None:
    """Return the fair window of a hunt (L6.3): drum order, the number of the window in place of the beat (A4.1)."""
    if not state.options.fair_window:
        return None
    first = drummer(state.first, turn=max(state.round, 1), beat=1, players=state.players)
    return Window(seconds=state.options.fair_window / 1000, first=Seat(first))


def _own_hunt(state: State, seat: Seat) -> Text:
    clan = state.clans[seat]
    left = len(clan.hand)
    own: dict[str, Arg] = {"mark": clan_mark(clan.code), "code": clan.code}
    if state.opened:
        return say("grumpf.ask.hunt_open", left=left, free=state.free_huts, **own)
    return say("grumpf.ask.hunt_closed", left=left, after=state.options.huts_after, **own)


def _judge(state: State) -> Iterator[Ask]:
    yield _table(state, "judge", Judge)


def _trade(state: State) -> Iterator[Ask]:
    assert state.trader is not None, "somebody may trade"
    yield Ask(
        id=AskId(f"trade{state.clock}"),
        seat=state.trader,
        verbs=(Trade, Decline),
        text=say("grumpf.ask.trade", seat=state.trader),
        private=say("grumpf.ask.your_trade"),
    )
    if state.mode == "live":
        yield _table(state, "time_up", TimeUp, after=float(BOX.live.trade_limit_s))


def _over(state: State) -> Iterator[Ask]:
    return iter(())


_ASKS = {
    Phase.SET_OUT: _set_out,
    Phase.VOTE: _vote,
    Phase.READY: _ready,
    Phase.COUNT: _count,
    Phase.VOLLEY: _volley,
    Phase.HUNT: _hunt,
    Phase.JUDGE: _judge,
    Phase.TRADE: _trade,
    Phase.OVER: _over,
}
