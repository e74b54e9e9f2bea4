"""The live hunt: getting ready, the countdown, actions as they come, huts, time (section 5)."""

from __future__ import annotations

from msgspec.structs import replace

from games.core.errors import IllegalMove
from games.core.game import Barrier, Event, Step, Undo
from games.core.seats import Seat
from games.core.text import say
from games.grumpf.components import BOARDS, CLUB, other_face
from games.grumpf.deeds import Deed, Do
from games.grumpf.moves import Club, Flip, Hut, Place
from games.grumpf.rules.flow import as_thrown, open_hunt, phase
from games.grumpf.rules.hunting import fault, find_target, hunt_fault, perform, with_clan
from games.grumpf.state import Did, Phase, State
from games.grumpf.words.names import refusal, token_name

WARNINGS = (30, 10)
"""Seconds left when the players are warned (L4.2)."""

LATE = 60.0
"""Seconds after which a hunt may start without those who are missing (L1.1)."""

Action = Place | Club | Hut


def read_action(move: Action) -> Deed:
    """Return a live move as a deed; ``grumpf`` is token and face, a face, or a token with a club."""
    match move:
        case Hut():
            return Deed(Do.HUT)
        case Place():
            token, face = _grumpf(move.grumpf)
            return Deed(Do.PLACE, token=token, face=face, board=move.board)
        case Club():
            token, face = _grumpf(move.grumpf)
            return Deed(Do.CLUB, token=token, face=face, board=move.board, target=move.target)


def _grumpf(text: str) -> tuple[str, str]:
    token, colon, face = text.partition(":")
    if colon:
        return token, face
    return (text, CLUB) if len(text) > 1 else ("", text)


def move_of(deed: Deed, *, own: bool = False) -> Action:
    """Return the live move of a deed."""
    if deed.do is Do.PLACE:
        return Place(deed.grumpf, deed.board)
    if deed.do is Do.CLUB:
        return Club(deed.grumpf, deed.board, deed.target, own)
    return Hut()


def race_fault(state: State, seat: int) -> IllegalMove | None:
    """Return why no live action is possible at all."""
    wrong = hunt_fault(state, seat)
    if wrong is None and state.phase is not Phase.HUNT:
        return IllegalMove("NOT_LIVE", "A1.1", say("grumpf.refusal.by_turns_now"))
    return wrong


def action_fault(state: State, seat: int, move: Action) -> IllegalMove | None:
    """Return why a live action is not possible; a Grumpf of one's own clan is clubbed only if that is said (L2.5)."""
    wrong = race_fault(state, seat)
    if wrong is not None:
        return wrong
    deed = read_action(move)
    wrong = fault(state, seat, deed)
    if wrong is None and isinstance(move, Club) and not move.own and hits_own(state, seat, deed):
        return refusal("OWN_GRUMPF", "L2.5")
    return wrong


def hits_own(state: State, seat: int, deed: Deed) -> bool:
    """Whether a club would be laid on a Grumpf of the own clan."""
    if deed.board not in BOARDS:
        return False
    space = find_target(state, seat, deed) or 0
    track = state.tracks[deed.board]
    return 1 <= space <= len(track) and track[space - 1].clan == state.clans[seat].code


def act(state: State, seat: Seat, move: Action) -> Step[State]:
    """Carry a live action out at once; the press that fills the last hut ends the hunt (L2.1, L4.1)."""
    number = sum(clan.deeds for clan in state.clans) + 1
    happened = perform(state, seat, read_action(move), at=number)
    clan = happened.state.clans[seat]
    after = with_clan(happened.state, seat, replace(clan, deeds=clan.deeds + 1))
    after = replace(after, last=(*state.last, Did(number, clan.code, happened.text)))
    events = (Event(happened.told),)
    if not after.free_huts:
        after = phase(replace(after, ended="huts"), Phase.JUDGE)
    return Step(after, events, undo=Undo.NEVER)


