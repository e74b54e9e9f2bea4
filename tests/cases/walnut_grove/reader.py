"""The judge of handed cases (section 12): an action in a position, and what is expected of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from games.core.contract import AnyGame
from games.core.errors import IllegalMove
from games.core.game import Setup
from games.core.moves import Move
from games.core.rng import Rng
from games.core.seats import Seat
from games.walnut_grove.components import (
    BUILDING_TILES,
    COIN_NAMES,
    IMPROVEMENT_COPIES,
    IMPROVEMENTS,
    ITEM_NAMES,
    LABOURERS_IN_BOX,
    RING,
    Kind,
)
from games.walnut_grove.moves import (
    HELP,
    NO_REPAY,
    Coins,
    Done,
    DrawCoins,
    Drop,
    GiveUp,
    Go,
    Lay,
    Pass,
    Renounce,
    Repay,
    RepayGate,
    RepayMid,
    Save,
    Sell,
    Start,
    Take,
    Tax,
    WinterCoins,
    WinterRepay,
    WinterSave,
    WinterSources,
    Work,
)
from games.walnut_grove.moves import Sources as SourcesMove
from games.walnut_grove.options import WalnutGroveOptions
from games.walnut_grove.rules.checks import check, explain
from games.walnut_grove.rules.defaults import default_farm
from games.walnut_grove.rules.farm import Farm, by_area, needs_of, pay_back, stores
from games.walnut_grove.rules.land import Laid, spots
from games.walnut_grove.rules.paying import winter_of
from games.walnut_grove.rules.playing import play
from games.walnut_grove.rules.setting_up import set_up
from games.walnut_grove.rules.summer import areas_named, check_spot, harvest, lay
from games.walnut_grove.rules.table_moves import table_move
from games.walnut_grove.rules.town import gates_between, town_order
from games.walnut_grove.scoring import outcome_of, score, settle
from games.walnut_grove.state import Instructions, Phase, Summer, Table
from games.walnut_grove.view import view_of
from games.walnut_grove.words.names import tally
from tests.cases.verdict import Verdict
from tests.cases.walnut_grove.position import Scripted, letters, name_of, named, seat_of, table_from

Action = Mapping[str, Any]
Answer = dict[str, Any]
P1 = Seat(0)


def judge(_game: AnyGame, case: Mapping[str, Any]) -> Verdict:
    """Run one case; only the fields that it expects are compared."""
    expected = case["expect"]
    position, action = case.get("position", {}), case["action"]
    try:
        got = {"legal": True, **ACTIONS[action["do"]](position, action)}
    except IllegalMove as refusal:
        got = {"legal": False, "reason": refusal.code.lower().replace("_", "-")}
    return Verdict(_json(expected), _json(_narrowed(expected, got)))


def _json(value: object) -> str:
    return msgspec.json.encode(value, order="sorted").decode()


def _narrowed(expected: Mapping[str, Any], got: Mapping[str, Any]) -> Answer:
    """Leave in ``got`` what the expectation names; of areas, totals and detail only the entries named."""
    found: Answer = {key: got.get(key) for key in expected}
    for key in ("areas", "totals", "detail"):
        if isinstance(found.get(key), Mapping) and isinstance(expected[key], Mapping):
            found[key] = {name: found[key].get(name) for name in expected[key]}
    return found


def farm_facts(farm: Farm) -> Answer:
    """Return all that a case can ask about a farm."""
    return {
        "areas": {area.name: [area.size, area.squares, by_area(farm).get(area.name, 0)] for area in farm.land.areas},
        "pens": len(farm.land.pens),
        "squares": by_area(farm),
        "barn": named(farm.barn),
        "barn_free": farm.free,
        "hired": list(farm.hired),
        "labourers": list(farm.labourers),
        "huts": farm.huts,
        "barns": farm.barns,
        "improvements": list(farm.improvements),
        "help": {"open": farm.open, "flipped": farm.flipped},
        "goods": named({item: number for item, number in stores(farm).items() if item in "gfmws"}),
    }


def _setup(position: Action, action: Action) -> Answer:
    table = set_up(Setup(action["players"], WalnutGroveOptions()), Rng(b"any seed will do")).state
    lying = {kind: [table.stock.get(stop.id, ()) for stop in RING if stop.kind is kind] for kind in Kind}
    boxes = {
        Kind.HIRE: sum(LABOURERS_IN_BOX.values()) - sum(len(farm.labourers) for farm in table.farms),
        Kind.BUILD: sum(BUILDING_TILES.values()),
        Kind.IMPROVE: IMPROVEMENT_COPIES * len(IMPROVEMENTS),
    }
    answer: Answer = {
        "coins_in_bag": sum(table.coin_bag.values()),
        "copper_in_bag": table.coin_bag["C"],
        "tiles_in_bag": len(table.tile_bag),
    }
    names = {Kind.HIRE: "labourers", Kind.BUILD: "building_tiles", Kind.IMPROVE: "improvements"}
    for kind, name in names.items():
        (each,) = {len(things) for things in lying[kind]}
        answer[f"{name}_per_building"] = each
        answer[f"{name}_left_in_box"] = boxes[kind] - sum(map(len, lying[kind]))
    return answer


def _start(position: Action, action: Action) -> Answer:
    table = table_from(position)
    for player, row in action["choices"]:
        table = _played(table, seat_of(player), (Start(row),))
    return {"order": list(map(name_of, town_order(table.places, table.arrived)))}


def _order(position: Action, action: Action) -> Answer:
    table = table_from(position)
    return {"order": list(map(name_of, town_order(table.places, table.arrived)))}


def _gates(position: Action, action: Action) -> Answer:
    return {"gates": list(gates_between(table_from(position).places[0], action["to"]))}


def _played(table: Table, seat: Seat, moves: Sequence[Move]) -> Table:
    """Play a turn all or nothing, as a player's line is; raises the refusal of the line."""
    before = table
    for at, move in enumerate(moves):
        try:
            check(view_of(table, seat), move)
        except IllegalMove as refusal:
            raise explain(view_of(before, seat), moves, at, refusal) from refusal
        table = play(table, seat, move).state
    return table


