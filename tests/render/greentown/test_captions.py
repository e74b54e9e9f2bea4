"""What each plate of a picture shows, in words."""

import pytest
from msgspec.structs import replace

from games.core.words import Words
from games.greentown import GAME
from games.greentown.view import View
from tests.games.greentown.table import BUILT, Match, words
from tests.render.greentown.positions import MOCK_UP, mock_up

LIMIT = 1024
"""Characters of an alternative text (Discord)."""


def test_the_town_is_told_without_the_players() -> None:
    """
    The town's plate tells the last turn, what stands where, and what can be laid where.
    """
    match = Match().play(f"B {BUILT.partition(' ')[2]}")
    told = words(GAME.panel.caption(match.view, "town")).splitlines()

    assert "Round 1, turn 2: it's Wessel's turn." == told[0]
    assert told[1].startswith("Last turn by Anouk (Build): laid L15 and N15")
    assert "Hotels: M12 and M15." in told
    assert any(line.startswith("Open spaces: ") for line in told)
    assert any(line.startswith("Tiles with 2 streets can be laid now: ") for line in told)
    assert not any("card" in line for line in told)


def test_buildings_are_told_by_their_owners() -> None:
    """
    Each player's buildings stand by category; a player without any isn't named.
    """
    told = words(GAME.panel.caption(mock_up().view, "town")).splitlines()

    assert "Buildings of Noor: culture L14 O16 and shopping N12." in told
    assert "Buildings" not in words(GAME.panel.caption(Match().view, "town"))


def test_the_players_are_told_without_the_town() -> None:
    """
    The players' plate tells what the last turn paid, then each player, then the deck.
    """
    told = words(GAME.panel.caption(mock_up().view, "players")).splitlines()

    assert told[0].startswith("Last turn by Noor (Build and Tour): Noor +4, Anouk +2")
    assert ["Anouk", "Wessel", "Noor", "Femke"] == [line.partition(":")[0] for line in told[1:5]]
    assert told[-2].startswith("Deck: ")
    assert told[-1].startswith("N nature")


def test_before_the_first_turn_nothing_has_happened() -> None:
    """
    Nobody has taken a turn yet.
    """
    assert words(GAME.panel.caption(Match().view, "players")).startswith("No one has taken a turn yet.")


def test_one_player_is_told_alone() -> None:
    """
    The picture of one player's things tells that player.
    """
    told = words(GAME.panel.caption(mock_up().view, "player:2")).splitlines()

    assert 2 == len(told)
    assert told[1].startswith("Noor: markers face up: “Build” and “Tour”; visitor card: 9 stops (nature 2–4, ")


@pytest.mark.parametrize("plate", ["town", "players"])
def test_captions_keep_to_the_limit_with_the_longest_names(plate: str) -> None:
    """
    With names of 32 characters, all sites built on and a long tour, a caption has at most 1,024 characters.
    """
    match = Match(MOCK_UP | {"saved": {f"P{seat}": 1 for seat in range(1, 5)}}, saved_doubles=True, open_money=True)
    match = match.play("BT +M10:12 ^N11:235 C@L14>L15 ~M12-L12-M13-N12-N13-M14-L14-L15-M15")
    said = Words(GAME.words, tuple("Wolfeschlegelsteinhausenbergerdo" for _ in range(4)), strict=True)

    assert len(said(GAME.panel.caption(match.view, plate))) <= LIMIT


def test_a_finished_town_has_nothing_left_to_lay() -> None:
    """
    After the end the town's caption tells neither open spaces nor the supply.
    """
    view = mock_up().view
    ended = View(seat=None, table=replace(view.table, over=True), sheets=view.sheets)
    told = words(GAME.panel.caption(ended, "town"))

    assert told.startswith("The game is over.")
    assert "Open spaces" not in told
    assert "laid now" not in told
