"""What is offered at one press, what is advised, and what is left undone."""

from __future__ import annotations

from games.core.moves import Move
from games.core.text import Text
from games.greentown import GAME
from games.greentown.combinations import combinations
from games.greentown.moves import Announce, Erect, Lay, Tour
from games.greentown.rules.playing import play
from games.greentown.state import State, Table
from games.greentown.view import view_of
from tests.games.greentown.table import STUCK, Match, words


def _after(match: Match, *moves: Move) -> Table:
    table = match.table
    for move in moves:
        table = play(table, move).table
    return table


def _warned(match: Match, *moves: Move) -> list[str]:
    """Return what is said if the turn is confirmed after these moves."""
    state = State(_after(match, *moves), match.state.sheets)
    view, (ask,) = view_of(state, state.table.current), GAME.asks(state)
    return [words(text) for text in GAME.panel.warnings(match.view, view, ask)]


def _told(label: Text | None) -> str:
    return "" if label is None else words(label)


def test_the_best_tour_comes_first_with_what_it_pays() -> None:
    """
    Whole turns: a tour with its marker, then builds with a tour, then builds alone.
    """
    found = list(combinations(Match().table))

    assert (Announce("T"), Tour) == (found[0].moves[0], type(found[0].moves[1]))
    assert "Tour +3" == words(found[0].label)
    assert ["Announce", "Lay", "Lay", "Erect", "Tour"] == [type(move).__name__ for move in found[1].moves]
    assert "+3" == _told(found[1].worth)
    assert words(found[-1].label).startswith("Build: culture ")


def test_without_help_with_tours_nothing_tells_what_one_pays() -> None:
    """
    Builds alone are offered then, and none names Greenies.
    """
    found = list(combinations(Match(tour_help="off").table))

    assert found
    assert not any(isinstance(move, Tour) for each in found for move in each.moves)
    assert not any("+" in words(each.label) + _told(each.worth) for each in found)


def test_a_build_goes_on_with_the_steps_that_join_most_streets() -> None:
    """
    Beside a tile just laid a bend joins two streets.
    """
    table = _after(Match(), Announce("B"), Lay("M16", "45"))
    first, *_others = combinations(table)

    assert "Lay N15: " in words(first.label)
    assert "joins 2" == _told(first.worth)


def test_a_building_that_could_be_erected_is_warned_of() -> None:
    """
    Not once it stands, nor where no tile was laid.
    """
    built = (Announce("B"), Lay("L15", "45"), Lay("N15", "56"))

    assert ["You can still erect a building. You have left: 3 culture, 3 sport and 3 shopping."] == _warned(
        Match(), *built
    )
    assert [] == _warned(Match(), *built, Erect("C", "L15"))
    assert [] == _warned(Match(), Announce("T"), Tour(("M12-L12-L13-L14-M15-M14-M13-M12",)))


def test_a_tour_that_is_lost_is_warned_of() -> None:
    """
    Build and Tour, where no tour has the right number of stops.
    """
    warned = _warned(Match(STUCK), Announce("BT"))

    assert any("keep your visitor card" in each for each in warned)


def test_what_is_advised_can_be_taken() -> None:
    """
    The suggestion names its moves in words; the same one each time.
    """
    match = Match()
    hint = GAME.panel.hint(match.view, match.ask)

    assert hint is not None
    assert hint.moves
    assert words(hint.text).count("• ") == len(hint.moves)
    assert hint == GAME.panel.hint(match.view, match.ask)
