"""Playing a match on from a state by quick players: what a search tries turns with. Nothing is checked or told."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import neg
from typing import Any, Generic, TypeVar

from msgspec import Struct

from games.core.capabilities import Brain
from games.core.contract import Game
from games.core.game import Ask
from games.core.moves import Move
from games.core.rng import NoChance, Rng
from games.core.search.budget import check_budget
from games.core.search.unread import unread
from games.core.seats import TABLE, AskId, Seat

S = TypeVar("S")

STREAM = "search"
SEED = 1 << 128

MOST_STEPS = 10_000
"""More turns and steps of the table than a match of any game has."""

MOST_PARTS = 100
"""More parts than a player makes a turn in."""

_NOTHING: Iterator[Any] = iter(())


class World(Struct, Generic[S], frozen=True):
    """A way in which things may be and go on: a state, the seed of all chance, and who plays in each seat."""

    state: S
    seed: bytes
    brains: Sequence[Brain[S, Any]]


def draw_world(game: Game[S, Any], state: S, policies: Sequence[Brain[S, Any]], rng: Rng) -> World[S]:
    """Return a world in which a state goes on by chance, with players picked among some by chance."""
    brains = [rng.pick(STREAM, policies) for _ in range(max(game.spec.seats))]
    return World(state, rng.below(STREAM, SEED).to_bytes(16, "big"), brains)


def count_points(game: Game[S, Any], state: S) -> tuple[float, ...]:
    """Return the points of each seat: by the result, else what the game expects; without points, places count."""
    outcome = game.outcome(state)
    if outcome is None:
        return tuple(game.bots.expect(state))
    return tuple(map(float, outcome.totals if any(outcome.totals) else map(neg, outcome.places)))


class Line(Struct, frozen=True):
    """A turn to be tried: whose, at which ask, and how many turns this seat makes before it is looked what came of it.

    The turn itself is the first of them; None: until the match is over.
    """

    seat: Seat
    ask: AskId
    moves: Sequence[Move]
    depth: int | None = None


class End(Struct, Generic[S], frozen=True):
    """Where a line led to, and how many turns were made."""

    state: S
    turns: int


@unread()
def play_on(game: Game[S, Any], world: World[S], line: Line) -> End[S]:
    """Return the state in which the seat would make one turn more than it is to, or that at the end.

    It also ends where only time moves the match on. Raises BudgetSpent.
    """
    state, rng, own, turns = world.state, Rng(world.seed), 0, 0
    for _ in range(MOST_STEPS):
        check_budget()
        asks = game.asks(state)
        table = next((ask for ask in asks if ask.seat == TABLE and ask.after is None and not ask.at_restart), None)
        if table is not None:
            state = game.step(state, TABLE, table.verbs[0](), rng).state
            continue
        waited = [ask for ask in asks if ask.waits and ask.seat != TABLE]
        # Sealed turns are all made before any is known; others one after the other.
        together = [ask for ask in waited if ask.sealed] or waited[:1]
        own += any(ask.seat == line.seat for ask in together)
        if not together or (line.depth is not None and own > line.depth):
            return End(state, turns)
        planned = [(ask.seat, _find_turn(game, state, ask, world, line, rng)) for ask in together]
        for seat, moves in planned:
            state = _after(game, state, seat, moves)
        turns += len(planned)
    raise AssertionError(f"{game.spec.key}: the match never ends")


def _find_turn(game: Game[S, Any], state: S, ask: Ask, world: World[S], line: Line, rng: Rng) -> Sequence[Move]:
    if ask.id == line.ask:
        return line.moves
    brain, turn = world.brains[ask.seat], tuple[Move, ...]()
    standing: Ask | None = ask
    for _ in range(MOST_PARTS):
        if standing is None:
            return turn
        part = brain.think(game.view(state, ask.seat), standing, _NOTHING, rng)
        state, turn = _after(game, state, ask.seat, part), (*turn, *part)
        if not ask.sealed or not part:
            return turn
        standing = next((other for other in game.asks(state) if other.id == ask.id), None)
    raise AssertionError(f"{game.spec.key}: a turn of {ask.id} never ends")


def _after(game: Game[S, Any], state: S, seat: Seat, moves: Sequence[Move]) -> S:
    for move in moves:
        state = game.step(state, seat, move, NoChance()).state
    return state
