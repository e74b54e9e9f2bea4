"""Computer players whose strength was measured are the fixed points of the scale."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from bot.app.ratings import anchors
from bot.app.ratings.anchors import MEASURED, Measured, find_anchor, list_anchors
from bot.app.ratings.fold import Key, keys_of
from bot.app.ratings.skill import START, after_match, points
from games.core.registry import games
from tests.app.ratings.facts import Book, placed, result
from tests.app.scene import ANN, PLACE, Scene
from tests.app.tournaments.held import opened, signed


@pytest.fixture(autouse=True)
def measured(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the little games, some levels were measured."""
    season = {"steady": Measured(0, 0), "easy": Measured(-200, 40)}
    monkeypatch.setattr(anchors, "MEASURED", {"season": season, "brainy": {"easy": Measured(-50, 40)}})


def test_results_change_no_level_that_was_measured() -> None:
    """
    Whatever people play against it, it counts as what it is; others at the table are rated by that.
    """
    anchor = find_anchor("season", "easy")
    assert anchor is not None
    book = Book()
    for number in range(1, 5):
        book.add(result(number), placed(number, (1, 1), ("easy", 2), (2, 3)))
    one = Book()
    one.add(result(1), placed(1, (1, 1), ("easy", 2)))

    assert {1, 2} == {key.user for key in book.known}
    assert after_match((1, 2), (START, anchor), drifting=(True, False))[0] == one.known[Key(7, "season", 1)].strength
    assert {1} == {key.user for key in keys_of(result(1), placed(1, (1, 1), ("easy", 2)))}


def test_who_plays_a_level_is_placed_around_it() -> None:
    """
    Who wins and loses by turns is rated as the level is, on the shown scale; it takes no other people.
    """
    for level, expected in (("steady", 1500), ("easy", 1093)):
        book = Book()
        for number in range(1, 61):
            book.add(result(number), placed(number, (1, 1 + number % 2), (level, 2 - number % 2)))

        assert expected == dict(list_anchors("season"))[level]
        assert abs(expected - points(book.known[Key(7, "season", 1)].strength.mu)) < 60


def test_a_level_that_was_not_measured_is_rated_by_its_matches() -> None:
    """
    It starts as everybody does; in a game without measured levels, that goes for all.
    """
    book = Book()
    book.add(result(1), placed(1, (1, 1), ("cunning", 2)))

    assert find_anchor("season", "cunning") is find_anchor("other", "easy") is None
    assert book.known[Key(7, "season", 0, "season", "cunning")].strength.mu < START.mu
    assert (("easy", 1093), ("steady", 1500)) == list_anchors("season")
    assert () == list_anchors("")


async def test_boards_and_tournaments_know_them(scene: Scene) -> None:
    """
    A game's leaderboard says where its levels stand, that over all games doesn't; one that signs up is seeded by it.
    """
    own = await scene.app.ratings.leaderboard(ANN, place=PLACE, game="season")
    all_games = await scene.app.ratings.leaderboard(ANN, place=PLACE)
    cup = await opened(scene)
    await signed(scene, cup, computers=1)
    entrant = (await scene.app.tournaments.view(cup)).entrants[0]

    assert (list_anchors("season"), ()) == (own.levels, all_games.levels)
    assert (("easy", entrant.points),) == list_anchors("brainy")


def test_levels_are_as_strong_as_their_names_and_the_docs_say() -> None:
    """
    What was measured is of levels that there are, from the weakest to the strongest.
    """
    page = (Path(__file__).parents[3] / "docs" / "computers.md").read_text("utf-8")
    for key, found in MEASURED.items():
        levels = list(games()[key].bots.players())
        shown = [f"{found[level].elo:+d}: {points}" if level != "steady" else "1500" for level, points in _list(found)]

        assert sorted(found, key=lambda level: found[level]) == [level for level in levels if level in found]
        assert Measured(0, 0) == found["steady"]
        assert f"| {games()[key].spec.title} | {' | '.join(shown)} |" in page


def _list(found: Mapping[str, Measured]) -> tuple[tuple[str, int], ...]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(anchors, "MEASURED", {"": found})
        return list_anchors("")
