"""Playing turns: folding moves over a position, and sealed turns.

Pure functions from a position to a position. The platform stores what they return and tells it afterwards.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from enum import StrEnum
from typing import Any, Generic, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from games.core.contract import Game
from games.core.errors import IllegalMove, Refusal, Unoffered, game_over, not_your_turn
from games.core.game import Ask, Barrier, Event, Step, Undo
from games.core.moves import Move, what_of
from games.core.rng import NoChance
from games.core.seats import TABLE, AskId, Seat
from games.core.text import Arg, Text, phrase, say

S = TypeVar("S")
V = TypeVar("V")

MOST_TURN_MOVES = 500
"""More moves than a turn of any game has: a turn that never ends is a bug."""


class Cause(StrEnum):
    """Why a turn was made."""

    PLAYER = "player"
    COMPUTER = "computer"
    ORDER = "order"
    PLAN = "plan"
    """A stored order that nobody else is told of: to others the turn looks like any other."""
    FORCED = "forced"
    FALLBACK = "fallback"
    TABLE = "table"


class Position(Struct, Generic[S], frozen=True):
    """All that changes while a match runs, undone together.

    ``drawn`` counts the draws of each stream; ``sealed`` holds the turns handed in secretly, by ask, and ``causes`` why
    each of them was.
    """

    state: S
    drawn: dict[str, int] = {}
    sealed: dict[AskId, tuple[Move, ...]] = {}
    causes: dict[AskId, Cause] = {}


class Entry(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What one actor did at one ask: a line of the log.

    ``line`` is the turn in the game's notation (empty for the table). ``audience`` says who may read moves and line;
    each event has an audience of its own. While a sealed turn waits for the others, its entry is ``sealed``, without
    events and for its seat only; another entry is made when all are in.
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
    sealed: bool = False
    seconds: float | None = None
    """How long after the ask first stood it was made, where its events say so; the platform notes it."""


class Scene(Struct, Generic[S], frozen=True):
    """A position on the way that is to be shown (``Step.show``), after so many of the entries."""

    entries: int
    position: Position[S]


class Progress(Struct, Generic[S], frozen=True):
    """A new position and the entries that led to it, in order.

    ``scenes``: what was to be shown before the table went on.
    """

    position: Position[S]
    entries: tuple[Entry, ...] = ()
    scenes: tuple[Scene[S], ...] = ()


class Folded(Struct, Generic[S], frozen=True):
    """What moves lead to, without being part of the match yet: a draft's preview."""

    state: S
    events: tuple[Event, ...]
    barrier: Barrier
    undo: Undo


class TurnContext(Struct, Generic[S], frozen=True):
    """A turn of a seat as things stand: what a player is about to type or press belongs to it."""

    game: Game[S, Any]
    state: S
    seat: Seat
    ask: AskId

    @property
    def view(self) -> Any:  # noqa: ANN401 - the game's own type
        """What the seat sees."""
        return self.game.view(self.state, self.seat)

    def expect_ask(self) -> Ask:
        """Return the ask, which stands; raises STALE or NOT_YOUR_TURN."""
        return expect_ask(self.game, self.state, self.seat, self.ask)

    def find_offered(self) -> tuple[type[Move], ...]:
        """Return what the ask offers to choose; raises STALE or NOT_YOUR_TURN."""
        return find_offered_verbs(self.game, self.expect_ask())

    def at(self, state: S) -> TurnContext[S]:
        """Return the same turn in another state, such as after some of its moves."""
        return TurnContext(self.game, state, self.seat, self.ask)

    def after(self, moves: Sequence[Move]) -> Folded[S]:
        """Fold moves over the state; raises Refused."""
        return fold(self.game, self.state, self.seat, self.ask, moves)


class Refused(IllegalMove):
    """An IllegalMove that also says which move of the turn it was (0-based)."""

    def __init__(self, refusal: Refusal, at: int) -> None:
        """Wrap the refusal of move ``at``."""
        super().__init__(refusal.code, refusal.clause, refusal.text)
        self.at = at

    def __reduce__(self) -> tuple[type[Refused], tuple[Refusal, int]]:  # type: ignore[override]
        """Travel between processes."""
        return type(self), (IllegalMove(self.code, self.clause, self.text), self.at)


def asks_of(game: Game[S, Any], state: S, seat: Seat) -> tuple[Ask, ...]:
    """Return the asks that stand for the seat."""
    return tuple(ask for ask in game.asks(state) if ask.seat == seat)


