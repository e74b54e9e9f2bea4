"""Advice in a practice match: what to think of in the first two hunts, and a suggestion in all."""

from __future__ import annotations

from collections.abc import Sequence

from games.core.game import Ask
from games.core.moves import Found, Move, tell_better
from games.core.seats import TABLE
from games.core.text import Text, lines, say
from games.grumpf.deeds import Do, read_deed
from games.grumpf.moves import Club, Step
from games.grumpf.rules.racing import read_action
from games.grumpf.state import Phase, State
from games.grumpf.view import View
from games.grumpf.words.describe import tell
from games.grumpf.words.names import board_name, clan_name
from games.grumpf.words.steps import tell_step


def hint(view: View, ask: Ask, moves: Sequence[Move], worth: Text | None, found: Found | None = None) -> Text | None:
    """Return what to think of at this stage, until hunt 3, and the advised moves with what they bring."""
    is_early = ask.seat != TABLE and view.state.round <= 2
    advice = _advise_stage(view.state, ask) if is_early else None
    if not moves:
        return advice
    steps = (say("grumpf.hint.step", what=_tell_advised(view, move)) for move in moves)
    head = say("grumpf.hint.suggestion") if worth is None else say("grumpf.hint.suggestion_worth", worth=worth)
    better = () if found is None else (tell_better(found),)
    return lines(*filter(None, (advice,)), head, *steps, *better)


def _advise_stage(state: State, ask: Ask) -> Text | None:
    """Return what to think of at this stage."""
    match state.phase:
        case Phase.VOLLEY if not state.clans[ask.seat].hand:
            return say("grumpf.hint.home")
        case Phase.VOLLEY:
            return say(f"grumpf.hint.volley{_stage(state)}")
        case Phase.HUNT:
            return say("grumpf.hint.live_home" if state.opened else "grumpf.hint.live")
        case Phase.TRADE | Phase.READY:
            return say(f"grumpf.hint.{state.phase}")
    return None


def _tell_advised(view: View, move: Move) -> Text:
    """Return a move in words, a step of a plan with all it tries; of a club also whom it hits."""
    deed = read_action(move) if isinstance(move, Club) else read_deed(move.text) if isinstance(move, Step) else None
    if deed is None or deed.do is not Do.CLUB or not deed.target.isdigit():
        return tell_step(move.text, worded=None) if isinstance(move, Step) else tell(view, move)
    hit = view.state.tracks[deed.board][int(deed.target) - 1]
    board, space = board_name(deed.board), deed.target
    return say("grumpf.hint.club", clan=clan_name(hit.clan), value=hit.value, board=board, space=space)


def _stage(state: State) -> int:
    """Return 1 before huts open, 3 for the last volley of a hunt, 2 between."""
    if state.volley == state.volleys[-1]:
        return 3
    return 2 if state.beat + 1 >= state.options.huts_from else 1