def flip_fault(state: State, seat: int, move: Flip) -> IllegalMove | None:
    """Return why a token cannot be flipped: it must be in hand (R5.8)."""
    wrong = race_fault(state, seat)
    if wrong is None and move.token not in state.clans[seat].up:
        if move.token in state.tokens:
            return refusal("STAYS", "R5.8")
        return refusal("NO_SUCH_TOKEN", "M1", token=move.token, known=state.tokens)
    return wrong


def flip(state: State, seat: Seat, move: Flip) -> Step[State]:
    """Turn a token in hand over."""
    clan = state.clans[seat]
    up = {**clan.up, move.token: other_face(move.token, clan.up[move.token])}
    event = Event(say("grumpf.log.flip", token=token_name(move.token)), (seat,))
    return Step(with_clan(state, seat, replace(clan, up=up)), (event,), undo=Undo.NEVER)


def ready_fault(state: State, seat: int, *, go: bool) -> IllegalMove | None:
    """Return why one cannot get ready, or start without the missing ones (L1.1)."""
    if state.phase is not Phase.READY:
        return refusal("NOT_STARTING", "L1.1")
    if go and not state.clans[seat].ready:
        return refusal("READY_FIRST", "L1.1")
    if go and not state.late:
        return refusal("NOT_LATE", "L1.1", after=int(LATE))
    if not go and state.clans[seat].ready:
        return refusal("READY_ALREADY", "L1.1")
    return None


def make_ready(state: State, seat: Seat) -> Step[State]:
    """Note that a player is ready; when all are, the Animals are set out."""
    after = with_clan(state, seat, replace(state.clans[seat], ready=True))
    if all(clan.ready for clan in after.clans):
        after = phase(after, Phase.SET_OUT)
    return Step(after, (Event(say("grumpf.log.ready", seat=seat)),), undo=Undo.NEVER)


def go(state: State, seat: Seat) -> Step[State]:
    """Start without the missing players."""
    missing = tuple(Seat(other) for other, clan in enumerate(state.clans) if not clan.ready)
    event = Event(say("grumpf.log.go", seat=seat, missing_seat=missing))
    return Step(phase(state, Phase.SET_OUT), (event,), undo=Undo.NEVER)


def allow_go(state: State) -> Step[State]:
    """Let ready players start without the others."""
    return Step(replace(state, late=True), (Event(say("grumpf.log.late")),))


def count_down(state: State) -> Step[State]:
    """Count 3, 2, 1; then the hunt begins (L1.2)."""
    told = Event(say("grumpf.log.count", count=state.count))
    if state.count > 1:
        return Step(replace(state, count=state.count - 1), (told,))
    opened = state.options.huts_after == 0
    begun = phase(replace(state, count=0, opened=opened), Phase.HUNT)
    return Step(begun, (told, Event(say("grumpf.log.begin", round=state.round))), Barrier.SECRET, Undo.NEVER)


def open_huts(state: State) -> Step[State]:
    """Let Elders enter huts from now on (L3.1)."""
    return Step(replace(state, opened=True), (Event(say("grumpf.log.open")),))


def warn(state: State) -> Step[State]:
    """Say how much time is left (L4.2)."""
    return Step(replace(state, warned=state.warned + 1), (Event(say("grumpf.log.warn", left=WARNINGS[state.warned])),))


def stop(state: State) -> Step[State]:
    """End the hunt because its time is over (L4.2)."""
    return Step(phase(replace(state, ended="time"), Phase.JUDGE), undo=Undo.NEVER)


def again(state: State) -> Step[State]:
    """Begin the hunt that was broken off anew, with the same Animals and the same throw (L6.5)."""
    clans = tuple(replace(clan, hut=0, hand=state.tokens) for clan in state.clans)
    fresh = replace(state, clans=clans, tracks=as_thrown(state.tracks), last=())
    return Step(open_hunt(fresh), (Event(say("grumpf.log.again", round=state.round)),), Barrier.SECRET, Undo.NEVER)