def find_ask(game: Game[S, Any], state: S, ask: AskId) -> Ask | None:
    """Return the standing ask of that id, or None."""
    return _of_id(game.asks(state), ask)


def _of_id(asks: Sequence[Ask], ask: AskId) -> Ask | None:
    return next((standing for standing in asks if standing.id == ask), None)


def refuse(code: str, text_id: str, **args: Arg) -> IllegalMove:
    """Make a refusal of the platform itself."""
    return IllegalMove(code, "core", say(f"core.{text_id}", **args))


def refuse_out_of_turn(game: Game[S, Any], state: S, seat: Seat, move: Move) -> None:
    """Raise what is refused alike in all games: a move after the end, or on the turn of the one seat waited for.

    A game that has a reason of its own, such as that the seat has acted already, gives it first.
    """
    _refuse_out_of_turn(game, game.asks(state), seat, game.view(state, seat), move)


def _refuse_out_of_turn(game: Game[Any, V], asks: Sequence[Ask], seat: Seat, view: V, move: Move) -> None:
    if not asks:
        raise game_over()
    if any(ask.seat == seat for ask in asks):
        return
    with suppress(Unoffered):
        game.check(view, move)
    waiting = {ask.seat for ask in asks if ask.waits and ask.seat != TABLE}
    if len(waiting) == 1:
        raise not_your_turn(waiting.pop(), plan=game.spec.plan_command)


def expect_ask(game: Game[S, Any], state: S, seat: Seat, ask: AskId) -> Ask:
    """Return the standing ask of that id; raises STALE or NOT_YOUR_TURN."""
    return _for_seat(find_ask(game, state, ask), seat)


def _for_seat(standing: Ask | None, seat: Seat) -> Ask:
    if standing is None:
        raise refuse("STALE", "stale")
    if standing.seat != seat:
        raise not_your_turn(standing.seat)
    return standing


def ends_of(game: Game[S, Any]) -> tuple[type[Move], ...]:
    """Return the silent ends of the game's turns: moves that are appended, not chosen."""
    return tuple(form.end for form in game.spec.turns if form.end is not None)


def find_offered_verbs(game: Game[S, Any], ask: Ask) -> tuple[type[Move], ...]:
    """Return what the ask offers its player to choose (a silent end is not chosen)."""
    ends = ends_of(game)
    return tuple(verb for verb in ask.verbs if verb.offered and verb not in ends)


def tell_offered(game: Game[S, Any], ask: Ask) -> tuple[Text, ...]:
    """Return what the ask offers in words, in quotation marks: the words have commas of their own."""
    return tuple(say("core.quoted", words=phrase(what_of(verb))) for verb in find_offered_verbs(game, ask))


def play_move(game: Game[S, Any], state: S, seat: Seat, ask: AskId, move: Move) -> Step[S]:
    """Play one move of a seat at an ask: the rule's reason first, then whether it is asked for at all."""
    return _play(game, state, seat, game.asks(state), ask, move)


def _play(game: Game[S, Any], state: S, seat: Seat, asks: Sequence[Ask], wanted: AskId, move: Move) -> Step[S]:
    view = game.view(state, seat)
    _refuse_out_of_turn(game, asks, seat, view, move)
    game.check(view, move)
    ask = _for_seat(_of_id(asks, wanted), seat)
    if type(move) not in ask.verbs:
        raise refuse("NOT_ASKED", "not_asked", what=phrase(what_of(type(move))), offered=tell_offered(game, ask))
    return game.step(state, seat, move, NoChance())


def fold(game: Game[S, Any], state: S, seat: Seat, ask: AskId, moves: Sequence[Move]) -> Folded[S]:
    """Fold moves over a state, all or nothing; raises Refused naming the first move refused.

    A turn ends with its ask, or with a move that is a barrier (what comes to light then must not be seen before it is
    confirmed): moves beyond that are refused.
    """
    events: list[Event] = []
    barrier, undo = Barrier.NONE, Undo.FREE
    before = state
    for at, move in enumerate(moves):
        try:
            if barrier is not Barrier.NONE:
                raise refuse("AFTER_BARRIER", "after_barrier")
            asks = game.asks(state)
            if at and _of_id(asks, ask) is None:
                raise refuse("TURN_OVER", "turn_over")
            step = _play(game, state, seat, asks, ask, move)
        except IllegalMove as refusal:
            better = game.notation.explain(game.view(before, seat), moves, at, refusal)
            raise Refused(better, at) from refusal
        state = step.state
        events.extend(step.events)
        barrier = step.barrier
        undo = max(undo, step.undo, key=list(Undo).index)
    return Folded(state, tuple(events), barrier, undo)


