"""What is forced: moves that have exactly one possibility at an ask whose choices are complete (``exact``)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

from games.core.contract import Game
from games.core.game import Ask, Barrier, Undo
from games.core.moves import Move
from games.core.running.play import MOST_TURN_MOVES, Folded, Refused, TurnContext, ends_of, find_ask
from games.core.search.enumerate import moves_of

S = TypeVar("S")


def find_forced_move(turn: TurnContext[Any]) -> Move | None:
    """Return the only move that the seat can make at the ask, a silent end included; None if it has a choice."""
    game = turn.game
    standing = find_ask(game, turn.state, turn.ask)
    if standing is None or standing.seat != turn.seat or not standing.exact:
        return None
    view, ends = turn.view, ends_of(game)
    only: Move | None = None
    for verb in standing.verbs:
        if verb in ends or (verb.offered and not verb.aid):
            for move in moves_of(game, view, verb, 2):
                if only is not None:
                    return None
                only = move
    return only


def fill_forced(turn: TurnContext[Any], moves: Sequence[Move] = ()) -> tuple[Move, ...]:
    """Return the draft with what is forced after its moves, up to the first choice or barrier; raises Refused."""
    return (*moves, *_find_forced_rest(turn, turn.after(moves)))


def _find_forced_rest(turn: TurnContext[S], folded: Folded[S]) -> Iterator[Move]:
    for _ in range(MOST_TURN_MOVES):
        if folded.barrier is not Barrier.NONE:
            return
        now = turn.at(folded.state)
        move = find_forced_move(now)
        if move is None:
            return
        yield move
        folded = now.after((move,))


def find_forced_turn(game: Game[S, Any], state: S, ask: Ask) -> tuple[Move, ...] | None:
    """Return the whole turn if the waited-for ask leaves its seat no choice at all, else None.

    The platform commits it with Cause.FORCED, after orders had their say.
    """
    if not ask.exact or not ask.waits:
        return None
    turn = TurnContext(game, state, ask.seat, ask.id)
    moves = fill_forced(turn)
    if not moves:
        return None
    folded = turn.after(moves)
    over = folded.barrier is not Barrier.NONE or moves[-1].instant or find_ask(game, folded.state, ask.id) is None
    return moves if over else None


def skip_forced(turn: TurnContext[S], verbs: Sequence[type[Move]], *, begun: bool = True) -> tuple[tuple[Move, ...], S]:
    """Play what is forced until one of the verbs is asked for; nothing if that does not come about.

    ``begun``: a move of the turn was typed before; else nothing is played before a verb that ``follows``.
    """
    moves: tuple[Move, ...] = ()
    now = turn
    for _ in range(MOST_TURN_MOVES if begun or not all(verb.follows for verb in verbs) else 0):
        standing = find_ask(now.game, now.state, now.ask)
        if standing is not None and any(verb in standing.verbs for verb in verbs):
            return moves, now.state
        move = find_forced_move(now)
        if move is None:
            break
        folded = now.after((move,))
        moves, now = (*moves, move), now.at(folded.state)
        if folded.barrier is not Barrier.NONE:
            break
    return (), turn.state


def weave_forced(turn: TurnContext[Any], moves: Sequence[Move]) -> tuple[Move, ...]:
    """Return a typed or planned turn with what is forced put in where it was left out.

    Refuses nothing: from the first move that cannot be played on, the moves stand as they are, for ``fold`` to refuse.
    """
    woven: tuple[Move, ...] = ()
    folded = Folded(turn.state, (), Barrier.NONE, Undo.FREE)
    for at, move in enumerate(moves):
        forced, after = skip_forced(turn.at(folded.state), (type(move),), begun=bool(at))
        woven = (*woven, *forced, move)
        try:
            folded = turn.at(after).after((move,))
        except Refused:
            return (*woven, *moves[at + 1 :])
    return (*woven, *_find_forced_rest(turn, folded))
