"""Worlds that look the same to a seat: other plans and drafts of the others, other faces up (S2.1)."""

from __future__ import annotations

from msgspec.structs import replace

from games.core.rng import Rng
from games.core.seats import Seat
from games.grumpf.components import BOARDS, CLUB, TOKENS
from games.grumpf.deeds import BEST, HOLD, Deed, Do
from games.grumpf.state import Clan, Phase, State

STREAM = "resample"


def resample(state: State, seat: Seat, rng: Rng) -> State:
    """Return a state that the seat cannot tell from this one."""
    clans = tuple(clan if at == seat else _other(state, at, clan, rng) for at, clan in enumerate(state.clans))
    return replace(state, clans=clans)


def _other(state: State, seat: int, clan: Clan, rng: Rng) -> Clan:
    """Return a clan with nothing of what only its player knows: plan, draft, what failed, faces up (S2.1).

    Whose plan is in or waited for is public (S2.2). A clan with tokens that owes none has one: it gets another.
    """
    up = {token: rng.pick(STREAM, TOKENS[token].faces) for token in clan.up}
    open_clan = replace(clan, plan=(), planned=False, final=False, failed=(), up=up)
    in_hand = clan.hand and not clan.sheltered and state.phase is Phase.VOLLEY
    if not in_hand or state.owes(seat):
        return open_clan
    left = state.beats - state.beat
    tokens = (*rng.shuffle(STREAM, clan.hand), *([""] * left))[:left]
    plan = tuple(_step(token, rng) for token in tokens)
    return replace(open_clan, plan=plan, planned=clan.handed, final=not clan.handed)


def _step(token: str, rng: Rng) -> str:
    if not token:
        return HOLD
    face, board = rng.pick(STREAM, TOKENS[token].faces), rng.pick(STREAM, tuple(BOARDS))
    if face == CLUB:
        return str(Deed(Do.CLUB, token=token, face=face, board=board, target=BEST))
    return str(Deed(Do.PLACE, token=token, face=face, board=board))