def preview(game: Game[S, Any], state: S, seat: Seat, ask: AskId, moves: Sequence[Move]) -> Folded[S]:
    """Fold a draft for showing: like ``fold``, but what a barrier at its end brings to light stays unseen.

    The state and events are those before the move that is a barrier; ``barrier`` says that there is one.
    """
    folded = fold(game, state, seat, ask, moves)
    if folded.barrier is Barrier.NONE:
        return folded
    return replace(fold(game, state, seat, ask, moves[:-1]), barrier=folded.barrier, undo=folded.undo)


def find_silent_end(game: Game[S, Any], state: S, seat: Seat, ask: AskId) -> Move | None:
    """Return the silent end that the ask allows now, or None."""
    standing = find_ask(game, state, ask)
    if standing is None or standing.seat != seat:
        return None
    for end in ends_of(game):
        if end in standing.verbs:
            try:
                game.check(game.view(state, seat), end())
            except IllegalMove:
                continue
            return end()
    return None


def add_end(
    game: Game[S, Any], state: S, seat: Seat, ask: AskId, moves: Sequence[Move]
) -> tuple[tuple[Move, ...], Folded[S]]:
    """Append the silent end of a turn where the ask still stands and allows it, and fold the turn."""
    folded = fold(game, state, seat, ask, moves)
    if folded.barrier is not Barrier.NONE:
        return tuple(moves), folded
    end = find_silent_end(game, folded.state, seat, ask)
    if end is None:
        return tuple(moves), folded
    last = fold(game, folded.state, seat, ask, (end,))
    undo = max(folded.undo, last.undo, key=list(Undo).index)
    return (*moves, end), Folded(last.state, (*folded.events, *last.events), last.barrier, undo)


def finish(game: Game[S, Any], state: S, seat: Seat, ask: AskId, moves: Sequence[Move]) -> Folded[S]:
    """Fold a whole turn, its silent end included; raises Refusal if it does not end the turn.

    A turn ends when its ask is gone, with a barrier, or with an instant move.
    """
    return _finish(game, state, seat, ask, moves)[1]


def _finish(
    game: Game[S, Any], state: S, seat: Seat, ask: AskId, moves: Sequence[Move]
) -> tuple[tuple[Move, ...], Folded[S]]:
    turn, folded = add_end(game, state, seat, ask, moves)
    if not turn:
        standing = expect_ask(game, state, seat, ask)
        raise refuse("UNFINISHED", "nothing_chosen", what=standing.private or standing.text)
    still = find_ask(game, folded.state, ask)
    if still is not None and folded.barrier is Barrier.NONE and not turn[-1].instant:
        raise _explain_unfinished(game, folded.state, still)
    return turn, folded


def _explain_unfinished(game: Game[S, Any], state: S, still: Ask) -> IllegalMove:
    """Return why the turn is not over: what the game has against its silent end, else what is asked."""
    for end in ends_of(game):
        if end in still.verbs:
            try:
                game.check(game.view(state, still.seat), end())
            except IllegalMove as refusal:
                return refusal
    return refuse("UNFINISHED", "unfinished", what=still.private or still.text)


