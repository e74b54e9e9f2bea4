"""What is forced: moves that have exactly one possibility at an ask whose choices are complete (``exact``)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

from games.core.game import Ask, Barrier, Game, Undo
from games.core.moves import Move
from games.core.running.play import MOST_TURN_MOVES, Folded, Refused, ends_of, find_ask, fold
from games.core.search.enumerate import moves_of
from games.core.seats import AskId, Seat

S = TypeVar("S")


def forced_move(game: Game[S, Any], state: S, seat: Seat, ask: AskId) -> Move | None:
    """Return the only move that the seat can make at the ask, a silent end included; None if it has a choice."""
    standing = find_ask(game, state, ask)
    if standing is None or standing.seat != seat or not standing.exact:
        return None
    view = game.view(state, seat)
    ends = ends_of(game)
    only: Move | None = None
    for verb in standing.verbs:
        if verb in ends or (verb.offered and not verb.aid):
            for move in moves_of(game, view, verb, 2):
                if only is not None:
                    return None
                only = move
    return only


def fill_forced(game: Game[S, Any], state: S, seat: Seat, ask: AskId, moves: Sequence[Move] = ()) -> tuple[Move, ...]:
    """Return the draft with what is forced after its moves, up to the first choice or barrier; raises Refused."""
    folded = fold(game, state, seat, ask, moves)
    return (*moves, *_forced_rest(game, folded, seat, ask))


def _forced_rest(game: Game[S, Any], folded: Folded[S], seat: Seat, ask: AskId) -> Iterator[Move]:
    for _ in range(MOST_TURN_MOVES):
        if folded.barrier is not Barrier.NONE:
            return
        move = forced_move(game, folded.state, seat, ask)
        if move is None:
            return
        yield move
        folded = fold(game, folded.state, seat, ask, (move,))


def forced_turn(game: Game[S, Any], state: S, ask: Ask) -> tuple[Move, ...] | None:
    """Return the whole turn if the waited-for ask leaves its seat no choice at all, else None.

    The platform commits it with Cause.FORCED, after orders had their say.
    """
    if not ask.exact or not ask.waits:
        return None
    turn = fill_forced(game, state, ask.seat, ask.id)
    if not turn:
        return None
    folded = fold(game, state, ask.seat, ask.id, turn)
    over = folded.barrier is not Barrier.NONE or turn[-1].instant or find_ask(game, folded.state, ask.id) is None
    return turn if over else None


def skip_forced(
    game: Game[S, Any], state: S, seat: Seat, ask: AskId, verbs: Sequence[type[Move]], *, begun: bool = True
) -> tuple[tuple[Move, ...], S]:
    """Play what is forced until one of the verbs is asked for; nothing if that does not come about.

    ``begun``: a move of the turn was typed before; else nothing is played before a verb that ``follows``.
    """
    moves: tuple[Move, ...] = ()
    after = state
    for _ in range(MOST_TURN_MOVES if begun or not all(verb.follows for verb in verbs) else 0):
        standing = find_ask(game, after, ask)
        if standing is not None and any(verb in standing.verbs for verb in verbs):
            return moves, after
        move = forced_move(game, after, seat, ask)
        if move is None:
            break
        folded = fold(game, after, seat, ask, (move,))
        moves, after = (*moves, move), folded.state
        if folded.barrier is not Barrier.NONE:
            break
    return (), state


def weave_forced(game: Game[S, Any], state: S, seat: Seat, ask: AskId, moves: Sequence[Move]) -> tuple[Move, ...]:
    """Return a typed or planned turn with what is forced put in where it was left out.

    Refuses nothing: from the first move that cannot be played on, the moves stand as they are, for ``fold`` to refuse.
    """
    turn: tuple[Move, ...] = ()
    folded = Folded(state, (), Barrier.NONE, Undo.FREE)
    for at, move in enumerate(moves):
        forced, after = skip_forced(game, folded.state, seat, ask, (type(move),), begun=bool(at))
        turn = (*turn, *forced, move)
        try:
            folded = fold(game, after, seat, ask, (move,))
        except Refused:
            return (*turn, *moves[at + 1 :])
    return (*turn, *_forced_rest(game, folded, seat, ask))
