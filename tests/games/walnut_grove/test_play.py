"""Whole matches: playthroughs, and what holds in every position of random matches (R2, R3.11)."""

from __future__ import annotations

from collections import Counter

import pytest

from games.core.game import Setup
from games.core.running.selfplay import play_steps
from games.walnut_grove import GAME
from games.walnut_grove.components import COINS, COINS_IN_BOX, GOODS, TILES, YEARS
from games.walnut_grove.options import WalnutGroveOptions
from games.walnut_grove.rules.farm import Farm
from games.walnut_grove.state import Phase, Table
from tests.games.transcript import replayed
from tests.games.walnut_grove.playthrough import FOLDER, begin

FILES = sorted(FOLDER.glob("*.txt"))


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_playthroughs_are_told_as_before(path: object) -> None:
    """
    The orders of a stored match, typed again, are told and scored word by word as then.
    """
    text = next(file for file in FILES if file == path).read_text(encoding="utf-8")

    assert text == replayed(text, begin)


def test_there_is_a_playthrough_for_each_end_and_number_of_players() -> None:
    """
    One to four players; a clear winner, goods that decide, a shared victory; solo won and not won.
    """
    texts = [path.read_text(encoding="utf-8") for path in FILES]

    assert {f"seats {number}" for number in (1, 2, 3, 4)} == {text.splitlines()[0] for text in texts}
    for end in ("but more goods", "share the victory", "are needed to win", "won."):
        assert any(end in text.splitlines()[-1] for text in texts), end


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_nothing_is_created_or_lost(seats: int) -> None:
    """
    Throughout random matches there are fifty tiles, thirty coins, no more labourers than wagons, no full square or barn
    beyond its spaces; the match has eight years.
    """
    for seed in range(3):
        last = None
        for step in play_steps(GAME, Setup(seats, WalnutGroveOptions()), bytes([seed + 7]) * 32):
            last = step.position.state
            _check(last)
        assert last is not None
        assert YEARS == last.year
        assert Phase.OVER is last.phase


def _check(table: Table) -> None:
    laid = [tile.tile for farm in table.farms for tile in farm.tiles]
    hands = [tile for tiles in table.drawn for tile in tiles if tile not in laid]
    assert sorted(TILES) == sorted([*table.tile_bag, *hands, *laid])
    coins = Counter({coin: table.coin_bag.get(coin, 0) for coin in COINS})
    for farm in table.farms:
        coins.update({coin: farm.barn.get(coin, 0) for coin in COINS})
        _check_farm(farm)
    assert COINS_IN_BOX == dict(coins)


def _check_farm(farm: Farm) -> None:
    assert farm.free >= 0
    assert all(number > 0 for number in (*farm.barn.values(), *farm.squares.values()))
    assert all(number <= farm.land.squares[region] for region, number in farm.squares.items())
    assert len(farm.labourers) + len(farm.hired) <= 4
    assert farm.open in (0, 1)
    assert set(farm.barn) <= {*GOODS, *COINS}
    assert 1 <= len(farm.land.areas)
    assert len({tile.at for tile in farm.tiles}) == len(farm.tiles)
