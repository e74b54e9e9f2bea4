"""Rows of a score in words."""

from bot.edge.messages.board import score_row, score_rows
from games.core.game import Outcome, Score
from games.core.text import raw
from games.core.words import Words

WORDS = Words({}, ())


def test_a_row_with_points_has_its_note_in_brackets() -> None:
    """
    Or none.
    """
    assert "Farms: 4" == score_row(Score(raw("Farms"), 4), WORDS)
    assert "Farms: 4 (2 large)" == score_row(Score(raw("Farms"), 4, raw("2 large")), WORDS)


def test_a_row_without_points_is_a_figure_beside_the_score() -> None:
    """
    It shows no points that could be taken for part of the sum.
    """
    assert "Tours led: 8" == score_row(Score(raw("Tours led"), None, raw("8")), WORDS)


def test_an_end_that_could_not_be_counted_names_everybody() -> None:
    """
    With no rows, since the game's own code has failed, each has the total and nothing after it.
    """
    words = Words({}, ("Anna", "Bram"))

    assert [("Anna: 0", ""), ("Bram: 0", "")] == score_rows(Outcome(places=(1, 1), totals=(0, 0)), words)
