"""What a guided match teaches, and that each thing is taught once."""

from __future__ import annotations

from msgspec.structs import replace

from games.greentown import GAME
from games.greentown.moves import Announce, Develop, Lay
from games.greentown.rules.playing import play
from games.greentown.state import Sheet, State
from games.greentown.view import View
from tests.games.greentown.table import Match, words


def _taught(match: Match, *moves: Announce | Lay | Develop) -> str:
    """Return the lessons of the player to move after some moves of the turn."""
    table = match.table
    for move in moves:
        table = play(table, move).table
    view = View(seat=table.current, table=table, sheets=match.state.sheets)
    (ask,) = GAME.asks(State(table, match.state.sheets))
    return "\n".join(map(words, GAME.panel.lessons(view, ask)))


def test_the_first_decision_says_who_you_are_what_wins_and_what_a_tour_is_worth() -> None:
    """
    With the colour and the number of the picture, and the stops of the visitor card.
    """
    taught = _taught(Match())

    assert "You are **orange**, number **1**" in taught
    assert "exactly **5 stops**" in taught
    assert "would pay you **3 Greenies**" in taught
    assert "would pay you" not in _taught(Match(tour_help="off"))


def test_what_a_building_needs_is_taught_by_the_first_step() -> None:
    """
    Whoever develops first is told that a building needs a tile laid.
    """
    assert "You are **orange**" not in _taught(Match(), Announce("B"))
    assert "**two steps**" in _taught(Match(), Announce("B"))
    assert "even the tile you just laid" in _taught(Match(), Announce("B"), Lay("L15", "45"))
    assert "developing alone" in _taught(Match(), Announce("B"), Develop("L14", "2345"))


def test_nothing_is_taught_twice() -> None:
    """
    After a build of two tiles with a building, the next build has no lessons; a tour has.
    """
    match = Match({"players": 2, "turns_taken": {"P1": 3}})
    built = Sheet(laid=1, developed=1, erected=1)
    match.position = replace(match.position, state=State(match.table, (built, built)))

    assert not _taught(match, Announce("?B"))
    assert "from hotel to hotel" in _taught(match, Announce("T"))
    assert "only the difference is paid" in _taught(match, Announce("T"))
