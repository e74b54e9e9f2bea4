"""Lines and words of the notation, both ways (M3)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal, cast

from games.core.errors import Unreadable
from games.core.moves import Move, verb_of
from games.core.text import say
from games.grumpf.deeds import Do, read_deed, strokes_of
from games.grumpf.moves import (
    Choose,
    Club,
    Decline,
    Final,
    Flip,
    Go,
    HandIn,
    Hut,
    Idle,
    Place,
    Ready,
    Step,
    TakeOver,
    Trade,
)
from games.grumpf.rules.racing import hits_own, move_of, read_action
from games.grumpf.state import Phase
from games.grumpf.view import View
from games.grumpf.words.names import refusal

_TRADE = re.compile(r"([a-z]+)\s*[=⇄]\s*([a-z]{2}):?\s*([a-z]+)", re.IGNORECASE)
_FLIP = re.compile(r"~([0-9][0-9x])", re.IGNORECASE)
_PLAIN: dict[str, type[Move]] = {verb_of(kind): kind for kind in (Final, HandIn, Idle, Ready, Go, Decline)}
FLIP = "~"


def unreadable(text: str) -> Unreadable:
    """Return the refusal of a text that is no notation."""
    return Unreadable("SYNTAX", "M3.1", say("grumpf.refusal.syntax", text=text))


def write(move: Move) -> str:
    """Write one move as a word: ``5>R?|4>B``, ``1x*B3``, ``^``, ``B=Gr:M``."""
    match move:
        case Step():
            return move.text
        case Place() | Club() | Hut():
            return str(read_action(move))
        case Flip():
            return FLIP + move.token
        case Trade():
            return f"{move.give}={move.partner}:{move.take}"
        case Choose():
            return move.mode
        case TakeOver():
            return ",".join(move.steps) or verb_of(move)
    return verb_of(move)


def read_word(view: View, word: str, verbs: Sequence[type[Move]]) -> Move:
    """Read a word as a move of one of the verbs; raises Unreadable."""
    text = word.strip()
    move = _read(view, text, verbs)
    if move is None:
        raise unreadable(word)
    return move


def _read(view: View, text: str, verbs: Sequence[type[Move]]) -> Move | None:
    plain = _PLAIN.get(text.lower())
    if plain in verbs and plain is not None:
        return plain()
    if tuple(verbs) == (Final,) and text.lower() == "yes":
        return Final()
    if Step in verbs and text:
        strokes = strokes_of(text)
        if strokes is not None:
            return Step(strokes)
    if Choose in verbs and text.lower() in ("async", "live"):
        return Choose(cast(Literal["async", "live"], text.lower()))
    if Trade in verbs and (found := _TRADE.fullmatch(text)):
        return Trade(_species(found[1]), found[2].capitalize(), _species(found[3]))
    if Flip in verbs and (found := _FLIP.fullmatch(text)):
        return Flip(found[1].lower())
    return _action(view, text, verbs)


def _species(text: str) -> str:
    return text.upper() if len(text) == 1 else text.capitalize()


def _action(view: View, text: str, verbs: Sequence[type[Move]]) -> Move | None:
    """Read a live action; a Grumpf of the own clan named in writing needs no second press (L2.5)."""
    deed = read_deed(text)
    if deed is None or deed.fit or deed.guard or deed.do is Do.HOLD:
        return None
    seat = view.seat
    own = seat is not None and deed.do is Do.CLUB and 0 <= seat < view.state.players
    move = move_of(deed, own=own and hits_own(view.state, seat or 0, deed))
    return move if type(move) in verbs else None


HUNT_VERBS: tuple[type[Move], ...] = (Place, Club, Hut, Flip)
PLAN_VERBS: tuple[type[Move], ...] = (Step, Final)
OTHER_VERBS: tuple[type[Move], ...] = (Trade, Decline, Ready, Go, Choose)


def read_line(view: View, line: str) -> tuple[Move, ...]:
    """Read a line: a plan, its steps parted by blanks or commas (M3.1), or one move; raises Refusal.

    By turns an empty line hands in the draft. A live line is one action.
    """
    state = view.state
    words = line.replace(",", " ").split()
    if state.phase in (Phase.TRADE, Phase.READY, Phase.VOTE):
        return (read_word(view, line, (*OTHER_VERBS, *HUNT_VERBS)),)
    if state.mode == "live":
        if words == ["-"]:
            raise refusal("NO_HOLD_LIVE", "L2.6")
        return (read_word(view, line, (*HUNT_VERBS, *OTHER_VERBS)),)
    return tuple(read_word(view, word, (*PLAN_VERBS, *OTHER_VERBS)) for word in words)
