"""Answers to the queries of handed cases (section L.2)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from games.core.game import Setup
from games.core.moves import Move
from games.core.rng import Rng
from games.core.seats import Seat
from games.h2olland.board import squares_in
from games.h2olland.components import COLOURS, WEATHER, Item
from games.h2olland.moves import Area, Dike, Drought, Flip, HandIn, Keep, Pass, Place, Reward, Run, Trade
from games.h2olland.options import H2OllandOptions
from games.h2olland.rules.autumn import find_flooded_fields, find_shared_fields, harvest, harvest_fields
from games.h2olland.rules.checks import border_in
from games.h2olland.rules.defaults import default_move
from games.h2olland.rules.draining import (
    area_problem,
    area_with,
    areas_for,
    dike_borders,
    dike_problem,
    flips,
    ready_areas,
    ready_problem,
)
from games.h2olland.rules.flow import reward_colours
from games.h2olland.rules.placing import places, problem, walks_to_island
from games.h2olland.rules.playing import set_up
from games.h2olland.rules.racing import field_at, runs
from games.h2olland.rules.trading import Kind, read_deal
from games.h2olland.scoring import outcome
from games.h2olland.state import Planted, State, Table
from games.h2olland.words.refusals import Trouble
from tests.cases.h2olland.position import Position

Answer = dict[str, Any]


def field_name(field: Planted) -> str:
    """Return a field as the cases write it: ``A1-A2``."""
    return "-".join(field.at)


def answer(position: Position, query: Mapping[str, Any]) -> Answer:
    """Return the answer to a query, in the form of the case's expectation."""
    if query["what"] == "setup":
        return _setup(query["players"])
    state = position.state()
    asked = {**query, "seat": position.seat(query["player"]) if "player" in query else state.table.turn}
    return _ANSWERS[query["what"]](position, state, asked)


def _judged(found: Trouble | None, word: str) -> Answer:
    return {word: True} if found is None else {word: False, "reason": found.code.lower()}


def _setup(seats: int) -> Answer:
    table = set_up(Setup(seats, H2OllandOptions(), Seat(0)), Rng(b"setup")).state.table
    names = COLOURS[:seats]

    def standing(kind: str) -> dict[str, list[str]]:
        return {
            name: [square for square, thing in table.buildings.items() if (thing.kind, thing.seat) == (kind, seat)]
            for seat, name in enumerate(names)
        }

    return {
        "farms": standing(Item.FARM),
        "mills": standing(Item.MILL),
        "seats": {name: table.board.corners_named[seat] for seat, name in enumerate(names)},
        "island": list(table.board.island),
        "water_count": len(table.water),
        "years": table.years,
        "legal_dikes": len(dike_borders(table)),
        "supply": table.coop,
        "barn": dict(zip(names, table.barns, strict=True)),
        "level": dict(zip(names, table.levels, strict=True)),
        "phase": table.phase.value,
        "turn": names[table.turn],
    }


def _check_place(_: Position, state: State, query: Mapping[str, Any]) -> Answer:
    return _judged(problem(state.table, query["seat"], query["item"], squares_in("".join(query["at"]))), "legal")


def _placements(_: Position, state: State, query: Mapping[str, Any]) -> Answer:
    found = places(state.table, query["seat"], query["item"])
    return {"places": ["-".join(at) for at in found], "count": len(found)}


def _legal_dikes(_: Position, state: State, query: Mapping[str, Any]) -> Answer:
    found = dike_borders(state.table)
    return {"borders": list(found), "count": len(found)}


def _check_dike(_: Position, state: State, query: Mapping[str, Any]) -> Answer:
    return _judged(dike_problem(state.table, border_in(query["at"])), "legal")


def _ready_areas(_: Position, state: State, query: Mapping[str, Any]) -> Answer:
    return {"areas": [list(area) for area in ready_areas(state.table)]}


def _areas_for(_: Position, state: State, query: Mapping[str, Any]) -> Answer:
    return {"areas": [list(area) for area in areas_for(state.table, query["seat"])]}


