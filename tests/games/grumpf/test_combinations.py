"""What is offered at one press."""

from __future__ import annotations

from msgspec.structs import replace

from games.core.moves import Combination
from games.core.seats import Seat
from games.grumpf import GAME
from games.grumpf.moves import Step
from games.grumpf.state import State
from tests.games.grumpf.table import Match, Table, words


def offered(state: State) -> list[Combination]:
    """What the first player is offered."""
    ask = next(ask for ask in GAME.asks(state) if ask.seat == 0)
    return list(GAME.panel.combinations(GAME.view(state, Seat(0)), ask))


def test_a_volley_is_planned_at_one_press_by_what_it_brings() -> None:
    """
    Points first, then Animals, then Strength; the highest values are played first.
    """
    table = Table(on_boards={"M": 2, "R": 3, "B": 5}, tracks={"F": ["Gr5", "Gr5"]}, animals={"Vi": {"B": 1}})
    best, *_others = offered(table.state)

    assert "5+5 Reptiles, 4 Mammoths" == words(best.label)
    assert best.worth is not None
    assert "+3 points" == words(best.worth)
    assert best.moves == (Step(("5>", "R")), Step(("5>", "R")), Step(("4>", "M")))


def test_only_what_is_left_of_the_volley_is_offered() -> None:
    """
    With the steps planned already in mind; nothing once the volley is full, or while a draft stands.
    """
    table = Table(on_boards={"M": 2, "R": 3})
    counts = []
    for plan in ((), ("5>M", "5>R"), ("5>M", "5>R", "4>R")):
        clan = replace(table.state.clans[0], plan=plan, planned=bool(plan))
        found = offered(replace(table.state, clans=(clan, *table.state.clans[1:])))
        counts.append({len(each.moves) for each in found})
    draft = replace(table.state.clans[0], plan=("5>M",))

    assert [{3}, {1}, set()] == counts
    assert [] == offered(replace(table.state, clans=(draft, *table.state.clans[1:])))


def test_live_hunts_have_none() -> None:
    """
    There every press counts.
    """
    state = Match(2, mode="live").begin_live().state

    assert [] == offered(state)
