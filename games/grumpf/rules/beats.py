"""Beats: drum order, phases, alternatives (A3 to A5, A10)."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from games.core.game import Event
from games.core.seats import Seat
from games.core.text import say, sentences
from games.grumpf.deeds import Deed, Do, Step, read_step
from games.grumpf.rules.hunting import fault, hut_fault, perform, with_clan
from games.grumpf.state import Clan, Did, Ending, Failed, State
from games.grumpf.words.steps import tell_failed

PHASES = (Do.HUT, Do.PLACE, Do.CLUB)
"""The order within a beat (A3.1); the data file's ``phase_order``."""

_HOLD: Step = (Deed(Do.HOLD),)
_HOME: Step = (Deed(Do.HUT),)


class Beat(Struct, frozen=True):
    """What came of one beat, or of several: deeds in the order they happened, then the holds in drum order."""

    state: State
    did: tuple[Did, ...] = ()
    events: tuple[Event, ...] = ()


def drummer(first: int, *, turn: int, beat: int, players: int) -> int:
    """Return the seat that drums in a beat of a round, both counted from 1 (A4.1)."""
    return (first + turn - 1 + beat - 1) % players


def drum_order(state: State, beat: int) -> tuple[Seat, ...]:
    """Return the seats in the order in which they act in a beat of this round (A4.1)."""
    start = drummer(state.first, turn=max(state.round, 1), beat=beat, players=state.players)
    return tuple(Seat((start + step) % state.players) for step in range(state.players))


def step_of(state: State, seat: int) -> Step:
    """Return what a player does in the next beat: her plan's step, else home without tokens, else hold (A10.1)."""
    clan = state.clans[seat]
    if clan.plan:
        return read_step(clan.plan[0]) or _HOLD
    return _HOME if not clan.hand and hut_fault(state, seat, "") is None else _HOLD


class _Turn:
    """One player's step in the beat under way."""

    def __init__(self, seat: int, step: Step) -> None:
        self.seat = seat
        self.left = step
        self.failed: tuple[Failed, ...] = ()
        self.acted = False


class _Playing:
    """The beat under way: its state, and what was done in it."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.beat = state.beat + 1
        self.did: list[Did] = []
        self.events: list[Event] = []

    def try_choices(self, turn: _Turn, phase: Do) -> None:
        """Try the choices whose phase has come, until one is possible (A5.1, A5.2)."""
        while turn.left and not turn.acted:
            deed = turn.left[0]
            if deed.do is Do.HOLD:
                turn.left = ()
            elif PHASES.index(deed.do) > PHASES.index(phase):
                return
            elif (why := fault(self.state, turn.seat, deed)) is None:
                self.perform(turn, deed)
            else:
                turn.failed = (*turn.failed, Failed(self.beat, str(deed), why.text))
                turn.left = turn.left[1:]

    def perform(self, turn: _Turn, deed: Deed) -> None:
        """Do what is possible."""
        happened = perform(self.state, turn.seat, deed, at=self.beat)
        self.state = happened.state
        self.did.append(Did(self.beat, self.state.clans[turn.seat].code, happened.text))
        self.events.append(Event(happened.told))
        turn.acted = True


def play_beat(state: State) -> Beat:
    """Play the next beat; the hunt is over if it took the last hut, or was the last one (A3.2, A9)."""
    playing = _Playing(state)
    order = drum_order(state, playing.beat)
    turns = [_Turn(seat, step_of(state, seat)) for seat in order if not state.clans[seat].sheltered]
    for phase in PHASES:
        for turn in turns:
            if not turn.acted and playing.state.free_huts:
                playing.try_choices(turn, phase)
    for turn in turns:
        if not turn.acted:
            playing.perform(turn, Deed(Do.HOLD))
    after = playing.state
    for turn in turns:
        clan = after.clans[turn.seat]
        after = with_clan(after, turn.seat, replace(clan, plan=clan.plan[1:], failed=(*clan.failed, *turn.failed)))
    ended: Ending = "" if after.free_huts else "huts"
    if not ended and playing.beat >= state.beats:
        ended = "beats"
    return Beat(replace(after, beat=playing.beat, ended=ended), tuple(playing.did), tuple(playing.events))


def play_volley(state: State) -> Beat:
    """Play the beats of the volley, or up to the end of the hunt (A1.3, A9.1), with a private report of failures."""
    last = state.volley[1]
    clear = tuple(replace(clan, failed=()) for clan in state.clans)
    beat = Beat(replace(state, clans=clear))
    while beat.state.beat < last and not beat.state.ended:
        played = play_beat(beat.state)
        beat = Beat(played.state, (*beat.did, *played.did), (*beat.events, *played.events))
    reports = tuple(_report(Seat(seat), clan) for seat, clan in enumerate(beat.state.clans) if clan.failed)
    clans = tuple(replace(clan, planned=False, handed=False) for clan in beat.state.clans)
    after = replace(beat.state, clans=clans, last=beat.did)
    return Beat(after, beat.did, (*beat.events, *reports))


def _report(seat: Seat, clan: Clan) -> Event:
    """Tell a player which of her choices failed and why (A2.5)."""
    return Event(say("grumpf.log.failed", seat=seat, lines=sentences(*map(tell_failed, clan.failed))), (seat,))
