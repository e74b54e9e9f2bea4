"""What runs in the processes that think: the steps of a review, each of a second or two, bytes of positions in."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from bot.app.reviews.records import Words
from bot.app.workers.thinking import codec_of
from games.core.contract import AnyGame
from games.core.moves import Move
from games.core.rng import Rng
from games.core.running.play import ends_of, find_ask, fold
from games.core.running.selfplay import worlds
from games.core.search.halving import Gain
from games.core.search.review import Prospect, Spot, find_better, look_ahead, weigh_alone
from games.core.seats import AskId, Seat
from games.core.text import Text


class Judged(Struct, frozen=True):
    """The best turn in the game's JSON, and by how much it is better."""

    best: bytes
    gain: Gain


class Case(Struct, frozen=True, kw_only=True):
    """A turn before the searcher: position (compressed), seat, ask, and the seed of all chance."""

    position: bytes
    seat: Seat
    ask: AskId
    made: bytes
    seed: bytes
    turns: int


def judge(game: AnyGame, case: Case) -> Judged | None:
    """Return the best turn in place of the one that was made; None where the game proposes none."""
    better = find_better(_open(game, case), _moves(game, case.made), turns=case.turns)
    return None if better is None else Judged(codec_of(game).encode(better.moves), better.gain)


def confirm(game: AnyGame, case: Case, best: bytes, player: int) -> Gain:
    """Return by how much a turn is better than the one that was made, with one of the players of rollouts alone."""
    made = _moves(game, case.made)
    return weigh_alone(_open(game, case), _moves(game, best), made, player=player, turns=case.turns)


def foresee(game: AnyGame, position: bytes, seed: bytes, tries: int, turns: int) -> Prospect:
    """Return how a match may end from a position as it really is."""
    return look_ahead(game, _read(game, position), Rng(seed), tries=tries, turns=turns)


def tell_both(game: AnyGame, case: Case, best: bytes) -> Words:
    """Return both turns in words, without the moves that they share; all of both, if one has no others."""
    made, better = _moves(game, case.made), _moves(game, best)
    told = [_tell(game, case, moves) for moves in (made, better)]
    apart = [leave_out(mine, other) for mine, other in zip(told, (better, made), strict=True)]
    whole = [tuple(text for _, text in mine) for mine in told]
    return Words(*(apart if all(apart) else whole))


def leave_out(told: Sequence[tuple[Move, Text]], other: Sequence[Move]) -> tuple[Text, ...]:
    """Return the words of the moves that another turn hasn't; what it has once is left out once."""
    shared, found = [*other], list[Text]()
    for move, text in told:
        if move in shared:
            shared.remove(move)
        else:
            found.append(text)
    return tuple(found)


def _tell(game: AnyGame, case: Case, moves: Sequence[Move]) -> list[tuple[Move, Text]]:
    """Each move in the game's words, as it was seen before it was made; the silent end isn't said."""
    state, told, ends = _read(game, case.position), list[tuple[Move, Text]](), ends_of(game)
    for move in moves:
        if not isinstance(move, ends):
            told.append((move, game.tell_at_length(game.view(state, case.seat), move)))
        state = fold(game, state, case.seat, case.ask, (move,)).state
    return told


def _open(game: AnyGame, case: Case) -> Spot[Any]:
    state, rng = _read(game, case.position), Rng(case.seed)
    ask = find_ask(game, state, case.ask)
    assert ask is not None, "the turn was found at this ask"
    return Spot(game=game, state=state, ask=ask, worlds=worlds(game, state, case.seat, rng), rng=rng)


def _moves(game: AnyGame, data: bytes) -> tuple[Move, ...]:
    return codec_of(game).read_moves(data)


def _read(game: AnyGame, position: bytes) -> Any:  # noqa: ANN401 - the game's own state
    return codec_of(game).read_position(zlib.decompress(position)).state
