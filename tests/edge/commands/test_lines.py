"""Lines typed with the help of completion."""

from bot.edge import limits
from bot.edge.commands.turn import add_label, strip_labels


def test_a_completion_shows_the_line_and_what_it_means() -> None:
    """
    The line stands first, then its words; both fit into the name of a choice, and a long line stands alone.
    """
    assert add_label("lay bog on D4", "3 B@D4") == "3 B@D4 ‹lay bog on D4›"
    assert len(add_label("word " * 40, "3 B@D4")) <= limits.CHOICE_NAME
    assert add_label("lay bog", "x" * 90) == "x" * 90


def test_one_can_type_on_after_choosing_a_completion() -> None:
    """
    Discord sends the name of the choice with what was typed after it; only the line counts.
    """
    assert strip_labels("3 ‹pair 3: bog + clover› B@") == "3 B@"
    assert strip_labels("3 ‹pair 3› B@D4 ‹lay bog on D4› ") == "3 B@D4 "
    assert strip_labels("3 ‹pair 3: bo") == "3"
    assert strip_labels("3 B@D4 -") == "3 B@D4 -"
