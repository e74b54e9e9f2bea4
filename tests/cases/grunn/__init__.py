"""The reader of the handed cases (section 20.2): for each kind a function to what the rules say."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from games.core.contract import Game
from games.grunn.grid import EDGES
from games.grunn.state import State
from games.grunn.view import View
from tests.cases.grunn import numbers, positions, turns
from tests.cases.verdict import Verdict

READERS = {
    "score": numbers.read_score,
    "bonus": numbers.read_bonus,
    "winner": numbers.read_winner,
    "facts": numbers.read_facts,
    "components": numbers.read_components,
    "grain_table": numbers.read_grain_table,
    "solo_bonus": numbers.read_solo_bonus,
    "solo_rating": numbers.read_solo_rating,
    "setup": turns.read_setup,
    "turn": turns.read_turn,
    "default_turn": turns.read_default_turn,
    "orders": turns.read_orders,
    "notation": turns.read_notation,
    "submit": turns.read_submit,
    "free_cells": positions.read_free_cells,
    "canal_edges": positions.read_canal_edges,
    "automaton": positions.read_automaton,
    "refill": positions.read_refill,
    "owes": positions.read_owes,
}
"""The reader of each kind of case; it returns at least the fields that such a case may expect."""


def judge(game: Game[State, View], case: Mapping[str, Any]) -> Verdict:
    """Run a case and set what is expected beside what came out; only the fields expected are compared."""
    wanted = case["expect"]
    found = READERS[case["kind"]](game, case)
    got = {key: _alike(value, found.get(key)) for key, value in wanted.items()}
    return Verdict(_shown(wanted), _shown(got))


def _alike(wanted: object, found: object) -> object:
    """Return of a found mapping only the keys expected: cases name changed cells, stocks and score rows only."""
    if isinstance(wanted, dict) and isinstance(found, dict):
        return {key: _alike(value, found.get(key)) for key, value in wanted.items()}
    return found


def _shown(value: object) -> str:
    return json.dumps(_edges(value), sort_keys=True)


def _edges(value: object, key: str = "") -> object:
    """Return the value with lists of edges in one form, since either name of an edge is right (R1.6)."""
    if isinstance(value, dict):
        return {name: _edges(part, name) for name, part in value.items()}
    if key in ("edges", "canals") and isinstance(value, list):
        return sorted(EDGES[edge] for edge in value)
    return value