def without_aids(moves: Sequence[Move]) -> tuple[Move, ...]:
    """Return the moves without those that only helped to choose the others."""
    return tuple(move for move in moves if not move.aid)


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

    Aids are left out and the silent end is appended. A turn that leaves its ask standing is refused as unfinished,
    unless its last move is instant or a barrier. A sealed turn is kept (replacing an earlier one) until the last sealed
    ask has its turn; then all are folded in the order of the asks. The table's moves do not run here: see ``settle``.
    """
    turn, folded = _finish(game, position.state, seat, ask, without_aids(moves))
    standing = expect_ask(game, position.state, seat, ask)
    if cause in (Cause.PLAYER, Cause.COMPUTER):
        _only_offered(game, standing, turn)
    entry = make_entry(game, position.state, standing, turn, cause, folded)
    if standing.sealed:
        return hand_in(game, position, entry)
    return Progress(with_state(game, position, folded.state), (entry,))


def _only_offered(game: Game[S, Any], ask: Ask, turn: Sequence[Move]) -> None:
    ends = ends_of(game)
    for at, move in enumerate(turn):
        if not move.offered and not isinstance(move, ends):
            offered = tell_offered(game, ask)
            raise Refused(refuse("NOT_OFFERED", "not_offered", what=phrase(what_of(type(move))), offered=offered), at)


def make_entry(
    game: Game[S, Any], before: S, ask: Ask, turn: tuple[Move, ...], cause: Cause, folded: Folded[S]
) -> Entry:
    """Make the line of the log for a whole turn that was folded over ``before``."""
    return Entry(
        seat=ask.seat,
        ask=ask.id,
        moves=turn,
        line=game.notation.write(game.view(before, ask.seat), turn),
        cause=cause,
        events=folded.events,
        audience=(ask.seat,) if any(move.secret for move in turn) else None,
        barrier=folded.barrier,
        undo=folded.undo,
    )


def with_state(game: Game[S, Any], position: Position[S], state: S) -> Position[S]:
    """Replace the state, and forget sealed turns whose ask it ended."""
    if not position.sealed:
        return replace(position, state=state)
    asks = {ask.id for ask in game.asks(state)}
    kept = {ask: turn for ask, turn in position.sealed.items() if ask in asks}
    return replace(position, state=state, sealed=kept, causes={ask: position.causes[ask] for ask in kept})


def hand_in(game: Game[S, Any], position: Position[S], entry: Entry) -> Progress[S]:
    """Keep a turn that is handed in secretly; when it is the last one, fold all of them in the order of the asks."""
    sealed = {**position.sealed, entry.ask: entry.moves}
    causes = {**position.causes, entry.ask: entry.cause}
    secret = hide(entry)
    handed = replace(position, sealed=sealed, causes=causes)
    asks = [ask for ask in game.asks(position.state) if ask.sealed]
    if any(ask.waits and ask.id not in sealed for ask in asks):
        return Progress(handed, (secret,))
    state = position.state
    entries = []
    for ask in asks:
        if ask.id not in sealed:
            continue
        try:
            folded = fold(game, state, ask.seat, ask.id, sealed[ask.id])
        except Refused:
            # Sealed turns must be independent of each other. Where they are not, the match must not hang on it: the
            # turn that does not fit any more is handed back, and its seat is asked again.
            return Progress(unseal(handed, ask.id), (secret,))
        entries.append(reveal(make_entry(game, state, ask, sealed[ask.id], causes[ask.id], folded)))
        state = folded.state
    return Progress(replace(position, state=state, sealed={}, causes={}), tuple(entries))


def hide(entry: Entry) -> Entry:
    """Return the entry of a sealed turn as long as it waits for the others."""
    hidden = replace(entry, events=(), audience=(entry.seat,), sealed=True)
    return replace(hidden, barrier=Barrier.NONE, undo=Undo.FREE)


def reveal(entry: Entry) -> Entry:
    """Return the entry of a sealed turn when all are in: undo may not cross it."""
    return entry if entry.barrier is not Barrier.NONE else replace(entry, barrier=Barrier.SECRET)


def unseal(position: Position[S], ask: AskId) -> Position[S]:
    """Withdraw a sealed turn (it becomes a draft again)."""
    sealed = {key: turn for key, turn in position.sealed.items() if key != ask}
    return replace(position, sealed=sealed, causes={key: position.causes[key] for key in sealed})


def fallback_turn(game: Game[S, Any], state: S, ask: Ask) -> tuple[Move, ...]:
    """Return the whole turn made at the deadline: ``fallback`` again and again until the ask is gone."""
    turn: list[Move] = []
    standing: Ask | None = ask
    for _ in range(MOST_TURN_MOVES):
        if standing is None:
            return tuple(turn)
        turn.append(game.fallback(game.view(state, ask.seat), standing))
        folded = fold(game, state, ask.seat, ask.id, turn[-1:])
        if folded.barrier is not Barrier.NONE:
            return tuple(turn)
        state = folded.state
        standing = find_ask(game, state, ask.id)
    raise AssertionError(f"{game.spec.key}: the fallback never ends {ask.id}")


def without_plan(entry: Entry, *, own: bool) -> Entry:
    """Return the entry as others see it, unless it is the reader's ``own``: a planned turn looks like any other."""
    return replace(entry, cause=Cause.PLAYER) if entry.cause is Cause.PLAN and not own else entry


def censor(entry: Entry, reader: Seat | None) -> Entry:
    """Return the entry as ``reader`` may see it (None: a spectator): without others' secrets."""
    events = tuple(event for event in entry.events if event.audience is None or reader in event.audience)
    if entry.audience is None or reader in entry.audience:
        return replace(entry, events=events)
    return replace(entry, moves=(), line="", events=events)
