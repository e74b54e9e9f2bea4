"""Plans: what is checked when one is handed in (A2.4), step by step."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from games.core.errors import IllegalMove
from games.core.text import say
from games.grumpf.deeds import Deed, Do, form_fault, read_step, write_step
from games.grumpf.rules.hunting import find_token, hunt_fault, refuse_used_up, with_clan
from games.grumpf.state import Clan, Phase, State
from games.grumpf.words.names import refusal, token_name


def plan_fault(state: State, seat: int) -> IllegalMove | None:
    """Return why no plan can be handed in at all."""
    wrong = hunt_fault(state, seat)
    if wrong is None and state.phase is not Phase.VOLLEY:
        return IllegalMove("NOT_BY_TURNS", "L2", say("grumpf.refusal.live_now"))
    return wrong


def steps_made(clan: Clan) -> tuple[str, ...]:
    """Return the steps of the plan being made for this volley: a draft from before counts only as it is (A2.2)."""
    return clan.plan if clan.planned else ()


def sketch(hand: tuple[str, ...], steps: Iterable[str]) -> tuple[str, ...]:
    """Return what is left of a hand if the first choices of the steps succeed (A2.4)."""
    for text in steps:
        step = read_step(text)
        if step and step[0].do in (Do.PLACE, Do.CLUB):
            token = find_token(Clan(code="", hand=hand), step[0])
            hand = tuple(other for other in hand if other != token)
    return hand


def step_fault(state: State, seat: int, text: str) -> IllegalMove | None:
    """Return why a step cannot be the next one of the plan, in the order of section 8."""
    wrong = plan_fault(state, seat) or form_fault(text, state.players)
    if wrong is not None:
        return wrong
    clan = state.clans[seat]
    made = steps_made(clan)
    if clan.planned and clan.final:
        return refusal("AFTER_FINAL", "A2.2")
    if len(made) >= beats_left(state):
        return too_long(state)
    step = read_step(text)
    assert step is not None, "its form was looked at"
    acts = (Do.PLACE, Do.CLUB)
    if not clan.hand and any(deed.do in acts for deed in step):
        return refusal("NO_GRUMPF_LEFT", "A10.1")
    return first_fault(clan, made, step[0]) if step[0].do in acts else None


def draft_fault(state: State, seat: int, steps: tuple[str, ...]) -> IllegalMove | None:
    """Return why steps would be refused when they are handed in now: too many, or not in the hand (A2.4)."""
    if len(steps) > beats_left(state):
        return too_long(state)
    clan = state.clans[seat]
    for made, text in enumerate(steps):
        step = read_step(text)
        if step and step[0].do in (Do.PLACE, Do.CLUB):
            wrong = first_fault(clan, steps[:made], step[0])
            if wrong is not None:
                return wrong
    return None


def beats_left(state: State) -> int:
    """Return how many beats this hunt still has."""
    return state.beats - state.beat


def too_long(state: State) -> IllegalMove:
    """Return that a plan has more steps than beats are left."""
    return refusal("TOO_LONG", "A2.4", left=beats_left(state))


def first_fault(clan: Clan, made: tuple[str, ...], deed: Deed) -> IllegalMove | None:
    """Return why the hand does not allow a first choice after the steps made so far."""
    left = sketch(clan.hand, made)
    if find_token(Clan(code="", hand=left), deed) is not None:
        return None
    if not deed.token:
        return refuse_used_up(deed.face)
    if deed.token in clan.hand:
        return refusal("TOKEN_TWICE", "A2.4", token=token_name(deed.token))
    return refusal("ALREADY_PLACED", "R5.8", token=token_name(deed.token))


def add_step(state: State, seat: int, text: str) -> State:
    """Return the state with one step more in the plan; the first one replaces a draft (A2.2)."""
    step = read_step(text)
    assert step is not None, "it was checked"
    clan = state.clans[seat]
    plan = (*steps_made(clan), write_step(step))
    return with_clan(state, seat, replace(clan, plan=plan, planned=True, final=False))


def final_fault(state: State, seat: int) -> IllegalMove | None:
    """Return why the plan cannot be made final: it must go beyond the coming volley, and is final only once."""
    wrong = plan_fault(state, seat)
    clan = state.clans[seat]
    if wrong is None and (clan.final or len(clan.plan) <= state.volley[1] - state.beat):
        return refusal("NOTHING_FINAL", "A2.2")
    return wrong


def hand_in_fault(state: State, seat: int) -> IllegalMove | None:
    """Return why nothing can be handed in: no step is planned and no draft kept."""
    wrong = plan_fault(state, seat)
    if wrong is None and not state.clans[seat].plan:
        return refusal("NO_PLAN", "A2.1")
    return wrong


def take_over(state: State, seat: int, steps: tuple[str, ...]) -> State:
    """Return the state with an unchecked plan handed in (A2.2)."""
    clan = state.clans[seat]
    plan = tuple(write_step(step) for text in steps if (step := read_step(text)))
    return with_clan(state, seat, replace(clan, plan=plan, planned=True, final=False, handed=True))


def hand_in(state: State, seat: int) -> State:
    """Return the state with the seat's plan, or her draft, handed in."""
    return with_clan(state, seat, replace(state.clans[seat], planned=True, handed=True))
