"""What is offered at one press: tiles with their places, harvests, and errands in town."""

from __future__ import annotations

from games.core.moves import Combination
from games.core.running.play import Position, fold
from games.walnut_grove import GAME
from games.walnut_grove.moves import Go, Lay, Sell, Take, Work
from tests.games.walnut_grove.table import P1, SPRING, Match, autumn, words


def _offered(match: Match) -> list[Combination]:
    return list(GAME.panel.combinations(match.view(), match.ask()))


def _labels(match: Match) -> list[str]:
    return [words(each.label) for each in _offered(match)]


def test_a_tile_is_offered_where_it_helps_the_harvest_most() -> None:
    """
    With the goods of the land that it joins, and with the pens it closes; at most twice for a tile.
    """
    found = _offered(Match(SPRING))
    tiles = [each.moves[0].tile for each in found if isinstance(each.moves[0], Lay)]

    assert "L12 on N1: wood" == words(found[0].label)
    assert found[0].worth is not None
    assert "+1 pen" == words(found[0].worth)
    assert {"L01": 2, "L12": 2} == {tile: tiles.count(tile) for tile in sorted(set(tiles))}


def test_two_tiles_are_laid_at_one_press() -> None:
    """
    Where two must be kept.
    """
    (first, *_others) = _offered(Match(SPRING, disc="A1"))

    assert [Lay, Lay] == list(map(type, first.moves))


def test_the_harvest_covers_winter_first() -> None:
    """
    What two figures bring, told by the goods.
    """
    match = Match(SPRING)
    match.position = Position(match.draft("L12@N1/2"))
    first, *others = _offered(match)

    assert isinstance(first.moves[0], Work)
    assert "1 fish, 2 wood" == words(first.label)
    assert first.worth is not None
    assert "enough for winter" == words(first.worth)
    assert all(each.worth is None or words(each.worth) != "enough for winter" for each in others)


def test_each_building_is_offered_with_the_best_that_can_be_done_there() -> None:
    """
    By the points after winter; each once, by the number it has in the picture.
    """
    match = Match(autumn({"barn": {"grain": 2, "fish": 1, "wood": 1}}, labourers={"lodge": ["white"]}))
    found = _offered(match)

    assert "2 Dakota Lodge: white laborer" in _labels(match)
    assert any(label.startswith("4: sell ") for label in _labels(match))
    assert len({each.moves[0] for each in found}) == len(found)
    assert all(isinstance(each.moves[0], Go) and isinstance(each.moves[1], Take | Sell) for each in found)


def test_goods_are_offered_in_pairs_at_the_post_office() -> None:
    """
    Those that winter lacks first.
    """
    match = Match(autumn())
    offered = _labels(match)
    match.position = Position(fold(GAME, match.table, P1, match.ask().id, (Go("post"),)).state)

    assert "1 Post Office: 1 fish, 1 wood" in offered
    assert "1 fish, 1 wood" == _labels(match)[0]
