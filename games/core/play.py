"""Playing turns: folding moves over a position, sealed turns, and the table's own moves.

Pure functions from a position to a position. The platform stores what they return and tells it afterwards.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Any, Generic, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from games.core.errors import IllegalMove, Refusal
from games.core.game import Ask, Barrier, Event, Game, Setup, Step, Undo
from games.core.moves import Move, verb_of
from games.core.rng import NoChance, Rng
from games.core.seats import TABLE, AskId, Seat
from games.core.text import Text, say

S = TypeVar("S")

MOST_TABLE_MOVES = 10_000
"""More automatic steps in a row than any game takes: a game that asks the table for ever is a bug."""


class Cause(StrEnum):
    """Why a turn was made."""

    PLAYER = "player"
    COMPUTER = "computer"
    ORDER = "order"
    FORCED = "forced"
    FALLBACK = "fallback"
    TABLE = "table"


class Position(Struct, Generic[S], frozen=True):
    """All that changes while a match runs, undone together.

    ``drawn`` counts the draws of each stream; ``sealed`` holds the turns handed in secretly, by ask.
    """

    state: S
    drawn: dict[str, int] = {}
    sealed: dict[AskId, tuple[Move, ...]] = {}


class Entry(Struct, frozen=True, kw_only=True):
    """What one actor did at one ask: a line of the log.

    ``line`` is the turn in the game's notation (empty for the table). While a sealed turn waits for the others, its
    entry has no events and ``audience`` is its seat; the entry made when all are in has everything.
    """

    seat: Seat
    ask: AskId
    moves: tuple[Move, ...]
    line: str
    cause: Cause
    events: tuple[Event, ...] = ()
    audience: tuple[Seat, ...] | None = None
    barrier: Barrier = Barrier.NONE
    undo: Undo = Undo.FREE


class Progress(Struct, Generic[S], frozen=True):
    """A new position and the entries that led to it, in order."""

    position: Position[S]
    entries: tuple[Entry, ...] = ()


class Folded(Struct, Generic[S], frozen=True):
    """What moves lead to, without being part of the match yet: a draft's preview."""

    state: S
    events: tuple[Event, ...]
    barrier: Barrier
    undo: Undo


class Refused(IllegalMove):
    """An IllegalMove that also says which move of the turn it was (0-based)."""

    def __init__(self, refusal: Refusal, at: int) -> None:
        """Wrap the refusal of move ``at``."""
        super().__init__(refusal.code, refusal.clause, refusal.text)
        self.at = at


def start(game: Game[S, Any], setup: Setup, seed: bytes) -> Progress[S]:
    """Set the game up and run the table's first moves."""
    rng = Rng(seed)
    first = game.setup(setup, rng)
    opened = Entry(
        seat=TABLE,
        ask=AskId("setup"),
        moves=(),
        line="",
        cause=Cause.TABLE,
        events=first.events,
        barrier=Barrier.CHANCE,
    )
    after = settle(game, Position(first.state, dict(rng.drawn)), seed)
    return Progress(after.position, (opened, *after.entries))


def asks_of(game: Game[S, Any], state: S, seat: Seat) -> tuple[Ask, ...]:
    """Return the asks that stand for the seat."""
    return tuple(ask for ask in game.asks(state) if ask.seat == seat)


def find_ask(game: Game[S, Any], state: S, ask: AskId) -> Ask | None:
    """Return the standing ask of that id, or None."""
    return next((standing for standing in game.asks(state) if standing.id == ask), None)


def refuse(code: str, text_id: str, **args: int | str | Text) -> IllegalMove:
    """Make a refusal of the platform itself."""
    return IllegalMove(code, "core", say(f"core.{text_id}", **args))


def play_move(game: Game[S, Any], state: S, seat: Seat, ask: AskId, move: Move) -> Step[S]:
    """Play one move of a seat at an ask: the rule's reason first, then whether it is asked for at all."""
    game.check(game.view(state, seat), move)
    standing = find_ask(game, state, ask)
    if standing is None:
        raise refuse("STALE", "stale")
    if standing.seat != seat:
        raise refuse("NOT_YOUR_TURN", "not_your_turn", seat=standing.seat)
    if type(move) not in standing.verbs:
        raise refuse("NOT_ASKED", "not_asked", verb=verb_of(move))
    return game.step(state, seat, move, NoChance())


def fold(game: Game[S, Any], state: S, seat: Seat, ask: AskId, moves: Sequence[Move]) -> Folded[S]:
    """Fold moves over a state, all or nothing; raises Refused naming the first move refused.

    A turn ends with its ask: moves beyond that are refused.
    """
    events: list[Event] = []
    barrier, undo = Barrier.NONE, Undo.FREE
    before = state
    for at, move in enumerate(moves):
        try:
            step = play_move(game, state, seat, ask, move)
        except IllegalMove as refusal:
            better = game.explain(game.view(before, seat), moves, at, refusal)
            raise Refused(better, at) from refusal
        state = step.state
        events.extend(step.events)
        barrier = step.barrier if step.barrier is not Barrier.NONE else barrier
        undo = max(undo, step.undo, key=list(Undo).index)
    return Folded(state, tuple(events), barrier, undo)


