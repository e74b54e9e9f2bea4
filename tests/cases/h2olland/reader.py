"""The judge of handed cases (section L.2): actions or a query in a position, and what came of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from games.core.contract import AnyGame
from games.core.errors import IllegalMove
from games.core.moves import Move
from games.core.seats import TABLE, Seat
from games.h2olland.components import Item
from games.h2olland.moves import Area, Dike, Drought, Face, Flip, HandIn, Keep, Pass, Place, Reward, Run, Trade
from games.h2olland.rules.checks import apply_basket, problem_of
from games.h2olland.rules.playing import asks, step
from games.h2olland.rules.trading import Deal, Kind, best_keep, over_limit, write_deal
from games.h2olland.state import NOBODY, Phase, State, Table
from tests.cases.h2olland.position import Dealer, Position
from tests.cases.h2olland.query import answer, field_name
from tests.cases.verdict import Verdict


def judge(_game: AnyGame, case: Mapping[str, Any]) -> Verdict:
    """Run one case."""
    position = Position(case["position"])
    expected = case["expect"]
    got = answer(position, case["query"]) if "query" in case else _acted(position, case["action"])
    if got.get("legal") and "table" in got:
        got = {"legal": True, "after": _after(position, got["table"])}
    if "default_move" in case.get("query", {}).values():
        return Verdict(_json(expected), _json({key: got.get(key) for key in expected}))
    if "action" in case and not expected["legal"]:
        expected = {"step": 0, **expected}
    return Verdict(_json(_unordered(expected)), _json(_unordered(_same_shape(expected, got))))


def _json(value: object) -> str:
    return msgspec.json.encode(value, order="sorted").decode()


def _unordered(value: Any) -> Any:  # noqa: ANN401 - a tree of JSON
    """Bring lists, which are compared as multisets, into one order."""
    if isinstance(value, dict):
        return {key: _unordered(part) for key, part in value.items()}
    if isinstance(value, list):
        return sorted((_unordered(part) for part in value), key=str)
    return value


def _same_shape(expected: Any, got: Any) -> Any:  # noqa: ANN401 - a tree of JSON
    """Leave in ``got`` what the expectation names; missing numbers are 0."""
    if not isinstance(expected, dict) or not isinstance(got, Mapping):
        return got
    if not expected:
        return {key: value for key, value in got.items() if value} if got else {}
    return {key: _same_shape(part, got.get(key, _nothing(part))) for key, part in expected.items()}


def _nothing(part: object) -> object:
    if isinstance(part, bool):
        return None
    if isinstance(part, int):
        return 0
    return {} if isinstance(part, dict) else None


# --- Actions -------------------------------------------------------------------------------------------------------


def _acted(position: Position, action: Mapping[str, Any] | Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    actions = [action] if isinstance(action, Mapping) else action
    state, dealer = position.state(), position.dealer()
    for number, each in enumerate(actions):
        try:
            state = settled(_played(state, position.seat(each["player"]), each), dealer)
        except IllegalMove as refusal:
            return {"legal": False, "reason": refusal.code.lower(), "step": number}
    return {"legal": True, "table": state.table}


def _played(state: State, seat: Seat, action: Mapping[str, Any]) -> State:
    """Play the moves of an action, all or nothing."""
    for move in _moves(state, seat, action):
        state = _one(state, seat, move)
    if action["move"] in ("winter", "final"):
        basket = state.baskets[seat]
        barn = apply_basket(state.table, seat, basket).barns[seat]
        if state.table.phase is Phase.WINTER and basket.keep is None and over_limit(barn):
            state = _one(state, seat, Keep(best_keep(barn)))
        state = _one(state, seat, HandIn())
    return state


def _one(state: State, seat: Seat, move: Move) -> State:
    found = problem_of(state.table, state.baskets[seat], seat, move)
    if found is not None:
        raise found.refusal()
    return step(state, seat, move, Dealer({}, ())).state


def settled(state: State, dealer: Dealer) -> State:
    """Run the table's moves that are due, with the chance that a case prescribes."""
    while (due := next((ask for ask in asks(state) if ask.seat == TABLE), None)) is not None:
        dealer.show(state.table.turning)
        state = step(state, TABLE, due.verbs[0](), dealer).state
    return state


def _moves(state: State, seat: Seat, action: Mapping[str, Any]) -> list[Move]:
    match action["move"]:
        case "place":
            return [Place(action["item"], "".join(action["at"]))]
        case "pass":
            return [Pass()]
        case "dike":
            return [Dike(action["at"])]
        case "area":
            return [Area(action["cell"])]
        case "flip":
            return [Flip(action["cell"])]
        case "drought":
            return [Drought(action["cell"] or 0)]
        case "rotate":
            return [Face(action["cell"], action["to"])]
        case "reward":
            return [Reward((action["item"],))]
        case "run":
            return [Run(action["at"])]
        case "winter" | "final":
            return _order(action)
    raise LookupError(f"unknown action {action['move']}")


def _order(action: Mapping[str, Any]) -> list[Move]:
    moves: list[Move] = []
    if action["orders"]:
        moves.append(Trade(tuple(write_deal(_deal(*order)) for order in action["orders"])))
    if "keep" in action:
        moves.append(Keep(tuple(item for item, count in action["keep"].items() for _ in range(count))))
    return moves


def _deal(kind: str, *items: str) -> Deal:
    match Kind(kind), items:
        case Kind.THREE, (give, get):
            return Deal(Kind.THREE, give, get)
        case Kind.BUY, (get,):
            return Deal(Kind.BUY, "", get)
        case Kind.COW, (get,):
            return Deal(Kind.COW, Item.COW, get)
    return Deal(Kind.SET, "", Item.COW)


# --- What is compared ----------------------------------------------------------------------------------------------


def _after(position: Position, table: Table) -> dict[str, Any]:
    names = position.colours

    def name(seat: Seat | None) -> str | None:
        return None if seat is None or seat == NOBODY else names[seat]

    def by_name(values: Sequence[object]) -> dict[str, object]:
        return dict(zip(names, values, strict=True))

    return {
        "phase": table.phase.value,
        "turn": name(table.turn),
        "year": table.year,
        "start_player": name(table.start),
        "water": list(table.water),
        "dikes": list(table.dikes),
        "passed": [names[seat] for seat in table.passed],
        "last_flipper": name(table.last_flipper),
        "barn": by_name(table.barns),
        "supply": table.coop,
        "fields": [f"{field.item} {field_name(field)}" for field in table.fields.values()],
        "workers": {
            field_name(field): names[field.worker] for field in table.fields.values() if field.worker is not None
        },
        "workers_left": by_name(table.workers),
        "barren": list(table.barren),
        "level": by_name(table.levels),
        "racers": by_name(table.runners),
        "used_mills": list(table.used),
        "helped": by_name(table.helped),
    }
