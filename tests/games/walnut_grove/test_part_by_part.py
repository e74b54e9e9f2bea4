"""Orders made at random: played part by part they are legal exactly when they are as a whole (R5.5, R6.16, M5)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from games.core.errors import Refusal
from games.core.moves import Move
from games.core.rng import Rng
from games.core.running.play import Position, fold
from games.walnut_grove import GAME
from games.walnut_grove.components import COINS, GOODS, ITEM_NAMES, ITEMS, RING, Kind
from games.walnut_grove.moves import (
    WINTER_MOVES,
    Coins,
    Done,
    Drop,
    Go,
    Lay,
    Pass,
    Renounce,
    Repay,
    RepayGate,
    RepayMid,
    Save,
    Sell,
    Sources,
    Take,
    Tax,
    WinterCoins,
    WinterRepay,
    WinterSave,
    WinterSources,
    Work,
)
from games.walnut_grove.rules.errand import run
from games.walnut_grove.rules.farm import stores
from games.walnut_grove.rules.land import Laid, spots
from games.walnut_grove.rules.paying import winter_of
from games.walnut_grove.rules.playing import add_to_order, change_instructions, errand_with
from games.walnut_grove.rules.summer import harvest, lay
from games.walnut_grove.state import Errand, Instructions, Summer, Table
from tests.games.walnut_grove.table import P1, Match, autumn

ORDERS = 400
"""Orders tried of each season."""
TOWN = {
    "buildings": {"mill": ["hut", "barn"], "carpenter": ["hut"]},
    "labourers": {"lodge": ["white"], "hotel": ["blue"], "saloon": ["yellow"]},
    "improvements": {"svenson": ["well"], "soebuck": ["tent"]},
}
PLACES = ("w=N0.w", "w=barn", "s=K0.s", "s=barn")


class Dice:
    """Chance for tests, by the game's own draws."""

    def __init__(self, seed: str) -> None:
        """Begin a stream of its own."""
        self._rng = Rng(seed.encode().ljust(32, b"."))

    def below(self, number: int) -> int:
        """Draw 0 to ``number`` - 1."""
        return self._rng.below("dice", number)

    def once_in(self, number: int) -> bool:
        """Draw whether something happens."""
        return not self.below(number)

    def some(self, items: Sequence[Any], least: int, most: int) -> tuple[Any, ...]:
        """Draw so many items, each again and again."""
        return tuple(items[self.below(len(items))] for _ in range(least + self.below(most - least + 1)))

    def apart(self, items: Sequence[Any], least: int, most: int) -> tuple[Any, ...]:
        """Draw so many different items."""
        number = min(len(items), least + self.below(most - least + 1))
        return self._rng.shuffle("dice", items)[:number]