# --- Farms ---------------------------------------------------------------------------------------------------------


def _first(position: Action) -> Farm:
    return table_from(position).farms[0]


def _spots(position: Action, action: Action) -> Answer:
    return {"spots": list(spots(_first(position).tiles))}


def _place(position: Action, action: Action) -> Answer:
    farm = _first(position)
    for tile, cell, turn in action["tiles"]:
        check_spot(farm, cell, turn)
        farm = lay(farm, Laid(tile, cell, turn))
    return farm_facts(farm)


def _farm_facts(position: Action, action: Action) -> Answer:
    return farm_facts(_first(position))


def _mid(action: Action) -> tuple[str, tuple[str, ...]]:
    mid = action.get("repay_mid", {"after": "", "goods": ()})
    return mid["after"], letters(mid["goods"])


def _renounced(action: Action) -> tuple[str, ...]:
    return tuple(f"{name}-{number}" for name, number in action.get("renounce", ()))


def _harvest(position: Action, action: Action) -> Answer:
    table = table_from(position)
    after, goods = _mid(action)
    order = Summer(
        areas=tuple(action["areas"]),
        drop=letters(action.get("drop", ())),
        renounce=_renounced(action),
        mid_after=after,
        mid_goods=goods,
        repay_after=letters(action.get("repay_after", ())),
    )
    areas_named(table.farms[0], order.areas)
    farm, _ = harvest(table.farms[0], order, table.the_disc)
    return farm_facts(farm)


def _farm(position: Action, action: Action) -> Answer:
    table = table_from(position)
    seat = seat_of(action.get("player", "P1"))
    moves: list[Move] = []
    if "repay_before" in action:
        moves.append(Repay(letters(action["repay_before"])))
    moves += [Lay(*tile) for tile in action["tiles"]]
    moves.append(Work(tuple(action["areas"])))
    if "renounce" in action:
        moves.append(Renounce(_renounced(action)))
    if "repay_mid" in action:
        moves.append(RepayMid(*_mid(action)))
    if "drop" in action:
        moves.append(Drop(letters(action["drop"])))
    if "repay_after" in action:
        moves.append(Repay(letters(action["repay_after"])))
    after = _played(table, seat, (*moves, Done()))
    gone = [ITEM_NAMES[item] for item in given_up(after.summers[seat]) if item in COIN_NAMES]
    in_bag = {coin: after.coin_bag.get(coin, 0) - table.coin_bag.get(coin, 0) for coin in COIN_NAMES}
    assert named(in_bag) == tally(gone), f"the bag has {in_bag} more coins"
    return {**farm_facts(after.farms[seat]), "coins_to_bag": gone}


def given_up(order: Summer) -> tuple[str, ...]:
    """Return the goods and coins that were dropped and paid in a farm order, as they went."""
    between = tuple(item for worked in order.worked for item in worked.repaid)
    return (*order.repay_before, *order.drop, *between, *order.repay_after)


def _default_farm(position: Action, action: Action) -> Answer:
    table = table_from(position)
    moves = default_farm(table, P1)
    tiles = [[move.tile, move.at, move.turn] for move in moves if isinstance(move, Lay)]
    areas = [list(move.areas) for move in moves if isinstance(move, Work)]
    return {"tiles": tiles, "areas": areas[0]}


# --- Town ----------------------------------------------------------------------------------------------------------


def _town(position: Action, action: Action) -> Answer:
    table = table_from(position)
    seat = seat_of(action["player"])
    table = _played(table, seat, _town_moves(action))
    answer: Answer = {}
    if table.phase is Phase.DRAW:
        script = letters(action.get("draws", ()))
        table = table_move(table, DrawCoins(), Scripted(script)).state
        answer["drawn"] = [ITEM_NAMES[coin] for coin in script]
    if table.phase is Phase.COINS:
        given_up = letters(action.get("discard", ()))
        table = _played(table, seat, (*((GiveUp(given_up),) if given_up else ()), Done()))
    farm = table.farms[seat]
    answer |= {"figure": table.places[seat], "coin_bag": named(table.coin_bag)}
    answer["left_here"] = list(table.stock.get(action["to"], ()))
    answer["next_order"] = list(map(name_of, town_order(table.places, table.arrived)))
    return {**farm_facts(farm), **answer}


