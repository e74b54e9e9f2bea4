"""What is hidden from a seat, exchanged by hand in every game: a search advises the same.

The conformance suite exchanges what a game's own ``resample`` says is hidden; here it is named anew, game by game.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import Any

import pytest
from msgspec.structs import replace

from games.core.base import STRONG
from games.core.game import Ask, Setup
from games.core.registry import registry
from games.core.rng import Rng
from games.core.running.play import Position, TurnContext, commit, fallback_turn
from games.core.running.selfplay import play_steps, worlds
from games.core.search import advice, halving
from games.core.search.advice import find_advice
from games.core.search.enumerate import find_random_turn
from games.core.search.halving import Searcher
from games.core.search.review import Spot, find_better
from games.core.seats import TABLE, Seat
from games.core.text import say
from games.greentown.state import Sheet
from games.grumpf.state import Failed
from games.walnut_grove.state import Desk, Instructions

SEED = bytes(range(32))
TRIED = 3
"""Decisions at which something is hidden."""


def _rich(state: Any, seat: Seat) -> Any:  # noqa: ANN401 - a game's own state
    """Others have booked quite other Greenies."""
    return replace(state, sheets=tuple(own if at == seat else Sheet(nature=30) for at, own in enumerate(state.sheets)))


def _planned(state: Any, seat: Seat) -> Any:  # noqa: ANN401
    """Others keep a draft, and know what failed of their plan before; other faces of theirs are up."""
    failed = (Failed(1, "5>B", say("core.stale")),)
    secret = {"plan": ("5>B", "-"), "failed": failed, "up": {}}
    return replace(
        state, clans=tuple(clan if at == seat else replace(clan, **secret) for at, clan in enumerate(state.clans))
    )


def _dealt(table: Any, seat: Seat) -> Any:  # noqa: ANN401
    """Others hold gold instead of their coins, and the bag what is left; their instructions are others, too."""
    farms, bag = list(table.farms), dict(table.coin_bag)
    for other in table.players:
        if other == seat:
            continue
        barn = dict(farms[other].barn)
        for coin in ("C", "S"):
            moved = min(barn.get(coin, 0), bag.get("G", 0))
            for place, change in ((barn, -moved), (bag, moved)):
                place[coin] = place.get(coin, 0) + change
                place["G"] = place.get("G", 0) - change
        farms[other] = replace(farms[other], barn={item: number for item, number in barn.items() if number})
    desks = tuple(
        desk if at == seat else replace(Desk(changes=desk.changes), winter=Instructions(coins=("G",)))
        for at, desk in enumerate(table.desks)
    )
    bag = {coin: number for coin, number in bag.items() if number}
    return replace(table, farms=tuple(farms), desks=desks, coin_bag=bag)


EXCHANGED: dict[str, Callable[[Any, Seat], Any]] = {"greentown": _rich, "grumpf": _planned, "walnut_grove": _dealt}


@pytest.mark.parametrize("key", EXCHANGED)
def test_a_search_advises_the_same_whatever_is_hidden(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    The seat sees the same, is asked the same and is advised the same, and its turns are judged the same afterwards.
    """
    game = registry().games[key]
    _hurry(game, monkeypatch)
    tried = 0
    for position in _positions(key):
        ask = next((ask for ask in game.asks(position.state) if ask.waits and ask.seat != TABLE), None)
        other = None if ask is None else EXCHANGED[key](position.state, ask.seat)
        if ask is None or other == position.state or game.view(other, ask.seat) != game.view(position.state, ask.seat):
            continue
        found = [_ask(game, state, ask) for state in (position.state, other)]
        tried += 1

        assert found[0] == found[1]
        if tried == TRIED:
            return
    raise AssertionError("too little is hidden")


@pytest.mark.parametrize("key", ["grunn", "h2olland"])
def test_nothing_in_the_state_is_hidden(key: str) -> None:
    """
    A seat's view of it is all there is: turns that others have submitted aren't in it, nor is what comes next.
    """
    game = registry().games[key]
    for position in _positions(key):
        for ask in game.asks(position.state):
            assert ask.seat == TABLE or position.state == game.bots.resample(position.state, ask.seat, Rng(SEED))


@pytest.mark.parametrize("key", ["grumpf", "walnut_grove", "h2olland"])
def test_turns_submitted_in_secret_are_outside_the_state(key: str) -> None:
    """
    So the others are advised the same before and after.
    """
    game = registry().games[key]
    for position in _positions(key, together=True):
        asks = [ask for ask in game.asks(position.state) if ask.sealed]
        if len(asks) < 2:
            continue
        turn = find_random_turn(TurnContext(game, position.state, asks[0].seat, asks[0].id), Rng(SEED))
        assert turn is not None
        after = commit(game, position, asks[0].seat, asks[0].id, turn).position

        assert after.sealed
        assert position.state == after.state
        return
    raise AssertionError("nothing is submitted in secret")


def _positions(key: str, *, together: bool = False) -> list[Position[Any]]:
    """Positions of a match of two quick players, in which orders are submitted in secret if they are to be."""
    game = registry().games[key]
    secret = {"h2olland": {"winter": "sealed"}, "walnut_grove": {"reveal": "together"}}
    options = replace(game.spec.options(), **secret.get(key, {})) if together else game.spec.options()
    quick = game.bots.policies()
    brains = {Seat(seat): quick[seat % len(quick)] for seat in range(2)}
    steps = islice(play_steps(game, Setup(2, options), SEED, brains=brains), 0, 120, 1 if together else 3)
    return [step.position for step in steps]


def _hurry(game: Any, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: ANN401
    """Let a search try little, and be sure of what does better there."""
    players = dict(game.bots.players())
    searcher = players[STRONG]
    assert isinstance(searcher, Searcher)
    searcher.effort = replace(searcher.effort, turns=60, candidates=3)
    monkeypatch.setattr(game.bots, "players", lambda: players)
    monkeypatch.setattr(advice, "LEAST_WORLDS", 2)
    monkeypatch.setattr(halving, "ERRORS", 0.0)


def _ask(game: Any, state: Any, ask: Ask) -> tuple[object, ...]:  # noqa: ANN401
    """What a search finds for a suggestion, and for a review of the turn that would be made at the deadline."""
    made = fallback_turn(game, state, ask)
    seen = worlds(game, state, ask.seat, Rng(SEED))
    spot = Spot(game=game, state=state, ask=ask, worlds=seen, rng=Rng(SEED))
    return find_advice(game, state, ask, Rng(SEED)), find_better(spot, made, turns=1)