def _check_area(_: Position, state: State, query: Mapping[str, Any]) -> Answer:
    table, tile = state.table, query["cell"]
    if "player" in query or tile in table.land:
        return _judged(area_problem(table, query["seat"], tile), "ready")
    return _judged(ready_problem(table, area_with(table, tile)), "ready")


def _legal_flips(_: Position, state: State, query: Mapping[str, Any]) -> Answer:
    return {"cells": list(flips(state.table, query["seat"]))}


def _flood(_: Position, state: State, query: Mapping[str, Any]) -> Answer:
    return {"removed": list(map(field_name, find_flooded_fields(state.table, query["crop"])))}


def _harvest(position: Position, state: State, query: Mapping[str, Any]) -> Answer:
    take = harvest(state.table, WEATHER[query["card"]])
    return {colour: take[position.seat(colour)] for colour in position.colours}


def _harvest_fields(position: Position, state: State, query: Mapping[str, Any]) -> Answer:
    found = harvest_fields(state.table)
    return {colour: list(map(field_name, found[position.seat(colour)])) for colour in position.colours}


def _shared_fields(_: Position, state: State, query: Mapping[str, Any]) -> Answer:
    return {"shared": list(map(field_name, find_shared_fields(state.table)))}


def _legal_runs(_: Position, state: State, query: Mapping[str, Any]) -> Answer:
    return {"fields": list(map(field_name, runs(state.table, query["seat"])))}


def _reward_choices(_: Position, state: State, query: Mapping[str, Any]) -> Answer:
    return {"colours": list(reward_colours(state.table, query["seat"]))}


def _scores(position: Position, state: State, query: Mapping[str, Any]) -> Answer:
    result = outcome(state.table)
    return {
        "scores": dict(zip(position.colours, result.totals, strict=True)),
        "winners": [colour for colour, place in zip(position.colours, result.places, strict=True) if place == 1],
    }


def _island_connected(_: Position, state: State, query: Mapping[str, Any]) -> Answer:
    return {"connected": walks_to_island(state.table, query["seat"])}


def _default_move(position: Position, state: State, query: Mapping[str, Any]) -> Answer:
    seat = state.table.turn
    move = default_move(state.table, state.baskets[seat], seat)
    return {"player": position.colours[seat], "move": list(_told(state.table, move))}


def _told(table: Table, move: Move) -> Sequence[object]:
    match move:
        case Place():
            return "place", move.item, list(squares_in(move.at))
        case Dike():
            return "dike", move.at
        case Area() | Flip():
            return type(move).__name__.lower(), move.tile
        case Drought():
            return "drought", move.tile or None
        case Reward():
            return "reward", move.colours[0]
        case Trade():
            return table.phase.value.split("_")[0], [told_deal(code) for code in move.trades]
        case Keep() | HandIn():
            return table.phase.value.split("_")[0], []
        case Run():
            field = field_at(table, move.at)
            assert field is not None, "a default is legal"
            return "run", field_name(field)
        case Pass():
            return ("pass",)
    raise TypeError(f"no default is {move}")


def told_deal(code: str) -> list[str]:
    """Return a trade as the cases write it: ``["buy", "mill"]``."""
    deal = read_deal(code)
    assert deal is not None, "a default is well formed"
    match deal.kind:
        case Kind.BUY | Kind.COW:
            return [deal.kind, deal.get]
        case Kind.THREE:
            return [deal.kind, deal.give, deal.get]
        case Kind.SET:
            return [deal.kind]


_ANSWERS: Mapping[str, Callable[[Position, State, Mapping[str, Any]], Answer]] = {
    "check_place": _check_place,
    "placements": _placements,
    "legal_dikes": _legal_dikes,
    "check_dike": _check_dike,
    "ready_areas": _ready_areas,
    "areas_for": _areas_for,
    "check_area": _check_area,
    "legal_flips": _legal_flips,
    "flood": _flood,
    "harvest": _harvest,
    "harvest_fields": _harvest_fields,
    "shared_fields": _shared_fields,
    "legal_runs": _legal_runs,
    "reward_choices": _reward_choices,
    "scores": _scores,
    "island_connected": _island_connected,
    "default_move": _default_move,
}
