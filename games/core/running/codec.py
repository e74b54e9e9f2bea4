"""Bytes of a game's values and back: compact JSON through msgspec, typed on the way in.

A stored position begins with its state number. Older states are lifted by the game one number at a time; a newer one
(written by a later release) is refused.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import GenericAlias
from typing import Any, Generic, TypeVar, Union

import msgspec
from msgspec import Raw, Struct

from games.core.contract import Game
from games.core.game import Barrier, Event, Options, Undo
from games.core.moves import Move
from games.core.orders import Order
from games.core.running.play import Cause, Entry, Position
from games.core.seats import AskId, Seat

S = TypeVar("S")
V = TypeVar("V")


class NewerState(Exception):
    """A stored state was written by a later release of the game; this one cannot read it."""

    def __init__(self, key: str, number: int, known: int) -> None:
        """Name the game, the stored number and the highest one known."""
        super().__init__(f"{key}: state number {number} is newer than {known}, the newest this release knows")
        self.key, self.number, self.known = key, number, known

    def __reduce__(self) -> tuple[type[NewerState], tuple[str, int, int]]:
        """Travel between processes."""
        return type(self), (self.key, self.number, self.known)


class _StoredPosition(Struct, frozen=True, array_like=True, omit_defaults=True):
    number: int
    state: Raw
    drawn: dict[str, int] = {}
    sealed: dict[AskId, Raw] = {}
    causes: dict[AskId, Cause] = {}


class _StoredEntry(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An Entry with its moves still in bytes: their types depend on the game."""

    seat: Seat
    ask: AskId
    moves: Raw
    line: str
    cause: Cause
    events: tuple[Event, ...] = ()
    audience: tuple[Seat, ...] | None = None
    barrier: Barrier = Barrier.NONE
    undo: Undo = Undo.FREE
    sealed: bool = False
    seconds: float | None = None


class Codec(Generic[S, V]):
    """The codecs of one game. Decoding raises ``msgspec.DecodeError`` for bytes that are not of the type."""

    def __init__(self, game: Game[S, V]) -> None:
        """Prepare a decoder for each type of the game."""
        self._game = game
        self._encoder = msgspec.json.Encoder()
        self._position = msgspec.json.Decoder(_StoredPosition)
        self._entries = msgspec.json.Decoder(tuple[_StoredEntry, ...])
        self._state: msgspec.json.Decoder[S] = msgspec.json.Decoder(game.state_type)
        self._view: msgspec.json.Decoder[V] = msgspec.json.Decoder(game.view_type)
        self._options = msgspec.json.Decoder(game.spec.options)
        moves = _union(game.spec.moves)
        self._moves: msgspec.json.Decoder[tuple[Move, ...]] = msgspec.json.Decoder(GenericAlias(tuple, (moves, ...)))
        self._order: msgspec.json.Decoder[Order] = msgspec.json.Decoder(_union(game.spec.orders or (Order,)))

    def __reduce__(self) -> tuple[type[Codec[S, V]], tuple[Game[S, V]]]:
        """Travel between processes."""
        return type(self), (self._game,)

    def encode(self, value: object) -> bytes:
        """Return the bytes of a view, move, sequence of moves or entries, order or options."""
        return self._encoder.encode(value)

    def position(self, position: Position[S]) -> bytes:
        """Return the bytes of a position, under the present state number."""
        sealed = {ask: Raw(self._encoder.encode(turn)) for ask, turn in position.sealed.items()}
        state = Raw(self._encoder.encode(position.state))
        number = self._game.spec.state_number
        return self._encoder.encode(_StoredPosition(number, state, position.drawn, sealed, position.causes))

    def read_position(self, data: bytes) -> Position[S]:
        """Return the position, its state lifted to the present number; raises NewerState."""
        stored = self._position.decode(data)
        state = self._read_state(stored.state, stored.number)
        sealed = {ask: self._moves.decode(turn) for ask, turn in stored.sealed.items()}
        return Position(state, stored.drawn, sealed, stored.causes)

    def _read_state(self, raw: Raw, number: int) -> S:
        known = self._game.spec.state_number
        if number > known:
            raise NewerState(self._game.spec.key, number, known)
        if number == known:
            return self._state.decode(raw)
        old: dict[str, Any] = msgspec.json.decode(raw)
        for step in range(number, known):
            old = self._game.lifts[step](old)
        return self._state.decode(self._encoder.encode(old))

    def read_view(self, data: bytes) -> V:
        """Return a view."""
        return self._view.decode(data)

    def read_moves(self, data: bytes) -> tuple[Move, ...]:
        """Return a turn or a draft."""
        return self._moves.decode(data)

    def read_order(self, data: bytes) -> Order:
        """Return an order."""
        return self._order.decode(data)

    def read_options(self, data: bytes) -> Options:
        """Return the game's options."""
        return self._options.decode(data)

    def read_entries(self, data: bytes) -> tuple[Entry, ...]:
        """Return lines of the log, written by ``encode`` of a sequence of entries."""
        return tuple(self._entry(stored) for stored in self._entries.decode(data))

    def _entry(self, stored: _StoredEntry) -> Entry:
        return Entry(
            seat=stored.seat,
            ask=stored.ask,
            moves=self._moves.decode(stored.moves),
            line=stored.line,
            cause=stored.cause,
            events=stored.events,
            audience=stored.audience,
            barrier=stored.barrier,
            undo=stored.undo,
            sealed=stored.sealed,
            seconds=stored.seconds,
        )


def _union(types: Sequence[type[Struct]]) -> Any:
    return Union[tuple(types)]  # noqa: UP007 - made at run time from a game's own list
