"""Worlds that look the same to a seat: other plans and drafts of the others, other faces up (S2.1)."""

from __future__ import annotations

from msgspec.structs import replace

from games.core.rng import Rng
from games.core.seats import Seat
from games.grumpf.components import BOARDS, CLUB, TOKENS
from games.grumpf.deeds import BEST, HOLD, Deed, Do
from games.grumpf.state import Clan, State

STREAM = "resample"


def resample(state: State, seat: Seat, rng: Rng) -> State:
    """Return a state that the seat cannot tell from this one."""
    clans = tuple(clan if at == seat else _other(clan, rng) for at, clan in enumerate(state.clans))
    return replace(state, clans=clans)


def _other(clan: Clan, rng: Rng) -> Clan:
    """Return a clan with another plan of the same length; that a final one is in, is public (S2.2)."""
    if not (clan.plan or clan.up):
        return clan
    plan = tuple(_step(token, rng) for token, _ in zip(_pad(clan, rng), clan.plan, strict=False))
    up = {token: rng.pick(STREAM, TOKENS[token].faces) for token in clan.up}
    return replace(clan, plan=plan, up=up, failed=())


def _pad(clan: Clan, rng: Rng) -> tuple[str, ...]:
    """Return the hand in a random order, and holds behind it."""
    return (*rng.shuffle(STREAM, clan.hand), *([""] * len(clan.plan)))


def _step(token: str, rng: Rng) -> str:
    if not token:
        return HOLD
    face, board = rng.pick(STREAM, TOKENS[token].faces), rng.pick(STREAM, tuple(BOARDS))
    if face == CLUB:
        return str(Deed(Do.CLUB, token=token, face=face, board=board, target=BEST))
    return str(Deed(Do.PLACE, token=token, face=face, board=board))
