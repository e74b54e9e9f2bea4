"""The reader of the handed cases: positions, turns in the notation, queries, and what is expected (section 13)."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from games.core.contract import Game
from games.core.errors import IllegalMove, Refusal
from games.core.game import Barrier
from games.core.moves import Move
from games.core.rng import Rng
from games.core.running.play import fold
from games.core.seats import TABLE, Seat
from games.core.text import raw
from games.greentown.components import BUILDINGS, DECK, MARKERS, START_CARDS, stock_of_buildings
from games.greentown.grid import order
from games.greentown.moves import Done, Double, Reveal
from games.greentown.options import GreenTownOptions
from games.greentown.rules.dealing import supply_for, town_of
from games.greentown.rules.order import PAIR
from games.greentown.scoring import LINES
from games.greentown.state import Pay, Player, Sheet, Site, State, Table, Tile, Town
from games.greentown.view import View
from tests.cases.greentown.queries import ask_query, ranking
from tests.cases.verdict import Verdict

T = TypeVar("T")

DEFAULT, UNDO = "default", "undo"


class Ordered(Rng):
    """Chance that turns up the cards in the order that a case says."""

    def __init__(self, deck: Sequence[str]) -> None:
        """Take the deck, its top first."""
        super().__init__(b"")
        self.deck = tuple(deck)

    def pick(self, stream: str, items: Sequence[T]) -> T:
        """Return the card that lies highest."""
        return min(items, key=lambda card: self.deck.index(str(card)))


class Story:
    """The turns of a case played one after the other, with what an undo goes back to."""

    def __init__(self, game: Game[State, View], state: State, deck: Sequence[str]) -> None:
        """Begin with a position and the order of its deck."""
        self._game = game
        self._deck = deck
        self._before: list[tuple[State, bool]] = []
        self.state = state
        self.pay: Pay | None = None

    def play(self, line: str) -> None:
        """Play a turn in the notation, the default turn, a decision or an undo; raises Refusal."""
        if line == UNDO:
            self._undo()
            return
        before = self.state
        ask = next(iter(self._game.asks(before)), None)
        seat = before.table.current
        view = self._game.view(before, seat)
        if line == DEFAULT:
            assert ask is not None
            while any(ask.id == standing.id for standing in self._game.asks(self.state)):
                self._fold(seat, (self._game.fallback(self._game.view(self.state, seat), ask),))
        else:
            moves = tuple(self._game.notation.read(view, line))
            self._fold(seat, moves if isinstance(moves[-1], Double) else (*moves, Done()))
        last = self.state.table.last
        self.pay = None if last is None else last.pay
        revealed = False
        while any(asked.seat == TABLE for asked in self._game.asks(self.state)):
            step = self._game.step(self.state, TABLE, Reveal(), Ordered(self._deck))
            self.state = step.state
            revealed = step.barrier is not Barrier.NONE
        self._before.append((before, revealed))

    def _fold(self, seat: Seat, moves: tuple[Move, ...]) -> None:
        asks = self._game.asks(self.state)
        if not asks:
            self._game.check(self._game.view(self.state, seat), moves[0])
        self.state = fold(self._game, self.state, seat, asks[0].id, moves).state

    def _undo(self) -> None:
        if not self._before:
            raise IllegalMove("NO_UNDO", "R12.2", raw("nothing to take back"))
        before, revealed = self._before.pop()
        if revealed:
            raise IllegalMove("UNDO_REVEALED", "R12.2", raw("a card was revealed"))
        self.state, self.pay = before, None


def seat_of(name: str) -> Seat:
    """Return the seat of P1, P2, …"""
    return Seat(int(name[1:]) - 1)


def read_tile(text: str) -> Tile:
    """Return a tile from ``streets content``: hotel, tree, vacant or ``P1:C``."""
    streets, content = text.split()
    if ":" in content:
        owner, kind = content.split(":")
        return Tile(streets, Site(kind), seat_of(owner))
    return Tile(streets, Site(content))


def write_tile(tile: Tile | None) -> str | None:
    """Return a tile as cases write it; None for an empty space."""
    if tile is None:
        return None
    return f"{tile.streets} {tile.site.value if tile.owner is None else f'P{tile.owner + 1}:{tile.site.value}'}"


def read_town(position: Mapping[str, Any]) -> Town:
    """Return the town of a position: its base with tiles added or replaced."""
    base = position.get("base", "recommended")
    town = {} if base is None else town_of(base)
    town.update({space: read_tile(text) for space, text in position.get("map", {}).items()})
    return town


def read_position(position: Mapping[str, Any]) -> tuple[State, tuple[str, ...]]:
    """Return the state of a position and the order of its deck; everything not said has a default."""
    seats = position["players"]
    town = read_town(position)
    names = [f"P{seat + 1}" for seat in range(seats)]
    cards = {name: START_CARDS[seat] for seat, name in enumerate(names)} | position.get("cards", {})
    deck = tuple(position.get("deck", [card for card in DECK if card not in cards.values()]))
    current = seat_of(position.get("current", "P1"))
    moments = position.get("last_turn_order", {})
    marker = position.get("double_marker", f"P{seats}")
    table = Table(
        options=GreenTownOptions(saved_doubles=position.get("variant_saved", False)),
        town=town,
        supply={**supply_for(town), **position.get("supply", {})},
        players=tuple(_read_player(position, town, name, cards[name]) for name in names),
        start=Seat(0),
        current=current,
        top=deck[0] if deck else None,
        hidden=deck[1:],
        marker=None if seats == PAIR or marker is None else seat_of(marker),
        second=position.get("second_of_double", False),
        idle=position.get("idle_turns", 0),
        clock=max(moments.values(), default=0),
    )
    money = position.get("money", 0)
    purses = money if isinstance(money, dict) else dict.fromkeys(names, money)
    return State(table, tuple(Sheet(from_others=purses.get(name, 0)) for name in names)), deck


def _read_player(position: Mapping[str, Any], town: Town, name: str, card: str | None) -> Player:
    stock = stock_of_buildings()
    for tile in town.values():
        if tile.owner == seat_of(name):
            stock[tile.site.value] -= 1
    stock |= position.get("left", {}).get(name, {})
    up = position.get("markers_up", {}).get(name, MARKERS)
    return Player(
        card,
        {kind: stock[kind] for kind in BUILDINGS},
        up=tuple(str(marker) for marker in MARKERS if marker in up),
        turns=_of(position.get("turns_taken", 0), name),
        last_turn=_of(position.get("last_turn_order", 0), name),
        saved=_of(position.get("saved", 0), name),
    )


def _of(value: int | Mapping[str, int], name: str) -> int:
    return value if isinstance(value, int) else value.get(name, 0)


def judge(game: Game[State, View], case: Mapping[str, Any]) -> Verdict:
    """Run a case and set what is expected beside what came out; only what is expected is compared."""
    state, deck = read_position(case["position"])
    action, wanted = case["action"], case["expect"]
    if "query" in action:
        found = ask_query(game, state, action)
    else:
        found = _play(Story(game, state, deck), action.get("turns", [action.get("turn")]), wanted.get("after", {}))
    return Verdict(shown(wanted), shown(alike(wanted, found)))


def alike(wanted: object, found: object) -> object:
    """Return of what was found only what is expected."""
    if isinstance(wanted, dict) and isinstance(found, dict):
        return {key: alike(value, found.get(key)) for key, value in wanted.items()}
    return found


def shown(value: object) -> str:
    """Return a value in one form."""
    return json.dumps(value, sort_keys=True)


def _play(story: Story, lines: Sequence[str], after: Mapping[str, Any]) -> dict[str, Any]:
    try:
        for line in lines:
            story.play(line)
    except Refusal as refused:
        return {"legal": False, "reason": refused.code}
    pay = story.pay
    found: dict[str, Any] = {"legal": True, "pays": None, "after": write_state(story.state, after)}
    if pay is not None:
        found["pays"] = {f"P{seat + 1}": count for seat, count in enumerate(pay.pays)}
        found["score"] = {"gross": pay.gross, "penalty": pay.missed, "net": pay.net}
    return found


def write_state(state: State, after: Mapping[str, Any]) -> dict[str, Any]:
    """Return the state as cases write it; of the map only the spaces asked for."""
    table = state.table
    names = [f"P{seat + 1}" for seat in range(len(table.players))]

    def each(values: Sequence[Any]) -> dict[str, Any]:
        return dict(zip(names, values, strict=True))

    totals = tuple(sheet.total for sheet in state.sheets)
    return {
        "map": {space: write_tile(table.town.get(space)) for space in after.get("map", {})},
        "supply": table.supply,
        "money": each(totals),
        "cards": each([player.card for player in table.players]),
        "markers_up": each([sorted(player.up) for player in table.players]),
        "left": each([player.stock for player in table.players]),
        "top_of_deck": table.top,
        "current": names[table.current],
        "second_of_double": table.second,
        "double_marker": None if table.marker is None else names[table.marker],
        "double_decision": table.deciding,
        "saved": each([player.saved for player in table.players]),
        "last_round": table.last_turns,
        "last_turns": [names[seat] for seat in table.queue or ()],
        "over": table.over,
        "ranking": [names[seat] for seat in ranking(table.players, totals)],
        "trees": sorted((at for at, tile in table.town.items() if tile.site is Site.TREE), key=order),
        "breakdown": each([write_sheet(sheet) for sheet in state.sheets]),
    }


def write_sheet(sheet: Sheet) -> dict[str, int]:
    """Return the lines of the score sheet that sum to a player's Greenies."""
    return {line: getattr(sheet, line) for line in LINES} | {"total": sheet.total}