def _town_moves(action: Action) -> tuple[Move, ...]:
    moves: list[Move] = []
    passing = action["to"] == "pass"
    if passing:
        moves.append(Pass())
    if "repay" in action:
        moves.append(Repay(letters(action["repay"])))
    if not passing:
        moves.append(Go(action["to"]))
    if "take" in action:
        take = action["take"]
        moves.append(Take((take,) if isinstance(take, str) else letters(take)))
    parts: tuple[tuple[str, Callable[[Any], Move]], ...] = (
        ("sell", lambda goods: Sell(letters(goods))),
        ("tax", lambda ways: Tax(tuple(HELP if way == "help" else way for way in letters(ways)))),
        ("repay_mid", lambda goods: RepayGate(tuple("".join(letters(one)) or NO_REPAY for one in goods))),
        ("save", lambda goods: Save(letters(goods))),
        ("coins", lambda coins: Coins(letters(coins))),
        ("sources", lambda sources: SourcesMove(_places(sources))),
        ("drop", lambda things: Drop(letters(things))),
        ("after", lambda goods: Repay(letters(goods))),
    )
    moves += [make(action[name]) for name, make in parts if action.get(name) or (name == "sell" and name in action)]
    moves += _winter_moves(action.get("winter", {}))
    return (*moves, Done())


def _places(sources: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    return tuple(f"{letters((good,))[0]}={place}" for good, named_ in sources.items() for place in named_)


def _winter_moves(action: Action) -> list[Move]:
    moves: list[Move] = []
    if "coins" in action:
        moves.append(WinterCoins(letters(action["coins"])))
    if "save" in action:
        moves.append(WinterSave(letters(action["save"])))
    if "repay" in action:
        moves.append(WinterRepay(_repayments(action)))
    if "sources" in action:
        moves.append(WinterSources(_places(action["sources"])))
    return moves


def _repayments(action: Action) -> tuple[str, ...]:
    return tuple("".join(letters(goods)) or NO_REPAY for goods in action["repay"])


def _repay(position: Action, action: Action) -> Answer:
    return farm_facts(pay_back(_first(position), letters(action["goods"])))


# --- Winter and the end --------------------------------------------------------------------------------------------


def _needs(position: Action, action: Action) -> Answer:
    table = table_from(position)
    return {"needs": named(needs_of(table.farms[0], table.the_disc))}


def _winter(position: Action, action: Action) -> Answer:
    table = table_from(position)
    usual = Instructions()
    wanted = Instructions(
        coins=letters(action["coins"]) if "coins" in action else usual.coins,
        save=letters(action.get("save", ())),
        repay=_repayments(action) if "repay" in action else (),
        sources=_places(action.get("sources", {})),
    )
    paid = winter_of(table, table.farms[0], wanted)
    farm = msgspec.structs.replace(paid.farm, labourers=(*paid.farm.labourers, *paid.farm.hired), hired=())
    spent = [ITEM_NAMES[coin] for coin in paid.frost.coins]
    return {**farm_facts(farm), "help_taken": paid.frost.help, "coins_spent": spent}


def _score(position: Action, action: Action) -> Answer:
    return _sheet(_first(position))


def _sheet(farm: Farm) -> Answer:
    sheet = score(farm)
    return {
        "pens": sheet.pens,
        "figures": sheet.figures,
        "buildings": sheet.buildings,
        "coins": sheet.coins,
        "improvements": sum(points for _, points in sheet.improvements),
        "detail": dict(sheet.improvements),
        "help": sheet.help,
        "total": sheet.total,
    }


def _settle(position: Action, action: Action) -> Answer:
    farm = settle(_first(position)).farm
    return {**farm_facts(farm), "total": score(farm).total, "goods_left": score(farm).goods}


def _winner(position: Action, action: Action) -> Answer:
    table = table_from(position)
    table = msgspec.structs.replace(table, farms=tuple(settle(farm).farm for farm in table.farms))
    outcome = outcome_of(table)
    return {
        "totals": {name_of(seat): total for seat, total in enumerate(outcome.totals)},
        "goods": {name_of(seat): score(farm).goods for seat, farm in enumerate(table.farms)},
        "winners": [name_of(seat) for seat, place in enumerate(outcome.places) if place == 1],
    }


ACTIONS: dict[str, Callable[[Action, Action], Answer]] = {
    "setup": _setup,
    "start": _start,
    "order": _order,
    "gates": _gates,
    "spots": _spots,
    "place": _place,
    "areas": _farm_facts,
    "pens": _farm_facts,
    "harvest": _harvest,
    "farm": _farm,
    "default_farm": _default_farm,
    "town": _town,
    "repay": _repay,
    "needs": _needs,
    "winter": _winter,
    "score": _score,
    "settle": _settle,
    "winner": _winner,
}