def with_end(game: Game[S, Any], state: S, seat: Seat, ask: AskId, moves: Sequence[Move]) -> tuple[Move, ...]:
    """Append the silent end of a turn where the ask still stands and wants exactly that."""
    after = fold(game, state, seat, ask, moves).state
    standing = find_ask(game, after, ask)
    if standing is None:
        return tuple(moves)
    for form in game.spec.turns:
        if form.end is not None and form.end in standing.verbs:
            try:
                game.check(game.view(after, seat), form.end())
            except IllegalMove:
                continue
            return (*moves, form.end())
    return tuple(moves)


def commit(
    game: Game[S, Any],
    position: Position[S],
    seat: Seat,
    ask: AskId,
    moves: Sequence[Move],
    *,
    cause: Cause = Cause.PLAYER,
) -> Progress[S]:
    """Make a whole turn part of the match, all or nothing.

    The silent end is appended. A turn that leaves its ask standing is refused as unfinished, unless its last move is
    instant. A sealed turn is kept (replacing an earlier one) until the last sealed ask has its turn; then all are
    folded in the order of the asks. The table's moves do not run here: see ``settle``.
    """
    turn = with_end(game, position.state, seat, ask, moves)
    folded = fold(game, position.state, seat, ask, turn)
    if not turn:
        raise refuse("UNFINISHED", "nothing_chosen")
    still = find_ask(game, folded.state, ask)
    if still is not None and not turn[-1].instant:
        raise refuse("UNFINISHED", "unfinished", what=still.private or still.text)
    standing = find_ask(game, position.state, ask)
    assert standing is not None, "fold has found it"
    entry = _entry(game, position.state, seat, ask, turn, cause, folded)
    if standing.sealed:
        return _seal(game, position, entry)
    return Progress(replace(position, state=folded.state), (entry,))


def _entry(
    game: Game[S, Any], before: S, seat: Seat, ask: AskId, turn: tuple[Move, ...], cause: Cause, folded: Folded[S]
) -> Entry:
    line = game.write(game.view(before, seat), turn)
    return Entry(
        seat=seat,
        ask=ask,
        moves=turn,
        line=line,
        cause=cause,
        events=folded.events,
        barrier=folded.barrier,
        undo=folded.undo,
    )


def _seal(game: Game[S, Any], position: Position[S], entry: Entry) -> Progress[S]:
    sealed = {**position.sealed, entry.ask: entry.moves}
    asks = [ask for ask in game.asks(position.state) if ask.sealed]
    if not all(ask.id in sealed for ask in asks):
        secret = replace(entry, events=(), audience=(entry.seat,))
        return Progress(replace(position, sealed=sealed), (secret,))
    state = position.state
    entries = []
    for ask in asks:
        folded = fold(game, state, ask.seat, ask.id, sealed[ask.id])
        cause = entry.cause if ask.id == entry.ask else Cause.PLAYER
        made = _entry(game, state, ask.seat, ask.id, sealed[ask.id], cause, folded)
        barrier = Barrier.SECRET if made.barrier is Barrier.NONE else made.barrier
        entries.append(replace(made, barrier=barrier))
        state = folded.state
    return Progress(replace(position, state=state, sealed={}), tuple(entries))


def unseal(position: Position[S], ask: AskId) -> Position[S]:
    """Withdraw a sealed turn (it becomes a draft again)."""
    return replace(position, sealed={key: turn for key, turn in position.sealed.items() if key != ask})


def table_step(game: Game[S, Any], position: Position[S], ask: Ask, seed: bytes) -> Progress[S]:
    """Run one of the table's asks: its first verb, without fields. Draws from the seed's streams."""
    rng = Rng(seed, position.drawn)
    move = ask.verbs[0]()
    step = game.step(position.state, TABLE, move, rng)
    entry = Entry(
        seat=TABLE,
        ask=ask.id,
        moves=(move,),
        line="",
        cause=Cause.TABLE,
        events=step.events,
        barrier=step.barrier,
        undo=step.undo,
    )
    return Progress(replace(position, state=step.state, drawn=dict(rng.drawn)), (entry,))


def settle(game: Game[S, Any], position: Position[S], seed: bytes) -> Progress[S]:
    """Run the table's moves that are due at once, until none is."""
    entries: list[Entry] = []
    for _ in range(MOST_TABLE_MOVES):
        due = next((ask for ask in game.asks(position.state) if ask.seat == TABLE and ask.after is None), None)
        if due is None:
            return Progress(position, tuple(entries))
        made = table_step(game, position, due, seed)
        position = made.position
        entries.extend(made.entries)
    raise AssertionError(f"{game.spec.key}: the table never stops")
