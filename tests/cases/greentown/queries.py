"""The queries of the handed cases: what the rules say of a position (section 13)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from games.core.contract import Game
from games.core.errors import IllegalMove
from games.core.game import Setup
from games.core.rng import Rng
from games.core.seats import Seat
from games.core.ties import rank_by_points
from games.greentown.bots.worth import Leader, value
from games.greentown.components import CARDS, KIND_OF, START_CARDS
from games.greentown.grid import DIGITS, HEXAGON, NEIGHBOURS, read_space
from games.greentown.moves import JOINT, Done, Forgo
from games.greentown.options import GreenTownOptions
from games.greentown.rules.defaults import default_move
from games.greentown.rules.markers import announceable, stops_wanted
from games.greentown.rules.order import pass_on, ties_of
from games.greentown.rules.playing import play
from games.greentown.rules.town import develops_at, fewest, is_connected, lays_at, open_spaces, spaces_with
from games.greentown.state import Player, Site, State, Table
from games.greentown.tours.finding import best
from games.greentown.tours.net import Net
from games.greentown.tours.paths import tour_fault
from games.greentown.view import View
from games.greentown.words.notation import read_path, write_word

Action = Mapping[str, Any]
Answer = dict[str, Any]


def ranking(players: tuple[Player, ...], totals: tuple[int, ...]) -> tuple[Seat, ...]:
    """Return the seats from the winner down: most Greenies, then the earlier last turn (R11.5)."""
    places = rank_by_points(totals, ties_of(players))
    return tuple(sorted(map(Seat, range(len(players))), key=lambda seat: places[seat]))


def ask_query(game: Game[State, View], state: State, action: Action) -> Answer:
    """Return what a query finds out."""
    query = action["query"]
    if query == "setup":
        return _setup(game, action)
    if query == "ranking":
        totals = tuple(sheet.total for sheet in state.sheets)
        return {"ranking": [f"P{seat + 1}" for seat in ranking(state.table.players, totals)]}
    table = state.table
    if "player" in action:
        table = replace(table, current=Seat(int(action["player"][1:]) - 1))
    return QUERIES[query](table, action)


def _setup(game: Game[State, View], action: Action) -> Answer:
    options = GreenTownOptions(map=action.get("layout", "recommended"))
    seed = str(action.get("seed", 0)).encode()
    state = game.setup(Setup(action["players"], options), Rng(seed)).state
    table, players = state.table, state.table.players
    held = [player.card for player in players]
    opening = next(card for card in START_CARDS if CARDS[card].start)
    marker = table.marker
    cards = ([] if table.top is None else [table.top]) + list(table.hidden)
    return {
        "stacks": sum(count > 0 for count in table.supply.values()),
        "tiles_in_supply": sum(table.supply.values()),
        "tiles_on_map": len(table.town),
        "supply": table.supply,
        "deck_size": table.deck,
        "fives_removed": len(START_CARDS) - len(players),
        "start_five_removed": opening not in held,
        "start_player_holds": players[table.start].card,
        "double_marker_seat_after_start": None if marker is None else (marker - table.start) % len(players),
        "deck_numbers": sorted(CARDS[card].stops for card in cards),
        "connected": is_connected(table.town),
        "trees": list(spaces_with(table.town, Site.TREE)),
        "hotels": list(spaces_with(table.town, Site.HOTEL)),
        "vacant": list(spaces_with(table.town, Site.VACANT)),
        "money": [sheet.total for sheet in state.sheets],
    }


def _neighbours(table: Table, action: Action) -> Answer:
    return {"neighbours": {str(side + 1): NEIGHBOURS[action["at"]][side] for side in range(HEXAGON)}}


def _type_of(table: Table, action: Action) -> Answer:
    return {"type": {streets: KIND_OF.get(DIGITS[streets]) for streets in action["streets"]}}


def _order(table: Table, action: Action) -> Answer:
    """Pass the turn on and on, as if every turn was played."""
    order = []
    for _ in range(action["turns"]):
        order.append(f"P{table.current + 1}")
        mover = replace(table.mover, turns=table.mover.turns + 1)
        players = tuple(mover if seat == table.current else one for seat, one in enumerate(table.players))
        table = pass_on(replace(table, players=players))
    return {"order": order}


def _path(action: Action) -> tuple[str, ...]:
    return tuple(action["path"].split(JOINT))


def _leader(table: Table) -> Leader:
    card = table.mover.card
    assert card is not None
    return Leader(table.current, CARDS[card], len(table.players))


def _score(table: Table, action: Action) -> Answer:
    pay = value(table.town, _path(action), _leader(table))
    letters = "NCSM"
    return {
        "visits": dict(zip(letters, pay.visits, strict=True)),
        "met": dict(zip(letters, pay.met, strict=True)),
        "hotel_stops": pay.hotel_stops,
        "gross": pay.gross,
        "penalty": pay.missed,
        "net": pay.net,
        "pays": {f"P{seat + 1}": count for seat, count in enumerate(pay.pays)},
    }


def _check_tour(table: Table, action: Action) -> Answer:
    wrong: IllegalMove | None = tour_fault(table.town, _path(action), action.get("stops", stops_wanted(table)))
    return {"legal": wrong is None} | ({} if wrong is None else {"reason": wrong.code})


def _tour_count(table: Table, action: Action) -> Answer:
    count = sum(1 for _ in Net(table.town).tours(action.get("stops", stops_wanted(table))))
    return {"undirected": count, "directed": 2 * count}


def _best_tour(table: Table, action: Action) -> Answer:
    found = best(table.town, _leader(table))
    if found is None:
        return {"pay": None, "path": None}
    return {"pay": found.pay.pays[table.current], "path": JOINT.join(found.path)}


def _default_turn(table: Table, action: Action) -> Answer:
    line: list[str] = []
    move = default_move(table)
    while not isinstance(move, Done):
        if not isinstance(move, Forgo):
            line.append(write_word(move))
        table = play(table, move).table
        move = default_move(table)
    return {"turn": " ".join(line), "marker": line[0]}


def _parse_path(table: Table, action: Action) -> Answer:
    path = read_path("~" + action["text"].upper().removeprefix("~"))
    return {"path": None if path is None or read_space(path[-1]) is None else list(path)}


QUERIES: dict[str, Callable[[Table, Action], Answer]] = {
    "neighbours": _neighbours,
    "type_of": _type_of,
    "order": _order,
    "score": _score,
    "check_tour": _check_tour,
    "tour_count": _tour_count,
    "best_tour": _best_tour,
    "parse_path": _parse_path,
    "choices": lambda table, action: {"choices": sorted(announceable(table))},
    "fewest": lambda table, action: {"fewest": fewest(table.supply)},
    "open_spaces": lambda table, action: {"open_spaces": list(open_spaces(table.town))},
    "lays_at": lambda table, action: {"lays": list(lays_at(table, action["at"]))},
    "develops_at": lambda table, action: {"develops": list(develops_at(table, action["at"]))},
    "default_turn": _default_turn,
}
"""What each query finds out of the open table."""
