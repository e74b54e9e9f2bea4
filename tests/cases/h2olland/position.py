"""From the position of a handed case (section L.2) to a state, with the chance that the case prescribes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from games.core.rng import Rng
from games.core.seats import Seat
from games.h2olland.board import Board, Square, board_for, squares_in
from games.h2olland.components import (
    COLOURS,
    PLAIN,
    TILE_MIX,
    TOTALS,
    WORKERS_EACH,
    YEARS,
    Item,
)
from games.h2olland.state import Barn, Basket, Building, Phase, Planted, State, Table, Turned

T = TypeVar("T")


class Dealer(Rng):
    """The chance a case prescribes: undersides by tile, weather cards from the top of a deck."""

    def __init__(self, undersides: Mapping[int, str], deck: Sequence[int]) -> None:
        """Know what lies where."""
        super().__init__(b"")
        self.undersides, self.deck = undersides, list(deck)
        self.face = PLAIN

    def show(self, tile: int) -> None:
        """Make the next underside that of the tile."""
        self.face = self.undersides.get(tile, PLAIN)

    def take(self, stream: str, pile: Mapping[str, int]) -> str:
        """Return what the case prescribes."""
        if stream == "weather":
            return str(self.deck.pop(0)) if self.deck else min(pile, key=int)
        return next(kind for kind in TILE_MIX if kind[0] == self.face[0])

    def pick(self, stream: str, items: Sequence[T]) -> T:
        """Return the direction of the underside."""
        return next(item for item in items if item == self.face.partition(".")[2])


class Position:
    """The position of a case; what it does not list is absent."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        """Read colours and faces."""
        self.data = data
        self.colours: list[str] = list(data.get("players", COLOURS))
        self.board: Board = board_for(len(self.colours))

    def seat(self, colour: str) -> Seat:
        """Return the seat of a colour."""
        return Seat(self.colours.index(colour))

    def dealer(self) -> Dealer:
        """Return the chance of the case."""
        return Dealer(_faces(self.data.get("undersides", {})), self.data.get("deck", ()))

    def state(self) -> State:
        """Return the state as it stands."""
        return State(self._table(), (Basket(),) * len(self.colours))

    def _numbers(self, key: str) -> tuple[int, ...]:
        given = self.data.get(key, {})
        return tuple(given.get(colour, 0) for colour in self.colours)

    def _seats(self, given: Mapping[str, str]) -> dict[int, Seat]:
        return {int(tile): self.seat(colour) for tile, colour in given.items()}

    def _table(self) -> Table:
        data = self.data
        start = self.seat(data.get("start_player", self.colours[0]))
        turn = self.seat(data["turn"]) if "turn" in data else start
        fields = self._fields()
        dikes = dict.fromkeys(data.get("dikes", ()), turn)
        barns = tuple(dict(data.get("barn", {}).get(colour, {})) for colour in self.colours)
        tended = [field.worker for field in fields.values()]
        last = data.get("last_flipper")
        helped = self._numbers("helped")
        return Table(
            seats=len(self.colours),
            years=YEARS[len(self.colours)],
            zones=data.get("safe_zone", "full"),
            sealed_trade=False,
            year=data.get("year", 1),
            phase=Phase(data.get("phase", Phase.SPRING)),
            start=start,
            turn=turn,
            passed=tuple(map(self.seat, data.get("passed", ()))),
            land=self._land(),
            unseen=dict(TILE_MIX),
            buildings=self._buildings(),
            fields=fields,
            dikes=dikes,
            barns=barns,
            coop=self._coop(barns, fields, len(dikes)),
            workers=tuple(
                data.get("workers_left", {}).get(colour, WORKERS_EACH - tended.count(self.seat(colour)))
                for colour in self.colours
            ),
            used=tuple(map(Square, data.get("used_mills", ()))),
            helped=helped,
            owed=helped,
            chooser=turn,
            area=tuple(data.get("area", ())),
            flipped={
                tile: Turned(seat, _faces(data.get("undersides", {})).get(tile, PLAIN))
                for tile, seat in self._seats(data.get("flipped", {})).items()
            },
            rotatable=self._seats(data.get("rotatable", {})),
            faced=(0,) * len(self.colours),
            cards=(data["card"],) if "card" in data else (),
            keeps={self.seat(colour): dict(keep) for colour, keep in data.get("keeps", {}).items()},
            last_flipper=None if last is None else self.seat(last),
            runners=self._numbers("racers"),
        )

    def _land(self) -> dict[int, str]:
        drained = _faces(self.data.get("drained", {}))
        if "water" in self.data:
            dry = [tile for tile in self.board.tiles if tile not in self.data["water"]]
        else:
            dry = [tile for tile in self.board.tiles if tile in self.board.island or tile in drained]
        return {tile: drained.get(tile, PLAIN) for tile in dry}

    def _buildings(self) -> dict[Square, Building]:
        return {
            Square(square): Building(kind, self.seat(colour))
            for kind, key in ((Item.FARM, "farms"), (Item.MILL, "mills"))
            for colour, squares in self.data.get(key, {}).items()
            for square in squares
        }

    def _fields(self) -> dict[Square, Planted]:
        raced = {Square(square): self.seat(colour) for square, colour in self.data.get("raced", {}).items()}
        fields: dict[Square, Planted] = {}
        for item, one, other, *worker in self.data.get("fields", ()):
            first, second = squares_in(one + other)
            fields[first] = Planted(
                item,
                (first, second),
                worker=self.seat(worker[0]) if worker else None,
                runner=raced.get(first, raced.get(second)),
            )
        return fields

    def _coop(self, barns: Sequence[Barn], fields: Mapping[Square, Planted], dikes: int) -> Barn:
        planted = [field.item for field in fields.values()] + [Item.DIKE] * dikes
        out = {item: sum(barn.get(item, 0) for barn in barns) + planted.count(item) for item in TOTALS}
        left = {item: total - out[item] for item, total in TOTALS.items()} | self.data.get("supply", {})
        return {item: count for item, count in left.items() if count}


def _faces(given: Mapping[str, Any]) -> dict[int, str]:
    """Read faces such as ``"plain"`` and ``["single", "NE"]``."""
    return {int(tile): face_name(face) for tile, face in given.items()}


def face_name(face: str | Sequence[str]) -> str:
    """Return a face as the state writes it: ``plain``, ``s.NE``, ``d.N``."""
    return PLAIN if face == PLAIN else f"{face[0][0]}.{face[1]}"
