"""Places by points and tie-breaks, and what is said of them."""

from games.core.text import Text, lines, say
from games.core.ties import TieBreak, Ties, rank_by_points, tell_ties

GOODS = TieBreak(Text("goods", {"item": "tea"}), (2, 5, 2, 0))
DEBTS = TieBreak(Text("debts"), (3, 0, 1, 0), fewer=True)


def test_places_follow_points_then_each_tie_break() -> None:
    """
    More goods rank higher, then fewer debts; the points come before both.
    """
    ties = Ties((GOODS, DEBTS))

    assert (3, 1, 2, 4) == rank_by_points((9, 9, 9, 8), ties)
    assert (2, 3, 1, 4) == rank_by_points((9, 8, 10, 0), ties)


def test_what_is_equal_in_everything_shares_a_place() -> None:
    """
    The next place is left free.
    """
    assert (1, 1, 3) == rank_by_points((7, 7, 5), Ties((TieBreak(Text("coins"), (4, 4, 9)),)))


def test_a_break_that_parts_two_is_told_with_its_values() -> None:
    """
    Its sentence names both, their points, and what decided; the sentence's own arguments stay.
    """
    told = tell_ties((2, 1), (9, 9), Ties((GOODS,)))

    assert told == Text(
        "goods", {"item": "tea", **say("", seat=(1,), behind_seat=(0,), ahead=1, count=9, most=5, next=2).args}
    )


def test_the_break_that_decides_is_told_not_one_before_it() -> None:
    """
    Equal goods say nothing; of debts the fewer win.
    """
    told = tell_ties((2, 3, 1), (9, 1, 9), Ties((GOODS, DEBTS)))

    assert told == Text("debts", say("", seat=(2,), behind_seat=(0,), ahead=1, count=9, most=1, next=3).args)


def test_a_shared_place_is_told_with_the_value_of_the_first_break() -> None:
    """
    A shared first place is a shared win, but not while the match is still played.
    """
    ties = Ties((TieBreak(Text("coins"), (4, 4, 9)),))
    first, while_played = (tell_ties((1, 1, 3), (7, 7, 5), each) for each in (ties, ties.while_played()))

    assert first == say("core.tie.won", seat=(0, 1), place=1, count=7, value=4)
    assert while_played == say("core.tie.shared", seat=(0, 1), place=1, count=7, value=4)
    assert tell_ties((2, 2, 1), (7, 7, 9), Ties()) == say("core.tie.shared", seat=(0, 1), place=2, count=7, value=0)


def test_each_tie_has_a_line_of_its_own_the_highest_points_first() -> None:
    """
    Without a tie nothing is said, nor of seats that are not asked about.
    """
    both = tell_ties((3, 1, 3, 1), (5, 8, 5, 8), Ties())

    assert both == lines(
        say("core.tie.won", seat=(1, 3), place=1, count=8, value=0),
        say("core.tie.shared", seat=(0, 2), place=3, count=5, value=0),
    )
    assert tell_ties((3, 1, 3, 1), (5, 8, 5, 8), Ties(), among=(0, 2, 1)) == say(
        "core.tie.shared", seat=(0, 2), place=3, count=5, value=0
    )
    assert tell_ties((1, 2), (8, 5), Ties()) is None


def test_of_places_that_no_tie_break_parts_nothing_is_said() -> None:
    """
    The platform may place players who resigned behind those with equal points.
    """
    assert tell_ties((1, 2), (9, 9), Ties()) is None
    assert tell_ties((1, 2), (9, 9), Ties((TieBreak(Text("coins"), (4, 4)),))) is None
