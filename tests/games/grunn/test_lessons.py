"""What a guided match teaches, and when."""

import pytest
from msgspec.structs import replace

from games.grunn.game import GAME
from games.grunn.options import GrunnOptions
from games.grunn.state import Phase, Player, Stage
from tests.games.grunn.table import SQUARE, Table, front, words

TURN = 4
"""Turns of the match for each of a player."""


def _said(table: Table) -> str:
    return "\n".join(words(text) for text in GAME.panel.lessons(table.view, table.ask))


def _laid(card: str, tile: str = "bog", *, used: bool = False, built: bool = False) -> Stage:
    return Stage(pair=1, tile=tile, card=card, laid="E4", used=used, built=built)


def test_who_one_is_comes_first_with_the_goal_and_what_the_tiles_dealt_score() -> None:
    """
    Each landscape dealt is explained once, the others when they come.
    """
    table = Table(phase=Phase.ARRANGE, options=GrunnOptions(marsh_neighbours=8))
    table.state = replace(
        table.state, players=(Player(("bog", "bog", "marsh", "ridge:NE"), 5), *table.state.players[1:])
    )
    first, *_others = said = _said(table).splitlines()

    assert first.startswith("You are **Anna**.")
    assert "the most points win" in first
    assert [line[:4] for line in said[2:]] == ["**B,", "**M,", "**R,"]
    assert "corners included" in said[3]
    assert "each of its arrows scores 3 points" in said[4]


@pytest.mark.parametrize(
    ("turns", "expected"),
    [
        (0, "Pair 1 is free"),
        (1, "Pair 1 was skipped, so there are 2 ducats on it."),
        (2, "Think ahead"),
        (3, ""),
        (6, "Half of your turns"),
        (10, "two turns left"),
        (11, ""),
    ],
)
def test_each_of_the_first_turns_begins_with_something_new(turns: int, expected: str) -> None:
    """
    Half-time and the last turn but one have their word, too.
    """
    said = _said(Table(turns_done=turns * TURN, pool=front("bog+develop_bog+2")))

    assert expected in said
    assert bool(expected) == bool(said)


def test_a_landscape_is_explained_when_its_first_tile_is_taken() -> None:
    """
    Not while the card is still to develop something, and not once built.
    """
    new = Table().stage(Stage(pair=1, tile="marsh", card="develop_bog"))
    known = Table().stage(Stage(pair=1, tile="bog", card="develop_bog"))
    built = Table({**SQUARE, "E3": "marsh"}).stage(replace(_laid("clover", "marsh", built=True), laid="E3"))

    assert "**M, marsh**: 1 point for each different landscape beside it." in _said(new)
    assert "**B" not in _said(known)
    assert "**M" not in _said(built)


@pytest.mark.parametrize(
    ("card", "expected"),
    [
        ("develop_bog", "Your card develops bog"),
        ("develop_forest", "and 1 more each turn. Nothing can be built on it."),
        ("develop_marsh", "you have no tile for it"),
        ("relocate", "you can move one of your tiles"),
        ("exchange", "you can swap two of your tiles"),
        ("clover", "already paid you 4 ducats"),
    ],
)
def test_cards_are_explained_as_they_come(card: str, expected: str) -> None:
    """
    What the card of this turn does here.
    """
    assert expected in _said(Table().stage(Stage(pair=1, tile="bog", card=card)))


@pytest.mark.parametrize(
    ("tiles", "ducats", "expected"),
    [
        (SQUARE, 5, "nothing to build on yet"),
        ({**SQUARE, "E4": "bog dev"}, 5, "turf hut on E4. That costs 3 ducats and scores 3 points."),
        ({**SQUARE, "D4": "ridge:N"}, 5, "D4 is ready for a building: esdorp, for 7 ducats"),
        ({**SQUARE, "E4": "bog dev built", "E5": "forest dev"}, 0, ""),
        ({**SQUARE, "E4": "bog dev built", "E5": "forest dev"}, 1, "E4, south side"),
    ],
)
def test_building_is_explained_by_what_is_possible_here(tiles: dict[str, str], ducats: int, expected: str) -> None:
    """
    By the building that can be paid, the one to save for, or a canal that scores.
    """
    said = _said(Table(tiles, ducats=ducats).stage(_laid("exchange", "dollard", used=True)))

    assert expected in said
    assert bool(expected) == bool(said)


def test_the_first_turn_ends_with_how_to_confirm() -> None:
    """
    Later turns don't.
    """
    done = [_said(Table(turns_done=turns).stage(_laid("clover", built=True))) for turns in (0, TURN)]

    assert "Confirm" in done[0]
    assert not done[1]
