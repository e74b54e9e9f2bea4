"""A position of Grunn on the table, for tests: seat 0 is described and to move."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypedDict, Unpack

import pytest
from msgspec.structs import replace

from games.core.errors import Refusal
from games.core.game import Ask
from games.core.moves import Move
from games.core.rng import Rng
from games.core.running.play import add_end, fold
from games.core.seats import Seat
from games.core.text import Text
from games.core.words import Words
from games.grunn import GAME
from games.grunn.components import count_cards, count_stocks, count_tiles
from games.grunn.grid import EDGES
from games.grunn.options import GrunnOptions
from games.grunn.scoring import Rows, score_player
from games.grunn.state import Pair, Phase, Player, Stage, State, Tile, new_tile
from games.grunn.view import View

NAMES = ("Anna", "Bert", "Cees", "Dora", "Emma", "Finn")
"""Names of the players in tests."""

SQUARE = {"D4": "wadden", "E4": "bog", "D5": "dollard", "E5": "forest"}
"""A plain starting landscape."""

POOL = ("bog+develop_bog", "wadden+develop_wadden", "dollard+clover", "forest+develop_any", "marsh+develop_marsh")
"""A plain pool."""


def front(text: str) -> tuple[str, ...]:
    """Return a plain pool with another front pair: ``bog+relocate+2``."""
    return (text, *POOL[1:])


def tile(text: str) -> Tile:
    """Read ``bog dev built``."""
    kind, *marks = text.split()
    return Tile(kind, new_tile(kind).developed or "dev" in marks, "built" in marks)


def pair(text: str) -> Pair:
    """Read ``bog+develop_bog`` or ``bog+develop_bog+2`` (ducats on it)."""
    kind, card, *ducats = text.split("+")
    return Pair(kind, card, int(ducats[0]) if ducats else 0)


def words(text: Text) -> str:
    """Put a Text into words; a missing sentence or argument is an error."""
    return Words(GAME.words, NAMES, strict=True)(text)


class _More(TypedDict, total=False):
    """What few positions differ in: pieces left in stock, options, turns done before, the phase."""

    stocks: Mapping[str, int]
    options: GrunnOptions
    turns_done: int
    phase: Phase


class Table:
    """One position and what is done in it."""

    def __init__(
        self,
        tiles: Mapping[str, str] | None = None,
        *,
        pool: Sequence[str] = POOL,
        ducats: int = 5,
        canals: Sequence[str] = (),
        seats: int = 4,
        **more: Unpack[_More],
    ) -> None:
        """Lay out the position; other players have the plain square."""
        turns_done = more.get("turns_done", 0)
        cells = {cell: tile(text) for cell, text in (SQUARE if tiles is None else tiles).items()}
        others = Player((), 5, {cell: tile(text) for cell, text in SQUARE.items()})
        edges = tuple(EDGES[edge] for edge in canals)
        self.state = State(
            options=more.get("options", GrunnOptions()),
            phase=more.get("phase", Phase.TURN),
            first=Seat(0),
            players=(Player((), ducats, cells, edges, turns_done // seats), *(others,) * (seats - 1)),
            pool=tuple(map(pair, pool)),
            tiles=count_tiles(),
            cards=count_cards(),
            discard=dict.fromkeys(count_cards(), 0),
            stocks={**count_stocks(), **more.get("stocks", {})},
            turns_done=turns_done,
        )

    @property
    def seat(self) -> Seat:
        """The seat to move."""
        return self.state.mover

    @property
    def view(self) -> View:
        """What the seat to move sees."""
        return GAME.view(self.state, self.seat)

    @property
    def player(self) -> Player:
        """The player described."""
        return self.state.players[0]

    @property
    def ask(self) -> Ask:
        """The ask that stands."""
        return GAME.asks(self.state)[0]

    @property
    def rows(self) -> Rows:
        """The points of the player described, without the grass bonus."""
        return score_player(self.player, 0, self.state.options)

    def stage(self, stage: Stage) -> Table:
        """Put the turn at a stage."""
        self.state = replace(self.state, stage=stage)
        return self

    def tell(self, line: str) -> list[str]:
        """Play a whole line with its silent end and return what is told of it; raises Refusal."""
        moves = add_end(GAME, self.state, self.seat, self.ask.id, GAME.notation.read(self.view, line))[0]
        folded = fold(GAME, self.state, self.seat, self.ask.id, moves)
        self.state = folded.state
        return [words(event.text) for event in folded.events]

    def play(self, line: str) -> Table:
        """Play a whole line with its silent end; raises Refusal."""
        self.tell(line)
        return self

    def moves(self, *moves: Move) -> Table:
        """Play single moves; raises Refusal."""
        self.state = fold(GAME, self.state, self.seat, self.ask.id, moves).state
        return self

    def settle(self, seed: bytes = b"tests") -> Table:
        """Run what the table does by itself."""
        rng = Rng(seed)
        while self.state.phase in (Phase.LOT, Phase.REFILL, Phase.AUTOMATON):
            move = self.ask.verbs[0]()
            self.state = GAME.step(self.state, self.ask.seat, move, rng).state
        return self

    def refused(self, line: str) -> str:
        """Return the code with which a line is refused; its sentence must be complete."""
        return refusal_of(lambda: self.play(line))

    def refused_moves(self, *moves: Move) -> str:
        """Return the code with which single moves are refused."""
        return refusal_of(lambda: self.moves(*moves))


def refusal_of(action: Callable[[], object]) -> str:
    """Return the code of the Refusal that an action raises; its sentence must have all its arguments."""
    with pytest.raises(Refusal) as caught:
        action()
    refusal = caught.value
    sentence = words(refusal.text)
    return refusal.code if sentence and refusal.clause else "no sentence"