def farm_facts(dice: Dice) -> dict[str, Any]:
    """Draw a farm, crowded more often than not."""
    barns = dice.below(3)
    room = 4 + 2 * barns
    lying = dice.some((*ITEMS, *"CCCCCC"), 0 if dice.once_in(3) else room, room)
    return {
        "labourers": dice.apart(("blue", "white", "yellow"), 1, 3),
        "barns": barns,
        "barn": {name: lying.count(item) for item, name in ITEM_NAMES.items()},
        "squares": {area: 2 - dice.below(5) // 2 for area in ("J0.g", "K0.s", "L0.f", "M0.m", "N0.w")},
        "help": {"open": int(not dice.once_in(3))},
    }


def farm_moves(dice: Dice, table: Table) -> Iterator[Move]:
    """Draw a farm order."""
    farm = table.farms[P1]
    tile = Laid("L12", dice.some(spots(farm.tiles), 1, 1)[0], dice.below(4))
    yield Lay(tile.tile, tile.at, tile.turn)
    areas = dice.apart([area.name for area in lay(farm, tile).land.areas], farm.figures, farm.figures)
    yield Work(areas)
    pool = (*stores(farm), *(area[-1] for area in areas), *(area[-1] for area in areas))
    if dice.once_in(3):
        yield Renounce(tuple(f"{area}-{1 + dice.below(2)}" for area in dice.apart(areas, 1, 2)))
    if not dice.once_in(3):
        after = dice.some(areas, 1, 1)[0]
        yield RepayMid(after, dice.some((*pool, *after[-1] * 12), 3, 3))
    if farm.barn and not dice.once_in(3):
        yield Drop(dice.apart([item for item, number in farm.barn.items() for _ in range(number)], 1, 4))
    if dice.once_in(4):
        yield Repay(dice.some(pool, 3, 3))


def town_moves(dice: Dice, table: Table) -> Iterator[Move]:
    """Draw a town order with winter instructions."""
    pool = (*stores(table.farms[P1]), "g")

    def three(number: int) -> tuple[str, ...]:
        return tuple("".join(dice.some(pool, 3, 3)) if dice.once_in(2) else "-" for _ in range(number))

    if dice.once_in(6):
        yield Pass()
    else:
        yield from _walk(dice, table, three)
    if dice.once_in(3):
        yield Repay(dice.some(pool, 3, 3))
    parts: tuple[Move, ...] = (
        WinterCoins(dice.apart(COINS, 0, 3)),
        WinterSave(dice.some("wfg", 0, 2)),
        WinterRepay(three(dice.below(3))),
        WinterSources(dice.some(PLACES, 0, 2)),
    )
    yield from (part for part in parts if dice.once_in(3))


def _walk(dice: Dice, table: Table, three: Callable[[int], tuple[str, ...]]) -> Iterator[Move]:
    stop = dice.some(RING, 1, 1)[0]
    yield Go(stop.id)
    if stop.kind is Kind.STORE:
        yield Sell(dice.apart(stop.buys, 1, 3))
    else:
        yield Take(dice.some(GOODS, 2, 2) if stop.kind is Kind.FREE else table.stock[stop.id][:1])
    parts: tuple[Move, ...] = (
        Tax(dice.some((*COINS, "!", "!"), 1, 2)),
        RepayGate(three(1 + dice.below(2))),
        Save(dice.some(tuple(stop.price) or GOODS, 1, 1)),
        Coins(dice.some(COINS, 1, 2)),
        Sources(dice.some(PLACES, 1, 3)),
        Drop(dice.some((*table.farms[P1].barn, "C"), 1, 2)),
    )
    yield from (part for part in parts if dice.once_in(4))


def whole_farm(table: Table, moves: Sequence[Move]) -> None:
    """Carry a farm order out in one go; raises its refusal."""
    farm, order = table.farms[P1], Summer()
    for move in moves:
        if isinstance(move, Lay):
            farm = lay(farm, Laid(move.tile, move.at, move.turn))
        else:
            order = add_to_order(order, move)
    harvest(farm, order, table.the_disc)


def whole_town(table: Table, moves: Sequence[Move]) -> None:
    """Carry a town order out in one go, then the winter if anything was said about it; raises its refusal."""
    errand, wanted = Errand(), table.desks[P1].winter
    for move in moves:
        if isinstance(move, WinterCoins | WinterSave | WinterRepay | WinterSources):
            wanted = change_instructions(wanted, move)
        else:
            errand = errand_with(errand, move)
    ran = run(table, P1, table.farms[P1], table.places[P1], errand)
    if any(isinstance(move, WINTER_MOVES) for move in moves):
        winter_of(table, ran.farm, wanted)


def refusal(act: Callable[[], object]) -> str:
    """Return the code of a refusal; "" if there is none."""
    try:
        act()
    except Refusal as refused:
        return refused.code
    return ""


@pytest.mark.parametrize("season", ["farm", "town"])
def test_an_order_is_legal_part_by_part_if_it_is_as_a_whole(season: str) -> None:
    """
    Both agree on every order, and no part is refused for not being asked for.
    """
    dice, legal = Dice(season), 0
    for _ in range(ORDERS):
        facts = farm_facts(dice)
        if season == "farm":
            match = Match(phase="farm", disc="A3", drawn={"P1": ["L12", "L01"]}, farms={"P1": facts})
            moves = tuple(farm_moves(dice, match.table))
        else:
            match = Match(autumn(facts, at=dice.some(("town:1", "church:1", "hotel", "mill"), 1, 1)[0], **TOWN))
            before = Instructions(coins=dice.apart(COINS, 0, 3), save=dice.some("wf", 0, 1))
            match.position = Position(match.table.with_desk(P1, replace(match.table.desks[0], winter=before)))
            moves = tuple(town_moves(dice, match.table))
        table, ask = match.table, match.ask().id

        whole = refusal(lambda: (whole_farm if season == "farm" else whole_town)(table, moves))  # noqa: B023
        parts = refusal(lambda: fold(GAME, table, P1, ask, (*moves, Done())))  # noqa: B023

        assert bool(whole) == bool(parts), (facts, moves, whole, parts)
        assert parts != "NOT_ASKED", (facts, moves)
        legal += not whole
    assert legal > ORDERS // 10, "there are enough of either kind"
